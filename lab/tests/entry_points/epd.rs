//! Parses any text as an EPD file.

use ferz_lab::epd::{EpdPosition, read};

use crate::entry_points::assert_one_line;
use crate::entry_points::fen::assert_moves_agree;

/// Reads the text as a file: each line is skipped, or gives a position or an error.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (positions, errors) = read("a file", &text);
    let lines = text.lines().map(str::trim);
    let expected: Vec<usize> = lines
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(i, _)| i + 1)
        .collect();
    let found = positions.iter().map(|position| position.line);
    let mut found: Vec<usize> = found.chain(errors.iter().map(|error| error.line)).collect();
    found.sort_unstable();
    assert_eq!(found, expected);
    for error in errors {
        assert_one_line(&error.message);
    }
    for position in positions {
        assert_moves_agree(&position.board);
        assert_reads_back(position);
    }
}

/// Asserts that a position, written as a line, is read back unchanged.
fn assert_reads_back(position: EpdPosition) {
    let mut line = position.board.to_string();
    let mut operation = |opcode: &str, text: &str| line += &format!(" {opcode} {text};");
    for (opcode, moves) in [("bm", &position.best_moves), ("am", &position.avoid_moves)] {
        if !moves.is_empty() {
            operation(opcode, &moves.join(" "));
        }
    }
    if let Some(number) = position.moves_to_mate {
        operation("dm", &number.to_string());
    }
    let unquoted = |text: &Option<String>| text.clone().filter(|text| !text.contains('"'));
    let (id, comment) = (unquoted(&position.id), unquoted(&position.comment));
    for (opcode, text) in [("id", &id), ("c0", &comment)] {
        if let Some(text) = text {
            operation(opcode, &format!("\"{text}\""));
        }
    }
    let (mut positions, errors) = read("a file", &line);
    assert_eq!(errors, [], "{line}");
    // Notes differ, because dropped parts of the FEN are not written.
    positions.iter_mut().for_each(|read| read.notes.clear());
    let expected = EpdPosition {
        line: 1,
        notes: Vec::new(),
        id,
        comment,
        ..position
    };
    assert_eq!(positions, [expected], "{line}");
}
