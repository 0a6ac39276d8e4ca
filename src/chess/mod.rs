//! The rules of chess: boards, moves, legal moves, games.
//!
//! ```
//! use ferz::chess::{Outcome, Position};
//! let mut position = Position::default();
//! for text in ["f3", "e5", "g4", "Qh4#"] {
//!     position.play(text)?;
//! }
//! assert_eq!(position.outcome(), Some(Outcome::BlackWins));
//! # Ok::<(), ferz::chess::san::SanError>(())
//! ```
//!
//! * [`Square`], [`Bitboard`] (a set of squares), [`Piece`] and [`Color`] are small values.
//! * [`Board`] is a position without its history: the contents of a FEN. It is read from FEN
//!   with [`parse`](str::parse) or [`Board::from_fen`], or built with [`Board::builder`].
//! * [`Position`] is a board with the history of its game: it detects repetitions and unmakes
//!   moves.
//! * [`Board::legal_moves`] lists the legal [`Move`]s. [`generate_moves`] and related functions,
//!   all but one for legal moves, are faster: they append to a list that the caller owns, and can
//!   reuse a [`Legality`].
//! * [`Board::play`] makes a move given as text and [`Board::try_make_move`] makes a [`Move`];
//!   both check that it is legal. [`Board::make_move`] does not check.
//! * [`san`] and [`notation`] read and write moves; [`epd`] splits lines of EPD; [`chess960`] has
//!   the starting positions of Chess960; [`attacks`] has the attacks of each piece.
//! * [`mailbox`] is a second, independent move generator, to test the first.
//!
//! To read the source, begin with `square.rs`, `bitboard.rs` and `moves.rs`, then `board/`,
//! then `movegen/`, which has the rules of each piece, then `position.rs`.

pub mod attacks;
mod bitboard;
mod board;
mod castling;
pub mod chess960;
mod color;
mod cycles;
pub mod epd;
pub mod mailbox;
pub(crate) mod movegen;
mod moves;
pub mod notation;
mod outcome;
mod piece;
mod play;
mod position;
pub mod san;
mod square;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::{
    Board, BoardBuilder, BoardObserver, CastlingLetter, CastlingStyle, CheckSquares, FenError,
    InvalidPosition, NoObserver, RookName, SetupNote,
};
pub use castling::{CastlingPaths, CastlingRights, CastlingSide};
pub use color::Color;
pub(crate) use color::{Black, Side, White};
pub use movegen::{
    Legality, Wanted, generate_captures, generate_legal_moves, generate_moves,
    generate_piece_moves, generate_pseudo_legal_moves, generate_quiets, is_legal, is_pseudo_legal,
};
pub use moves::{Move, MoveKind, MoveList, PieceMove};
pub use outcome::{FIFTY_MOVE_PLIES, Outcome, Termination};
pub use piece::{Piece, PieceType};
pub use play::IllegalMove;
pub use position::Position;
pub use square::{File, ParseSquareError, Rank, Square};
pub use zobrist::{Key, Keys};
