//! **ferz**: a UCI chess engine, and the move generator and perft tool below it.
//!
//! ```
//! use ferz::chess::Board;
//! let mut board = Board::default();
//! board.play("e2e4")?;
//! board.play("Nf6")?;
//! assert_eq!(board.legal_moves().len(), 30);
//! # Ok::<(), ferz::chess::san::SanError>(())
//! ```
//!
//! The layers of the crate; each imports only from those before it:
//!
//! 1. [`support`]: quoting of untrusted text, panics caught at thread edges, large tables.
//! 2. [`chess`]: the rules of chess: boards, moves, legal moves, games.
//! 3. [`perft`]: counting the tree of legal moves, which proves a move generator.
//! 4. [`score`]: centipawns, mates, and their bounds.
//! 5. [`eval`]: the static evaluation of a position.
//! 6. [`syzygy`]: endgame tablebases.
//! 7. [`search`]: alpha-beta search on one or more threads.
//! 8. [`engine`]: the engine thread, which executes commands and emits events.
//! 9. [`uci`]: commands and events as text.
//! 10. [`tools`]: tools for authors of engines.

#![warn(clippy::unwrap_used)]

pub mod chess;
#[cfg(feature = "engine")]
pub mod engine;
#[cfg(feature = "engine")]
pub mod eval;
pub mod perft;
#[cfg(feature = "engine")]
pub mod score;
#[cfg(feature = "engine")]
pub mod search;
pub mod support;
#[cfg(feature = "engine")]
pub mod syzygy;
#[cfg(feature = "cli")]
pub mod tools;
#[cfg(feature = "engine")]
pub mod uci;
