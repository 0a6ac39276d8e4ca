//! EPD: files of positions with what should be found in them, one to a line.
//!
//! ```text
//! 2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
//! ```
//!
//! After the first four fields of a FEN come operations, each an opcode with its operands
//! and a semicolon. [`read`] knows those that make a position a task: `bm` (best moves),
//! `am` (moves to avoid) and `dm` (mate in a number of moves), and the names `id` and `c0`;
//! [`solve`] searches them. See
//! <https://www.chessprogramming.org/Extended_Position_Description>.

pub mod solve;

use crate::chess::san::{self, SanError};
use crate::chess::{Board, FenError, Move, SetupNote};
use crate::support::quote::Quoted;

/// The longest mate that can be asked for, in moves: what UCI can announce.
const MOST_MOVES: i32 = 127;

/// A position with what should be found in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// The line of the file, from 1.
    pub line: usize,
    /// The position.
    pub board: Board,
    /// What was dropped from the FEN, or why no game reaches the position.
    pub notes: Vec<SetupNote>,
    /// One of these should be played, unless there are none.
    pub best_moves: Vec<Move>,
    /// None of these should be played.
    pub avoid_moves: Vec<Move>,
    /// In how many moves the side to move mates; negative if it is mated instead.
    pub mate_in: Option<i32>,
    /// What the position is called.
    pub id: Option<String>,
    /// A comment.
    pub comment: Option<String>,
}

impl Case {
    /// Whether it says what should be found. Files may have positions that do not, for they
    /// are made for something else.
    #[must_use]
    pub const fn is_task(&self) -> bool {
        !self.best_moves.is_empty() || !self.avoid_moves.is_empty() || self.mate_in.is_some()
    }
}

/// A line that could not be read; the others can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct LineError {
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move of an operation.
    #[error("{opcode}: {error}")]
    Move {
        /// The operation.
        opcode: String,
        /// What is wrong with the move.
        error: SanError,
    },
    /// A mate in a number of moves.
    #[error(
        "{opcode}: found {}; expected {expected} from 1 to {MOST_MOVES}",
        Quoted(found)
    )]
    Mate {
        /// The operation.
        opcode: String,
        /// What it should look like.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// An operation that needs operands and has none.
    #[error("{0}: found nothing; expected an operand after it")]
    NoOperand(String),
    /// An operation that may be there once.
    #[error("{0}: found a second time; expected once")]
    Twice(String),
    /// A quotation without an end.
    #[error("found a quotation without an end: {}; expected one more quotation mark", Quoted(.0))]
    OpenQuote(String),
    /// Bytes that are no text.
    #[error("found bytes that are no text; expected UTF-8")]
    NotText,
}

/// Reads a file of positions, and names the lines that cannot be read. Empty lines and those
/// that start with `#` are passed over.
///
/// Operations that it does not know are passed over, too; the last one need not end with a
/// semicolon. Since there are such files, a full FEN is taken for the four fields, `bm #3` and
/// `ce +M3` for `dm 3`, commas between moves for blanks, and an opcode that is there once more
/// before its moves is passed over. `bm #-3` and `ce -M3` say that the side to move is mated in
/// 3 moves, as in the files of <https://github.com/vondele/matetrack>.
///
/// ```
/// let (cases, errors) = ferz::tools::epd::read(
///     "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm 1; bm Rd8#;\n\
///      6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd9;",
/// );
/// assert_eq!((cases[0].mate_in, cases[0].best_moves.len()), (Some(1), 1));
/// assert_eq!(errors[0].line, 2);
/// ```
#[must_use]
pub fn read(text: &str) -> (Vec<Case>, Vec<LineError>) {
    let (mut cases, mut errors) = (Vec::new(), Vec::new());
    for (i, text) in text.lines().map(str::trim).enumerate() {
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let line = i + 1;
        match case(text) {
            Ok(case) => cases.push(Case { line, ..case }),
            Err(problem) => errors.push(LineError { line, problem }),
        }
    }
    (cases, errors)
}

/// The position of a line and its task.
fn case(line: &str) -> Result<Case, Problem> {
    if line.contains(char::REPLACEMENT_CHARACTER) {
        return Err(Problem::NotText);
    }
    let (fen, operations) = split_fen(line);
    let (board, notes) = Board::from_fen(fen)?;
    let mut case = Case {
        board,
        notes,
        ..Case::default()
    };
    // Some files have dashes in the place of a full FEN's clocks.
    let operations = operations.trim_start().trim_start_matches("- ");
    for operation in split_operations(operations)? {
        let (opcode, operands) = operation
            .split_once(char::is_whitespace)
            .unwrap_or((operation, ""));
        case.learn(opcode, operands.trim())?;
    }
    Ok(case)
}

