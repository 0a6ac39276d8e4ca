//! What one call of the generator passes to the files of the pieces.

use super::legality::Legality;
use crate::chess::bitboard::Bitboard;
use crate::chess::board::Board;
use crate::chess::color::Side;

/// Which moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All.
    All,
    /// Captures and promotions: what a quiescence search wants.
    Captures,
    /// The rest.
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

/// What the files of the pieces share while one set of moves is generated.
pub(super) struct Context<'a> {
    pub(super) board: &'a Board,
    pub(super) legality: &'a Legality,
    pub(super) wanted: Wanted,
    /// The pieces that are to move.
    pub(super) movers: Bitboard,
    pub(super) them: Bitboard,
    pub(super) occupied: Bitboard,
    /// Where pieces other than pawns may go: not on our own, and only on what is wanted.
    pub(super) targets: Bitboard,
}

impl<'a> Context<'a> {
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
