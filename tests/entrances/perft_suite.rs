//! A perft suite. See <https://www.chessprogramming.org/Perft_Results>.

use ferz::chess::Board;
use ferz::perft::MAX_DEPTH;
use ferz::perft::suite::{Case, fen_of, read};

use super::assert_one_line;
use super::fen::assert_moves_agree;

/// Reads a suite.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let lines: Vec<&str> = text.lines().collect();
    let (cases, errors) = read(&text);
    assert!(errors.is_sorted_by_key(|error| error.line));
    assert!(cases.is_sorted_by(|a, b| a.line < b.line));
    for error in errors {
        assert!((1..=lines.len()).contains(&error.line), "{error}");
        assert_one_line(&error.to_string());
    }
    for case in &cases {
        let line = lines[case.line - 1];
        // Who bisects takes the FEN as it stands in the line.
        let read = Board::from_fen(fen_of(line));
        assert_eq!(read, Ok((case.board, case.notes.clone())), "{line:?}");
        assert!(!case.counts.is_empty());
        assert!(case.counts.iter().all(|&(depth, _)| depth <= MAX_DEPTH));
        assert_moves_agree(&case.board);
        assert_reads_back(case);
    }
}

/// The case, written anew in both forms, is the same case.
fn assert_reads_back(case: &Case) {
    let counts = case.counts.iter();
    let (mut one_line, mut block) = (case.board.to_string(), format!("epd {}", case.board));
    for (depth, count) in counts {
        one_line += &format!(" ;D{depth} {count}");
        block += &format!("\nperft {depth} {count}");
    }
    let expected = [Case {
        line: 1,
        notes: Vec::new(),
        ..case.clone()
    }];
    for text in [one_line, block] {
        let (mut cases, errors) = read(&text);
        assert_eq!(errors, [], "{text}");
        // What was dropped is not written.
        cases.iter_mut().for_each(|case| case.notes.clear());
        assert_eq!(cases, expected, "{text}");
    }
}
