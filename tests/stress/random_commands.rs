//! Random sequences of commands: each `go` gets exactly one legal best move.

use std::time::Duration;

use ferz::chess::Board;
use ferz::cli::EXTRA_COMMANDS;
use ferz::perft::KIWIPETE;

use crate::common::random::{Rng, scaled};
use crate::session::{Ended, Session};
use crate::{MOST_MOVES, assert_is_legal, board, catch_up, count};

/// Returns `position` lines, each with the resulting position, or with `None` if the line is
/// refused.
fn positions() -> Vec<(String, Option<Board>)> {
    let mut all = Vec::new();
    let long = ["g1f3 g8f6 f3g1 f6g8"; 60].join(" ");
    for (setup, fen) in [
        ("startpos".to_owned(), Board::START_FEN),
        (
            "startpos moves e2e4".to_owned(),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
        (format!("startpos moves {long}"), Board::START_FEN),
    ] {
        all.push((format!("position {setup}"), Some(board(fen))));
    }
    for fen in [
        KIWIPETE,
        MOST_MOVES,
        // Checkmate, stalemate, a single legal move.
        "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "k7/8/1K6/8/8/8/8/7R b - - 0 1",
    ] {
        all.push((format!("position fen {fen}"), Some(board(fen))));
    }
    for refused in [
        "position",
        "position startpos moves e2e5",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position startpos moves e2e4 e7e5 castle",
    ] {
        all.push((refused.to_owned(), None));
    }
    all
}

/// Searches, which must all be answered. The first [`SHORT_SEARCHES`] end soon by themselves.
const SEARCHES: [&str; 19] = [
    "go depth 2",
    "go depth 1 searchmoves e2e4 e7e5 a2a3 g1f3",
    "go nodes 500",
    "go nodes 0",
    "go movetime 2",
    "go movetime -5",
    "go wtime 20 btime 20",
    "go wtime 0 btime -100 winc 1 binc 1",
    "go mate 1 nodes 300",
    "go infinite",
    "go nodes 99999999999999999999 depth 3",
    "go",
    "go joho",
    "go ponder depth 2",
    "go ponder wtime 20 btime 20",
    "go ponder",
    "go infinite nodes 10",
    "go depth",
    "go searchmoves e2e4 e2e5",
];

/// The number of searches at the beginning of [`SEARCHES`] that end soon by themselves.
const SHORT_SEARCHES: usize = 9;

/// Commands that neither start a search nor set a position.
const OTHERS: [&str; 55] = [
    "stop",
    "stop",
    "stop",
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "ponderhit",
    "ponderhit",
    "isready",
    "isready",
    "isready",
    "ucinewgame",
    "ucinewgame",
    "uci",
    "d",
    "eval",
    "help",
    "debug on",
    "debug off",
    "register later",
    "go perft 2",
    "go perft 3",
    "bench 1",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 256",
    "setoption name MultiPV value 1",
    "setoption name Threads value 2",
    "setoption name Threads value 5",
    "setoption name Threads value 1",
    "setoption name Threads value 1025",
    "setoption name Hash value 1",
    "setoption name Hash value 9",
    "setoption name Hash value 0",
    "setoption name Clear Hash",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_Chess960 value false",
    "setoption name UCI_ShowWDL value true",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_LimitStrength value false",
    "setoption name UCI_Elo value 1400",
    "setoption name Human Pace value true",
    "setoption name UCI_AnalyseMode value true",
    "setoption name Move Overhead value 0",
    "setoption name SyzygyPath value /no such folder",
    "setoption name EvalFile value /no such file",
    "setoption name EvalFile value <empty>",
    "setoption name SyzygyPath value <empty>",
    "setoption name",
    "setoption",
    "joho go infinite",
    "joho isready",
    "\u{1F3A9} \u{0}",
    "bestmove e2e4",
    "",
];

/// A random sequence of commands, and the answers that it must get.
struct RandomCommands {
    /// The text of the commands, split into the pieces that are sent at once.
    pieces: Vec<String>,
    /// The position of each search.
    searched: Vec<Board>,
    /// The number of `isready` commands.
    ready_requests: usize,
}

impl RandomCommands {
    /// Generates this number of lines. With `only_short`, all searches end soon by themselves.
    fn new(seed: u64, lines: usize, only_short: bool) -> Self {
        let mut rng = Rng::new(seed);
        let positions = positions();
        let mut current = Board::default();
        let (mut pieces, mut searched, mut ready_requests) = (vec![String::new()], Vec::new(), 0);
        for _ in 0..lines {
            let line = match rng.below(20) {
                0..8 => {
                    searched.push(current);
                    let searches = if only_short {
                        &SEARCHES[..SHORT_SEARCHES]
                    } else {
                        &SEARCHES
                    };
                    *rng.pick(searches)
                }
                8..11 => {
                    let (line, next) = rng.pick(&positions);
                    current = next.unwrap_or(current);
                    line
                }
                // The commands after this perft wait until the next `stop`.
                11 if !only_short && rng.below(10) == 0 => "go perft 9",
                _ => *rng.pick(&OTHERS),
            };
            ready_requests += usize::from(line.ends_with("isready"));
            let piece = pieces.last_mut().expect("there is always a piece");
            *piece += line;
            *piece += *rng.pick(&["\n", "\n", "\r\n", " \n"]);
            if rng.below(12) == 0 {
                pieces.push(String::new());
            }
        }
        Self {
            pieces,
            searched,
            ready_requests,
        }
    }

    /// Sends the commands with random pauses. Returns how many `readyok` were read during these.
    fn send_with_pauses(&self, session: &mut Session, seed: u64) -> usize {
        let mut rng = Rng::new(!seed);
        let mut answered = 0;
        for piece in &self.pieces {
            session.send_bytes(piece.as_bytes());
            if rng.below(3) == 0 {
                let lines = session.lines_within(Duration::from_micros(rng.below(4_000) as u64));
                answered += count(&lines, "readyok");
            }
        }
        answered
    }

    /// Sends the commands with random pauses, and waits until the engine has processed them.
    /// The last search may still run.
    fn send(&self, session: &mut Session, seed: u64) {
        let answered = self.send_with_pauses(session, seed);
        catch_up(session, self.ready_requests, answered);
    }

    /// Sends the commands in one piece, and waits until the engine has processed them. The
    /// last search may still run.
    fn send_at_once(&self, session: &mut Session) {
        session.send_bytes(self.pieces.concat().as_bytes());
        catch_up(session, self.ready_requests, 0);
    }

    /// Fails unless each `isready`, and one more of the test itself, was answered, and each search
    /// got one legal best move.
    #[track_caller]
    fn assert_is_answered_by(&self, ended: &Ended, seed: u64) {
        assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "seed {seed}");
        assert_eq!(
            count(&ended.lines, "readyok"),
            self.ready_requests + 1,
            "seed {seed}"
        );
        let best_moves = ended.best_moves();
        assert_eq!(best_moves.len(), self.searched.len(), "seed {seed}");
        println!("seed {seed}");
        for (line, board) in best_moves.into_iter().zip(&self.searched) {
            assert_is_legal(line, board);
        }
    }
}

