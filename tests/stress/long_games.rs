//! Games of many moves.

use std::time::{Duration, Instant};

use ferz::chess::Board;

use crate::common::random::Rng;
use crate::long_lines::{LONGEST_LINE, line_of};
use crate::session::Session;
use crate::{ATTEMPTS, assert_is_legal, median, millis};

/// Returns a random legal game of `plies` plies and its last position. Captures are rare, so
/// that the game does not end early.
pub(crate) fn game_with_few_captures(seed: u64, plies: usize) -> (String, Board) {
    let mut rng = Rng::new(seed);
    let (mut board, mut game) = (Board::default(), String::new());
    for _ in 0..plies {
        let has_reply = |&mv: &_| !board.after(mv).legal_moves().is_empty();
        let mut moves: Vec<_> = board.legal_moves().into_iter().filter(has_reply).collect();
        let is_capture =
            |mv: ferz::chess::Move| board.after(mv).occupied().count() < board.occupied().count();
        if rng.below(50) > 0 && moves.iter().any(|&mv| !is_capture(mv)) {
            moves.retain(|&mv| !is_capture(mv));
        }
        let mv = *rng.pick(&moves);
        game += &format!(" {mv}");
        board.make_move(mv);
    }
    (game, board)
}

#[test]
fn a_game_of_3000_plies_is_set_up_at_once_and_searched() {
    let shuffle = " g1f3 g8f6 f3g1 f6g8".repeat(750);
    for (game, last) in [
        game_with_few_captures(1, 3_000),
        game_with_few_captures(2, 3_000),
        (shuffle, Board::default()),
    ] {
        let mut session = Session::start();
        session.settle();
        let times = [(); ATTEMPTS].map(|()| {
            let started = Instant::now();
            session.send(&format!("position startpos moves{game}"));
            let fen = session.shown_fen();
            let placement = last.to_string();
            let placement = placement.split(' ').next().expect("a placement");
            assert!(fen.starts_with(placement), "{fen}: {last:?}");
            started.elapsed()
        });
        let time = median(times.to_vec());
        println!("3000 plies are set up in {time:?}");
        assert!(time < millis(300), "{times:?}");
        for go in [
            "go depth 5",
            "go movetime 50",
            "go wtime 500 btime 500",
            "go infinite\nstop",
        ] {
            let started = Instant::now();
            let lines = session.search(go);
            assert_is_legal(&lines[lines.len() - 1], &last);
            assert!(started.elapsed() < Duration::from_secs(5), "{go}");
        }
        assert_eq!(session.quit().status, Some(0));
    }
}

/// By the seventy-five-move rule, no game has more than 11,797 plies
/// (<https://wismuth.com/chess/longest-game.html>). Longer lines are allowed more time.
#[test]
fn a_search_after_the_longest_games_ends_in_time() {
    let round = " g1f3 g8f6 f3g1 f6g8";
    let longest = format!("position startpos moves{}", round.repeat(3_000));
    for (line, max_time) in [
        (longest, millis(300)),
        (line_of(LONGEST_LINE), millis(10_000)),
    ] {
        for threads in [1, 4] {
            let mut session = Session::start();
            session.send(&format!("setoption name Threads value {threads}"));
            session.ask(line.trim_end());
            let times = [(); 3].map(|()| {
                let started = Instant::now();
                let lines = session.search("go movetime 100");
                assert_is_legal(&lines[lines.len() - 1], &Board::default());
                started.elapsed()
            });
            let time = median(times.to_vec());
            let length = line.len();
            assert!(
                time < max_time,
                "{length} bytes, {threads} threads: {times:?}"
            );
        }
    }
}
