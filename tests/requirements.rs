//! The rules of chess, requirement by requirement, each shown on diagrams.
//!
//! | requirement | implemented by | tests | benchmarks |
//! | --- | --- | --- | --- |
//! | REQ-1 pawns | [`generate_legal_moves`], `src/chess/movegen/pawns.rs` | `req1_*` | `pawn_movegen` |
//! | REQ-2 knights | [`generate_legal_moves`], `src/chess/movegen/knights.rs` | `req2_*` | `knight_movegen` |
//! | REQ-3 bishops | [`generate_legal_moves`], `src/chess/movegen/sliders.rs` | `req3_*` | `bishop_movegen`, `magic_lookup` |
//! | REQ-4 rooks | [`generate_legal_moves`], `src/chess/movegen/sliders.rs` | `req4_*` | `rook_movegen`, `magic_lookup` |
//! | REQ-5 queens | [`generate_legal_moves`], `src/chess/movegen/sliders.rs` | `req5_*` | `queen_movegen`, `magic_lookup` |
//! | REQ-6 king | [`generate_legal_moves`], `src/chess/movegen/king.rs` | `req6_*` | `king_movegen` |
//! | REQ-7 castling | [`generate_legal_moves`], `src/chess/movegen/castling.rs`; [`Board::make_move`] | `req7_*` | `king_movegen`, `make_unmake` |
//! | REQ-8 no self-check | [`Legality::of`], `src/chess/movegen/legality.rs` | `req8_*` | `full_movegen`, `perft` |
//! | REQ-9 check | [`Board::is_in_check`], [`Board::checkers`], [`Board::attackers_to`], `src/chess/board/check.rs` | `req9_*` | `check_detection` |
//! | REQ-10 checkmate | [`Board::is_checkmate`], [`has_legal_moves`] | `req10_*` | `check_detection`, `full_movegen` |
//! | REQ-11 stalemate | [`Board::is_stalemate`], [`has_legal_moves`] | `req11_*` | `check_detection`, `full_movegen` |
//!
//! A drawing ([`Diagram`]) holds a position and what is expected of it. Pieces marked `>`
//! are asked for their moves, and all of these are drawn, so that a square without a mark
//! is one where they may not go:
//!
//! * `*` to an empty square, `xp` taking the pawn there;
//! * `e` taking en passant, which ends on an empty square;
//! * `=` promoting, on an empty square or taking a piece (`=r`);
//! * `oR` castling with this rook.
//!
//! In drawings of check, `!` marks the pieces that give it; where attacks on a square are
//! asked for, `?` marks the square and `!` the attackers. Every drawing is tried as it is
//! and with the colors exchanged; without castling rights, its mirror images as well.

mod common;

use std::collections::HashSet;

use common::{Diagram, find_move, play};
use ferz::chess::MoveKind::{
    Capture, CaptureToBishop, CaptureToKnight, CaptureToQueen, CaptureToRook, DoublePawnPush,
    EnPassant, KingsideCastle, PromoteToBishop, PromoteToKnight, PromoteToQueen, PromoteToRook,
    QueensideCastle, Quiet,
};
use ferz::chess::Square::{A1, A7, A8, B6, B7, D1, D4, D6, D7, E1, E4, E5, E8, G2, H1};
use ferz::chess::{
    Bitboard, Board, Color, Legality, Move, MoveKind, MoveList, PieceType, Position, Square,
    count_legal_moves, generate_legal_moves, generate_pseudo_legal_moves, has_legal_moves,
    legal_moves,
};

/// How the moves that a generator finds for the pieces marked `>` are drawn.
fn draw_moves(drawn: &Diagram, board: &Board, generate: fn(&Board, &mut MoveList)) -> Diagram {
    let mut list = MoveList::new();
    generate(board, &mut list);
    let different: HashSet<_> = list.iter().collect();
    assert_eq!(
        different.len(),
        list.len(),
        "a move is listed twice: {list:?}"
    );
    let movers: Bitboard = drawn.marked('>').collect();
    let mut found = drawn.only(&['>']);
    for mv in list.iter().filter(|mv| movers.contains(mv.from())) {
        let mark = match mv.kind() {
            Quiet | DoublePawnPush => '*',
            Capture => 'x',
            EnPassant => 'e',
            KingsideCastle | QueensideCastle => 'o',
            _ => '=',
        };
        found.mark(mv.to(), mark);
    }
    found
}

