//! Parses a line of text into commands.
//!
//! `vampirc_uci` does the parsing, but it panics on some lines and silently drops parts of others.
//! So it gets only pieces that it parses completely: single words, single limits of `go` with
//! clamped numbers, and lists of moves. Each parsed move is compared with its text. FENs, options
//! and nonstandard commands are parsed without `vampirc_uci`.
//! See <https://www.chessprogramming.org/UCI#GUI_to_Engine>.

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

/// Maximum length of a line, in bytes. A game of 10,000 moves is far shorter.
pub(super) const MAX_LINE_BYTES: usize = 1 << 20;

/// Commands of UCI. Unknown words before them are ignored, as UCI requires.
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

/// Returns the command of a line, preceded by notes on ignored parts of the line. Returns nothing
/// for an empty line.
///
/// ```
/// use ferz::{engine::Command, uci::parse};
/// assert_eq!(parse::line(" isready \r", &[]), [Command::IsReady]);
/// assert!(matches!(&parse::line("castle!", &[])[..], [Command::Error(_)]));
/// ```
#[must_use]
pub fn line(text: &str, extra: &[ExtraCommand]) -> Vec<Command> {
    if text.len() > MAX_LINE_BYTES {
        return vec![Command::Error(format!(
            "ignored a line: {}; expected at most {MAX_LINE_BYTES} bytes",
            Quoted(text)
        ))];
    }
    let clean = text.replace(|c: char| c.is_control(), " ");
    let words: Vec<&str> = clean.split_whitespace().collect();
    let Some(&first) = words.first() else {
        return Vec::new();
    };
    let start = if is_line_start(first, extra) {
        Some(0)
    } else {
        words.iter().position(|word| UCI_COMMANDS.contains(word))
    };
    let mut notes = Notes::default();
    let Some(start) = start else {
        let result = without_command(&words, extra, &mut notes);
        let mut commands = notes.into_commands("position");
        commands.push(result.unwrap_or_else(Command::Error));
        return commands;
    };
    let (unexpected, words) = words.split_at(start);
    let result = if words[0] == "go" && !unexpected.is_empty() {
        Err(format!(
            "found {} before the command; expected nothing there",
            Quoted(&unexpected.join(" "))
        ))
    } else {
        notes.ignored(words[0], unexpected);
        command(&clean, words, extra, &mut notes)
    };
    let mut commands = notes.into_commands(words[0]);
    commands.push(result.unwrap_or_else(|why| match words[0] {
        "position" => Command::InvalidPosition(format!("position: {why}")),
        word => Command::Error(format!("{word}: {why}")),
    }));
    commands
}

/// Returns whether a word is the name of a command.
///
/// ```
/// use ferz::uci::parse;
/// assert!(parse::is_command("go", &[]));
/// assert!(!parse::is_command("castle!", &[]));
/// ```
#[must_use]
pub fn is_command(word: &str, extra: &[ExtraCommand]) -> bool {
    UCI_COMMANDS.contains(&word) || is_line_start(word, extra)
}

/// Returns whether a word is a command that must be the first word of its line.
fn is_line_start(word: &str, extra: &[ExtraCommand]) -> bool {
    nonstandard::is_command(word) || extra::find(extra, word).is_some()
}

/// Parses the command that begins with the first of these words, or returns an error message.
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
            [switch @ ("on" | "off"), ignored @ ..] => {
                notes.ignored("debug", ignored);
                Ok(Command::Debug(*switch == "on"))
            }
            _ => Err(format!("{}; expected on or off", found(rest.first()))),
        },
        word if nonstandard::is_command(word) => nonstandard::command(word, rest, extra, notes),
        word if let Some(extra) = extra::find(extra, word) => extra.command(rest),
        word => {
            notes.ignored(word, rest);
            single_word(word)
        }
    }
}

/// Parses a command of one word.
fn single_word(word: &str) -> Result<Command, String> {
    Ok(match parse_one(word) {
        UciMessage::Uci => Command::Identify,
        UciMessage::IsReady => Command::IsReady,
        UciMessage::UciNewGame => Command::NewGame,
        UciMessage::Stop => Command::Stop,
        UciMessage::PonderHit => Command::PonderHit,
        UciMessage::Quit => Command::Quit,
        _ => return Err("cannot parse the command".to_owned()),
    })
}

/// Parses a line without a command: a FEN alone sets the position.
fn without_command(
    words: &[&str],
    extra: &[ExtraCommand],
    notes: &mut Notes,
) -> Result<Command, String> {
    let first = words.first().copied().unwrap_or_default();
    if is_placement(first) {
        let fen = [&["fen"], words].concat();
        let invalid = |why| Command::InvalidPosition(format!("position: {why}"));
        return Ok(position(&fen, notes).unwrap_or_else(invalid));
    }
    Err(unknown(first, extra))
}

/// Returns whether a word looks like the first field of a FEN: it has eight ranks, or several ranks
/// and only characters that can be in that field.
fn is_placement(word: &str) -> bool {
    let is_known = |c: char| matches!(c, '/' | '1'..='8') || "pnbrqkPNBRQK".contains(c);
    let ranks = word.split('/').count();
    ranks == 8 || ranks > 1 && word.chars().all(is_known)
}
