//! Differences between the counts of the subject and those of ferz.

use serde::Serialize;

use super::compare::{Comparison, Counts};
use super::diagnosis::{self, ExplainedMove, Rule};
use super::path::MovePath;
use crate::chess::Move;

/// A difference, and the position where it begins: missing and extra moves, or a contradiction.
/// Serialized, it is an object of the JSON report.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// Name of the start position.
    #[serde(rename = "start")]
    pub start_name: String,
    /// Depth at which the counts of the start position differ, in plies.
    pub depth: u32,
    /// The position where the difference begins.
    #[serde(flatten)]
    pub path: MovePath,
    /// The legal moves that the subject does not list.
    pub missing: Vec<ExplainedMove>,
    /// The moves that it lists although they are illegal or already listed.
    pub extra: Vec<ExplainedMove>,
    /// The rule that is most likely broken: the first of the rules of these moves in the order of
    /// [`Rule`], or that of making the move `cause`. `None` for a contradiction, or if no missing
    /// or extra move is known.
    pub rule: Option<Rule>,
    /// Whether the subject lists the right moves if it gets the FEN of this position
    /// instead of the moves that lead to it. `None` if no moves lead to it, if the subject gives
    /// no answer, or if every question gives it the FEN.
    pub right_from_fen: Option<bool>,
    /// The move of the path that the subject makes wrongly. `None` unless it lists the right
    /// moves if it gets the FEN.
    #[serde(skip)]
    pub cause: Option<Move>,
    /// The totals of perft 1 if the subject prints only totals. Then `missing` and `extra` contain
    /// only the moves that other totals show, possibly none.
    pub totals: Option<Counts>,
    /// The contradiction between two answers, if it is one.
    pub contradiction: Option<Contradiction>,
}

impl Difference {
    /// Explains the moves that differ in a position.
    pub(super) fn of_moves(
        start_name: String,
        depth: u32,
        path: &MovePath,
        comparison: &Comparison,
    ) -> Self {
        let (missing, extra) = diagnosis::explain(path, comparison);
        let mut difference = Self {
            start_name,
            depth,
            path: path.clone(),
            missing,
            extra,
            rule: None,
            right_from_fen: None,
            cause: None,
            totals: comparison.totals,
            contradiction: None,
        };
        difference.rule = difference.main_move().map(|main| main.rule);
        difference
    }

    /// Returns the first missing or extra move to which the most likely one of their rules applies.
    pub fn main_move(&self) -> Option<&ExplainedMove> {
        self.moves().min_by_key(|explained| explained.rule)
    }

    /// Returns the missing and the extra moves.
    fn moves(&self) -> impl Iterator<Item = &ExplainedMove> {
        self.missing.iter().chain(&self.extra)
    }

    /// Finds out whether the subject makes a move of the path wrongly, and which one: it is wrong
    /// if it gets the FEN before this move, and right if it gets the FEN after it. `is_right` tells
    /// whether the subject lists the right moves after a path; finds nothing if that is not known.
    pub fn find_cause(&mut self, mut is_right: impl FnMut(&MovePath) -> Option<bool>) {
        let path = self.path.clone();
        let mut is_right_from = |count| match count {
            0 => None,
            _ => is_right(&path.restarted_after(count)?),
        };
        let count = path.moves().len();
        self.right_from_fen = is_right_from(count);
        if self.right_from_fen != Some(true) {
            return;
        }
        // The index of the move. From the start of the path, the subject is known to be wrong.
        let mut cause = count - 1;
        while cause > 0 {
            match is_right_from(cause) {
                Some(true) => cause -= 1,
                Some(false) => break,
                None => return,
            }
        }
        self.blame(path.moves()[cause]);
    }

    /// Records that the subject makes this move of the path wrongly. The missing and extra moves
    /// are then only consequences, unless all of them show a wrong right to castle or to capture en
    /// passant.
    fn blame(&mut self, cause: Move) {
        self.cause = Some(cause);
        if !self.moves().all(|one| one.rule.is_about_rights()) {
            self.rule = Some(Rule::of_making(cause));
        }
    }

    /// Returns whether `other` breaks the same rule, or is the same kind of contradiction.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let kind = |one: &Self| one.contradiction.as_ref().map(|found| found.kind);
        (self.rule, kind(self)) == (other.rule, kind(other))
    }
}

/// A contradiction between two answers of the subject. The usual cause is a move that is
/// not unmade correctly, or a hash key that is the same for different positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Contradiction {
    pub kind: ContradictionKind,
    /// Depth of the wrong answer, in plies.
    pub depth: u32,
    /// The first move whose count is wrong. `None` for [`ContradictionKind::Total`] and
    /// [`ContradictionKind::Moves`].
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The subject's count for this move, or its total. `None` for [`ContradictionKind::Moves`].
    pub theirs: Option<u64>,
    /// The count of ferz for this move, or its total.
    pub ours: Option<u64>,
    /// For [`ContradictionKind::Moves`]: the legal moves that the subject does not list.
    pub missing: Vec<String>,
    /// For [`ContradictionKind::Moves`]: the moves that the subject lists wrongly.
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
        let is_about_moves = kind == ContradictionKind::Moves;
        let first = comparison.counts.first().filter(|_| !is_about_moves);
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