/// The drawing and its images under the symmetries of chess.
fn symmetries(drawn: &Diagram) -> Vec<Diagram> {
    let mut images = vec![drawn.clone(), drawn.colors_swapped()];
    for image in images.clone() {
        images.extend(image.files_mirrored());
    }
    images
}

/// Asserts that what `draw` makes of the drawn board is the drawing; returns the board.
#[track_caller]
fn assert_drawn(text: &str, draw: impl Fn(&Diagram, &Board) -> Diagram) -> Board {
    let drawn = Diagram::parse(text);
    for expected in symmetries(&drawn) {
        let found = draw(&expected, &expected.board());
        assert!(found == expected, "expected {expected}\nfound {found}");
    }
    drawn.board()
}

/// The pieces marked `>` have the legal moves that are drawn, and no others.
#[track_caller]
fn assert_legal(text: &str) -> Board {
    assert_drawn(text, |drawn, board| {
        draw_moves(drawn, board, generate_legal_moves)
    })
}

/// The same of pseudo-legal moves, which may leave the king in check.
#[track_caller]
fn assert_pseudo_legal(text: &str) -> Board {
    assert_drawn(text, |drawn, board| {
        draw_moves(drawn, board, generate_pseudo_legal_moves)
    })
}

/// This board is the one drawn, and has the legal moves that are drawn.
#[track_caller]
fn assert_board(board: &Board, text: &str) {
    let expected = Diagram::parse(text);
    let mut marked = Diagram::of(board);
    for square in expected.marked('>') {
        marked.mark(square, '>');
    }
    let found = draw_moves(&marked, board, generate_legal_moves);
    assert!(found == expected, "expected {expected}\nfound {found}");
}

/// The pieces marked `!`, and no others, attack the square marked `?`.
#[track_caller]
fn assert_attackers(text: &str) -> Board {
    assert_drawn(text, |drawn, board| {
        let mut found = drawn.only(&['?']);
        let square = drawn.marked('?').next().expect("a square is asked for");
        let attackers = board.attackers_to(square, board.occupied());
        for color in Color::ALL {
            let attacks = attackers.intersects(board.of_color(color));
            assert_eq!(
                board.is_square_attacked(square, color),
                attacks,
                "by {color}: {drawn}"
            );
        }
        for attacker in attackers {
            found.mark(attacker, '!');
        }
        found
    })
}

/// The side to move attacks the squares marked `*`, and no others.
#[track_caller]
fn assert_attacked(text: &str) -> Board {
    assert_drawn(text, |drawn, board| {
        let mut found = drawn.only(&[]);
        for square in Square::ALL {
            if board.is_square_attacked(square, board.side_to_move()) {
                found.mark(square, '*');
            }
        }
        found
    })
}

/// What check and the lack of moves make of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// In check, with no legal move.
    Checkmate,
    /// Not in check, with no legal move.
    Stalemate,
    /// In check, with a legal move.
    Check,
    /// Not in check, with a legal move.
    Open,
}

use Status::{Check, Checkmate, Open, Stalemate};

/// The status of a board, after seeing that all who could tell agree.
#[track_caller]
fn status(board: &Board) -> Status {
    let in_check = board.is_in_check();
    assert_eq!(board.checkers().any(), in_check, "{board:?}");
    assert_eq!(Position::new(*board).is_in_check(), in_check, "{board:?}");
    assert_eq!(Legality::of(board).checkers, board.checkers(), "{board:?}");
    let count = legal_moves(board).len();
    assert_eq!(count_legal_moves(board), count as u64, "{board:?}");
    assert_eq!(has_legal_moves(board), count > 0, "{board:?}");
    match (board.is_checkmate(), board.is_stalemate()) {
        (true, false) => Checkmate,
        (false, true) => Stalemate,
        (false, false) if in_check => Check,
        (false, false) => Open,
        (true, true) => panic!("both checkmate and stalemate: {board:?}"),
    }
}

/// The drawn position has this status, and the pieces marked `!` give check.
#[track_caller]
fn assert_status(expected: Status, text: &str) -> Board {
    assert_drawn(text, |drawn, board| {
        assert_eq!(status(board), expected, "{drawn}");
        let mut found = drawn.only(&[]);
        for checker in board.checkers() {
            found.mark(checker, '!');
        }
        found
    })
}

