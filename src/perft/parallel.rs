//! Perft on several threads, and one that can be stopped.
//!
//! The tree is cut two half-moves below the root, and threads take the sub-trees from a
//! common queue: root moves alone would be too few, and too unequal.
//! See <https://www.chessprogramming.org/Perft#Parallel_Perft>.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use super::Walk;
use super::hash::Table;
use crate::chess::{Board, Move};

/// Sub-trees no deeper than this are all counted before a thread has started.
const SHALLOW: u32 = 1;

/// How a count is to be done.
#[derive(Clone, Copy)]
pub struct Method<'a> {
    /// On so many threads, where that saves time; none is taken for one.
    pub threads: usize,
    /// Until this is set.
    pub stop: &'a AtomicBool,
    /// Telling now and then how much is done, on any of the threads.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

/// How much of a count is done, in parts that may be of different sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Parts done.
    pub done: usize,
    /// Parts in all.
    pub total: usize,
}

/// The count below each legal move, with the help of what is in `table`, if there is one, and
/// for its gain. `None` if the method's `stop` was set before the end. Nothing is below
/// depth 0.
#[must_use]
pub fn divide_parallel(
    board: &Board,
    depth: u32,
    table: Option<&Table>,
    method: &Method<'_>,
) -> Option<Vec<(Move, u64)>> {
    if depth == 0 {
        return Some(Vec::new());
    }
    let roots = board.legal_moves();
    let walk = Walk {
        stop: Some(method.stop),
        table,
    };
    let mut counts = vec![0; roots.len()];
    for_each_subtree(
        &subtrees(board, depth, &roots),
        method,
        |subtree| walk.count(&subtree.board, subtree.depth),
        |subtree, count| counts[subtree.root] += count,
    )?;
    Some(roots.into_iter().zip(counts).collect())
}

/// Lets threads take the sub-trees from a queue, and collects the result of each, one at a
/// time and in no order. `None` if the method's `stop` was set before the end.
pub(super) fn for_each_subtree<R>(
    subtrees: &[Subtree],
    method: &Method<'_>,
    work: impl Fn(&Subtree) -> R + Sync,
    collect: impl FnMut(&Subtree, R) + Send,
) -> Option<()> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let collect = Mutex::new(collect);
    let is_stopped = || method.stop.load(Ordering::Relaxed);
    let take = || {
        while let Some(subtree) = subtrees.get(next.fetch_add(1, Ordering::Relaxed))
            && !is_stopped()
        {
            let result = work(subtree);
            collect.lock().expect("no thread panics with the lock held")(subtree, result);
            (method.progress)(Progress {
                done: done.fetch_add(1, Ordering::Relaxed) + 1,
                total: subtrees.len(),
            });
        }
    };
    let worth_threads = subtrees.iter().any(|subtree| subtree.depth > SHALLOW);
    let threads = if worth_threads { method.threads } else { 1 };
    thread::scope(|scope| {
        for _ in 1..threads.min(subtrees.len()) {
            // Fewer threads than asked for do the same work.
            if thread::Builder::new().spawn_scoped(scope, take).is_err() {
                break;
            }
        }
        take();
    });
    (!is_stopped()).then_some(())
}

/// A part of the tree, small enough for a queue and big enough to be worth taking.
pub(super) struct Subtree {
    pub board: Board,
    /// How far the tree goes on below `board`.
    pub depth: u32,
    /// The index of the root move that it is below.
    root: usize,
}

/// The sub-trees two half-moves below the root, or one where there is no more depth.
pub(super) fn subtrees(board: &Board, depth: u32, roots: &[Move]) -> Vec<Subtree> {
    let mut subtrees = Vec::new();
    for (root, &mv) in roots.iter().enumerate() {
        let child = board.after(mv);
        if depth == 1 {
            subtrees.push(Subtree {
                board: child,
                depth: 0,
                root,
            });
            continue;
        }
        let grandchildren = child.legal_moves().into_iter().map(|mv| child.after(mv));
        subtrees.extend(grandchildren.map(|board| Subtree {
            board,
            depth: depth - 2,
            root,
        }));
    }
    subtrees
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::divide;

    #[test]
    fn any_number_of_threads_counts_the_same() {
        let board: Board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
            .parse()
            .expect("a legal position");
        for depth in 0..=4 {
            for threads in [0, 1, 2, 5] {
                let method = Method {
                    threads,
                    stop: &AtomicBool::new(false),
                    progress: &|_| {},
                };
                let counted = divide_parallel(&board, depth, None, &method);
                assert_eq!(counted, Some(divide(&board, depth)), "depth {depth}");
            }
        }
    }

    #[test]
    fn a_stopped_count_has_no_result() {
        let method = Method {
            threads: 2,
            stop: &AtomicBool::new(true),
            progress: &|_| {},
        };
        assert_eq!(divide_parallel(&Board::default(), 9, None, &method), None);
    }
}
