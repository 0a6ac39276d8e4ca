//! Assertions about positions drawn as diagrams; `main.rs` explains the marks.

use std::collections::HashSet;

use ferz::chess::MoveKind::{
    Capture, DoublePawnPush, EnPassant, KingsideCastle, QueensideCastle, Quiet,
};
use ferz::chess::{
    Bitboard, Board, Color, Legality, Move, MoveKind, MoveList, Position, Square,
    generate_legal_moves, generate_pseudo_legal_moves,
};

use crate::common::Diagram;

/// Returns a diagram that marks the moves that `generate` finds for the pieces marked `>`.
fn draw_moves(drawn: &Diagram, board: &Board, generate: fn(&Board, &mut MoveList)) -> Diagram {
    let mut list = MoveList::new();
    generate(board, &mut list);
    let distinct: HashSet<_> = list.iter().collect();
    assert_eq!(
        distinct.len(),
        list.len(),
        "expected each move once: {list:?}"
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

/// Returns the diagram and its images under the symmetries of chess.
fn symmetries(drawn: &Diagram) -> Vec<Diagram> {
    let mut images = vec![drawn.clone(), drawn.colors_swapped()];
    for image in images.clone() {
        images.extend(image.files_mirrored());
    }
    images
}

/// Asserts that `draw` reproduces the diagram from its board. Asserts the same for the images of
/// the diagram under the symmetries. Returns the board.
#[track_caller]
fn assert_drawn(text: &str, draw: impl Fn(&Diagram, &Board) -> Diagram) -> Board {
    let drawn = Diagram::parse(text);
    for expected in symmetries(&drawn) {
        let found = draw(&expected, &expected.board());
        assert!(found == expected, "expected {expected}\nfound {found}");
    }
    drawn.board()
}

/// Asserts that the marks show exactly the legal moves of the pieces marked `>`.
#[track_caller]
pub fn assert_legal(text: &str) -> Board {
    assert_drawn(text, |drawn, board| {
        draw_moves(drawn, board, generate_legal_moves)
    })
}

/// Asserts that the marks show exactly the pseudo-legal moves of the pieces marked `>`.
#[track_caller]
pub fn assert_pseudo_legal(text: &str) -> Board {
    assert_drawn(text, |drawn, board| {
        draw_moves(drawn, board, generate_pseudo_legal_moves)
    })
}

/// Asserts that the diagram shows this board, and that the marks show exactly the legal moves of
/// the pieces marked `>`.
#[track_caller]
pub fn assert_board(board: &Board, text: &str) {
    let expected = Diagram::parse(text);
    let mut marked = Diagram::of(board);
    for square in expected.marked('>') {
        marked.mark(square, '>');
    }
    let found = draw_moves(&marked, board, generate_legal_moves);
    assert!(found == expected, "expected {expected}\nfound {found}");
}

/// Asserts that the marks `!` show exactly the pieces that attack the square marked `?`.
#[track_caller]
pub fn assert_attackers(text: &str) -> Board {
    assert_drawn(text, |drawn, board| {
        let mut found = drawn.only(&['?']);
        let square = drawn
            .marked('?')
            .next()
            .expect("one square is marked with ?");
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

/// Asserts that the marks `*` show exactly the squares that the side to move attacks.
#[track_caller]
pub fn assert_attacked(text: &str) -> Board {
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

/// Whether the side to move is in check, and whether it has a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
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

/// Returns the status of a board. Asserts that all functions that compute parts of it agree.
#[track_caller]
pub fn status(board: &Board) -> Status {
    let in_check = board.is_in_check();
    assert_eq!(board.checkers().any(), in_check, "{board:?}");
    assert_eq!(Position::new(*board).is_in_check(), in_check, "{board:?}");
    assert_eq!(Legality::of(board).checkers, board.checkers(), "{board:?}");
    let count = board.legal_moves().len();
    assert_eq!(board.count_legal_moves(), count as u64, "{board:?}");
    assert_eq!(board.has_legal_moves(), count > 0, "{board:?}");
    match (board.is_checkmate(), board.is_stalemate()) {
        (true, false) => Checkmate,
        (false, true) => Stalemate,
        (false, false) if in_check => Check,
        (false, false) => Open,
        (true, true) => panic!("both checkmate and stalemate: {board:?}"),
    }
}

/// Asserts that the position has this status, and that the marks `!` show exactly the pieces that
/// give check.
#[track_caller]
pub fn assert_status(expected: Status, text: &str) -> Board {
    assert_drawn(text, |drawn, board| {
        assert_eq!(status(board), expected, "{drawn}");
        let mut found = drawn.only(&[]);
        for checker in board.checkers() {
            found.mark(checker, '!');
        }
        found
    })
}

/// Returns the target squares of the legal moves from `from`.
pub fn targets(board: &Board, from: Square) -> Bitboard {
    let moves = board.legal_moves().into_iter();
    moves.filter(|mv| mv.from() == from).map(Move::to).collect()
}

/// Returns the kinds of the legal moves from `from` to `to`, in the order of [`MoveKind`].
pub fn kinds(board: &Board, from: Square, to: Square) -> Vec<MoveKind> {
    let moves = board.legal_moves().into_iter();
    let moves = moves.filter(|mv| (mv.from(), mv.to()) == (from, to));
    let mut kinds: Vec<MoveKind> = moves.map(Move::kind).collect();
    kinds.sort_by_key(|&kind| kind as u8);
    kinds
}

/// Returns all legal moves in coordinate notation, sorted.
pub fn names(board: &Board) -> Vec<String> {
    let mut names: Vec<String> = board
        .legal_moves()
        .iter()
        .map(ToString::to_string)
        .collect();
    names.sort();
    names
}
