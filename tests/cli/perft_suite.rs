//! `ferz perft --suite`: compares the counts of a file of positions.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use ferz::chess::Board;
use serde_json::{Value, json};

use crate::messages::file;
use crate::session::{TIMEOUT, command_line};
use crate::subcommands::{assert_one_error, output};

/// A suite in both formats, with comments, and with counts too large for a test.
const GOOD_SUITE: &str = "\
# a comment
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D3 8902 ;D9 2439530234167\r
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -  0 1; D2 2039

id chess960
epd bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -
perft 1 21
perft 2 528
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D8 3009794393
";

#[test]
fn a_correct_suite_prints_a_line_per_position_and_a_summary() {
    let suite = file("good.epd", GOOD_SUITE);
    let lines = output(&["perft", "--suite", &suite, "--max-nodes", "10000"]);
    let words: Vec<Vec<&str>> = lines
        .iter()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(words[0][..5], ["2", "ok", "depth", "3", "8902"]);
    assert_eq!(words[0][5..].join(" "), Board::START_FEN);
    assert_eq!(words[1][..5], ["3", "ok", "depth", "2", "2039"]);
    assert_eq!(words[2][..5], ["6", "ok", "depth", "2", "528"]);
    assert_eq!(words[3][..2], ["9", "skipped"]);
    assert_eq!(
        lines[4..9],
        [
            "",
            "Positions: 4, 0 wrong",
            "Counts: 5, 0 wrong, 2 skipped (more than 10000 nodes)",
            "Malformed lines: 0",
            "Nodes searched: 11510",
        ]
    );
    assert!(
        lines[9].starts_with("Time: ") && lines.len() == 10,
        "{lines:#?}"
    );
}

#[test]
fn a_wrong_count_gives_status_1() {
    // A malformed line does not change the status.
    let suite = GOOD_SUITE.replace("D3 8902", "D3 8903") + "nonsense\n";
    let suite = file("wrong.epd", suite);
    let ended = command_line(&[
        "perft",
        "--suite",
        &suite,
        "--max-nodes",
        "10000",
        "--hash",
        "2",
    ]);
    assert_eq!(ended.status, Some(1));
    assert!(ended.lines[0].starts_with("     2  WRONG"), "{ended:?}");
    assert_eq!(
        ended.lines[1].trim(),
        "depth 3: expected 8903, counted 8902"
    );
    for line in [
        "Positions: 4, 1 wrong",
        "Counts: 5, 1 wrong, 2 skipped (more than 10000 nodes)",
    ] {
        assert!(ended.lines.contains(&line.to_owned()), "{ended:?}");
    }
}

#[test]
fn a_malformed_line_is_reported_and_the_others_are_counted() {
    let text = "8/8/8/8/8/8/8/K6k w - - 0 1 ;D1 three\n".to_owned() + GOOD_SUITE + "nonsense\n";
    let suite = file("malformed.epd", text);
    let ended = command_line(&["perft", "--suite", &suite, "--max-nodes", "10000"]);
    assert_eq!(ended.status, Some(2));
    let errors: Vec<&str> = ended.errors.lines().collect();
    assert_eq!(errors.len(), 3, "{errors:?}");
    assert!(
        errors[0].starts_with(&format!(
            "ferz: {suite}:1: found \";D1 three\"; expected a depth"
        )),
        "{errors:?}"
    );
    assert!(
        errors[1].starts_with(&format!("ferz: {suite}:11: the FEN has")),
        "{errors:?}"
    );
    assert_eq!(
        errors[2],
        format!("ferz: {suite}: 2 lines could not be read")
    );
    for line in ["Positions: 4, 0 wrong", "Malformed lines: 2"] {
        assert!(ended.lines.contains(&line.to_owned()), "{ended:?}");
    }
}

#[test]
fn json_contains_all_counts_of_a_suite() {
    let suite = GOOD_SUITE.replace("perft 2 528", "perft 2 529") + "nonsense\n";
    let suite = file("json.epd", suite);
    let ended = command_line(&["perft", "--suite", &suite, "--json", "--max-nodes", "10000"]);
    assert_eq!((ended.status, ended.lines.len()), (Some(1), 1), "{ended:?}");
    let report: Value = serde_json::from_str(&ended.lines[0]).unwrap();
    assert_eq!(
        (&report["format"], &report["version"]),
        (&json!("ferz-perft-suite"), &json!(1))
    );
    assert_eq!(report["file"], json!(suite));
    assert_eq!(
        report["positions"][2],
        json!({
            "line": 6,
            "fen": "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 0 1",
            "agrees": false,
            "counts": [
                {"depth": 1, "expected": 21, "counted": 21},
                {"depth": 2, "expected": 529, "counted": 528},
            ],
        })
    );
    assert_eq!(report["positions"][3]["counts"], json!([]));
    assert_eq!(report["errors"][0]["line"], json!(10));
    assert!(
        report["errors"][0]["message"]
            .as_str()
            .unwrap()
            .starts_with("the FEN has")
    );
    let summary = &report["summary"];
    let counts = [
        "positions",
        "wrong_positions",
        "counts",
        "wrong_counts",
        "left_out",
        "malformed_lines",
        "nodes",
    ];
    assert_eq!(
        counts.map(|name| summary[name].as_u64().unwrap()),
        [4, 1, 5, 1, 2, 1, 11510]
    );
}

