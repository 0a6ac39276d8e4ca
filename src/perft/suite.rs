//! Perft suites: files of positions with the expected counts.
//!
//! A file can mix two forms: lines of EPD with an operation for each depth, and blocks.
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

use std::borrow::Cow;
use std::fmt;

use super::MAX_DEPTH;
use crate::chess::epd::{EpdLine, OpenQuotation, is_counter};
use crate::chess::{Board, FenError, SetupNote};
use crate::support::quote::Quoted;
use crate::support::text_lines::{NotText, lines};

/// A position with its expected counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuitePosition {
    /// The line of the position in the file, from 1.
    pub line: usize,
    /// The position.
    pub board: Board,
    /// What was dropped or assumed in the FEN, and why no game reaches the position.
    pub notes: Vec<SetupNote>,
    /// Depths, each with its expected count.
    pub counts: Vec<(u32, u64)>,
}

/// A malformed line. The other lines can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteError {
    /// The line in the file, from 1.
    pub line: usize,
    /// The error in the line.
    pub kind: SuiteErrorKind,
}

/// The kinds of errors in a line of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuiteErrorKind {
    /// An invalid position.
    Fen(FenError),
    /// An invalid depth or count.
    Count {
        /// A well-formed example.
        expected: &'static str,
        /// The text in the line.
        found: String,
    },
    /// A quotation without a closing quotation mark.
    OpenQuotation(OpenQuotation),
    /// Bytes that are not UTF-8.
    NotText(NotText),
    /// A `perft` line before the first position.
    NoPosition(String),
    /// A position without counts.
    NoCounts,
}

impl std::error::Error for SuiteError {}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl std::error::Error for SuiteErrorKind {}

impl fmt::Display for SuiteErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.fmt(f),
            Self::Count { expected, found } => write!(
                f,
                "found {}; expected a depth from 0 to {MAX_DEPTH} and a count, like {}",
                Quoted(found),
                Quoted(expected)
            ),
            Self::OpenQuotation(error) => error.fmt(f),
            Self::NotText(error) => error.fmt(f),
            Self::NoPosition(found) => write!(
                f,
                "found {} before any position; expected a line like \"epd FEN\" first",
                Quoted(found)
            ),
            Self::NoCounts => {
                f.write_str("the position has no counts; expected some after it, like \";D3 8902\"")
            }
        }
    }
}

/// Reads a suite. Returns its positions, and the errors of malformed lines.
///
/// A malformed line excludes only its own position or, if it is a `perft` line, its own count. A
/// replacement character (U+FFFD) is reported as bytes that are not UTF-8.
///
/// ```
/// use ferz::perft::suite;
/// let (positions, errors) = suite::read("8/8/8/8/8/8/8/K6k w - - 0 1 ;D1 3\nnonsense");
/// assert_eq!(positions[0].counts, [(1, 3)]);
/// assert_eq!(errors[0].line, 2);
/// ```
#[must_use]
pub fn read(text: &str) -> (Vec<SuitePosition>, Vec<SuiteError>) {
    let mut reader = SuiteReader::default();
    for (number, line) in lines(text) {
        if let Err(kind) = reader.read_line(number, line) {
            reader.errors.push(SuiteError { line: number, kind });
        }
    }
    let (positions, empty): (Vec<_>, Vec<_>) = reader
        .positions
        .into_iter()
        .partition(|position| !position.counts.is_empty());
    let no_counts = |position: SuitePosition| SuiteError {
        line: position.line,
        kind: SuiteErrorKind::NoCounts,
    };
    reader.errors.extend(empty.into_iter().map(no_counts));
    reader.errors.sort_by_key(|error| error.line);
    (positions, reader.errors)
}

/// Returns the text of the FEN in a line that contains a position.
///
/// ```
/// use ferz::perft::suite::fen_of;
/// let fen = "8/8/8/8/8/8/8/K6k w - - 0 1";
/// assert_eq!(fen_of(&format!("{fen} ;D1 3")), fen);
/// assert_eq!(fen_of(&format!("epd {fen}")), fen);
/// ```
#[must_use]
pub fn fen_of(line: &str) -> Cow<'_, str> {
    let line = line.trim();
    match line.split_once(char::is_whitespace) {
        Some(("epd", fen)) => Cow::Borrowed(fen.trim()),
        _ => EpdLine::split(line).fen_with_counters(),
    }
}

#[derive(Default)]
struct SuiteReader {
    positions: Vec<SuitePosition>,
    errors: Vec<SuiteError>,
    /// Whether the last position was malformed, or a later line, which may have been a position, is
    /// not UTF-8. Until the next position, `perft` lines are then skipped.
    skipping: bool,
}

impl SuiteReader {
    fn read_line(
        &mut self,
        number: usize,
        line: Result<&str, NotText>,
    ) -> Result<(), SuiteErrorKind> {
        let line = line.map_err(|error| {
            self.skipping = true;
            SuiteErrorKind::NotText(error)
        })?;
        if line.starts_with("id ") {
            return Ok(());
        }
        match line.split_once(char::is_whitespace).unwrap_or((line, "")) {
            ("epd", fen) => self.add_position(number, fen, || Ok(Vec::new())),
            ("perft", count) => self.add_count(line, count),
            _ => {
                let epd = EpdLine::split(line);
                self.add_position(number, &epd.fen_with_counters(), || counts(&epd))
            }
        }
    }

    /// Adds the position of a line.
    fn add_position(
        &mut self,
        line: usize,
        fen: &str,
        counts: impl FnOnce() -> Result<Vec<(u32, u64)>, SuiteErrorKind>,
    ) -> Result<(), SuiteErrorKind> {
        self.skipping = true;
        let (board, notes) = Board::from_fen(fen).map_err(SuiteErrorKind::Fen)?;
        let counts = counts()?;
        self.positions.push(SuitePosition {
            line,
            board,
            notes,
            counts,
        });
        self.skipping = false;
        Ok(())
    }

    /// Adds the count of a `perft` line to the last position.
    fn add_count(&mut self, line: &str, count: &str) -> Result<(), SuiteErrorKind> {
        if self.skipping {
            return Ok(());
        }
        let count = depth_and_count(count).ok_or_else(|| SuiteErrorKind::Count {
            expected: "perft 3 8902",
            found: line.to_owned(),
        })?;
        let position = self.positions.last_mut();
        position
            .ok_or_else(|| SuiteErrorKind::NoPosition(line.to_owned()))?
            .counts
            .push(count);
        Ok(())
    }
}

/// Returns the depths and counts in the operations of a line, like `D3 8902`. Other operations than
/// the counters of the FEN are errors.
fn counts(line: &EpdLine<'_>) -> Result<Vec<(u32, u64)>, SuiteErrorKind> {
    let parse = |operation: &str| {
        let numbers = operation.strip_prefix(['D', 'd']);
        let count = numbers.and_then(depth_and_count);
        count.ok_or_else(|| SuiteErrorKind::Count {
            expected: ";D3 8902",
            found: format!(";{operation}"),
        })
    };
    let operations = line.operations().map_err(SuiteErrorKind::OpenQuotation)?;
    operations
        .into_iter()
        .filter(|operation| !is_counter(operation))
        .map(parse)
        .collect()
}

/// Parses a depth and a count, separated by whitespace.
fn depth_and_count(text: &str) -> Option<(u32, u64)> {
    let (depth, count) = text.split_once(char::is_whitespace)?;
    let (depth, count) = (depth.parse().ok()?, count.trim().parse().ok()?);
    (depth <= MAX_DEPTH).then_some((depth, count))
}
