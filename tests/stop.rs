//! How a search ends: by its limits, by `stop`, by another command, by the end of input.
//!
//! The rule that everything here comes down to: one `go`, one `bestmove`; never none, for a
//! game would be lost, and never two, for the second would be taken for the next answer.
//! See <https://backscattering.de/chess/uci/#engine-bestmove>.

#[path = "common/session.rs"]
mod session;

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use session::{Session, answer_to};

/// A mate on the board.
const MATED: &str = "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";

/// No move, and no check.
const STALEMATED: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

/// One legal move.
const FORCED: &str = "position fen k7/8/1K6/8/8/8/8/7R b - - 0 1";

/// Mate in one.
const MATE_IN_1: &str = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

/// Long enough for a search with a limit to reach it, if it were to end there.
const A_WHILE: Duration = Duration::from_millis(120);

/// How soon an answer must come while something else runs.
const AT_ONCE: Duration = Duration::from_millis(100);

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

/// Fails if a search that must go on ends within a while.
#[track_caller]
fn assert_goes_on(session: &mut Session, what: &str) {
    let mut lines = session.lines_within(A_WHILE);
    lines.extend(session.settle());
    assert_eq!(
        count(&lines, "bestmove"),
        0,
        "{what} ends by itself: {lines:?}"
    );
}

/// The one best move that a command brings about at once.
#[track_caller]
fn best_move_after(session: &mut Session, command: &str) -> String {
    let started = Instant::now();
    let mut lines = session.search(command);
    assert!(started.elapsed() < Duration::from_secs(1), "{command}");
    let best = lines.pop().expect("a best move");
    let behind = session.settle();
    assert_eq!(
        behind, [""; 0],
        "{command}: something is said behind {best}"
    );
    best
}

/// How long `isready` waits for its answer: the middle of several times, for a busy
/// machine may hold up any of them.
fn time_to_be_ready(session: &mut Session) -> Duration {
    let mut times = [0; 7].map(|_| {
        let started = Instant::now();
        session.settle();
        started.elapsed()
    });
    times.sort();
    times[times.len() / 2]
}

// --- stop

#[test]
fn a_stop_right_behind_go_is_never_lost() {
    let mut session = Session::start();
    for i in 0..200 {
        let go = [
            "go infinite",
            "go",
            "go ponder wtime 60000 btime 60000",
            "go depth 200",
        ][i % 4];
        let lines = session.search(&format!("{go}\nstop"));
        assert_eq!(count(&lines, "bestmove 0000"), 0);
        // Another best move would stand before the next one's first line.
        assert_eq!(session.settle(), [""; 0], "{go}");
    }
    assert_eq!(session.quit().best_moves().len(), 200);
}

#[test]
fn a_stop_right_behind_go_is_never_lost_with_several_threads() {
    let mut session = Session::start();
    session.send("setoption name Threads value 3");
    for _ in 0..50 {
        session.search("go infinite\nstop");
        assert_eq!(session.settle(), [""; 0]);
    }
}

#[test]
fn commands_that_come_all_at_once_are_obeyed_one_by_one() {
    let mut session = Session::start();
    session.send(&"go infinite\nstop\n".repeat(100));
    let ended = session.quit();
    assert_eq!((ended.best_moves().len(), ended.status), (100, Some(0)));
}

#[test]
fn a_stop_ends_no_search_that_comes_after_it() {
    let mut session = Session::start();
    assert_eq!(session.ask("stop\nstop"), [""; 0]);
    session.send("stop\ngo infinite");
    assert_goes_on(&mut session, "a search behind a stop");
    best_move_after(&mut session, "stop");
    // The search has ended by itself when this stop comes.
    session.search("go depth 1");
    assert_eq!(session.ask("stop"), [""; 0]);
    session.send("go infinite");
    assert_goes_on(&mut session, "a search behind a stop");
    best_move_after(&mut session, "stop\nstop\nstop");
}

#[test]
fn a_search_stopped_before_it_has_begun_still_has_a_legal_move() {
    let mut session = Session::start();
    for (position, answer) in [
        (FORCED, "bestmove a8b8"),
        (MATED, "bestmove 0000"),
        (STALEMATED, "bestmove 0000"),
        // The only look that was taken: one move ahead.
        (MATE_IN_1, "bestmove a1a8"),
    ] {
        for _ in 0..5 {
            let best = best_move_after(&mut session, &format!("{position}\ngo infinite\nstop"));
            // On a busy machine the search may have got far enough to expect an answer.
            assert_eq!(best.split(" ponder").next(), Some(answer));
        }
    }
}

