//! The arguments of one call of the generator, passed to the generators of each piece type.

use crate::chess::{Bitboard, Board, Legality, Side};

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
