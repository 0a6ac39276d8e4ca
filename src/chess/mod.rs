//! The rules of chess. Imports nothing above it.
//!
//! Read in this order: [`color`], [`piece`], [`square`], [`bitboard`], [`moves`],
//! [`castling`], [`zobrist`]; then [`attacks`] and [`board`]; then [`movegen`], where the
//! rules of each piece are; then [`position`], which adds the history of a game, and
//! [`notation`], which reads and writes moves, and [`chess960`], where games may begin.
//! [`mailbox`] tells the rules once more, in another way, to check the first.

pub mod attacks;
pub mod bitboard;
pub mod board;
pub mod castling;
pub mod chess960;
pub mod color;
mod cycles;
pub mod mailbox;
pub mod movegen;
pub mod moves;
pub mod notation;
pub mod outcome;
pub mod piece;
pub mod position;
pub mod san;
pub mod square;
pub mod zobrist;

pub use bitboard::Bitboard;
pub use board::{Board, BoardObserver, CheckSquares, FenError, InvalidPosition, SetupNote};
pub use castling::{CastlingRights, CastlingSide};
pub use color::Color;
pub use movegen::{
    IllegalMove, Legality, Wanted, count_legal_moves, generate_captures, generate_evasions,
    generate_legal_moves, generate_moves, generate_piece_moves, generate_pseudo_legal_moves,
    generate_quiets, has_legal_moves, is_legal, is_pseudo_legal, legal_moves,
};
pub use moves::{Move, MoveKind, MoveList, PieceMove};
pub use outcome::{Outcome, Termination};
pub use piece::{Piece, PieceType};
pub use position::Position;
pub use square::{File, Rank, Square};
pub use zobrist::{Key, Keys};
