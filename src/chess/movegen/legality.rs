//! The arguments of a call of the generator: the wanted moves, and the constraints that the safety
//! of the king puts on them: checkers, pins, attacked squares.
//!
//! The constraints are computed once per position. With them, a few intersections of sets decide
//! whether a move is legal, and the move need not be made. A pinned piece stays on its pin ray. A
//! check is evaded by capturing the checker, by blocking, or by a king move to a square that is not
//! attacked. Only en passant, which removes two pieces from a rank at once, needs a test of its
//! own. See <https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)>.

use crate::chess::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, pawns_attacks,
    rook_attacks, sliders_attacks,
};
use crate::chess::{Bitboard, Black, Board, Color, PieceType, Side, Square, White};

/// The constraints on the legal moves of the side to move in one position.
///
/// ```
/// use ferz::chess::{Board, Legality, Square};
///
/// // 8  . . . . r . . .
/// // 2  . . . . B . . .
/// // 1  . . . . K . . .
/// let board: Board = "k3r3/8/8/8/8/8/4B3/4K3 w - - 0 1".parse()?;
/// let legality = Legality::of(&board);
/// assert!(legality.checkers.is_empty());
/// assert!(legality.pins().contains(Square::E2));
/// assert!(legality.attacked.contains(Square::E3));
/// # Ok::<(), ferz::chess::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legality {
    /// The king of the side to move.
    pub king: Square,
    /// The opponent's pieces that give check.
    pub checkers: Bitboard,
    /// The check mask: the targets allowed to pieces other than the king. Without a check, these
    /// are all squares. In single check, they are the checker and the squares between it and the
    /// king. In double check only the king moves, and the mask is meaningless.
    pub check_mask: Bitboard,
    /// The pin rays along ranks and files: the squares from the king (excluded) to an opposing
    /// slider (included). Exactly one own piece stands on each pin ray: the pinned piece.
    pub orthogonal_pins: Bitboard,
    /// The pin rays along diagonals, as in `orthogonal_pins`.
    pub diagonal_pins: Bitboard,
    /// The squares that the opponent attacks if the king is removed. The king may not move there.
    pub attacked: Bitboard,
    /// Whether these are the empty constraints of [`Legality::ignored`].
    pub(super) is_ignored: bool,
}

impl Legality {
    /// Computes the constraints on the side to move.
    #[inline]
    #[must_use]
    pub fn of(board: &Board) -> Self {
        match board.side_to_move() {
            Color::White => Self::of_side::<White>(board),
            Color::Black => Self::of_side::<Black>(board),
        }
    }

    /// Returns empty constraints, with which the generator emits pseudo-legal moves.
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
            is_ignored: true,
        }
    }

    /// Returns all pin rays. The own pieces on them are pinned.
    #[inline]
    #[must_use]
    pub fn pins(&self) -> Bitboard {
        self.orthogonal_pins | self.diagonal_pins
    }

    /// Does the same as [`Legality::of`] for a known side to move.
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
            is_ignored: false,
        };
        if this.checkers.any() {
            this.check_mask = this.checkers;
        }
        // Sliders that would attack the king if the pieces of its own side were removed.
        let orthogonal = rook_attacks(king, them) & board.orthogonal_sliders(!S::COLOR);
        let diagonal = bishop_attacks(king, them) & board.diagonal_sliders(!S::COLOR);
        this.add_checks_and_pins(orthogonal, us, |legality| &mut legality.orthogonal_pins);
        this.add_checks_and_pins(diagonal, us, |legality| &mut legality.diagonal_pins);
        this
    }

    /// Adds the checks and pins of sliders that would attack the king if the pieces of its own side
    /// were removed. `pins` returns the field that the pin rays are added to.
    #[inline(always)]
    fn add_checks_and_pins(
        &mut self,
        sliders: Bitboard,
        us: Bitboard,
        pins: impl Fn(&mut Self) -> &mut Bitboard,
    ) {
        for slider in sliders {
            let ray = between(self.king, slider) | slider.bitboard();
            let shields = ray & us;
            // Without a shield the slider gives check, and a single shield is pinned.
            if shields.is_empty() {
                self.checkers |= slider.bitboard();
                self.check_mask = ray;
            } else if !shields.more_than_one() {
                *pins(self) |= ray;
            }
        }
    }
}

/// Returns all squares that the pieces of side `S` attack, with sliders blocked by `occupied`.
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

/// The kind of moves to generate. See [`generate_moves`](crate::chess::generate_moves).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All moves.
    All,
    /// Captures and promotions, for quiescence search.
    Captures,
    /// Moves that are neither captures nor promotions.
    Quiets,
}

impl Wanted {
    #[inline(always)]
    pub(super) const fn captures(self) -> bool {
        !matches!(self, Self::Quiets)
    }

    #[inline(always)]
    pub(super) const fn quiets(self) -> bool {
        !matches!(self, Self::Captures)
    }
}

/// The arguments of one call of the generator, and sets computed from them.
pub(super) struct GeneratorContext<'a> {
    pub(super) board: &'a Board,
    pub(super) legality: &'a Legality,
    pub(super) wanted: Wanted,
    /// The pieces of the side to move whose moves are generated.
    pub(super) movers: Bitboard,
    pub(super) them: Bitboard,
    pub(super) occupied: Bitboard,
    /// The squares to which pieces other than pawns may move. Depending on `wanted`, they are the
    /// empty squares, those of the opponent's pieces, or both.
    pub(super) targets: Bitboard,
}

impl<'a> GeneratorContext<'a> {
    #[inline(always)]
    pub(super) fn new<S: Side>(
        board: &'a Board,
        legality: &'a Legality,
        wanted: Wanted,
        movers: Bitboard,
    ) -> Self {
        let (us, them) = (board.of_color(S::COLOR), board.of_color(!S::COLOR));
        let occupied = us | them;
        let targets = match wanted {
            Wanted::All => !us,
            Wanted::Captures => them,
            Wanted::Quiets => !occupied,
        };
        Self {
            board,
            legality,
            wanted,
            movers: us & movers,
            them,
            occupied,
            targets,
        }
    }
}
