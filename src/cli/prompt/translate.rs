//! Turns typed and pasted lines into lines of UCI: games, moves, and the words of the prompt.

use std::collections::VecDeque;

use crate::chess::epd::FenOfEpd;
use crate::chess::san::{self, SanError};
use crate::chess::{Board, Color};
use crate::uci::{parse, start_of_moves};

use super::words::{self, Translation};
use crate::cli::EXTRA_COMMANDS;
use crate::uci::game::{self, GameReader, Part, START, coordinates, tag, without_number};

/// Translates a line that is entered on this board. If it is one of a game, also takes the lines
/// from `next` that belong to the same game.
pub fn translate(
    line: &str,
    next: &mut VecDeque<String>,
    reader: &mut GameReader,
    board: &Board,
) -> Result<Translation, String> {
    let line = line.trim();
    if line.is_empty() {
        reader.close();
        return Ok(Translation::default());
    }
    // Not a part of a comment: Ctrl-C sends `stop`, too.
    if matches!(line, "stop" | "quit" | "exit") {
        reader.close();
    }
    if reader.is_open() || tag(line).is_some() || is_game(line, board) {
        let part = read_game(line, next, reader, board);
        return translate_game(part, reader, board);
    }
    // The tags of a game without moves set its position before this line.
    if let Some((start, false)) = reader.start.take() {
        next.push_front(line.to_owned());
        return Ok(start.into());
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    if let Some(found) = words::translate(&words) {
        let mut translation = found?;
        for command in &mut translation.lines {
            *command = translate_moves(command, board)?;
        }
        return Ok(translation);
    }
    if parse::is_command(words[0], EXTRA_COMMANDS) || words[0].contains('/') {
        return translate_moves(line, board).map(Translation::from);
    }
    match words::correction(words[0]) {
        Some(error) => Err(error),
        None => Ok(line.to_owned().into()),
    }
}

/// Reads the lines of a game: `line`, and those from `next` that belong to it. The text after a
/// result in the same line becomes the first of `next`.
fn read_game(
    line: &str,
    next: &mut VecDeque<String>,
    reader: &mut GameReader,
    board: &Board,
) -> Part {
    let mut part = Part::default();
    let mut line = line.to_owned();
    loop {
        if reader.is_open() || !reader.read_tag(&line) {
            let (read, rest) = reader.read_moves(&line);
            part.add(read);
            if !rest.is_empty() {
                next.push_front(rest.to_owned());
                return part;
            }
        }
        let has_ended = part.result.is_some() && !reader.is_open();
        let belongs = |following: &mut String| {
            let is_part = reader.is_open()
                || following.trim().is_empty()
                || is_game(following, board)
                || part.is_empty() && tag(following).is_some();
            is_part && !has_ended
        };
        match next.pop_front_if(belongs) {
            Some(following) => line = following,
            None => return part,
        }
    }
}

/// Translates a game, or a part of one, that is entered on this board.
fn translate_game(
    part: Part,
    reader: &mut GameReader,
    board: &Board,
) -> Result<Translation, String> {
    let mut notes = Vec::new();
    match part.variations {
        0 => {}
        1 => notes.push("skipped 1 variation".to_owned()),
        many => notes.push(format!("skipped {many} variations")),
    }
    if reader.is_open() {
        notes
            .push("a comment or variation goes on; \"}\" or \")\" or an empty line ends it".into());
    }
    if part.is_empty() {
        return Ok(Translation {
            notes,
            lines: Vec::from_iter(reader.take_fen()),
            ..Translation::default()
        });
    }
    let (start, moves) = match reader.start.take() {
        Some((start, _)) => {
            match setup_board(&start.split_whitespace().skip(1).collect::<Vec<_>>()) {
                Some(start_board) => {
                    let moves =
                        coordinates(&start_board, &part.moves).map_err(|error| error.message)?;
                    (Some(start), moves)
                }
                // The engine reports what is wrong with the FEN.
                None => return Ok(start.into()),
            }
        }
        None => {
            let (start, moves) = start_and_moves(&part, board)?;
            if start.is_some() {
                notes.push("number 1 begins a new game".to_owned());
            }
            (start, moves)
        }
    };
    let result = part.result;
    notes.extend(result.map(|result| format!("result of the game: {result}")));
    let moves = (!moves.is_empty()).then(|| format!("moves {}", moves.join(" ")));
    let line = Vec::from_iter(start.into_iter().chain(moves)).join(" ");
    Ok(Translation {
        notes,
        lines: Vec::from_iter(Some(line).filter(|line| !line.is_empty())),
        ..Translation::default()
    })
}

/// Returns the moves of a game without tags, after the command that sets their start if they do not
/// continue the present game: moves from number 1 on may be a new game.
fn start_and_moves(part: &Part, board: &Board) -> Result<(Option<String>, Vec<String>), String> {
    let initial = Board::default();
    let here = coordinates(board, &part.moves).map(|moves| (None, moves));
    if !part.is_from_start || *board == initial {
        return here.map_err(|error| error.message);
    }
    let new = coordinates(&initial, &part.moves).map(|moves| (Some(START.to_owned()), moves));
    let is_first = board.fullmove_number() == 1 && board.side_to_move() == Color::White;
    let (likely, other) = if is_first { (here, new) } else { (new, here) };
    likely.or_else(|error| {
        other.map_err(|other| match other.legal > error.legal {
            true => other.message,
            false => error.message,
        })
    })
}

/// Returns a command with its moves in coordinate notation, as UCI has them.
pub fn translate_moves(line: &str, board: &Board) -> Result<String, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = |name| words.iter().position(|&word| word == name).map(|at| at + 1);
    let with_moves = |at: usize, start: &Board| {
        let played = game::moves(&words[at..].join(" "));
        let before = words[..at].iter().map(|&word| word.to_owned());
        let moves = coordinates(start, &played).map_err(|error| error.message)?;
        Ok(before.chain(moves).collect::<Vec<_>>().join(" "))
    };
    match *words.as_slice() {
        ["moves", _, ..] => with_moves(1, board),
        ["position", ref setup @ ..] => {
            let (setup, moves) = setup.split_at(start_of_moves(setup));
            match setup_board(setup).filter(|_| moves.len() > 1) {
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
            translate_moves(&format!("position fen {line}"), board)
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
pub fn setup_board(words: &[&str]) -> Option<Board> {
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

    /// Translates lines that are pasted at once after these moves. Returns, for each line, notes
    /// after `#` and lines of UCI, up to the first error.
    fn pasted(moves: &[&str], text: &str) -> String {
        let mut board = Board::default();
        for mv in moves {
            board.play(mv).expect("a legal move");
        }
        let mut next: VecDeque<String> = text.lines().map(str::to_owned).collect();
        let (mut reader, mut found) = (GameReader::default(), Vec::new());
        while let Some(line) = next.pop_front() {
            match translate(&line, &mut next, &mut reader, &board) {
                Ok(translation) => {
                    found.extend(translation.notes.iter().map(|note| format!("# {note}")));
                    found.extend(translation.lines);
                }
                Err(error) => {
                    found.push(format!("error: {error}"));
                    break;
                }
            }
        }
        found.join("; ")
    }

    #[test]
    #[rustfmt::skip]
    fn commands_may_have_short_forms_and_moves_in_san() {
        for (line, expected) in [
            ("new", "ucinewgame; position startpos"),
            ("fen 8/8 w - -", "position fen 8/8 w - -"),
            ("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves Kd2",
                "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1d2"),
            ("d black", "d"),
            ("go 20", "go depth 20"),
            ("go 5s", "go movetime 5000"),
            ("go 2.5s", "go movetime 2500"),
            ("go .5s", "go movetime 500"),
            ("go 5 s", "go movetime 5000"),
            ("go 300ms", "go movetime 300"),
            ("go 2m", "go movetime 120000"),
            ("Hash 64", "setoption name Hash value 64"),
            ("multipv 3", "setoption name MultiPV value 3"),
            ("move overhead 30", "setoption name Move Overhead value 30"),
            ("clear hash", "setoption name Clear Hash"),
            ("hash", "setoption name Hash"),
            ("moves d4 Nf6", "moves d2d4 g8f6"),
            ("moves 1. e4 {best} e5 2.Nf3", "moves e2e4 e7e5 g1f3"),
            ("position startpos moves Nc3 1... d5", "position startpos moves b1c3 d7d5"),
            ("position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves O-O-O",
                "position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves e1a1"),
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves Kd2",
                "position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves e1d2"),
            ("position fen 4k3/8/8/8/8/8/8/4K2R w - - id \"best moves\"; moves Ke2",
                "position fen 4k3/8/8/8/8/8/8/4K2R w - - id \"best moves\"; moves e1e2"),
            // The king of Chess960 could also step to g1.
            ("position fen 4k3/8/8/8/8/8/8/5K1R w K - 0 1 moves O-O",
                "position fen 4k3/8/8/8/8/8/8/5K1R w K - 0 1 moves f1h1"),
            ("go depth 3 searchmoves e4 d2d4", "go depth 3 searchmoves e2e4 d2d4"),
            ("moves e4 Nf3", "error: move 1...: \"Nf3\" is not legal on \
                rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
            ("go searchmoves e4 nf3 depth 2",
                "error: go: searchmoves: \"nf3\" is not a move; did you mean Nf3?"),
        ] {
            assert_eq!(pasted(&[], line), expected, "{line}");
        }
        for line in [
            "go", "go infinite", "go depth 5", "go -3", "d", "joho", "position startpos", "moves",
            "setoption name Hash value 1", "[not a tag]",
        ] {
            assert_eq!(pasted(&[], line), line);
        }
        for limit in ["5x", "5 x", ".s", "1 0 s", "5 s 3", "5 depth 3", "5 6"] {
            let expected = "expected plies like 20, or a time like 5s";
            let error = format!("error: go: found \"{limit}\"; {expected}");
            assert_eq!(pasted(&[], &format!("go {limit}")), error);
        }
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

    #[test]
    #[rustfmt::skip]
    fn each_game_of_a_paste_is_a_position_of_its_own() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let tags = format!(" [FEN \"{fen}\"] \n[SetUp \"1\"]");
        for (text, expected) in [
            (format!("{tags}\n1. O-O *\n[White \"A\"]\n1. d4 *"),
                format!("# result of the game: *; position fen {fen} moves e1h1; \
                    # result of the game: *; position startpos moves d2d4")),
            ("1. e4 1-0 {White wins} ; at last".into(), "# result of the game: 1-0; moves e2e4".into()),
            // A line that begins with a percent sign is skipped.
            ("[White \"A\"]\n%escape 1\n1. d4\n% 1... Nf6\nd5 *\n%\n[White \"B\"]\n1. e4".into(),
                "# result of the game: *; position startpos moves d2d4 d7d5; \
                position startpos moves e2e4".into()),
            // Tags alone, and before a command.
            (tags.clone(), format!("position fen {fen}")),
            (format!("{tags}\nd"), format!("position fen {fen}; d")),
            ("[Event \"A \\\"B\\\" ] C\"]\nd".into(), "position startpos; d".into()),
        ] {
            assert_eq!(pasted(&[], &text), expected, "{text}");
        }
    }

    #[test]
    fn an_open_comment_does_not_hide_a_stop_or_quit() {
        let (mut reader, board) = (GameReader::default(), Board::default());
        for (line, expected) in [
            ("e4 {a comment", &["moves e2e4"][..]),
            ("d", &[]),
            ("stop", &["stop"]),
            ("d", &["d"]),
        ] {
            let found = translate(line, &mut VecDeque::new(), &mut reader, &board);
            assert_eq!(found.expect("no illegal move").lines, expected, "{line}");
        }
    }

    #[test]
    #[rustfmt::skip]
    fn moves_from_number_1_on_begin_a_new_game_unless_they_continue_the_present_one() {
        const NEW: &str = "# number 1 begins a new game; position startpos moves";
        let illegal = "error: move 2.: \"e5\" is not legal on \
            rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        for (moves, text, expected) in [
            (&["e4", "e5"][..], "1. e4 e5 2. Nf3", &*format!("{NEW} e2e4 e7e5 g1f3")),
            (&["e4", "e5"], "1. d4", &format!("{NEW} d2d4")),
            (&["e4"], "1... e5", "moves e7e5"),
            (&["e4"], "1. e5", "moves e7e5"),
            (&["e4", "e5"], "2. Nf3 Nc6", "moves g1f3 b8c6"),
            (&["e4", "e5"], "Nf3", "moves g1f3"),
            (&["d4"], "[White \"A\"]\n1. e4 e5 2. e5", illegal),
        ] {
            assert_eq!(pasted(moves, text), expected, "{text}");
        }
    }
}
