//! `ferz-lab train`: its messages, the network that it writes, and what it continues.

use std::fs;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::Stdio;

use ferz::eval::network::NetworkFile;
use ferz::eval::network::architecture::HIDDEN;
use serde_json::{Value, json};

#[cfg(target_os = "linux")]
use crate::endings::program;
#[cfg(target_os = "linux")]
use crate::exit_status::wait_for;
use crate::messages::file;
use crate::session::command_line;
#[cfg(target_os = "linux")]
use crate::session::send_signal;
use crate::subcommands::{assert_one_error, output};

/// Writes files of training and held-out positions, and returns their paths.
pub fn data(name: &str) -> [String; 2] {
    data_of_seed(name, "1")
}

/// Does the same as [`data`], with games of another seed.
pub fn data_of_seed(name: &str, seed: &str) -> [String; 2] {
    let games = file(&format!("{name}.vf"), "");
    let options = ["--games", "20", "--nodes", "1", "--seed", seed];
    output(&[&["datagen", &games][..], &options].concat());
    let paths = ["training", "held-out"].map(|part| file(&format!("{name}.{part}"), ""));
    let [training, held_out] = &paths;
    let out = ["--out", training, "--held-out", held_out];
    output(&[&["data", &games, "--held-out-share", "0.3"][..], &out].concat());
    paths
}

/// Returns a path without a file.
pub fn no_file(name: &str) -> String {
    let path = file(name, "");
    fs::remove_file(&path).unwrap();
    path
}

/// Returns the name of a file without its folder.
pub fn name(path: &str) -> &str {
    Path::new(path).file_name().unwrap().to_str().unwrap()
}

/// Runs `ferz-lab train` on one thread, and returns the lines of standard error.
pub fn train(options: &[&str]) -> Vec<String> {
    let ended = command_line(&[&["train", "--threads", "1"][..], options].concat());
    assert_eq!(ended.status, Some(0), "{ended:?}");
    assert!(ended.lines.is_empty(), "{ended:?}");
    ended.errors.lines().map(str::to_owned).collect()
}

