//! Large inputs: long lines, long games, many games, and positions with many moves.

use std::time::{Duration, Instant};

use ferz::chess::Board;

use crate::common::random::Rng;
use crate::session::Session;
use crate::{assert_is_legal, board, count, median, millis};

/// The maximum length of a line in bytes, equal to `MAX_LINE_BYTES` in `src/uci/parse.rs`.
const LONGEST_LINE: usize = 1 << 20;

// --- lines

/// Returns a `position` line of this length: knights move out and back, and blanks fill the
/// rest.
fn line_of(bytes: usize) -> String {
    let mut line = "position startpos moves".to_owned();
    let round = " g1f3 g8f6 f3g1 f6g8";
    line += &round.repeat((bytes - line.len()) / round.len());
    line += &" ".repeat(bytes - line.len());
    line
}

#[test]
fn a_line_of_the_maximum_length_is_accepted_and_a_longer_one_gets_a_one_line_error() {
    let knight_move = "position startpos moves g1f3";
    for (line_end, most) in [("\n", LONGEST_LINE), ("\r\n", LONGEST_LINE - 1)] {
        let mut session = Session::start();
        session.settle();
        session.send(knight_move);
        session.send_bytes((line_of(most) + line_end).as_bytes());
        session.assert_settled();
        assert!(session.shown_fen().starts_with(&Board::START_FEN[..50]));
        session.send(knight_move);
        let before = session.shown_fen();
        for more in [1, LONGEST_LINE] {
            session.send_bytes((line_of(LONGEST_LINE + more) + line_end).as_bytes());
            let output = session.settle();
            assert_eq!(output.len(), 1, "{more} bytes too many");
            let start = "info string error: ignored a line: \"position startpos moves ";
            let end = "…; expected at most 1048576 bytes";
            assert!(
                output[0].starts_with(start) && output[0].ends_with(end),
                "{output:?}"
            );
            assert_eq!(session.shown_fen(), before);
        }
        assert_eq!(session.quit().status, Some(0));
    }
}

#[test]
fn messages_about_a_line_of_a_megabyte_are_short_and_few() {
    /// The maximum length of a message, in bytes.
    const READABLE: usize = 2_000;
    let fill = |start: &str, word: &str| {
        let repeats = (LONGEST_LINE - start.len()) / word.len();
        start.to_owned() + &word.repeat(repeats)
    };
    for line in [
        fill("", "x"),
        fill("", "joho "),
        fill("isready ", "joho "),
        fill("position fen ", "8/"),
        fill("position startpos moves ", "e2e5 "),
        fill("position startpos moves e2e4", "x"),
        fill("setoption name ", "Hash"),
        fill("setoption name Hash value ", "9"),
        fill("setoption name SyzygyPath value ", "/no"),
        fill("setoption name EvalFile value ", "/no"),
        fill("go depth 1 ", "joho "),
        fill("go depth 1 searchmoves ", "e2e5 "),
        fill("go depth ", "9"),
        fill("go infinite ", "infinite "),
        fill("go perft ", "x"),
        fill("\u{1}", "\u{2}"),
    ] {
        let start: String = line.chars().take(40).collect();
        let mut session = Session::start();
        session.settle();
        let sent = Instant::now();
        session.send(&line);
        session.settle();
        assert!(sent.elapsed() < Duration::from_secs(5), "{start}");
        session.send("stop");
        let ended = session.quit();
        assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "{start}");
        let is_message = |printed: &&String| printed.starts_with("info string");
        let messages: Vec<&String> = ended.lines.iter().filter(is_message).collect();
        let longest = messages.iter().map(|message| message.len()).max();
        assert!(
            longest.unwrap_or(0) < READABLE,
            "{start}: {longest:?} bytes"
        );
        assert!(messages.len() < 100, "{start}: {} lines", messages.len());
        let searches = usize::from(line.starts_with("go") && !line.contains("perft"));
        assert_eq!(ended.best_moves().len(), searches, "{start}");
    }
}

// --- games

