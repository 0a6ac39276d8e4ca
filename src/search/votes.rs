//! What the main thread and the helper threads of a search do, and their vote on the best move.
//!
//! The main thread sends the reports, and checks the time limits between iterations. The helper
//! threads fill the transposition table, and vote on the best move at the end. A vote weighs more
//! for a higher depth and a better score, and the votes for one move add up.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender};

use super::request::SearchRequest;
use super::root_moves::RootMove;
use super::worker::Worker;
use crate::chess::Move;
use crate::score::{EVALUATION_BOUND, MATE_BOUND, Score, is_mate};

/// Time that the main thread waits for the votes of the helpers. The clock is running, so later
/// votes are ignored.
const VOTE_TIMEOUT: Duration = Duration::from_millis(5);

/// Constant added to the score above the worst result, in centipawns, so that every vote counts.
const VOTE_BASE: Score = 20;

impl Worker {
    /// Searches as the main thread, takes the votes of the helpers, and reports the best move.
    pub(super) fn search_as_main(&mut self, request: &SearchRequest, helpers: &Receiver<RootMove>) {
        self.search_until_limit(request);
        // This also stops the helpers.
        self.shared.reach_limit();
        let deadline = Instant::now() + VOTE_TIMEOUT;
        let found = std::iter::from_fn(|| helpers.recv_deadline(deadline).ok());
        self.take_votes(request, &found.collect::<Vec<RootMove>>());
        self.answer(request);
    }

    /// Searches as a helper thread, and sends the best move to the main thread if an iteration was
    /// completed. With limited strength, helpers do not search, because they would use up the
    /// node limit.
    pub(super) fn search_as_helper(&mut self, request: &SearchRequest, main: &Sender<RootMove>) {
        if request.limits.strength.is_some() {
            return;
        }
        self.search_until_limit(request);
        if let Some(best) = self.root_moves.first().filter(|_| self.completed_depth > 0) {
            // The main thread may have answered without this vote.
            let _: Result<(), _> = main.send(best.clone());
        }
    }

    /// Replaces the best move by the winner of the vote. There is no vote with a depth limit or
    /// several variations, because the result of the main thread is what was requested. With `go
    /// mate`, a depth limit does not prevent the vote, because the mate may come from any thread.
    fn take_votes(&mut self, request: &SearchRequest, found: &[RootMove]) {
        let limits = &request.limits;
        if limits.depth.is_some() && limits.mate.is_none() || self.multi_pv != 1 {
            return;
        }
        if let Some(winner) = vote_winner(&self.root_moves[0], found) {
            self.root_moves.retain(|root| root.mv != winner.mv);
            self.root_moves.insert(0, winner);
            self.report_variation(request, 0);
        }
    }
}

/// Returns the helper thread's best move that wins the vote, or `None` if the main thread wins.
/// `own` is the best move of the main thread, `found` are those of the helpers.
///
/// The depth of the winner is at least that of the main thread, because the reported depth must not
/// decrease. A helper with less depth has a vote, but it wins only with a mate, which is proved for
/// every greater depth, too.
fn vote_winner(own: &RootMove, found: &[RootMove]) -> Option<RootMove> {
    // A proved loss stands: helpers with better scores have not found it yet.
    if own.score < -EVALUATION_BOUND && own.depth > 0 {
        return None;
    }
    let all = || found.iter().chain([own]);
    let worst = all().map(|root| root.score).min().unwrap_or(own.score);
    let votes = |mv: Move| -> i64 {
        let agree = all().filter(|root| root.mv == mv);
        agree
            .map(|root| i64::from(root.score - worst + VOTE_BASE) * i64::from(root.depth))
            .sum()
    };
    // A mate goes before all votes; the shortest one wins.
    let rank = |root: &RootMove| {
        let mate = if is_mate(root.score) { root.score } else { 0 };
        (mate, votes(root.mv), root.depth, root.score)
    };
    found
        .iter()
        .filter(|root| root.depth >= own.depth || root.score > MATE_BOUND)
        .max_by_key(|root| rank(root))
        .filter(|best| rank(best) > rank(own))
        .map(|best| RootMove {
            depth: best.depth.max(own.depth),
            ..best.clone()
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Board, Square};
    use crate::eval::Evaluator;
    use crate::score::{mate_in, mated_in};

    const D4: Square = Square::D4;
    const E4: Square = Square::E4;

    /// Returns the best move of a thread, with this target, score and depth.
    fn best_move((to, score, depth): (Square, Score, u32)) -> RootMove {
        let board = Board::default();
        let moves = board.legal_moves();
        let mv = moves.into_iter().find(|mv| mv.to() == to);
        RootMove {
            score,
            depth,
            ..RootMove::new(
                &board,
                mv.expect("a pawn can go there"),
                &mut Evaluator::default(),
            )
        }
    }

    /// Returns the target of the move that wins the vote, or `None` if the main thread wins.
    fn vote(own: (Square, Score, u32), others: &[(Square, Score, u32)]) -> Option<Square> {
        let own = best_move(own);
        let others: Vec<RootMove> = others.iter().copied().map(best_move).collect();
        let best = vote_winner(&own, &others)?;
        assert!(best.depth >= own.depth, "{others:?}");
        Some(best.mv.to())
    }

    #[test]
    fn votes_count_by_depth_and_score() {
        for (others, expected) in [
            (&[][..], None),
            // A tie goes to the main thread.
            (&[(D4, 20, 10)], None),
            (&[(D4, 40, 10)], Some(D4)),
            (&[(D4, 40, 10), (E4, 25, 11)], Some(E4)),
            (&[(D4, 20, 10), (D4, 20, 9)], Some(D4)),
            // A helper with less depth cannot win.
            (&[(D4, 90, 9)], None),
            (&[(D4, mate_in(9), 10), (E4, 900, 20)], Some(D4)),
            (&[(D4, mated_in(4), 12)], None),
            // A mate can win at any depth.
            (&[(D4, mate_in(9), 4)], Some(D4)),
        ] {
            assert_eq!(vote((E4, 20, 10), others), expected, "{others:?}");
        }
    }

    #[test]
    fn a_proved_loss_is_not_outvoted() {
        let others = [(D4, 300, 20), (D4, -50, 10)];
        assert_eq!(vote((E4, mated_in(6), 10), &others), None);
        // A score of depth 0 is not proved.
        assert_eq!(vote((E4, mated_in(6), 0), &others), Some(D4));
    }
}
