//! Facts about a position: their wording in explanations, and the squares that show them.

use super::rule::Rule;
use crate::chess::{Bitboard, Board, Square};

/// The rule that makes a move legal or illegal, the reason in words, and the squares that show it.
pub type Explanation = (Rule, String, KeySquares);

/// The squares that show why a move is legal or illegal. A square may be in several of the sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeySquares {
    /// Origin and target of the move; of the king, if it is castling.
    pub step: Option<(Square, Square)>,
    /// Origin and target of the move, the pawn that is captured en passant, and the rook that
    /// castles.
    pub moved: Bitboard,
    /// The pieces that give check, that attack the king after the move, or that attack a square
    /// that matters for castling.
    pub attackers: Bitboard,
    /// The pinned piece that moves, and the pieces that pin it.
    pub pin: Bitboard,
    /// The squares that a castling king crosses, and the pieces over which a move jumps.
    pub path: Bitboard,
}

impl KeySquares {
    pub(super) fn of_step(from: Square, to: Square) -> Self {
        Self {
            step: Some((from, to)),
            moved: from.bitboard() | to.bitboard(),
            ..Self::default()
        }
    }

    /// Sets the pin of the piece on `from` by `pinning`, if there are any and it is not the king.
    pub(super) fn set_pin(&mut self, from: Square, king: Square, pinning: Bitboard) {
        if from != king && pinning.any() {
            self.pin = pinning | from.bitboard();
            self.attackers &= !pinning;
        }
    }
}

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
pub(super) fn describe_with_verb(
    board: &Board,
    squares: Bitboard,
    one: &str,
    many: &str,
) -> String {
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
