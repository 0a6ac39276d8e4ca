//! The limits of searches, except those of `go mate`.

use std::time::{Duration, Instant};

use ferz::chess::notation::CastlingNotation;

use crate::KIWIPETE;
use crate::output::{SearchOutput, game, legal_move, search};
use crate::session::{Session, millis};

#[test]
fn go_depth_searches_every_depth_up_to_the_limit() {
    let mut session = Session::start();
    for depth in 1..=5 {
        let searched = search(&mut session, "startpos", &format!("go depth {depth}"));
        let depths: Vec<u64> = searched.infos.iter().map(|info| info.depth).collect();
        assert_eq!(depths, (1..=depth).collect::<Vec<_>>());
    }
}

#[test]
fn go_nodes_searches_exactly_the_given_number_of_nodes() {
    let mut session = Session::start();
    for nodes in 1..20 {
        // Fewer nodes than legal moves, so not even the first iteration is completed.
        let searched = search(&mut session, "startpos", &format!("go nodes {nodes}"));
        assert_eq!(searched.last().nodes, nodes);
    }
    let mut exact = 0;
    for nodes in [
        1023, 1024, 1025, 2_000, 3_001, 5_000, 7_777, 10_000, 20_000, 33_333,
    ] {
        // The last line may have been printed before the search ended.
        let searched = search(&mut session, KIWIPETE, &format!("go nodes {nodes}"));
        assert!(searched.last().nodes <= nodes, "{nodes}: {searched:?}");
        exact += usize::from(searched.last().nodes == nodes);
    }
    assert!(exact > 0, "no search reported all of its nodes");
}

#[test]
fn only_the_moves_of_searchmoves_are_searched() {
    let mut session = Session::start();
    let searched = search(&mut session, "startpos", "go searchmoves a2a3 h2h3 depth 3");
    for info in &searched.infos {
        assert!(["a2a3", "h2h3"].contains(&&*info.pv[0]), "{info:?}");
    }
    session.send("setoption name MultiPV value 5");
    let two_moves = search(&mut session, "startpos", "go depth 2 searchmoves b1a3 g1h3");
    let ranks: Vec<_> = two_moves.infos.iter().map(|info| info.multipv).collect();
    assert_eq!(ranks, [Some(1), Some(2), Some(1), Some(2)]);
}

#[test]
fn an_illegal_move_of_searchmoves_is_reported_and_the_others_are_searched() {
    let mut session = Session::start();
    let lines = session.search("go searchmoves e2e5 a2a3 depth 2");
    assert!(
        lines[0].starts_with("info string ") && lines[0].contains("e2e5"),
        "{lines:?}"
    );
    let searched = SearchOutput::check("startpos", &lines, CastlingNotation::KingMoves);
    assert_eq!(searched.best, "a2a3");
}

#[test]
fn go_movetime_uses_about_the_given_time() {
    let mut session = Session::start();
    session.settle();
    let started = Instant::now();
    search(&mut session, KIWIPETE, "go movetime 250");
    let took = started.elapsed();
    assert!((millis(150)..millis(750)).contains(&took), "{took:?}");
}

#[test]
fn all_limits_apply_together() {
    let mut session = Session::start();
    let started = Instant::now();
    // One limit of each search is reached long before the others.
    for go in [
        "go depth 2 nodes 999999999 movetime 60000 wtime 600000 btime 600000",
        "go nodes 100 depth 100 movetime 60000",
        "go movetime 20 depth 100 nodes 999999999 wtime 600000",
        "go wtime 100 movetime 60000 depth 100",
        "go mate 100 nodes 500",
    ] {
        let searched = search(&mut session, "startpos", go);
        assert!(searched.last().depth <= 20, "{go}");
    }
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn an_expired_clock_still_gives_a_move_at_once() {
    let mut session = Session::start();
    for setup in [KIWIPETE, "startpos moves e2e4"] {
        for go in [
            "go wtime 0 btime 0",
            "go wtime 0 btime 0 winc 0 binc 0 movestogo 0",
            "go wtime -1000 btime -1000",
            "go wtime -1000 btime -1000 winc -5 binc -5 movestogo 1",
            "go wtime 1 btime 1 movestogo 40",
            "go wtime 1 btime 1 movestogo 1",
            "go movetime 0",
            "go movetime -100",
        ] {
            let started = Instant::now();
            search(&mut session, setup, go);
            assert!(started.elapsed() < millis(500), "{setup}: {go}");
        }
    }
}

#[test]
fn a_search_ends_before_its_clock_expires() {
    let mut session = Session::start();
    for (setup, go) in [
        ("startpos", "go wtime 100"),
        ("startpos moves e2e4", "go btime 100"),
        (KIWIPETE, "go wtime 150 btime 1 winc 1000"),
        (KIWIPETE, "go wtime 150 btime 1 movestogo 1"),
    ] {
        let started = Instant::now();
        let searched = search(&mut session, setup, go);
        assert!(searched.last().time <= 150, "{go}: {:?}", searched.last());
        assert!(started.elapsed() < millis(600), "{go}");
    }
}

#[test]
fn a_limit_out_of_range_is_reported_and_clamped() {
    let mut session = Session::start();
    for (go, note) in [
        ("go depth 256 nodes 200", "depth: found \"256\""),
        ("go depth 0", "depth: found \"0\""),
        (
            "go nodes 12345678901234567890 depth 1",
            "nodes: found \"12345678901234567890\"",
        ),
        ("go mate 1000 depth 1", "mate: found \"1000\""),
        ("go movestogo 256 wtime 100", "movestogo: found \"256\""),
        (
            "go wtime 9999999999999 depth 1",
            "wtime: found \"9999999999999\"",
        ),
    ] {
        let lines = session.search(go);
        let start = format!("info string go: {note}, using ");
        assert!(lines[0].starts_with(&start), "{go}: {lines:?}");
        SearchOutput::check("startpos", &lines, CastlingNotation::KingMoves);
    }
}

#[test]
fn an_increment_without_a_clock_is_no_limit() {
    let mut session = Session::start();
    for go in [
        "go depth 6 winc 0 binc 0",
        "go winc 0 depth 6",
        "go binc 0 winc 0 nodes 30000",
    ] {
        let searched = search(&mut session, "startpos", go);
        // If the clock counted as empty, no search would reach this depth.
        assert!(searched.last().depth >= 5, "{go}: {:?}", searched.last());
    }
}

#[test]
fn currmove_is_printed_after_three_seconds_and_not_before() {
    // The pawns are blocked, so iterations are short and the current move changes often.
    const SETUP: &str = "fen 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
    let mut session = Session::start();
    session.send(&format!("position {SETUP}\ngo infinite"));
    let is_current_move = |line: &String| line.contains(" currmove ");
    let early = session.lines_within(millis(2_700));
    assert!(!early.iter().any(is_current_move), "{early:?}");
    let line = loop {
        let line = session.line();
        if is_current_move(&line) {
            break line;
        }
    };
    let words: Vec<&str> = line.split(' ').collect();
    let ["info", "depth", _, "currmove", mv, "currmovenumber", number] = words[..] else {
        panic!("{line:?}")
    };
    assert!(legal_move(&game(SETUP), mv, CastlingNotation::KingMoves).is_some());
    assert!((1..=3).contains(&number.parse().unwrap_or(0)), "{line:?}");
}
