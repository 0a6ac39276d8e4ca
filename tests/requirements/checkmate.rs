//! REQ-10: checkmate.

use ferz::chess::Square::D1;
use ferz::chess::{Board, Square};

use crate::common::play;
use crate::diagrams::Status::{Check, Checkmate, Open};
use crate::diagrams::{assert_board, assert_status, kinds, names, status};

#[test]
fn req10_checkmate_detected() {
    // Fool's mate.
    let fools_mate = play(&Board::default(), "f2f3 e7e5 g2g4");
    assert_eq!(status(&fools_mate), Open);
    assert_eq!(status(&play(&fools_mate, "d8h4")), Checkmate);
    // Mate by queen and king.
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
    // Mate by two rooks.
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
    // Smothered mate by a knight.
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
    // The pinned bishop cannot block.
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
    // Réti against Tartakower, Vienna 1910: double check, then mate.
    let reti = play(
        &Board::default(),
        "e2e4 c7c6 d2d4 d7d5 b1c3 d5e4 c3e4 g8f6 d1d3 e7e5 d4e5 d8a5 c1d2 a5e5 e1a1 f6e4 \
         d3d8 e8d8 d2g5",
    );
    assert_eq!(status(&reti), Check);
    assert_eq!(reti.checkers(), D1.bitboard() | Square::G5.bitboard());
    assert_eq!(names(&reti), ["d8c7", "d8e8"]);
    assert_eq!(status(&play(&reti, "d8c7 g5d8")), Checkmate);
    assert_eq!(status(&play(&reti, "d8e8 d1d8")), Checkmate);
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
    // Without the bishop on c4, the king can capture the queen.
    let check = play(&Board::default(), "e2e4 e7e5 d1h5 b8c6 a2a3 g8f6 h5f7");
    assert_eq!(status(&check), Check);
    assert_eq!(names(&check), ["e8f7"]);
    // A pawn on g6 blocks the queen's path to f7.
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
    // White has other pieces, but none of them can block the check or capture the rook.
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
    // The king can escape because a pawn has moved.
    let escape = assert_status(
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
    assert_eq!(names(&escape), ["g8h7"]);
    // A rook on the back rank can capture the checking rook.
    let capture = assert_status(
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
    assert_eq!(names(&capture), ["a8d8"]);
}

#[test]
fn req10_not_checkmate_can_block() {
    // A bishop can block.
    let bishop = assert_status(
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
    assert_eq!(names(&bishop), ["d6f8"]);
    // A bishop on g7 can block, because the white bishop on c2 does not pin it.
    let unpinned_bishop = assert_status(
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
    assert_eq!(names(&unpinned_bishop), ["g7f8"]);
    // A pawn can block by a double push.
    let pawn = assert_status(
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
    assert_eq!(names(&pawn), ["d2d4"]);
    // A knight can capture the checking piece.
    let knight = assert_status(
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
    assert_eq!(names(&knight), ["c6d8"]);
    // A pawn can capture the checking pawn en passant. If en passant is not allowed, it is mate.
    let en_passant = assert_status(
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
    assert_eq!(names(&en_passant), ["a5b6"]);
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
