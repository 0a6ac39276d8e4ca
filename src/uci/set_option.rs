//! The arguments of `setoption`.
//! See <https://www.chessprogramming.org/UCI#Options>.

use super::words::found;
use crate::engine::Command;
use crate::engine::options::{Kind, declarations};
use crate::support::quote::Quoted;

/// `name <words> [value <words>]`. The crate is not asked: it takes no empty value, cuts
/// names before a word that begins with "value", and keeps blanks behind a value. The value
/// is taken from the line itself, for blanks inside it count: it may be a path.
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
            "{found} behind \"name\"; expected the name of an option"
        ));
    }
    if name_end == words.len()
        && let Some(value) = value_without_word(words)
    {
        return Err(format!("\"value\" is missing before {}", Quoted(value)));
    }
    let value = words.get(name_end).map(|word| {
        let behind = word.as_ptr() as usize - line.as_ptr() as usize + word.len();
        line[behind..].trim().to_owned()
    });
    Ok(Command::SetOption { name, value })
}

/// The first word of a value that follows the name of an option without "value" between them.
fn value_without_word<'a>(words: &[&'a str]) -> Option<&'a str> {
    /// More words than any option's name has.
    const LONGEST: usize = 5;
    let is_option = |count: &usize| {
        let name = words[..*count].join(" ");
        declarations()
            .iter()
            .any(|option| option.kind != Kind::Button && option.name.eq_ignore_ascii_case(&name))
    };
    if words.len() < LONGEST && is_option(&words.len()) {
        return None;
    }
    let count = (1..words.len().min(LONGEST)).rev().find(is_option)?;
    words.get(count).copied()
}
