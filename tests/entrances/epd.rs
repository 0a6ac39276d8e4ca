//! A file of positions with what should be found in them.
//! See <https://www.chessprogramming.org/Extended_Position_Description>.

use ferz::chess::Move;
use ferz::chess::san::San;
use ferz::tools::epd::{Case, read};

use super::assert_one_line;
use super::fen::assert_moves_agree;

/// Reads a file: each line is passed over, a case, or named with what is wrong.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (cases, errors) = read(&text);
    let lines = text.lines().map(str::trim);
    let expected: Vec<usize> = lines
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(i, _)| i + 1)
        .collect();
    let found = cases.iter().map(|case| case.line);
    let mut found: Vec<usize> = found.chain(errors.iter().map(|error| error.line)).collect();
    found.sort_unstable();
    assert_eq!(found, expected);
    for error in errors {
        assert_one_line(&error.to_string());
    }
    for case in cases {
        assert_moves_agree(&case.board);
        assert_reads_back(case);
    }
}

/// The case, written anew, is the same case.
fn assert_reads_back(case: Case) {
    let mut line = case.board.to_string();
    let mut operation = |text: String| line += &format!(" {text};");
    let moves = |moves: &[Move]| -> String {
        let moves = moves.iter();
        moves
            .map(|&mv| format!(" {}", San::new(&case.board, mv)))
            .collect()
    };
    if !case.best_moves.is_empty() {
        operation(format!("bm{}", moves(&case.best_moves)));
    }
    if !case.avoid_moves.is_empty() {
        operation(format!("am{}", moves(&case.avoid_moves)));
    }
    if let Some(number) = case.mate_in {
        operation(format!("dm {number}"));
    }
    for (opcode, text) in [("id", &case.id), ("c0", &case.comment)] {
        if let Some(text) = text.as_ref().filter(|text| !text.contains('"')) {
            operation(format!("{opcode} \"{text}\""));
        }
    }
    let (mut cases, errors) = read(&line);
    assert_eq!(errors, [], "{line}");
    // What was dropped is not written.
    cases.iter_mut().for_each(|case| case.notes.clear());
    let unquoted = |text: &Option<String>| text.clone().filter(|text| !text.contains('"'));
    let expected = Case {
        line: 1,
        notes: Vec::new(),
        id: unquoted(&case.id),
        comment: unquoted(&case.comment),
        ..case
    };
    assert_eq!(cases, [expected], "{line}");
}
