//! Commands that are not part of UCI: those of Stockfish, and shortcuts for interactive use.
//!
//! They are recognized only at the start of a line.
//! See <https://official-stockfish.github.io/docs/stockfish-wiki/UCI-&-Commands.html>.

use std::ops::RangeInclusive;

use super::extra::ExtraCommand;
use super::go::range_of;
use super::help;
use super::position::move_list;
use super::suggest::unknown;
use super::words::{Notes, found, number};
use crate::engine::Command;
use crate::engine::about;

/// Names of the commands.
const COMMANDS: [&str; 10] = [
    "d", "eval", "help", "?", "flip", "compiler", "exit", "perft", "moves", "undo",
];

/// Range of the number of moves to take back.
const UNDO_RANGE: RangeInclusive<i64> = 0..=u32::MAX as i64;

/// Returns whether a word is the name of a nonstandard command.
pub(super) fn is_command(word: &str) -> bool {
    COMMANDS.contains(&word)
}

/// Parses a nonstandard command with its arguments, or returns an error message.
pub(super) fn command(
    word: &str,
    rest: &[&str],
    extra: &[ExtraCommand],
    notes: &mut Notes,
) -> Result<Command, String> {
    match (word, rest) {
        ("moves", []) => return Err("found nothing; expected moves like e2e4 e7e5".to_owned()),
        ("moves", moves) => return move_list(moves).map(Command::Moves),
        ("perft" | "undo" | "help" | "?", [_, ignored @ ..]) => {
            notes.ignored(word, ignored);
        }
        _ => notes.ignored(word, rest),
    }
    Ok(match (word, rest.first()) {
        ("perft", depth) => {
            Command::Perft(number(depth, range_of("perft"), "perft", notes)? as u32)
        }
        ("undo", None) => Command::Undo(1),
        ("undo", count) => Command::Undo(number(count, UNDO_RANGE, "undo", notes)? as u32),
        ("help" | "?", Some(topic)) => {
            let entry = help::find(topic, extra).ok_or_else(|| unknown(topic, extra))?;
            Command::Print(entry.text())
        }
        ("help" | "?", None) => Command::Print(help::list(extra)),
        ("d", _) => Command::Display,
        ("eval", _) => Command::Evaluate,
        ("flip", _) => Command::Flip,
        ("compiler", _) => Command::Print(about::compiler()),
        ("exit", _) => Command::Quit,
        _ => return Err(format!("{}; expected a command", found(Some(&word)))),
    })
}
