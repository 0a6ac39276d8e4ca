//! Background tasks: perft, bench, speedtest and genfens. `order` tests which commands wait for
//! them.

use std::collections::BTreeMap;

use ferz::chess::Board;
use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::perft;

use crate::KIWIPETE;
use crate::output::game;
use crate::session::{Session, command_line};

/// Reads the output of `go perft`, which must have exactly the format of Stockfish: the count
/// of each move, an empty line, the total, an empty line. An `info string` follows.
#[track_caller]
fn read_perft(session: &mut Session, depth: u32) -> (BTreeMap<String, u64>, u64) {
    session.send(&format!("go perft {depth}"));
    let mut counts = BTreeMap::new();
    loop {
        let line = session.line();
        if line.is_empty() {
            break;
        }
        let (mv, count) = line.split_once(": ").unwrap_or_else(|| panic!("{line:?}"));
        let digits = count.bytes().all(|byte| byte.is_ascii_digit());
        assert!(digits && mv.parse::<CoordinateMove>().is_ok(), "{line:?}");
        let count = count.parse().expect("a number");
        assert_eq!(
            counts.insert(mv.to_owned(), count),
            None,
            "{mv} appears twice"
        );
    }
    let line = session.line();
    let total = line.strip_prefix("Nodes searched: ").map(str::parse);
    let Some(Ok(total)) = total else {
        panic!("{line:?}")
    };
    assert_eq!(session.line(), "");
    let note = session.line();
    assert!(
        note.starts_with("info string ") && note.contains("per second"),
        "{note:?}"
    );
    session.assert_settled();
    (counts, total)
}

#[test]
fn go_perft_prints_in_the_format_of_stockfish() {
    use CastlingNotation::{KingMoves, KingTakesRook};
    const CASTLING: &str = "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    // Number 1 of the Chess960 perft suite that Stockfish and others use.
    const CHESS960: &str = "fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let mut session = Session::start();
    for threads in [1, 2] {
        session.send(&format!("setoption name Threads value {threads}"));
        for (mode, notation, setup, counts) in [
            ("false", KingMoves, "startpos", [20, 400, 8902]),
            ("false", KingMoves, KIWIPETE, [48, 2039, 97862]),
            ("false", KingMoves, CASTLING, [26, 568, 13744]),
            ("true", KingTakesRook, CASTLING, [26, 568, 13744]),
            ("true", KingTakesRook, CHESS960, [21, 528, 12189]),
        ] {
            session.send(&format!(
                "setoption name UCI_Chess960 value {mode}\nposition {setup}"
            ));
            assert_eq!(read_perft(&mut session, 0), (BTreeMap::new(), 1), "{setup}");
            let board = *game(setup).board();
            for (depth, expected) in (1..).zip(counts) {
                let (moves, total) = read_perft(&mut session, depth);
                assert_eq!(
                    (moves.values().sum::<u64>(), total),
                    (expected, expected),
                    "{setup}"
                );
                let written = |(mv, count)| (CoordinateMove::new(mv, notation).to_string(), count);
                let divided = perft::divide(&board, depth).into_iter().map(written);
                assert_eq!(moves, divided.collect(), "{setup}");
            }
        }
    }
}

#[test]
fn perft_counts_no_nodes_below_a_position_without_legal_moves() {
    let mut session = Session::start();
    session.send("position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    for (depth, expected) in [(0, 1), (1, 0), (3, 0)] {
        assert_eq!(read_perft(&mut session, depth), (BTreeMap::new(), expected));
    }
}

/// Returns the node count of a line `<nodes> nodes <nps> nps`.
#[track_caller]
fn bench_nodes(line: &str) -> u64 {
    let words: Vec<&str> = line.split(' ').collect();
    let [nodes, "nodes", nps, "nps"] = words[..] else {
        panic!("{line:?}")
    };
    assert!(nps.parse::<u64>().is_ok(), "{line:?}");
    nodes.parse().expect("a number")
}

