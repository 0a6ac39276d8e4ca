//! The result of comparing an engine with ferz.
//! See <https://www.chessprogramming.org/Perft#Purpose>.

use serde::Serialize;

use super::compare::Comparison;
use super::difference::Difference;
use super::opponent_error::OpponentError;
use super::positions::StartPosition;

/// The extent of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Compared {
    /// Greatest depth of any position, in plies.
    pub depth: u32,
    /// Greatest depth at which no position exceeded the node limit, in plies.
    pub depth_of_all: u32,
    /// Number of answers.
    pub answers: u64,
    /// Number of nodes in these answers, as ferz counts them.
    pub nodes: u64,
}

/// A count that differs from the count of ferz.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongCount {
    /// Name of the position.
    pub start: String,
    /// Depth in plies.
    pub depth: u32,
    /// The count of ferz.
    pub expected: u64,
    /// The wrong count.
    pub found: u64,
}

/// The result of a comparison.
#[derive(Debug, Default)]
pub struct BisectResult {
    /// The extent of the comparison.
    pub compared: Compared,
    /// The published counts that differ from those of ferz.
    pub wrong_published_counts: Vec<WrongCount>,
    /// The first total that is not the sum of the engine's counts although the counts are right.
    pub wrong_total: Option<WrongCount>,
    /// Whether the engine prints the four promotions of a pawn move without naming the pieces.
    pub has_unnamed_promotions: bool,
    /// The first difference. If all are searched for, the first difference for each rule.
    pub differences: Vec<Difference>,
    /// Errors at single positions, if all differences are searched for. After too many errors,
    /// the last one ended the search.
    pub errors: Vec<OpponentError>,
}

impl BisectResult {
    /// Records the answer for a start position.
    pub(super) fn add(
        &mut self,
        start: &StartPosition,
        depth: u32,
        nodes: u64,
        comparison: &Comparison,
    ) {
        self.compared.depth = depth;
        self.compared.answers += 1;
        self.compared.nodes += nodes;
        self.has_unnamed_promotions |= comparison.has_unnamed;
        let wrong_count = |found| WrongCount {
            start: start.name.clone(),
            depth,
            expected: nodes,
            found,
        };
        let published = start.published.iter().find(|count| count.0 == depth);
        if let Some(&(_, found)) = published.filter(|count| count.1 != nodes) {
            self.wrong_published_counts.push(wrong_count(found));
        }
        if self.wrong_total.is_none() && comparison.is_equal() {
            self.wrong_total = comparison.wrong_total.map(wrong_count);
        }
    }
}