impl Case {
    /// What an operation says.
    fn learn(&mut self, opcode: &str, operands: &str) -> Result<(), Problem> {
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
            return Err(Problem::Twice(opcode.to_owned()));
        }
        if known && operands.is_empty() {
            return Err(Problem::NoOperand(opcode.to_owned()));
        }
        let moves = |text| moves(&self.board, opcode, text);
        let text = || Some(operands.trim_matches('"').to_owned());
        let says_mate = |score: &str| score.trim_start_matches(['+', '-']).starts_with('M');
        match opcode {
            "bm" if operands.starts_with('#') => {
                self.mate_in = Some(mate(opcode, operands)?);
            }
            "bm" => self.best_moves = moves(operands)?,
            "am" => self.avoid_moves = moves(operands)?,
            "dm" => self.mate_in = Some(mate(opcode, operands)?),
            // A score in centipawns is no task; a mate is.
            "ce" if self.mate_in.is_none() && says_mate(operands) => {
                self.mate_in = Some(mate(opcode, operands)?);
            }
            "id" => self.id = text(),
            "c0" => self.comment = text(),
            _ => {}
        }
        Ok(())
    }
}

/// The operands of `bm` or `am`.
fn moves(board: &Board, opcode: &str, operands: &str) -> Result<Vec<Move>, Problem> {
    let texts = operands.split([' ', '\t', ',']);
    let moves = texts.filter(|text| !text.is_empty() && *text != opcode);
    let mv = |text| {
        san::parse(board, text).map_err(|error| Problem::Move {
            opcode: opcode.to_owned(),
            error,
        })
    };
    moves.map(mv).collect()
}

/// The mate that an operation asks for, in moves; negative if the side to move is mated.
fn mate(opcode: &str, text: &str) -> Result<i32, Problem> {
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
        (1..=MOST_MOVES).contains(&number).then_some(sign * number)
    };
    prefixes
        .iter()
        .find_map(moves)
        .ok_or_else(|| Problem::Mate {
            opcode: opcode.to_owned(),
            expected,
            found: text.to_owned(),
        })
}

/// The fields of the FEN, and what comes behind them: four fields, or six where the next two
/// are numbers, as in a full FEN.
fn split_fen(line: &str) -> (&str, &str) {
    let line_ends = |c: char| c.is_whitespace() || c == ';';
    let mut end = 0;
    for field in 0..6 {
        let rest = &line[end..];
        let start = rest.len() - rest.trim_start().len();
        let length = rest[start..].find(line_ends).unwrap_or(rest.len() - start);
        let text = &rest[start..start + length];
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if field >= 4 && !is_number {
            break;
        }
        end += start + length;
    }
    line.split_at(end)
}

/// The operations, which semicolons end that are in no quotation.
fn split_operations(text: &str) -> Result<Vec<&str>, Problem> {
    let mut quote = None;
    let mut operations = Vec::new();
    let mut start = 0;
    for (i, c) in text.char_indices() {
        match (c, quote) {
            ('"', None) => quote = Some(i),
            ('"', Some(_)) => quote = None,
            (';', None) => {
                operations.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    if let Some(quote) = quote {
        return Err(Problem::OpenQuote(text[quote + 1..].to_owned()));
    }
    operations.push(&text[start..]);
    let operations = operations.into_iter().map(str::trim);
    Ok(operations.filter(|text| !text.is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::san::San;

    const MATE: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";

    fn written(case: &Case, moves: &[Move]) -> Vec<String> {
        let moves = moves.iter();
        moves
            .map(|&mv| San::new(&case.board, mv).to_string())
            .collect()
    }

    #[test]
    fn operations_are_read_as_people_write_them() {
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
        let (cases, errors) = read(&text);
        assert_eq!(errors, []);
        let lines: Vec<usize> = cases.iter().map(|case| case.line).collect();
        assert_eq!(lines, Vec::from_iter(3..=11));
        assert_eq!(
            written(&cases[0], &cases[0].best_moves),
            ["Rd8#", "Rd7", "Rd6"]
        );
        assert_eq!(written(&cases[0], &cases[0].avoid_moves), ["f4"]);
        assert_eq!(cases[0].id.as_deref(), Some("one; "));
        assert_eq!(cases[0].comment.as_deref(), Some("a comment"));
        assert_eq!(cases[1].mate_in, Some(1));
        assert_eq!(cases[2].mate_in, Some(1));
        let mates: Vec<_> = cases[5..].iter().map(|case| case.mate_in).collect();
        assert_eq!(mates, [Some(2), Some(-12), Some(-3), Some(1)]);
        assert_eq!(
            (&cases[5].best_moves, cases[7].best_moves.len()),
            (&vec![], 1)
        );
        assert_eq!(written(&cases[2], &cases[2].best_moves), ["Rd8#"]);
        let tasks: Vec<bool> = cases.iter().map(Case::is_task).collect();
        assert_eq!(tasks[..5], [true, true, true, false, false]);
        assert_eq!(tasks[5..], [true; 4]);
    }

    #[test]
    fn lines_that_cannot_be_read_are_named() {
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
        let (cases, errors) = read(&text);
        assert_eq!(cases, []);
        let lines: Vec<usize> = errors.iter().map(|error| error.line).collect();
        assert_eq!(lines, Vec::from_iter(1..=15));
    }
}