// --- infinite

#[test]
fn an_infinite_search_does_not_end_by_itself() {
    for (position, go) in [
        ("position startpos", "go"),
        ("position startpos", "go infinite"),
        ("position startpos", "go depth 2 infinite"),
        ("position startpos", "go infinite movetime 10"),
        ("position startpos", "go infinite wtime 20 btime 20"),
        ("position startpos", "go infinite wtime 0 btime 0"),
        (MATE_IN_1, "go infinite mate 1"),
        (MATE_IN_1, "go infinite depth 3"),
        (FORCED, "go infinite depth 1"),
        (FORCED, "go infinite wtime 20 btime 20"),
        (MATED, "go infinite"),
        (MATED, "go infinite depth 2 movetime 10"),
        (STALEMATED, "go infinite"),
    ] {
        let mut session = Session::start();
        session.send(&format!("{position}\n{go}"));
        assert_goes_on(&mut session, &format!("{position}: {go}"));
        best_move_after(&mut session, "stop");
    }
}

#[test]
fn an_infinite_search_does_not_end_when_it_has_visited_so_many_nodes() {
    let mut session = Session::start();
    session.send("go infinite nodes 100");
    assert_goes_on(&mut session, "go infinite nodes 100");
    best_move_after(&mut session, "stop");
}

#[test]
fn an_infinite_search_does_not_end_where_the_playing_strength_is_limited() {
    let mut session = Session::start();
    session.send("setoption name UCI_LimitStrength value true\ngo infinite");
    assert_goes_on(&mut session, "go infinite with UCI_LimitStrength");
    best_move_after(&mut session, "stop");
}

// --- ponder

#[test]
fn a_search_on_the_opponents_time_does_not_end_by_itself() {
    for (position, go) in [
        ("position startpos", "go ponder"),
        ("position startpos", "go ponder wtime 20 btime 20"),
        ("position startpos", "go wtime 0 btime 0 ponder"),
        ("position startpos", "go ponder movetime 10"),
        ("position startpos", "go ponder depth 2"),
        (MATE_IN_1, "go ponder mate 1 wtime 1000 btime 1000"),
        (FORCED, "go ponder wtime 1000 btime 1000"),
        (MATED, "go ponder wtime 1000 btime 1000"),
    ] {
        for end in ["stop", "ponderhit\nstop"] {
            let mut session = Session::start();
            session.send(&format!("{position}\n{go}"));
            assert_goes_on(&mut session, &format!("{position}: {go}"));
            best_move_after(&mut session, end);
        }
    }
}

#[test]
fn a_search_on_the_opponents_time_does_not_end_when_it_has_visited_so_many_nodes() {
    let mut session = Session::start();
    session.send("go ponder nodes 100");
    assert_goes_on(&mut session, "go ponder nodes 100");
    best_move_after(&mut session, "ponderhit");
}

#[test]
fn a_search_on_the_opponents_time_does_not_end_where_the_playing_strength_is_limited() {
    let mut session = Session::start();
    session.send("setoption name UCI_LimitStrength value true");
    session.send("go ponder wtime 60000 btime 60000");
    assert_goes_on(&mut session, "go ponder with UCI_LimitStrength");
    best_move_after(&mut session, "ponderhit");
}

#[test]
fn when_the_opponent_plays_the_move_expected_the_limits_begin_to_hold() {
    for (position, go) in [
        ("position startpos", "go ponder wtime 1000 btime 1000"),
        (
            "position startpos moves e2e4",
            "go ponder wtime 1 btime 1000 winc 5 binc 5",
        ),
        ("position startpos", "go ponder movetime 100"),
        ("position startpos", "go ponder depth 2"),
        (MATE_IN_1, "go ponder mate 1"),
        (MATE_IN_1, "go ponder wtime 60000 btime 60000"),
        (FORCED, "go ponder wtime 60000 btime 60000"),
        (MATED, "go ponder wtime 60000 btime 60000"),
    ] {
        let mut session = Session::start();
        session.send(&format!("{position}\n{go}"));
        assert_goes_on(&mut session, go);
        // Nothing but a ponderhit ends it; the second one has nothing to do.
        best_move_after(&mut session, "ponderhit\nponderhit");
    }
}

