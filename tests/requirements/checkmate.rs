//! REQ-10: checkmate.

use ferz::chess::Square::D1;
use ferz::chess::{Board, Square};

use crate::common::play;
use crate::diagrams::Status::{Check, Checkmate, Open};
use crate::diagrams::{assert_board, assert_status, kinds, names, status};

#[test]
fn req10_checkmate_detected() {
    // The fastest mate there is.
    let game = play(&Board::default(), "f2f3 e7e5 g2g4");
    assert_eq!(status(&game), Open);
    assert_eq!(status(&play(&game, "d8h4")), Checkmate);
    // King and queen,
    assert_status(
        Checkmate,
        "b - -
         . . . . . . . k
         . . . . . .!Q .
         . . . . . . K .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    // two rooks,
    assert_status(
        Checkmate,
        "b - -
        !R . . . k . . .
         . R . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .",
    );
    // a knight, when the king's own men smother it.
    assert_status(
        Checkmate,
        "b - -
         . . . . . . r k
         . . . . .!N p p
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . K .",
    );
    // The bishop could step between, were it not pinned.
    assert_status(
        Checkmate,
        "b - -
         . . . .!R . . k
         . . . . . . b p
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . B . . . . . .
         . . . . . . K .",
    );
    // Réti against Tartakower, Vienna 1910: a double check, then mate.
    let game = play(
        &Board::default(),
        "e2e4 c7c6 d2d4 d7d5 b1c3 d5e4 c3e4 g8f6 d1d3 e7e5 d4e5 d8a5 c1d2 a5e5 e1a1 f6e4 \
         d3d8 e8d8 d2g5",
    );
    assert_eq!(status(&game), Check);
    assert_eq!(game.checkers(), D1.bitboard() | Square::G5.bitboard());
    assert_eq!(names(&game), ["d8c7", "d8e8"]);
    assert_eq!(status(&play(&game, "d8c7 g5d8")), Checkmate);
    assert_eq!(status(&play(&game, "d8e8 d1d8")), Checkmate);
}

#[test]
fn req10_scholars_mate() {
    let game = play(&Board::default(), "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6");
    assert_eq!(status(&game), Open);
    let mate = play(&game, "h5f7");
    assert_eq!(status(&mate), Checkmate);
    assert_board(
        &mate,
        "b KQkq -
        >r .>b>q>k>b .>r
        >p>p>p>p . Q>p>p
         . .>n . .>n . .
         . . . .>p . . .
         . . B . P . . .
         . . . . . . . .
         P P P P . P P P
         R N B . K . N R",
    );
    // Without the bishop on c4, the king takes the queen.
    let check = play(&Board::default(), "e2e4 e7e5 d1h5 b8c6 a2a3 g8f6 h5f7");
    assert_eq!(status(&check), Check);
    assert_eq!(names(&check), ["e8f7"]);
    // With a pawn on g6, the queen does not get there.
    let parried = play(&Board::default(), "e2e4 e7e5 d1h5 b8c6 f1c4 g7g6");
    assert_eq!(kinds(&parried, Square::H5, Square::F7), []);
}

#[test]
fn req10_back_rank_mate() {
    assert_status(
        Checkmate,
        "b - -
         . . .!R . . k .
         . . . . . p p p
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . K .",
    );
    // White's king has pieces around, and none of them can help.
    assert_status(
        Checkmate,
        "w - -
         . . k . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . N . .
         . . . . . . . .
         Q . . . . . . .
         P P P . . . . .
         . K . .!r . . .",
    );
    // A pawn's step made room,
    let board = assert_status(
        Check,
        "b - -
         . . .!R . . k .
         . . . . . p p .
         . . . . . . . p
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . K .",
    );
    assert_eq!(names(&board), ["g8h7"]);
    // or a rook guards the rank.
    let board = assert_status(
        Check,
        "b - -
         r . .!R . . k .
         . . . . . p p p
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . K .",
    );
    assert_eq!(names(&board), ["a8d8"]);
}

#[test]
fn req10_not_checkmate_can_block() {
    // A bishop steps between,
    let board = assert_status(
        Check,
        "b - -
         . . .!R . . k .
         . . . . . p p p
         . . . b . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . K .",
    );
    assert_eq!(names(&board), ["d6f8"]);
    // even one that would be pinned if White's stood on the long diagonal;
    let board = assert_status(
        Check,
        "b - -
         . . . .!R . . k
         . . . . . . b p
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . B . . . . .
         . . . . . . K .",
    );
    assert_eq!(names(&board), ["g7f8"]);
    // a pawn does, by its double step;
    let board = assert_status(
        Check,
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . r
         K . . . . . .!r
         . . . . . . . r
         . . . P . . . .
         . . . . . . . .",
    );
    assert_eq!(names(&board), ["d2d4"]);
    // a knight takes the checker;
    let board = assert_status(
        Check,
        "b - -
         . . .!R . . k .
         . . . . . p p p
         . . n . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . K .",
    );
    assert_eq!(names(&board), ["c6d8"]);
    // a pawn takes the checker en passant, and where it may not, it is mate.
    let board = assert_status(
        Check,
        "w - b6
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         P!p . . . . . .
         K . . . . . . .
         . . . . . . . r
         . . . . . . . .
         . r . . . . . .",
    );
    assert_eq!(names(&board), ["a5b6"]);
    assert_status(
        Checkmate,
        "w - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         P!p . . . . . .
         K . . . . . . .
         . . . . . . . r
         . . . . . . . .
         . r . . . . . .",
    );
}
