//! The option `EvalFile`, and the command `export_net`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ferz::eval::network::architecture::{Architecture, FEATURES, OUTPUT_BUCKETS};
use ferz::eval::network::embedded::EMBEDDED_FILE;
use ferz::eval::network::weights::{Network, Row};
use ferz::eval::network::{NetworkFile, embedded};

use crate::files::empty_folder;
use crate::output::searched_number;
use crate::session::{PROGRAM, Session};

/// Writes a file with random weights and returns its path. The folder has a blank in its path.
fn random_network(folder: &Path, name: &str, seed: u64) -> PathBuf {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut row = |limit: i8| Row(std::array::from_fn(|_| random.i8(-limit..=limit)));
    let network: Network = Network::new(
        (0..FEATURES).map(|_| row(40)).collect(),
        row(40),
        std::array::from_fn(|_| [row(80), row(80)]),
        [0; OUTPUT_BUCKETS],
    );
    let file = NetworkFile {
        provenance: "{}".to_owned(),
        network,
    };
    let path = folder.join(name);
    fs::write(&path, file.to_bytes()).expect("a file for this test");
    path
}

/// Returns the line that sets the option.
fn eval_file(path: &str) -> String {
    format!("setoption name EvalFile value {path}")
}

/// Sets the option, which must succeed without output.
#[track_caller]
fn set(session: &mut Session, path: &str) {
    session.assert_silent(&eval_file(path));
}

/// Returns the answer to `eval` and the number of nodes of a search from an empty hash, which
/// together identify the network.
fn fingerprint(session: &mut Session) -> (Vec<String>, i64) {
    let evaluation = session.ask("position startpos moves e2e4 c7c5 g1f3\neval");
    assert!(evaluation.iter().any(|line| line.starts_with("Network ")));
    let nodes = searched_number(session, "ucinewgame\ngo depth 7", "nodes");
    (evaluation, nodes)
}

/// Returns the fingerprint of a network that is the first one of its session.
fn fingerprint_of(path: &Path) -> (Vec<String>, i64) {
    let mut session = Session::start();
    set(&mut session, path.to_str().expect("UTF-8"));
    fingerprint(&mut session)
}

#[test]
fn another_network_changes_the_evaluation_and_the_default_restores_it() {
    let folder = empty_folder("networks");
    let first = random_network(&folder, "first  network.nnue", 1);
    let second = random_network(&folder, "second.nnue", 2);
    let [first, second] = [&first, &second].map(|path| path.to_str().expect("UTF-8"));
    let mut session = Session::start();
    session.send("setoption name Threads value 1");
    let embedded = fingerprint(&mut session);
    set(&mut session, first);
    let changed = fingerprint(&mut session);
    assert_ne!(changed.0, embedded.0);
    assert_ne!(changed.1, embedded.1);
    // Again, then another one.
    set(&mut session, first);
    assert_eq!(fingerprint(&mut session), changed);
    set(&mut session, second);
    assert_ne!(fingerprint(&mut session).0, changed.0);
    for default in ["", "<empty>", embedded::EMBEDDED_NAME] {
        set(&mut session, default);
        assert_eq!(fingerprint(&mut session), embedded, "{default}");
        set(&mut session, first);
    }
    fs::remove_dir_all(folder).expect("the folder exists");
}

#[test]
fn export_net_writes_the_embedded_network_which_can_be_loaded() {
    let folder = empty_folder("exported");
    let other = random_network(&folder, "other.nnue", 7);
    let file = folder.join("exported network.nnue");
    let [other, name] = [&other, &file].map(|path| path.to_str().expect("UTF-8"));
    let mut session = Session::start();
    session.send("setoption name Threads value 1");
    let embedded = fingerprint(&mut session);
    // Another network is in use, and the file exists.
    set(&mut session, other);
    let changed = fingerprint(&mut session);
    for old in ["", "old"] {
        fs::write(&file, old).expect("a file for this test");
        session.send(&format!("export_net {name}"));
        assert_eq!(session.line(), format!("Wrote {name}"));
        assert_eq!(fs::read(&file).expect("the file exists"), EMBEDDED_FILE);
    }
    assert_eq!(fingerprint(&mut session), changed);
    set(&mut session, name);
    assert_eq!(fingerprint(&mut session), embedded);
    session.send(&format!("export_net {}", folder.display()));
    let refused = session.line();
    let error = "found a folder; expected a file";
    assert!(refused.ends_with(error), "{refused}");
    // Without a name, the file has that of the embedded network.
    let program = Command::new(PROGRAM)
        .arg("export_net")
        .current_dir(&folder)
        .output();
    assert_eq!(program.expect("the program starts").status.code(), Some(0));
    let default = fs::read(folder.join(embedded::EMBEDDED_NAME));
    assert_eq!(default.expect("the file exists"), EMBEDDED_FILE);
    fs::remove_dir_all(folder).expect("the folder exists");
}