#[test]
fn the_time_spent_on_the_opponents_move_is_not_counted() {
    let mut session = Session::start();
    session.send("go ponder movetime 300");
    session.lines_within(millis(350));
    let started = Instant::now();
    session.search("ponderhit");
    let took = started.elapsed();
    assert!((millis(200)..millis(900)).contains(&took), "{took:?}");
}

#[test]
fn what_was_thought_on_the_opponents_time_need_not_be_thought_again() {
    let mut session = Session::start();
    // The king has one move. When that is played, iterations take long already, and the
    // present one must not be waited for.
    session.send(&format!("{FORCED}\ngo ponder wtime 600000 btime 600000"));
    session.lines_within(millis(1500));
    best_move_after(&mut session, "ponderhit");
}

#[test]
fn the_score_is_told_again_behind_a_ponderhit_that_finds_nothing_left_to_search() {
    let mut session = Session::start();
    session.send(&format!("{MATE_IN_1}\ngo ponder wtime 60000 btime 60000"));
    // All depths are done in a moment.
    session.lines_to("info depth 240 ");
    session.settle();
    let lines = session.search("ponderhit");
    let [line, best] = lines.as_slice() else {
        panic!("{lines:?}");
    };
    assert!(
        line.starts_with("info depth 240 ") && line.contains(" score mate 1 "),
        "{line}"
    );
    assert!(
        line.ends_with(" pv a1a8") && best == "bestmove a1a8",
        "{lines:?}"
    );
}

#[test]
fn a_ponderhit_right_behind_go_is_never_lost() {
    let mut session = Session::start();
    for _ in 0..50 {
        session.search("go ponder depth 1\nponderhit");
        assert_eq!(session.settle(), [""; 0]);
    }
}

#[test]
fn a_ponderhit_means_nothing_to_other_searches() {
    let mut session = Session::start();
    assert_eq!(session.ask("ponderhit"), [""; 0]);
    session.send("go infinite\nponderhit");
    assert_goes_on(&mut session, "go infinite");
    best_move_after(&mut session, "stop");
    // With no limit of its own, it goes on after the ponderhit too.
    session.send("go ponder\nponderhit");
    assert_goes_on(&mut session, "go ponder, ponderhit");
    best_move_after(&mut session, "stop");
}

// --- other commands during a search

#[test]
fn a_go_during_a_search_ends_it_and_is_a_search_of_its_own() {
    let mut session = Session::start();
    session.send("position startpos\ngo infinite");
    session.lines_to("info depth 2 ");
    session.send(&format!("{FORCED}\ngo depth 2"));
    let first = session.lines_to("bestmove").pop().expect("a best move");
    assert_ne!(first, "bestmove a8b8");
    let second = session.lines_to("bestmove");
    assert!(
        second
            .last()
            .is_some_and(|line| line.starts_with("bestmove a8b8")),
        "{second:?}"
    );
    assert_eq!(session.settle(), [""; 0]);
    session.send("go ponder\ngo infinite\ngo depth 1\ngo ponder\ngo depth 1");
    for _ in 0..5 {
        session.lines_to("bestmove");
    }
    assert_eq!(session.quit().best_moves().len(), 7);
}

#[test]
fn a_new_position_during_a_search_is_for_the_next_one() {
    let mut session = Session::start();
    session.send(&format!("{FORCED}\ngo infinite"));
    let said = session.ask("position startpos moves e2e4");
    assert_eq!(count(&said, "bestmove"), 0);
    let shown = session.ask("d");
    let fen = "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert!(shown.iter().any(|line| line == fen), "{shown:?}");
    assert_goes_on(&mut session, "a search of the old position");
    assert!(best_move_after(&mut session, "stop").starts_with("bestmove a8b8"));
    assert_ne!(best_move_after(&mut session, "go depth 1"), "bestmove a8b8");
}

#[test]
fn a_new_game_during_a_search_does_not_end_it() {
    let mut session = Session::start();
    session.send("go infinite\nucinewgame");
    assert_goes_on(&mut session, "a search when a new game begins");
    best_move_after(&mut session, "stop");
    best_move_after(&mut session, "ucinewgame\ngo depth 2");
}

