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
use crate::chess::{Board, Move, legal_moves};

/// How a count is to be done.
#[derive(Clone, Copy)]
pub struct Method<'a> {
    /// On so many threads; none is taken for one.
    pub threads: usize,
    /// With a table of what is known, shared by all threads.
    pub table: Option<&'a Table>,
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

/// The count below each legal move; `None` if the method's `stop` was set before the end.
/// Nothing is below depth 0.
#[must_use]
pub fn divide_parallel(board: &Board, depth: u32, method: &Method<'_>) -> Option<Vec<(Move, u64)>> {
    if depth == 0 {
        return Some(Vec::new());
    }
    let roots = legal_moves(board);
    let tasks = tasks(board, depth, &roots);
    let counts = Mutex::new(vec![0; roots.len()]);
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let walk = Walk {
        stop: Some(method.stop),
        table: method.table,
    };
    let work = || {
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed))
            && !walk.is_stopped()
        {
            let count = walk.count(&task.board, task.depth);
            counts.lock().expect("no thread panics with the lock held")[task.root] += count;
            (method.progress)(Progress {
                done: done.fetch_add(1, Ordering::Relaxed) + 1,
                total: tasks.len(),
            });
        }
    };
    thread::scope(|scope| {
        for _ in 1..method.threads {
            // Fewer threads than asked for do the same work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    if walk.is_stopped() {
        return None;
    }
    let counts = counts
        .into_inner()
        .expect("no thread panics with the lock held");
    Some(roots.into_iter().zip(counts).collect())
}

/// A sub-tree to be counted.
struct Task {
    board: Board,
    depth: u32,
    /// The index of the root move that it is below.
    root: usize,
}

/// The sub-trees two half-moves below the root, or one where there is no more depth.
fn tasks(board: &Board, depth: u32, roots: &[Move]) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (root, &mv) in roots.iter().enumerate() {
        let child = board.after(mv);
        if depth == 1 {
            tasks.push(Task {
                board: child,
                depth: 0,
                root,
            });
            continue;
        }
        let grandchildren = legal_moves(&child).into_iter().map(|mv| child.after(mv));
        tasks.extend(grandchildren.map(|board| Task {
            board,
            depth: depth - 2,
            root,
        }));
    }
    tasks
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
        for depth in 0..=3 {
            for threads in [0, 1, 2, 5] {
                let method = Method {
                    threads,
                    table: None,
                    stop: &AtomicBool::new(false),
                    progress: &|_| {},
                };
                let counted = divide_parallel(&board, depth, &method);
                assert_eq!(counted, Some(divide(&board, depth)), "depth {depth}");
            }
        }
    }

    #[test]
    fn a_stopped_count_has_no_result() {
        let method = Method {
            threads: 2,
            table: None,
            stop: &AtomicBool::new(true),
            progress: &|_| {},
        };
        assert_eq!(divide_parallel(&Board::default(), 9, &method), None);
    }
}
