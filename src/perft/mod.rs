//! Counting the leaves of the tree of legal moves, which proves a move generator.
//!
//! The walk is the one generator with a sink of its own: each move that comes out is made
//! on a copy of the board and walked from, and the last ply is counted and not made.
//! See <https://www.chessprogramming.org/Perft>.

pub mod parallel;
pub mod suite;

use std::ops::ControlFlow;

use crate::chess::bitboard::Bitboard;
use crate::chess::color::{Black, Side, White};
use crate::chess::movegen::{self, Legality, Sink, Wanted};
use crate::chess::{Board, Color, Move, MoveKind, PieceType, Square, legal_moves};

/// The number of positions `depth` half-moves below `board`; 1 for depth 0.
///
/// ```
/// use ferz::{chess::Board, perft::perft};
/// assert_eq!(perft(&Board::default(), 3), 8902);
/// ```
#[must_use]
pub fn perft(board: &Board, depth: u32) -> u64 {
    match (depth, board.side_to_move()) {
        (0, _) => 1,
        (_, Color::White) => walk::<White>(board, depth),
        (_, Color::Black) => walk::<Black>(board, depth),
    }
}

/// The count below each legal move; nothing for depth 0.
#[must_use]
pub fn divide(board: &Board, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let below = |mv| (mv, perft(&board.after(mv), depth - 1));
    legal_moves(board).into_iter().map(below).collect()
}

fn walk<S: Side>(board: &Board, depth: u32) -> u64 {
    if depth <= 1 {
        return movegen::count::<S>(board);
    }
    let mut walker = Walker {
        board,
        depth,
        nodes: 0,
    };
    let legality = Legality::of_side::<S>(board);
    // Nothing stops a walk.
    let _: ControlFlow<()> =
        movegen::generate::<S, _>(board, &legality, Wanted::All, Bitboard::ALL, &mut walker);
    walker.nodes
}

/// The sink that walks on from every move.
struct Walker<'a> {
    board: &'a Board,
    depth: u32,
    nodes: u64,
}

impl<S: Side> Sink<S> for Walker<'_> {
    #[inline(always)]
    fn one(
        &mut self,
        piece: PieceType,
        from: Square,
        to: Square,
        kind: MoveKind,
    ) -> ControlFlow<()> {
        let mut child = *self.board;
        child.play::<S, ()>(piece, from, to, kind, &mut ());
        self.nodes += walk::<S::Opponent>(&child, self.depth - 1);
        ControlFlow::Continue(())
    }
}
