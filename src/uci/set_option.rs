//! The arguments of `setoption`.
//! See <https://www.chessprogramming.org/UCI#Options>.

use super::words::found;
use crate::engine::Command;
use crate::engine::options::{OptionType, declarations};
use crate::support::quote::Quoted;

/// Parses `name <words> [value <words>]`.
///
/// `vampirc_uci` is not used: it rejects empty values, ends a name before any word that begins
/// with "value", and keeps spaces after a value. The value is copied from the line, because it
/// may be a path with several spaces in a row.
pub(super) fn set_option(line: &str, rest: &[&str]) -> Result<Command, String> {
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
    const LONGEST: usize = 5;
    let is_option = |count: &usize| {
        let name = words[..*count].join(" ");
        declarations().iter().any(|option| {
            option.kind != OptionType::Button && option.name.eq_ignore_ascii_case(&name)
        })
    };
    if words.len() < LONGEST && is_option(&words.len()) {
        return None;
    }
    let count = (1..words.len().min(LONGEST)).rev().find(is_option)?;
    words.get(count).copied()
}
