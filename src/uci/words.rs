//! Helpers for the parsers of lines: numbers, moves, notes on ignored words, and suggestions for
//! misspelled commands.

use std::ops::RangeInclusive;

use super::help::{self, ExtraCommand};
use crate::chess::notation::{CoordinateMove, ParseMoveError};
use crate::engine::Command;
use crate::support::quote::Quoted;
use crate::support::similar::nearest;

/// Maximum number of notes on one line; further notes are only counted.
const MAX_NOTES: usize = 10;

/// Notes on a line, to be printed before its command is executed.
#[derive(Default)]
pub(super) struct Notes {
    /// The first [`MAX_NOTES`] notes.
    kept: Vec<Command>,
    /// Number of the other notes.
    dropped: usize,
}

impl Notes {
    /// Adds a note.
    pub(super) fn add(&mut self, note: String) {
        if self.kept.len() < MAX_NOTES {
            self.kept.push(Command::Note(note));
        } else {
            self.dropped += 1;
        }
    }

    /// Adds a note on unexpected words, if there are any.
    pub(super) fn add_ignored(&mut self, command: &str, words: &[&str]) {
        if !words.is_empty() {
            self.add(format!(
                "{command}: ignored unexpected {}",
                Quoted(&words.join(" "))
            ));
        }
    }

    /// Returns the commands that print the notes.
    pub(super) fn into_commands(self, command: &str) -> Vec<Command> {
        let Self { mut kept, dropped } = self;
        if dropped > 0 {
            kept.push(Command::Note(format!(
                "{command}: {dropped} more notes like these"
            )));
        }
        kept
    }
}

/// Returns "found" and the quoted word, for error messages.
pub(super) fn found(word: Option<&&str>) -> String {
    word.map_or_else(
        || "found nothing".to_owned(),
        |word| format!("found {}", Quoted(word)),
    )
}

/// Parses an integer. A number out of range is clamped, and a note is added. The note begins with
/// `place`, which names the command and argument that the number belongs to.
pub(super) fn number(
    word: Option<&&str>,
    range: RangeInclusive<i64>,
    place: &str,
    notes: &mut Notes,
) -> Result<i64, String> {
    let (least, most) = range.into_inner();
    let expected = format!("expected a number from {least} to {most}");
    let text = word.copied().unwrap_or_default();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("{}; {expected}", found(word)));
    }
    // The text is a number, so parsing fails only if it does not fit in an `i64`.
    let value: Option<i64> = text.parse().ok();
    let clamped = match value {
        Some(value) => value.clamp(least, most),
        None if text.starts_with('-') => least,
        None => most,
    };
    if value != Some(clamped) {
        let found = found(word);
        notes.add(format!("{place}: {found}, using {clamped}; {expected}"));
    }
    Ok(clamped)
}

/// Parses moves, or returns an error if one of them is malformed.
pub(super) fn move_list(words: &[&str]) -> Result<Vec<CoordinateMove>, String> {
    let parse = |(i, word): (usize, &&str)| {
        let mv = word.to_ascii_lowercase().parse();
        // Names the word as it was written.
        let error = |_| ParseMoveError((*word).to_owned());
        mv.map_err(|why| format!("move {} of the list: {}", i + 1, error(why)))
    };
    words.iter().enumerate().map(parse).collect()
}

/// Returns the error message for an unknown command. It suggests the most similar command, if any.
pub(super) fn unknown(word: &str, extra: &[ExtraCommand]) -> String {
    let expected = match nearest(word, help::names(extra)) {
        Some(command) => format!("did you mean \"{command}\"?"),
        None if is_move(word) => format!("did you mean \"moves {word}\"?"),
        None => "type \"help\" for a list".to_owned(),
    };
    format!("unknown command {}; {expected}", Quoted(word))
}

/// Returns whether a word has the form of a move, in upper or lower case.
pub(super) fn is_move(word: &str) -> bool {
    let is_short = word.len() <= "e7e8q".len();
    is_short && word.to_ascii_lowercase().parse::<CoordinateMove>().is_ok()
}
