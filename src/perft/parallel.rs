//! Perft on several threads, with a stop flag and a hash table.
//!
//! The tree is split two plies below the root, and the threads share a queue of the subtrees. Root
//! moves alone would be too few, and their counts too unequal.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::hash::PerftTable;
use super::walk::Walk;
use crate::chess::{Board, Move};
use crate::support::stop_flag;
use crate::support::work_queue::map_in_order;

/// The maximum depth of subtrees that the calling thread counts alone, in plies. It counts all of
/// them in less time than it takes to start another thread.
const ONE_THREAD_DEPTH: u32 = 1;

/// How a perft on several threads runs.
#[derive(Clone, Copy)]
pub struct Method<'a> {
    /// The number of threads, including the calling one; 0 means 1. A shallow perft uses
    /// only the calling thread.
    pub threads: usize,
    /// A flag that ends the perft early.
    pub stop: &'a AtomicBool,
    /// Called after each subtree, on any of the threads.
    pub progress: &'a (dyn Fn(PerftProgress) + Sync),
}

/// The progress of a perft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftProgress {
    /// The number of subtrees counted. Their sizes differ.
    pub done: usize,
    /// The total number of subtrees.
    pub total: usize,
}

/// Returns the count below each legal move; an empty list for depth 0. Returns `None` if the
/// method's `stop` was set before the end. A `table` saves time, and keeps the counts for later
/// calls.
///
/// ```
/// use ferz::chess::Board;
/// use ferz::perft::{divide, parallel::{Method, divide_parallel}};
/// let method = Method {
///     threads: 2,
///     stop: &false.into(),
///     progress: &|_| {},
/// };
/// let board = Board::default();
/// assert_eq!(divide_parallel(&board, 3, None, &method), Some(divide(&board, 3)));
/// ```
#[must_use]
pub fn divide_parallel(
    board: &Board,
    depth: u32,
    table: Option<&PerftTable>,
    method: &Method<'_>,
) -> Option<Vec<(Move, u64)>> {
    if depth == 0 {
        return Some(Vec::new());
    }
    let root_moves = board.legal_moves();
    let walk = Walk {
        stop: Some(method.stop),
        table,
    };
    let mut counts = vec![0; root_moves.len()];
    for_each_subtree(
        &subtrees(board, depth, &root_moves),
        method,
        |subtree| walk.count(&subtree.board, subtree.depth),
        |subtree, count| counts[subtree.root_index] += count,
    )?;
    Some(root_moves.into_iter().zip(counts).collect())
}

/// Applies `work` to the subtrees on the method's threads, and `collect` to each result. Returns
/// `None` if the method's `stop` was set before the end.
pub(super) fn for_each_subtree<R: Send>(
    subtrees: &[Subtree],
    method: &Method<'_>,
    work: impl Fn(&Subtree) -> R + Sync,
    mut collect: impl FnMut(&Subtree, R) + Send,
) -> Option<()> {
    let done = AtomicUsize::new(0);
    let is_stopped = || stop_flag::is_set(method.stop);
    let needs_threads = subtrees.iter().any(|tree| tree.depth > ONE_THREAD_DEPTH);
    let threads = if needs_threads { method.threads } else { 1 };
    map_in_order(
        subtrees,
        vec![(); threads.clamp(1, subtrees.len().max(1))],
        |(), subtree| {
            if is_stopped() {
                return None;
            }
            let result = work(subtree);
            (method.progress)(PerftProgress {
                done: done.fetch_add(1, Ordering::Relaxed) + 1,
                total: subtrees.len(),
            });
            Some((subtree, result))
        },
        |(subtree, result)| {
            collect(subtree, result);
            ControlFlow::Continue(())
        },
    );
    (!is_stopped()).then_some(())
}

/// A part of the tree that one thread counts.
pub(super) struct Subtree {
    /// The position at the root of the subtree.
    pub board: Board,
    /// The depth of the subtree, in plies.
    pub depth: u32,
    /// The index of the root move that leads to the subtree.
    root_index: usize,
}

/// Returns the subtrees two plies below the root; one ply below it for depth 1.
pub(super) fn subtrees(board: &Board, depth: u32, root_moves: &[Move]) -> Vec<Subtree> {
    let mut subtrees = Vec::new();
    for (root_index, &mv) in root_moves.iter().enumerate() {
        let child = board.after(mv);
        if depth == 1 {
            subtrees.push(Subtree {
                board: child,
                depth: 0,
                root_index,
            });
            continue;
        }
        let replies = child.legal_moves().into_iter();
        subtrees.extend(replies.map(|reply| Subtree {
            board: child.after(reply),
            depth: depth - 2,
            root_index,
        }));
    }
    subtrees
}
