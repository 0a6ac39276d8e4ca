//! The static evaluator, and the feature counts that the tuner and the trace need.

use std::sync::Arc;

use super::classical::layout::Term;
use super::classical::pawns::PawnTable;
use super::classical::tally::{FeatureCounts, Sum};
use super::classical::tapered::Tapered;
use super::classical::terms::{add_all_terms, add_terms};
use super::classical::weights::WEIGHTS;
use super::endgame;
use super::network::Network;
use super::network::accumulator::Accumulators;
use super::values::{FULL_PHASE, phase};
use crate::chess::{Board, Color, Keys};
use crate::score::{EVALUATION_BOUND, Score, negate_for_black};

/// Weight of the output of the network in the evaluation, in percent. It was found by games
/// (`lab/log/networks.md`), and the embedded network was trained with it.
pub const NETWORK_PERCENT: Score = 138;

/// The static evaluator of one search thread, with its network and its caches.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    accumulators: Accumulators,
    pawns: PawnTable,
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
            pawns: PawnTable::default(),
        }
    }

    /// Returns the network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Clears the pawn hash table. The accumulators of the network need not be cleared: their sums
    /// do not depend on the positions evaluated before.
    pub fn clear(&mut self) {
        self.pawns.clear();
    }

    /// Returns the static evaluation of `board` in centipawns, from the view of the side to move
    /// and within ±[`EVALUATION_BOUND`]. `keys` are the hash keys of `board`.
    pub fn evaluate(&mut self, board: &Board, keys: &Keys) -> Score {
        if let Some(score) = endgame::known_score(board) {
            return score;
        }
        let (pawns, structure) = self.pawns.look_up(board, keys.pawns);
        let mut sum = Sum::from(pawns);
        add_terms(board, structure, &mut sum);
        let network = self.accumulators.updated_output(&self.network, board);
        with_network(final_score(board, sum.total()), network)
    }
}

/// Returns the static evaluation of `board` with the embedded network, as [`evaluate_with`].
pub fn evaluate(board: &Board) -> Score {
    evaluate_with(Network::embedded(), board)
}

/// Returns the same score as an [`Evaluator`] with this network. Slower: uses no caches.
pub fn evaluate_with(network: &Network, board: &Board) -> Score {
    match endgame::known_score(board) {
        Some(score) => score,
        None => with_network(sum_of_terms(board), network.output(board)),
    }
}

/// Returns the hand-crafted evaluation of `board`, without the output of the network. It is in
/// centipawns, from the view of the side to move and within ±[`EVALUATION_BOUND`].
pub fn evaluate_classical(board: &Board) -> Score {
    endgame::known_score(board).unwrap_or_else(|| sum_of_terms(board))
}

/// Returns the sum of all terms as a score, also in known endgames.
pub(super) fn sum_of_terms(board: &Board) -> Score {
    let mut sum = Sum::default();
    add_all_terms(board, &mut sum);
    final_score(board, sum.total())
}

/// Returns whether `board` is an endgame whose score is known, so that it does not depend on the
/// terms.
pub fn is_known_endgame(board: &Board) -> bool {
    endgame::known_score(board).is_some()
}

/// Returns the evaluation: the hand-crafted evaluation plus the weighted output of the network.
fn with_network(classical: Score, output: Score) -> Score {
    (classical + weighted(output)).clamp(-EVALUATION_BOUND, EVALUATION_BOUND)
}

/// Returns the contribution of the network to the evaluation, given its output.
pub(super) fn weighted(output: Score) -> Score {
    output * NETWORK_PERCENT / 100
}

/// Returns how often each weight applies to `board`.
pub fn feature_counts(board: &Board) -> FeatureCounts {
    let mut counts = FeatureCounts::default();
    add_all_terms(board, &mut counts);
    counts
}

/// Returns the factor that scales the endgame value in the evaluation of `board`, in units of
/// 1/[`endgame::FULL_SCALE`]. It is less than that in drawish endgames. `None` in known endgames,
/// whose score does not depend on the terms.
pub fn endgame_scale(board: &Board, counts: &FeatureCounts) -> Option<i32> {
    let values = |color| Term::ALL.map(|term| counts.value(color, term, &WEIGHTS));
    let [white, black] = Color::ALL.map(|color| values(color).into_iter().sum::<Tapered>());
    let is_known = is_known_endgame(board);
    (!is_known).then(|| endgame::scale_factor(board, (white - black).endgame()))
}

/// Returns the hand-crafted evaluation for `total`, the sum of all terms from White's view: scales
/// the endgame value, blends both values by the game phase, and changes to the view of the side to
/// move.
fn final_score(board: &Board, total: Tapered) -> Score {
    let total = endgame::scale_endgame(board, total);
    let score = negate_for_black(total.blend(phase(board), FULL_PHASE), board.side_to_move());
    score.clamp(-EVALUATION_BOUND, EVALUATION_BOUND)
}
