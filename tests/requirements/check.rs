//! REQ-9: check.

use ferz::chess::Square::{D4, D6};
use ferz::chess::{Board, Square};

use crate::diagrams::Status::{Check, Open};
use crate::diagrams::{assert_attacked, assert_attackers, assert_status, status};

#[test]
fn req9_check_detection() {
    assert_status(
        Check,
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . .!p . . . .
         . . . . K . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert_status(
        Check,
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . p p p . .
         . . . P P P!n .
         . . . P K P . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert_status(
        Check,
        "b - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
        !B . . . . . K .",
    );
    assert_status(
        Check,
        "b - -
        !R . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . K .",
    );
    // The queen gives check both ways.
    assert_status(
        Check,
        "w - -
         . . . . . . . k
         .!q . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert_status(
        Check,
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . .!q
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    // All that White attacks: a pawn ahead to its sides, and not where it pushes.
    assert_attacked(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . * . * . . .
         . . . P . . . .
         * . * . . . . .
         . . . * . * * *
         . N . . . * K *",
    );
}

#[test]
fn req9_multiple_attackers() {
    // A double check.
    assert_status(
        Check,
        "b - -
         . . . q k . . r
         . . . . . . p .
         . . . . .!N . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . .!R . K .",
    );
    // One from two pieces that slide: the bishop came from the king's rank.
    assert_status(
        Check,
        "b - -
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . k . .!R
         . . . . . . . .
         . . . . . . . .
         . . . . . . .!B
         . . . . . . K .",
    );
    // Attackers of both colors, of every kind, and some that do not attack: a pawn straight
    // ahead, a rook behind a rook, a bishop behind a pawn.
    let board = assert_attackers(
        "w - -
         . . . r . . . .
         . . . . . . B .
         . . .!r . p . .
         . .!p . . . . k
        !Q . . ?!K . . .
         . .!P P .!n . .
         . . . . . . . .
         . . . . . .!B .",
    );
    // Taken off the board, the front rook lets the other one through.
    let front_rook = D6.bitboard();
    let seen = board.attackers_to(D4, board.occupied() & !front_rook);
    assert!(seen.contains(Square::D8), "{board:?}");
}

#[test]
fn req9_no_check() {
    // A pawn straight ahead, and one below that has passed; a knight and a bishop beside,
    // a rook across a corner, a rook behind a pawn, and a queen behind her own.
    assert_status(
        Open,
        "w - -
         . . . . q . . k
         . . . . . . . .
         . . . . . . . .
         . . . . p r . .
         . . b . K P . r
         . . . p n . . .
         . . . . . . . .
         . . . . . . . .",
    );
    // Attackers of neither color.
    assert_attackers(
        "w - -
         . . . r . . . k
         . . . p . . . .
         . . . . . . . .
         . . . . . . . .
         . . . ? . . . .
         . . . P . . . .
         . P . . . P . .
         Q . . . . . B K",
    );
    assert_eq!(status(&Board::default()), Open);
}
