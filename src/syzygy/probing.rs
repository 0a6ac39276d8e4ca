//! What the tables say, and how the search takes it.

use super::material::MOST_MEN;
use crate::chess::Move;

/// Which positions the search looks up, and how it takes the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probing {
    /// Positions with more men, kings included, are not looked up.
    pub most_men: u32,
    /// Positions with as many men as the largest of the tables in use are looked up in the
    /// tree from this depth on, in plies; those with fewer at any depth.
    pub depth: i32,
    /// Whether a win that the 50-move rule ends is a draw. Without it, it is a win.
    pub fifty_move_rule: bool,
}

impl Default for Probing {
    fn default() -> Self {
        Self {
            most_men: MOST_MEN,
            depth: 1,
            fifty_move_rule: true,
        }
    }
}

impl Probing {
    /// Returns the outcome that the search plays for.
    #[must_use]
    pub const fn outcome(self, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::CursedWin if !self.fifty_move_rule => Outcome::Win,
            Outcome::BlessedLoss if !self.fifty_move_rule => Outcome::Loss,
            outcome => outcome,
        }
    }
}

/// What the tables say of a position, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Lost.
    Loss,
    /// Lost, if the 50-move rule did not come before.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, if the 50-move rule did not come before.
    CursedWin,
    /// Won.
    Win,
}

/// What the tables say of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The move.
    pub mv: Move,
    /// How the game ends behind it, for the side that makes it; with the distance, the moves
    /// since the last capture or pawn move have been counted in.
    pub outcome: Outcome,
    /// Half-moves from before the move to the next capture or pawn move; `None` where only
    /// the outcome is known.
    pub distance: Option<u16>,
}
