//! Which moves give check, computed before they are made.
//!
//! A move gives direct check if the piece attacks the opponent's king from the target square. It
//! gives discovered check if the piece no longer stands between that king and a slider of the side
//! that moves.

use crate::chess::attacks::{
    attacks, between, bishop_attacks, knight_attacks, line_through, pawn_attacks, rook_attacks,
};
use crate::chess::{Bitboard, Black, Board, Color, PieceMove, PieceType, Side, Square, White};

/// The squares and pieces that decide which moves of one position give check. They are computed
/// once for all moves of the position.
///
/// ```
/// use ferz::chess::{Board, CheckSquares};
/// let board: Board = "4k3/8/8/8/8/8/4N3/4K2R w K - 0 1".parse()?;
/// let checks = CheckSquares::of(&board);
/// let moves = board.legal_moves();
/// let giving = moves.iter().filter(|&&mv| checks.is_given_by(&board, board.piece_move(mv)));
/// assert_eq!(giving.map(|mv| mv.to_string()).collect::<Vec<_>>(), ["h1h8"]);
/// # Ok::<(), ferz::chess::FenError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    /// The square of the opponent's king.
    king: Square,
    /// By [`PieceType`]: the squares from which a piece of the side to move gives check.
    direct: [Bitboard; 6],
    /// The discovered-check candidates: pieces of the side to move that stand alone between the
    /// opponent's king and a slider of their own side.
    shields: Bitboard,
}

impl CheckSquares {
    /// Computes the check squares of the side to move.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        match board.side_to_move() {
            Color::White => Self::of_side::<White>(board),
            Color::Black => Self::of_side::<Black>(board),
        }
    }

    /// Computes the check squares of side `S`.
    #[inline(always)]
    pub(crate) fn of_side<S: Side>(board: &Board) -> Self {
        let us = S::COLOR;
        let king = board.king(!us);
        let occupied = board.occupied();
        let (diagonal, orthogonal) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        let mut this = Self {
            king,
            direct: [
                // A pawn of the other color on the king's square would attack exactly the squares
                // from which a pawn gives check.
                pawn_attacks(!us, king),
                knight_attacks(king),
                diagonal,
                orthogonal,
                diagonal | orthogonal,
                Bitboard::EMPTY,
            ],
            shields: Bitboard::EMPTY,
        };
        // Sliders that would attack the king if the pieces of their own side were removed.
        let (ours, theirs) = (board.of_color(us), board.of_color(!us));
        let sliders = (bishop_attacks(king, theirs) & board.diagonal_sliders(us))
            | (rook_attacks(king, theirs) & board.orthogonal_sliders(us));
        for slider in sliders {
            let shield = between(king, slider) & ours;
            if !shield.more_than_one() {
                this.shields |= shield;
            }
        }
        this
    }

    /// Returns the squares from which a piece of this type gives check.
    #[inline(always)]
    pub(crate) const fn direct(&self, kind: PieceType) -> Bitboard {
        self.direct[kind.index()]
    }

    /// Returns the squares to which a move of the piece on `from` gives a discovered check.
    #[inline(always)]
    pub(crate) fn discovered(&self, from: Square) -> Bitboard {
        if self.shields.contains(from) {
            !line_through(self.king, from)
        } else {
            Bitboard::EMPTY
        }
    }

    /// Returns whether the legal move `mv` gives check.
    #[inline]
    #[must_use]
    pub fn is_given_by(&self, board: &Board, PieceMove { mv, piece }: PieceMove) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() || mv.is_en_passant() {
            // These moves change the occupancy of several squares. They are rare, so make the
            // move on a copy and test for check.
            return board.after(mv).is_in_check();
        }
        if self.shields.contains(from) && !line_through(self.king, from).contains(to) {
            return true;
        }
        match mv.promotion() {
            Some(kind) => {
                let occupied = board.occupied() ^ from.bitboard();
                attacks(kind, board.side_to_move(), to, occupied).contains(self.king)
            }
            None => self.direct(piece).contains(to),
        }
    }
}
