//! Iterative deepening: the whole search at depth 1, then 2, and so on, until a limit is
//! reached. The early iterations cost little, order the moves for the later ones, and leave
//! a good move at hand whenever time is up.
//!
//! See <https://www.chessprogramming.org/Iterative_Deepening>.

use std::ops::RangeInclusive;

use super::aspiration::Window;
use super::job::{Job, Stopped};
use super::limits::Limits;
use super::mate::{MateSearch, Verdict};
use super::params::fail_high_reduction_max;
use super::report::Report;
use super::root_move::{RootMove, sort};
use super::worker::Worker;
use crate::score::{
    Bound, EVALUATION_BOUND, INFINITY, MATE_BOUND, MAX_PLY, Meaning, mate_in, plies_to_mate,
};

/// Where `go mate` has no other limit and the mate does not exist, a search to the length of
/// that mate, but to a depth in this range, finds the best move, or the mate of the side to move.
const DEPTH_WITHOUT_MATE: RangeInclusive<u32> = 8..=20;

impl Worker {
    /// Searches at depth 1, 2 and so on, until a limit is reached.
    pub(super) fn deepen(&mut self, job: &Job) {
        let deepest = job
            .limits
            .depth
            .map_or(MAX_PLY, |depth| (depth as usize).min(MAX_PLY));
        // Helpers fill the table best when they are not all at the same depth.
        let shallowest = 1 + self.id % 2;
        let mut mate = job
            .limits
            .mate
            .filter(|_| self.is_main())
            .map(MateSearch::new);
        let mut depth = 0;
        while depth < deepest.max(shallowest) as u32 {
            depth = (depth + 1).max(shallowest as u32);
            let mut known = self.root_moves.clone();
            let done = self.iterate(job, depth, &mut known);
            self.publish_nodes();
            if done.is_ok() {
                self.completed_depth = depth;
            } else if !self.knows_more() {
                self.root_moves = known;
            }
            if self.is_main() {
                // With nothing new to tell, this still tells what the search has cost.
                self.report_lines(job);
            }
            if done.is_err() || self.has_mate_asked_for(job) || self.is_enough(job, depth) {
                return;
            }
            if self.is_main() && job.limits.mate.is_some() && self.seek_mate(job, &mut mate) {
                return;
            }
        }
    }

    /// Whether this thread has found the mate that `go mate` asks for. If so, all threads end.
    fn has_mate_asked_for(&self, job: &Job) -> bool {
        let found = match Meaning::of(self.root_moves[0].score) {
            Meaning::Mate(moves) if moves > 0 => moves as u32,
            _ => return false,
        };
        // With several lines, the main thread searches them all, and no other is asked.
        let counts = self.is_main() || self.lines == 1;
        let is_asked_for = counts && job.limits.mate.is_some_and(|most| found <= most);
        if is_asked_for {
            self.shared.state.reach_limit();
        }
        is_asked_for
    }

    /// One iteration: the best line, then the best of the others, and so on. `known` is what
    /// is left if it is stopped before it knows anything: the moves as the last one left
    /// them.
    fn iterate(&mut self, job: &Job, depth: u32, known: &mut Vec<RootMove>) -> Result<(), Stopped> {
        for root in &mut self.root_moves {
            root.score = -INFINITY;
            root.depth = depth;
        }
        for first in 0..self.lines {
            self.selective_depth = 0;
            self.search_line(job, depth, first, known)?;
        }
        // A later line may have turned out better than one before it.
        sort(&mut self.root_moves[..self.lines]);
        Ok(())
    }

    /// Finds the best of the root moves from `first` on, of the same rank, and puts it
    /// there. The search is repeated with a wider window until the score lies within.
    fn search_line(
        &mut self,
        job: &Job,
        depth: u32,
        first: usize,
        known: &mut Vec<RootMove>,
    ) -> Result<(), Stopped> {
        let mut window = Window::new(depth, known[first].score);
        let mut reduction = 0;
        loop {
            let score = self.search_root(job, depth as i32 - reduction, first, window)?;
            let bound = window.bound(score);
            match bound {
                Bound::Exact => return Ok(()),
                Bound::Upper => reduction = 0,
                Bound::Lower => {
                    // The move is better than thought, however much. If it is that good, less
                    // depth will show it as well.
                    if self.lines == 1 {
                        known.clone_from(&self.root_moves);
                    }
                    reduction = (reduction + 1).min(fail_high_reduction_max());
                }
            }
            self.report_bound(job, first, score, bound);
            window.widen(score);
        }
    }

