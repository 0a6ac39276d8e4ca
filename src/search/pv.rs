//! The principal variation (PV): the moves that both sides are expected to play.
//!
//! The search collects it in a [`PvTable`], and [`complete`] prepares it for a report.
//! See <https://www.chessprogramming.org/Principal_Variation#Collecting_the_PV>.

use super::tt::{TranspositionTable, tt_key};
use crate::chess::{Move, Position};
use crate::score::{MAX_PLY, Score, mate_in, mated_in, plies_to_mate};

/// The best variation found from each node between the root and the current node, by ply
/// (triangular PV table).
#[derive(Clone, Debug)]
pub struct PvTable(Vec<Vec<Move>>);

impl Default for PvTable {
    fn default() -> Self {
        Self(vec![Vec::new(); MAX_PLY + 2])
    }
}

impl PvTable {
    /// Clears the variation from `ply`.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the variation from `ply` to `mv` followed by the variation from the next ply.
    pub fn extend(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let variation = &mut upper[ply];
        variation.clear();
        variation.push(mv);
        variation.extend_from_slice(&lower[0]);
    }

    /// Returns the variation from `ply`.
    #[inline]
    pub fn variation(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}

/// Returns a variation from `position` as it is reported: cut at the end of the game, and extended
/// to `depth` plies by TT moves. Makes and unmakes its moves.
///
/// A variation that failed high has only one move; its reply, on which a GUI ponders, is in the TT.
pub fn complete(
    position: &mut Position,
    found: &[Move],
    score: Score,
    depth: usize,
    tt: &TranspositionTable,
) -> Vec<Move> {
    // A mate score gives the length of the variation.
    let mate = plies_to_mate(score);
    let max_len = mate.unwrap_or_else(|| depth.max(found.len())).min(MAX_PLY);
    let mut moves: Vec<Move> = Vec::with_capacity(max_len);
    while moves.len() < max_len && (moves.is_empty() || !is_over(position)) {
        let known = found.get(moves.len()).copied();
        let next = known
            .or_else(|| next_of_mate(position, moves.len(), mate?, tt))
            .or_else(|| {
                // After a repetition, TT moves only repeat the cycle.
                let may_continue = moves.is_empty() || position.repetitions() == 0;
                let entry = tt.probe(tt_key(position), moves.len());
                entry.filter(|_| may_continue)?.mv
            });
        let Some(mv) = next.filter(|&mv| position.is_legal(mv)) else {
            break;
        };
        position.make_move(mv);
        moves.push(mv);
    }
    let is_mate = position.board().is_checkmate();
    for _ in &moves {
        position.unmake_move();
    }
    // A consistent variation ends in checkmate if and only if it has the full length of the mate.
    // TT entries may be older than the score; a variation that is inconsistent with the score is
    // cut to the moves found by the search, and to less than the length of the mate.
    let should_mate = mate == Some(moves.len());
    if should_mate != is_mate {
        let consistent_len = max_len - usize::from(should_mate);
        moves.truncate(found.len().min(consistent_len).max(1));
    }
    moves
}

/// Returns a move that continues a mate `mate` plies from the root: the mating move, or a move to
/// a position whose TT score is this mate. `position` is `ply` plies from the root.
///
/// If the losing side is to move, the TT entry is an upper bound without a move. The entries of
/// the positions after its moves show which move resists longest.
fn next_of_mate(
    position: &mut Position,
    ply: usize,
    mate: usize,
    tt: &TranspositionTable,
) -> Option<Move> {
    let left = mate.checked_sub(ply + 1)?;
    let child_score = if left % 2 == 0 {
        mated_in(mate)
    } else {
        mate_in(mate)
    };
    position.board().legal_moves().into_iter().find(|&mv| {
        position.make_move(mv);
        let fits = if left == 0 {
            position.board().is_checkmate()
        } else {
            let entry = tt.probe(tt_key(position), ply + 1);
            entry.is_some_and(|entry| entry.score == child_score)
        };
        position.unmake_move();
        fits
    })
}

/// Returns whether the game is over.
fn is_over(position: &Position) -> bool {
    !position.board().has_legal_moves()
        || position.is_threefold_repetition()
        || position.is_fifty_move_draw()
        || position.is_insufficient_material()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{Bound, DRAW};
    use crate::search::tt::TtEntry;

    #[test]
    fn a_variation_ends_when_neither_side_can_mate() {
        let mut position = Position::new("8/8/8/3k4/8/8/4r3/4K3 w - - 0 1".parse().expect("legal"));
        let mut legal = position.legal_moves().into_iter();
        let capture = legal.find(|mv| mv.is_capture()).expect("the rook hangs");
        // For the position with bare kings, the TT may return the entry of another position.
        let tt = TranspositionTable::new(1).expect("memory");
        position.make_move(capture);
        let wrong_entry = TtEntry {
            mv: position.board().legal_moves().first().copied(),
            score: DRAW,
            static_eval: DRAW,
            depth: 9,
            bound: Bound::Exact,
            is_pv: false,
        };
        tt.store(tt_key(&position), 1, &wrong_entry);
        position.unmake_move();
        let completed = complete(&mut position, &[capture], DRAW, 9, &tt);
        assert_eq!(completed, [capture]);
    }
}
