//! From a difference to the position where it begins.
//!
//! Where an opponent prints the count below each move, the moves whose counts differ lead
//! there. Where it prints totals alone, it is asked for the total after each legal move, and
//! those that differ lead there.
//! See <https://www.chessprogramming.org/Perft#Purpose>.

use super::compare::{Comparison, Totals};
use super::diagnosis::Diagnosis;
use super::path::Path;
use super::search::ask_at;
use super::{
    Contradiction, Difference, Fault, Kind, MoveDifference, Opponent, Search, Start, probe,
};
use crate::chess::Move;

/// In a search for all differences, the greatest number of questions by which a difference
/// of one position and depth is followed.
const MOST_QUESTIONS: usize = 2000;

/// What finding the moves by totals counts of these questions.
const QUESTIONS_OF_PROBE: usize = 250;

/// The following of one difference.
pub(super) struct Descent<'a> {
    search: &'a Search,
    /// The position where it shows, and at which depth.
    start: &'a Start,
    depth: u32,
    opponent: &'a mut dyn Opponent,
    /// What was found, also before.
    found: &'a mut Vec<Difference>,
    /// How many differences there were before.
    known: usize,
    questions_left: usize,
}

impl<'a> Descent<'a> {
    pub(super) fn new(
        search: &'a Search,
        start: &'a Start,
        depth: u32,
        opponent: &'a mut dyn Opponent,
        found: &'a mut Vec<Difference>,
    ) -> Self {
        Self {
            search,
            start,
            depth,
            opponent,
            known: found.len(),
            found,
            questions_left: if search.all {
                MOST_QUESTIONS
            } else {
                usize::MAX
            },
        }
    }

    /// Follows the difference that `comparison` shows.
    pub(super) fn follow(&mut self, comparison: &Comparison) -> Result<(), Fault> {
        let path = self.start.path.clone();
        self.follow_at(&path, self.depth, comparison)
    }

    fn follow_at(&mut self, path: &Path, depth: u32, comparison: &Comparison) -> Result<(), Fault> {
        match comparison.totals {
            Some(totals) => self.follow_totals(path, depth, totals),
            None => self.follow_counts(path, depth, comparison),
        }
    }

    /// Whether nothing more is to be found here.
    const fn is_over(&self) -> bool {
        !self.search.all && self.found.len() > self.known || self.questions_left == 0
    }

    fn ask(&mut self, path: &Path, depth: u32) -> Result<Comparison, Fault> {
        self.questions_left = self.questions_left.saturating_sub(1);
        ask_at(self.opponent, path, depth)
    }

    fn follow_counts(
        &mut self,
        path: &Path,
        depth: u32,
        comparison: &Comparison,
    ) -> Result<(), Fault> {
        let mut is_explained = !comparison.has_same_moves();
        if is_explained {
            self.moves_differ(path, depth, comparison)?;
        } else if depth == 1 {
            self.add_contradiction(path, Contradiction::Leaf(comparison.counts[0]));
        }
        if depth == 1 {
            return Ok(());
        }
        for mv in comparison.suspects() {
            if self.is_over() {
                return Ok(());
            }
            let child = path.after(mv);
            let below = self.ask(&child, depth - 1)?;
            if !below.is_equal() {
                is_explained = true;
                self.follow_at(&child, depth - 1, &below)?;
            }
        }
        if !is_explained {
            let counts = comparison.counts[0];
            self.add_contradiction(path, Contradiction::Counts { depth, counts });
        }
        Ok(())
    }

    /// Reports the moves of a position, which differ at `depth`.
    fn moves_differ(
        &mut self,
        path: &Path,
        depth: u32,
        comparison: &Comparison,
    ) -> Result<(), Fault> {
        let mut comparison = comparison.clone();
        if depth > 1 {
            // A list may be wrong because of what was counted before it was printed.
            let at_depth_1 = self.ask(path, 1)?;
            if at_depth_1.has_same_moves() {
                let contradiction = Contradiction::Moves { depth, comparison };
                self.add_contradiction(path, contradiction);
                return Ok(());
            }
            comparison = at_depth_1;
        }
        self.add_moves(path, &comparison);
        Ok(())
    }

