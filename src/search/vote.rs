//! Which thread's move is played, when several have searched: they vote.
//!
//! A thread's word weighs more the deeper it has looked and the better the score it found,
//! and threads that agree on a move add up.
//! See <https://www.chessprogramming.org/Lazy_SMP>.

use super::deepening::RootMove;
use crate::chess::Move;
use crate::score::{Score, is_mate};

/// What a depth weighs by itself, in centipawns of score above the worst found.
const BASE: Score = 20;

/// The winner among what the helpers found and the leader's `own` best line; `None` for the
/// leader's. Who has looked less deep than the leader has a vote, but cannot win: what is
/// reported must not fall behind what was reported before.
pub(super) fn winner<'a>(own: &RootMove, found: &'a [RootMove]) -> Option<&'a RootMove> {
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
        .filter(|root| root.depth >= own.depth)
        .max_by_key(|root| rank(root))
        .filter(|best| rank(best) > rank(own))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Board, Square, legal_moves};
    use crate::score::{mate_in, mated_in};

    /// What a thread has found: one of the first moves, a score, a depth.
    fn found(to: Square, score: Score, depth: u32) -> RootMove {
        let board = Board::default();
        let is_meant = |mv: &Move| mv.to() == to;
        let mv = legal_moves(&board).into_iter().find(is_meant);
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
        ] {
            let best = super::winner(&own, &others).map(|root| root.mv.to());
            assert_eq!(best, winner, "{others:?}");
        }
    }
}
