//! Facts about a position: their wording in explanations, and the squares that show them.

use super::rule::Rule;
use crate::chess::{Bitboard, Board, Square};

/// The rule that makes a move legal or illegal, and the reason in words: the end of a sentence that
/// begins with the move.
pub(super) type Reason = (Rule, String);

/// A rule and a reason, as in `Reason`, and the squares that show them.
pub type Explanation = (Rule, String, KeySquares);

/// The squares that show why a move is legal or illegal. A square may be in several of the sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeySquares {
    /// Origin and target of the move; of the king, if it is castling.
    pub from_to: Option<(Square, Square)>,
    /// Origin and target of the move, the pawn that is captured en passant, and the rook that
    /// castles.
    pub moved: Bitboard,
    /// The pieces that give check, or attack the king after the move or a square that it crosses by
    /// castling. If castling is legal: those that attack only other squares, which does not matter.
    pub attackers: Bitboard,
    /// The pinned piece that moves, and the pieces that pin it.
    pub pin: Bitboard,
    /// The squares that a castling king crosses, with its target if the castling right remains, and
    /// the pieces over which a move jumps.
    pub crossed: Bitboard,
}

impl KeySquares {
    pub(super) fn of_move(from: Square, to: Square) -> Self {
        Self {
            from_to: Some((from, to)),
            moved: from.bitboard() | to.bitboard(),
            ..Self::default()
        }
    }

    /// Sets the pin of the piece on `from` by `pinning`, if there are any and it is not the king.
    /// The pinning pieces no longer count as attackers.
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
pub(super) fn enemy_attackers_to(board: &Board, square: Square, occupied: Bitboard) -> Bitboard {
    board.attackers_to(square, occupied) & board.of_color(!board.side_to_move())
}

/// Returns the square of the pawn that is captured en passant on `to`.
pub(super) fn en_passant_victim_square(board: &Board, to: Square) -> Square {
    to.forward(!board.side_to_move())
}
