//! Iterative deepening: the whole search at depth 1, then 2, and so on, until a limit is
//! reached. The early iterations cost little, order the moves for the later ones, and leave
//! a good move at hand whenever time is up.
//!
//! See <https://www.chessprogramming.org/Iterative_Deepening>.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::move_picker::MoveStack;
use super::negamax::Node;
use super::{Job, Line, Report, Stopped, Worker};
use crate::chess::{Board, Move, legal_moves};
use crate::eval::evaluate;
use crate::score::{DRAW, INFINITY, MAX_PLY, Meaning, Score, is_mate, mate_in};

/// Which move is being searched is told only in searches longer than this: before, nobody
/// could read it.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(1);

/// A move of the root position with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    /// From the present iteration; -[`INFINITY`] until it is known, and for moves that
    /// proved no better than those before them.
    score: Score,
    selective_depth: usize,
    /// The move, and the line expected behind it.
    pv: Vec<Move>,
}

impl RootMove {
    /// A move with the score that looking one move ahead gives: what there is to go by if
    /// the search is stopped before it knows more.
    fn new(board: &Board, mv: Move) -> Self {
        let child = board.after(mv);
        let score = if child.is_checkmate() {
            mate_in(1)
        } else if child.is_stalemate() {
            DRAW
        } else {
            -evaluate(&child)
        };
        Self {
            mv,
            score,
            selective_depth: 1,
            pv: vec![mv],
        }
    }
}

impl Worker {
    /// Searches the job's position; the main thread reports, and at last the best move.
    pub fn search(&mut self, job: &Job) {
        self.position = job.position.clone();
        self.nodes = 0;
        self.moves = MoveStack::default();
        self.next_check = 0;
        self.enough_when_hit = false;
        self.root_moves = root_moves(job);
        if !self.root_moves.is_empty() {
            self.deepen(job);
        } else if self.is_main() {
            (job.reporter)(Report::NoMoves {
                in_check: self.position.is_in_check(),
            });
        }
        if self.is_main() {
            // The helpers need not go on.
            self.shared.limit_reached.store(true, Ordering::Relaxed);
            self.wait_until_told(job);
            self.shared.answered.store(true, Ordering::Release);
            let best = self.root_moves.first();
            (job.reporter)(Report::Best {
                mv: best.map(|root| root.mv),
                ponder: best.and_then(|root| root.pv.get(1).copied()),
            });
        }
    }

    /// A search without an end, and one on the opponent's time, tells its move only when it
    /// is asked for, even if there is nothing left to search.
    fn wait_until_told(&self, job: &Job) {
        let waits = || job.limits.infinite || self.shared.pondering.load(Ordering::Acquire);
        while waits() && !self.shared.stop.load(Ordering::Acquire) {
            // Whoever changes one of the two flags wakes this thread.
            std::thread::park();
        }
    }

    fn deepen(&mut self, job: &Job) {
        let deepest = job
            .limits
            .depth
            .map_or(MAX_PLY, |depth| (depth as usize).min(MAX_PLY));
        let lines = job.lines.clamp(1, self.root_moves.len());
        // Helpers fill the table best when they are not all at the same depth.
        let shallowest = 1 + self.id % 2;
        for depth in shallowest as u32..=deepest.max(shallowest) as u32 {
            let before = self.root_moves.clone();
            let done = self.iterate(job, depth, lines);
            self.publish_nodes();
            let mut known = depth;
            if done.is_err() && !self.knows_more(lines) {
                self.root_moves = before;
                known = (depth - 1).max(1);
            }
            if self.is_main() {
                // With nothing new to tell, this still tells what the search has cost.
                self.report_lines(job, known, lines);
            }
            if done.is_err() || self.is_enough(job, depth) {
                return;
            }
        }
    }

    /// One iteration: the best line, then the best of the others, and so on.
    fn iterate(&mut self, job: &Job, depth: u32, lines: usize) -> Result<(), Stopped> {
        for root in &mut self.root_moves {
            root.score = -INFINITY;
        }
        for first in 0..lines {
            self.selective_depth = 0;
            self.search_root(job, depth, first)?;
        }
        // A later line may have turned out better than one before it.
        self.root_moves[..lines].sort_by_key(|root| -root.score);
        Ok(())
    }

