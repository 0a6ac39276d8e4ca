//! REQ-6: the king.

use ferz::chess::MoveKind::{Capture, Quiet};
use ferz::chess::Square;
use ferz::chess::Square::{D4, E4};

use crate::diagrams::{assert_legal, kinds};

#[test]
fn req6_king_moves() {
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . . * * * . .
         . . . *>K * . .
         . . . * * * . .
         . . . . . . . .
         . . . . . . . .",
    );
    // It takes enemies that nobody protects, and not its own pieces.
    let board = assert_legal(
        "w - -
         . . . . . . . .
         k . . . . . . .
         . . . . . . . .
         . . . P N * . .
         . . . *>K * . .
         . . .xp * B . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert_eq!(kinds(&board, E4, Square::D3), [Capture]);
    assert_eq!(kinds(&board, E4, D4), [Quiet]);
}

#[test]
fn req6_king_edge_cases() {
    // In the corner and on the edge: not around it.
    assert_legal(
        "w - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         * * . . . . . .
        >K * . . . . . .",
    );
    assert_legal(
        "w - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . * *
         . . . . . . *>K
         . . . . . . * *
         . . . . . . . .
         . . . . . . . .",
    );
    // Kings keep a square between them.
    assert_legal(
        "w - -
         . . . . . . . .
         . . . . . . . .
         . . . . k . . .
         . . . . . . . .
         . . . *>K * . .
         . . . * * * . .
         . . . . . . . .
         . . . . . . . .",
    );
    // The bishop beside the king is free to be taken,
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . . * . * . .
         . . .xb>K * . .
         . . . * . * . .
         . . . . . . . .
         . . . . . . . .",
    );
    // unless it is protected.
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . p * . * . .
         . . . b>K * . .
         . . . * . * . .
         . . . . . . . .
         . . . . . . . .",
    );
}