    fn follow_totals(&mut self, path: &Path, depth: u32, totals: Totals) -> Result<(), Fault> {
        let of_moves = match depth {
            1 => totals,
            _ => self.total(path, 1)?,
        };
        let mut is_explained = !of_moves.is_equal();
        if is_explained {
            self.totals_differ(path, of_moves);
        }
        if depth == 1 {
            return Ok(());
        }
        for mv in path.board().legal_moves() {
            if self.is_over() {
                return Ok(());
            }
            let child = path.after(mv);
            let below = self.total(&child, depth - 1)?;
            if below.is_equal() {
                continue;
            }
            if !self.is_refused(path, mv)? {
                self.follow_totals(&child, depth - 1, below)?;
            } else if !is_explained {
                // As many moves are missing as there are extra ones.
                self.totals_differ(path, of_moves);
            }
            is_explained = true;
        }
        if !is_explained {
            self.add_contradiction(path, Contradiction::Total { depth, totals });
        }
        Ok(())
    }

    fn total(&mut self, path: &Path, depth: u32) -> Result<Totals, Fault> {
        let comparison = self.ask(path, depth)?;
        // Whatever the answer looks like, its total is compared.
        Ok(comparison.totals.unwrap_or_default())
    }

    fn is_refused(&mut self, path: &Path, mv: Move) -> Result<bool, Fault> {
        probe::is_refused(self.opponent, path, mv)
    }

    /// Reports a position of which perft 1 differs, or the moves though their number is right.
    fn totals_differ(&mut self, path: &Path, totals: Totals) {
        self.questions_left = self.questions_left.saturating_sub(QUESTIONS_OF_PROBE);
        let comparison = probe::moves_by_totals(self.opponent, path, totals, self.search.castling);
        self.add_moves(path, &comparison);
    }

    /// Adds the moves of a position that differ, unless the rule that they break is known.
    fn add_moves(&mut self, path: &Path, comparison: &Comparison) {
        let diagnosis = Diagnosis::new(path, comparison, self.search.castling);
        let is_known = self.found.iter().any(|difference| match &difference.kind {
            Kind::Moves(moves) => moves.diagnosis.rule == diagnosis.rule,
            Kind::Contradiction(_) => false,
        });
        if is_known {
            return;
        }
        let moves = MoveDifference {
            diagnosis,
            right_from_fen: is_right_from_fen(self.opponent, path),
            totals: comparison.totals,
        };
        self.add(path, Kind::Moves(moves));
    }

    /// Adds a contradiction, unless there is one of its kind.
    fn add_contradiction(&mut self, path: &Path, contradiction: Contradiction) {
        let of_same_kind = |other: &Contradiction| {
            std::mem::discriminant(other) == std::mem::discriminant(&contradiction)
        };
        let is_known = self.found.iter().any(|difference| match &difference.kind {
            Kind::Moves(_) => false,
            Kind::Contradiction(other) => of_same_kind(other),
        });
        if !is_known {
            self.add(path, Kind::Contradiction(contradiction));
        }
    }

    fn add(&mut self, path: &Path, kind: Kind) {
        self.found.push(Difference {
            start: self.start.name.clone(),
            depth: self.depth,
            path: path.clone(),
            kind,
        });
    }
}

/// Whether the opponent has the right moves if it is given the FEN alone, without the moves
/// that lead to the position.
fn is_right_from_fen(opponent: &mut dyn Opponent, path: &Path) -> Option<bool> {
    if path.moves().is_empty() || !opponent.makes_moves() {
        return None;
    }
    let alone = Path::new(&path.fen()).ok()?;
    // The difference is known already; a fault now changes nothing.
    let comparison = ask_at(opponent, &alone, 1).ok()?;
    Some(comparison.has_same_moves() && comparison.totals.is_none_or(Totals::is_equal))
}