    /// Searches all root moves from `first` on, and puts the best of them there.
    fn search_root(&mut self, job: &Job, depth: u32, first: usize) -> Result<(), Stopped> {
        let mut node = Node::root(depth as i32, -INFINITY, INFINITY);
        let known = self.enter_root(node);
        let mut outcome = Ok(());
        for i in first..self.root_moves.len() {
            let mv = self.root_moves[i].mv;
            self.report_current_move(job, depth, mv, i + 1);
            let plan = self.root_plan(node, &known, mv, i - first);
            match self.search_move(job, node, mv, node.alpha, plan) {
                Ok(score) if score > node.alpha => {
                    node.alpha = score;
                    self.pv.extend(0, mv);
                    let root = &mut self.root_moves[i];
                    root.score = score;
                    root.selective_depth = self.selective_depth;
                    root.pv.clear();
                    root.pv.extend_from_slice(self.pv.line(0));
                }
                Ok(_) => self.root_moves[i].score = -INFINITY,
                Err(stopped) => {
                    outcome = Err(stopped);
                    break;
                }
            }
        }
        // Stable: moves that proved nothing keep their order.
        self.root_moves[first..].sort_by_key(|root| -root.score);
        outcome
    }

    /// Whether an iteration that was stopped got far enough to be of use. The first move
    /// searched was the best one before, so a score that stands is that of it or of one
    /// better; with several lines, some would be missing.
    fn knows_more(&self, lines: usize) -> bool {
        self.root_moves[0].score > -INFINITY && lines == 1
    }

    /// Whether to end after this iteration, though nothing has stopped the search.
    fn is_enough(&mut self, job: &Job, depth: u32) -> bool {
        if !self.is_main() {
            return false;
        }
        let best = &self.root_moves[0];
        if let (Some(limit), Meaning::Mate(moves)) = (job.limits.mate, Meaning::of(best.score))
            && moves > 0
            && moves as u32 <= limit
        {
            return true;
        }
        // On a clock, neither a forced move nor a mate that is proved need more thought.
        let mate_proved = is_mate(best.score) && depth as usize > best.pv.len() + 1;
        let settled = job.time.soft.is_some() && (self.root_moves.len() == 1 || mate_proved);
        let soft_nodes = job.limits.soft_nodes;
        let visited = soft_nodes.is_some_and(|limit| self.shared.total_nodes() >= limit);
        // Time on the opponent's clock has been thought in, too.
        let enough = settled || visited || job.time.is_late(job.started.elapsed());
        self.enough_when_hit = enough;
        enough && self.clock(job).is_some()
    }

    fn report_current_move(&self, job: &Job, depth: u32, mv: Move, number: usize) {
        if self.is_main() && job.started.elapsed() > CURRENT_MOVE_AFTER {
            (job.reporter)(Report::CurrentMove { depth, mv, number });
        }
    }

    fn report_lines(&self, job: &Job, depth: u32, lines: usize) {
        for (i, root) in self.root_moves[..lines].iter().enumerate() {
            (job.reporter)(Report::Line(Line {
                depth,
                selective_depth: root.selective_depth as u32,
                rank: i + 1,
                score: root.score,
                nodes: self.shared.total_nodes(),
                elapsed: job.started.elapsed(),
                hash_full: self.shared.table.permill_full(),
                pv: root.pv.clone(),
            }));
        }
    }
}

/// The moves to consider at the root, those first that look best.
fn root_moves(job: &Job) -> Vec<RootMove> {
    let board = job.position.board();
    let wanted = &job.limits.search_moves;
    let mut moves: Vec<RootMove> = legal_moves(board)
        .into_iter()
        .filter(|mv| wanted.is_empty() || wanted.contains(mv))
        .map(|mv| RootMove::new(board, mv))
        .collect();
    moves.sort_by_key(|root| -root.score);
    moves
}
