//! Compares the perft counts of the subject with those of ferz: all positions at depth 1,
//! then all at depth 2, and so on.

use serde::Serialize;

use super::compare::Comparison;
use super::descent;
use super::difference::Difference;
use super::positions::StartPosition;
use super::subject::{Subject, SubjectError};
use crate::chess::{Board, Move};
use crate::perft;

/// Number of errors that a search for all differences tolerates.
const MAX_ERRORS: usize = 10;

/// The positions and depths to compare.
#[derive(Clone, Debug)]
pub struct Bisection {
    pub starts: Vec<StartPosition>,
    /// Maximum depth in plies.
    pub depth: u32,
    /// Maximum number of nodes per position. Greater depths are skipped, but depth 1 is always
    /// compared.
    pub max_nodes: u64,
    /// Whether to continue after a difference and report each broken rule once.
    pub all: bool,
}

/// The extent of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Compared {
    /// Greatest depth of any position, in plies.
    pub depth: u32,
    /// Greatest depth up to which no position exceeded the node limit, in plies.
    pub depth_of_all: u32,
    /// Number of answers, one for each position and depth.
    pub answers: u64,
    /// Number of nodes in these answers, as ferz counts them.
    pub nodes: u64,
}

/// The result of a comparison.
#[derive(Debug, Default)]
pub struct BisectResult {
    pub compared: Compared,
    /// Warnings about published counts that differ from those of ferz.
    pub wrong_published_counts: Vec<String>,
    /// A warning about the first total that is not the sum of the subject's counts although the
    /// counts are right.
    pub wrong_total: Option<String>,
    /// Whether the subject prints the four promotions of a pawn move without naming the pieces.
    pub has_unnamed_promotions: bool,
    /// The first difference. If all are searched for, the first difference for each rule.
    pub differences: Vec<Difference>,
    /// Errors at single positions, if all differences are searched for. The last one ended the
    /// search if there were too many, or if the subject could not be restarted.
    pub errors: Vec<SubjectError>,
}

impl Bisection {
    /// Compares all positions at depth 1, then all at depth 2, and so on. Follows the first
    /// difference to the position where it begins; with `all`, follows every difference. Calls
    /// `progress` with the current depth, the number of positions already compared at this depth,
    /// and the number of positions to compare at it.
    ///
    /// Returns the first error if there was one and no difference was found.
    pub fn run(
        &self,
        subject: &mut dyn Subject,
        progress: &dyn Fn(u32, usize, usize),
    ) -> Result<BisectResult, SubjectError> {
        let mut result = BisectResult::default();
        if let Err(error) = self.compare_all(subject, progress, &mut result) {
            result.errors.push(error);
        }
        if result.differences.is_empty() && !result.errors.is_empty() {
            return Err(result.errors.swap_remove(0));
        }
        Ok(result)
    }

    /// Compares all positions. `result` keeps what was found before an error.
    fn compare_all(
        &self,
        subject: &mut dyn Subject,
        progress: &dyn Fn(u32, usize, usize),
        result: &mut BisectResult,
    ) -> Result<(), SubjectError> {
        let mut starts: Vec<&StartPosition> = self.starts.iter().collect();
        for depth in 1..=self.depth {
            let total = starts.len();
            let mut starts_below = Vec::new();
            let mut is_complete = result.compared.depth_of_all == depth - 1;
            for (done, start) in starts.into_iter().enumerate() {
                progress(depth, done, total);
                let Some(ours) = divide_up_to(start.path.board(), depth, self.max_nodes) else {
                    is_complete = false;
                    continue;
                };
                match self.compare(subject, start, depth, &ours, result) {
                    Ok(()) => {}
                    // The other positions may still show a difference.
                    Err(error) if self.all && result.errors.len() < MAX_ERRORS => {
                        result.errors.push(error);
                        subject.restart()?;
                        continue;
                    }
                    Err(error) => return Err(error),
                }
                if !self.all && !result.differences.is_empty() {
                    return Ok(());
                }
                // A position without leaves at this depth has none at greater depths.
                if ours.iter().any(|&(_, count)| count > 0) {
                    starts_below.push(start);
                }
            }
            if is_complete {
                result.compared.depth_of_all = depth;
            }
            starts = starts_below;
        }
        Ok(())
    }

    /// Compares one position at one depth, and follows the difference if there is one.
    fn compare(
        &self,
        subject: &mut dyn Subject,
        start: &StartPosition,
        depth: u32,
        ours: &[(Move, u64)],
        result: &mut BisectResult,
    ) -> Result<(), SubjectError> {
        let comparison = Comparison::ask(subject, &start.path, depth, ours)?;
        let nodes: u64 = ours.iter().map(|count| count.1).sum();
        result.compared.depth = depth;
        result.compared.answers += 1;
        result.compared.nodes += nodes;
        result.has_unnamed_promotions |= comparison.has_unnamed;
        let name = &start.name;
        let published = start.published.iter().find(|count| count.0 == depth);
        if let Some((_, count)) = published.filter(|count| count.1 != nodes) {
            result.wrong_published_counts.push(format!(
                "{name}: wrong published count for depth {depth}; expected {nodes}, found {count}"
            ));
        }
        if !comparison.is_equal() {
            let found = &mut result.differences;
            return descent::follow(subject, start, depth, self.all, &comparison, found);
        }
        if result.wrong_total.is_none() {
            result.wrong_total = comparison.wrong_total_warning(name, depth, nodes);
        }
        Ok(())
    }
}

/// Returns the count for each legal move, or `None` if their sum exceeds `max_nodes` at a
/// depth above 1. Stops counting as soon as the sum exceeds this limit.
fn divide_up_to(board: &Board, depth: u32, max_nodes: u64) -> Option<Vec<(Move, u64)>> {
    let mut total = 0;
    let mut counts = Vec::new();
    for mv in board.legal_moves() {
        let count = perft::perft(&board.after(mv), depth - 1);
        total += count;
        if total > max_nodes && depth > 1 {
            return None;
        }
        counts.push((mv, count));
    }
    Some(counts)
}
