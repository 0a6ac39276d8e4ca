//! Results of probes, and the settings of probing in the search.

use super::MAX_PIECES;
use crate::chess::Move;

/// Settings of probing in the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probing {
    /// Maximum number of pieces, pawns and kings included, of a position to probe.
    pub max_pieces: u32,
    /// Minimum depth in plies at which the search tree probes positions with the largest
    /// available number of pieces. Positions with fewer pieces are probed at any depth.
    pub depth: i32,
    /// Whether to count a win as a draw if the fifty-move rule prevents it. Otherwise it counts as
    /// a win.
    pub fifty_move_rule: bool,
}

impl Default for Probing {
    fn default() -> Self {
        Self {
            max_pieces: MAX_PIECES,
            depth: 1,
            fifty_move_rule: true,
        }
    }
}

impl Probing {
    /// Returns the result that the search plays for: without the fifty-move rule, a cursed win
    /// is a win and a blessed loss is a loss.
    pub const fn effective_wdl(self, wdl: Wdl) -> Wdl {
        match wdl {
            Wdl::CursedWin if !self.fifty_move_rule => Wdl::Win,
            Wdl::BlessedLoss if !self.fifty_move_rule => Wdl::Loss,
            wdl => wdl,
        }
    }
}

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
