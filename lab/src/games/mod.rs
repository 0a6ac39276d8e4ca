//! Games that the engine played against itself: the data from which evaluation weights, the
//! win-draw-loss model and networks are trained.
//!
//! The files are in *viriformat*, which several engines and trainers share. A file is a sequence
//! of games. A game is 32 bytes for its first position, four bytes for each move, and four zero
//! bytes. All numbers are little-endian. Squares are numbered from a1 = 0 along the ranks to
//! h8 = 63. Scores are in centipawns from White's view.
//!
//! | byte | contents of the first position |
//! | --- | --- |
//! | 0 to 7 | occupied squares, one bit each |
//! | 8 to 23 | the pieces on them in the order of squares, four bits each, low half first: 0 to 5 for pawn, knight, bishop, rook, queen, king, 6 for a rook with its castling right; plus 8 for Black |
//! | 24 | en passant square, 64 for none; plus 128 if Black is to move |
//! | 25 | halfmove clock: plies since the last capture or pawn move |
//! | 26, 27 | move number |
//! | 28, 29 | a score, not used here |
//! | 30 | result of the game: 0 Black won, 1 draw, 2 White won |
//! | 31 | not used |
//!
//! | bits | contents of the 32 bits of a move |
//! | --- | --- |
//! | 0 to 5 | from; in castling, the king's square |
//! | 6 to 11 | to; in castling, the rook's square |
//! | 12, 13 | promotion: 0 to 3 for knight, bishop, rook, queen |
//! | 14, 15 | 1 for en passant, 2 for castling, 3 for promotion, 0 for all other moves |
//! | 16 to 31 | the score of the position before the move, signed |
//!
//! The crate [viriformat] is not used: its tables of moves would add 2.4 MB to the program, and its
//! reader panics on errors. The reader here checks the first position by the rules for FENs, each
//! move by the move generator, and the result against the last position. Tests check that the crate
//! reads the same games. See <https://crates.io/crates/viriformat>.
//!
//! [viriformat]: https://crates.io/crates/viriformat

mod decode;
mod encode;
mod error;
mod game;
mod raw;
mod reader;
mod summary;

pub use encode::encode;
pub use error::{DataError, DataErrorKind};
pub use game::{Game, Sample, ScoredMove};
pub use raw::{RawGame, RawGames};
pub use reader::GameReader;
pub use summary::GameSummary;
