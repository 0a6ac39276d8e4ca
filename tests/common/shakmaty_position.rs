//! Positions of the crate shakmaty, an independent implementation of the rules of chess.

#![allow(
    dead_code,
    reason = "each test is a crate of its own and uses only part of this module"
)]

use ferz::chess::Board;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

/// Returns the same position as a shakmaty position.
pub fn shakmaty_position(board: &Board) -> Chess {
    let fen: Fen = board.shredder_fen().parse().unwrap();
    let position = fen.into_position(CastlingMode::Chess960);
    // shakmaty rejects two kinds of position that `Board` accepts: those with what it considers too
    // much material (it counts promoted bishops on light and dark squares separately), and those
    // with checks that no single move can give.
    position
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .unwrap_or_else(|error| panic!("{error:?}\n{board:?}"))
}
