//! Finding the one wrong move in another program's move generator.
//!
//! Perft counts tell that there is an error, and not where. By hand one compares the counts
//! below each root move, makes a move whose counts differ, and starts again; here a program
//! is asked to do so. All positions are compared at depth 1, then all at depth 2, and so on:
//! the first difference is then a shortest one, and following it ends at a position whose
//! lists of moves differ. What is wrong with those moves is told by [`diagnosis`].
//!
//! * here: the comparison and the descent, whoever the opponent is;
//! * [`path`], [`positions`]: where to look;
//! * [`reply`], [`compare`]: what an opponent says, and how it differs;
//! * [`engine`], [`script`]: opponents that are programs, run by [`process`]; [`fault`] is
//!   what is wrong when they do not count at all;
//! * [`diagnosis`]: the rule that is broken.
//!
//! See <https://www.chessprogramming.org/Perft#Purpose>.

pub mod compare;
pub mod diagnosis;
pub mod engine;
pub mod fault;
pub mod path;
pub mod positions;
pub mod process;
pub mod reply;
pub mod script;

use std::time::Duration;

use crate::chess::notation::CastlingNotation;
use crate::chess::{Board, Move, legal_moves};
use compare::{Comparison, Counts};
use diagnosis::Diagnosis;
use fault::Fault;
use path::Path;
use reply::Reply;

/// Who is asked for counts.
pub trait Opponent {
    /// Its count below each of its moves.
    ///
    /// # Errors
    ///
    /// Where it does not count at all; a wrong count is none.
    fn divide(&mut self, question: &Question<'_>) -> Result<Reply, Fault>;
}

/// What an opponent is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position.
    pub path: &'a Path,
    /// The depth, in half-moves, at least 1.
    pub depth: u32,
    /// What ferz counts there: the answer takes time accordingly.
    pub nodes: u64,
}

/// How long an answer may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// However little there is to count.
    pub least: Duration,
    /// And one second more for so many nodes; `None` gives no more.
    pub nodes_per_second: Option<u64>,
}

impl Patience {
    /// How long counting so many nodes may take.
    #[must_use]
    pub fn limit(self, nodes: u64) -> Duration {
        let more = self
            .nodes_per_second
            .map_or(0, |speed| nodes / speed.max(1));
        self.least + Duration::from_secs(more)
    }
}

/// A position to begin from.
#[derive(Clone, Debug)]
pub struct Start {
    /// Where it is from, or what it shows.
    pub name: String,
    /// The position.
    pub path: Path,
    /// Counts that others have published: depths and nodes.
    pub published: Vec<(u32, u64)>,
}

/// Where to look for a difference.
#[derive(Clone, Debug)]
pub struct Search {
    /// The positions.
    pub starts: Vec<Start>,
    /// The greatest depth, in half-moves.
    pub depth: u32,
    /// Deeper counts than this many nodes of a position are left out; depth 1 never is.
    pub max_nodes: u64,
    /// How castling is written in the report.
    pub castling: CastlingNotation,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// At this depth.
    pub depth: u32,
    /// With so many positions.
    pub done: usize,
    /// Of so many.
    pub total: usize,
}

/// What was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// The greatest depth of any position, in half-moves.
    pub depth: u32,
    /// The greatest depth at which no position was left out for its many nodes.
    pub depth_of_all: u32,
    /// How many answers.
    pub answers: u64,
    /// The nodes in them, by our count.
    pub nodes: u64,
}

/// A published count that is not ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The position's name.
    pub start: String,
    /// The depth, in half-moves.
    pub depth: u32,
    /// What was published.
    pub published: u64,
    /// What ferz counts.
    pub ours: u64,
}

/// A total that is not the sum of the counts above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongTotal {
    /// The position's name.
    pub start: String,
    /// The depth, in half-moves.
    pub depth: u32,
    /// What the opponent gives as the total.
    pub total: u64,
    /// The sum of its counts, which are right.
    pub sum: u64,
}

/// What came out of a search.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What was compared.
    pub compared: Compared,
    /// Published counts that are not ours.
    pub doubts: Vec<Doubt>,
    /// The first of the opponent's totals that is not the sum of its counts.
    pub wrong_total: Option<WrongTotal>,
    /// The first difference, if there is one.
    pub difference: Option<Difference>,
}

/// A difference, followed to where it begins.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The name of the position where the search began.
    pub start: String,
    /// The depth, in half-moves, at which the counts differ there.
    pub depth: u32,
    /// The position where the difference begins.
    pub path: Path,
    /// What is different there.
    pub kind: Kind,
}

/// What can be different.
#[derive(Clone, Debug)]
pub enum Kind {
    /// The moves.
    Moves(MoveDifference),
    /// The opponent contradicts itself.
    Contradiction(Contradiction),
}

/// Moves that are missing or extra in a position.
#[derive(Clone, Debug)]
pub struct MoveDifference {
    /// What is wrong with the moves, and with the list as a whole.
    pub diagnosis: Diagnosis,
    /// Whether the opponent lists the right moves when it is given the position's FEN and
    /// need not make the moves that lead there; `None` if there are none, or it was in no
    /// state to answer.
    pub right_from_fen: Option<bool>,
}

