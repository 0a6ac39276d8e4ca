//! REQ-1: pawns.

use ferz::chess::MoveKind::{
    Capture, CaptureToBishop, CaptureToKnight, CaptureToQueen, CaptureToRook, DoublePawnPush,
    EnPassant, PromoteToBishop, PromoteToKnight, PromoteToQueen, PromoteToRook, Quiet,
};
use ferz::chess::Square::{A7, A8, B6, B7, D4, D6, D7, E4, E5, E8, G2};
use ferz::chess::{Color, MoveKind, PieceType, Square, count_legal_moves};

use crate::common::{Diagram, find_move, play};
use crate::diagrams::{assert_board, assert_legal, kinds, names};

#[test]
fn req1_pawn_single_move() {
    // One step ahead; two only from the second rank.
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
    // Not onto a piece, of whatever color.
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
    // Black's pawns go down the board.
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
    // From the second rank, if both squares are empty: the a-pawn alone has both.
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
    // Black's go from the seventh.
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
    // Of the two squares, only the second is between king and rook.
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
    // One step ahead and to a side, and not straight ahead.
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
    // Not its own pieces, nothing beside or behind it, and no empty square.
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
    // Not around the edge of the board.
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
    // Black's pawns take down the board.
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
    // A pawn that has just passed beside ours is taken as if it had made one step.
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
    let passed = play(&before, "d7d5");
    assert_board(
        &passed,
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
    assert_eq!(kinds(&passed, E5, D6), [EnPassant]);
    assert_board(
        &play(&passed, "e5d6"),
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
    // At once or never; and two single steps do not pass.
    for line in ["d7d5 e1e2 e8f8", "d7d6 e1e2 d6d5 e2e1 e8f8"] {
        let board = play(&before, line);
        assert_eq!(board.en_passant(), None, "{line}");
        assert_eq!(kinds(&board, E5, D6), [], "{line}");
    }
    // Pawns on both sides may take,
    let board = assert_legal(
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
    assert_eq!(kinds(&board, Square::C5, D6), [EnPassant]);
    assert_eq!(kinds(&board, E5, D6), [EnPassant]);
    // other pieces go to the square and take nothing,
    let board = assert_legal(
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
        play(&board, "b7d6").piece_type_at(Square::D5),
        Some(PieceType::Pawn)
    );
    // and nothing is taken around the edge of the board (b5 is why a6 counts at all).
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
    // Taker and taken leave the king's rank at once: no other move does that,
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
    // and it does not matter where something else is in the rook's way.
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
    // A pawn pinned on its file or on another diagonal may not take,
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
    // one that stays on the line of the pin may.
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
    // The pawn that gives check may be taken so,
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
    // but taking it is no answer to the check that its step has uncovered.
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
    const TAKING: [MoveKind; 4] = [
        CaptureToKnight,
        CaptureToBishop,
        CaptureToRook,
        CaptureToQueen,
    ];

    // On the last rank a pawn must become one of four pieces, whether or not it takes.
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
    assert_eq!(kinds(&board, D7, E8), TAKING);
    assert_eq!(count_legal_moves(&board), names(&board).len() as u64);
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
    // Not before the last rank, and not onto a piece straight ahead.
    let board = assert_legal(
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
    assert_eq!(kinds(&board, B6, B7), [Quiet]);
    // Black promotes on the first rank.
    let board = assert_legal(
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
    assert_eq!(kinds(&board, G2, Square::F1), TAKING);
    assert_eq!(kinds(&board, G2, Square::G1), PROMOTIONS);
    // A promotion may stand between king and checker, or take the checker.
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