/// Returns a random legal game of `plies` plies and its last position. Captures are rare, so
/// that the game does not end early.
fn long_game(seed: u64, plies: usize) -> (String, Board) {
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
        long_game(1, 3_000),
        long_game(2, 3_000),
        (shuffle, Board::default()),
    ] {
        let mut session = Session::start();
        session.settle();
        let times = [(); 5].map(|()| {
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
    for (line, most) in [(longest, 300), (line_of(LONGEST_LINE), 10_000)] {
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
                time < millis(most),
                "{length} bytes, {threads} threads: {times:?}"
            );
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_thousand_games_leak_no_memory() {
    use crate::status_of;
    /// The maximum growth after game 10, in kB. The allocator and the stacks of threads may take a
    /// few more pages. With one thread (1,000 games), a leak of 1.1 kB per game exceeds this
    /// maximum; with three threads (200 games), a leak of 5.3 kB per game does.
    const MOST_GROWTH: usize = 1_000;
    for (threads, games) in [(1, 1_000), (3, 200)] {
        let mut session = Session::start();
        session.send(&format!("setoption name Threads value {threads}"));
        session.send("setoption name Hash value 1\nsetoption name UCI_ShowWDL value true");
        let mut rng = Rng::new(5);
        let mut after_ten = 0;
        for game in 1..=games {
            let (moves, _) = long_game(rng.next(), 8);
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
            after_all < after_ten + MOST_GROWTH,
            "{threads} threads: {after_ten} kB, {after_all} kB"
        );
        assert_eq!(session.quit().best_moves().len(), 2 * games);
    }
}

// --- moves

/// Positions with 218 legal moves, and positions with nine or more queens of one color.
const MANY_MOVES: [&str; 7] = [
    // <https://www.chessprogramming.org/Encoding_Moves>
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "r6r/3q4/1q4q1/4q3/2q4q/q4q2/PP1q4/KbnN1kb1 b - - 0 1",
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
    "k7/qqqqqqqq/q7/8/8/7Q/QQQQQQQQ/7K w - - 0 1",
    "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1",
    "q1q1q1q1/1q1q1q1q/k6q/8/8/K6Q/1Q1Q1Q1Q/Q1Q1Q1Q1 b - - 0 1",
    "rnbqkbnr/qqqqqqqq/8/8/8/8/QQQQQQQQ/RNBQKBNR w KQkq - 0 1",
];

#[test]
fn positions_with_the_most_moves_and_queens_are_searched_in_time() {
    for lines in [1, 256] {
        // Some positions have such a short mate that the search completes all depths early.
        for (go, most) in [
            ("go movetime 100", 250),
            ("go wtime 100 btime 100", 150),
            ("go wtime 100 btime 100 winc 10 binc 10 movestogo 1", 200),
            ("go infinite\nstop", 100),
        ] {
            let mut times = Vec::new();
            let mut session = Session::start();
            session.send(&format!("setoption name MultiPV value {lines}"));
            for fen in MANY_MOVES {
                session.ask(&format!("ucinewgame\nposition fen {fen}"));
                let started = Instant::now();
                let output = session.search(go);
                times.push(started.elapsed());
                assert_is_legal(&output[output.len() - 1], &board(fen));
            }
            let time = median(times.clone());
            assert!(time < millis(most), "MultiPV {lines}, {go}: {times:?}");
        }
    }
}

#[test]
fn a_stop_in_positions_with_the_most_moves_ends_the_search_promptly() {
    for (threads, lines) in [(1, 1), (1, 256), (4, 256)] {
        let mut session = Session::start();
        session.send(&format!("setoption name Threads value {threads}"));
        session.send(&format!("setoption name MultiPV value {lines}"));
        let mut times = Vec::new();
        for fen in MANY_MOVES {
            session.send(&format!("position fen {fen}\ngo infinite"));
            session.lines_within(millis(80));
            let started = Instant::now();
            let output = session.search("stop");
            times.push(started.elapsed());
            assert_is_legal(&output[output.len() - 1], &board(fen));
        }
        let time = median(times.clone());
        assert!(time < millis(100), "{threads}, {lines}: {times:?}");
    }
}

#[test]
fn multipv_256_prints_a_line_for_each_of_218_moves() {
    let mut session = Session::start();
    let lines = session.search(&format!(
        "setoption name MultiPV value 256\nposition fen {}\ngo depth 1",
        MANY_MOVES[0]
    ));
    assert_eq!(count(&lines, "info depth 1 "), 218);
}
