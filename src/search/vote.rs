//! The vote of all threads on the move to play.
//!
//! Each thread votes for its best move. A vote weighs more for a higher depth and a better score,
//! and the votes for one move add up. See <https://www.chessprogramming.org/Lazy_SMP>.

use super::root_move::RootMove;
use crate::chess::Move;
use crate::score::{EVALUATION_BOUND, MATE_BOUND, Score, is_mate};

/// Constant added to the score above the worst result, in centipawns, so that every vote counts.
const BASE: Score = 20;

/// Returns the helper thread's line that wins the vote, or `None` if the main thread wins. `own` is
/// the best line of the main thread, `found` are the best lines of the helpers.
///
/// The depth of the line is at least that of the main thread, because the reported depth must not
/// decrease. A helper with less depth has a vote, but it wins only with a mate, which is proved for
/// every greater depth, too.
pub(super) fn winner(own: &RootMove, found: &[RootMove]) -> Option<RootMove> {
    // A proved loss stands: helpers with better scores have not found it yet.
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
    use crate::eval::network::Network;
    use crate::score::{mate_in, mated_in};

    /// The result of a thread: a first move with this target, a score and a depth.
    fn found(to: Square, score: Score, depth: u32) -> RootMove {
        let board = Board::default();
        let is_meant = |mv: &Move| mv.to() == to;
        let mv = board.legal_moves().into_iter().find(is_meant);
        RootMove {
            score,
            depth,
            ..RootMove::new(
                &board,
                mv.expect("a pawn can go there"),
                Network::embedded(),
            )
        }
    }

    #[test]
    fn votes_count_by_depth_and_score() {
        let own = found(Square::E4, 20, 10);
        for (others, winner) in [
            (vec![], None),
            // A tie goes to the main thread.
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
            // A helper with less depth cannot win.
            (vec![found(Square::D4, 90, 9)], None),
            (
                vec![
                    found(Square::D4, mate_in(9), 10),
                    found(Square::E4, 900, 20),
                ],
                Some(Square::D4),
            ),
            (vec![found(Square::D4, mated_in(4), 12)], None),
            // A mate can win at any depth.
            (vec![found(Square::D4, mate_in(9), 4)], Some(Square::D4)),
        ] {
            let best = super::winner(&own, &others);
            assert_eq!(best.as_ref().map(|root| root.mv.to()), winner, "{others:?}");
            assert!(
                best.is_none_or(|root| root.depth >= own.depth),
                "{others:?}"
            );
        }
    }

    #[test]
    fn a_proved_loss_is_not_outvoted() {
        let others = [found(Square::D4, 300, 20), found(Square::D4, -50, 10)];
        let own = found(Square::E4, mated_in(6), 10);
        assert!(super::winner(&own, &others).is_none());
        // A score of depth 0 is not proved.
        let guess = found(Square::E4, mated_in(6), 0);
        let winner = super::winner(&guess, &others).map(|root| root.mv.to());
        assert_eq!(winner, Some(Square::D4));
    }
}
