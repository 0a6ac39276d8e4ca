//! The static evaluator.

use std::sync::Arc;

use super::endgame::{self, FULL_SCALE};
use super::network::Network;
use super::network::accumulator::Accumulators;
use crate::chess::Board;
use crate::score::{EVALUATION_BOUND, Score};

/// The static evaluator of one search thread, with its network. Its scores do not depend on the
/// positions that were evaluated before.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    accumulators: Accumulators,
}

/// Returns an evaluator with the embedded network.
impl Default for Evaluator {
    fn default() -> Self {
        Self::new(Network::embedded().clone())
    }
}

impl Evaluator {
    /// Creates an evaluator with this network.
    pub fn new(network: Arc<Network>) -> Self {
        Self {
            accumulators: Accumulators::new(&network),
            network,
        }
    }

    /// Returns the network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Returns the static evaluation of `board` in centipawns, from the view of the side to move
    /// and within ±[`EVALUATION_BOUND`].
    pub fn evaluate(&mut self, board: &Board) -> Score {
        endgame::known_score(board).unwrap_or_else(|| {
            let output = self.accumulators.updated_output(&self.network, board);
            scale(board, output)
        })
    }
}

/// Returns the static evaluation of `board` with the embedded network, as [`evaluate_with`].
pub fn evaluate(board: &Board) -> Score {
    evaluate_with(Network::embedded(), board)
}

/// Returns the same score as an [`Evaluator`] with this network. Slower: computes the output of the
/// network from scratch.
pub fn evaluate_with(network: &Network, board: &Board) -> Score {
    endgame::known_score(board).unwrap_or_else(|| scale(board, network.output(board)))
}

/// Returns whether `board` is an endgame whose score is known, so that it does not depend on the
/// network.
pub fn is_known_endgame(board: &Board) -> bool {
    endgame::known_score(board).is_some()
}

/// Returns the evaluation for an output of the network: less in drawish endgames.
fn scale(board: &Board, output: Score) -> Score {
    let scaled = output * endgame::scale_factor(board, output) / FULL_SCALE;
    scaled.clamp(-EVALUATION_BOUND, EVALUATION_BOUND)
}
