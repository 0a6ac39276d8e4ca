//! Tablebase probes during a search.
//!
//! In the tree, positions after a capture or pawn move are probed for their outcome (WDL). At the
//! root, all moves are ranked, also by distance to zeroing (DTZ). See
//! <https://www.chessprogramming.org/Syzygy_Bases>.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::job::Job;
use super::node::Node;
use super::tablebase::{has_repeated, rank, score};
use super::tt::{NO_EVAL, TtEntry};
use super::worker::Worker;
use crate::chess::Key;
use crate::score::{Bound, DRAW, Score, TABLEBASE_WIN};
use crate::syzygy::{Outcome, Probing, Tables};

/// Depth bonus of tablebase scores in the TT, in plies.
const DEPTH_BONUS: i32 = 6;

impl Worker {
    /// Returns the worker with these tablebases and probing options.
    pub(super) fn with_tablebases(mut self, tables: Option<Arc<Tables>>, probing: Probing) -> Self {
        self.tablebases.tables = tables;
        self.tablebases.probing = probing;
        self
    }

    /// Returns the tablebase score of a node if it allows a cutoff. Only positions with a
    /// halfmove clock of 0 are probed, because outcomes ignore the clock.
    #[inline]
    pub(super) fn probe_tablebases(&mut self, node: Node, key: Key) -> Option<Score> {
        let (board, tablebases) = (self.position.board(), &self.tablebases);
        let pieces = board.occupied().count();
        let too_shallow = pieces == tablebases.max_pieces && node.depth < tablebases.probing.depth;
        if pieces > tablebases.max_pieces || too_shallow || board.halfmove_clock() != 0 {
            return None;
        }
        self.probe_outcome(node, key)
    }

    #[cold]
    fn probe_outcome(&mut self, node: Node, key: Key) -> Option<Score> {
        let tables = self.tablebases.tables.as_ref()?;
        let outcome = tables.outcome(self.position.board())?;
        let outcome = self.tablebases.probing.outcome(outcome);
        self.shared.tablebase_hits.fetch_add(1, Ordering::Relaxed);
        let win = TABLEBASE_WIN - node.ply as Score;
        // A win is a lower bound: there may be a mate, which has a higher score.
        let (score, bound) = match outcome {
            Outcome::Win => (win, Bound::Lower),
            Outcome::Loss => (-win, Bound::Upper),
            Outcome::CursedWin | Outcome::Draw | Outcome::BlessedLoss => (DRAW, Bound::Exact),
        };
        let entry = TtEntry {
            mv: None,
            score,
            static_eval: NO_EVAL,
            depth: node.depth + DEPTH_BONUS,
            bound: Some(bound),
            is_pv: node.is_pv(),
        };
        if !entry.allows_cutoff(node.depth, node.alpha, node.beta) {
            return None;
        }
        self.shared.tt.store(key, node.ply, &entry);
        Some(score)
    }

    /// Returns the number of tablebase hits of all threads.
    pub(super) fn tablebase_hits(&self) -> u64 {
        self.shared.tablebase_hits.load(Ordering::Relaxed)
    }

    /// Ranks the root moves if the tablebases contain the root position, and decides whether
    /// positions in the tree are probed.
    pub(super) fn rank_root_moves(&mut self, job: &Job) {
        self.tablebases.max_pieces = 0;
        let Some(tables) = &self.tablebases.tables else {
            return;
        };
        let probing = self.tablebases.probing;
        self.tablebases.max_pieces = tables.most_men().min(probing.most_men);
        let board = job.position.board();
        if board.occupied().count() > probing.most_men {
            return;
        }
        let Some(mut judged) = tables.judge_moves(board) else {
            return;
        };
        for judged in &mut judged {
            judged.outcome = probing.outcome(judged.outcome);
        }
        if self.is_main() {
            let count = judged.len() as u64;
            self.shared
                .tablebase_hits
                .fetch_add(count, Ordering::Relaxed);
        }
        let clock = i32::from(board.halfmove_clock());
        let repeated = has_repeated(&job.position);
        for root in &mut self.root_moves {
            if let Some(judged) = judged.iter().find(|judged| judged.mv == root.mv) {
                root.tablebase_rank = rank(judged, clock, repeated);
                root.tablebase_score = Some(score(judged.outcome));
            }
        }
        self.root_moves
            .sort_by_key(|root| Reverse(root.tablebase_rank));
        // Ranks by distance keep the outcome without further probes, and a search without probes
        // finds mates. Without distances, the tree must find the captures that win.
        let best = self.root_moves.first();
        let wins = best.is_some_and(|root| root.tablebase_rank > 0);
        let by_distance = judged.iter().all(|judged| judged.distance.is_some());
        if by_distance || !wins {
            self.tablebases.max_pieces = 0;
        }
    }
}