    /// Lets the proof of the mate that `go mate` asks for go on for its share of the nodes.
    /// Returns whether the search is over.
    fn seek_mate(&mut self, job: &Job, mate: &mut Option<MateSearch>) -> bool {
        let Some(search) = mate else {
            return self.is_done_without_mate(job);
        };
        let verdict = search.attempt(self, job);
        self.publish_nodes();
        match verdict {
            Ok(Verdict::Open) => false,
            Ok(Verdict::NoMate) => {
                *mate = None;
                let moves = job.limits.mate.unwrap_or_default();
                (job.reporter)(Report::NoMate { moves });
                self.is_done_without_mate(job)
            }
            Ok(Verdict::Mate(moves, line)) => {
                let is_first = |root: &RootMove| root.mv == line[0];
                let index = self.root_moves.iter().position(is_first).unwrap_or(0);
                self.root_moves[..=index].rotate_right(1);
                let score = mate_in(2 * usize::from(moves) - 1);
                let root = &mut self.root_moves[0];
                root.improve(score, root.selective_depth.max(line.len()), &line);
                self.report_lines(job);
                true
            }
            Err(Stopped) => {
                // The last line includes the nodes of the proof.
                self.report_lines(job);
                true
            }
        }
    }

    /// Whether the search is over where the mate asked for does not exist. Other limits are used
    /// up. Without any, a search of moderate depth finds a move, and where the side to move is
    /// being mated, the search goes on until it knows in how many moves.
    fn is_done_without_mate(&self, job: &Job) -> bool {
        let moves = job.limits.mate.unwrap_or_default();
        let others = Limits {
            mate: None,
            ..job.limits.clone()
        };
        let goes_on = others.infinite || others.has_end(job.position.side_to_move());
        let best = &self.root_moves[0];
        let depth = (2 * moves).clamp(*DEPTH_WITHOUT_MATE.start(), *DEPTH_WITHOUT_MATE.end());
        !goes_on
            && self.completed_depth >= depth
            && (best.score > -MATE_BOUND || is_settled_mate(best))
    }

    /// Whether an iteration that was stopped got far enough to be of use. The first move
    /// searched was the best one before, so a score that stands is that of it or of one
    /// better; with several lines, some would be missing. That the first move loses by force is
    /// of no use either: the moves that may be better have not been searched.
    fn knows_more(&self) -> bool {
        self.root_moves[0].score > -EVALUATION_BOUND && self.lines == 1
    }

    /// Whether to end after this iteration, though nothing has stopped the search.
    fn is_enough(&mut self, job: &Job, depth: u32) -> bool {
        if !self.is_main() {
            return false;
        }
        let best = &self.root_moves[0];
        let share = best.nodes * 100 / self.nodes.max(1);
        self.progress.update(best.mv, best.score, share as i32);
        // On a clock, neither a forced move nor a proved mate needs more thought. The line may
        // be shorter than the mate, so it is the score that says how deep to search.
        let mate_proved = plies_to_mate(best.score).is_some_and(|plies| depth as usize > plies + 1);
        let on_clock = job.time.soft.is_some() && (self.root_moves.len() == 1 || mate_proved);
        let limited = job.limits.depth.is_some() || job.time.hard.is_some();
        let settled = on_clock || limited && self.lines().iter().all(is_settled_mate);
        let nodes = [
            job.limits.soft_nodes,
            job.limits.strength.map(|strength| strength.nodes),
        ];
        let visited = |&limit: &u64| self.shared.total_nodes() >= limit;
        let visited = nodes.iter().flatten().any(visited);
        // Time on the opponent's clock has been thought in, too.
        let enough = settled || visited || job.time.is_late(job.started.elapsed(), &self.progress);
        self.enough_when_hit = enough;
        enough && self.clock(job).is_some()
    }
}

/// Whether no deeper search is expected to find a shorter mate: a mate in one, or one that has
/// been searched to more than twice its length.
fn is_settled_mate(root: &RootMove) -> bool {
    plies_to_mate(root.score).is_some_and(|plies| plies <= 1 || root.depth as usize > 2 * plies)
}
