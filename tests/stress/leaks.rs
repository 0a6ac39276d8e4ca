//! An engine that has worked for a long time has no more threads and no more memory than before.

use ferz::chess::Board;

use crate::common::random::Rng;
use crate::long_games::game_with_few_captures;
use crate::memory_and_threads::assert_refused;
use crate::session::Session;
use crate::{assert_is_legal, assert_threads, status_of};

#[test]
fn searches_and_background_tasks_leave_no_threads() {
    let mut session = Session::start();
    session.ask("setoption name Threads value 8");
    let at_first = status_of(&session, "Threads");
    for running in [
        "go infinite\nstop\n".repeat(50) + "go depth 1",
        "go ponder\nponderhit\nstop\n".repeat(20) + "go depth 1",
        "go perft 4\ngo perft 9\nstop\nbench 1\nstop\nucinewgame\ngo depth 1".to_owned(),
        "setoption name Hash value 3\nsetoption name Clear Hash\ngo nodes 5000".to_owned(),
    ] {
        let searches = running.matches("go ").count() - running.matches("perft").count();
        session.send(&running);
        for _ in 0..searches {
            session.lines_to("bestmove");
        }
        // The threads of a perft end shortly after its result is printed.
        assert_threads(&session, at_first, &running);
    }
    let ended = session.quit();
    let last = ended.best_moves().pop().expect("an answer");
    assert_is_legal(last, &Board::default());
}

#[test]
fn a_hash_that_is_refused_many_times_leaks_no_memory() {
    let mut session = Session::start();
    let mut refuse = || {
        assert_refused(&session.ask("setoption name Hash value 33554432"), "hash");
        status_of(&session, "VmRSS")
    };
    let at_first = refuse();
    let at_last = (0..200).map(|_| refuse()).last();
    let at_last = at_last.expect("there are 200 attempts");
    // A leak of 2.5 kB per attempt exceeds this maximum.
    assert!(at_last < at_first + 500, "{at_first} kB, {at_last} kB");
}

#[test]
fn a_thousand_games_leak_no_memory() {
    /// Maximum growth of the resident memory after game 10, in kB. The allocator and the stacks of
    /// threads may take a few more pages. With one thread (1,000 games), a leak of 1.1 kB per game
    /// exceeds this maximum; with three threads (200 games), a leak of 5.3 kB per game does.
    const MAX_GROWTH: usize = 1_000;
    for (threads, games) in [(1, 1_000), (3, 200)] {
        let mut session = Session::start();
        session.send(&format!("setoption name Threads value {threads}"));
        session.send("setoption name Hash value 1\nsetoption name UCI_ShowWDL value true");
        let mut rng = Rng::new(5);
        let mut after_ten = 0;
        for game in 1..=games {
            let (moves, _) = game_with_few_captures(rng.next(), 8);
            session.send("ucinewgame");
            session.search(&format!("position startpos moves{moves}\ngo nodes 50"));
            session.search("go ponder nodes 50\nponderhit");
            if game == 10 {
                after_ten = status_of(&session, "VmRSS");
            }
        }
        session.settle();
        let after_all = status_of(&session, "VmRSS");
        println!("{threads} threads: {after_ten} kB after 10 games, {after_all} kB after {games}");
        assert!(
            after_all < after_ten + MAX_GROWTH,
            "{threads} threads: {after_ten} kB, {after_all} kB"
        );
        assert_eq!(session.quit().best_moves().len(), 2 * games);
    }
}
