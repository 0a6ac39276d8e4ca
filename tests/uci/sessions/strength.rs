//! Limited strength: the options `UCI_Elo`, Skill Level and Human Pace.

use std::collections::HashSet;
use std::time::Instant;

use crate::KIWIPETE;
use crate::output::{search, searched_number};
use crate::session::{Session, millis};

#[test]
fn a_weak_player_captures_hanging_pieces_and_mates_in_one() {
    let mut session = Session::start();
    session.send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1320");
    for (setup, best) in [
        (
            "fen rnb1kbnr/ppp1pppp/8/8/3q4/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 1",
            "f3d4",
        ),
        ("fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"),
    ] {
        for _ in 0..10 {
            session.send("ucinewgame");
            let searched = search(&mut session, setup, "go wtime 1000 btime 1000");
            assert_eq!(searched.best, best, "{setup}");
            assert!(searched.last().nodes < 10_000, "{searched:?}");
        }
    }
}

#[test]
fn a_weak_player_varies_its_moves_and_analysis_is_not_weakened() {
    let mut session = Session::start();
    session.send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1320");
    let moves = |player: &mut Session, go: &str| -> HashSet<String> {
        let mut best = || {
            player.send("ucinewgame");
            search(player, "startpos", go).best
        };
        (0..30).map(|_| best()).collect()
    };
    assert!(moves(&mut session, "go movetime 1000").len() > 2);
    session.send("setoption name UCI_AnalyseMode value true");
    assert_eq!(moves(&mut session, "go nodes 3000").len(), 1);
}

#[test]
fn a_limited_player_at_human_pace_uses_a_part_of_its_time() {
    const WEAK: &str =
        "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1500";
    let mut session = Session::start();
    let mut time_of = |setup: &str, go: &str| {
        session.send(setup);
        session.settle();
        let started = Instant::now();
        session.search(go);
        started.elapsed()
    };
    let at_once = ..millis(180);
    // The option changes nothing at full strength; without it, limited strength answers at once.
    for (options, go) in [
        ("setoption name Human Pace value true", "go nodes 1000"),
        ("setoption name Human Pace value false", "go movetime 1"),
        (WEAK, "go movetime 1000"),
    ] {
        let quick = time_of(options, go);
        assert!(at_once.contains(&quick), "{options}: {quick:?}");
    }
    const PACED: &str = "setoption name Human Pace value true\nposition startpos";
    for (go, max_millis) in [
        ("go movetime 1000", 990),
        ("go wtime 30000 btime 30000", 2_000),
        ("go wtime 10000 winc 1000", 2_000),
    ] {
        let slow = time_of(PACED, go);
        assert!(
            (millis(200)..millis(max_millis)).contains(&slow),
            "{go}: {slow:?}"
        );
    }
    // A forced move takes little time, and no time is known without a clock.
    for (position, go) in [
        (
            "position fen k7/8/1K6/8/8/8/8/7R b - - 0 1",
            "go movetime 1000",
        ),
        ("position startpos", "go depth 3"),
        ("position startpos", "go infinite\nstop"),
        ("position startpos", "go movetime 60000\nstop"),
        ("position startpos", "go ponder movetime 100\nponderhit"),
    ] {
        let quick = time_of(position, go);
        assert!(at_once.contains(&quick), "{go}: {quick:?}");
    }
    // The time begins at the ponderhit.
    session.send("go ponder movetime 1000");
    session.lines_within(millis(300));
    let started = Instant::now();
    session.search("ponderhit");
    let slow = started.elapsed();
    assert!((millis(200)..millis(990)).contains(&slow), "{slow:?}");
}

/// Sets the options, searches to depth 10, and returns the node count.
#[track_caller]
fn nodes_of(session: &mut Session, options: &str) -> i64 {
    let lines = format!("{options}\nucinewgame\nposition {KIWIPETE}\ngo depth 10");
    searched_number(session, &lines, "nodes")
}

#[test]
fn a_low_skill_level_searches_less_and_the_highest_is_full_strength() {
    let mut session = Session::start();
    let full = nodes_of(&mut session, "");
    assert!(full > 20_000);
    let weak = nodes_of(&mut session, "setoption name Skill Level value 0");
    assert!(weak < full / 4, "{weak} {full}");
    // Analysis is not weakened, and `UCI_Elo` takes precedence over the skill level. Its node limit
    // at 3000 is not reached at this depth.
    let analysis = nodes_of(&mut session, "setoption name UCI_AnalyseMode value true");
    assert_eq!(analysis, full);
    session.send("setoption name UCI_AnalyseMode value false");
    let rated = "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 3000";
    assert_eq!(nodes_of(&mut session, rated), full);
    session.send("setoption name UCI_LimitStrength value false");
    assert_eq!(
        nodes_of(&mut session, "setoption name Skill Level value 20"),
        full
    );
}
