//! The result of a comparison with an opponent.
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

/// A published count that differs from the count of ferz.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongPublishedCount {
    /// Name of the position.
    pub start: String,
    /// Depth in plies.
    pub depth: u32,
    /// The published count.
    pub published: u64,
    /// The count of ferz.
    pub ours: u64,
}

/// A total of the opponent that is not the sum of its counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongTotal {
    /// Name of the position.
    pub start: String,
    /// Depth in plies.
    pub depth: u32,
    /// The total.
    pub total: u64,
    /// The sum of the counts, which are right.
    pub sum: u64,
}

/// The result of a comparison.
#[derive(Debug, Default)]
pub struct BisectResult {
    /// The extent of the comparison.
    pub compared: Compared,
    /// The published counts that differ from those of ferz.
    pub wrong_published_counts: Vec<WrongPublishedCount>,
    /// The first total of the opponent that is not the sum of its counts.
    pub wrong_total: Option<WrongTotal>,
    /// Whether the opponent prints promotions without their pieces, in four lines.
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
        let published = start.published.iter().find(|count| count.0 == depth);
        if let Some(&(_, published)) = published.filter(|count| count.1 != nodes) {
            self.wrong_published_counts.push(WrongPublishedCount {
                start: start.name.clone(),
                depth,
                published,
                ours: nodes,
            });
        }
        let wrong_total = comparison.wrong_total.filter(|_| comparison.is_equal());
        if let (Some(total), None) = (wrong_total, &self.wrong_total) {
            self.wrong_total = Some(WrongTotal {
                start: start.name.clone(),
                depth,
                total,
                sum: nodes,
            });
        }
    }
}
