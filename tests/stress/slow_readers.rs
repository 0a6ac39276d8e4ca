//! Readers of the output that pause, or never read it: the engine is blocked on its output.

use crate::session::Session;
use crate::{AT_ONCE, ATTEMPTS, MOST_MOVES, assert_is_legal, board, count, median, millis};

/// Stops reading, starts a search whose output fills the pipe, so that the engine is blocked, and
/// sends `uci`, `d` and `isready` `rounds` times.
fn fill_pipe(session: &mut Session, rounds: usize) {
    session.send(&format!("position fen {MOST_MOVES}"));
    session.send("setoption name MultiPV value 256\nisready");
    session.lines_to("readyok");
    session.stop_reading();
    session.send("go infinite");
    session.send("uci\nd\nisready\n".repeat(rounds).trim_end());
    // The search alone prints more than the 64 kB that a pipe holds by default on Linux.
    std::thread::sleep(millis(300));
}

#[test]
fn a_reader_that_pauses_receives_all_answers_in_order() {
    const ROUNDS: usize = 100;
    let mut session = Session::start();
    fill_pipe(&mut session, ROUNDS);
    session.resume_reading();
    session.search("stop");
    session.settle();
    let ended = session.quit();
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
    let answers = ["uciok", "Checkers: ", "readyok"];
    let found = ended.lines.iter().filter_map(|line| {
        let is_start = |start: &&&str| line.starts_with(**start);
        answers.iter().find(is_start).copied()
    });
    let found: Vec<&str> = found.collect();
    // The first and the last `readyok` belong to no round.
    assert_eq!(found.len(), ROUNDS * answers.len() + 2);
    for round in found[1..found.len() - 1].chunks(answers.len()) {
        assert_eq!(round, answers);
    }
    // The other lines of the answers are complete too.
    for (start, per_round) in [
        ("option name Hash ", 1),
        ("+---+", 9),
        ("a   b ", 1),
        ("Fen: ", 1),
    ] {
        let lines = count(&ended.lines, start);
        assert_eq!(lines, ROUNDS * per_round, "{start}");
    }
    assert_eq!(ended.best_moves().len(), 1);
    assert_is_legal(ended.best_moves()[0], &board(MOST_MOVES));
}

#[test]
fn searches_during_a_pause_of_the_reader_give_their_best_moves_afterwards() {
    let mut session = Session::start();
    session.send(&format!("position fen {MOST_MOVES}"));
    session.send("setoption name MultiPV value 256\nisready");
    session.lines_to("readyok");
    session.stop_reading();
    session.send("go movetime 50\ngo movetime 50\ngo depth 3\nstop");
    std::thread::sleep(millis(300));
    session.resume_reading();
    for _ in 0..3 {
        let lines = session.lines_to("bestmove");
        assert_is_legal(&lines[lines.len() - 1], &board(MOST_MOVES));
    }
    session.assert_settled();
}

#[test]
fn quit_without_a_reader_ends_the_process_at_once() {
    for rounds in [0, 400] {
        let times = [(); ATTEMPTS].map(|()| {
            let mut session = Session::start();
            fill_pipe(&mut session, rounds);
            // The last line may be cut off, so the output is not checked.
            let (time, status) = session.quit_without_reading();
            assert_eq!(status, Some(0));
            time
        });
        let time = median(times.to_vec());
        assert!(time < AT_ONCE, "{rounds} rounds: {times:?}");
    }
}

/// The output of a script may go to a pager, for example.
#[test]
fn a_slow_reader_gets_the_whole_output_of_a_script() {
    const ROUNDS: usize = 400;
    let mut session = Session::start();
    session.settle();
    session.stop_reading();
    session.send("d\nuci\n".repeat(ROUNDS).trim_end());
    session.send("go perft 4\nquit");
    session.close_input();
    // If the input were open, a blocked write would be abandoned much earlier.
    std::thread::sleep(millis(600));
    let ended = session.ended();
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
    assert_eq!(count(&ended.lines, "uciok"), ROUNDS);
    assert_eq!(count(&ended.lines, "Nodes searched: 197281"), 1);
}
