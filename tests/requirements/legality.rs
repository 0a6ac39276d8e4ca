//! REQ-8: no move leaves the own king in check.

use ferz::chess::Square::E1;

use crate::common::{Diagram, play};
use crate::diagrams::Status::Open;
use crate::diagrams::{assert_board, assert_legal, assert_pseudo_legal, status};

#[test]
fn req8_illegal_move_into_check() {
    // Rook, knight and pawn attack five of eight squares; the rules of the king's own
    // moves would let it go to any.
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
    // Stepping back on the line of a check does not leave it.
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
    // A check is answered by taking, by stepping between, or by the king; by nothing else.
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
    // The king itself takes the checker, unless that is protected.
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
    // Eight pins: a piece may move along its pin if it moves that way at all.
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
    // Its own rules would let the knight jump.
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
    // Not pinned: two pieces shield the king, or an enemy does.
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
    // A pawn pinned on its file may push, and not take;
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
    // on a diagonal it may take the pinner, and not push;
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
    // on its rank it may do nothing.
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
    // A pinned piece is no help against another check.
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
    // Any move of the bishop off the file discovers check on Black;
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
    // with a pawn of Black's in between, none does.
    let board = Diagram::parse(
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
    assert_eq!(status(&play(&board, "e4h1")), Open);
    // A double check is answered by the king alone: not by the queen or the pawn, which
    // could take the knight, nor by the bishop, which could step between.
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
    // One may not discover check on oneself: not by taking en passant,
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
    // and not by leaving the line of a pin.
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
