//! Compares standard algebraic notation with the crate shakmaty in random games.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod common;
#[path = "common/shakmaty_position.rs"]
mod shakmaty_position;

use std::collections::HashMap;

use common::random::{for_each_position, scaled};
use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::chess::san::{San, parse};
use ferz::chess::{Board, Move};
use shakmaty::Position as _;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, uci::UciMove};
use shakmaty_position::shakmaty_position;

/// A position in which Qh4e1 needs both file and rank.
const THREE_QUEENS: &str = "1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1";

/// Returns the legal moves in SAN according to shakmaty. The keys are the moves in coordinate
/// notation, with castling as king takes rook.
fn shakmaty_san(board: &Board) -> HashMap<String, String> {
    let position = shakmaty_position(board);
    let moves = position.legal_moves().into_iter();
    moves
        .map(|mv| {
            let coordinates = UciMove::from_move(mv, CastlingMode::Chess960).to_string();
            (
                coordinates,
                SanPlus::from_move(position.clone(), mv).to_string(),
            )
        })
        .collect()
}

/// Returns other spellings of a move, all of which the parser must accept.
fn other_spellings(board: &Board, mv: Move, san: &str) -> Vec<String> {
    let bare = san.trim_end_matches(['+', '#']);
    let mut spellings = vec![
        bare.to_owned(),
        bare.replace('x', ""),
        bare.replace('=', ""),
        bare.replace('O', "0"),
        format!("{bare}!?"),
        CoordinateMove::new(mv, CastlingNotation::KingTakesRook).to_string(),
        mv.to_string(),
    ];
    if !mv.is_castle() {
        let piece = match board.piece_type_at(mv.from()).unwrap().letter() {
            'p' => String::new(),
            letter => letter.to_ascii_uppercase().to_string(),
        };
        let promotion = mv
            .promotion()
            .map_or_else(String::new, |p| format!("={}", p.letter()));
        for sign in ["", if mv.is_capture() { "x" } else { "-" }] {
            spellings.push(format!("{piece}{}{sign}{}{promotion}", mv.from(), mv.to()));
        }
    }
    spellings
}

#[test]
fn san_agrees_with_shakmaty_and_every_spelling_is_parsed() {
    let (mut moves, mut with_file, mut with_rank, mut with_both) = (0, 0, 0, 0);
    let mut check = |board: &Board| {
        let expected = shakmaty_san(board);
        for mv in board.legal_moves() {
            let san = San::new(board, mv).to_string();
            let coordinates = CoordinateMove::new(mv, CastlingNotation::KingTakesRook);
            assert_eq!(san, expected[&coordinates.to_string()], "{board:?}");
            assert_eq!(parse(board, &san), Ok(mv), "{san}: {board:?}");
            for text in other_spellings(board, mv, &san) {
                assert_eq!(parse(board, &text), Ok(mv), "{text}: {board:?}");
            }
            if let Some(squares) = san.strip_prefix(['N', 'B', 'R', 'Q']) {
                let (origin, _) = squares.split_once(&mv.to().to_string()).unwrap();
                let mut letters = origin.chars();
                match (letters.next(), letters.next()) {
                    (Some('a'..='h'), Some('1'..='8')) => with_both += 1,
                    (Some('a'..='h'), _) => with_file += 1,
                    (Some('1'..='8'), _) => with_rank += 1,
                    _ => {}
                }
            }
            moves += 1;
        }
    };
    for_each_position(3, scaled(24), &mut check);
    check(&THREE_QUEENS.parse().unwrap());
    assert!(moves > 20_000, "{moves}");
    for (count, what) in [
        (with_file, "file"),
        (with_rank, "rank"),
        (with_both, "file and rank"),
    ] {
        assert!(
            count > 0,
            "expected a move that is disambiguated by its origin {what}"
        );
    }
}
