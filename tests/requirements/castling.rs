//! REQ-7: castling.

use ferz::chess::MoveKind::{KingsideCastle, QueensideCastle};
use ferz::chess::Square;
use ferz::chess::Square::{A8, E1, E8, H1};

use crate::common::play;
use crate::diagrams::{assert_board, assert_legal, assert_pseudo_legal, kinds};

#[test]
fn req7_kingside_castle() {
    let board = assert_legal(
        "w K -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . * * * . .
         . . . *>K * .oR",
    );
    assert_eq!(kinds(&board, E1, H1), [KingsideCastle]);
    assert_board(
        &play(&board, "e1h1"),
        "b - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . R K .",
    );
    // Chess960: king and rook swap squares.
    let adjacent = assert_legal(
        "w K -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . * * * .
         . . . . *>KoR .",
    );
    assert_eq!(kinds(&adjacent, Square::F1, Square::G1), [KingsideCastle]);
    assert_board(
        &play(&adjacent, "f1g1"),
        "b - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . R K .",
    );
    // Chess960: the king stays on its square.
    let king_stays = assert_legal(
        "w K -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . * * *
         . . . . . *>KoR",
    );
    assert_board(
        &play(&king_stays, "g1h1"),
        "b - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . R K .",
    );
    // Chess960: the king moves four squares and castles with the inner of two rooks.
    let inner_rook = assert_legal(
        "w E -
         . . . k . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . * * * . . . .
         . *>K *oR . . R",
    );
    assert_board(
        &play(&inner_rook, "c1e1"),
        "b - -
         . . . k . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . R K R",
    );
}

#[test]
fn req7_queenside_castle() {
    // Black may castle on both sides.
    let board = assert_legal(
        "b kq -
        or . . *>k * .or
         . . . * * * . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .",
    );
    assert_eq!(kinds(&board, E8, A8), [QueensideCastle]);
    assert_eq!(kinds(&board, E8, Square::H8), [KingsideCastle]);
    assert_board(
        &play(&board, "e8a8"),
        "w - -
         . . k r . . . r
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .",
    );
    // Chess960: rook and king start on a1 and b1.
    let from_b1 = assert_legal(
        "w Q -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         * * * . . . . .
        oR>K * . . . . .",
    );
    assert_board(
        &play(&from_b1, "b1a1"),
        "b - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . K R . . . .",
    );
    // Rook and king start on f1 and g1, far from their target squares.
    let from_g1 = assert_legal(
        "w Q -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . * * *
         . . . . .oR>K *",
    );
    assert_eq!(kinds(&from_g1, Square::G1, Square::F1), [QueensideCastle]);
    assert_board(
        &play(&from_g1, "g1f1"),
        "b - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . K R . . . .",
    );
}

#[test]
fn req7_castle_blocked() {
    // A piece on b1 prevents castling: the rook passes this square, although the king does not.
    assert_legal(
        "w KQ -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . * * * . .
         R N . *>K B . R",
    );
    // Enemy pieces prevent castling as well.
    assert_legal(
        "w KQ -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . * . * . .
         R . n *>K * n R",
    );
    // A piece between king and rook does not prevent castling on the other side.
    assert_legal(
        "w KQ -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . * * * . .
         R . . Q>K * .oR",
    );
    // Chess960: the rook's target square, d1, is occupied. It is not between king and rook.
    assert_legal(
        "w Q -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         * * * . . . . .
         R>K * N . . . .",
    );
    // Chess960: the king's target square, g1, is occupied. It is not between king and rook.
    assert_legal(
        "w E -
         . . . k . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . * * * . . . .
         . *>K * R . N .",
    );
    // The path is free on both sides, but there is a right for one side only.
    let board = assert_legal(
        "w Qkq -
         r . . . k . . r
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . B . . .
         . . . . . . . .
         . . . * * * . .
        oR . . *>K * . R",
    );
    // A king that has moved may not castle.
    assert_board(
        &play(&board, "e1e2 e8e7 e2e1 e7e8"),
        "w - -
         r . . . k . . r
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . B . . .
         . . . . . . . .
         . . . * * * . .
         R . . *>K * . R",
    );
    // The king may not castle with a rook that has moved.
    assert_board(
        &play(&board, "a1a2 h8h7 a2a1 h7h8 e4d3"),
        "b q -
        or . . *>k * . r
         . . . * * * . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . B . . . .
         . . . . . . . .
         R . . . K . . R",
    );
    // After a rook was captured on its starting square, another rook may move there, but castling
    // with this rook is illegal.
    assert_board(
        &play(&board, "e4a8"),
        "b Qk -
         B . . *>k * .or
         . . . * * * . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         R . . . K . . R",
    );
    assert_board(
        &play(&board, "e4a8 h8h7 a8d5 h7a7 d5e4 a7a8 e4d3"),
        "b Q -
         r . . *>k * . .
         . . . * * * . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . B . . . .
         . . . . . . . .
         R . . . K . . R",
    );
}

#[test]
fn req7_castle_through_check() {
    // Castling is legal even if the rooks or b1 are attacked. Only the rook passes b1.
    assert_legal(
        "w KQ -
         r r . . . . . r
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . * * * . .
        oR . . *>K * .oR",
    );
    // A king in check may not castle.
    assert_legal(
        "w KQ -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . r . . .
         . . . . . . . .
         . . . * . * . .
         R . . *>K * . R",
    );
    // The king may not pass an attacked square.
    assert_legal(
        "w KQ -
         . . . . k r . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . * * . . .
        oR . . *>K . . R",
    );
    assert_legal(
        "w KQ -
         . . . r k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . * * . .
         R . . .>K * .oR",
    );
    // The king may not castle to an attacked square.
    assert_legal(
        "w KQ -
         . . r . k . r .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . * * * . .
         R . . *>K * . R",
    );
    // An attack by a pawn counts too: this one attacks d1 and f1.
    assert_legal(
        "w KQ -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . *xp * . .
         R . . .>K . . R",
    );
    // Castling through attacked squares is pseudo-legal: it needs only the right and a free path.
    assert_pseudo_legal(
        "w KQ -
         . . r . k r . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . * * * . .
        oR . . *>K * .oR",
    );
    // Chess960: an attack on any square of the king's path prevents castling.
    assert_legal(
        "w K -
         . . . . r . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         * * * . . . . .
         *>K * . . . R .",
    );
    // Chess960: the king stays on its square, and the rook may move to an attacked square.
    assert_legal(
        "w Q -
         . . . r k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . * * . . . . .
         .oR>K . . . . .",
    );
    // Chess960: castling is illegal if the rook shields the king from an attack along the rank.
    // In the first diagram, the king would stay on its square; in the second, it would move.
    assert_legal(
        "w Q -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . * * . . . .
         q R>K * . . . .",
    );
    assert_legal(
        "w K -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . * * . .
         . . . . *>K R q",
    );
}
