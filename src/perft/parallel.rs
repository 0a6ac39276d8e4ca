//! Perft on several threads, and one that can be stopped.
//!
//! The tree is cut two half-moves below the root, and threads take the sub-trees from a
//! common queue: root moves alone would be too few, and too unequal.
//! See <https://www.chessprogramming.org/Perft#Parallel_Perft>.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use super::perft;
use crate::chess::{Board, Move, legal_moves};

/// Below this depth a count takes milliseconds, and is not worth interrupting.
const ATOMIC_DEPTH: u32 = 4;

/// The count below each legal move, on so many threads; `None` if `stop` was set before
/// the end. Nothing is below depth 0.
#[must_use]
pub fn divide_parallel(
    board: &Board,
    depth: u32,
    threads: usize,
    stop: &AtomicBool,
) -> Option<Vec<(Move, u64)>> {
    if depth == 0 {
        return Some(Vec::new());
    }
    let roots = legal_moves(board);
    let tasks = tasks(board, depth, &roots);
    let counts = Mutex::new(vec![0; roots.len()]);
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(count) = perft_unless(&task.board, task.depth, stop) else {
                return;
            };
            counts.lock().expect("no thread panics with the lock held")[task.root] += count;
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // Fewer threads than asked for do the same work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    if stop.load(Ordering::Relaxed) {
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

/// [`perft`], or `None` as soon as `stop` is set.
fn perft_unless(board: &Board, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= ATOMIC_DEPTH {
        return Some(perft(board, depth));
    }
    legal_moves(board)
        .into_iter()
        .map(|mv| perft_unless(&board.after(mv), depth - 1, stop))
        .sum()
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
        let go_on = AtomicBool::new(false);
        for depth in 0..=3 {
            for threads in [1, 2, 5] {
                let counted = divide_parallel(&board, depth, threads, &go_on);
                assert_eq!(counted, Some(divide(&board, depth)), "depth {depth}");
            }
        }
    }

    #[test]
    fn a_stopped_count_has_no_result() {
        let stop = AtomicBool::new(true);
        assert_eq!(divide_parallel(&Board::default(), 9, 2, &stop), None);
    }
}
