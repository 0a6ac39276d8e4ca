//! The limits of a search: the parameters of `go`. The search ends at the first limit reached.

use std::time::Duration;

use super::strength::Strength;
use crate::chess::Color;

/// The clock of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Remaining time; 0 if the clock has run out.
    pub time: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// The limits of one search; `None` means no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// Maximum nodes of all threads.
    pub nodes: Option<u64>,
    /// Nodes of all threads after which no iteration starts.
    pub soft_nodes: Option<u64>,
    /// Maximum length of the requested mate, in full moves. Finding such a mate ends the search.
    pub mate: Option<u32>,
    /// Search time.
    pub move_time: Option<Duration>,
    /// Remaining time by color; `None` for a side without a clock.
    pub clocks: [Option<Duration>; 2],
    /// Time added after each move, by color.
    pub increments: [Duration; 2],
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Whether to report the best move only after `stop`, even if another limit is reached.
    pub infinite: bool,
    /// Whether to search on the opponent's time, and to report the best move only after `stop` or
    /// `ponderhit`.
    pub ponder: bool,
    /// Playing strength, set by [`Self::limit_strength`] together with its node limits.
    pub strength: Option<Strength>,
}

impl Limits {
    /// Returns a limit on depth alone, in plies.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// Returns a limit on nodes alone.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// Returns a limit on time alone.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Self {
            move_time: Some(time),
            ..Self::default()
        }
    }

    /// Limits the playing strength, and lowers the node limits to those that belong to it.
    pub fn limit_strength(&mut self, strength: Strength) {
        /// Hard node limit as a multiple of the soft limit, which only prevents new iterations.
        const HARD_LIMIT: u64 = 8;
        let lower = |limit: Option<u64>, nodes| limit.into_iter().chain([nodes]).min();
        self.soft_nodes = lower(self.soft_nodes, strength.nodes);
        self.nodes = lower(self.nodes, strength.nodes * HARD_LIMIT);
        self.strength = Some(strength);
    }

    /// Returns the clock of one side.
    #[must_use]
    pub fn clock(&self, color: Color) -> Option<Clock> {
        let increment = self.increments[color.index()];
        self.clocks[color.index()].map(|time| Clock { time, increment })
    }

    /// If only the other side has a clock and nothing else would end the search, takes this clock
    /// for `side`, too. Returns whether it did.
    pub fn share_clock(&mut self, side: Color) -> bool {
        let other = (!side).index();
        if self.has_limit(side) || self.clocks[other].is_none() {
            return false;
        }
        self.clocks[side.index()] = self.clocks[other];
        let [white, black] = self.increments;
        self.increments[side.index()] = white.max(black);
        true
    }

    /// Returns whether the search ends by itself.
    #[must_use]
    pub fn ends_by_itself(&self, side_to_move: Color) -> bool {
        !self.infinite && !self.ponder && self.has_limit(side_to_move)
    }

    /// Returns whether there is a limit that would end the search if the search were neither
    /// infinite nor pondering.
    #[must_use]
    pub fn has_limit(&self, side_to_move: Color) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.soft_nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
            || self.clock(side_to_move).is_some()
    }
}
