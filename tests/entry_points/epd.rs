//! Parses any text as an EPD file.
//! See <https://www.chessprogramming.org/Extended_Position_Description>.

use ferz::chess::Move;
use ferz::chess::san::San;
use ferz_lab::epd::{EpdPosition, read};

use super::assert_one_line;
use super::fen::assert_moves_agree;

/// Reads the text as a file: each line is skipped, or gives a position or an error.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (positions, errors) = read(&text);
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
        assert_one_line(&error.to_string());
    }
    for position in positions {
        assert_moves_agree(&position.board);
        assert_reads_back(position);
    }
}

/// Asserts that a position, written as a line, is read back unchanged.
fn assert_reads_back(position: EpdPosition) {
    let mut line = position.board.to_string();
    let mut operation = |text: String| line += &format!(" {text};");
    let moves = |moves: &[Move]| -> String {
        let moves = moves.iter();
        moves
            .map(|&mv| format!(" {}", San::new(&position.board, mv)))
            .collect()
    };
    if !position.best_moves.is_empty() {
        operation(format!("bm{}", moves(&position.best_moves)));
    }
    if !position.avoid_moves.is_empty() {
        operation(format!("am{}", moves(&position.avoid_moves)));
    }
    if let Some(number) = position.mate_in {
        operation(format!("dm {number}"));
    }
    for (opcode, text) in [("id", &position.id), ("c0", &position.comment)] {
        if let Some(text) = text.as_ref().filter(|text| !text.contains('"')) {
            operation(format!("{opcode} \"{text}\""));
        }
    }
    let (mut positions, errors) = read(&line);
    assert_eq!(errors, [], "{line}");
    // Notes differ, because dropped parts of the FEN are not written.
    positions
        .iter_mut()
        .for_each(|position| position.notes.clear());
    let unquoted = |text: &Option<String>| text.clone().filter(|text| !text.contains('"'));
    let expected = EpdPosition {
        line: 1,
        notes: Vec::new(),
        id: unquoted(&position.id),
        comment: unquoted(&position.comment),
        ..position
    };
    assert_eq!(positions, [expected], "{line}");
}
