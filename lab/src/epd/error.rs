//! Errors in files of test positions.
//!
//! See <https://www.chessprogramming.org/Extended_Position_Description>.

use serde::Serialize;

use super::position::MAX_MATE;
use ferz::chess::FenError;
use ferz::chess::san::SanError;
use ferz::support::epd_line::OpenQuotation;
use ferz::support::position_lines::NotText;
use ferz::support::quote::Quoted;

/// A malformed line. The other lines are still read.
///
/// It serializes as the line and the message of the error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct EpdError {
    /// The line in the file, from 1.
    pub line: usize,
    /// The error in the line.
    #[serde(rename = "message", serialize_with = "message")]
    pub kind: EpdErrorKind,
}

/// The kinds of errors in a line of EPD.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpdErrorKind {
    /// An invalid position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// An invalid move in an operation.
    #[error("{opcode}: {error}")]
    Move {
        /// The opcode of the operation.
        opcode: String,
        /// The error in the move.
        error: SanError,
    },
    /// An invalid number of moves to mate.
    #[error(
        "{opcode}: found {}; expected {expected} from 1 to {MAX_MATE}",
        Quoted(found)
    )]
    Mate {
        /// The opcode of the operation.
        opcode: String,
        /// A description of well-formed operands.
        expected: &'static str,
        /// The operands in the line.
        found: String,
    },
    /// An operation without its operands.
    #[error("{0}: found nothing; expected an operand after it")]
    NoOperand(String),
    /// A second operation with the same opcode.
    #[error("{0}: found twice; expected at most once")]
    Repeated(String),
    /// A quotation without a closing quotation mark.
    #[error(transparent)]
    OpenQuotation(#[from] OpenQuotation),
    /// Bytes that are not UTF-8.
    #[error(transparent)]
    NotText(#[from] NotText),
}

fn message<S: serde::Serializer>(kind: &EpdErrorKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(kind)
}
