//! Splits lines of EPD into the position and the operations after it.
//!
//! Perft suites and files of test positions have this form. Their readers interpret the
//! operations. See <https://www.chessprogramming.org/Extended_Position_Description>.

use std::fmt;

use super::quote::Quoted;

/// A line of EPD: a position and the text of its operations.
///
/// ```
/// use ferz::support::epd_line::EpdLine;
/// let line = EpdLine::split("8/8/8/8/8/8/8/K6k w - - 0 1 ;D1 3; c0 \"3; or more\";");
/// assert_eq!(line.fen, "8/8/8/8/8/8/8/K6k w - - 0 1");
/// assert_eq!(line.operations()?, ["D1 3", "c0 \"3; or more\""]);
/// # Ok::<(), ferz::support::epd_line::OpenQuotation>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EpdLine<'a> {
    /// The fields of the FEN: four, or six if the fifth and the sixth are numbers.
    pub fen: &'a str,
    /// The text after the FEN.
    rest: &'a str,
}

/// The operations contain a quotation mark without a closing one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenQuotation {
    /// The text after the quotation mark.
    pub text: String,
}

impl std::error::Error for OpenQuotation {}

impl fmt::Display for OpenQuotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Quoted(&self.text);
        write!(
            f,
            "found an unclosed quotation: {text}; expected a closing quotation mark"
        )
    }
}

impl<'a> EpdLine<'a> {
    /// Splits a line. Neither the FEN nor the operations are checked.
    #[must_use]
    pub fn split(line: &'a str) -> Self {
        let is_end = |c: char| c.is_whitespace() || c == ';';
        let mut end = 0;
        for field in 0..6 {
            let rest = &line[end..];
            let start = rest.len() - rest.trim_start().len();
            let length = rest[start..].find(is_end).unwrap_or(rest.len() - start);
            let text = &rest[start..start + length];
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            if field >= 4 && !is_number {
                break;
            }
            end += start + length;
        }
        let (fen, rest) = line.split_at(end);
        Self {
            fen: fen.trim(),
            // Some files have dashes in place of the clocks of a full FEN.
            rest: rest.trim_start().trim_start_matches("- "),
        }
    }

    /// Returns the operations, which end with semicolons outside of quotations. Empty ones are
    /// left out; the last one needs no semicolon.
    ///
    /// # Errors
    ///
    /// Returns an error if a quotation is not closed.
    pub fn operations(&self) -> Result<Vec<&'a str>, OpenQuotation> {
        let text = self.rest;
        let mut quote = None;
        let mut operations = Vec::new();
        let mut start = 0;
        for (i, c) in text.char_indices() {
            match (c, quote) {
                ('"', None) => quote = Some(i),
                ('"', Some(_)) => quote = None,
                (';', None) => {
                    operations.push(&text[start..i]);
                    start = i + 1;
                }
                _ => {}
            }
        }
        if let Some(quote) = quote {
            let text = text[quote + 1..].to_owned();
            return Err(OpenQuotation { text });
        }
        operations.push(&text[start..]);
        let operations = operations.into_iter().map(str::trim);
        Ok(operations.filter(|text| !text.is_empty()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_split_after_the_fields_of_the_fen() {
        for (line, fen, operations) in [
            (
                "8/8 w - - bm Qg6; id \"a\"",
                "8/8 w - -",
                &["bm Qg6", "id \"a\""][..],
            ),
            (
                "8/8 w - - 0 1;D1 3 ; D2 9",
                "8/8 w - - 0 1",
                &["D1 3", "D2 9"],
            ),
            ("8/8 w - - - - bm e4", "8/8 w - -", &["bm e4"]),
            ("8/8 w ;D1 3", "8/8 w", &["D1 3"]),
            ("nonsense", "nonsense", &[]),
            ("", "", &[]),
        ] {
            let split = EpdLine::split(line);
            assert_eq!(split.fen, fen, "{line}");
            assert_eq!(split.operations().as_deref(), Ok(operations), "{line}");
        }
    }
}
