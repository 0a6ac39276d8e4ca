//! Tablebase probes during a search.
//!
//! In the tree, positions after a capture or pawn move are probed for their outcome (WDL). At the
//! root, all moves are ranked by outcome and, if available, by distance to zeroing (DTZ), so that a
//! win is completed before the fifty-move rule ends the game. The search then chooses among the
//! moves of the best rank.

use std::cmp::Reverse;
use std::sync::atomic::Ordering;

use super::node::Node;
use super::request::SearchRequest;
use super::tt::{NO_EVAL, TtEntry};
use super::worker::Worker;
use crate::chess::{FIFTY_MOVE_PLIES, Key, Position};
use crate::score::{Bound, DRAW, Score, TABLEBASE_WIN};
use crate::syzygy::{ProbedMove, Wdl};

/// Depth bonus of tablebase scores in the TT, in plies.
const DEPTH_BONUS: i32 = 6;

/// Halfmove clock at which the game is a draw, in plies.
const FIFTY_MOVES: i32 = FIFTY_MOVE_PLIES as i32;

/// Rank of moves that win before the fifty-move rule applies. Draws have rank 0; losing moves have
/// negative ranks.
const BEST_RANK: i32 = 100_000;

impl Worker {
    /// Returns the tablebase score of a node if it allows a cutoff.
    #[inline]
    pub(super) fn probe_tablebases(&mut self, node: Node, key: Key) -> Option<Score> {
        if self.probes(node) {
            self.tablebase_cutoff(node, key)
        } else {
            None
        }
    }

    /// Returns the score of a PV node, limited by the tablebases: in its open window, a win or loss
    /// allows no cutoff.
    #[cold]
    pub(super) fn limited_by_tablebases(&self, node: Node, score: Score) -> Score {
        if !self.probes(node) {
            return score;
        }
        match self.tablebase_bound(node.ply) {
            Some((win, Bound::Lower)) => score.max(win),
            Some((loss, Bound::Upper)) => score.min(loss),
            _ => score,
        }
    }

    /// Returns whether the position of a node is probed. Only positions with a halfmove clock of 0
    /// are, because outcomes ignore the clock.
    #[inline]
    fn probes(&self, node: Node) -> bool {
        let (board, tablebases) = (self.position.board(), &self.tablebases);
        let pieces = board.occupied().count();
        let too_shallow = pieces == tablebases.max_pieces && node.depth < tablebases.probing.depth;
        !(pieces > tablebases.max_pieces || too_shallow || board.halfmove_clock() != 0)
    }

    #[cold]
    fn tablebase_cutoff(&mut self, node: Node, key: Key) -> Option<Score> {
        let (score, bound) = self.tablebase_bound(node.ply)?;
        self.shared.tablebase_hits.fetch_add(1, Ordering::Relaxed);
        let entry = TtEntry {
            mv: None,
            score,
            static_eval: NO_EVAL,
            depth: node.depth + DEPTH_BONUS,
            bound,
            is_pv: node.is_pv(),
        };
        if !entry.allows_cutoff(node.depth, node.alpha, node.beta) {
            return None;
        }
        self.shared.tt.store(key, node.ply, &entry);
        Some(score)
    }

    /// Returns the score of the current position and its type, if the tables contain it.
    fn tablebase_bound(&self, ply: usize) -> Option<(Score, Bound)> {
        let tables = self.tablebases.tables.as_ref()?;
        let probed = tables.probe_wdl(self.position.board())?;
        let win = TABLEBASE_WIN - ply as Score;
        // A win is a lower bound, because it may be a mate, whose score is higher.
        Some(match self.tablebases.probing.effective_wdl(probed) {
            Wdl::Win => (win, Bound::Lower),
            Wdl::Loss => (-win, Bound::Upper),
            Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => (DRAW, Bound::Exact),
        })
    }