/// The squares that the piece on `from` may go to.
fn targets(board: &Board, from: Square) -> Bitboard {
    let moves = legal_moves(board).into_iter();
    moves.filter(|mv| mv.from() == from).map(Move::to).collect()
}

/// The kinds of the legal moves from `from` to `to`, in the order of [`MoveKind`].
fn kinds(board: &Board, from: Square, to: Square) -> Vec<MoveKind> {
    let moves = legal_moves(board).into_iter();
    let moves = moves.filter(|mv| (mv.from(), mv.to()) == (from, to));
    let mut kinds: Vec<MoveKind> = moves.map(Move::kind).collect();
    kinds.sort_by_key(|&kind| kind as u8);
    kinds
}

/// The names of all legal moves, sorted.
fn names(board: &Board) -> Vec<String> {
    let mut names: Vec<String> = legal_moves(board).iter().map(ToString::to_string).collect();
    names.sort();
    names
}

// REQ-1: pawns

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

// REQ-2: knights

#[test]
fn req2_knight_moves() {
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . * . * . . .
         . * . . . * . .
         . . .>N . . . .
         . * . . . * . .
         . . * . * . . .
         . . . . . . . K",
    );
    // It jumps over pieces, takes enemies, and does not take its own.
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . .xp .xr . . .
         . * p p pxq . .
         . . P>N P . . .
         . P P P P * . .
         . . N . * . . .
         . . . . . . K .",
    );
}

#[test]
fn req2_knight_edge_cases() {
    // On the edge and in the corner: not around it.
    assert_legal(
        "w - -
         . . . . . . .>N
         . . . . . * . .
         . * . . . . * .
         . . * . k . . .
        >N . . . . . . .
         . * * . . . . .
         . * * . . . . .
        >N . . . . . . K",
    );
    // One step from the edges.
    assert_legal(
        "w - -
         . . . . * . . .
         . . . . . .>N .
         k . . . * . . .
         . . . . . * . *
         * . * . . . . .
         . . . * . . . .
         .>N . . . . . .
         . . . * . . . K",
    );
    // In the corner behind its own pieces.
    assert_legal(
        "w - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . P . . . . . .
         . . P . . . . .
        >N . . . . . . K",
    );
    // A black one on its first rank.
    assert_legal(
        "b - -
         . . . . . .>n k
         . . . . p . . .
         . . . . . * . *
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         K . . . . . . .",
    );
}

// REQ-3: bishops

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
    // From corner and edge, and never off its color.
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
    // Up to its own pieces, and not over them.
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
    // Not at all, though the straight lines are free.
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
    // The first enemy on each diagonal, not the one behind it.
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
    // No enemy beside it, and no piece of its own.
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

// REQ-4: rooks

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
    // From the corners: 14 squares, as from everywhere.
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
    // Up to its own pieces, and not over them.
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
    // Not at all, though the diagonals are free.
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
    // The first enemy on each line, not the one behind it.
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
    // No enemy on a diagonal, and no piece of its own.
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

// REQ-5: queens

#[test]
fn req5_queen_moves() {
    // Up to its own pieces, and onto the first enemy on each line.
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
    // At the start, no piece that slides has a free line.
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
    // 27 squares from the middle, and no knight's jump.
    let board = assert_legal(
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
    assert_eq!(targets(&board, D4).count(), 27);
    // 21 from a corner.
    let board = assert_legal(
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
    assert_eq!(targets(&board, A1).count(), 21);
}

// REQ-6: the king

#[test]
fn req6_king_moves() {
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . . * * * . .
         . . . *>K * . .
         . . . * * * . .
         . . . . . . . .
         . . . . . . . .",
    );
    // It takes enemies that nobody protects, and not its own pieces.
    let board = assert_legal(
        "w - -
         . . . . . . . .
         k . . . . . . .
         . . . . . . . .
         . . . P N * . .
         . . . *>K * . .
         . . .xp * B . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert_eq!(kinds(&board, E4, Square::D3), [Capture]);
    assert_eq!(kinds(&board, E4, D4), [Quiet]);
}

#[test]
fn req6_king_edge_cases() {
    // In the corner and on the edge: not around it.
    assert_legal(
        "w - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         * * . . . . . .
        >K * . . . . . .",
    );
    assert_legal(
        "w - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . * *
         . . . . . . *>K
         . . . . . . * *
         . . . . . . . .
         . . . . . . . .",
    );
    // Kings keep a square between them.
    assert_legal(
        "w - -
         . . . . . . . .
         . . . . . . . .
         . . . . k . . .
         . . . . . . . .
         . . . *>K * . .
         . . . * * * . .
         . . . . . . . .
         . . . . . . . .",
    );
    // The bishop beside the king is free to be taken,
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . . * . * . .
         . . .xb>K * . .
         . . . * . * . .
         . . . . . . . .
         . . . . . . . .",
    );
    // unless it is protected.
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . p * . * . .
         . . . b>K * . .
         . . . * . * . .
         . . . . . . . .
         . . . . . . . .",
    );
}