#[test]
fn options_set_during_a_search_take_effect_after_it() {
    let mut session = Session::start();
    session.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\ngo infinite");
    for option in [
        "MultiPV value 3",
        "UCI_ShowWDL value true",
        "UCI_Chess960 value true",
        "Threads value 2",
        "Hash value 32",
    ] {
        session.send(&format!(
            "setoption name {option}\nsetoption name Clear Hash"
        ));
        let mut lines = session.lines_within(millis(20));
        lines.extend(session.settle());
        for line in lines {
            assert!(line.starts_with("info depth "), "{option}: {line}");
            let news = [" multipv 2 ", " wdl ", "e1h1", "e1a1"];
            assert!(
                !news.iter().any(|word| line.contains(word)),
                "{option}: {line}"
            );
        }
    }
    best_move_after(&mut session, "stop");
    let lines = session.search("go depth 2 searchmoves e1g1 e1c1");
    assert!(
        lines.iter().any(|line| line.contains(" multipv 2 ")),
        "{lines:?}"
    );
    assert!(lines[0].contains(" wdl "), "{lines:?}");
    assert!(
        lines[0].contains(" e1h1") || lines[0].contains(" e1a1"),
        "{lines:?}"
    );
}

#[test]
fn questions_are_answered_at_once_during_a_search() {
    for threads in [1, 3] {
        let mut session = Session::start();
        session.send(&format!("setoption name Threads value {threads}"));
        for running in ["go infinite", "go ponder wtime 1000 btime 1000"] {
            session.send(running);
            session.lines_within(millis(30));
            let time = time_to_be_ready(&mut session);
            assert!(time < AT_ONCE, "{running}: {time:?}");
            for (question, answer) in [("uci", "uciok"), ("d", "Legal moves"), ("eval", "Score")] {
                let started = Instant::now();
                session.send(question);
                session.lines_to(answer);
                let took = started.elapsed();
                assert!(took < 5 * AT_ONCE, "{running}: {question}: {took:?}");
            }
        }
    }
}

/// Other questions wait for it; see `tests/uci/order.rs`.
#[test]
fn isready_is_answered_at_once_during_a_count_or_a_bench() {
    for threads in [1, 3] {
        for running in ["go perft 9", "bench 20"] {
            let mut session = Session::start();
            session.send(&format!(
                "setoption name Threads value {threads}\n{running}"
            ));
            session.lines_within(millis(30));
            let time = time_to_be_ready(&mut session);
            assert!(time < AT_ONCE, "{running}: {time:?}");
        }
    }
}

// --- perft and bench

/// Whether what runs is stopped soon, and leaves nothing behind.
#[track_caller]
fn assert_stops(running: &str) {
    let mut session = Session::start();
    session.send(running);
    assert_eq!(session.lines_within(A_WHILE), [""; 0], "{running}");
    session.send("stop");
    let lines = session.lines_within(millis(700));
    let is_said = |line: &String| line.starts_with("info string ") && line.contains("stopped");
    assert!(
        lines.len() == 1 && lines.iter().all(is_said),
        "{running}: {lines:?}"
    );
    session.send("go perft 2");
    let lines = session.lines_to("info string");
    assert!(
        lines.iter().any(|line| line == "Nodes searched: 400"),
        "{lines:?}"
    );
    assert_eq!(session.quit().best_moves(), [""; 0]);
}

#[test]
fn a_long_count_can_be_stopped() {
    assert_stops("go perft 9");
    assert_stops("setoption name Threads value 2\ngo perft 9");
}

#[test]
fn a_long_bench_can_be_stopped() {
    assert_stops("bench 20");
}

#[test]
fn a_stop_right_behind_a_count_is_never_lost() {
    let mut session = Session::start();
    for _ in 0..50 {
        session.send("go perft 9\nstop");
        session.lines_to("info string");
        assert_eq!(session.settle(), [""; 0]);
    }
}

#[test]
fn a_count_ends_a_search_and_a_search_waits_for_a_count() {
    let mut session = Session::start();
    session.send("go infinite\ngo perft 5\ngo depth 1\ngo perft 1");
    let mut lines = session.lines_to("info string perft took");
    lines.extend(session.lines_to("info string perft took"));
    let notable = ["bestmove", "Nodes", "info string"];
    lines.retain(|line| notable.iter().any(|start| line.starts_with(start)));
    let expected = [
        "bestmove",
        "Nodes searched: 4865609",
        "info string perft took",
        "bestmove",
        "Nodes searched: 20",
        "info string perft took",
    ];
    assert_eq!(lines.len(), expected.len(), "{lines:?}");
    let mut pairs = lines.iter().zip(expected);
    assert!(
        pairs.all(|(line, start)| line.starts_with(start)),
        "{lines:?}"
    );
    assert_eq!(session.settle(), [""; 0]);
}

// --- the end of input

