//! Counting the leaves of the tree of legal moves, which proves a move generator.
//!
//! The walk is the one generator with a sink of its own: each move that comes out is made
//! on a copy of the board and walked from, and the last ply is counted and not made.
//! See <https://www.chessprogramming.org/Perft>.

pub mod hash;
pub mod parallel;
pub mod stats;
pub mod suite;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::chess::Bitboard;
use crate::chess::movegen::{self, Legality, Sink, Wanted};
use crate::chess::{Black, Side, White};
use crate::chess::{Board, Color, Move, MoveKind, PieceType, Square};
use hash::{Key, Table};

/// The number of positions `depth` half-moves below `board`; 1 for depth 0.
///
/// ```
/// use ferz::{chess::Board, perft::perft};
/// assert_eq!(perft(&Board::default(), 3), 8902);
/// ```
#[must_use]
pub fn perft(board: &Board, depth: u32) -> u64 {
    Walk::default().count(board, depth)
}

/// What a divided count adds up to: at depth 0 it has no parts, and the position counts.
#[must_use]
pub fn total(divide: &[(Move, u64)], depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => divide.iter().map(|(_, count)| count).sum(),
    }
}

/// The count below each legal move; nothing for depth 0.
#[must_use]
pub fn divide(board: &Board, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let below = |mv| (mv, perft(&board.after(mv), depth - 1));
    board.legal_moves().into_iter().map(below).collect()
}

/// As deep as a count may be asked for, which is deeper than any will ever end: a walk goes
/// so many calls deep, and a table keeps depths in a byte.
pub const MAX_DEPTH: u32 = 255;

/// Below this depth a count takes milliseconds, and is not worth interrupting.
const INTERRUPTED_DEPTH: u32 = 4;

/// What goes with a walk through the tree.
#[derive(Clone, Copy, Debug, Default)]
struct Walk<'a> {
    /// Ends it soon; what it has counted is then void.
    stop: Option<&'a AtomicBool>,
    /// What is known already.
    table: Option<&'a Table>,
}

impl Walk<'_> {
    fn count(&self, board: &Board, depth: u32) -> u64 {
        match (depth, board.side_to_move()) {
            (0, _) => 1,
            (_, Color::White) => self.below::<White>(board, depth),
            (_, Color::Black) => self.below::<Black>(board, depth),
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// The count at a depth of at least 1.
    fn below<S: Side>(&self, board: &Board, depth: u32) -> u64 {
        if depth <= 1 {
            // This takes less time than a look into a table that is not in the cache.
            return movegen::count::<S>(board);
        }
        let Some(table) = self.table else {
            return self.below_each_move::<S>(board, depth);
        };
        let key = Key::of(board);
        table.probe(key, depth).unwrap_or_else(|| {
            let count = self.below_each_move::<S>(board, depth);
            if !self.is_stopped() {
                table.store(key, depth, count);
            }
            count
        })
    }

    fn below_each_move<S: Side>(&self, board: &Board, depth: u32) -> u64 {
        if depth >= INTERRUPTED_DEPTH && self.is_stopped() {
            return 0;
        }
        let mut nodes = 0;
        for_each_child::<S>(board, |child| {
            nodes += self.below::<S::Opponent>(child, depth - 1);
        });
        nodes
    }
}

/// Shows the board after each legal move.
#[inline(always)]
fn for_each_child<S: Side>(board: &Board, visit: impl FnMut(&Board)) {
    let mut children = Children { board, visit };
    let legality = Legality::of_side::<S>(board);
    // Nothing stops a walk.
    let _: ControlFlow<()> =
        movegen::generate::<S, _>(board, &legality, Wanted::All, Bitboard::ALL, &mut children);
}

/// The sink that makes every move on a copy of the board, and shows the copy.
struct Children<'a, F> {
    board: &'a Board,
    visit: F,
}

impl<S: Side, F: FnMut(&Board)> Sink<S> for Children<'_, F> {
    #[inline(always)]
    fn one(
        &mut self,
        piece: PieceType,
        from: Square,
        to: Square,
        kind: MoveKind,
    ) -> ControlFlow<()> {
        let mut child = *self.board;
        child.make_move_parts::<S, ()>(piece, from, to, kind, &mut ());
        (self.visit)(&child);
        ControlFlow::Continue(())
    }
}
