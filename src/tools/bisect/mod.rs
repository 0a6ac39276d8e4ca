//! Finding the one wrong move in another program's move generator.
//!
//! Perft counts tell that there is an error, and not where. By hand one compares the counts
//! below each root move, makes a move whose counts differ, and starts again; here a program
//! is asked to do so. All positions are compared at depth 1, then all at depth 2, and so on:
//! the first difference is then a shortest one, and following it ends at a position whose
//! lists of moves differ. What is wrong with those moves is told by [`diagnosis`].
//!
//! * here: what is asked, and what is reported;
//! * [`search`], [`descent`]: the comparison, and following a difference to where it begins,
//!   whatever the opponent is; [`probe`] finds moves of opponents that print totals alone;
//! * [`path`], [`positions`]: where to look;
//! * [`reply`], [`compare`]: what an opponent says, and how it differs;
//! * [`engine`], [`script`]: opponents that are programs, started by a [`command`], asked by
//!   an [`ask`], and run by [`process`]; [`fault`] is what is wrong when they do not count at
//!   all;
//! * [`diagnosis`]: the rule that is broken.
//!
//! See <https://www.chessprogramming.org/Perft#Purpose>.

pub mod ask;
pub mod command;
pub mod compare;
pub mod descent;
pub mod diagnosis;
pub mod engine;
pub mod fault;
pub mod path;
pub mod positions;
pub mod probe;
pub mod process;
pub mod reply;
pub mod script;
pub mod search;

use std::time::Duration;

use crate::chess::notation::CastlingNotation;
use compare::{Comparison, Counts, Totals};
use diagnosis::Diagnosis;
use fault::Fault;
use path::Path;
use reply::Reply;

/// A program whose perft counts are compared with ours.
pub trait Opponent {
    /// Its count below each of its moves, or its total.
    ///
    /// # Errors
    ///
    /// If it does not count at all; a wrong count is no error.
    fn divide(&mut self, question: &Question<'_>) -> Result<Reply, Fault>;

    /// Whether it prints the count below each move, not the total alone. Valid after the
    /// first answer.
    fn prints_moves(&self) -> bool {
        true
    }

    /// Makes it ready for more questions after a fault.
    ///
    /// # Errors
    ///
    /// If it cannot be started again.
    fn restart(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    /// Whether it makes the moves of a path itself; one that is given the FEN of the position
    /// at its end does not.
    fn makes_moves(&self) -> bool {
        true
    }
}

/// What an opponent is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position.
    pub path: &'a Path,
    /// A move to make after those of the path, which need not be legal.
    pub tried: Option<&'a str>,
    /// The depth, in half-moves, at least 1.
    pub depth: u32,
    /// What ferz counts there: the answer takes time accordingly.
    pub nodes: u64,
}

/// How long an answer may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Minimum time for an answer.
    pub least: Duration,
    /// Expected speed: one second more for this number of nodes; `None` gives no more.
    pub nodes_per_second: Option<u64>,
}

impl Patience {
    /// How long counting this number of nodes may take.
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
    /// Whether to go on after a difference, and to report each broken rule once.
    pub all: bool,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// At this depth.
    pub depth: u32,
    /// The number of positions compared at this depth.
    pub done: usize,
    /// The number of positions to compare at this depth.
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
#[derive(Debug, Default)]
pub struct Report {
    /// What was compared.
    pub compared: Compared,
    /// Published counts that are not ours.
    pub doubts: Vec<Doubt>,
    /// The first of the opponent's totals that is not the sum of its counts.
    pub wrong_total: Option<WrongTotal>,
    /// Whether the opponent prints promotions without their pieces, four lines for each.
    pub has_unnamed_promotions: bool,
    /// The first difference, if there is one; of a search for all of them the first for each
    /// broken rule.
    pub differences: Vec<Difference>,
    /// Positions of a search for all differences at which the opponent did not count; if there
    /// are too many, the last one ended the search.
    pub faults: Vec<Fault>,
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
    /// need not make the moves that lead there; `None` if there are none, or it did not
    /// answer, or that tells nothing.
    pub right_from_fen: Option<bool>,
    /// The totals of perft 1, if the opponent prints no moves; then the moves in the diagnosis
    /// are those that could be found out otherwise (see [`probe`]), perhaps none.
    pub totals: Option<Totals>,
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
    /// A wrong total, though the totals after each move are right, and so is the number of
    /// moves.
    Total {
        /// The depth of the wrong total, in half-moves.
        depth: u32,
        /// The totals.
        totals: Totals,
    },
}

impl MoveDifference {
    /// Whether it is known which moves are missing or extra.
    #[must_use]
    pub const fn is_found(&self) -> bool {
        !self.diagnosis.missing.is_empty() || !self.diagnosis.extra.is_empty()
    }
}

impl Contradiction {
    /// The depth at which it shows, in half-moves.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        match self {
            Self::Counts { depth, .. } | Self::Moves { depth, .. } | Self::Total { depth, .. } => {
                *depth
            }
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
        self.has_unnamed_promotions |= comparison.has_unnamed;
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
