//! Parses any text as a perft suite.

use ferz::chess::Board;
use ferz::perft::MAX_DEPTH;
use ferz::perft::suite::{SuitePosition, fen_of, read};

use super::assert_one_line;
use super::fen::assert_moves_agree;

/// Reads the text as a suite, and checks the positions and the errors.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let lines: Vec<&str> = text.lines().collect();
    let (positions, errors) = read(&text);
    assert!(errors.is_sorted_by_key(|error| error.line));
    assert!(positions.is_sorted_by(|a, b| a.line < b.line));
    for error in errors {
        assert!((1..=lines.len()).contains(&error.line), "{error}");
        assert_one_line(&error.to_string());
    }
    for position in &positions {
        let line = lines[position.line - 1];
        // `ferz bisect` does not use this board: it parses the FEN in the line again.
        let read = Board::from_fen(&fen_of(line));
        assert_eq!(
            read,
            Ok((position.board, position.notes.clone())),
            "{line:?}"
        );
        assert!(!position.counts.is_empty());
        assert!(position.counts.iter().all(|&(depth, _)| depth <= MAX_DEPTH));
        assert_moves_agree(&position.board);
        assert_reads_back(position);
    }
}

/// Asserts that a position, written in both formats, is read back unchanged.
fn assert_reads_back(position: &SuitePosition) {
    let counts = position.counts.iter();
    let (mut one_line, mut block) = (
        position.board.to_string(),
        format!("epd {}", position.board),
    );
    for (depth, count) in counts {
        one_line += &format!(" ;D{depth} {count}");
        block += &format!("\nperft {depth} {count}");
    }
    let expected = [SuitePosition {
        line: 1,
        notes: Vec::new(),
        ..position.clone()
    }];
    for text in [one_line, block] {
        let (mut positions, errors) = read(&text);
        assert_eq!(errors, [], "{text}");
        // Notes differ, because dropped parts of the FEN are not written.
        positions.iter_mut().for_each(|read| read.notes.clear());
        assert_eq!(positions, expected, "{text}");
    }
}
