//! What the safety of the king asks of every move: checkers, pins, attacked squares.
//!
//! Worked out once a position, it turns legality into a few intersections of sets, so that
//! no move need be tried. A pinned piece stays on the line to its king; a check is answered
//! by capturing the checker, by stepping between, or by the king, which goes only where
//! nothing attacks. En passant alone takes two pieces off a line at once, and is looked at
//! by itself. See <https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)>.

use crate::chess::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, pawns_attacks,
    rook_attacks, sliders_attacks,
};
use crate::chess::bitboard::Bitboard;
use crate::chess::board::Board;
use crate::chess::color::{Black, Color, Side, White};
use crate::chess::piece::PieceType;
use crate::chess::square::Square;

/// The constraints on the moves of the side to move in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legality {
    /// Where the king of the side to move stands.
    pub king: Square,
    /// The enemy pieces that give check.
    pub checkers: Bitboard,
    /// Where pieces other than the king must go: everywhere, or on a single checker and
    /// the squares before it. With two checkers only the king may move, and this is void.
    pub check_mask: Bitboard,
    /// The lines, along ranks and files, from the king to enemy sliders that only one
    /// piece of ours shields it from. The pieces of ours on them are pinned.
    pub orthogonal_pins: Bitboard,
    /// The same along diagonals.
    pub diagonal_pins: Bitboard,
    /// The squares that the enemy attacks, seeing through our king: where it must not go.
    pub attacked: Bitboard,
}

impl Legality {
    /// The constraints on the side to move of `board`.
    #[inline]
    #[must_use]
    pub fn of(board: &Board) -> Self {
        match board.side_to_move() {
            Color::White => Self::of_side::<White>(board),
            Color::Black => Self::of_side::<Black>(board),
        }
    }

    /// No constraints: what makes the generator produce pseudo-legal moves.
    #[inline]
    #[must_use]
    pub fn ignored(board: &Board) -> Self {
        Self {
            king: board.king(board.side_to_move()),
            checkers: Bitboard::EMPTY,
            check_mask: Bitboard::ALL,
            orthogonal_pins: Bitboard::EMPTY,
            diagonal_pins: Bitboard::EMPTY,
            attacked: Bitboard::EMPTY,
        }
    }

    /// Whether these are no constraints: the enemy's king alone attacks something.
    #[inline(always)]
    pub(crate) const fn is_ignored(&self) -> bool {
        self.attacked.is_empty()
    }

    /// All squares on which a piece of the side to move is pinned.
    #[inline]
    #[must_use]
    pub fn pins(&self) -> Bitboard {
        self.orthogonal_pins | self.diagonal_pins
    }

    #[inline(always)]
    pub(crate) fn of_side<S: Side>(board: &Board) -> Self {
        let king = board.king(S::COLOR);
        let (us, them) = (board.of_color(S::COLOR), board.of_color(!S::COLOR));
        let mut this = Self {
            king,
            checkers: (pawn_attacks(S::COLOR, king) & board.of(!S::COLOR, PieceType::Pawn))
                | (knight_attacks(king) & board.of(!S::COLOR, PieceType::Knight)),
            check_mask: Bitboard::ALL,
            orthogonal_pins: Bitboard::EMPTY,
            diagonal_pins: Bitboard::EMPTY,
            attacked: attacked_by::<S::Opponent>(board, (us | them) & !king.bitboard()),
        };
        if this.checkers.any() {
            this.check_mask = this.checkers;
        }
        // Sliders that would see the king if our own pieces were not there.
        let orthogonal = rook_attacks(king, them) & board.orthogonal_sliders(!S::COLOR);
        let diagonal = bishop_attacks(king, them) & board.diagonal_sliders(!S::COLOR);
        this.orthogonal_pins = this.check_or_pin(orthogonal, us);
        this.diagonal_pins = this.check_or_pin(diagonal, us);
        this
    }

    /// Sorts sliders that aim at the king by how many pieces of ours are in their way:
    /// none, and it gives check; one, and that piece is pinned to the line, which is
    /// returned; more, and nothing.
    #[inline(always)]
    fn check_or_pin(&mut self, sliders: Bitboard, us: Bitboard) -> Bitboard {
        let mut pins = Bitboard::EMPTY;
        for slider in sliders {
            let line = between(self.king, slider) | slider.bitboard();
            let shields = line & us;
            if shields.is_empty() {
                self.checkers |= slider.bitboard();
                self.check_mask = line;
            } else if !shields.more_than_one() {
                pins |= line;
            }
        }
        pins
    }
}

/// Everything that the pieces of side `S` attack, given the occupied squares.
#[inline(always)]
fn attacked_by<S: Side>(board: &Board, occupied: Bitboard) -> Bitboard {
    let (diagonal, orthogonal) = (
        board.diagonal_sliders(S::COLOR),
        board.orthogonal_sliders(S::COLOR),
    );
    let mut attacked = pawns_attacks(S::COLOR, board.of(S::COLOR, PieceType::Pawn))
        | king_attacks(board.king(S::COLOR))
        | sliders_attacks(diagonal, orthogonal, occupied);
    for knight in board.of(S::COLOR, PieceType::Knight) {
        attacked |= knight_attacks(knight);
    }
    attacked
}
