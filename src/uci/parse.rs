//! Parses a line of text into commands.
//!
//! `vampirc_uci` parses the commands of one word. The others are parsed here: `vampirc_uci` panics
//! on some lines and silently drops parts of others.

use std::ops::RangeInclusive;

use vampirc_uci::{UciMessage, parse_one};

use super::go::{PERFT_RANGE, go};
use super::help::{self, ExtraCommand};
use super::words::{Notes, found, is_move, move_list, number, unknown};
use crate::chess::epd::{EpdLine, FenOfEpd};
use crate::engine::options::{self, OptionType};
use crate::engine::{BackgroundTask, Command, about};
use crate::support::quote::Quoted;

/// Maximum length of a line, in bytes. A game of 10,000 moves is far shorter.
pub(super) const MAX_LINE_BYTES: usize = 1 << 20;

/// Commands of UCI. Unknown words before them are ignored, as UCI requires.
#[rustfmt::skip]
const UCI_COMMANDS: [&str; 11] = [
    "uci", "debug", "isready", "setoption", "register", "ucinewgame", "position", "go", "stop",
    "ponderhit", "quit",
];

/// Commands that are not part of UCI: those of Stockfish
/// (<https://official-stockfish.github.io/docs/stockfish-wiki/UCI-&-Commands.html>), and shortcuts
/// for interactive use. They are recognized only at the start of a line.
const NONSTANDARD_COMMANDS: [&str; 11] = [
    "d", "eval", "help", "?", "flip", "compiler", "license", "exit", "perft", "moves", "undo",
];

/// Range of the number of moves to take back.
const UNDO_RANGE: RangeInclusive<i64> = 0..=u32::MAX as i64;

/// Returns the command of a line, preceded by notes on ignored parts of the line. Returns nothing
/// for an empty line.
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
        notes.add_ignored(words[0], unexpected);
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
pub fn is_command(word: &str, extra: &[ExtraCommand]) -> bool {
    UCI_COMMANDS.contains(&word) || is_line_start(word, extra)
}

/// Returns whether a word is a command that must be the first word of its line.
fn is_line_start(word: &str, extra: &[ExtraCommand]) -> bool {
    NONSTANDARD_COMMANDS.contains(&word) || extra_command(extra, word).is_some()
}