#[test]
fn at_the_end_of_input_what_ends_by_itself_is_finished() {
    for (input, last) in [
        ("position startpos\ngo depth 4\n", "bestmove "),
        ("go depth 4", "bestmove "),
        ("go nodes 20000", "bestmove "),
        ("go movetime 150", "bestmove "),
        ("go wtime 300 btime 300", "bestmove "),
        ("go ponder depth 4\nponderhit\n", "bestmove "),
        (
            "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo mate 1",
            "bestmove a1a8",
        ),
        (
            "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3",
            "bestmove 0000",
        ),
        ("go perft 3", "info string perft"),
        ("bench 1", ""),
    ] {
        let ended = answer_to(input);
        assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "{input:?}");
        let said = ended.lines.last().expect("an answer");
        assert!(said.starts_with(last), "{input:?}: {said}");
        assert_eq!(
            ended.best_moves().len(),
            usize::from(last.starts_with("best")),
            "{input:?}"
        );
        if input.contains("depth 4") {
            assert_eq!(
                count(&ended.lines, "info depth 4 "),
                1,
                "{input:?}: {ended:?}"
            );
        }
        if input.contains("perft 3") {
            assert_eq!(count(&ended.lines, "Nodes searched: 8902"), 1, "{ended:?}");
        }
        if input.contains("movetime") {
            assert!(ended.took > millis(100), "{:?}", ended.took);
        }
    }
}

/// What a search without an end must do when the input ends.
#[track_caller]
fn assert_stops_at_the_end_of_input(input: &str) {
    let mut session = Session::start();
    session.send(input);
    session.lines_within(millis(50));
    let ended = session.end_input_within(Duration::from_secs(3));
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "{input:?}");
    assert_eq!(ended.best_moves().len(), 1, "{input:?}");
}

#[test]
fn at_the_end_of_input_what_has_no_end_is_stopped() {
    for input in [
        "go",
        "go infinite",
        "go infinite depth 2",
        "go infinite movetime 10",
        "go ponder",
        "go ponder wtime 100 btime 100",
        "go ponder depth 2",
        "go ponder\nponderhit",
        "go searchmoves e2e4",
        // The clock of the side that waits.
        "go btime 100",
        "position startpos moves e2e4\ngo wtime 100",
        "go movestogo 3",
        "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1\ngo infinite",
    ] {
        assert_stops_at_the_end_of_input(input);
    }
}

#[test]
fn at_the_end_of_input_a_search_for_a_mate_is_finished() {
    const FEN: &str = "6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1";
    let ended = answer_to(&format!("position fen {FEN}\ngo mate 2\n"));
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
    let [.., line, best] = ended.lines.as_slice() else {
        panic!("{ended:?}");
    };
    assert!(line.contains(" score mate 2 "), "{line}");
    let words: Vec<&str> = best.split(' ').collect();
    assert_eq!(words[..2], ["bestmove", "g2g1"]);
}

#[test]
fn at_the_end_of_input_a_search_for_a_mate_that_is_not_there_ends_with_the_proof() {
    let ended = answer_to("go mate 1");
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
    assert_eq!(count(&ended.lines, "info string there is no mate in 1"), 1);
    assert_eq!(ended.best_moves().len(), 1);
}

#[test]
fn a_go_whose_limits_are_not_understood_is_answered_at_once() {
    let mut session = Session::start();
    for go in [
        "go depth",
        "go depth five",
        "go 5",
        "go movetime",
        "go wtime btime 60000",
        "go searchmoves e2e4 depth",
        "go winc 5 movestogo x",
    ] {
        best_move_after(&mut session, go);
    }
    // Black's clock is understood here, and limits the search of Black.
    session.send("position startpos moves e2e4");
    let lines = session.search("go wtime btime 200");
    assert!(
        !lines.iter().any(|line| line.contains("no limit")),
        "{lines:?}"
    );
    best_move_after(&mut session, "go btime wtime 200");
    // Until the move expected is played, it goes on in any case.
    session.send("go ponder depth");
    assert_goes_on(&mut session, "go ponder depth");
    best_move_after(&mut session, "ponderhit");
    for go in ["go infinite depth", "go", "go searchmoves e7e5"] {
        session.send(go);
        assert_goes_on(&mut session, go);
        best_move_after(&mut session, "stop");
    }
}

