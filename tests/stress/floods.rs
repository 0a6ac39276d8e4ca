//! Many searches that are started and stopped in a row, and many `isready` at once.

use std::time::{Duration, Instant};

use ferz::chess::Board;

use crate::common::random::{Rng, scaled};
use crate::session::Session;
use crate::{ATTEMPTS, assert_is_legal, catch_up, count, median, millis};

/// Starts and stops `pairs` searches in groups of `at_a_time`, and reads all answers of a group
/// before it sends the next.
#[track_caller]
fn assert_answers_pairs(session: &mut Session, pairs: usize, at_a_time: usize) {
    let start = Board::default();
    for i in 0..pairs / at_a_time {
        let go = ["go infinite", "go infinite", "go", "go infinite depth 1"][i % 4];
        session.send(format!("{go}\nstop\n").repeat(at_a_time).trim_end());
        for _ in 0..at_a_time {
            let lines = session.lines_to("bestmove");
            // A second best move for one search would come before the first line of the next.
            assert!(lines.len() > 1, "{i}: {lines:?}");
            assert_is_legal(&lines[lines.len() - 1], &start);
        }
    }
    session.assert_settled();
}

/// Most pairs are sent in groups, because waiting for the answer to each pair is slow on a busy
/// machine.
#[test]
fn ten_thousand_pairs_of_go_infinite_and_stop_are_each_answered() {
    let mut session = Session::start();
    assert_answers_pairs(&mut session, scaled(1_000), 1);
    assert_answers_pairs(&mut session, scaled(7_600), 20);
    session.send("setoption name Threads value 4");
    assert_answers_pairs(&mut session, scaled(200), 1);
    assert_answers_pairs(&mut session, scaled(1_200), 20);
    let ended = session.quit();
    assert_eq!(ended.best_moves().len(), scaled(10_000));
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
}

#[test]
fn ten_thousand_pairs_of_go_infinite_and_stop_sent_at_once_are_answered() {
    let pairs = scaled(10_000);
    let mut session = Session::start();
    session.send(&"go infinite\nstop\n".repeat(pairs - pairs / 10));
    session.send("setoption name Threads value 3");
    session.send(&"go infinite\nstop\n".repeat(pairs / 10));
    catch_up(&mut session, 0, 0);
    let ended = session.quit();
    let best_moves = ended.best_moves();
    assert_eq!((best_moves.len(), ended.status), (pairs, Some(0)));
    for line in best_moves {
        assert_is_legal(line, &Board::default());
    }
}

/// Each `go` ends the search before it; there is no `stop` in between.
#[test]
fn thousands_of_searches_that_are_ended_by_the_next_go_are_all_answered() {
    let searches = scaled(4_000);
    let mut session = Session::start();
    session.send(&"go infinite\ngo ponder\n".repeat(searches / 2));
    session.send("stop");
    catch_up(&mut session, 0, 0);
    let ended = session.quit();
    assert_eq!(
        (ended.best_moves().len(), ended.status),
        (searches, Some(0))
    );
}

#[test]
fn ponder_ponderhit_and_stop_in_any_order_give_one_best_move_for_each_go() {
    const COMMANDS: [&str; 5] = [
        "go ponder",
        "go ponder depth 1",
        "go ponder movetime 1",
        "ponderhit",
        "stop",
    ];
    let mut rng = Rng::new(1);
    for threads in [1, 2] {
        let mut session = Session::start();
        session.send(&format!("setoption name Threads value {threads}"));
        // The digits of `number` in base 5 select four commands.
        for number in 0..COMMANDS.len().pow(4) {
            // With more threads, tests only an eighth of the orders.
            if threads > 1 && rng.below(8) > 0 {
                continue;
            }
            let digit = |i| number / COMMANDS.len().pow(i) % COMMANDS.len();
            let order = [0, 1, 2, 3].map(|i| COMMANDS[digit(i)]);
            let searches = order.iter().filter(|line| line.starts_with("go")).count();
            if rng.below(8) > 0 {
                session.send(&order.join("\n"));
            } else {
                for line in order {
                    session.send(line);
                    std::thread::sleep(Duration::from_micros(rng.below(1_500) as u64));
                }
            }
            session.send("stop");
            for _ in 0..searches {
                session.lines_to("bestmove");
            }
            session.assert_settled();
        }
        assert_eq!(session.quit().status, Some(0));
    }
}

/// Sends `isready` many times during a search, and returns the time until all are answered.
fn time_to_answer_a_flood(session: &mut Session, ready_requests: usize) -> Duration {
    let started = Instant::now();
    session.send("isready\n".repeat(ready_requests).trim_end());
    let mut answered = 0;
    while answered < ready_requests {
        let line = session.line();
        assert!(!line.starts_with("bestmove"), "the search has ended");
        answered += usize::from(line == "readyok");
    }
    started.elapsed()
}

#[test]
fn a_flood_of_isready_during_a_search_is_answered_promptly_and_in_full() {
    const READY_REQUESTS: usize = 3_000;
    for threads in [1, 4] {
        let mut session = Session::start();
        session.send(&format!(
            "setoption name Threads value {threads}\ngo infinite"
        ));
        session.lines_to("info depth 2 ");
        let times = [(); ATTEMPTS].map(|()| time_to_answer_a_flood(&mut session, READY_REQUESTS));
        // An idle machine takes about 20 microseconds for each.
        let time = median(times.to_vec());
        assert!(time < Duration::from_secs(1), "{threads} threads: {time:?}");
        session.search("stop");
        let ended = session.quit();
        let ready = count(&ended.lines, "readyok");
        assert_eq!(ready, times.len() * READY_REQUESTS);
        assert_eq!(ended.best_moves().len(), 1);
    }
}

#[test]
fn a_stop_before_go_has_no_effect_however_often_it_is_sent() {
    let mut session = Session::start();
    for threads in [1, 3] {
        session.send(&format!("setoption name Threads value {threads}"));
        session.send(&"stop\nponderhit\n".repeat(2_000));
        session.send("go infinite");
        let mut lines = session.lines_within(millis(60));
        lines.extend(session.settle());
        assert_eq!(count(&lines, "bestmove"), 0, "{lines:?}");
        session.search("stop");
    }
    assert_eq!(session.quit().best_moves().len(), 2);
}
