//! The crate shakmaty as another opinion on what is legal.

#![allow(
    dead_code,
    reason = "each test file compiles this for itself and uses a part"
)]

use ferz::chess::Board;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

/// The same position there.
pub fn shakmaty_position(board: &Board) -> Chess {
    let fen: Fen = board.shredder_fen().parse().unwrap();
    let position = fen.into_position(CastlingMode::Chess960);
    // It tells bishops on light and on dark squares apart when it counts promoted pieces, and
    // calls checks errors that no game has.
    position
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .unwrap_or_else(|error| panic!("{error:?}\n{board:?}"))
}
