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
    // A king captures unprotected enemy pieces, but not its own pieces.
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
    // In a corner or on an edge, it does not wrap around to the other side of the board.
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
    // The kings may not stand on adjacent squares.
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
    // The king may capture an unprotected bishop.
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
    // The king may not capture a protected bishop.
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
