//! Perft suites: files of positions with their published counts
//! (<https://www.chessprogramming.org/Perft_Results>).
//!
//! Two forms are read, and may be mixed:
//!
//! ```text
//! r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 ;D1 26 ;D2 568
//!
//! # a comment
//! id castling
//! epd r3k2r/8/8/8/8/8/8/R3K2R w KQkq -
//! perft 1 26
//! perft 2 568
//! ```

use super::MAX_DEPTH;

use crate::chess::{Board, FenError, SetupNote};
use crate::support::quote::Quoted;

/// A position and what perft should count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The line of the file that the position is on, from 1.
    pub line: usize,
    /// The position.
    pub board: Board,
    /// What was dropped from the FEN, or why no game reaches the position.
    pub notes: Vec<SetupNote>,
    /// Depths and counts.
    pub counts: Vec<(u32, u64)>,
}

/// A line that could not be read; the others can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct SuiteError {
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A count.
    #[error(
        "found {}; expected a depth from 0 to {MAX_DEPTH} and a count, like {}",
        Quoted(found),
        Quoted(expected)
    )]
    Count {
        /// What it should look like.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// Bytes that are no text.
    #[error("found bytes that are no text; expected UTF-8")]
    NotText,
    /// A count that belongs to no position.
    #[error("found {} before any position; expected a line like \"epd FEN\" first", Quoted(.0))]
    NoPosition(String),
    /// A position that nothing is said of.
    #[error("the position has no counts; expected some behind it, like \";D3 8902\"")]
    NoCounts,
}

/// Reads a suite: its cases, and the lines that could not be read.
///
/// ```
/// use ferz::perft::suite;
/// let (cases, errors) = suite::read("8/8/8/8/8/8/8/K6k w - - 0 1 ;D1 3\nnonsense");
/// assert_eq!(cases[0].counts, [(1, 3)]);
/// assert_eq!(errors[0].line, 2);
/// ```
#[must_use]
pub fn read(text: &str) -> (Vec<Case>, Vec<SuiteError>) {
    let mut reader = Reader::default();
    for (i, line) in text.lines().enumerate() {
        if let Err(problem) = reader.line(i + 1, line.trim()) {
            reader.errors.push(SuiteError {
                line: i + 1,
                problem,
            });
        }
    }
    let (cases, empty): (Vec<_>, Vec<_>) = reader
        .cases
        .into_iter()
        .partition(|case| !case.counts.is_empty());
    let no_counts = |case: Case| SuiteError {
        line: case.line,
        problem: Problem::NoCounts,
    };
    reader.errors.extend(empty.into_iter().map(no_counts));
    reader.errors.sort_by_key(|error| error.line);
    (cases, reader.errors)
}

/// The FEN in a line of a suite that has one, as it is written there.
#[must_use]
pub fn fen_of(line: &str) -> &str {
    let line = line.trim();
    let fen = match line.split_once(char::is_whitespace) {
        Some(("epd", fen)) => fen,
        _ => line,
    };
    fen.split(';').next().unwrap_or_default().trim()
}

/// The text in the bytes of a file, without the mark that some editors put before UTF-8.
/// Bytes that are not UTF-8 come as replacement characters, so that [`read`] refuses the lines
/// that they are in and no others.
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.trim_start_matches('\u{FEFF}').to_owned()
}

#[derive(Default)]
struct Reader {
    cases: Vec<Case>,
    errors: Vec<SuiteError>,
    /// Whether the last position was bad, so that the counts behind it belong to none.
    skipping: bool,
}

impl Reader {
    fn line(&mut self, number: usize, text: &str) -> Result<(), Problem> {
        if text.contains(char::REPLACEMENT_CHARACTER) {
            self.skipping = true;
            return Err(Problem::NotText);
        }
        if text.is_empty() || text.starts_with('#') || text.starts_with("id ") {
            return Ok(());
        }
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        if word == "epd" {
            self.skipping = true;
            let (board, notes) = Board::from_fen(rest)?;
            self.cases.push(Case {
                line: number,
                board,
                notes,
                counts: Vec::new(),
            });
            self.skipping = false;
            return Ok(());
        }
        if word == "perft" {
            if self.skipping {
                return Ok(());
            }
            let count = depth_and_count(rest).ok_or_else(|| Problem::Count {
                expected: "perft 3 8902",
                found: text.to_owned(),
            })?;
            let case = self.cases.last_mut();
            case.ok_or_else(|| Problem::NoPosition(text.to_owned()))?
                .counts
                .push(count);
            return Ok(());
        }
        self.skipping = true;
        let mut parts = text.split(';');
        let (board, notes) = Board::from_fen(parts.next().unwrap_or_default())?;
        let count = |part: &str| {
            let numbers = part.trim().strip_prefix(['D', 'd']);
            let count = numbers.and_then(depth_and_count);
            count.ok_or_else(|| Problem::Count {
                expected: ";D3 8902",
                found: format!(";{}", part.trim()),
            })
        };
        let counts = parts.filter(|part| !part.trim().is_empty()).map(count);
        let counts = counts.collect::<Result<_, _>>()?;
        self.cases.push(Case {
            line: number,
            board,
            notes,
            counts,
        });
        self.skipping = false;
        Ok(())
    }
}

fn depth_and_count(text: &str) -> Option<(u32, u64)> {
    let (depth, count) = text.split_once(char::is_whitespace)?;
    let (depth, count) = (depth.parse().ok()?, count.trim().parse().ok()?);
    (depth <= MAX_DEPTH).then_some((depth, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read() {
        let (cases, errors) = read(
            "8/8/8/8/8/8/8/K6k w - - 0 1; D1 3 ;D2  9\r\n\
             # a comment\n\
             id one\n\
             epd 8/8/8/8/8/8/8/K6k w - -\n\
             perft 1 3\n\
             perft 2 9\n",
        );
        assert_eq!(errors, []);
        let counts = vec![(1, 3), (2, 9)];
        assert_eq!(
            cases
                .iter()
                .map(|case| (case.line, &case.counts))
                .collect::<Vec<_>>(),
            [(1, &counts), (4, &counts)]
        );
    }

    #[test]
    fn bad_lines_are_named_and_the_rest_is_read() {
        let (cases, errors) = read(
            "perft 1 20\n\
             8/8/8/8/8/8/8/K6k w - - 0 1 ;D1 three\n\
             8/8/8/8/8/8/8/K6k w - - 0 1\n\
             epd K w - -\n\
             perft 1 3\n\
             8/8/8/8/8/8/8/K6k w - - 0 1 ;D256 3\n\
             8/8/8/8/8/8/8/K6k w - - 0 1 ;D1 3\n\
             EPD 8/8/8/8/8/8/8/K6k w - -\n\
             perft 2 9\n",
        );
        assert_eq!(cases.len(), 1);
        assert_eq!(cases[0].counts, [(1, 3)]);
        let lines: Vec<usize> = errors.iter().map(|error| error.line).collect();
        assert_eq!(lines, [1, 2, 3, 4, 6, 8]);
    }
}
