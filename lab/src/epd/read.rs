//! Reads files of test positions.

use anyhow::{anyhow, bail};
use ferz::chess::epd::EpdLine;
use ferz::chess::san::{self, San};
use ferz::chess::{Board, SetupNote};
use ferz::support::quote::Quoted;
use ferz::support::text_lines::lines;
use serde::{Serialize, Serializer};

/// The longest mate that an operation can require, in moves: the crate that prints UCI has 8 bits
/// for the number.
const MAX_MATE: i32 = 127;

/// A position with its expected result. Moves are in SAN.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EpdPosition {
    /// The name of the file.
    pub file: String,
    /// The line in the file, from 1.
    pub line: usize,
    /// The name of the position.
    pub id: Option<String>,
    /// A comment.
    pub comment: Option<String>,
    /// The position.
    #[serde(rename = "fen", serialize_with = "serialize_fen")]
    pub board: Board,
    /// The parts of the FEN that were dropped, and the reason why the position is unreachable, if
    /// it is.
    #[serde(skip)]
    pub notes: Vec<SetupNote>,
    /// The best moves, one of which must be played; empty if the line has none.
    pub best_moves: Vec<String>,
    /// The moves that must not be played.
    pub avoid_moves: Vec<String>,
    /// The number of moves to mate; negative if the side to move is mated.
    #[serde(rename = "mate_in")]
    pub moves_to_mate: Option<i32>,
}

fn serialize_fen<S: Serializer>(board: &Board, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(board)
}

/// A malformed line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MalformedLine {
    /// The name of the file.
    pub file: String,
    /// The line in the file, from 1.
    pub line: usize,
    /// The error in the line.
    pub message: String,
}

/// Reads the text of a file of test positions. Returns the positions, and the malformed lines.
///
/// Empty lines and lines that start with `#` are skipped. Unknown operations are ignored, and
/// the last operation needs no semicolon. Some deviations from the standard are accepted, because
/// existing files contain them: a full FEN in place of its first four fields, commas between moves,
/// the opcode repeated before its moves, `bm #3`, `ce +M3` and `ce M3` for `dm 3`, and `bm #-3` and
/// `ce -M3` if the side to move is mated in 3 moves, as in the files of
/// <https://github.com/vondele/matetrack>.
///
/// A line with a replacement character (U+FFFD) is an error: the file was not UTF-8.
#[must_use]
pub fn read(file: &str, text: &str) -> (Vec<EpdPosition>, Vec<MalformedLine>) {
    let (mut positions, mut errors) = (Vec::new(), Vec::new());
    for (line, content) in lines(text) {
        let file = file.to_owned();
        match content.map_err(Into::into).and_then(read_position) {
            Ok(position) => positions.push(EpdPosition {
                file,
                line,
                ..position
            }),
            Err(error) => errors.push(MalformedLine {
                file,
                line,
                message: error.to_string(),
            }),
        }
    }
    (positions, errors)
}

/// Reads the position and the operations of a line.
fn read_position(line: &str) -> anyhow::Result<EpdPosition> {
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
        !self.best_moves.is_empty() || !self.avoid_moves.is_empty() || self.moves_to_mate.is_some()
    }

    fn apply(&mut self, opcode: &str, operands: &str) -> anyhow::Result<()> {
        let is_mate = opcode == "bm" && operands.starts_with('#');
        let is_repeated = match opcode {
            "bm" if !is_mate => !self.best_moves.is_empty(),
            "bm" | "dm" => self.moves_to_mate.is_some(),
            "am" => !self.avoid_moves.is_empty(),
            "id" => self.id.is_some(),
            "c0" => self.comment.is_some(),
            // Only a mate score is a result to find. A score in centipawns is ignored.
            "ce" if self.moves_to_mate.is_some() => return Ok(()),
            "ce" if operands.trim_start_matches(['+', '-']).starts_with('M') => false,
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
            "bm" if !is_mate => self.best_moves = read_moves(&self.board, opcode, operands)?,
            "am" => self.avoid_moves = read_moves(&self.board, opcode, operands)?,
            "id" => self.id = text(),
            "c0" => self.comment = text(),
            _ => self.moves_to_mate = Some(read_mate(opcode, operands)?),
        }
        Ok(())
    }
}

/// Reads the operands of `bm` or `am`.
fn read_moves(board: &Board, opcode: &str, operands: &str) -> anyhow::Result<Vec<String>> {
    let texts = operands.split([' ', '\t', ',']);
    let moves = texts.filter(|text| !text.is_empty() && *text != opcode);
    let san = |text| match san::parse(board, text) {
        Ok(mv) => Ok(San::new(board, mv).to_string()),
        Err(error) => Err(anyhow!("{opcode}: {error}")),
    };
    moves.map(san).collect()
}

/// Reads the number of moves to mate that an operation requires; negative if the side to move is
/// mated.
fn read_mate(opcode: &str, text: &str) -> anyhow::Result<i32> {
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
