//! REQ-9: check.

use ferz::chess::Square::{D4, D6};
use ferz::chess::{Board, Square};

use crate::diagrams::Status::{Check, Open};
use crate::diagrams::{assert_attacked, assert_attackers, assert_status, status};

#[test]
fn req9_check_detection() {
    // Check by a pawn, a knight, a bishop and a rook.
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
    // A queen gives check on a diagonal and on a rank.
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
    // All squares that White attacks. The pawn attacks diagonally forward, not straight ahead.
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
    // A double check by a knight and a rook.
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
    // A double check by two sliders, a rook and a bishop.
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
    // Attackers of both colors and of every piece type. Three pieces do not attack the square: the
    // pawn on d3, the rook behind a rook, and the bishop behind a pawn.
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
    // If the front rook's square counts as empty, the rook behind it attacks the square.
    let front_rook = D6.bitboard();
    let attackers = board.attackers_to(D4, board.occupied() & !front_rook);
    assert!(attackers.contains(Square::D8), "{board:?}");
}

#[test]
fn req9_no_check() {
    // None of these pieces gives check: pawns straight ahead of the king and diagonally behind it,
    // a knight on its file, a bishop on its rank, a rook on its diagonal, a rook behind a white
    // pawn, and a queen behind a black pawn.
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
    // A square that neither side attacks.
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
