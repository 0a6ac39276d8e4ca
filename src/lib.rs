//! **ferz**: a UCI chess engine, and the move generator and perft tool below it.
//!
//! A tour, from the bottom up; each layer imports only what is before it:
//!
//! 1. [`quote`]: the words of others in messages of ours.
//! 2. [`chess`]: the rules of chess. Boards, moves, legal moves, games.
//! 3. [`memory`]: blocks of memory for big tables.
//! 4. [`perft`]: counting the tree of legal moves, which is how the rules are proved.
//! 5. [`selfcheck`]: random games in which two move generators are held against each other.
//! 6. [`score`]: centipawns, mates, bounds.
//! 7. [`data`]: files of games to learn from.
//! 8. [`eval`]: judging a position without looking ahead.
//! 9. [`syzygy`]: endgame tables, which know.
//! 10. [`search`]: looking ahead, on as many threads as there are.
//! 11. [`mod@bench`]: a fixed amount of search, the signature of a version.
//! 12. [`datagen`]: games of the engine against itself, to learn from.
//! 13. [`tuner`]: better weights for the evaluation, learned from games.
//! 14. [`epd`]: files of positions with what should be found in them.
//! 15. [`engine`]: the thread that owns all that, and obeys commands.
//! 16. [`uci`]: commands and answers as text.

#![warn(clippy::unwrap_used)]

pub mod bench;
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
