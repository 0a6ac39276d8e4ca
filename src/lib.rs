//! **ferz**: the rules of chess, perft, and a UCI chess engine.
//!
//! ```
//! use ferz::chess::{Board, Outcome, Position, Square};
//! use ferz::perft::perft;
//!
//! // A board: legal moves, moves as text, attacks.
//! let mut board = Board::default();
//! board.play("e2e4")?;
//! board.play("Nf6")?;
//! assert_eq!(board.legal_moves().len(), 30);
//! assert_eq!(board.attackers_to(Square::E4, board.occupied()).names(" "), "f6");
//!
//! // Perft: the number of leaf nodes at a depth.
//! assert_eq!(perft(&Board::default(), 4), 197_281);
//!
//! // A game, with the rules that need its history.
//! let mut game = Position::new("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1".parse()?);
//! game.play("Qg7#")?;
//! assert_eq!(game.outcome(), Some(Outcome::WhiteWins));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! Without default features, the crate contains only [`chess`] and [`perft`], and has no
//! dependencies. `engine` adds evaluation, tablebases, search and UCI; `cli` adds the program and
//! the tools for engine developers. `avx512` selects instructions for slider attacks; `evalfile`
//! embeds the network that the environment variable `EVALFILE` names; `tune` makes the search
//! parameters UCI options. `default` is `cli` and `avx512`.
//!
//! # Layers
//!
//! Each module uses only those above it in this list:
//!
//! 1. [`support`]: quoting of untrusted text, panics caught at thread boundaries, large tables,
//!    threads.
//! 2. [`chess`]: boards, moves, legal moves, games.
//! 3. [`perft`]: counts of the leaves of the tree of legal moves.
//! 4. [`score`]: centipawns, mates, and their bounds.
//! 5. [`eval`]: the static evaluation of a position.
//! 6. [`syzygy`]: endgame tablebases.
//! 7. [`search`]: alpha-beta search on one or more threads.
//! 8. [`engine`]: the engine thread, which executes commands and emits events.
//! 9. [`uci`]: commands and events as text.
//! 10. [`bench`], [`bisect`]: the tools for users and for developers of other engines.
//! 11. [`cli`]: the command line.

#![warn(clippy::unwrap_used)]

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod bench;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod bisect;
pub mod chess;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
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
#[cfg(feature = "engine")]
pub mod uci;
