//! REQ-1: pawns.

use ferz::chess::MoveKind::{
    Capture, CaptureToBishop, CaptureToKnight, CaptureToQueen, CaptureToRook, DoublePawnPush,
    EnPassant, PromoteToBishop, PromoteToKnight, PromoteToQueen, PromoteToRook, Quiet,
};
use ferz::chess::Square::{A7, A8, B6, B7, D4, D6, D7, E4, E5, E8, G2};
use ferz::chess::{Color, MoveKind, PieceType, Square};

use crate::common::{Diagram, find_move, play};
use crate::diagrams::{assert_board, assert_legal, kinds, names};

#[test]
fn req1_pawn_single_move() {
    // A pawn moves one square forward. It moves two squares only from the second rank.
    let board = assert_legal(
        "w - -
         . . . . . . . k
         . . * . . . . .
         . .>P . . . . .
         * . . . * . . .
        >P . . .>P . * .
         . . . . . .>P .
         . . . . . . . .
         K . . . . . . .",
    );
    assert_eq!(kinds(&board, E4, E5), [Quiet]);
    // A pawn does not move to an occupied square.
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . n . . . . . .
         .>P . . . . . .
         . . . N . . p .
         . . .>P . .>P .
         . . . . . . . .
         K . . . . . . .",
    );
    // Black's pawns move down the board.
    assert_legal(
        "b - -
         . . . . . . . k
         . . . . . . . .
         . .>p . . . . .
         . . * . . .>p .
        >p . . . . . P .
         * . . . . . . .
         . . . . . . . .
         K . . . . . . .",
    );
}

#[test]
fn req1_pawn_double_move() {
    // A double push from the second rank needs two empty squares. Only the a-pawn has them.
    let board = assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         * * . . p . . .
         *>P n . * . N .
        >P .>P .>P .>P .
         . . . . . . . K",
    );
    assert_eq!(kinds(&board, Square::A2, Square::A3), [Quiet]);
    assert_eq!(kinds(&board, Square::A2, Square::A4), [DoublePawnPush]);
    assert_board(
        &play(&board, "a2a4"),
        "b - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         P . . . p . . .
         . P n . . . N .
         . . P . P . P .
         . . . . . . . K",
    );
    // Black's double pushes start on the seventh rank.
    assert_legal(
        "b - -
         . . . . . . . k
        >p . .>p . . . .
         * . . * . .>p .
         * . . n . . * .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . K",
    );
    // Only the double push blocks the rook's check.
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         K . . * . . . r
         . . . . . . . .
         . . .>P . . . .
         . . . . . . . .",
    );
}

#[test]
fn req1_pawn_capture() {
    // A pawn captures one square diagonally forward, not straight ahead.
    let board = assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . .xn pxb . . .
         . . .>P . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . K .",
    );
    assert_eq!(kinds(&board, D4, E5), [Capture]);
    assert_board(
        &play(&board, "d4e5"),
        "b - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . n p P . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . K .",
    );
    // It does not capture its own pieces, or pieces beside or behind it. It does not move
    // diagonally to an empty square.
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . N * . . . .
         . . p>P p . . .
         . . p . p . . .
         . . . . . . . .
         . . . . . . K .",
    );
    // It does not capture around the edge of the board.
    assert_legal(
        "w - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         *xn . . . . . r
        >P . . . . . . n
         . . . . . . . b
         . . . . . . . .
         . . K . . . . .",
    );
    // Black's pawns capture down the board.
    assert_legal(
        "b - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . .>p . . . .
         . .xN PxR . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . K .",
    );
}