    /// Ranks the root moves if the tablebases contain the root position, and decides whether
    /// positions in the tree are probed.
    pub(super) fn rank_root_moves(&mut self, request: &SearchRequest) {
        self.tablebases.max_pieces = 0;
        let Some(tables) = &self.tablebases.tables else {
            return;
        };
        let probing = self.tablebases.probing;
        self.tablebases.max_pieces = tables.max_pieces().min(probing.max_pieces);
        let board = request.position.board();
        if board.occupied().count() > probing.max_pieces {
            return;
        }
        let Some(mut probed_moves) = tables.probe_moves(board) else {
            return;
        };
        for probed in &mut probed_moves {
            probed.wdl = probing.effective_wdl(probed.wdl);
        }
        if self.is_main() {
            let count = probed_moves.len() as u64;
            self.shared
                .tablebase_hits
                .fetch_add(count, Ordering::Relaxed);
        }
        let clock = i32::from(board.halfmove_clock());
        let repeated = has_repeated(&request.position);
        for root in &mut self.root_moves {
            if let Some(probed) = probed_moves.iter().find(|probed| probed.mv == root.mv) {
                root.tablebase_rank = rank(probed, clock, repeated);
                // WDL tables alone do not tell whether a win is in time.
                let is_certain =
                    probed.dtz.is_some() || clock == 0 || root_score(probed.wdl) == DRAW;
                root.tablebase_score = is_certain.then(|| root_score(probed.wdl));
            }
        }
        self.root_moves
            .sort_by_key(|root| Reverse(root.tablebase_rank));
        // With DTZ ranks, the moves of the best rank keep the outcome, so the tree needs no probes.
        // Without probes, the search finds mates instead of stopping at tablebase wins. With WDL
        // ranks only, the side that wins needs probes in the tree to find the captures and pawn
        // moves that make progress.
        let best = self.root_moves.first();
        let wins = best.is_some_and(|root| root.tablebase_rank > 0);
        let by_distance = probed_moves.iter().all(|probed| probed.dtz.is_some());
        if by_distance || !wins {
            self.tablebases.max_pieces = 0;
        }
    }
}

/// Returns the rank of a root move. A move of higher rank is always preferred; among moves of the
/// same rank, the search chooses. `clock` is the halfmove clock. `repeated` is true if a position
/// has repeated since the last zeroing move.
fn rank(probed: &ProbedMove, clock: i32, repeated: bool) -> i32 {
    let sign = match probed.wdl {
        Wdl::Draw => return 0,
        Wdl::Win | Wdl::CursedWin => 1,
        Wdl::Loss | Wdl::BlessedLoss => -1,
    };
    let late = matches!(probed.wdl, Wdl::CursedWin | Wdl::BlessedLoss);
    let Some(distance) = probed.dtz.map(i32::from) else {
        return sign * if late { 1 } else { BEST_RANK };
    };
    // While the fifty-move limit is far, all moves have the same rank, and the search chooses.
    // After a repetition, the winning side must make progress, so it follows the DTZ. The losing
    // side follows the DTZ only if the fifty-move rule may save it.
    let limit_is_far = if sign > 0 {
        distance + clock < FIFTY_MOVES && !repeated
    } else {
        2 * distance + clock < FIFTY_MOVES
    };
    sign * if limit_is_far {
        BEST_RANK
    } else {
        BEST_RANK - distance - clock
    }
}

/// Returns the score of a tablebase outcome at the root, reported unless the search finds a mate.
const fn root_score(wdl: Wdl) -> Score {
    match wdl {
        Wdl::Win => TABLEBASE_WIN,
        Wdl::Loss => -TABLEBASE_WIN,
        Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => DRAW,
    }
}

/// Returns whether a position has occurred twice since the last capture or pawn move.
fn has_repeated(position: &Position) -> bool {
    let mut earlier = position.clone();
    let reach = usize::from(position.board().halfmove_clock()).min(position.moves_made());
    (0..reach).any(|_| {
        let repeated = earlier.repetitions() > 0;
        earlier.unmake_move();
        repeated
    })
}
