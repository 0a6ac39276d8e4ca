//! Splits lines of EPD into the position and the operations after it.
//!
//! Opening books, perft suites and files of test positions have this form. Their readers interpret
//! the operations. See <https://www.chessprogramming.org/Extended_Position_Description>.

use std::borrow::Cow;
use std::fmt;

use crate::support::quote::Quoted;

/// Opcode of the halfmove clock.
const HALFMOVE_CLOCK: &str = "hmvc";

/// Opcode of the fullmove number.
const FULLMOVE_NUMBER: &str = "fmvn";

/// A line of EPD in a place that expects only a FEN. People paste such lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenOfEpd {
    /// The FEN, with the counters of the operations; see [`EpdLine::fen_with_counters`].
    pub fen: String,
    /// The operations that do not belong to the FEN, separated by semicolons; possibly empty.
    pub ignored: String,
}

impl FenOfEpd {
    /// Splits a line. Returns `None` if no operations follow the FEN. Operations begin with a
    /// letter. If none has an operand, they count as operations only if the line has a semicolon.
    ///
    /// # Errors
    ///
    /// Returns an error if a quotation is not closed.
    pub fn split(text: &str) -> Result<Option<Self>, OpenQuotation> {
        let line = EpdLine::split(text);
        // A quotation begins before the end of the FEN, so the line is not an EPD.
        if line.fen.contains('"') {
            return Ok(None);
        }
        let operations = line.operations()?;
        let has_opcode =
            |operation: &&str| operation.starts_with(|c: char| c.is_ascii_alphabetic());
        let has_operand = |operation: &&str| operation.contains(' ');
        let is_marked = text.contains(';') || operations.iter().any(has_operand);
        if operations.is_empty() || !operations.iter().all(has_opcode) || !is_marked {
            return Ok(None);
        }
        let fen = line.fen_with_counters().into_owned();
        // The counters of a FEN take precedence over operations.
        let has_counters = line.fen.split_whitespace().count() > 4;
        let is_ignored = |operation: &&str| has_counters || !is_counter(operation);
        let ignored: Vec<&str> = operations.into_iter().filter(is_ignored).collect();
        Ok(Some(Self {
            fen,
            ignored: ignored.join("; "),
        }))
    }

    /// Returns a note that lists the ignored operations, if there are any.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        let ignored = Quoted(&self.ignored);
        (!self.ignored.is_empty())
            .then(|| format!("ignored the EPD operations after the FEN: {ignored}"))
    }
}

/// Returns whether an operation is a counter of a FEN; see [`EpdLine::fen_with_counters`].
#[must_use]
pub fn is_counter(operation: &str) -> bool {
    let opcode = operation.split_whitespace().next().unwrap_or_default();
    [HALFMOVE_CLOCK, FULLMOVE_NUMBER].contains(&opcode)
}

/// A line of EPD: a position and the text of its operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EpdLine<'a> {
    /// The fields of the FEN: up to four, and the fifth and the sixth if they are numbers.
    pub fen: &'a str,
    /// The text after the FEN.
    rest: &'a str,
}

/// The error of a quotation in the operations without a closing quotation mark.
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
        for number in 0..6 {
            let unsplit = line[end..].trim_start();
            let length = unsplit.find(is_end).unwrap_or(unsplit.len());
            let (field, after) = unsplit.split_at(length);
            let is_number = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
            if number >= 4 && !is_number {
                break;
            }
            end = line.len() - after.len();
        }
        let (fen, rest) = line.split_at(end);
        Self {
            fen: fen.trim(),
            // Some files have dashes in place of the clocks of a full FEN.
            rest: rest.trim_start().trim_start_matches("- "),
        }
    }

    /// Returns the position as a FEN. If the line has only four fields of a FEN, the operations
    /// `hmvc` (halfmove clock) and `fmvn` (fullmove number) become the fifth and the sixth.
    #[must_use]
    pub fn fen_with_counters(&self) -> Cow<'a, str> {
        let operations = self.operations().unwrap_or_default();
        let operand_of = |opcode| {
            operations.iter().find_map(|operation| {
                let (found, operand) = operation.split_once(char::is_whitespace)?;
                (found == opcode).then_some(operand.trim())
            })
        };
        let (clock, number) = (operand_of(HALFMOVE_CLOCK), operand_of(FULLMOVE_NUMBER));
        if self.fen.split_whitespace().count() != 4 || clock.or(number).is_none() {
            return Cow::Borrowed(self.fen);
        }
        Cow::Owned(format!(
            "{} {} {}",
            self.fen,
            clock.unwrap_or("0"),
            number.unwrap_or("1")
        ))
    }

    /// Returns the operations, which end with semicolons outside of quotations. Empty ones are
    /// left out; the last one needs no semicolon.
    ///
    /// # Errors
    ///
    /// Returns an error if a quotation is not closed.
    pub fn operations(&self) -> Result<Vec<&'a str>, OpenQuotation> {
        let text = self.rest;
        // The position of the opening quotation mark, inside a quotation.
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
            return Err(OpenQuotation {
                text: text[quote + 1..].to_owned(),
            });
        }
        operations.push(&text[start..]);
        let trimmed = operations.into_iter().map(str::trim);
        Ok(trimmed.filter(|operation| !operation.is_empty()).collect())
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