#[test]
fn commands_in_any_order_give_one_legal_best_move_for_each_go() {
    for seed in 1..=3 {
        let commands = RandomCommands::new(seed, scaled(1_200), false);
        let mut session = Session::start();
        commands.send(&mut session, seed);
        // Otherwise, `quit` would wait for a running perft.
        session.send("stop");
        let ended = session.quit();
        commands.assert_is_answered_by(&ended, seed);
    }
}

/// Unlike in the other tests, many commands may still wait when `quit` arrives.
#[test]
fn quit_right_after_random_commands_still_answers_all_of_them() {
    for seed in 51..=54 {
        let commands = RandomCommands::new(seed, 250, false);
        let mut session = Session::start();
        commands.send_with_pauses(&mut session, seed);
        // Otherwise, `quit` would wait for a running perft.
        session.send("isready\nstop");
        let ended = session.quit();
        commands.assert_is_answered_by(&ended, seed);
    }
}

#[test]
fn commands_that_are_sent_in_one_piece_are_executed_line_by_line() {
    for seed in 11..=13 {
        let commands = RandomCommands::new(seed, scaled(700), false);
        let mut session = Session::start();
        commands.send_at_once(&mut session);
        // Otherwise, `quit` would wait for a running perft.
        session.send("stop");
        let ended = session.quit();
        commands.assert_is_answered_by(&ended, seed);
    }
}

#[test]
fn all_searches_are_answered_when_the_input_ends_after_random_commands() {
    for seed in 21..=28 {
        let commands = RandomCommands::new(seed, 150, true);
        let mut session = Session::start();
        commands.send(&mut session, seed);
        let ended = session.end_input();
        commands.assert_is_answered_by(&ended, seed);
    }
}

#[test]
fn the_input_may_end_at_any_byte() {
    let mut rng = Rng::new(31);
    let text = RandomCommands::new(31, 60, true).pieces.concat();
    for _ in 0..25 {
        let bytes = &text.as_bytes()[..rng.below(text.len())];
        let lines = String::from_utf8_lossy(bytes);
        let commands = lines
            .lines()
            .flat_map(|line| ferz::uci::parse::line(line, EXTRA_COMMANDS));
        let is_search = |command: &_| matches!(command, ferz::engine::Command::Go(_));
        let searches = commands.filter(is_search).count();
        let mut session = Session::start();
        session.send_bytes(bytes);
        let ended = session.end_input();
        assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "{lines}");
        assert_eq!(ended.best_moves().len(), searches, "{lines}");
    }
}

#[test]
fn a_new_game_and_a_new_position_during_a_search_apply_to_the_next_one() {
    let positions = positions();
    let mut rng = Rng::new(41);
    let mut session = Session::start();
    session.send("setoption name Threads value 2");
    let (mut searched, mut current) = (Vec::new(), Board::default());
    for _ in 0..scaled(400) {
        let (line, next) = rng.pick(&positions);
        searched.push(current);
        current = next.unwrap_or(current);
        session.send(&format!("go infinite\nucinewgame\n{line}"));
        session.lines_within(Duration::from_micros(rng.below(1_000) as u64));
        session.send("stop");
    }
    catch_up(&mut session, 0, 0);
    let ended = session.quit();
    assert_eq!(ended.status, Some(0));
    assert_eq!(ended.best_moves().len(), searched.len());
    for (line, board) in ended.best_moves().into_iter().zip(&searched) {
        assert_is_legal(line, board);
    }
}
