//! REQ-2: knights.

use crate::diagrams::assert_legal;

#[test]
fn req2_knight_moves() {
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . * . * . . .
         . * . . . * . .
         . . .>N . . . .
         . * . . . * . .
         . . * . * . . .
         . . . . . . . K",
    );
    // A knight jumps over pieces and captures enemy pieces, but not its own.
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . .xp .xr . . .
         . * p p pxq . .
         . . P>N P . . .
         . P P P P * . .
         . . N . * . . .
         . . . . . . K .",
    );
}

#[test]
fn req2_knight_edge_cases() {
    // On an edge or in a corner, it does not jump around the edge of the board.
    assert_legal(
        "w - -
         . . . . . . .>N
         . . . . . * . .
         . * . . . . * .
         . . * . k . . .
        >N . . . . . . .
         . * * . . . . .
         . * * . . . . .
        >N . . . . . . K",
    );
    // One square away from the edge.
    assert_legal(
        "w - -
         . . . . * . . .
         . . . . . .>N .
         k . . . * . . .
         . . . . . * . *
         * . * . . . . .
         . . . * . . . .
         .>N . . . . . .
         . . . * . . . K",
    );
    // In the corner, with its own pieces on both target squares.
    assert_legal(
        "w - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . P . . . . . .
         . . P . . . . .
        >N . . . . . . K",
    );
    // A black knight on its back rank.
    assert_legal(
        "b - -
         . . . . . .>n k
         . . . . p . . .
         . . . . . * . *
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         K . . . . . . .",
    );
}
