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
    // It jumps over pieces, takes enemies, and does not take its own.
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
    // On the edge and in the corner: not around it.
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
    // One step from the edges.
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
    // In the corner behind its own pieces.
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
    // A black one on its first rank.
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
