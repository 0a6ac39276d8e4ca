//! Lookups in the endgame tables during a search.
//!
//! See <https://www.chessprogramming.org/Syzygy_Bases>.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::job::Job;
use super::node::Node;
use super::tablebase::{has_repeated, rank, score};
use super::tt::{Hit, NO_EVALUATION};
use super::worker::Worker;
use crate::chess::Key;
use crate::score::{Bound, DRAW, Score, TABLE_WIN};
use crate::syzygy::{Outcome, Probing, Tables};

/// What the tables tell is worth so many plies of search more than where it was asked.
const WORTH: i32 = 6;

impl Worker {
    /// Returns the worker with these tables, probed as `probing` says.
    pub(super) fn with_tables(mut self, tables: Option<Arc<Tables>>, probing: Probing) -> Self {
        self.tablebase.tables = tables;
        self.tablebase.probing = probing;
        self
    }

    /// The score of a position in the tree, if the tables have it and it settles the node.
    #[inline]
    pub(super) fn probe_tables(&mut self, node: Node, key: Key) -> Option<Score> {
        let (board, tablebase) = (self.position.board(), &self.tablebase);
        let men = board.occupied().count();
        let too_shallow = men == tablebase.most_men && node.depth < tablebase.probing.depth;
        if men > tablebase.most_men || too_shallow || board.halfmove_clock() != 0 {
            return None;
        }
        self.look_up(node, key)
    }

    #[cold]
    fn look_up(&mut self, node: Node, key: Key) -> Option<Score> {
        let tables = self.tablebase.tables.as_ref()?;
        let outcome = tables.outcome(self.position.board())?;
        let outcome = self.tablebase.probing.outcome(outcome);
        self.shared.table_hits.fetch_add(1, Ordering::Relaxed);
        let win = TABLE_WIN - node.ply as Score;
        // There may be a mate that is nearer than the tables let us say.
        let (score, bound) = match outcome {
            Outcome::Win => (win, Bound::Lower),
            Outcome::Loss => (-win, Bound::Upper),
            Outcome::CursedWin | Outcome::Draw | Outcome::BlessedLoss => (DRAW, Bound::Exact),
        };
        let hit = Hit {
            mv: None,
            score,
            evaluation: NO_EVALUATION,
            depth: node.depth + WORTH,
            bound: Some(bound),
            pv: node.is_pv(),
        };
        if !hit.settles(node.depth, node.alpha, node.beta) {
            return None;
        }
        self.shared.table.store(key, node.ply, &hit);
        Some(score)
    }

    /// How many positions all threads have found in the tables.
    pub(super) fn table_hits(&self) -> u64 {
        self.shared.table_hits.load(Ordering::Relaxed)
    }

    /// Has the tables rank the root moves, if they have the position.
    pub(super) fn rank_root_moves(&mut self, job: &Job) {
        self.tablebase.most_men = 0;
        let Some(tables) = &self.tablebase.tables else {
            return;
        };
        let probing = self.tablebase.probing;
        self.tablebase.most_men = tables.most_men().min(probing.most_men);
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
            self.shared.table_hits.fetch_add(count, Ordering::Relaxed);
        }
        let clock = i32::from(board.halfmove_clock());
        let repeated = has_repeated(&job.position);
        for root in &mut self.root_moves {
            if let Some(judged) = judged.iter().find(|judged| judged.mv == root.mv) {
                root.rank = rank(judged, clock, repeated);
                root.table_score = Some(score(judged.outcome));
            }
        }
        self.root_moves.sort_by_key(|root| Reverse(root.rank));
        // Ranks by distance keep the outcome without any help, and a search without the
        // tables finds mates. Without distances, the tree must find the captures that win.
        let wins = self.root_moves.first().is_some_and(|root| root.rank > 0);
        let by_distance = judged.iter().all(|judged| judged.distance.is_some());
        if by_distance || !wins {
            self.tablebase.most_men = 0;
        }
    }
}
