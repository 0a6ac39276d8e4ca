//! REQ-11: stalemate.

use ferz::chess::Board;

use crate::common::play;
use crate::diagrams::Status::{Check, Checkmate, Open, Stalemate};
use crate::diagrams::{assert_status, names, status};

#[test]
fn req11_stalemate_detected() {
    assert_status(
        Stalemate,
        "b - -
         k . . . . . . .
         . . Q . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .",
    );
    assert_status(
        Stalemate,
        "b - -
         k . . . . . . .
         P . . . . . . .
         K . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    // White also has a blocked pawn and a pinned knight.
    assert_status(
        Stalemate,
        "w - -
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . p . . .
         . . . . P . . .
         . . . . . . k .
         . . . . . . . .
         r . . . . . N K",
    );
    // Sam Loyd's game, the shortest that ends in stalemate. Black still has most of its pieces.
    let game = play(
        &Board::default(),
        "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 \
         b8c8 f7g6",
    );
    assert_eq!(status(&game), Open);
    assert_eq!(status(&play(&game, "c8e6")), Stalemate);
}

#[test]
fn req11_not_stalemate_has_moves() {
    // The king cannot move, but a pawn can.
    let pawn_moves = assert_status(
        Open,
        "b - -
         k . . . . . . .
         . . Q . . . . .
         . . . . . . . p
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .",
    );
    assert_eq!(names(&pawn_moves), ["h6h5"]);
    // A pinned rook can move along its pin. A bishop on its square could not.
    assert_status(
        Open,
        "b - -
         R . . . . . r k
         . . . . . . . .
         . . . . . . . K
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert_status(
        Stalemate,
        "b - -
         R . . . . . b k
         . . . . . . . .
         . . . . . . . K
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    // The only legal move is an en passant capture. Without the en passant square, it is stalemate.
    let en_passant = assert_status(
        Open,
        "b - e3
         k . . . . . . .
         . . Q . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . p P . . .
         . . . P . . . .
         . . . . . . . .
         . . . . . . K .",
    );
    assert_eq!(names(&en_passant), ["d4e3"]);
    assert_status(
        Stalemate,
        "b - -
         k . . . . . . .
         . . Q . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . p P . . .
         . . . P . . . .
         . . . . . . . .
         . . . . . . K .",
    );
    // The first position of `req11_stalemate_detected`, but with White to move.
    assert_status(
        Open,
        "w - -
         k . . . . . . .
         . . Q . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .",
    );
}

#[test]
fn req11_not_stalemate_in_check() {
    // If the king is in check and there is no legal move, it is mate.
    assert_status(
        Checkmate,
        "b - -
         k . . . . . . .
         .!Q . . . . . .
         . . K . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    // Check with one legal move: the king can capture the unprotected queen.
    let board = assert_status(
        Check,
        "b - -
         k . . . . . . .
         .!Q . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .",
    );
    assert_eq!(names(&board), ["a8b7"]);
    // The pawn could move, but it cannot parry the check.
    assert_status(
        Checkmate,
        "b - -
         k . . . . . .!R
         . . Q . . . . .
         . . . . . . . p
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .",
    );
}
