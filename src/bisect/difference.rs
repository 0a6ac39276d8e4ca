//! Differences between the counts of the tested engine and those of ferz.
//! See <https://www.chessprogramming.org/Perft#Purpose>.

use serde::Serialize;

use super::compare::{Comparison, Counts};
use super::diagnosis::{Diagnosis, Rule};
use super::path::MovePath;
use crate::chess::Move;

/// A difference, and the position where it begins.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Name of the start position.
    pub start: String,
    /// Depth at which the counts of the start position differ, in plies.
    pub depth: u32,
    /// The position where the difference begins.
    pub path: MovePath,
    /// What differs in that position.
    pub kind: DifferenceKind,
}

/// What differs in a position.
#[derive(Clone, Debug)]
pub enum DifferenceKind {
    /// The lists of moves differ.
    Moves(MoveDifference),
    /// Two answers of the tested engine contradict each other.
    Contradiction(Contradiction),
}

impl DifferenceKind {
    /// Returns the rule that the tested engine breaks, or `None` for a contradiction.
    #[must_use]
    pub const fn rule(&self) -> Option<Rule> {
        match self {
            Self::Moves(moves) => Some(moves.diagnosis.rule),
            Self::Contradiction(_) => None,
        }
    }

    /// Returns whether `other` breaks the same rule, or is the same kind of contradiction.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Contradiction(one), Self::Contradiction(other)) => one.kind == other.kind,
            _ => self.rule() == other.rule(),
        }
    }
}

/// The moves of a position that are missing or extra.
#[derive(Clone, Debug)]
pub struct MoveDifference {
    /// The missing and extra moves, and the rule that the tested engine breaks.
    pub diagnosis: Diagnosis,
    /// Whether the tested engine lists the right moves if it gets the FEN of this position
    /// instead of the moves that lead to it. `None` if no moves lead to it, if the engine gives
    /// no answer, or if every question gives it the FEN.
    pub right_from_fen: Option<bool>,
    /// The move of the path that the tested engine makes wrongly. `None` unless it lists the right
    /// moves if it gets the FEN.
    pub cause: Option<Move>,
    /// The totals of perft 1 if the engine prints only totals. The diagnosis then contains
    /// only the moves that [`probe`](super::probe) found, possibly none.
    pub totals: Option<Counts>,
}

impl MoveDifference {
    /// Returns whether any missing or extra move is known.
    #[must_use]
    pub const fn is_found(&self) -> bool {
        !self.diagnosis.missing.is_empty() || !self.diagnosis.extra.is_empty()
    }
}

/// A contradiction between two answers of the tested engine. The usual cause is a move that is
/// not unmade correctly, or a hash key that is the same for different positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Contradiction {
    /// The kind of contradiction.
    pub kind: ContradictionKind,
    /// Depth of the wrong answer, in plies.
    pub depth: u32,
    /// The first move whose count is wrong. `None` for [`ContradictionKind::Total`] and
    /// [`ContradictionKind::Moves`].
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The engine's count for this move, or its total. `None` for [`ContradictionKind::Moves`].
    pub theirs: Option<u64>,
    /// The count of ferz for this move, or its total.
    pub ours: Option<u64>,
    /// For [`ContradictionKind::Moves`]: the legal moves that the engine does not list.
    pub missing: Vec<String>,
    /// For [`ContradictionKind::Moves`]: the moves that the engine lists wrongly.
    pub extra: Vec<String>,
}

/// The kinds of contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ContradictionKind {
    /// The count for a move is wrong, but the answer for the position after it is right.
    Counts,
    /// The list of moves is wrong at this depth, but right at depth 1.
    Moves,
    /// Perft 1 counts a number other than 1 for a move.
    Leaf,
    /// The total is wrong, but the total after each legal move and the number of moves are
    /// right.
    Total,
}

impl Contradiction {
    /// Creates a contradiction of this kind that `comparison` shows at `depth`.
    pub(super) fn new(
        kind: ContradictionKind,
        depth: u32,
        path: &MovePath,
        comparison: &Comparison,
    ) -> Self {
        let lists_moves = kind == ContradictionKind::Moves;
        let first = comparison.counts.first().filter(|_| !lists_moves);
        let counts = first.map(|(_, counts)| *counts).or(comparison.totals);
        Self {
            kind,
            depth,
            mv: first.map(|(mv, _)| path.written(*mv)),
            theirs: counts.map(|counts| counts.theirs),
            ours: counts.map(|counts| counts.ours),
            missing: path.all_written(&comparison.missing),
            extra: comparison.extra.clone(),
        }
    }
}
