//! Reads files of test positions.
//!
//! See <https://www.chessprogramming.org/Extended_Position_Description>.

use super::error::{EpdError, EpdErrorKind};
use super::position::{EpdPosition, MAX_MATE};
use ferz::chess::{Board, Move, san};
use ferz::support::epd_line::EpdLine;
use ferz::support::position_lines::lines;

/// Reads a file of test positions. Returns the positions, and the errors of malformed lines.
///
/// Empty lines and lines that start with `#` are skipped. Unknown operations are ignored, and
/// the last operation needs no semicolon. Some deviations from the standard are accepted, because
/// existing files contain them:
///
/// * a full FEN in place of its first four fields;
/// * `bm #3`, `ce +M3` and `ce M3` for `dm 3`;
/// * commas between moves;
/// * the opcode repeated before its moves;
/// * `bm #-3` and `ce -M3` if the side to move is mated in 3 moves, as in the files of
///   <https://github.com/vondele/matetrack>.
///
/// A line with a replacement character (U+FFFD) is an error: the file was not UTF-8.
///
/// ```
/// let (positions, errors) = ferz_lab::epd::read(
///     "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm 1; bm Rd8#;\n\
///      6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd9;",
/// );
/// assert_eq!((positions[0].mate_in, positions[0].best_moves.len()), (Some(1), 1));
/// assert_eq!(errors[0].line, 2);
/// ```
#[must_use]
pub fn read(text: &str) -> (Vec<EpdPosition>, Vec<EpdError>) {
    let (mut positions, mut errors) = (Vec::new(), Vec::new());
    for (line, text) in lines(text) {
        match text.map_err(EpdErrorKind::from).and_then(position) {
            Ok(position) => positions.push(EpdPosition { line, ..position }),
            Err(kind) => errors.push(EpdError { line, kind }),
        }
    }
    (positions, errors)
}

/// Reads the position and the operations of a line.
fn position(line: &str) -> Result<EpdPosition, EpdErrorKind> {
    let line = EpdLine::split(line);
    let (board, notes) = Board::from_fen(&line.fen_with_counters())?;
    let mut position = EpdPosition {
        board,
        notes,
        ..EpdPosition::default()
    };
    for operation in line.operations()? {
        let (opcode, operands) = operation
            .split_once(char::is_whitespace)
            .unwrap_or((operation, ""));
        position.apply(opcode, operands.trim())?;
    }
    Ok(position)
}

impl EpdPosition {
    /// Applies an operation.
    fn apply(&mut self, opcode: &str, operands: &str) -> Result<(), EpdErrorKind> {
        let (known, is_new) = match opcode {
            "bm" if operands.starts_with('#') => (true, self.mate_in.is_none()),
            "bm" => (true, self.best_moves.is_empty()),
            "am" => (true, self.avoid_moves.is_empty()),
            "dm" => (true, self.mate_in.is_none()),
            "id" => (true, self.id.is_none()),
            "c0" => (true, self.comment.is_none()),
            _ => (false, true),
        };
        if !is_new {
            return Err(EpdErrorKind::Repeated(opcode.to_owned()));
        }
        if known && operands.is_empty() {
            return Err(EpdErrorKind::NoOperand(opcode.to_owned()));
        }
        let moves = |text| moves(&self.board, opcode, text);
        let text = || Some(operands.trim_matches('"').to_owned());
        let is_mate = |score: &str| score.trim_start_matches(['+', '-']).starts_with('M');
        match opcode {
            "bm" if operands.starts_with('#') => {
                self.mate_in = Some(mate(opcode, operands)?);
            }
            "bm" => self.best_moves = moves(operands)?,
            "am" => self.avoid_moves = moves(operands)?,
            "dm" => self.mate_in = Some(mate(opcode, operands)?),
            // Only a mate score is a result to find. A score in centipawns is ignored.
            "ce" if self.mate_in.is_none() && is_mate(operands) => {
                self.mate_in = Some(mate(opcode, operands)?);
            }
            "id" => self.id = text(),
            "c0" => self.comment = text(),
            _ => {}
        }
        Ok(())
    }
}

/// Reads the operands of `bm` or `am`.
fn moves(board: &Board, opcode: &str, operands: &str) -> Result<Vec<Move>, EpdErrorKind> {
    let texts = operands.split([' ', '\t', ',']);
    let moves = texts.filter(|text| !text.is_empty() && *text != opcode);
    let mv = |text| {
        san::parse(board, text).map_err(|error| EpdErrorKind::Move {
            opcode: opcode.to_owned(),
            error,
        })
    };
    moves.map(mv).collect()
}

