//! Moves in SAN on a line: at the prompt, lists of moves may be in SAN.
//! See <https://www.chessprogramming.org/Algebraic_Chess_Notation>.

use crate::chess::Board;
use crate::chess::san::{self, SanError};
use crate::support::epd_line::FenOfEpd;
use crate::uci::{parse, start_of_moves};

use super::game::{self, coordinates};
use super::words;
use crate::cli::{EXTRA_COMMANDS, without_number};

/// Returns the line as UCI has it: its moves in coordinate notation.
pub fn translated(line: &str, board: &Board) -> Result<String, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = |name| words.iter().position(|&word| word == name).map(|at| at + 1);
    let with_moves = |at: usize, board: &Board| {
        let moves = game::moves(&words[at..].join(" "));
        let before = words[..at].iter().map(|&word| word.to_owned());
        let moves = coordinates(board, &moves).map_err(|error| error.message)?;
        Ok(before.chain(moves).collect::<Vec<_>>().join(" "))
    };
    match *words.as_slice() {
        ["moves", _, ..] => with_moves(1, board),
        ["position", ref setup @ ..] => {
            let (setup, moves) = setup.split_at(start_of_moves(setup));
            match set_up(setup).filter(|_| moves.len() > 1) {
                Some(start) => with_moves(setup.len() + 2, &start),
                None => Ok(line.to_owned()),
            }
        }
        ["go", ..] if let Some(at) = after("searchmoves") => {
            let each = |word: &&str| match is_move(word, board) {
                true => coordinates(board, &[word]).map(|moves| moves.concat()),
                false => Ok((*word).to_owned()),
            };
            let moves: Result<Vec<String>, _> = words[at..].iter().map(each).collect();
            let moves = moves.map_err(|error| format!("go: searchmoves: {}", error.message))?;
            Ok(format!("{} {}", words[..at].join(" "), moves.join(" ")))
        }
        [placement, ..] if placement.contains('/') && after("moves").is_some() => {
            translated(&format!("position fen {line}"), board)
        }
        _ => Ok(line.to_owned()),
    }
}

/// Returns whether a line is one of a game: not a command, but moves, legal or not, possibly with a
/// number or a comment before them.
pub fn is_game(line: &str, board: &Board) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some(&first) = words.first() else {
        return false;
    };
    let is_command = parse::is_command(first, EXTRA_COMMANDS) || words::is_known(&words);
    !is_command && (game::begins(&words) || is_move(without_number(first), board))
}

/// Returns whether a word is a move, legal or not, or is similar to one.
fn is_move(word: &str, board: &Board) -> bool {
    match san::parse(board, word) {
        Err(SanError::NotAMove { similar, .. }) => !similar.is_empty() || is_like_move(word),
        _ => true,
    }
}

/// Returns whether a word consists of the letters of a move and ends in a file and a digit, as
/// `Ng9` does.
fn is_like_move(word: &str) -> bool {
    const LETTERS: &str = "abcdefghKQRBNkqrnpx:-";
    let is_part = |c: char| LETTERS.contains(c) || c.is_ascii_digit();
    let mut end = word.chars().rev();
    let is_square = end.next().is_some_and(|c| c.is_ascii_digit())
        && end.next().is_some_and(|c| ('a'..='h').contains(&c));
    is_square && word.chars().all(is_part)
}

/// Returns the board that the words after `position` set up.
pub fn set_up(words: &[&str]) -> Option<Board> {
    match words {
        ["startpos", ..] => Some(Board::default()),
        ["fen", fen @ ..] => {
            let fen = fen.join(" ");
            let epd = FenOfEpd::split(&fen).ok()?;
            epd.map_or(fen, |epd| epd.fen).parse().ok()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> String {
        let board = Board::default();
        translated(text, &board).expect("legal moves")
    }

    #[test]
    fn lists_of_moves_may_be_in_san() {
        assert_eq!(line("moves d4 Nf6"), "moves d2d4 g8f6");
        assert_eq!(line("moves 1. e4 {best} e5 2.Nf3"), "moves e2e4 e7e5 g1f3");
        assert_eq!(
            line("position startpos moves Nc3 1... d5"),
            "position startpos moves b1c3 d7d5"
        );
        assert_eq!(
            line("position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves O-O-O"),
            "position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves e1a1"
        );
        assert_eq!(
            line("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves Kd2"),
            "position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves e1d2"
        );
        assert_eq!(
            line("position fen 4k3/8/8/8/8/8/8/4K2R w - - id \"best moves\"; moves Ke2"),
            "position fen 4k3/8/8/8/8/8/8/4K2R w - - id \"best moves\"; moves e1e2"
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
            "moves",
            "setoption name Hash value 1",
        ] {
            assert_eq!(line(text), text);
        }
    }

    #[test]
    fn a_move_of_a_list_that_is_not_legal_is_an_error() {
        let error = translated("moves e4 Nf3", &Board::default());
        let error = error.expect_err("Black cannot play this");
        assert!(
            error.starts_with("move 1...: \"Nf3\" is not legal"),
            "{error}"
        );
        let error = translated("go searchmoves e4 nf3 depth 2", &Board::default());
        assert_eq!(
            error.expect_err("this is not a move"),
            "go: searchmoves: \"nf3\" is not a move; did you mean Nf3?"
        );
    }

    #[test]
    fn lines_of_moves_are_told_from_commands() {
        let board = Board::default();
        for text in [
            "e4", "1. e4", "1.e4", "1 e4", "nf3", "e9", "Ng9", "Qh6", "{a", "(1. d4)", "1-0",
        ] {
            assert!(is_game(text, &board), "{text}");
        }
        for text in [
            "d", "go", "new", "joho", "12", "Hash 64", "", "8/8 w", "resign",
        ] {
            assert!(!is_game(text, &board), "{text}");
        }
    }
}
