//! The settings of self-play games.
//!
//! See <https://www.chessprogramming.org/Automated_Tuning>.

use crate::self_play::Starts;

/// Default number of nodes after which a search starts no new iteration.
pub const SOFT_NODES: u64 = 5_000;

/// The settings that determine all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatagenSettings {
    /// The seed of the random moves. Different seeds give different games.
    pub seed: u64,
    /// The number of nodes after which a search starts no new iteration.
    pub soft_nodes: u64,
    /// The starting positions.
    pub starts: Starts,
}

impl Default for DatagenSettings {
    fn default() -> Self {
        Self {
            seed: 1,
            soft_nodes: SOFT_NODES,
            starts: Starts::Standard,
        }
    }
}
