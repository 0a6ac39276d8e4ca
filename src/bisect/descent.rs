//! Follows a difference to the position where it begins.
//!
//! If the subject prints a count for each move, the moves whose counts differ lead to that
//! position. If it prints only totals, it is asked for the total after each legal move, and the
//! moves whose totals differ lead there.

use super::compare::{Comparison, Counts};
use super::difference::{Contradiction, ContradictionKind, Difference};
use super::path::MovePath;
use super::positions::StartPosition;
use super::subject::{Subject, SubjectError};
use super::totals;
use crate::perft;

/// Maximum number of questions about the difference at one start position and depth. It applies if
/// all differences are searched for. Without this limit, a difference in most moves could be
/// followed through most of the tree.
const MAX_QUESTIONS: usize = 2000;

/// A call of [`totals::find_moves`] counts as this number of questions: roughly as many as it asks
/// in a position with many pieces.
const QUESTIONS_BY_TOTALS: usize = 250;

/// The search for the positions where one difference begins.
struct Descent<'a> {
    subject: &'a mut dyn Subject,
    start: &'a StartPosition,
    /// Depth of the difference at the start position, in plies.
    depth: u32,
    /// Whether to continue after the first finding.
    all: bool,
    /// All findings; with `all`, including those at other start positions and depths.
    found: &'a mut Vec<Difference>,
    /// Number of further questions after which the search is given up.
    questions_left: usize,
}

/// Follows the difference that `comparison` shows at a start position and a depth, and adds the
/// differences where it begins to `found`: the first one, or, with `all`, all new ones.
pub(super) fn follow(
    subject: &mut dyn Subject,
    start: &StartPosition,
    depth: u32,
    all: bool,
    comparison: &Comparison,
    found: &mut Vec<Difference>,
) -> Result<(), SubjectError> {
    let mut descent = Descent {
        subject,
        start,
        depth,
        all,
        found,
        questions_left: if all { MAX_QUESTIONS } else { usize::MAX },
    };
    descent.follow(&start.path, depth, comparison)
}

impl Descent<'_> {
    /// Follows the difference that `comparison` shows after `path` at `depth`.
    fn follow(
        &mut self,
        path: &MovePath,
        depth: u32,
        comparison: &Comparison,
    ) -> Result<(), SubjectError> {
        let mut is_explained = self.compare_moves(path, depth, comparison)?;
        if depth == 1 {
            return Ok(());
        }
        let moves = if comparison.lists_moves() {
            comparison.suspects()
        } else {
            path.board().legal_moves().to_vec()
        };
        for mv in moves {
            if self.is_over() {
                return Ok(());
            }
            let child = path.after(mv);
            let below = self.ask(&child, depth - 1)?;
            if below.is_equal() {
                continue;
            }
            if comparison.lists_moves() || !totals::is_rejected(self.subject, path, mv)? {
                self.follow(&child, depth - 1, &below)?;
            } else if !is_explained {
                // The subject rejects `mv`, but its total of perft 1 is right. So the number of
                // extra moves equals the number of missing moves.
                let ours = path.board().legal_moves().len() as u64;
                self.add_moves_by_totals(path, Counts { ours, theirs: ours });
            }
            is_explained = true;
        }
        if !is_explained {
            let kind = if comparison.lists_moves() {
                ContradictionKind::Counts
            } else {
                ContradictionKind::Total
            };
            self.add_contradiction(kind, path, depth, comparison);
        }
        Ok(())
    }

    /// Reports the moves of a position if they differ at depth 1. Reports a contradiction if only
    /// those at `depth` differ, or if a count at depth 1 is not 1. Returns whether anything
    /// differs, even if a similar difference was known.
    fn compare_moves(
        &mut self,
        path: &MovePath,
        depth: u32,
        comparison: &Comparison,
    ) -> Result<bool, SubjectError> {
        if depth > 1 && comparison.lists_moves() && comparison.has_same_moves() {
            return Ok(false);
        }
        // A deeper count may overwrite the list of moves before it is printed, so the list at
        // depth 1 is checked, too.
        let at_depth_1 = match depth {
            1 => comparison.clone(),
            _ => self.ask(path, 1)?,
        };
        match at_depth_1.totals {
            Some(totals) if totals.is_equal() => return Ok(false),
            Some(totals) => self.add_moves_by_totals(path, totals),
            None if !at_depth_1.has_same_moves() => self.add_moves(path, &at_depth_1),
            None => {
                let kind = match depth {
                    1 => ContradictionKind::Leaf,
                    _ => ContradictionKind::Moves,
                };
                self.add_contradiction(kind, path, depth, comparison);
            }
        }
        Ok(true)
    }

    /// Returns whether to stop: the first finding is enough, or no question is left.
    const fn is_over(&self) -> bool {
        (!self.all && !self.found.is_empty()) || self.questions_left == 0
    }

    /// Asks the subject for its counts after `path` and compares them with those of ferz.
    fn ask(&mut self, path: &MovePath, depth: u32) -> Result<Comparison, SubjectError> {
        self.questions_left = self.questions_left.saturating_sub(1);
        let ours = perft::divide(path.board(), depth);
        Comparison::ask(self.subject, path, depth, &ours)
    }

    /// Finds the moves that differ if the subject prints only totals, and reports them.
    fn add_moves_by_totals(&mut self, path: &MovePath, totals: Counts) {
        self.questions_left = self.questions_left.saturating_sub(QUESTIONS_BY_TOTALS);
        let comparison = totals::find_moves(self.subject, path, totals);
        self.add_moves(path, &comparison);
    }

    /// Reports the moves that differ.
    fn add_moves(&mut self, path: &MovePath, comparison: &Comparison) {
        let mut difference = self.explain(path, comparison);
        difference.find_cause(|restarted| self.is_right_after(restarted));
        self.add(difference);
    }

    fn add_contradiction(
        &mut self,
        kind: ContradictionKind,
        path: &MovePath,
        depth: u32,
        comparison: &Comparison,
    ) {
        let contradiction = Contradiction::new(kind, depth, path, comparison);
        self.add(Difference {
            contradiction: Some(contradiction),
            ..self.explain(path, &Comparison::default())
        });
    }

    fn explain(&self, path: &MovePath, comparison: &Comparison) -> Difference {
        Difference::of_moves(self.start.name.clone(), self.depth, path, comparison)
    }

    /// Adds a difference unless a similar one is known.
    fn add(&mut self, difference: Difference) {
        if !self.found.iter().any(|known| known.is_like(&difference)) {
            self.found.push(difference);
        }
    }

    /// Returns whether the subject lists the right moves, or the right total, after a path. Returns
    /// `None` if every question gives it the FEN, or if it does not answer.
    fn is_right_after(&mut self, path: &MovePath) -> Option<bool> {
        if !self.subject.makes_moves() {
            return None;
        }
        // An error here does not matter: the difference is known already.
        let comparison = self.ask(path, 1).ok()?;
        Some(comparison.has_right_moves())
    }
}
