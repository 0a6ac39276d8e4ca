//! The walk through the tree of legal moves.
//!
//! Each generated move is made on a copy of the board by a sink of the move generator. The
//! moves of the last ply are only counted ("bulk counting"), and those of the last two plies
//! together (see `replies.rs`).

use std::sync::atomic::AtomicBool;

use super::hash::{PerftTable, PositionKey};
use super::replies::count_replies;
use crate::chess::movegen::{self, CONTINUE, Flow, Legality, Sink};
use crate::chess::{
    Black, Board, Color, Move, MoveKind, NoObserver, PieceType, Side, Square, White,
};
use crate::support::stop_flag;

/// The maximum depth of a perft, in plies. It bounds the recursion, and fits in the byte for the
/// depth in a [`PerftTable`]. Much lower depths already take years.
pub const MAX_DEPTH: u32 = 255;

/// The minimum depth at which a walk stops early, in plies. Lower depths take only milliseconds.
pub(super) const STOP_CHECK_DEPTH: u32 = 4;

/// Returns the number of leaves `depth` plies below `board`; 1 for depth 0.
///
/// ```
/// use ferz::{chess::Board, perft::perft};
/// assert_eq!(perft(&Board::default(), 3), 8902);
/// ```
#[must_use]
pub fn perft(board: &Board, depth: u32) -> u64 {
    Walk::default().count(board, depth)
}

/// Returns the count below each legal move; no moves for depth 0.
///
/// ```
/// use ferz::{chess::Board, perft::divide};
/// let counts = divide(&Board::default(), 2);
/// assert_eq!(counts.len(), 20);
/// assert!(counts.iter().all(|&(_, count)| count == 20));
/// ```
#[must_use]
pub fn divide(board: &Board, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let count = |mv| (mv, perft(&board.after(mv), depth - 1));
    board.legal_moves().into_iter().map(count).collect()
}

/// Returns the sum of the counts of a [`divide`] of this depth. It is 1 at depth 0, where the
/// position itself is the only leaf.
#[must_use]
pub fn total(divide: &[(Move, u64)], depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => divide.iter().map(|(_, count)| count).sum(),
    }
}

/// A walk through the tree, with its options.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Walk<'a> {
    /// A flag that ends the walk early; its count is then too low.
    pub stop: Option<&'a AtomicBool>,
    /// Hash table with counts of earlier walks, to which this walk adds its own.
    pub table: Option<&'a PerftTable>,
}

impl Walk<'_> {
    /// Returns the number of leaves `depth` plies below `board`.
    pub fn count(&self, board: &Board, depth: u32) -> u64 {
        match (depth, board.side_to_move()) {
            (0, _) => 1,
            (_, Color::White) => self.count_below::<White>(board, depth),
            (_, Color::Black) => self.count_below::<Black>(board, depth),
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(stop_flag::is_set)
    }

    /// Returns the number of leaves `depth` plies below `board`, for a depth of at least 1.
    fn count_below<S: Side>(&self, board: &Board, depth: u32) -> u64 {
        if depth <= 1 {
            // Counting takes less time than a table lookup that misses the cache.
            return movegen::count_moves::<S>(board);
        }
        let Some(table) = self.table else {
            return self.count_by_moves::<S>(board, depth);
        };
        let key = PositionKey::of(board);
        table.probe(key, depth).unwrap_or_else(|| {
            let count = self.count_by_moves::<S>(board, depth);
            if !self.is_stopped() {
                table.store(key, depth, count);
            }
            count
        })
    }

    /// Does the same as [`Walk::count_below`] for a depth of at least 2, without looking up `board`
    /// itself in the table.
    fn count_by_moves<S: Side>(&self, board: &Board, depth: u32) -> u64 {
        if depth >= STOP_CHECK_DEPTH && self.is_stopped() {
            return 0;
        }
        if depth == 2 {
            return count_replies::<S>(board);
        }
        let mut nodes = 0;
        for_each_child::<S>(board, |child| {
            nodes += self.count_below::<S::Opponent>(child, depth - 1);
        });
        nodes
    }
}

/// Calls `visit` with the board after each legal move.
#[inline(always)]
pub(super) fn for_each_child<S: Side>(board: &Board, visit: impl FnMut(&Board)) {
    let legality = Legality::of_side::<S>(board);
    movegen::generate_all::<S>(board, &legality, &mut Children { board, visit });
}

/// The sink that makes each move on a copy of the board, and passes the copy to `visit`.
struct Children<'a, F> {
    board: &'a Board,
    visit: F,
}

impl<S: Side, F: FnMut(&Board)> Sink<S> for Children<'_, F> {
    #[inline(always)]
    fn add_move(&mut self, piece: PieceType, from: Square, to: Square, kind: MoveKind) -> Flow {
        let mut child = *self.board;
        child.make_move_parts::<S, _>(piece, from, to, kind, &mut NoObserver);
        (self.visit)(&child);
        CONTINUE
    }
}
