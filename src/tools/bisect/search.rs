//! The comparison of an opponent's counts with ours, the shallowest of all positions first.
//! See <https://www.chessprogramming.org/Perft#Divide>.

use super::descent::Descent;
use super::{Fault, Opponent, Progress, Question, Report, Search, Start};
use super::{compare::Comparison, path::Path};
use crate::chess::{Board, Move};
use crate::perft;

/// In a search for all differences, after this number of faults the next one ends it.
const MOST_FAULTS: usize = 10;

impl Search {
    /// Compares, the shallowest counts of all positions first, and follows the first
    /// difference to its shortest position, or every difference if all are searched for.
    ///
    /// # Errors
    ///
    /// If the opponent does not count at all, and nothing was found before.
    pub fn run(
        &self,
        opponent: &mut dyn Opponent,
        progress: &dyn Fn(Progress),
    ) -> Result<Report, Fault> {
        let mut report = Report::default();
        if let Err(fault) = self.compare_all(opponent, progress, &mut report) {
            report.faults.push(fault);
        }
        if report.differences.is_empty() && !report.faults.is_empty() {
            return Err(report.faults.swap_remove(0));
        }
        Ok(report)
    }

    fn compare_all(
        &self,
        opponent: &mut dyn Opponent,
        progress: &dyn Fn(Progress),
        report: &mut Report,
    ) -> Result<(), Fault> {
        let mut open: Vec<&Start> = self.starts.iter().collect();
        for depth in 1..=self.depth {
            let total = open.len();
            let mut deeper = Vec::new();
            let mut is_complete = report.compared.depth_of_all == depth - 1;
            for (done, start) in open.into_iter().enumerate() {
                progress(Progress { depth, done, total });
                let Some(ours) = divide_up_to(start.path.board(), depth, self.max_nodes) else {
                    is_complete = false;
                    continue;
                };
                match self.compare(opponent, start, depth, &ours, report) {
                    Ok(()) => {}
                    // The other positions may still tell something.
                    Err(fault) if self.all && report.faults.len() < MOST_FAULTS => {
                        report.faults.push(fault);
                        opponent.restart()?;
                        continue;
                    }
                    Err(fault) => return Err(fault),
                }
                if !self.all && !report.differences.is_empty() {
                    return Ok(());
                }
                // A tree without leaves here has none below.
                if sum(&ours) > 0 {
                    deeper.push(start);
                }
            }
            if is_complete {
                report.compared.depth_of_all = depth;
            }
            open = deeper;
        }
        Ok(())
    }

    /// Compares the counts of one position at one depth, and follows a difference.
    fn compare(
        &self,
        opponent: &mut dyn Opponent,
        start: &Start,
        depth: u32,
        ours: &[(Move, u64)],
        report: &mut Report,
    ) -> Result<(), Fault> {
        let comparison = ask(opponent, &start.path, depth, ours)?;
        report.add(start, depth, sum(ours), &comparison);
        if comparison.is_equal() {
            return Ok(());
        }
        let found = &mut report.differences;
        Descent::new(self, start, depth, opponent, found).follow(&comparison)
    }
}

/// The count below each legal move, if they are not more than `most` together; at depth 1
/// always. Stops soon after it is too many.
fn divide_up_to(board: &Board, depth: u32, most: u64) -> Option<Vec<(Move, u64)>> {
    let mut total = 0;
    let mut counts = Vec::new();
    for mv in board.legal_moves() {
        let count = perft::perft(&board.after(mv), depth - 1);
        total += count;
        if total > most && depth > 1 {
            return None;
        }
        counts.push((mv, count));
    }
    Some(counts)
}

fn sum(counts: &[(Move, u64)]) -> u64 {
    counts.iter().map(|count| count.1).sum()
}

/// Asks for the counts below a position, and compares them with ours.
fn ask(
    opponent: &mut dyn Opponent,
    path: &Path,
    depth: u32,
    ours: &[(Move, u64)],
) -> Result<Comparison, Fault> {
    let nodes = sum(ours);
    let question = Question {
        path,
        tried: None,
        depth,
        nodes,
    };
    let reply = opponent.divide(&question)?;
    Ok(match reply.total {
        Some(total) if !opponent.prints_moves() => Comparison::of_totals(nodes, total),
        _ => Comparison::new(path.board(), ours, &reply),
    })
}

/// The same as [`ask`] where our counts are not known yet.
pub(super) fn ask_at(
    opponent: &mut dyn Opponent,
    path: &Path,
    depth: u32,
) -> Result<Comparison, Fault> {
    ask(opponent, path, depth, &perft::divide(path.board(), depth))
}