#[test]
fn req1_en_passant() {
    // A pawn that has just made a double push is captured as if it had moved one square.
    let before = Diagram::parse(
        "b - -
         . . . . k . . .
         . . . p . . . .
         . . . . . . . .
         . . . . P . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .",
    )
    .board();
    let double_pushed = play(&before, "d7d5");
    assert_board(
        &double_pushed,
        "w - d6
         . . . . k . . .
         . . . . . . . .
         . . . e * . . .
         . . . p>P . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .",
    );
    assert_eq!(kinds(&double_pushed, E5, D6), [EnPassant]);
    assert_board(
        &play(&double_pushed, "e5d6"),
        "b - -
         . . . . k . . .
         . . . . . . . .
         . . . P . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .",
    );
    // The capture is legal only on the next move, and never after two single pushes.
    for moves in ["d7d5 e1e2 e8f8", "d7d6 e1e2 d6d5 e2e1 e8f8"] {
        let board = play(&before, moves);
        assert_eq!(board.en_passant(), None, "{moves}");
        assert_eq!(kinds(&board, E5, D6), [], "{moves}");
    }
    // Pawns on both files next to the double-pushed pawn may capture it.
    let two_captures = assert_legal(
        "w - d6
         . . . . k . . .
         . . . . . . . .
         . . * e * . . .
         . .>P p>P . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .",
    );
    assert_eq!(kinds(&two_captures, Square::C5, D6), [EnPassant]);
    assert_eq!(kinds(&two_captures, E5, D6), [EnPassant]);
    // Other pieces can move to the en passant square, but capture nothing.
    let other_piece = assert_legal(
        "w - d6
         . . . * . . . k
         .>N . . . . . .
         . . . * . . . .
         * . * p P . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . K",
    );
    assert_eq!(
        play(&other_piece, "b7d6").piece_type_at(Square::D5),
        Some(PieceType::Pawn)
    );
    // A pawn does not capture en passant around the edge of the board. Without the pawn on b5,
    // the board would drop the en passant square.
    assert_legal(
        "w - a6
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         p P . . . . . *
         . . . . . . .>P
         . . . . . . . .
         . . . . . . . .
         . . . . . . . K",
    );
    // The capture is illegal if it removes both pawns between the king and a rook on one rank.
    assert_legal(
        "w - e6
         . . . . . . . k
         . . . . . . . .
         . . . * . . . .
         K . .>P p . . r
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    // It is legal if another piece still blocks the rook.
    assert_legal(
        "w - e6
         . . . . . . . k
         . . . . . . . .
         . . . * e . . .
         K N .>P p . . r
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    // A pawn pinned on its file, or on a diagonal that it would leave, may not capture.
    assert_legal(
        "w - d6
         . . . . r . . k
         . . . . . . . .
         . . . . * . . .
         . . . p>P . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .",
    );
    assert_legal(
        "w - d6
         . . . . . . . k
         . . . . . . b .
         . . . . . . . .
         . . . p>P . . .
         . . . . . . . .
         . . K . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    // A pawn that stays on the line of its pin may capture.
    assert_legal(
        "w - d6
         . . . . . . . k
         . . b . . . . .
         . . . e . . . .
         . . . p>P . . .
         . . . . . . . .
         . . . . . . K .
         . . . . . . . .
         . . . . . . . .",
    );
    // A pawn that gives check may be captured en passant.
    assert_legal(
        "w - d6
         . . . . . . . k
         . . . . . . . .
         . . . e . . . .
         . . . p>P . . .
         . . K . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    // The capture does not parry a check that the double push has discovered.
    assert_legal(
        "w - d6
         . . . . b . . k
         . . . . . . . .
         . . . . . . . .
         . . . p>P . . .
         K . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
}

#[test]
fn req1_pawn_promotion() {
    const PROMOTIONS: [MoveKind; 4] = [
        PromoteToKnight,
        PromoteToBishop,
        PromoteToRook,
        PromoteToQueen,
    ];
    const CAPTURES: [MoveKind; 4] = [
        CaptureToKnight,
        CaptureToBishop,
        CaptureToRook,
        CaptureToQueen,
    ];

    // On the last rank, a pawn must promote to one of four pieces, with or without a capture.
    let board = assert_legal(
        "w - -
         = . . n=n . k .
        >P . .>P . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . K",
    );
    assert_eq!(kinds(&board, A7, A8), PROMOTIONS);
    assert_eq!(kinds(&board, D7, E8), CAPTURES);
    assert_eq!(board.count_legal_moves(), names(&board).len() as u64);
    for piece in PieceType::PROMOTIONS {
        for (origin, target) in [(A7, A8), (D7, E8)] {
            let mv = find_move(&board, &format!("{origin}{target}{}", piece.letter()));
            assert_eq!(mv.promotion(), Some(piece));
            let after = play(&board, &mv.to_string());
            assert_eq!(after.piece_type_at(target), Some(piece));
            assert_eq!(after.color_at(target), Some(Color::White));
            assert_eq!(after.color_at(origin), None);
        }
    }
    // It does not promote before the last rank, or on an occupied square straight ahead.
    let too_early = assert_legal(
        "w - -
         . . r . . . k .
         . *>P . . . . .
         .>P . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . K",
    );
    assert_eq!(kinds(&too_early, B6, B7), [Quiet]);
    // Black promotes on the first rank.
    let black = assert_legal(
        "b - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . .>p .
         . . . . K=R = .",
    );
    assert_eq!(kinds(&black, G2, Square::F1), CAPTURES);
    assert_eq!(kinds(&black, G2, Square::G1), PROMOTIONS);
    // A promotion may block a check or capture the checking piece.
    assert_legal(
        "w - -
         K . . = . . ==r
         . . .>P . .>P .
         . . . . . . . .
         .>P . . . . . .
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
}