// REQ-7: castling

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
    // Chess960: king and rook change places,
    let board = assert_legal(
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
    assert_eq!(kinds(&board, Square::F1, Square::G1), [KingsideCastle]);
    assert_board(
        &play(&board, "f1g1"),
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
    // the king stays where it is,
    let board = assert_legal(
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
        &play(&board, "g1h1"),
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
    // or goes a long way, with the inner of two rooks.
    let board = assert_legal(
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
        &play(&board, "c1e1"),
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
    // Black, to both sides.
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
    // Chess960: king and rook are neighbors on the a-side,
    let board = assert_legal(
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
        &play(&board, "b1a1"),
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
    // or far from their targets, which the rook leaves on the king's other side.
    let board = assert_legal(
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
    assert_eq!(kinds(&board, Square::G1, Square::F1), [QueensideCastle]);
    assert_board(
        &play(&board, "g1f1"),
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
    // The king does not cross b1, but the rook does.
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
    // Enemies are in the way as well.
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
    // What blocks one side does not block the other.
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
    // Chess960: the rook's target lies beyond king and rook.
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
    // So may the king's.
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
    // The way is free, but there is a right for one side only.
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
    // A king that has moved never castles again,
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
    // nor does a rook that has moved,
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
    // nor the king with another rook in the place of one that was taken at home.
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
    // Rooks may be attacked, and may cross b1 when it is.
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
    // Not out of check,
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
    // not through check,
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
    // not into check,
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
    // even from a pawn, which attacks d1 and f1 here.
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
    // That is a matter of legality: free way and right are enough to be pseudo-legal.
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
    // Chess960: all that a king on its long way crosses counts;
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
    // one that stays lets the rook go to an attacked square,
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
    // but not away from where it shields the king, who may stay or move.
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

// REQ-8: no move leaves one's own king in check

#[test]
fn req8_illegal_move_into_check() {
    // Rook, knight and pawn attack five of eight squares; the rules of the king's own
    // moves would let it go to any.
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . n .
         . . . p . . . .
         . . . * . . . .
         . . . *>K * . .
         r . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert_pseudo_legal(
        "w - -
         . . . . . . . k
         . . . . . . n .
         . . . p . . . .
         . . . * * * . .
         . . . *>K * . .
         r . . * * * . .
         . . . . . . . .
         . . . . . . . .",
    );
    // Stepping back on the line of a check does not leave it.
    assert_legal(
        "w - -
         . . . . r . . k
         . . . . . . . .
         . . . . . . . .
         . . . * . * . .
         . . . *>K * . .
         . . . * . * . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert_legal(
        "w - -
         . . . . . . . k
         .xb . . . . . .
         . . . . . . . .
         . . . . * * . .
         .>Q . *>K * . .
         . . . * * . . .
         . . . . . . . .
         . . . . . . . .",
    );
    // A check is answered by taking, by stepping between, or by the king; by nothing else.
    assert_legal(
        "w - -
         . . . .xr . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . .>B
         . . . . * . . .
         . .>N . . . . .
         . . . * * * .>P
        >R . . *>K * . .",
    );
    // The king itself takes the checker, unless that is protected.
    assert_legal(
        "w - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . .xr . . .
         . . . *>K * . .",
    );
    assert_legal(
        "w - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . b
         . . . . . . . .
         . . . . . . . .
         . . . . r . . .
         . . . *>K * . .",
    );
}

#[test]
fn req8_pinned_piece() {
    // Eight pins: a piece may move along its pin if it moves that way at all.
    assert_legal(
        "w - -
         . . . . r . . k
         . q . . . . .xb
         . .>R .>N . * .
         . . . . .>B . .
        xr>Q * * K *>Rxr
         . . . * . . . .
         . .>Q .>B .>N .
         .xb . . q . . b",
    );
    // Its own rules would let the knight jump.
    assert_pseudo_legal(
        "w - -
         . . . . r . . k
         . . . . . . . .
         . . . . . . . .
         . . . * . * . .
         . . * . . . * .
         . . . .>N . . .
         . . * . . . * .
         . . . * K * . .",
    );
    // Not pinned: two pieces shield the king, or an enemy does.
    assert_legal(
        "w - -
         . . . . r . . k
         . . . . . . . .
         . . . . . . . .
         . . . * P * . .
         . . * . . . * .
         . . . .>N . . .
         . . * . . . * .
         . . . * K * . .",
    );
    assert_legal(
        "w - -
         . . . . r . . k
         . . . . . . . .
         . . . . p . . .
         . . . * . * . .
         . . * . . . * .
         . . . .>N . . .
         . . * . . . * .
         . . . * K * . .",
    );
    // A pawn pinned on its file may push, and not take;
    assert_legal(
        "w - -
         . . . . r . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . * . . .
         . . . b * . . .
         . . . .>P . . .
         . . . . K . . .",
    );
    // on a diagonal it may take the pinner, and not push;
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . n .xb .
         . . . . .>P . .
         . . . . K . . .",
    );
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . b
         . . . . n . . .
         . . . . .>P . .
         . . . . K . . .",
    );
    // on its rank it may do nothing.
    assert_legal(
        "w - -
         . . . . . . . k
         . . . . . . . .
         . . . . . . . .
         . . . . p . . .
         K . .>P . . . r
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    // A pinned piece is no help against another check.
    assert_legal(
        "w - -
         . . . . r . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . .>R n . .
         . . . . * * . .
         . . . *>K * . .",
    );
}

#[test]
fn req8_discovered_check() {
    // Any move of the bishop off the file discovers check on Black;
    let board = Diagram::parse(
        "w - -
         . . . . k . . .
         . . . p . p . .
         . . . . . . . .
         . . . . . . . .
         . . . . B . . .
         . . . . . . . .
         . . . . . . . .
         . . . . R . K .",
    )
    .board();
    let discovered = play(&board, "e4h1");
    assert_eq!(discovered.checkers(), E1.bitboard());
    assert_board(
        &discovered,
        "b - -
         . . . *>k * . .
         . . .>p .>p . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . R . K B",
    );
    // with a pawn of Black's in between, none does.
    let board = Diagram::parse(
        "w - -
         . . . . k . . .
         . . . . p . . .
         . . . . . . . .
         . . . . . . . .
         . . . . B . . .
         . . . . . . . .
         . . . . . . . .
         . . . . R . K .",
    )
    .board();
    assert_eq!(status(&play(&board, "e4h1")), Open);
    // A double check is answered by the king alone: not by the queen or the pawn, which
    // could take the knight, nor by the bishop, which could step between.
    assert_legal(
        "b - -
         . . .>q>k * .>r
         . . . . . *>p .
         . . . . . N . .
         . . . . . . . .
         . . . . . . . .
        >b . . . . . . .
         . . . . . . . .
         . . . . R . K .",
    );
    // One may not discover check on oneself: not by taking en passant,
    assert_legal(
        "b - d3
         . . . . . . . K
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         Q . . P>p . . k
         . . . . * . . .
         . . . . . . . .
         . . . . . . . .",
    );
    // and not by leaving the line of a pin.
    assert_legal(
        "w - -
         . . . . k . . .
         . . . . . . . .
         . . . . . . . .
        xb . . . . . . .
         . * . . . . . .
         . .>B . . . . .
         . . . * . . . .
         . . . . K . . .",
    );
}

// REQ-9: check

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

// REQ-10: checkmate

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

// REQ-11: stalemate

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
    // White has a pawn and a knight: one is blocked, the other pinned.
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
    // Sam Loyd's shortest game that ends in stalemate: Black has nearly all his men.
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
    let board = assert_status(
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
    assert_eq!(names(&board), ["h6h5"]);
    // A pinned rook moves along its pin; a bishop in its place could not.
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
    // The only move is to take en passant; a move later it would be stalemate.
    let board = assert_status(
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
    assert_eq!(names(&board), ["d4e3"]);
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
    // It is the other side's turn.
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
    // No legal move, but check: that is mate.
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
    // Check, with one move left: the queen is not protected.
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
    // The pawn that could still move in a stalemate cannot answer a check.
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
