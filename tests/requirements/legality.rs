//! REQ-8: no legal move leaves the moving side's king in check.

use ferz::chess::Square::E1;

use crate::common::{Diagram, play};
use crate::diagrams::Status::Open;
use crate::diagrams::{assert_board, assert_legal, assert_pseudo_legal, status};

#[test]
fn req8_illegal_move_into_check() {
    // Rook, knight and pawn attack five of the eight adjacent squares.
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . n .
         . . . p . . . .
         . . . * . . . .
         . . . *>K * . .
         r . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    // Moves to the attacked squares are pseudo-legal.
    assert_pseudo_legal(
        "w - -
         . . . . . . . k
         . . . . . . n .
         . . . p . . . .
         . . . * * * . .
         . . . *>K * . .
         r . . * * * . .
         . . . . . . . .
         . . . . . . . .",
    );
    // A king in check from a slider may not move away along the line of the check.
    assert_legal(
        "w - -
         . . . . r . . k
         . . . . . . . .
         . . . . . . . .
         . . . * . * . .
         . . . *>K * . .
         . . . * . * . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert_legal(
        "w - -
         . . . . . . . k
         .xb . . . . . .
         . . . . . . . .
         . . . . * * . .
         .>Q . *>K * . .
         . . . * * . . .
         . . . . . . . .
         . . . . . . . .",
    );
    // A check is parried by capturing the checking piece, by blocking or by a king move.
    assert_legal(
        "w - -
         . . . .xr . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . .>B
         . . . . * . . .
         . .>N . . . . .
         . . . * * * .>P
        >R . . *>K * . .",
    );
    // The king may capture an unprotected checking piece, but not a protected one.
    assert_legal(
        "w - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . .xr . . .
         . . . *>K * . .",
    );
    assert_legal(
        "w - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . b
         . . . . . . . .
         . . . . . . . .
         . . . . r . . .
         . . . *>K * . .",
    );
}

#[test]
fn req8_pinned_piece() {
    // Eight pins: a pinned piece may move only along its pin.
    assert_legal(
        "w - -
         . . . . r . . k
         . q . . . . .xb
         . .>R .>N . * .
         . . . . .>B . .
        xr>Q * * K *>Rxr
         . . . * . . . .
         . .>Q .>B .>N .
         .xb . . q . . b",
    );
    // The moves of a pinned knight are pseudo-legal.
    assert_pseudo_legal(
        "w - -
         . . . . r . . k
         . . . . . . . .
         . . . . . . . .
         . . . * . * . .
         . . * . . . * .
         . . . .>N . . .
         . . * . . . * .
         . . . * K * . .",
    );
    // A knight is not pinned if another piece shields the king too: one of its own color or an
    // enemy piece.
    assert_legal(
        "w - -
         . . . . r . . k
         . . . . . . . .
         . . . . . . . .
         . . . * P * . .
         . . * . . . * .
         . . . .>N . . .
         . . * . . . * .
         . . . * K * . .",
    );
    assert_legal(
        "w - -
         . . . . r . . k
         . . . . . . . .
         . . . . p . . .
         . . . * . * . .
         . . * . . . * .
         . . . .>N . . .
         . . * . . . * .
         . . . * K * . .",
    );
    // A pawn pinned on its file may push, but not capture.
    assert_legal(
        "w - -
         . . . . r . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . * . . .
         . . . b * . . .
         . . . .>P . . .
         . . . . K . . .",
    );
    // A pawn pinned on a diagonal may capture the pinning piece, but not push.
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . n .xb .
         . . . . .>P . .
         . . . . K . . .",
    );
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . b
         . . . . n . . .
         . . . . .>P . .
         . . . . K . . .",
    );
    // A pawn pinned on its rank cannot move.
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . . . p . . .
         K . .>P . . . r
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    // A pinned piece may not parry a check from another direction.
    assert_legal(
        "w - -
         . . . . r . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . .>R n . .
         . . . . * * . .
         . . . *>K * . .",
    );
}

#[test]
fn req8_discovered_check() {
    // Any move of the bishop discovers check, because it leaves the file.
    let board = Diagram::parse(
        "w - -
         . . . . k . . .
         . . . p . p . .
         . . . . . . . .
         . . . . . . . .
         . . . . B . . .
         . . . . . . . .
         . . . . . . . .
         . . . . R . K .",
    )
    .board();
    let discovered = play(&board, "e4h1");
    assert_eq!(discovered.checkers(), E1.bitboard());
    assert_board(
        &discovered,
        "b - -
         . . . *>k * . .
         . . .>p .>p . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . R . K B",
    );
    // There is no discovered check with a black pawn in between.
    let blocked = Diagram::parse(
        "w - -
         . . . . k . . .
         . . . . p . . .
         . . . . . . . .
         . . . . . . . .
         . . . . B . . .
         . . . . . . . .
         . . . . . . . .
         . . . . R . K .",
    )
    .board();
    assert_eq!(status(&play(&blocked, "e4h1")), Open);
    // Only a king move parries a double check. Queen and pawn may not capture the knight, and the
    // bishop may not block the rook.
    assert_legal(
        "b - -
         . . .>q>k * .>r
         . . . . . *>p .
         . . . . . N . .
         . . . . . . . .
         . . . . . . . .
        >b . . . . . . .
         . . . . . . . .
         . . . . R . K .",
    );
    // An en passant capture may not discover check on the capturing side's king.
    assert_legal(
        "b - d3
         . . . . . . . K
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         Q . . P>p . . k
         . . . . * . . .
         . . . . . . . .
         . . . . . . . .",
    );
    // A pinned piece may not leave the line of its pin.
    assert_legal(
        "w - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
        xb . . . . . . .
         . * . . . . . .
         . .>B . . . . .
         . . . * . . . .
         . . . . K . . .",
    );
}
