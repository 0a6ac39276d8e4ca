//! Commands that UCI does not have: Stockfish's, and what people type at a prompt.
//!
//! They count only at the beginning of a line, for words before a command of UCI are skipped.
//! See <https://official-stockfish.github.io/docs/stockfish-wiki/UCI-&-Commands.html>.

use super::parse::{Notes, found, move_list, number, position, range_of};
use super::suggest::unknown;
use super::{help, measure};
use crate::engine::Command;
use crate::engine::about;
use crate::tools::bench::Request;

/// The words that begin such a command.
const COMMANDS: [&str; 11] = [
    "d",
    "eval",
    "bench",
    "speedtest",
    "help",
    "?",
    "flip",
    "compiler",
    "exit",
    "perft",
    "moves",
];

/// Whether a word begins such a command.
pub(super) fn is_own(word: &str) -> bool {
    COMMANDS.contains(&word)
}

/// Returns the command that a word and what follows it ask for, or why it is none.
pub(super) fn command(word: &str, rest: &[&str], notes: &mut Notes) -> Result<Command, String> {
    match (word, rest) {
        ("bench", _) => return measure::bench(rest).map(Request::Bench).map(Command::Bench),
        ("speedtest", _) => {
            let request = measure::speedtest(rest).map(Request::Speedtest);
            return request.map(Command::Bench);
        }
        ("moves", []) => return Err("found nothing; expected moves like e2e4 e7e5".to_owned()),
        ("moves", moves) => return move_list(moves).map(Command::Moves),
        ("perft", [_, skipped @ ..]) | ("help" | "?", [_, skipped @ ..]) => {
            notes.skipped(word, skipped);
        }
        _ => notes.skipped(word, rest),
    }
    Ok(match (word, rest.first()) {
        ("perft", depth) => {
            Command::Perft(number(depth, range_of("perft"), "perft", notes)? as u32)
        }
        ("help" | "?", Some(topic)) => {
            Command::Print(help::explain(topic).ok_or_else(|| unknown(topic))?)
        }
        ("help" | "?", None) => Command::Print(help::list()),
        ("d", _) => Command::Display,
        ("eval", _) => Command::Evaluate,
        ("flip", _) => Command::Flip,
        ("compiler", _) => Command::Print(about::compiler()),
        ("exit", _) => Command::Quit,
        _ => return Err(format!("{}; expected a command", found(Some(&word)))),
    })
}

/// Returns what a line asks for that has no command in it: a FEN alone sets the position.
pub(super) fn without_command(words: &[&str], notes: &mut Notes) -> Result<Command, String> {
    let first = words.first().copied().unwrap_or_default();
    if is_placement(first) {
        let fen = [&["fen"], words].concat();
        let refusal = |why| Command::RefusePosition(format!("position: {why}"));
        return Ok(position(&fen, notes).unwrap_or_else(refusal));
    }
    Err(unknown(first))
}

/// Whether a word is meant as the first field of a FEN: its letters are those of one, or it has
/// eight ranks.
fn is_placement(word: &str) -> bool {
    let is_known = |c: char| matches!(c, '/' | '1'..='8') || "pnbrqkPNBRQK".contains(c);
    let ranks = word.split('/').count();
    ranks == 8 || ranks > 1 && word.chars().all(is_known)
}
