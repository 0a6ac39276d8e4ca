//! Correct engines: ferz itself, and Stockfish and Ethereal if they are installed.

use std::path::Path;
use std::time::Duration;

use ferz::perft::suite;

use super::bisect;
use super::session::Session;

#[test]
fn ferz_agrees_with_itself_in_both_notations() {
    let engine = env!("CARGO_BIN_EXE_ferz");
    for arguments in [
        &["--max-nodes", "20000"][..],
        &["--max-nodes", "20000", "--chess960"],
    ] {
        let ended = bisect(&[&["--engine", engine], arguments].concat());
        assert_eq!(ended.status, Some(0), "{:?} {}", ended.lines, ended.errors);
    }
    let moves = ["--moves", "e2e4", "e7e5", "--depth", "3"];
    let ended = bisect(&[&["--engine", engine], &moves[..]].concat());
    assert_eq!(ended.status, Some(0), "{:?} {}", ended.lines, ended.errors);
}

/// Returns the command of Stockfish if it is installed.
fn stockfish() -> Option<&'static str> {
    // Debian installs it in a folder that is not in every PATH.
    let found = [
        "/usr/games/stockfish",
        "/usr/bin/stockfish",
        "/usr/local/bin/stockfish",
    ]
    .into_iter()
    .find(|path| Path::new(path).exists());
    if found.is_none() {
        println!("skipped: Stockfish is not installed");
    }
    found
}

#[test]
fn stockfish_agrees_on_the_built_in_positions() {
    let Some(engine) = stockfish() else {
        return;
    };
    for arguments in [
        &["--engine", engine][..],
        &["--engine", engine, "--chess960"],
    ] {
        let ended = bisect(arguments);
        assert_eq!(ended.status, Some(0), "{:?} {}", ended.lines, ended.errors);
        assert!(ended.lines[0].starts_with("Stockfish"), "{:?}", ended.lines);
    }
}

/// Ethereal prints only totals and does not support `go perft`.
#[test]
fn ethereal_agrees_on_the_built_in_positions() {
    let engine = "/usr/games/ethereal-chess";
    if !Path::new(engine).exists() {
        println!("skipped: Ethereal is not installed");
        return;
    }
    let command = ["--engine", engine, "--max-nodes", "20000"];
    let refused = bisect(&command);
    assert_eq!(refused.status, Some(2), "{:?}", refused.lines);
    assert!(
        refused.errors.contains("does not seem to support"),
        "{}",
        refused.errors
    );
    for more in [&[][..], &["--chess960"]] {
        let arguments = [&command[..], &["--ask", "perft {depth}"], more].concat();
        let ended = bisect(&arguments);
        assert_eq!(ended.status, Some(0), "{:?} {}", ended.lines, ended.errors);
        assert!(ended.lines[0].starts_with("Ethereal"), "{:?}", ended.lines);
    }
}

/// Time limit for each suite.
const LONG: Duration = Duration::from_secs(600);

/// Writes a copy of a suite without the unreachable positions, and returns its path. Stockfish
/// assumes that positions are reachable. In an unreachable one, it may capture en passant while it
/// is in check, although the double push did not give that check.
fn reachable_part(suite: &Path) -> String {
    let text = std::fs::read_to_string(suite).expect("a suite");
    let lines: Vec<&str> = text.lines().collect();
    let (cases, _) = suite::read(&text);
    let mut part = String::new();
    for case in cases.iter().filter(|case| case.notes.is_empty()) {
        part += &suite::fen_of(lines[case.line - 1]);
        for (depth, count) in &case.counts {
            part += &format!(" ;D{depth} {count}");
        }
        part += "\n";
    }
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reachable.epd");
    std::fs::write(&copy, part).expect("a file of the tests");
    copy.to_string_lossy().into_owned()
}

/// Compares ferz with Stockfish on the suites in the folder `FERZ_SUITES`, up to
/// `FERZ_SUITE_NODES` nodes per position (default 20,000).
#[test]
#[ignore = "needs Stockfish and a folder of suites in FERZ_SUITES"]
fn stockfish_agrees_on_larger_suites() {
    let Some(engine) = stockfish() else {
        return;
    };
    let folder = std::env::var("FERZ_SUITES").expect("FERZ_SUITES names a folder");
    let most = std::env::var("FERZ_SUITE_NODES").unwrap_or_else(|_| "20000".to_owned());
    for entry in std::fs::read_dir(&folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let file = reachable_part(&path);
        let arguments = [
            "bisect",
            "--engine",
            engine,
            "--suite",
            &file,
            "--max-nodes",
            &most,
        ];
        let ended = Session::start_with(&arguments, &[]).end_input_within(LONG);
        assert_eq!(ended.status, Some(0), "{:?} {}", ended.lines, ended.errors);
        println!("{}: {}", path.display(), ended.lines.join(" "));
    }
}

#[test]
fn unreachable_positions_are_compared_with_a_warning() {
    let engine = env!("CARGO_BIN_EXE_ferz");
    // The FEN for the engine does not contain the invalid castling rights.
    let fen = "4k3/8/8/8/8/8/8/r3K2r w KQ - 0 1";
    let ended = bisect(&["--engine", engine, "--fen", fen, "--depth", "2"]);
    assert_eq!(ended.status, Some(0), "{ended:?}");
    let notes: Vec<&str> = ended.errors.lines().collect();
    assert_eq!(
        notes,
        [
            "ferz: --fen: castling right K is dropped: there is no white rook on the squares from the king to h1; expected one",
            "ferz: --fen: castling right Q is dropped: there is no white rook on the squares from the king to a1; expected one",
            "ferz: --fen: this position cannot arise in a game: white is in check from a1, h1; expected checks that a single move can give",
        ]
    );
}

#[test]
fn unreachable_positions_of_a_suite_are_compared_with_a_warning() {
    let engine = env!("CARGO_BIN_EXE_ferz");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unreachable.epd");
    std::fs::write(&path, "3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - ;D3 2854\n").expect("a file");
    let suite = path.to_str().expect("a path in UTF-8");
    let ended = bisect(&["--engine", engine, "--suite", suite]);
    assert_eq!(ended.status, Some(0), "{ended:?}");
    assert!(
        ended.errors.starts_with(&format!(
            "ferz: {suite}:1: this position cannot arise in a game: "
        )),
        "{}",
        ended.errors
    );
}
