//! Splits lines of EPD into the position and the operations after it.
//!
//! Perft suites and files of test positions have this form. Their readers interpret the
//! operations. See <https://www.chessprogramming.org/Extended_Position_Description>.

use std::borrow::Cow;
use std::fmt;

use super::quote::Quoted;

/// Opcode of the halfmove clock.
const HALFMOVE_CLOCK: &str = "hmvc";

/// Opcode of the fullmove number.
const FULLMOVE_NUMBER: &str = "fmvn";

/// A FEN with operations of EPD after it, in a place that expects only a FEN. People paste such lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenOfEpd {
    /// The FEN, with the counters of the operations; see [`EpdLine::fen_with_counters`].
    pub fen: String,
    /// The operations that do not belong to the FEN, separated by semicolons; possibly empty.
    pub ignored: String,
}

impl FenOfEpd {
    /// Splits a text. `None` if no operations follow the FEN: each begins with the letters of its
    /// opcode, and a word alone is one only before a semicolon.
    pub fn split(text: &str) -> Result<Option<Self>, OpenQuotation> {
        let line = EpdLine::split(text);
        if line.fen.contains('"') {
            return Ok(None);
        }
        let operations = line.operations()?;
        let has_opcode = |text: &&str| text.starts_with(|c: char| c.is_ascii_alphabetic());
        let is_marked = text.contains(';') || operations.iter().any(|text| text.contains(' '));
        if operations.is_empty() || !operations.iter().all(has_opcode) || !is_marked {
            return Ok(None);
        }
        let fen = line.fen_with_counters().into_owned();
        // The counters of a FEN take precedence over operations.
        let has_counters = line.fen.split_whitespace().count() > 4;
        let is_ignored = |text: &&str| has_counters || !is_counter(text);
        let ignored: Vec<&str> = operations.into_iter().filter(is_ignored).collect();
        let ignored = ignored.join("; ");
        Ok(Some(Self { fen, ignored }))
    }

    /// Returns the note that tells what is ignored, if there is anything.
    pub fn note(&self) -> Option<String> {
        let ignored = Quoted(&self.ignored);
        (!self.ignored.is_empty())
            .then(|| format!("ignored the EPD operations after the FEN: {ignored}"))
    }
}

/// Returns whether an operation is a counter of a FEN; see [`EpdLine::fen_with_counters`].
pub fn is_counter(operation: &str) -> bool {
    let opcode = operation.split_whitespace().next().unwrap_or_default();
    [HALFMOVE_CLOCK, FULLMOVE_NUMBER].contains(&opcode)
}

/// A line of EPD: a position and the text of its operations.
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

    /// Returns the position as a FEN. If the line has only four fields of a FEN, the operations
    /// `hmvc` (halfmove clock) and `fmvn` (fullmove number) are the fifth and the sixth.
    pub fn fen_with_counters(&self) -> Cow<'a, str> {
        let operations = self.operations().unwrap_or_default();
        let counter = |opcode| {
            let mut operands = operations.iter().filter_map(|operation| {
                let (found, operand) = operation.split_once(char::is_whitespace)?;
                (found == opcode).then_some(operand.trim())
            });
            operands.next()
        };
        let (clock, number) = (counter(HALFMOVE_CLOCK), counter(FULLMOVE_NUMBER));
        if self.fen.split_whitespace().count() != 4 || clock.or(number).is_none() {
            return Cow::Borrowed(self.fen);
        }
        let (clock, number) = (clock.unwrap_or("0"), number.unwrap_or("1"));
        Cow::Owned(format!("{} {clock} {number}", self.fen))
    }

    /// Returns the operations, which end with semicolons outside of quotations. Empty ones are
    /// left out; the last one needs no semicolon.
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
    fn counters_of_the_fen_take_precedence_over_operations() {
        for (line, fen) in [
            ("8/8 w - - hmvc 4; fmvn 20;", "8/8 w - - 4 20"),
            ("8/8 w - - fmvn 20; id \"hmvc 7;\"", "8/8 w - - 0 20"),
            ("8/8 w - - hmvc x;", "8/8 w - - x 1"),
            ("8/8 w - - 3 9 hmvc 4; fmvn 20;", "8/8 w - - 3 9"),
            ("8/8 w - - 3 hmvc 4;", "8/8 w - - 3"),
            ("8/8 w - - bm e4;", "8/8 w - -"),
        ] {
            assert_eq!(EpdLine::split(line).fen_with_counters(), fen, "{line}");
        }
    }

    #[test]
    fn a_line_is_split_after_the_fields_of_the_fen() {
        for (line, fen, operations) in [
            (
                "8/8 w - - bm Qg6; c0 \"3; or more\"",
                "8/8 w - -",
                &["bm Qg6", "c0 \"3; or more\""][..],
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