/// Reads the output of a bench and returns its node count. A summary in Stockfish's format comes
/// first, and then the line for OpenBench.
#[track_caller]
fn read_bench(session: &mut Session) -> u64 {
    let lines = session.lines_to("Nodes/second    : ");
    let starts = [
        "====",
        "Total time (ms) : ",
        "Nodes searched  : ",
        "Nodes/second    : ",
    ];
    assert_eq!(lines.len(), starts.len(), "{lines:?}");
    let has_start = |(line, start): (&String, &str)| line.starts_with(start);
    assert!(lines.iter().zip(starts).all(has_start), "{lines:?}");
    let nodes = bench_nodes(&session.line());
    assert_eq!(lines[2], format!("Nodes searched  : {nodes}"));
    nodes
}

#[test]
fn bench_counts_the_same_nodes_however_it_is_started() {
    let mut session = Session::start();
    session.send("bench 2");
    let nodes = read_bench(&mut session);
    assert!(nodes > 1000);
    // Earlier searches and options have no effect on the node count.
    session.search("setoption name Threads value 2\nsetoption name MultiPV value 3\ngo depth 3");
    session.send("bench 2");
    assert_eq!(read_bench(&mut session), nodes);
    session.send("bench 16 1 2 default depth");
    assert_eq!(read_bench(&mut session), nodes);
    for arguments in [
        &["bench", "2"][..],
        &["bench", "16", "1", "2", "default", "depth"],
    ] {
        let ended = command_line(arguments);
        assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
        assert_eq!(bench_nodes(ended.lines.last().expect("a line")), nodes);
    }
}

#[test]
fn speedtest_searches_for_the_given_time_and_can_be_stopped() {
    let ended = command_line(&["speedtest", "2", "4", "1"]);
    let value = |label: &str| {
        let line = ended.lines.iter().find(|line| line.starts_with(label));
        let line = line.unwrap_or_else(|| panic!("{label}: {ended:?}"));
        line.rsplit(' ')
            .next()
            .expect("a word")
            .parse::<f64>()
            .unwrap_or(0.0)
    };
    assert_eq!(value("Thread count               : "), 2.0);
    assert_eq!(value("TT size [MiB]              : "), 4.0);
    assert!(value("Total nodes searched       : ") > 1000.0);
    assert!(value("Total search time [s]      : ") >= 0.5);
    assert!(value("Nodes/second               : ") > 1000.0);
    let mut session = Session::start();
    session.send("speedtest 2 4 1000\nstop");
    assert_eq!(session.line(), "info string speedtest was stopped");
}

#[test]
fn genfens_prints_openings_before_a_quit_in_the_next_argument() {
    let ended = command_line(&["genfens 8 seed 1 book None ", "quit"]);
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
    let openings = ended.lines.iter().map(|line| {
        let fen = line.strip_prefix("info string genfens ");
        fen.unwrap_or_else(|| panic!("not an opening: {line}"))
    });
    let boards: Vec<Board> = openings.map(|fen| fen.parse().expect("a FEN")).collect();
    assert_eq!(boards.len(), 8);
    let mut session = Session::start();
    session.send("genfens 1000000 seed 1 book None");
    assert!(session.line().starts_with("info string genfens "));
    session.send("stop");
    // Fails if the engine prints openings for too long.
    session.lines_to("info string genfens was stopped");
}

#[test]
fn bench_searches_the_positions_of_a_file_and_the_current_one() {
    let path = std::env::temp_dir().join(format!("ferz-bench-{}.epd", std::process::id()));
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    std::fs::write(&path, format!("{fen}\n\n{fen}\n")).expect("the test can write its file");
    let name = path.to_str().expect("a name in UTF-8");
    let nodes = |line: &str| {
        let mut session = Session::start();
        session.send(&format!("{fen}\n{line}"));
        read_bench(&mut session)
    };
    assert_eq!(nodes("bench 1 1 3 current perft"), 97_862);
    assert_eq!(nodes(&format!("bench 1 2 3 {name} perft")), 2 * 97_862);
    let once = nodes("bench 1 1 3 current depth");
    assert!(once > 0);
    assert_eq!(nodes(&format!("bench 1 1 3 {name} depth")), 2 * once);
    assert_eq!(nodes("bench 1 1 500 current nodes"), 500);
    std::fs::remove_file(&path).expect("the test can remove its file");
}