/// The opponent's answers do not fit together: what it counts depends on how it came there.
/// A move is not taken back as it was made, or a hash table confuses positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// Wrong counts below moves; but asked for the positions after those, all is right.
    Counts {
        /// The depth of the wrong count, in half-moves.
        depth: u32,
        /// The first of them.
        counts: Counts,
    },
    /// At this depth the list of moves differs from ours; at depth 1 it does not.
    Moves {
        /// The depth, in half-moves.
        depth: u32,
        /// What is different.
        comparison: Comparison,
    },
    /// Below a move there is one position at depth 1, and this is not what is counted.
    Leaf(Counts),
}

impl Search {
    /// Compares, the shallowest counts of all positions first, and follows the first
    /// difference to its shortest position.
    ///
    /// # Errors
    ///
    /// Where the opponent does not count at all.
    pub fn run(
        &self,
        opponent: &mut dyn Opponent,
        progress: &dyn Fn(Progress),
    ) -> Result<Report, Fault> {
        let mut report = Report::default();
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
                let comparison = ask(opponent, &start.path, depth, &ours)?;
                report.add(start, depth, sum(&ours), &comparison);
                if !comparison.is_equal() {
                    let (path, kind) = self.descend(opponent, &start.path, depth, comparison)?;
                    report.difference = Some(Difference {
                        start: start.name.clone(),
                        depth,
                        path,
                        kind,
                    });
                    return Ok(report);
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
        Ok(report)
    }

    /// Follows a difference at `depth` to where it begins.
    fn descend(
        &self,
        opponent: &mut dyn Opponent,
        path: &Path,
        mut depth: u32,
        mut comparison: Comparison,
    ) -> Result<(Path, Kind), Fault> {
        let mut path = path.clone();
        while comparison.has_same_moves() && depth > 1 {
            let Some((child, below)) = differing_child(opponent, &path, depth, &comparison)? else {
                let counts = comparison.counts[0];
                let contradiction = Contradiction::Counts { depth, counts };
                return Ok((path, Kind::Contradiction(contradiction)));
            };
            (path, depth, comparison) = (child, depth - 1, below);
        }
        if comparison.has_same_moves() {
            let leaf = Contradiction::Leaf(comparison.counts[0]);
            return Ok((path, Kind::Contradiction(leaf)));
        }
        if depth > 1 {
            // A list may be wrong because of what was counted before it was printed.
            let at_depth_1 = ask_at(opponent, &path, 1)?;
            if at_depth_1.has_same_moves() {
                let contradiction = Contradiction::Moves { depth, comparison };
                return Ok((path, Kind::Contradiction(contradiction)));
            }
            comparison = at_depth_1;
        }
        let difference = MoveDifference {
            diagnosis: Diagnosis::new(&path, &comparison, self.castling),
            right_from_fen: is_right_from_fen(opponent, &path),
        };
        Ok((path, Kind::Moves(difference)))
    }
}

impl Contradiction {
    /// The depth at which it shows, in half-moves.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        match self {
            Self::Counts { depth, .. } | Self::Moves { depth, .. } => *depth,
            Self::Leaf(_) => 1,
        }
    }
}

impl Report {
    /// Takes in what one answer tells.
    fn add(&mut self, start: &Start, depth: u32, nodes: u64, comparison: &Comparison) {
        self.compared.depth = depth;
        self.compared.answers += 1;
        self.compared.nodes += nodes;
        let is_wrong = |count: &&(u32, u64)| count.0 == depth && count.1 != nodes;
        let doubt = start.published.iter().find(is_wrong).map(|count| Doubt {
            start: start.name.clone(),
            depth,
            published: count.1,
            ours: nodes,
        });
        self.doubts.extend(doubt);
        if let (Some(total), true, None) = (
            comparison.wrong_total,
            comparison.is_equal(),
            &self.wrong_total,
        ) {
            self.wrong_total = Some(WrongTotal {
                start: start.name.clone(),
                depth,
                total,
                sum: nodes,
            });
        }
    }
}

/// The count below each legal move, if they are not more than `most` together; at depth 1
/// always. Stops soon after it is too many.
fn divide_up_to(board: &Board, depth: u32, most: u64) -> Option<Vec<(Move, u64)>> {
    let mut total = 0;
    let mut counts = Vec::new();
    for mv in legal_moves(board) {
        let count = super::perft(&board.after(mv), depth - 1);
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
    let question = Question {
        path,
        depth,
        nodes: sum(ours),
    };
    let reply = opponent.divide(&question)?;
    Ok(Comparison::new(path.board(), ours, &reply))
}

/// The same where our counts are not known yet.
fn ask_at(opponent: &mut dyn Opponent, path: &Path, depth: u32) -> Result<Comparison, Fault> {
    ask(opponent, path, depth, &super::divide(path.board(), depth))
}

/// The first position below a move with a wrong count where the opponent, asked for it, is
/// wrong too.
fn differing_child(
    opponent: &mut dyn Opponent,
    path: &Path,
    depth: u32,
    comparison: &Comparison,
) -> Result<Option<(Path, Comparison)>, Fault> {
    for counts in &comparison.counts {
        let child = path.after(counts.mv);
        let below = ask_at(opponent, &child, depth - 1)?;
        if !below.is_equal() {
            return Ok(Some((child, below)));
        }
    }
    Ok(None)
}

/// Whether the opponent lists the right moves if it gets the position without the way there.
fn is_right_from_fen(opponent: &mut dyn Opponent, path: &Path) -> Option<bool> {
    if path.moves().is_empty() {
        return None;
    }
    let alone = Path::new(&path.fen()).ok()?;
    // What it does wrong is known already; that it now fails otherwise changes nothing.
    let comparison = ask_at(opponent, &alone, 1).ok()?;
    Some(comparison.has_same_moves())
}
