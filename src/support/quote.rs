//! Quotes untrusted text in messages.
//!
//! A message stays one readable line: long text is cut, and characters that would break the line
//! or change the state of a terminal are escaped. UCI needs this too: an `info string` is one line.

use std::fmt::{self, Write};
use std::path::Path;

/// Maximum length of quoted text, in characters. The longest FEN of a legal position is shorter.
const MAX_TEXT: usize = 100;

/// Maximum length of a path, in characters. Longer paths are cut at the start, because the end is
/// more useful.
const MAX_PATH: usize = 1000;

/// Displays text in quotation marks, followed by `…` if it is cut.
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        self.0
            .chars()
            .take(MAX_TEXT)
            .try_for_each(|c| write(c, f))?;
        f.write_str(match self.0.chars().nth(MAX_TEXT) {
            Some(_) => "\"…",
            None => "\"",
        })
    }
}

/// Displays a path without quotation marks, preceded by `…` if it is cut.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a>(pub &'a Path);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0.to_string_lossy();
        let too_many = name.chars().count().saturating_sub(MAX_PATH);
        if too_many > 0 {
            f.write_char('…')?;
        }
        name.chars().skip(too_many).try_for_each(|c| write(c, f))
    }
}

/// Displays a whole text on one line, with control characters escaped.
#[derive(Clone, Copy, Debug)]
pub struct OneLine<'a>(pub &'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| write(c, f))
    }
}

/// Writes a character. Control characters, line separators and marks that change the text
/// direction are escaped. Unlike in `escape_debug`, quotation marks and backslashes are not.
fn write(c: char, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match c {
        ' '..='~' => f.write_char(c),
        // `escape_debug` escapes a combining accent at the start of a text; after "x" it does not.
        c => ['x', c]
            .iter()
            .collect::<String>()
            .escape_debug()
            .skip(1)
            .try_for_each(|c| f.write_char(c)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printable_text_is_quoted_unchanged() {
        for text in [
            "",
            "e7e8q",
            "with blanks",
            "\u{e9} e\u{301} \u{265e} \u{1F3A9}",
            "C:\\a \"b\" 'c'",
        ] {
            assert_eq!(Quoted(text).to_string(), format!("\"{text}\""));
        }
    }

    #[test]
    fn unprintable_characters_are_escaped() {
        for (text, escaped) in [
            ("\t\r\n\0", r"\t\r\n\0"),
            ("\u{7}\u{1b}[2J\u{9b}", r"\u{7}\u{1b}[2J\u{9b}"),
            ("\u{7f}", r"\u{7f}"),
            // A line separator; below, marks that reverse the direction and that have no width.
            ("\u{2028}", r"\u{2028}"),
            ("\u{202e}\u{200b}", r"\u{202e}\u{200b}"),
        ] {
            assert_eq!(Quoted(text).to_string(), format!("\"{escaped}\""));
            assert_eq!(Named(Path::new(text)).to_string(), escaped);
            assert_eq!(OneLine(text).to_string(), escaped);
        }
    }

    #[test]
    fn text_is_cut_at_its_end_and_a_path_at_its_start() {
        let whole = "x".repeat(MAX_TEXT);
        assert_eq!(Quoted(&whole).to_string(), format!("\"{whole}\""));
        let more = format!("{whole}\u{1F3A9}");
        assert_eq!(Quoted(&more).to_string(), format!("\"{whole}\"…"));
        let path = "/".repeat(MAX_PATH - 1) + "z";
        assert_eq!(Named(Path::new(&path)).to_string(), path);
        let longer = format!("\u{1F3A9}{path}");
        assert_eq!(Named(Path::new(&longer)).to_string(), format!("…{path}"));
    }
}
