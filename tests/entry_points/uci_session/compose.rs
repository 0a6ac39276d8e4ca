//! Composes mostly valid lines from the choices of a fuzzer.

use std::time::Duration;

use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::chess::{Board, Move};

use crate::entry_points::bytes::{Bytes, FENS};

/// A step of a session, composed from the choices of a fuzzer.
pub enum Composed {
    Line(String),
    Pause(Duration),
    /// Waits until all commands that end by themselves have ended.
    Wait,
}

/// Words of UCI, and other words that parsers are likely to mishandle.
const WORDS: [&str; 46] = [
    "uci",
    "debug",
    "on",
    "off",
    "isready",
    "setoption",
    "name",
    "value",
    "register",
    "ucinewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "help",
    "?",
    "bench",
    "flip",
    "compiler",
    "exit",
    "stopp",
    "Hash",
    "e2e4",
    "e7e8q",
    "0000",
    "-1",
    "99999999999999",
    "é",
];

/// Complete lines.
const COMMANDS: [&str; 23] = [
    "uci",
    "d",
    "eval",
    "help",
    "debug on",
    "debug off",
    "bench 1",
    "bench",
    "go perft 1",
    "go perft 2",
    "go perft 60",
    "perft 2",
    "bench 16 2 2 current depth",
    "bench 1 1 1 default perft",
    "flip",
    "compiler",
    "help go",
    "? joho",
    "moves e2e4",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
    "register later",
    "setoption name Clear Hash",
    "quit",
];

/// The limits of `go`. The empty string stands for `searchmoves`.
const LIMITS: [&str; 12] = [
    "nodes",
    "depth",
    "movetime",
    "infinite",
    "ponder",
    "mate",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "",
];

/// Numbers for limits, most of them small.
const NUMBERS: [&str; 16] = [
    "1",
    "2",
    "3",
    "5",
    "10",
    "50",
    "100",
    "300",
    "1000",
    "2000",
    "0",
    "-1",
    "-1000",
    "128",
    "255",
    "9999999999999999999999",
];

/// Options with valid and invalid values.
const OPTIONS: [(&str, &[&str]); 20] = [
    ("Hash", &["1", "2", "3", "4", "0", "-1", "x"]),
    ("Threads", &["1", "2", "3", "0", "1025", ""]),
    ("MultiPV", &["1", "2", "5", "256", "0", "257"]),
    ("UCI_Chess960", &["true", "false", "1"]),
    ("UCI_ShowWDL", &["true", "false", "yes"]),
    ("UCI_LimitStrength", &["true", "false"]),
    ("UCI_Elo", &["1320", "2000", "3000", "1319", "3001"]),
    ("Skill Level", &["0", "5", "20", "21"]),
    ("Human Pace", &["true", "false"]),
    ("UCI_AnalyseMode", &["true", "false"]),
    ("Move Overhead", &["0", "10", "5000", "5001"]),
    ("SyzygyPath", &["<empty>", ""]),
    ("SyzygyProbeDepth", &["1", "100", "0"]),
    ("Syzygy50MoveRule", &["true", "false"]),
    ("SyzygyProbeLimit", &["0", "7", "8"]),
    ("EvalFile", &["ferz-8.nnue", "<empty>", ""]),
    ("Debug Log File", &["<empty>", ""]),
    ("Ponder", &["true", "false"]),
    ("UCI_EngineAbout", &["ferz", "<empty>"]),
    ("Style", &["bold"]),
];

/// Composes a step from choices. `board` is the engine's current position.
pub fn compose(choices: &mut Bytes<'_>, board: &Board) -> Composed {
    Composed::Line(match choices.below(14) {
        // The letters `p` and `w` select 0 and 7, so that sessions can be written by hand.
        0 => return Composed::Pause(Duration::from_micros(200 * choices.below(16) as u64)),
        7 => return Composed::Wait,
        1 | 2 => position(choices),
        3..=5 => go(choices, board),
        6 => set_option(choices),
        8 => "isready".to_owned(),
        9 => "stop".to_owned(),
        10 => "ponderhit".to_owned(),
        11 => "ucinewgame".to_owned(),
        12 => words(choices),
        _ => choices.pick(&COMMANDS).to_owned(),
    })
}

/// Formats a move in one of the two castling notations.
fn written(choices: &mut Bytes<'_>, mv: Move) -> String {
    let notation = choices.pick(&[CastlingNotation::KingMoves, CastlingNotation::KingTakesRook]);
    CoordinateMove::new(mv, notation).to_string()
}

/// Composes a `position` with legal moves.
fn position(choices: &mut Bytes<'_>) -> String {
    let fen = match choices.below(3) {
        0 => None,
        1 => Some(choices.pick(&FENS).to_owned()),
        _ => choices.start().map(|board| board.to_string()),
    };
    let mut board: Board = match fen.as_deref().map(str::parse) {
        Some(Ok(board)) => board,
        _ => Board::default(),
    };
    let mut line = fen.map_or_else(
        || "position startpos".to_owned(),
        |fen| format!("position fen {fen}"),
    );
    for i in 0..choices.below(200) {
        if choices.is_empty() {
            break;
        }
        let Some(mv) = choices.legal_move(&board) else {
            break;
        };
        line += if i == 0 { " moves " } else { " " };
        line += &written(choices, mv);
        board = board.after(mv);
    }
    line
}

/// Composes a `go` with one to four limits.
fn go(choices: &mut Bytes<'_>, board: &Board) -> String {
    let mut line = "go".to_owned();
    for _ in 0..=choices.below(4) {
        match choices.pick(&LIMITS) {
            "" => {
                line += " searchmoves";
                for _ in 0..choices.below(4) {
                    if let Some(mv) = choices.legal_move(board) {
                        line += &format!(" {}", written(choices, mv));
                    }
                }
            }
            limit @ ("infinite" | "ponder") => line += &format!(" {limit}"),
            limit => line += &format!(" {limit} {}", choices.pick(&NUMBERS)),
        }
    }
    line
}

/// Composes a `setoption`.
fn set_option(choices: &mut Bytes<'_>) -> String {
    let (name, values) = choices.pick(&OPTIONS);
    format!("setoption name {name} value {}", choices.pick(values))
}

/// Composes a line of up to eight words in any order.
fn words(choices: &mut Bytes<'_>) -> String {
    let words: Vec<&str> = (0..=choices.below(8))
        .map(|_| choices.pick(&WORDS))
        .collect();
    words.join(" ")
}