#[test]
fn nothing_is_searched_without_go() {
    for input in [
        "",
        "\n\n",
        "uci\nisready\nposition startpos moves e2e4\n",
        "stop\nponderhit",
    ] {
        let ended = answer_to(input);
        assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "{input:?}");
        assert_eq!(ended.best_moves(), [""; 0], "{input:?}");
        assert_eq!(count(&ended.lines, "info"), 0, "{input:?}");
    }
}

/// What the program must do when it is told to end while this runs.
#[track_caller]
fn assert_quits_at_once(running: &str) {
    for pause in [0, 50] {
        let mut session = Session::start();
        session.send(running);
        session.lines_within(millis(pause));
        let ended = session.quit_within(Duration::from_secs(2));
        assert!(
            ended.took < Duration::from_secs(1),
            "{running}: {:?}",
            ended.took
        );
        assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "{running}");
        let searches = running.contains("go") && !running.contains("perft");
        assert_eq!(ended.best_moves().len(), usize::from(searches), "{running}");
    }
}

#[test]
fn the_program_ends_at_once_when_it_is_told_to() {
    for running in [
        "",
        "go infinite",
        "go depth 100",
        "go ponder wtime 1000 btime 1000",
        "go perft 9\nstop",
        "setoption name Threads value 3\ngo infinite",
        "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1\ngo infinite",
    ] {
        assert_quits_at_once(running);
    }
}

#[test]
fn the_program_ends_at_once_when_it_is_told_to_and_a_bench_is_stopped() {
    assert_quits_at_once("bench 20\nstop");
}

#[test]
fn nothing_is_read_behind_quit() {
    let ended = answer_to("quit\nisready\ngo depth 1\n");
    assert_eq!((ended.lines, ended.status), (Vec::new(), Some(0)));
}

// --- everything at once

/// Pseudo-random numbers, the same in every run (xorshift,
/// <https://www.jstatsoft.org/article/view/v008i14>).
struct Dice(u64);

impl Dice {
    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        from[(self.0 % from.len() as u64) as usize]
    }
}

#[test]
fn any_mixture_of_commands_gives_one_best_move_for_each_go() {
    const COMMANDS: [&str; 26] = [
        "go infinite",
        "go",
        "go depth 2",
        "go depth 1 searchmoves e2e4 e7e5",
        "go nodes 500",
        "go movetime 2",
        "go wtime 20 btime 20",
        "go ponder depth 2",
        "go ponder wtime 20 btime 20",
        "go ponder",
        "go mate 1 nodes 500",
        "go perft 2",
        "go perft 8",
        "stop",
        "stop",
        "stop",
        "ponderhit",
        "isready",
        "isready",
        "ucinewgame",
        "position startpos",
        "position startpos moves e2e4",
        MATED,
        "setoption name MultiPV value 2",
        "setoption name Threads value 2",
        "setoption name Hash value 2",
    ];
    for seed in 1..=4 {
        let mut dice = Dice(0x9E37_79B9_7F4A_7C15 >> seed);
        let mut session = Session::start();
        let (mut searches, mut questions) = (0, 0);
        for i in 0..250 {
            let command = dice.pick(&COMMANDS);
            session.send(command);
            searches += usize::from(command.starts_with("go") && !command.contains("perft"));
            questions += usize::from(command == "isready");
            if i % 10 == 0 {
                session.lines_within(millis(3));
            }
        }
        // A count would be waited for.
        session.send("stop");
        let ended = session.quit();
        assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "seed {seed}");
        assert_eq!(ended.best_moves().len(), searches, "seed {seed}");
        assert_eq!(count(&ended.lines, "readyok"), questions, "seed {seed}");
    }
}

#[test]
fn a_search_that_nobody_can_read_of_does_not_go_on() {
    let mut ferz = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .env_remove("RUST_LOG")
        .spawn()
        .expect("the program starts");
    drop(ferz.stdout.take());
    let mut input = ferz.stdin.take().expect("a pipe");
    // At the end of input a search to a depth is waited for, and this one would take years.
    input.write_all(b"go depth 60\n").expect("a pipe");
    drop(input);
    let started = Instant::now();
    while ferz.try_wait().expect("a process").is_none() {
        let patience = Duration::from_secs(5);
        if started.elapsed() > patience {
            ferz.kill().expect("a process");
            panic!("it searches on");
        }
        thread::sleep(millis(10));
    }
    // That nobody reads is no error.
    let mut errors = String::new();
    let mut stderr = ferz.stderr.take().expect("a pipe");
    stderr
        .read_to_string(&mut errors)
        .expect("a pipe can be read");
    assert_eq!(errors, "");
}