#[test]
fn it_writes_the_same_network_with_its_provenance_each_time() {
    let [training, held_out] = data("train-twice");
    let deep = file("train-twice.deep", "");
    let searches = ["--deep", "5", "--nodes", "100"];
    output(&[&["data", &held_out, "--out", &deep][..], &searches].concat());
    let [first, second, log] = ["first.nnue", "second.nnue", "train.log"].map(no_file);
    let run = |out: &str| {
        let files = ["--held-out", &held_out, "--deep", &deep, "--out", out];
        let options = ["--epochs", "2", "--commit", "abc", "--log", &log];
        train(&[&[training.as_str()][..], &files, &options].concat())
    };
    let lines = run(&first);
    for (line, expected) in lines.iter().zip([
        &format!("{HIDDEN} neurons; "),
        "epoch   1: training loss 0.",
        "epoch   2: training loss 0.",
        "stopped after epoch 2, the maximum; kept the weights of epoch ",
        "held-out loss: evaluation of the program 0.",
        "deep loss: evaluation of the program 0.",
    ]) {
        assert!(line.starts_with(expected), "{lines:?}");
    }
    assert_eq!(lines.len(), 6);
    assert_eq!(run(&second), lines);
    let bytes = fs::read(first).unwrap();
    assert!(bytes == fs::read(second).unwrap());
    let provenance = NetworkFile::<HIDDEN>::from_bytes(&bytes)
        .unwrap()
        .provenance;
    let provenance: Value = serde_json::from_str(&provenance).unwrap();
    assert_eq!(
        (&provenance["epochs"], &provenance["commit"]),
        (&json!(2), &json!("abc"))
    );
    let data = &provenance["data"]["training"];
    assert_eq!(data["file"], name(&training));
    assert_eq!(data["header"]["sources"][0]["games"], 20);
    assert!(provenance["losses"]["deep"]["quantized"].is_f64());
    let log = fs::read_to_string(log).unwrap();
    assert_eq!(log.lines().count(), 2);
    assert!(log.starts_with(r#"{"epoch":1,"training":0."#), "{log}");
}

#[test]
fn a_training_begins_with_a_given_network_and_describes_it() {
    let [[training, _], [more, _]] = [data("train-first"), data_of_seed("train-more", "2")];
    let [first, second] = ["train-first.nnue", "train-more.nnue"].map(no_file);
    train(&[&training, "--epochs", "1", "--out", &first]);
    train(&[&more, "--epochs", "1", "--start", &first, "--out", &second]);
    let lines = output(&["network", "show", &second]);
    let line = |start: &str| lines.iter().find(|line| line.starts_with(start)).unwrap();
    assert!(line("Command: ").contains(" --start "), "{lines:?}");
    let started = line("Started from: ");
    let (file, command) = (name(&first), format!("ferz-lab train {} ", name(&training)));
    assert!(started.contains(&format!(" {file}, CRC-32C ")) && started.contains(&command));
    for trained_with in [&training, &more] {
        let games = trained_with.replace(".training", ".vf");
        let verified = output(&["network", "verify", &second, "--data", &games]);
        let equal = format!(": equal: the 20 games of {}", name(&games));
        assert!(verified[0].ends_with(&equal), "{verified:?}");
        line(&format!("Games: {}, ", name(&games)));
    }
    // Without training, the network stays the same.
    let third = no_file("train-same.nnue");
    let unchanged = ["--rate", "0", "--final-rate", "0", "--out", &third];
    train(&[&[&more, "--epochs", "1", "--start", &first][..], &unchanged].concat());
    let network = |path: &String| NetworkFile::<HIDDEN>::load(path.as_ref()).unwrap().network;
    assert!(network(&first) == network(&third));
    assert!(network(&first) != network(&second));
}

#[test]
fn a_network_that_a_training_cannot_begin_with_is_refused() {
    let [training, _] = data("train-start");
    let other = file("train-start.txt", "hello");
    let command = ["train", &training, "--start"];
    assert_one_error(&[&command[..], &[&other]].concat(), &format!("{other}: "));
    // Another width than that of the training.
    let [narrow, wide] = ["train-start-64.nnue", "train-start-128.nnue"].map(no_file);
    train(&[
        &training, "--hidden", "64", "--epochs", "1", "--out", &narrow,
    ]);
    let error = format!("{narrow}: expected architecture 4x768 -> 2x128 -> ");
    let options = ["--hidden", "128", "--out", &wide];
    assert_one_error(&[&command[..], &[&narrow], &options].concat(), &error);
}

#[test]
fn a_network_of_any_width_is_trained_and_taught() {
    let [training, _] = data("train-width");
    for width in ["64", "128", "384", "768"] {
        for teach in [&["--teach", "1"][..], &[]] {
            let out = no_file("width.nnue");
            let options = [&training, "--epochs", "1", "--hidden", width, "--out", &out];
            let lines = train(&[&options[..], teach].concat());
            let start = "epoch   1: training loss 0.";
            assert!(lines[1].starts_with(start), "{lines:?}");
            assert!(fs::metadata(&out).unwrap().len() > 1000);
        }
    }
}

#[test]
fn each_file_has_its_part_of_the_data() {
    let [training, held_out] = data("train-parts");
    let training_deep = no_file("train-parts.deep");
    for (command, file, found, expected) in [
        (&["train", &held_out][..], &held_out, "held-out", "training"),
        (
            &["train", &training, "--held-out", &training],
            &training,
            "training",
            "held-out",
        ),
        (
            &["train", &training, "--deep", &held_out],
            &held_out,
            "held-out",
            "deep",
        ),
        (
            &["data", &training, "--deep", "2", "--out", &training_deep],
            &training,
            "training",
            "held-out",
        ),
    ] {
        let message =
            format!("{file}: the file has {found} positions; expected {expected} positions");
        assert_one_error(command, &message);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_training_exits_with_130_and_is_continued_by_the_same_command() {
    let [training, _] = data("train-on");
    let checkpoint = no_file("train-on.checkpoint");
    let options = ["--epochs", "1000000", "--checkpoint", &checkpoint];
    let arguments = [&["train", "--threads", "1", &training][..], &options].concat();
    let mut program = program(&arguments).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(&mut program, || fs::exists(&checkpoint).unwrap());
    send_signal("INT", program.id());
    let ended = program.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130));
    let errors = String::from_utf8(ended.stderr).unwrap();
    let interrupted = "ferz-lab: interrupted; run the same command again to continue after the last complete epoch";
    assert_eq!(errors.lines().last(), Some(interrupted));
    let message = "the checkpoint has epochs 1000000, expected 25; delete it";
    assert_one_error(
        &[&arguments[..4], &options[2..]].concat(),
        &format!("{checkpoint}: {message}"),
    );
    let other = data_of_seed("train-other", "2");
    assert_one_error(
        &[&["train", "--threads", "1", &other[0]][..], &options].concat(),
        &format!("{checkpoint}: the checkpoint was written with other training positions"),
    );
}

#[test]
fn inputs_are_not_overwritten() {
    let [training, held_out] = data("train-files");
    let files = ["--held-out", &held_out, "--out", &held_out];
    assert_one_error(
        &[&["train", &training][..], &files].concat(),
        &format!("--out: {held_out} is also read; expected another file"),
    );
    assert_one_error(
        &["train", &training, "--checkpoint", &held_out],
        &format!("{held_out}: not a checkpoint of ferz-lab train"),
    );
}
