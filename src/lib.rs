//! **ferz**: a UCI chess engine, and the move generator and perft tool below it.
//!
//! A tour, from the bottom up; each layer imports only what is before it:
//!
//! 1. [`chess`]: the rules of chess. Boards, moves, legal moves.
//! 2. [`perft`]: counting the tree of legal moves, which is how the rules are proved.

pub mod chess;
pub mod perft;
