//! REQ-7: castling.

use ferz::chess::MoveKind::{KingsideCastle, QueensideCastle};
use ferz::chess::Square;
use ferz::chess::Square::{A8, E1, E8, H1};

use crate::common::play;
use crate::diagrams::{assert_board, assert_legal, assert_pseudo_legal, kinds};

#[test]
fn req7_kingside_castle() {
    let board = assert_legal(
        "w K -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . * * * . .
         . . . *>K * .oR",
    );
    assert_eq!(kinds(&board, E1, H1), [KingsideCastle]);
    assert_board(
        &play(&board, "e1h1"),
        "b - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . R K .",
    );
    // Chess960: king and rook change places,
    let board = assert_legal(
        "w K -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . * * * .
         . . . . *>KoR .",
    );
    assert_eq!(kinds(&board, Square::F1, Square::G1), [KingsideCastle]);
    assert_board(
        &play(&board, "f1g1"),
        "b - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . R K .",
    );
    // the king stays where it is,
    let board = assert_legal(
        "w K -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . * * *
         . . . . . *>KoR",
    );
    assert_board(
        &play(&board, "g1h1"),
        "b - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . R K .",
    );
    // or goes a long way, with the inner of two rooks.
    let board = assert_legal(
        "w E -
         . . . k . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . * * * . . . .
         . *>K *oR . . R",
    );
    assert_board(
        &play(&board, "c1e1"),
        "b - -
         . . . k . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . R K R",
    );
}

#[test]
fn req7_queenside_castle() {
    // Black, to both sides.
    let board = assert_legal(
        "b kq -
        or . . *>k * .or
         . . . * * * . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .",
    );
    assert_eq!(kinds(&board, E8, A8), [QueensideCastle]);
    assert_eq!(kinds(&board, E8, Square::H8), [KingsideCastle]);
    assert_board(
        &play(&board, "e8a8"),
        "w - -
         . . k r . . . r
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .",
    );
    // Chess960: king and rook are neighbors on the a-side,
    let board = assert_legal(
        "w Q -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         * * * . . . . .
        oR>K * . . . . .",
    );
    assert_board(
        &play(&board, "b1a1"),
        "b - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . K R . . . .",
    );
    // or far from their targets, which the rook leaves on the king's other side.
    let board = assert_legal(
        "w Q -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . * * *
         . . . . .oR>K *",
    );
    assert_eq!(kinds(&board, Square::G1, Square::F1), [QueensideCastle]);
    assert_board(
        &play(&board, "g1f1"),
        "b - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . K R . . . .",
    );
}

#[test]
fn req7_castle_blocked() {
    // The king does not cross b1, but the rook does.
    assert_legal(
        "w KQ -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . * * * . .
         R N . *>K B . R",
    );
    // Enemies are in the way as well.
    assert_legal(
        "w KQ -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . * . * . .
         R . n *>K * n R",
    );
    // What blocks one side does not block the other.
    assert_legal(
        "w KQ -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . * * * . .
         R . . Q>K * .oR",
    );
    // Chess960: the rook's target lies beyond king and rook.
    assert_legal(
        "w Q -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         * * * . . . . .
         R>K * N . . . .",
    );
    // So may the king's.
    assert_legal(
        "w E -
         . . . k . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . * * * . . . .
         . *>K * R . N .",
    );
    // The way is free, but there is a right for one side only.
    let board = assert_legal(
        "w Qkq -
         r . . . k . . r
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . B . . .
         . . . . . . . .
         . . . * * * . .
        oR . . *>K * . R",
    );
    // A king that has moved never castles again,
    assert_board(
        &play(&board, "e1e2 e8e7 e2e1 e7e8"),
        "w - -
         r . . . k . . r
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . B . . .
         . . . . . . . .
         . . . * * * . .
         R . . *>K * . R",
    );
    // nor does a rook that has moved,
    assert_board(
        &play(&board, "a1a2 h8h7 a2a1 h7h8 e4d3"),
        "b q -
        or . . *>k * . r
         . . . * * * . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . B . . . .
         . . . . . . . .
         R . . . K . . R",
    );
    // nor the king with another rook in the place of one that was taken at home.
    assert_board(
        &play(&board, "e4a8"),
        "b Qk -
         B . . *>k * .or
         . . . * * * . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         R . . . K . . R",
    );
    assert_board(
        &play(&board, "e4a8 h8h7 a8d5 h7a7 d5e4 a7a8 e4d3"),
        "b Q -
         r . . *>k * . .
         . . . * * * . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . B . . . .
         . . . . . . . .
         R . . . K . . R",
    );
}

#[test]
fn req7_castle_through_check() {
    // Rooks may be attacked, and may cross b1 when it is.
    assert_legal(
        "w KQ -
         r r . . . . . r
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . * * * . .
        oR . . *>K * .oR",
    );
    // Not out of check,
    assert_legal(
        "w KQ -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . r . . .
         . . . . . . . .
         . . . * . * . .
         R . . *>K * . R",
    );
    // not through check,
    assert_legal(
        "w KQ -
         . . . . k r . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . * * . . .
        oR . . *>K . . R",
    );
    assert_legal(
        "w KQ -
         . . . r k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . * * . .
         R . . .>K * .oR",
    );
    // not into check,
    assert_legal(
        "w KQ -
         . . r . k . r .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . * * * . .
         R . . *>K * . R",
    );
    // even from a pawn, which attacks d1 and f1 here.
    assert_legal(
        "w KQ -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . *xp * . .
         R . . .>K . . R",
    );
    // That is a matter of legality: free way and right are enough to be pseudo-legal.
    assert_pseudo_legal(
        "w KQ -
         . . r . k r . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . * * * . .
        oR . . *>K * .oR",
    );
    // Chess960: all that a king on its long way crosses counts;
    assert_legal(
        "w K -
         . . . . r . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         * * * . . . . .
         *>K * . . . R .",
    );
    // one that stays lets the rook go to an attacked square,
    assert_legal(
        "w Q -
         . . . r k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . * * . . . . .
         .oR>K . . . . .",
    );
    // but not away from where it shields the king, who may stay or move.
    assert_legal(
        "w Q -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . * * . . . .
         q R>K * . . . .",
    );
    assert_legal(
        "w K -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . * * . .
         . . . . *>K R q",
    );
}