/// Reads the number of moves to mate that an operation requires; negative if the side to move is
/// mated.
fn mate(opcode: &str, text: &str) -> Result<i32, EpdErrorKind> {
    let (expected, prefixes): (_, &[(&str, i32)]) = match opcode {
        "bm" => ("# or #- and a number of moves", &[("#-", -1), ("#", 1)][..]),
        "ce" => (
            "+M or -M and a number of moves",
            &[("+M", 1), ("M", 1), ("-M", -1)],
        ),
        _ => ("a number of moves", &[("", 1)]),
    };
    let moves = |&(prefix, sign): &(&str, i32)| {
        let number = text.strip_prefix(prefix)?;
        let number: i32 = number.parse().ok()?;
        (1..=MAX_MATE).contains(&number).then_some(sign * number)
    };
    prefixes
        .iter()
        .find_map(moves)
        .ok_or_else(|| EpdErrorKind::Mate {
            opcode: opcode.to_owned(),
            expected,
            found: text.to_owned(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::chess::san::San;

    const MATE: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";

    fn sans(position: &EpdPosition, moves: &[Move]) -> Vec<String> {
        let moves = moves.iter();
        moves
            .map(|&mv| San::new(&position.board, mv).to_string())
            .collect()
    }

    #[test]
    fn common_deviations_from_the_standard_are_accepted() {
        let text = format!(
            "# a comment\r\n\
             \r\n\
             {MATE} bm bm Rd8 Rd7, Rd6 ; am f4; id \"one; \"; c0 \"a comment\"; acd 3\r\n\
             {MATE} 0 1 dm 1; xy \"unknown; things\"; pv Rd8#\n\
             {MATE} - - ce +M1;bm Rd1-d8; ce 30;\n\
             {MATE}; Rd8; 100; R - Q\n\
             {MATE}\n\
             {MATE} bm #2; PV: d1d8; ep; 00:00;\n\
             {MATE} bm #-12;\n\
             {MATE} ce -M3; ce +M4; bm Rd8;\n\
             {MATE} ce M1;\n"
        );
        let (positions, errors) = read(&text);
        assert_eq!(errors, []);
        let lines: Vec<usize> = positions.iter().map(|position| position.line).collect();
        assert_eq!(lines, Vec::from_iter(3..=11));
        assert_eq!(
            sans(&positions[0], &positions[0].best_moves),
            ["Rd8#", "Rd7", "Rd6"]
        );
        assert_eq!(sans(&positions[0], &positions[0].avoid_moves), ["f4"]);
        assert_eq!(positions[0].id.as_deref(), Some("one; "));
        assert_eq!(positions[0].comment.as_deref(), Some("a comment"));
        assert_eq!(positions[1].mate_in, Some(1));
        assert_eq!(positions[2].mate_in, Some(1));
        let mates: Vec<_> = positions[5..]
            .iter()
            .map(|position| position.mate_in)
            .collect();
        assert_eq!(mates, [Some(2), Some(-12), Some(-3), Some(1)]);
        assert_eq!(
            (&positions[5].best_moves, positions[7].best_moves.len()),
            (&vec![], 1)
        );
        assert_eq!(sans(&positions[2], &positions[2].best_moves), ["Rd8#"]);
        let tasks: Vec<bool> = positions.iter().map(EpdPosition::has_task).collect();
        assert_eq!(tasks[..5], [true, true, true, false, false]);
        assert_eq!(tasks[5..], [true; 4]);
    }

    #[test]
    fn malformed_lines_are_reported() {
        let text = [
            "nonsense",
            "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w bm Rd8;",
            &format!("{MATE} bm Rd9;"),
            &format!("{MATE} am Qd8;"),
            &format!("{MATE} bm;"),
            &format!("{MATE} dm soon;"),
            &format!("{MATE} dm 0;"),
            &format!("{MATE} bm Rd8; bm Rd7;"),
            &format!("{MATE} id \"open; bm Rd8;"),
            &format!("{MATE} bm \u{FFFD};"),
            &format!("{MATE} bm #0;"),
            &format!("{MATE} bm #-;"),
            &format!("{MATE} bm #3; dm 3;"),
            &format!("{MATE} bm #3 Rd8;"),
            &format!("{MATE} ce -M128;"),
        ]
        .join("\n");
        let (positions, errors) = read(&text);
        assert_eq!(positions, []);
        let lines: Vec<usize> = errors.iter().map(|error| error.line).collect();
        assert_eq!(lines, Vec::from_iter(1..=15));
    }
}
