//! Errors in files of games.
//!
//! See <https://docs.rs/thiserror>.

use std::fmt;
use std::io;
use std::path::PathBuf;

use ferz::chess::{Board, FenError, Outcome, SetupNote, Square};
use ferz::support::quote::Named;

/// An error in a file of games, with its location.
#[derive(Debug, thiserror::Error)]
pub struct DataError {
    /// The file.
    pub file: PathBuf,
    /// The number of the game, from 1.
    pub game: u64,
    /// The byte offset of the malformed part, or of the game if its end is missing.
    pub offset: u64,
    /// The error.
    pub kind: DataErrorKind,
}

/// Formats the file, the location and the error. For a read error, the location is the number of
/// bytes read before it, if any.
impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, game, offset) = (Named(&self.file), self.game, self.offset);
        match &self.kind {
            DataErrorKind::Read(error) if offset == 0 => write!(f, "cannot read {file}: {error}"),
            DataErrorKind::Read(error) => {
                write!(f, "cannot read {file} after byte {offset}: {error}")
            }
            kind => write!(f, "{file}: game {game}, byte {offset}: {kind}"),
        }
    }
}

/// The kinds of errors in a file of games.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages describe the fields")]
pub enum DataErrorKind {
    /// The file could not be read.
    #[error("cannot be read: {0}")]
    Read(#[from] io::Error),
    /// The file ends before the game does.
    #[error("the file ends within this game; expected four zero bytes at the end of a game")]
    Torn,
    /// More squares are occupied than the game has pieces.
    #[error("{0} squares are occupied; expected at most 32")]
    PieceCount(u32),
    /// An unknown piece code, or a castling rook off its back rank.
    #[error(
        "the piece on {square} has the code {code}; expected 0 to 5, or 6 for a rook on its back rank that can still castle, plus 8 for a black piece"
    )]
    Piece { square: Square, code: u8 },
    /// There are more pieces than occupied squares.
    #[error("there are more pieces than occupied squares; expected one piece on each")]
    SurplusPiece,
    /// A number that is not a square.
    #[error("the en passant square is {0}; expected 0 to 64")]
    EnPassant(u8),
    /// The halfmove clock of the first position is above that of the fifty-move rule.
    #[error("the game begins after {0} plies without a capture or pawn move; expected at most 100")]
    Clock(u8),
    /// A number that is not a result.
    #[error("the result is {0}; expected 0 (Black won), 1 (draw) or 2 (White won)")]
    Outcome(u8),
    /// The first position is invalid.
    #[error("the first position is invalid: {0}")]
    Start(#[from] FenError),
    /// A castling right or an en passant square of the first position is impossible.
    #[error("the first position is inconsistent: {0}")]
    Setup(SetupNote),
    /// A move is illegal.
    #[error("the move {bits:#06x} is not legal on {board}")]
    Move { bits: u16, board: Box<Board> },
    /// The last position is a checkmate or a draw, and the result differs.
    #[error("the result is {outcome}; expected {by_rule}, because the game ends on {board}")]
    Contradiction {
        outcome: Outcome,
        by_rule: Outcome,
        board: Box<Board>,
    },
}