#[test]
fn a_suite_that_cannot_be_read_is_one_error() {
    let empty = file("empty.epd", "# only this comment\n\n");
    let folder = env!("CARGO_TARGET_TMPDIR");
    let missing = "/no such folder/suite.epd";
    for (suite, message) in [
        (&*empty, format!("{empty}: found no position")),
        (folder, format!("cannot read {folder}: ")),
        (missing, format!("cannot read {missing}: ")),
    ] {
        assert_one_error(&["perft", "--suite", suite], &message);
    }
}

#[test]
fn a_line_that_is_not_text_is_reported_and_the_others_are_counted() {
    let mut bytes = b"\xEF\xBB\xBF# after a byte order mark\nepd \xFF\xFE\nperft 1 3\n".to_vec();
    bytes.extend(format!("epd\t{}\nperft\t1 20\n", Board::START_FEN).bytes());
    let suite = file("bytes.epd", bytes);
    let ended = command_line(&["perft", "--suite", &suite]);
    assert_eq!(ended.status, Some(2));
    assert!(
        ended.lines[0].contains("ok     depth  1"),
        "{:?}",
        ended.lines
    );
    let expected = format!("ferz: {suite}:2: found bytes that are not text; expected UTF-8");
    assert_eq!(ended.errors.lines().next(), Some(&*expected));
}

/// Closes the pipe after the first line of output, for a suite that would take minutes.
#[test]
fn a_closed_pipe_ends_a_suite_without_an_error() {
    let position = format!("{} ;D5 4865609\n", Board::START_FEN);
    let suite = file("long.epd", position.repeat(20_000));
    let mut program = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(["perft", "--suite", &suite])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut stdout = BufReader::new(program.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    assert!(line.starts_with("     1  ok"), "{line}");
    drop(stdout);
    let deadline = Instant::now() + TIMEOUT;
    while program.try_wait().unwrap().is_none() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(1));
    }
    program.kill().unwrap();
    let ended = program.wait_with_output().unwrap();
    assert_eq!(
        ended.status.code(),
        Some(0),
        "the program did not end by itself"
    );
    assert_eq!(String::from_utf8(ended.stderr).unwrap(), "");
}

/// Positions that no game reaches, and one with an impossible castling right.
const UNUSUAL_SUITE: &str = "\
epd 3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - -
perft 3 2854
K6N/6N1/8/5k2/7N/8/p7/8 b - - ;D4 7662
4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1 ;D1 16
";

#[test]
fn a_position_that_no_game_reaches_is_counted_with_a_note() {
    let suite = file("unusual.epd", UNUSUAL_SUITE);
    let ended = command_line(&["perft", "--suite", &suite]);
    assert_eq!(ended.status, Some(0), "{ended:?}");
    for line in ["Positions: 3, 0 wrong", "Malformed lines: 0"] {
        assert!(ended.lines.contains(&line.to_owned()), "{ended:?}");
    }
    let errors: Vec<&str> = ended.errors.lines().collect();
    let notes = [
        "1: this position cannot arise in a game: white is in check from d3, a6; expected checks that a single move can give",
        "3: this position cannot arise in a game: black is in check from h4, g7; expected checks that a single move can give",
        "4: castling right K is dropped: there is no white rook on the squares from the king to h1; expected one",
    ];
    assert_eq!(errors, notes.map(|note| format!("ferz: {suite}:{note}")));
}

#[test]
fn notes_on_a_fen_go_to_standard_error_and_counts_to_standard_output() {
    let fen = "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1";
    let note = "this position cannot arise in a game: black was in check from f2 before the double push over d3; expected no check";
    for (arguments, name, last) in [
        (
            &["perft", "6", "--divide", "--fen", fen][..],
            "--fen",
            "Nodes searched: 824064",
        ),
        (&["perftree", "6", fen], "FEN", "824064"),
    ] {
        let ended = command_line(arguments);
        assert_eq!(ended.status, Some(0), "{ended:?}");
        assert_eq!(ended.errors, format!("ferz: {name}: {note}\n"));
        assert!(ended.lines.contains(&last.to_owned()), "{ended:?}");
    }
}
