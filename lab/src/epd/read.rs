//! Reads files of test positions.

use anyhow::{Result, anyhow, bail};
use ferz::chess::{Board, Move, SetupNote, san};
use ferz::support::epd_line::EpdLine;
use ferz::support::position_lines::lines;
use ferz::support::quote::Quoted;

/// The longest mate that an operation can require, in moves: the longest that the UCI printer can
/// print.
const MAX_MATE: i32 = 127;

/// A position with its expected result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EpdPosition {
    /// The line in the file, from 1.
    pub line: usize,
    /// The position.
    pub board: Board,
    /// The parts of the FEN that were dropped, and the reason why the position is unreachable, if
    /// it is.
    pub notes: Vec<SetupNote>,
    /// The best moves, one of which must be played; empty if the line has none.
    pub best_moves: Vec<Move>,
    /// The moves that must not be played.
    pub avoid_moves: Vec<Move>,
    /// The number of moves to mate; negative if the side to move is mated.
    pub mate_in: Option<i32>,
    /// The name of the position.
    pub id: Option<String>,
    /// A comment.
    pub comment: Option<String>,
}

/// Reads a file of test positions. Returns the positions, and the number (from 1) and the error of
/// each malformed line.
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
#[must_use]
pub fn read(text: &str) -> (Vec<EpdPosition>, Vec<(usize, String)>) {
    let (mut positions, mut errors) = (Vec::new(), Vec::new());
    for (line, text) in lines(text) {
        match text.map_err(Into::into).and_then(position) {
            Ok(position) => positions.push(EpdPosition { line, ..position }),
            Err(error) => errors.push((line, error.to_string())),
        }
    }
    (positions, errors)
}

/// Reads the position and the operations of a line.
fn position(line: &str) -> Result<EpdPosition> {
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
    /// Returns whether the line specifies an expected result. Files that were made for other
    /// purposes contain positions without one.
    #[must_use]
    pub const fn has_task(&self) -> bool {
        !self.best_moves.is_empty() || !self.avoid_moves.is_empty() || self.mate_in.is_some()
    }

    fn apply(&mut self, opcode: &str, operands: &str) -> Result<()> {
        let is_mate = opcode == "bm" && operands.starts_with('#');
        let is_repeated = match opcode {
            "bm" if !is_mate => !self.best_moves.is_empty(),
            "bm" | "dm" => self.mate_in.is_some(),
            "am" => !self.avoid_moves.is_empty(),
            "id" => self.id.is_some(),
            "c0" => self.comment.is_some(),
            // Only a mate score is a result to find. A score in centipawns is ignored.
            "ce" if self.mate_in.is_none()
                && operands.trim_start_matches(['+', '-']).starts_with('M') =>
            {
                false
            }
            _ => return Ok(()),
        };
        if is_repeated {
            bail!("{opcode}: found twice; expected at most once");
        }
        if operands.is_empty() {
            bail!("{opcode}: found nothing; expected an operand after it");
        }
        let text = || Some(operands.trim_matches('"').to_owned());
        match opcode {
            "bm" if !is_mate => self.best_moves = moves(&self.board, opcode, operands)?,
            "am" => self.avoid_moves = moves(&self.board, opcode, operands)?,
            "id" => self.id = text(),
            "c0" => self.comment = text(),
            _ => self.mate_in = Some(mate(opcode, operands)?),
        }
        Ok(())
    }
}

/// Reads the operands of `bm` or `am`.
fn moves(board: &Board, opcode: &str, operands: &str) -> Result<Vec<Move>> {
    let texts = operands.split([' ', '\t', ',']);
    let moves = texts.filter(|text| !text.is_empty() && *text != opcode);
    let mv = |text| san::parse(board, text).map_err(|error| anyhow!("{opcode}: {error}"));
    moves.map(mv).collect()
}

/// Reads the number of moves to mate that an operation requires; negative if the side to move is
/// mated.
fn mate(opcode: &str, text: &str) -> Result<i32> {
    let (expected, prefixes): (_, &[(&str, i32)]) = match opcode {
        "bm" => ("# or #- and a number of moves", &[("#-", -1), ("#", 1)]),
        "ce" => (
            "+M or -M and a number of moves",
            &[("+M", 1), ("M", 1), ("-M", -1)],
        ),
        _ => ("a number of moves", &[("", 1)]),
    };
    let moves = |&(prefix, sign): &(&str, i32)| {
        let number: i32 = text.strip_prefix(prefix)?.parse().ok()?;
        (1..=MAX_MATE).contains(&number).then_some(sign * number)
    };
    prefixes.iter().find_map(moves).ok_or_else(|| {
        let found = Quoted(text);
        anyhow!("{opcode}: found {found}; expected {expected} from 1 to {MAX_MATE}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::chess::san::San;

    const MATE: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";

    fn sans(position: &EpdPosition, moves: &[Move]) -> Vec<String> {
        let san = |&mv| San::new(&position.board, mv).to_string();
        moves.iter().map(san).collect()
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
        let [first, _, third, ..] = &positions[..] else {
            panic!("{positions:?}");
        };
        assert_eq!(sans(first, &first.best_moves), ["Rd8#", "Rd7", "Rd6"]);
        assert_eq!(sans(first, &first.avoid_moves), ["f4"]);
        assert_eq!(first.id.as_deref(), Some("one; "));
        assert_eq!(first.comment.as_deref(), Some("a comment"));
        assert_eq!(sans(third, &third.best_moves), ["Rd8#"]);
        let mates = [0, 1, 1, 0, 0, 2, -12, -3, 1].map(|mate| (mate != 0).then_some(mate));
        let found: Vec<_> = positions.iter().map(|position| position.mate_in).collect();
        assert_eq!(found, mates);
        let best: Vec<_> = positions.iter().map(|p| p.best_moves.len()).collect();
        assert_eq!(best, [3, 0, 1, 0, 0, 0, 0, 1, 0]);
        let tasks: Vec<bool> = positions.iter().map(EpdPosition::has_task).collect();
        assert_eq!(tasks[..5], [true, true, true, false, false]);
        assert_eq!(tasks[5..], [true; 4]);
    }
}
