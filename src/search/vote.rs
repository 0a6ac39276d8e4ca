//! Which thread's move is played, when several have searched: they vote.
//!
//! A thread's word weighs more the deeper it has looked and the better the score it found,
//! and threads that agree on a move add up.
//! See <https://www.chessprogramming.org/Lazy_SMP>.

use super::root_move::RootMove;
use crate::chess::Move;
use crate::score::{EVALUATION_BOUND, MATE_BOUND, Score, is_mate};

/// What a depth weighs by itself, in centipawns of score above the worst found.
const BASE: Score = 20;

/// The winner among the results of the helper threads and the main thread's `own` best line;
/// `None` for the main thread's. A helper that searched less deep than the main thread has a
/// vote, but wins only with a mate: the depth that is reported must not decrease otherwise.
pub(super) fn winner<'a>(own: &RootMove, found: &'a [RootMove]) -> Option<&'a RootMove> {
    // A proved loss stands: a helper that scores better has not seen it yet.
    if own.score < -EVALUATION_BOUND && own.depth > 0 {
        return None;
    }
    let all = || found.iter().chain([own]);
    let worst = all().map(|root| root.score).min().unwrap_or(own.score);
    let votes = |mv: Move| -> i64 {
        let agree = all().filter(|root| root.mv == mv);
        agree
            .map(|root| i64::from(root.score - worst + BASE) * i64::from(root.depth))
            .sum()
    };
    // A mate is a fact, and the nearest is best.
    let rank = |root: &RootMove| {
        let mate = if is_mate(root.score) { root.score } else { 0 };
        (mate, votes(root.mv), root.depth, root.score)
    };
    found
        .iter()
        .filter(|root| root.depth >= own.depth || root.score > MATE_BOUND)
        .max_by_key(|root| rank(root))
        .filter(|best| rank(best) > rank(own))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Board, Square};
    use crate::score::{mate_in, mated_in};

    /// What a thread has found: one of the first moves, a score, a depth.
    fn found(to: Square, score: Score, depth: u32) -> RootMove {
        let board = Board::default();
        let is_meant = |mv: &Move| mv.to() == to;
        let mv = board.legal_moves().into_iter().find(is_meant);
        RootMove {
            score,
            depth,
            ..RootMove::new(&board, mv.expect("a pawn can go there"))
        }
    }

    #[test]
    fn the_move_wins_that_more_found_deeper_and_better() {
        let own = found(Square::E4, 20, 10);
        for (others, winner) in [
            (vec![], None),
            // Nothing speaks against the leader.
            (vec![found(Square::D4, 20, 10)], None),
            (vec![found(Square::D4, 40, 10)], Some(Square::D4)),
            (
                vec![found(Square::D4, 40, 10), found(Square::E4, 25, 11)],
                Some(Square::E4),
            ),
            (
                vec![found(Square::D4, 20, 10), found(Square::D4, 20, 9)],
                Some(Square::D4),
            ),
            // Not deep enough to speak for all.
            (vec![found(Square::D4, 90, 9)], None),
            (
                vec![
                    found(Square::D4, mate_in(9), 10),
                    found(Square::E4, 900, 20),
                ],
                Some(Square::D4),
            ),
            (vec![found(Square::D4, mated_in(4), 12)], None),
            // A mate wins at any depth.
            (vec![found(Square::D4, mate_in(9), 4)], Some(Square::D4)),
        ] {
            let best = super::winner(&own, &others).map(|root| root.mv.to());
            assert_eq!(best, winner, "{others:?}");
        }
    }

    #[test]
    fn a_proved_loss_is_not_outvoted_by_a_thread_that_has_not_seen_it() {
        let others = [found(Square::D4, 300, 20), found(Square::D4, -50, 10)];
        let own = found(Square::E4, mated_in(6), 10);
        assert!(super::winner(&own, &others).is_none());
        // A guess is no proof.
        let guess = found(Square::E4, mated_in(6), 0);
        let winner = super::winner(&guess, &others).map(|root| root.mv.to());
        assert_eq!(winner, Some(Square::D4));
    }
}