#[test]
fn a_network_is_used_by_all_threads_and_after_a_change_of_their_number() {
    let folder = empty_folder("threads");
    let path = random_network(&folder, "network.nnue", 3);
    let mut session = Session::start();
    session.send("setoption name Threads value 2");
    set(&mut session, path.to_str().expect("UTF-8"));
    session.search("go depth 6");
    session.send("setoption name Threads value 1");
    let resized = fingerprint(&mut session);
    assert_eq!(fingerprint_of(&path), resized);
    fs::remove_dir_all(folder).expect("the folder exists");
}

#[test]
fn the_bench_uses_the_network_that_is_set() {
    let folder = empty_folder("bench");
    let path = random_network(&folder, "network.nnue", 6);
    let mut session = Session::start();
    session.send("setoption name Threads value 1");
    let mut nodes = |network: &str| {
        set(&mut session, network);
        let searched = searched_number(&mut session, "position startpos\ngo depth 6", "nodes");
        session.send("bench 16 1 6 current depth");
        session.lines_to("Nodes/second    : ");
        let line = session.line();
        assert!(line.starts_with(&format!("{searched} nodes ")), "{line}");
        searched
    };
    let embedded = nodes("");
    assert_ne!(nodes(path.to_str().expect("UTF-8")), embedded);
    fs::remove_dir_all(folder).expect("the folder exists");
}

#[test]
fn a_network_that_is_set_during_a_search_is_used_after_it() {
    let folder = empty_folder("running");
    let path = random_network(&folder, "network.nnue", 4);
    let mut session = Session::start();
    session.send("go infinite");
    session.send(&format!("setoption name EvalFile value {}", path.display()));
    session.send("stop");
    session.lines_to("bestmove");
    let changed = fingerprint(&mut session);
    assert_eq!(fingerprint_of(&path), changed);
    fs::remove_dir_all(folder).expect("the folder exists");
}

#[test]
fn files_that_are_no_networks_are_refused_and_the_old_network_stays() {
    let folder = empty_folder("refused");
    let good = random_network(&folder, "good.nnue", 5);
    let mut session = Session::start();
    set(&mut session, good.to_str().expect("UTF-8"));
    let before = fingerprint(&mut session);

    let changed = |at: usize, value: u8| {
        let mut bytes = EMBEDDED_FILE.to_vec();
        bytes[at] = value;
        bytes
    };
    let size = EMBEDDED_FILE.len();
    let found = Architecture {
        king_buckets: 7,
        ..Architecture::CURRENT
    };
    let cases = [
        (
            Vec::new(),
            "not a network of ferz: expected the first bytes FERZNNUE".to_owned(),
        ),
        (
            changed(0, b'f'),
            "not a network of ferz: expected the first bytes FERZNNUE".to_owned(),
        ),
        (
            changed(8, 9),
            "expected version 2 of the format, found version 9".to_owned(),
        ),
        (
            changed(12, 7),
            format!(
                "expected architecture {}, found {found}",
                Architecture::CURRENT
            ),
        ),
        (
            EMBEDDED_FILE[..size - 1].to_vec(),
            format!("expected {size} bytes, found {}", size - 1),
        ),
        (
            changed(size - 100, EMBEDDED_FILE[size - 100] ^ 1),
            "expected checksum ".to_owned(),
        ),
    ];
    let bad = folder.join("bad  network.nnue");
    for (bytes, reason) in cases {
        fs::write(&bad, bytes).expect("a file for this test");
        let answer = session.ask(&eval_file(bad.to_str().expect("UTF-8")));
        let [line] = &answer[..] else {
            panic!("{reason}: {answer:?}")
        };
        let expected = format!(
            "info string error: setoption: EvalFile: {}: {reason}",
            bad.display()
        );
        assert!(line.starts_with(&expected), "{line}");
        let kept = format!("; keeping {}", good.display());
        assert!(line.ends_with(&kept), "{line}");
    }
    for path in [folder.join("missing.nnue"), folder.clone()] {
        let answer = session.ask(&eval_file(path.to_str().expect("UTF-8")));
        let expected = format!(
            "info string error: setoption: EvalFile: cannot read {}: ",
            path.display()
        );
        assert!(
            answer.len() == 1 && answer[0].starts_with(&expected),
            "{answer:?}"
        );
    }
    assert_eq!(fingerprint(&mut session), before);
    fs::remove_dir_all(folder).expect("the folder exists");
}
