//! What ends a search: the limits that `go` gives, all of which hold together.

use std::time::Duration;

use super::strength::Strength;
use crate::chess::Color;

/// The clock of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// What is left; 0 where a clock has run out or is overdrawn.
    pub time: Duration,
    /// What is added after each move.
    pub increment: Duration,
}

/// The limits of one search. What is `None` limits nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Iterations to complete, in half-moves.
    pub depth: Option<u32>,
    /// Positions to visit, on all threads together.
    pub nodes: Option<u64>,
    /// When this many positions have been visited, no further iteration begins.
    pub soft_nodes: Option<u64>,
    /// Stop when a mate in so many moves is found.
    pub mate: Option<u32>,
    /// Time to spend on this move.
    pub move_time: Option<Duration>,
    /// What is left on the clocks, by color; `None` for a side whose clock was not given.
    pub clocks: [Option<Duration>; 2],
    /// What is added to the clocks after each move, by color.
    pub increments: [Duration; 2],
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Search until told to stop, whatever the other limits have to say.
    pub infinite: bool,
    /// Search on the opponent's time, until told to stop or that the move was played.
    pub ponder: bool,
    /// Choose the move as a player of this strength; [`Self::weaken`] sets what goes with it.
    pub strength: Option<Strength>,
}

impl Limits {
    /// A limit on depth alone.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// Holds the search to a playing strength.
    pub fn weaken(&mut self, strength: Strength) {
        /// An iteration may go on beyond the soft limit, but no further than this many times
        /// as far.
        const MOST: u64 = 8;
        let least = |limit: Option<u64>, nodes| Some(limit.map_or(nodes, |limit| limit.min(nodes)));
        self.soft_nodes = least(self.soft_nodes, strength.nodes);
        self.nodes = least(self.nodes, strength.nodes * MOST);
        self.strength = Some(strength);
    }

    /// The clock of one side, if it was given.
    #[must_use]
    pub fn clock(&self, color: Color) -> Option<Clock> {
        let increment = self.increments[color.index()];
        self.clocks[color.index()].map(|time| Clock { time, increment })
    }

    /// Whether the search ends by itself: by the side to move's clock or another limit, of which
    /// the search for a mate is one.
    #[must_use]
    pub fn is_finite(&self, side_to_move: Color) -> bool {
        !self.infinite && !self.ponder && self.has_end(side_to_move)
    }

    /// Whether there is a limit that ends the search, unless it is infinite, and once it no
    /// longer ponders.
    #[must_use]
    pub fn has_end(&self, side_to_move: Color) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.soft_nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
            || self.clock(side_to_move).is_some()
    }
}
