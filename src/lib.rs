//! **ferz**: a UCI chess engine, and the move generator and perft tool below it.
//!
//! ```
//! use ferz::chess::{Board, legal_moves};
//! let mut board = Board::default();
//! board.play("e2e4")?;
//! board.play("Nf6")?;
//! assert_eq!(legal_moves(&board).len(), 30);
//! # Ok::<(), ferz::chess::san::SanError>(())
//! ```
//!
//! A tour, from the bottom up; each layer imports only what is before it:
//!
//! 1. [`quote`]: the words of others in messages of ours.
//! 2. [`chess`]: the rules of chess. Boards, moves, legal moves, games.
//! 3. [`bug`]: what is done about a panic.
//! 4. [`memory`]: blocks of memory for big tables.
//! 5. [`perft`]: counting the tree of legal moves, which is how the rules are proved.
//! 6. [`selfcheck`]: random games in which two move generators are held against each other.
//! 7. [`score`]: centipawns, mates, bounds.
//! 8. [`data`]: files of games to learn from.
//! 9. [`eval`]: judging a position without looking ahead.
//! 10. [`syzygy`]: endgame tables, which know.
//! 11. [`search`]: looking ahead, on as many threads as there are.
//! 12. [`about`]: name, authors and build of the program.
//! 13. [`mod@bench`]: a fixed amount of search, the signature of a version.
//! 14. [`datagen`]: games of the engine against itself, to learn from.
//! 15. [`tuner`]: better weights for the evaluation, learned from games.
//! 16. [`epd`]: files of positions with what should be found in them.
//! 17. [`engine`]: the thread that owns all that, and obeys commands.
//! 18. [`uci`]: commands and answers as text.

#![warn(clippy::unwrap_used)]

pub mod about;
pub mod bench;
pub mod bug;
pub mod chess;
pub mod data;
pub mod datagen;
pub mod engine;
pub mod epd;
pub mod eval;
pub mod memory;
pub mod perft;
pub mod quote;
pub mod score;
pub mod search;
pub mod selfcheck;
pub mod syzygy;
pub mod tuner;
pub mod uci;
