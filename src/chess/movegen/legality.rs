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
    pub answers: Bitboard,
    /// The lines, along ranks and files, from the king to enemy sliders that only one
    /// piece of ours shields it from. The pieces of ours on them are pinned.
    pub straight_pins: Bitboard,
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
            answers: Bitboard::ALL,
            straight_pins: Bitboard::EMPTY,
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
        self.straight_pins | self.diagonal_pins
    }

    #[inline(always)]
    pub(crate) fn of_side<S: Side>(board: &Board) -> Self {
        let king = board.king(S::COLOR);
        let (us, them) = (board.of_color(S::COLOR), board.of_color(!S::COLOR));
        let mut this = Self {
            king,
            checkers: (pawn_attacks(S::COLOR, king) & board.of(!S::COLOR, PieceType::Pawn))
                | (knight_attacks(king) & board.of(!S::COLOR, PieceType::Knight)),
            answers: Bitboard::ALL,
            straight_pins: Bitboard::EMPTY,
            diagonal_pins: Bitboard::EMPTY,
            attacked: attacked_by::<S::Opponent>(board, (us | them) & !king.bitboard()),
        };
        if this.checkers.any() {
            this.answers = this.checkers;
        }
        // Sliders that would see the king if our own pieces were not there.
        let straight = rook_attacks(king, them) & board.straight_sliders(!S::COLOR);
        let diagonal = bishop_attacks(king, them) & board.diagonal_sliders(!S::COLOR);
        this.straight_pins = this.check_or_pin(straight, us);
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
                self.answers = line;
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
    let (diagonal, straight) = (
        board.diagonal_sliders(S::COLOR),
        board.straight_sliders(S::COLOR),
    );
    let mut attacked = pawns_attacks(S::COLOR, board.of(S::COLOR, PieceType::Pawn))
        | king_attacks(board.king(S::COLOR))
        | sliders_attacks(diagonal, straight, occupied);
    for knight in board.of(S::COLOR, PieceType::Knight) {
        attacked |= knight_attacks(knight);
    }
    attacked
}

/// Whether taking en passant from `from` on `to` leaves the king of the taking side, `us`,
/// safe. It takes two pawns off their squares, and both may have shielded the king:
///
/// ```text
/// . . . . . . . .
/// . . . . . . . .
/// . . . X . . . .      exd6 en passant would open
/// K . . p P . . r      the rank to the rook
/// . . . . . . . .
/// ```
///
/// It is seldom asked, and kept out of line: within the generator it would take registers
/// from everything around it, 4 % of perft's instructions.
#[inline(never)]
#[must_use]
pub fn en_passant_is_safe(board: &Board, us: Color, from: Square, to: Square) -> bool {
    let king = board.king(us);
    let taken = to.forward(!us).bitboard();
    let occupied = (board.occupied() ^ from.bitboard() ^ taken) | to.bitboard();
    let steppers = (knight_attacks(king) & board.of(!us, PieceType::Knight))
        | (pawn_attacks(us, king) & board.of(!us, PieceType::Pawn) & !taken);
    let sliders = (bishop_attacks(king, occupied) & board.diagonal_sliders(!us))
        | (rook_attacks(king, occupied) & board.straight_sliders(!us));
    (steppers | sliders).is_empty()
}

/// Whether some pawn of `us` can take en passant on `square` legally.
#[inline(always)]
#[must_use]
pub fn en_passant_is_possible(board: &Board, us: Color, square: Square) -> bool {
    let takers = pawn_attacks(!us, square) & board.of(us, PieceType::Pawn);
    takers
        .into_iter()
        .any(|from| en_passant_is_safe(board, us, from, square))
}
