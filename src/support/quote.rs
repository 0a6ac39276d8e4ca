//! The words of others in messages of ours.
//!
//! A message is one line that a person can read, whatever it quotes: a text of a megabyte is
//! cut, and what would break the line or upset the terminal is written as an escape. See
//! <https://www.chessprogramming.org/UCI#Engine_to_GUI> for why a line is all there is.

use std::fmt::{self, Write};
use std::path::Path;

/// Longer quotations are cut, in characters; the longest FEN of a position that can be has
/// fewer.
const MOST: usize = 100;

/// The same for names of files, of which the end tells most.
const MOST_OF_PATH: usize = 1000;

/// A text between quotation marks; `…` behind them where it is cut.
///
/// ```
/// use ferz::support::quote::Quoted;
/// assert_eq!(Quoted("e2e9").to_string(), r#""e2e9""#);
/// assert_eq!(Quoted("a\nb\u{1b}[2J").to_string(), r#""a\nb\u{1b}[2J""#);
/// assert!(Quoted(&"9".repeat(1 << 20)).to_string().ends_with(r#"99"…"#));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        self.0.chars().take(MOST).try_for_each(|c| write(c, f))?;
        f.write_str(match self.0.chars().nth(MOST) {
            Some(_) => "\"…",
            None => "\"",
        })
    }
}

/// The name of a file, as it is typed; `…` before its end where it is cut.
///
/// ```
/// use ferz::support::quote::Named;
/// use std::path::Path;
/// assert_eq!(Named(Path::new("my games/1.vf")).to_string(), "my games/1.vf");
/// assert_eq!(Named(Path::new("a\nb")).to_string(), r"a\nb");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Named<'a>(pub &'a Path);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0.to_string_lossy();
        let too_many = name.chars().count().saturating_sub(MOST_OF_PATH);
        if too_many > 0 {
            f.write_char('…')?;
        }
        name.chars().skip(too_many).try_for_each(|c| write(c, f))
    }
}

/// A whole text on one line, with escapes for what does not belong on it.
///
/// ```
/// use ferz::support::quote::OneLine;
/// assert_eq!(OneLine("No such\r\nfile").to_string(), r"No such\r\nfile");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OneLine<'a>(pub &'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| write(c, f))
    }
}

/// A character as it is, unless it cannot be printed: control characters, ends of lines and
/// what turns the direction of writing come as escapes. Quotation marks and backslashes,
/// which escapes are for elsewhere too, are left as they were typed.
fn write(c: char, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match c {
        ' '..='~' => f.write_char(c),
        // Alone, or at the beginning of a text, an accent would be escaped too.
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
    use proptest::prelude::*;

    #[test]
    fn what_people_write_is_quoted_as_they_write_it() {
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
    fn what_cannot_be_printed_is_escaped() {
        for (text, escaped) in [
            ("\t\r\n\0", r"\t\r\n\0"),
            ("\u{7}\u{7f}\u{9b}", r"\u{7}\u{7f}\u{9b}"),
            // Ends a line for some; the next ones turn what follows around, and hide.
            ("\u{2028}", r"\u{2028}"),
            ("\u{202e}\u{200b}", r"\u{202e}\u{200b}"),
        ] {
            assert_eq!(Quoted(text).to_string(), format!("\"{escaped}\""));
            assert_eq!(Named(Path::new(text)).to_string(), escaped);
            assert_eq!(OneLine(text).to_string(), escaped);
        }
    }

    #[test]
    fn a_text_is_cut_at_its_end_and_a_path_at_its_beginning() {
        let whole = "x".repeat(MOST);
        assert_eq!(Quoted(&whole).to_string(), format!("\"{whole}\""));
        let more = format!("{whole}\u{1F3A9}");
        assert_eq!(Quoted(&more).to_string(), format!("\"{whole}\"…"));
        let path = "/".repeat(MOST_OF_PATH - 1) + "z";
        assert_eq!(Named(Path::new(&path)).to_string(), path);
        let longer = format!("\u{1F3A9}{path}");
        assert_eq!(Named(Path::new(&longer)).to_string(), format!("…{path}"));
    }

    proptest! {
        #[test]
        fn whatever_is_quoted_is_one_short_line(text in any::<String>()) {
            for quoted in [Quoted(&text).to_string(), Named(Path::new(&text)).to_string()] {
                prop_assert!(!quoted.contains(char::is_control), "{}", quoted);
                // The longest escape is \u{10ffff}.
                prop_assert!(quoted.chars().count() <= 10 * MOST_OF_PATH + 1);
            }
        }
    }
}