/// Finds an extra command by its name.
fn extra_command<'a>(extra: &'a [ExtraCommand], name: &str) -> Option<&'a ExtraCommand> {
    extra.iter().find(|command| command.help.name == name)
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
                notes.add_ignored("debug", ignored);
                Ok(Command::Debug(*switch == "on"))
            }
            _ => Err(format!("{}; expected on or off", found(rest.first()))),
        },
        word if NONSTANDARD_COMMANDS.contains(&word) => {
            nonstandard_command(word, rest, extra, notes)
        }
        word if let Some(command) = extra_command(extra, word) => {
            Ok(Command::Run(BackgroundTask {
                name: command.help.name,
                arguments: rest.join(" "),
                run: (command.parse)(rest)?,
            }))
        }
        word => {
            notes.add_ignored(word, rest);
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

/// Parses a nonstandard command with its arguments, or returns an error message.
fn nonstandard_command(
    word: &str,
    rest: &[&str],
    extra: &[ExtraCommand],
    notes: &mut Notes,
) -> Result<Command, String> {
    match (word, rest) {
        ("moves", []) => return Err("found nothing; expected moves like e2e4 e7e5".to_owned()),
        ("moves", moves) => return move_list(moves).map(Command::Moves),
        ("perft" | "undo" | "help" | "?", [_, ignored @ ..]) => {
            notes.add_ignored(word, ignored);
        }
        _ => notes.add_ignored(word, rest),
    }
    Ok(match (word, rest.first()) {
        ("perft", depth) => Command::Perft(number(depth, PERFT_RANGE, "perft", notes)? as u32),
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
        ("license", _) => Command::Print(about::LICENSE.trim_end().to_owned()),
        ("exit", _) => Command::Quit,
        _ => return Err(format!("{}; expected a command", found(Some(&word)))),
    })
}

/// Parses `startpos` or `fen <fen>`, then `moves <moves>`.
fn position(rest: &[&str], notes: &mut Notes) -> Result<Command, String> {
    let (setup, moves) = rest.split_at(start_of_moves(rest));
    let fen = match setup {
        ["startpos", ignored @ ..] => {
            check_no_move(ignored)?;
            notes.add_ignored("position", ignored);
            None
        }
        ["fen", words @ ..] => Some(fen(words, notes)?),
        _ => {
            let found = found(rest.first());
            return Err(format!("{found}; expected startpos or fen"));
        }
    };
    Ok(Command::Position {
        fen,
        moves: move_list(moves.get(1..).unwrap_or_default())?,
    })
}

/// Returns the index of the word `moves` outside of quotations, or the number of words.
pub fn start_of_moves(words: &[&str]) -> usize {
    let mut quoted = false;
    let is_start = |word: &&str| {
        quoted ^= word.matches('"').count() % 2 == 1;
        !quoted && *word == "moves"
    };
    words.iter().position(is_start).unwrap_or(words.len())
}

/// Returns an error if one of these words, before `moves`, is a move. Ignoring it would set a
/// different position from the intended one.
fn check_no_move(words: &[&str]) -> Result<(), String> {
    match words.iter().find(|word| is_move(word)) {
        Some(mv) => Err(format!("\"moves\" is missing before {}", Quoted(mv))),
        None => Ok(()),
    }
}

/// Returns the FEN of a position. Operations of EPD after it are ignored with a note, except the
/// counters of the FEN. Moves after it are an error: the word `moves` is missing or misspelled.
fn fen(words: &[&str], notes: &mut Notes) -> Result<String, String> {
    let text = words.join(" ");
    let epd = FenOfEpd::split(&text).map_err(|error| error.to_string())?;
    let fields = EpdLine::split(&text).fen.split_whitespace().count();
    let (fen, rest) = words.split_at(fields.min(words.len()));
    let has_moves = if text.contains(';') {
        // Operations such as `bm e2e4;` have moves, too, but begin with a name.
        rest.first().is_some_and(|word| is_move(word))
    } else {
        rest.iter().any(|word| is_move(word))
    };
    match epd {
        Some(epd) if !has_moves => {
            check_no_move(fen)?;
            if let Some(note) = epd.note() {
                notes.add(format!("position: {note}"));
            }
            Ok(epd.fen)
        }
        _ => {
            check_no_move(words)?;
            Ok(text)
        }
    }
}

/// Parses `name <words> [value <words>]`. The value is copied from the line, because it may be a
/// path with several spaces in a row. `rest` are words of `line`.
fn set_option(line: &str, rest: &[&str]) -> Result<Command, String> {
    let words = match rest {
        ["name", words @ ..] => words,
        _ => {
            let found = found(rest.first());
            return Err(format!(
                "{found}; expected \"name\" and the name of an option"
            ));
        }
    };
    let name_end = words
        .iter()
        .position(|&word| word == "value")
        .unwrap_or(words.len());
    let name = words[..name_end].join(" ");
    if name.is_empty() {
        let found = found(words.first());
        return Err(format!(
            "{found} after \"name\"; expected the name of an option"
        ));
    }
    if name_end == words.len()
        && let Some(value) = value_without_word(words)
    {
        return Err(format!("\"value\" is missing before {}", Quoted(value)));
    }
    let value = words.get(name_end).map(|word| {
        let end = word.as_ptr() as usize - line.as_ptr() as usize + word.len();
        line[end..].trim().to_owned()
    });
    Ok(Command::SetOption { name, value })
}

/// Finds a value that follows the name of an option directly, without "value" between them.
/// Returns its first word.
fn value_without_word<'a>(words: &[&'a str]) -> Option<&'a str> {
    /// All names of options have fewer words than this.
    const NAME_WORDS_LIMIT: usize = 5;
    let is_option = |count: &usize| {
        let name = words[..*count].join(" ");
        options::find(&name).is_some_and(|option| !matches!(option.kind, OptionType::Button))
    };
    if words.len() < NAME_WORDS_LIMIT && is_option(&words.len()) {
        return None;
    }
    let count = (1..words.len().min(NAME_WORDS_LIMIT))
        .rev()
        .find(is_option)?;
    words.get(count).copied()
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
