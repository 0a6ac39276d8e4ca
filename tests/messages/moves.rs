//! Messages about moves and squares: in coordinates, in SAN, and as [`Move`] values.

use ferz::chess::ParseSquareError;
use ferz::chess::notation::{CoordinateMove, ParseMoveError};
use ferz::chess::san::{SanError, parse};
use ferz::chess::{Board, IllegalMove, Move, MoveKind, Square};

use crate::{Table, assert_messages, variants};

#[rustfmt::skip]
const COORDINATES: Table<'_, &str> = &[
    ("e2e9",
        r#""e2e9" is not a move; expected two squares and, where a pawn promotes, one of q r b n, like e2e4 or e7e8q"#),
    ("e7e8k",
        r#""e7e8k" is not a move; expected two squares and, where a pawn promotes, one of q r b n, like e2e4 or e7e8q"#),
    ("",
        r#""" is not a move; expected two squares and, where a pawn promotes, one of q r b n, like e2e4 or e7e8q"#),
];

#[rustfmt::skip]
const SQUARES: Table<'_, &str> = &[
    ("e9",
        r#""e9" is not a square; expected a file from a to h and a rank from 1 to 8, like e4"#),
    ("E4",
        r#""E4" is not a square; expected a file from a to h and a rank from 1 to 8, like e4"#),
];

/// A pawn can promote with or without a capture, and two knights can move to the same square.
const BOARD: &str = "3r3k/4P3/8/8/8/8/P3N3/1N2K3 w - - 0 1";

#[rustfmt::skip]
const SAN: Table<'_, &str> = &[
    ("Qd9",
        r#""Qd9" is not a move; expected one like e4, Nbd2, exd8=Q, O-O or e2e4"#),
    ("e8=K",
        r#""e8=K" is not a move; expected one like e4, Nbd2, exd8=Q, O-O or e2e4"#),
    ("best",
        r#""best" is not a move; expected one like e4, Nbd2, exd8=Q, O-O or e2e4"#),
    ("Qd8",
        r#""Qd8" is not legal on 3r3k/4P3/8/8/8/8/P3N3/1N2K3 w - - 0 1"#),
    ("O-O",
        r#""O-O" is not legal on 3r3k/4P3/8/8/8/8/P3N3/1N2K3 w - - 0 1"#),
    ("Nc3",
        r#""Nc3" is ambiguous on 3r3k/4P3/8/8/8/8/P3N3/1N2K3 w - - 0 1; expected Nbc3 or Nec3"#),
    ("e8",
        r#""e8" is ambiguous on 3r3k/4P3/8/8/8/8/P3N3/1N2K3 w - - 0 1; expected e8=Q+ or e8=R+ or e8=B or e8=N"#),
];

/// Returns the error of a SAN move on [`BOARD`].
fn san_error(text: &str) -> SanError {
    let board: Board = BOARD.parse().unwrap();
    parse(&board, text).unwrap_err()
}

#[test]
fn invalid_coordinates_and_squares_are_explained() {
    assert_messages(COORDINATES, |text| {
        let error: ParseMoveError = text.parse::<CoordinateMove>().unwrap_err();
        error.to_string()
    });
    assert_messages(SQUARES, |text| {
        let error: ParseSquareError = text.parse::<Square>().unwrap_err();
        error.to_string()
    });
}

#[test]
fn invalid_san_moves_are_explained() {
    assert_messages(SAN, |text| san_error(text).to_string());
    let errors: Vec<SanError> = SAN.iter().map(|row| san_error(row.0)).collect();
    variants!(SanError: NotAMove NotLegal Ambiguous).assert_all_occur(&errors);
}

#[test]
fn illegal_moves_are_explained() {
    let mut board = Board::default();
    // e2e4 is legal as a double push but not as a quiet move, so the message names the kind.
    let mv = Move::new(Square::E2, Square::E4, MoveKind::Quiet);
    let error: IllegalMove = board.try_make_move(mv).unwrap_err();
    assert_eq!(
        error.to_string(),
        "e2e4 (Quiet) is not legal on rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
    assert_eq!(board, Board::default());
}
