//! Facts about a position, and their wording in explanations.
//! See <https://en.wikipedia.org/wiki/Rules_of_chess>.

use super::rule::Rule;
use crate::chess::{Bitboard, Board, Square};

/// The rule that makes a move legal or illegal, and the reason in words.
pub type Explanation = (Rule, String);

/// Returns text such as "the black rook on h5".
pub(super) fn describe(board: &Board, square: Square) -> String {
    match board.piece_at(square) {
        Some(piece) => format!("the {} {} on {square}", piece.color, piece.kind),
        None => format!("the empty square {square}"),
    }
}

/// Returns text such as "the black rook on h5 and the black knight on f3".
pub(super) fn describe_all(board: &Board, squares: Bitboard) -> String {
    let squares = squares.iter();
    let pieces: Vec<String> = squares.map(|square| describe(board, square)).collect();
    pieces.join(" and ")
}

/// Returns text such as "the black rook on h5 attacks", with the verb in the singular (`one`) or
/// plural (`many`).
pub(super) fn subject(board: &Board, squares: Bitboard, one: &str, many: &str) -> String {
    let verb = if squares.more_than_one() { many } else { one };
    format!("{} {verb}", describe_all(board, squares))
}

/// Returns the pieces of the side not to move that would attack `square` if the squares in
/// `occupied` were the occupied ones.
pub(super) fn enemies_at(board: &Board, square: Square, occupied: Bitboard) -> Bitboard {
    board.attackers_to(square, occupied) & board.of_color(!board.side_to_move())
}

/// Returns the square of the pawn that is captured en passant on `to`.
pub(super) fn captured_en_passant(board: &Board, to: Square) -> Square {
    to.forward(!board.side_to_move())
}
