//! The words of a line: quoting and clamping them, and notes on those that are skipped.

use std::ops::RangeInclusive;

use crate::engine::Command;
use crate::support::quote::Quoted;

/// A line has so many notes at most; more of them tell nothing new, and may be many.
const MAX_NOTES: usize = 10;

/// The crate takes no longer numbers.
pub(super) const TWELVE_DIGITS: i64 = 999_999_999_999;

/// Notes on a line, to be told before it is obeyed.
#[derive(Default)]
pub(super) struct Notes {
    told: Vec<Command>,
    left_out: usize,
}

impl Notes {
    pub(super) fn add(&mut self, note: String) {
        if self.told.len() < MAX_NOTES {
            self.told.push(Command::Note(note));
        } else {
            self.left_out += 1;
        }
    }

    pub(super) fn skipped(&mut self, command: &str, words: &[&str]) {
        if !words.is_empty() {
            self.add(format!(
                "{command}: skipped {}, which means nothing there",
                Quoted(&words.join(" "))
            ));
        }
    }

    pub(super) fn into_commands(self, command: &str) -> Vec<Command> {
        let Self { mut told, left_out } = self;
        if left_out > 0 {
            told.push(Command::Note(format!(
                "{command}: {left_out} more notes like these"
            )));
        }
        told
    }
}

/// A word that is there, or is not.
pub(super) fn found(word: Option<&&str>) -> String {
    word.map_or_else(
        || "found nothing".to_owned(),
        |word| format!("found {}", Quoted(word)),
    )
}

/// A whole number, clamped to a range; that it was clamped is said, and where it stands.
pub(super) fn number(
    word: Option<&&str>,
    range: RangeInclusive<i64>,
    place: &str,
    notes: &mut Notes,
) -> Result<i64, String> {
    let (least, most) = range.clone().into_inner();
    let expected = match most {
        // The limit of the crate, not of chess.
        TWELVE_DIGITS => format!("expected a number of at least {least}, with at most 12 digits"),
        _ => format!("expected a number from {least} to {most}"),
    };
    let text = word.copied().unwrap_or_default();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("{}; {expected}", found(word)));
    }
    // All digits, so what does not fit is only too large.
    let too_large = if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    let value: i64 = text.parse().unwrap_or(too_large);
    let clamped = value.clamp(least, most);
    if clamped != value {
        let found = found(word);
        notes.add(format!("{place}: {found}, taken for {clamped}; {expected}"));
    }
    Ok(clamped)
}
