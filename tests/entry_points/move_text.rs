//! Parses any text as a move, on any board.

use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::chess::san::{self, San};
use ferz::chess::{Board, Move};

use super::assert_one_line;
use super::bytes::Bytes;

/// Plays the game that the first bytes describe, and reads the others as a move.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes(data);
    let Some(start) = bytes.start() else {
        return;
    };
    let board = bytes.walk(start, 40);
    let text = bytes.text();
    check_coordinates(&board, &text);
    match san::parse(&board, &text) {
        Ok(mv) => assert_reads_back(&board, mv),
        Err(error) => assert_one_line(&error.to_string()),
    }
}

/// Parses the text as a move in coordinate notation, and checks the result.
fn check_coordinates(board: &Board, text: &str) {
    match text.parse::<CoordinateMove>() {
        Ok(written) => {
            assert!(written.to_string().eq_ignore_ascii_case(text), "{text:?}");
            let meant = written.resolve(board);
            let stands_for = |&mv: &Move| {
                NOTATIONS
                    .map(|n| CoordinateMove::new(mv, n))
                    .contains(&written)
            };
            let candidates: Vec<Move> =
                board.legal_moves().into_iter().filter(stands_for).collect();
            assert_eq!(
                meant.is_some(),
                !candidates.is_empty(),
                "{text:?} {board:?}"
            );
            if let Some(mv) = meant {
                assert!(candidates.contains(&mv), "{text:?} {board:?}");
                assert_reads_back(board, mv);
            }
        }
        Err(error) => assert_one_line(&error.to_string()),
    }
}

const NOTATIONS: [CastlingNotation; 2] =
    [CastlingNotation::KingMoves, CastlingNotation::KingTakesRook];

/// Asserts that a legal move is read back from SAN and from unambiguous coordinates.
fn assert_reads_back(board: &Board, mv: Move) {
    assert!(board.legal_moves().contains(&mv), "{mv:?} {board:?}");
    let san = San::new(board, mv).to_string();
    assert_eq!(san::parse(board, &san), Ok(mv), "{san} {board:?}");
    let text = CoordinateMove::new(mv, CastlingNotation::KingTakesRook).to_string();
    let again = text.parse::<CoordinateMove>();
    assert_eq!(
        again.map(|written| written.resolve(board)),
        Ok(Some(mv)),
        "{text} {board:?}"
    );
}
