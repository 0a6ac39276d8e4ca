//! The results of positions and moves that tablebases give.

use crate::chess::Move;

/// Result of a position with perfect play, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wdl {
    Loss,
    /// A loss that the fifty-move rule turns into a draw.
    BlessedLoss,
    Draw,
    /// A win that the fifty-move rule turns into a draw.
    CursedWin,
    Win,
}

impl Wdl {
    /// Returns the result from the view of the other side.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

/// A legal move with its tablebase result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbedMove {
    pub mv: Move,
    /// Result after the move, for the side that makes it. If `dtz` is known, the result takes the
    /// halfmove clock of the position into account.
    pub wdl: Wdl,
    /// Plies from before the move to the next capture or pawn move; `None` if only WDL tables
    /// were probed.
    pub dtz: Option<u16>,
}
