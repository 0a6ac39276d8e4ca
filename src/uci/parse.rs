//! From a line of text to commands.
//!
//! `vampirc_uci` parses, but panics on some lines and silently drops parts of others. So a
//! line is cleaned and cut first, and the crate is given only pieces that it parses whole:
//! single words, one limit of `go` with its number clamped, a stretch of moves each of which
//! must come back as it went in. FENs, options, and commands that UCI does not have never go
//! there. See <https://www.chessprogramming.org/UCI#GUI_to_Engine>.

use vampirc_uci::{UciMessage, parse_one};

use super::extra::{self, ExtraCommand};
use super::go::go;
use super::nonstandard;
use super::position::position;
use super::set_option::set_option;
use super::suggest::unknown;
use super::words::{Notes, found};
use crate::engine::Command;
use crate::support::quote::Quoted;

/// Longer lines are refused; a game of 10,000 moves is far shorter.
pub(super) const MAX_LINE_BYTES: usize = 1 << 20;

/// The words that begin a command of UCI, and may stand behind words that mean nothing.
const UCI_COMMANDS: [&str; 11] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// What a line asks for, with notes on what was skipped in it; nothing for an empty line.
///
/// ```
/// use ferz::{engine::Command, uci::parse};
/// assert_eq!(parse::line(" isready \r", &[]), [Command::IsReady]);
/// assert!(matches!(&parse::line("castle!", &[])[..], [Command::Refuse(_)]));
/// ```
#[must_use]
pub fn line(text: &str, extra: &[ExtraCommand]) -> Vec<Command> {
    if text.len() > MAX_LINE_BYTES {
        return vec![Command::Refuse(format!(
            "a line was skipped: {}; expected at most {MAX_LINE_BYTES} bytes",
            Quoted(text)
        ))];
    }
    let clean = text.replace(|c: char| c.is_control(), " ");
    let words: Vec<&str> = clean.split_whitespace().collect();
    let Some(&first) = words.first() else {
        return Vec::new();
    };
    let start = if is_own(first, extra) {
        Some(0)
    } else {
        words.iter().position(|word| UCI_COMMANDS.contains(word))
    };
    let mut notes = Notes::default();
    let Some(start) = start else {
        let result = without_command(&words, extra, &mut notes);
        let mut commands = notes.into_commands("position");
        commands.push(result.unwrap_or_else(Command::Refuse));
        return commands;
    };
    let (junk, words) = words.split_at(start);
    let result = if words[0] == "go" && !junk.is_empty() {
        Err(format!(
            "refused for what is before it: {}; expected nothing there",
            Quoted(&junk.join(" "))
        ))
    } else {
        notes.skipped(words[0], junk);
        command(&clean, words, extra, &mut notes)
    };
    let mut commands = notes.into_commands(words[0]);
    commands.push(result.unwrap_or_else(|why| match words[0] {
        "position" => Command::RefusePosition(format!("position: {why}")),
        word => Command::Refuse(format!("{word}: {why}")),
    }));
    commands
}

/// Whether a word begins a command.
///
/// ```
/// use ferz::uci::parse;
/// assert!(parse::is_command("go", &[]));
/// assert!(!parse::is_command("castle!", &[]));
/// ```
#[must_use]
pub fn is_command(word: &str, extra: &[ExtraCommand]) -> bool {
    UCI_COMMANDS.contains(&word) || is_own(word, extra)
}

/// Whether a word begins a command that UCI does not have.
fn is_own(word: &str, extra: &[ExtraCommand]) -> bool {
    nonstandard::is_command(word) || extra::find(extra, word).is_some()
}

/// The command that begins with the first of these words, or why it is none.
fn command(
    line: &str,
    words: &[&str],
    extra: &[ExtraCommand],
    notes: &mut Notes,
) -> Result<Command, String> {
    let rest = &words[1..];
    match words[0] {
        "go" => go(rest, notes),
        "position" => position(rest, notes),
        "setoption" => set_option(line, rest),
        "register" => Ok(Command::Register),
        "debug" => match rest {
            [switch @ ("on" | "off"), skipped @ ..] => {
                notes.skipped("debug", skipped);
                Ok(Command::Debug(*switch == "on"))
            }
            _ => Err(format!("{}; expected on or off", found(rest.first()))),
        },
        word if nonstandard::is_command(word) => nonstandard::command(word, rest, extra, notes),
        word if let Some(extra) = extra::find(extra, word) => extra.command(rest),
        word => {
            notes.skipped(word, rest);
            bare(word)
        }
    }
}

/// A command of one word.
fn bare(word: &str) -> Result<Command, String> {
    Ok(match parse_one(word) {
        UciMessage::Uci => Command::Identify,
        UciMessage::IsReady => Command::IsReady,
        UciMessage::UciNewGame => Command::NewGame,
        UciMessage::Stop => Command::Stop,
        UciMessage::PonderHit => Command::PonderHit,
        UciMessage::Quit => Command::Quit,
        _ => return Err("not understood".to_owned()),
    })
}

/// Returns what a line asks for that has no command in it: a FEN alone sets the position.
fn without_command(
    words: &[&str],
    extra: &[ExtraCommand],
    notes: &mut Notes,
) -> Result<Command, String> {
    let first = words.first().copied().unwrap_or_default();
    if is_placement(first) {
        let fen = [&["fen"], words].concat();
        let refusal = |why| Command::RefusePosition(format!("position: {why}"));
        return Ok(position(&fen, notes).unwrap_or_else(refusal));
    }
    Err(unknown(first, extra))
}

/// Whether a word is meant as the first field of a FEN: its letters are those of one, or it has
/// eight ranks.
fn is_placement(word: &str) -> bool {
    let is_known = |c: char| matches!(c, '/' | '1'..='8') || "pnbrqkPNBRQK".contains(c);
    let ranks = word.split('/').count();
    ranks == 8 || ranks > 1 && word.chars().all(is_known)
}
