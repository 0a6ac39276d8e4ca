//! REQ-3 to REQ-5: bishops, rooks and queens.

use ferz::chess::MoveKind::Capture;
use ferz::chess::Square::{A1, D4, D7};
use ferz::chess::{Bitboard, Square};

use crate::diagrams::{assert_legal, kinds, targets};

#[test]
fn req3_bishop_moves() {
    assert_legal(
        "w - -
         . . . . k . . *
         * . . . . . * .
         . * . . . * . .
         . . * . * . . .
         . . .>B . . . .
         . . * . * . . .
         . * . . . * . .
         * . K . . . * .",
    );
    // From a corner and from an edge. A bishop stays on squares of one color.
    let board = assert_legal(
        "w - -
         . . * . . . . *
         . . . * . . * .
         . . . . * * . .
         . . . . * * . .
         k . . * . . * .
         . . * . . . .>B
         . * . . . . * .
        >B . K . . * . .",
    );
    assert_eq!(targets(&board, A1) & !Bitboard::DARK, Bitboard::EMPTY);
    assert_eq!(
        targets(&board, Square::H3) & Bitboard::DARK,
        Bitboard::EMPTY
    );
}

#[test]
fn req3_bishop_blocked() {
    // It stops before its own pieces.
    assert_legal(
        "w - -
         . . . . k . . .
         . . . . . . . .
         . P . . . R . .
         . . * . * . . .
         . . .>B . . . .
         . . P . * . . .
         . . . . . * . .
         . . . . . . K .",
    );
    // It cannot move if all diagonals are blocked, even if ranks and files are free.
    assert_legal(
        "w - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . P . P . . .
         . . .>B . . . .
         . . P . N . . .
         . . . . . . . .
         . . . . K . . .",
    );
}

#[test]
fn req3_bishop_captures() {
    // It captures the first enemy piece on each diagonal, not the one behind it.
    let board = assert_legal(
        "w - -
         . . k . . . . b
         p . . . . .xn .
         .xp . . . * . .
         . . * . * . . .
         . . .>B . . . .
         . . * .xq . . .
         .xp . . . . . .
         n . . . . . . K",
    );
    assert_eq!(kinds(&board, D4, Square::E3), [Capture]);
    // It captures no enemy piece on its rank or file, and none of its own pieces.
    assert_legal(
        "w - -
         . . k . . . . *
         . . . . . . * .
         . . . . . * . .
         . . N p * . . .
         . . p>B p . . .
         . . * p N . . .
         . * . . . . . .
         * . . . . . . K",
    );
}

#[test]
fn req4_rook_moves() {
    assert_legal(
        "w - -
         . . . * . . k .
         . . . * . . . .
         . . . * . . . .
         . . . * . . . .
         * * *>R * * * *
         . . . * . . . .
         . . . * . . . .
         . . . * . . K .",
    );
    // From a corner: 14 squares, as from every square of an empty board.
    let board = assert_legal(
        "w - -
         * * * * * * *>R
         * . . . . . . *
         * . . . . . . *
         * . . . k . . *
         * . . . . . . *
         * . K . . . . *
         * . . . . . . *
        >R * * * * * * *",
    );
    assert_eq!(targets(&board, A1).count(), 14);
}

#[test]
fn req4_rook_blocked() {
    // It stops before its own pieces.
    assert_legal(
        "w - -
         . . . . k . . .
         . . . . . . . .
         . . . P . . . .
         . . . * . . . .
         N * *>R * * K .
         . . . P . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    // It cannot move if its rank and file are blocked, even if the diagonals are free.
    assert_legal(
        "w - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . P . . . .
         . . N>R N . . .
         . . . P . . . .
         . . . . . . . .
         . . . . . . K .",
    );
}

#[test]
fn req4_rook_captures() {
    // It captures the first enemy piece in each direction, not the one behind it.
    let board = assert_legal(
        "w - -
         . . . q . . . k
         . . .xp . . . .
         . . . * . . . .
         . . . * . . . .
         nxb *>R *xp p .
         . . .xn . . . .
         . . . r . . . .
         . . . . . . . K",
    );
    assert_eq!(kinds(&board, D4, D7), [Capture]);
    // It captures no enemy piece on a diagonal, and none of its own pieces.
    assert_legal(
        "w - -
         . . . * . . . k
         . . . * . . . .
         . . . * . . . .
         . . p * p . . .
         . . N>R N . . .
         . . p * p . . .
         . . . * . . . .
         . . . * . . . K",
    );
}

#[test]
fn req5_queen_moves() {
    // A queen stops before its own pieces and captures the first enemy piece in each direction.
    let board = assert_legal(
        "w - -
         . . . * . . k .
         p . . * . . . .
         .xp . * . P . .
         . . * * * . . .
         . N *>Q * *xr .
         . . * P * . . .
         .xb . . . * . .
         n . . . . . R K",
    );
    assert_eq!(kinds(&board, D4, Square::G4), [Capture]);
    assert_eq!(kinds(&board, D4, Square::B2), [Capture]);
    // In the starting position, all sliders are blocked.
    assert_legal(
        "w KQkq -
         r n b q k b n r
         p p p p p p p p
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         P P P P P P P P
        >R N>B>Q K>B N>R",
    );
}

#[test]
fn req5_queen_all_directions() {
    // 27 squares from the center, none of them a knight's move away.
    let center = assert_legal(
        "w - -
         . . . * . . k *
         * . . * . . * .
         . * p * p * . .
         . p * * * p . .
         * * *>Q * * * *
         . p * * * p . .
         . * p * p * . K
         * . . * . . * .",
    );
    assert_eq!(targets(&center, D4).count(), 27);
    // 21 squares from a corner.
    let corner = assert_legal(
        "w - -
         * . . . . . . *
         * . . . k . * .
         * . . . . * . .
         * . . . * . . .
         * . . * . . . .
         * . * . . . . .
         * * . . K . . .
        >Q * * * * * * *",
    );
    assert_eq!(targets(&corner, A1).count(), 21);
}
