//! `ferz-lab network`: how a network was made, and whether data is what it was made from.

use std::fs;

use ferz::eval::network::NetworkFile;
use ferz::eval::network::architecture::HIDDEN;
use serde_json::Value;

use crate::messages::file;
use crate::session::command_line;
use crate::subcommands::{assert_one_error, output};
use crate::train::{data, data_of_seed, name, no_file, train};

#[test]
fn it_shows_how_the_embedded_network_was_made() {
    let lines = output(&["network", "show"]);
    assert!(lines[0].starts_with("Network: ferz-"), "{lines:?}");
    let line = |name: &str| lines.iter().find(|line| line.starts_with(name)).unwrap();
    let json = output(&["network", "show", "--json"]);
    let provenance: Value = serde_json::from_str(&json[0]).unwrap();
    let architecture = provenance["architecture"].as_str().unwrap();
    assert_eq!(
        line("Architecture"),
        &format!("Architecture: {architecture}")
    );
    let sources = &provenance["data"]["training"]["header"]["sources"];
    let sources = sources.as_array().unwrap();
    assert!(!sources.is_empty());
    for source in sources {
        let [name, hash] = ["file", "sha256"].map(|field| source[field].as_str().unwrap());
        let of_source = |text: &&String| text.contains(name) && text.contains(hash);
        let found = lines.iter().find(of_source).unwrap();
        assert!(found.contains("origin: ferz "), "{found}");
    }
    assert!(line("Command").starts_with("Command: ferz-lab train "));
}

#[test]
fn it_compares_a_network_with_its_data() {
    let [training, held_out] = data("verify");
    let network = no_file("verify.nnue");
    let options = ["--epochs", "1", "--held-out", &held_out, "--out", &network];
    train(&[&[training.as_str()][..], &options].concat());
    let games = training.replace(".training", ".vf");
    let verify = ["network", "verify", &network, "--data"];
    let lines = output(&[&verify[..], &[&games, &training, &held_out]].concat());
    assert!(
        lines[0].ends_with(&format!(": equal: the 20 games of {}", name(&games))),
        "{lines:?}"
    );
    assert!(lines[1].contains(": equal: "), "{lines:?}");
    assert!(lines[2].contains(", loss 0."), "{lines:?}");

    for (factor, status, result) in [
        (1.0 + 1e-8, 0, ": equal: "),
        (1.0 - 1e-5, 1, ": different: loss 0."),
    ] {
        let mut other = NetworkFile::<HIDDEN>::load(network.as_ref()).unwrap();
        let mut provenance: Value = serde_json::from_str(&other.provenance).unwrap();
        let loss = &mut provenance["losses"]["held_out"]["quantized"];
        *loss = (loss.as_f64().unwrap() * factor).into();
        other.provenance = provenance.to_string();
        let other = file("verify-loss.nnue", other.to_bytes());
        let ended = command_line(&["network", "verify", &other, "--data", &held_out]);
        assert_eq!(ended.status, Some(status), "{ended:?}");
        assert!(ended.lines[0].contains(result), "{ended:?}");
    }

    let [other, _] = data_of_seed("verify-other", "2");
    let mut changed = fs::read(&games).unwrap();
    changed.push(0);
    let changed = file("verify-changed.vf", changed);
    let ended = command_line(&[&verify[..], &[&other, &changed]].concat());
    assert_eq!(ended.status, Some(1), "{ended:?}");
    assert!(ended.lines[0].contains(": different: "), "{ended:?}");
    assert!(
        ended.lines[1].contains(": different: SHA-256 "),
        "{ended:?}"
    );
}

#[test]
fn untrusted_text_stays_on_one_line_and_is_quoted() {
    let [training, _] = data("show-text");
    let network = no_file("show-text.nnue");
    let commit = "a 'b'\n\u{1b}[2Jc";
    let options = ["--epochs", "1", "--commit", commit, "--out", &network];
    train(&[&[training.as_str()][..], &options].concat());
    let lines = output(&["network", "show", &network]);
    let line = |name: &str| lines.iter().find(|line| line.starts_with(name)).unwrap();
    assert_eq!(line("Trained by"), r"Trained by: commit a 'b'\n\u{1b}[2Jc");
    let expected = r" --commit 'a '\''b'\''\n\u{1b}[2Jc' --out FILE";
    assert!(line("Command").ends_with(expected), "{lines:?}");
    assert_eq!(output(&["network", "show", &network, "--json"]).len(), 1);
}

#[test]
fn other_files_are_one_error() {
    let other = file("not-a-network.nnue", "other");
    let name = |message: &str| format!("{other}: {message}");
    let no_network = name("not a network of ferz: expected the first bytes FERZNNUE");
    assert_one_error(&["network", "show", &other], &no_network);
    assert_one_error(
        &["network", "verify", &other, "--data", &other],
        &no_network,
    );
    let missing = no_file("missing.nnue");
    let unreadable = format!("cannot read {missing}: ");
    assert_one_error(&["network", "show", &missing], &unreadable);
    assert_one_error(&["network", "verify", "--data", &missing], "");
}
