//! Moves in SAN on a line: at the prompt, `e4` plays a move, and lists of moves may be in SAN.
//! See <https://www.chessprogramming.org/Algebraic_Chess_Notation>.

use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::chess::san::SanError;
use ferz::chess::{Board, Move, san};
use ferz::uci::parse;

use crate::cli::{EXTRA_COMMANDS, without_number};

/// Returns the line as UCI has it: its moves in coordinate notation, and `moves` before a line that
/// is only moves.
///
/// # Errors
///
/// Returns an error if the line begins with a move that is not legal.
pub fn translated(line: &str, board: &Board) -> Result<String, SanError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some(&first) = words.first() else {
        return Ok(String::new());
    };
    let moves_of = |before: &[&str], moves: &[&str], board: &Board| {
        let before = before.iter().map(|&word| word.to_owned());
        let words: Vec<String> = before.chain(coordinates(board, moves)).collect();
        words.join(" ")
    };
    let after = |name| words.iter().position(|&word| word == name).map(|at| at + 1);
    match first {
        "moves" => return Ok(moves_of(&words[..1], &words[1..], board)),
        "position" if let Some(at) = after("moves") => {
            if let Some(start) = set_up(&words[1..at - 1]) {
                return Ok(moves_of(&words[..at], &words[at..], &start));
            }
        }
        "go" if let Some(at) = after("searchmoves") => {
            let each = |&word: &&str| coordinates(board, &[word]).concat();
            let moves: Vec<String> = words[at..].iter().map(each).collect();
            return Ok(format!("{} {}", words[..at].join(" "), moves.join(" ")));
        }
        _ if parse::is_command(first, EXTRA_COMMANDS) => {}
        _ => match first_move(&words, board) {
            Some(Ok(_)) => return Ok(moves_of(&["moves"], &words, board)),
            Some(Err(error)) => return Err(error),
            None => {}
        },
    }
    Ok(line.to_owned())
}

/// Parses the first move of a line of moves; `None` if the line does not begin with one.
fn first_move(words: &[&str], board: &Board) -> Option<Result<Move, SanError>> {
    let mut moves = words.iter().map(|word| without_number(word));
    let first = moves.find(|word| !word.is_empty())?;
    match san::parse(board, first) {
        Err(SanError::NotAMove { .. }) => None,
        parsed => Some(parsed),
    }
}

/// Returns the board that the words after `position` set up.
pub fn set_up(words: &[&str]) -> Option<Board> {
    match words {
        ["startpos", ..] => Some(Board::default()),
        ["fen", fen @ ..] => fen.join(" ").parse().ok(),
        _ => None,
    }
}

/// Returns the moves of a line in coordinate notation, without move numbers. Castling is written as
/// king takes rook, which the engine always reads as castling. From the first word on
/// that is not a legal move, the words stay as they are, for the error message of the engine.
fn coordinates(board: &Board, words: &[&str]) -> Vec<String> {
    let mut board = Some(*board);
    let words = words.iter().map(|word| without_number(word));
    let written = |word: &str| {
        let mv = board.and_then(|board| san::parse(&board, word).ok());
        board = board.zip(mv).map(|(board, mv)| board.after(mv));
        mv.map_or_else(
            || word.to_owned(),
            |mv| CoordinateMove::new(mv, CastlingNotation::KingTakesRook).to_string(),
        )
    };
    words.filter(|word| !word.is_empty()).map(written).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> String {
        let board = Board::default();
        translated(text, &board).expect("legal moves")
    }

    #[test]
    fn a_line_of_moves_becomes_the_command_moves() {
        assert_eq!(line("e4"), "moves e2e4");
        assert_eq!(line("1. e4 e5 2.Nf3 g8f6"), "moves e2e4 e7e5 g1f3 g8f6");
        assert_eq!(line("e4 e4"), "moves e2e4 e4");
    }

    #[test]
    fn lists_of_moves_may_be_in_san() {
        assert_eq!(line("moves d4 Nf6"), "moves d2d4 g8f6");
        assert_eq!(
            line("position startpos moves Nc3 1... d5"),
            "position startpos moves b1c3 d7d5"
        );
        assert_eq!(
            line("position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves O-O-O"),
            "position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves e1a1"
        );
        // The king of Chess960 could also step to g1.
        assert_eq!(
            line("position fen 4k3/8/8/8/8/8/8/5K1R w K - 0 1 moves O-O"),
            "position fen 4k3/8/8/8/8/8/8/5K1R w K - 0 1 moves f1h1"
        );
        assert_eq!(
            line("go depth 3 searchmoves e4 d2d4"),
            "go depth 3 searchmoves e2e4 d2d4"
        );
    }

    #[test]
    fn other_lines_stay_as_they_are() {
        for text in [
            "go depth 5",
            "d",
            "joho",
            "position startpos",
            "setoption name Hash value 1",
        ] {
            assert_eq!(line(text), text);
        }
    }

    #[test]
    fn an_illegal_first_move_is_an_error() {
        let error = translated("Nf6", &Board::default());
        let error = error.expect_err("White cannot play this").to_string();
        assert!(error.starts_with("\"Nf6\" is not legal"), "{error}");
    }
}
