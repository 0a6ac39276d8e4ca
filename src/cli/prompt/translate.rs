//! Turns typed and pasted lines into lines of UCI: games, moves, and the words of the prompt.
//! See <https://www.chessprogramming.org/UCI#GUI_to_Engine>.

use std::collections::VecDeque;

use crate::chess::{Board, Color};
use crate::uci::parse;

use super::game::{Part, Reader, START, coordinates, tag};
use super::moves::{is_game, set_up, translated};
use super::words;
use crate::cli::EXTRA_COMMANDS;

/// The meaning of a line, or of the lines of a game.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Translation {
    /// Notes to the user.
    pub notes: Vec<String>,
    /// A text to print.
    pub text: Option<String>,
    /// The side from which boards are seen from now on.
    pub side: Option<Color>,
    /// The lines of UCI.
    pub lines: Vec<String>,
}

impl From<String> for Translation {
    fn from(line: String) -> Self {
        Self {
            lines: vec![line],
            ..Self::default()
        }
    }
}

/// Returns what a line means on this board. If it is one of a game, also takes the lines from
/// `next` that belong to the same game.
pub fn translation(
    line: &str,
    next: &mut VecDeque<String>,
    reader: &mut Reader,
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
        return game(part, reader, board);
    }
    if let Some(start) = reader.take_unset_start() {
        next.push_front(line.to_owned());
        return Ok(start.into());
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    if let Some(found) = words::meaning(&words) {
        let mut found = found?;
        for line in &mut found.lines {
            *line = translated(line, board)?;
        }
        return Ok(found);
    }
    if parse::is_command(words[0], EXTRA_COMMANDS) || words[0].contains('/') {
        return translated(line, board).map(Translation::from);
    }
    match words::correction(words[0]) {
        Some(error) => Err(error),
        None => Ok(line.to_owned().into()),
    }
}

/// Reads the lines of a game: `line`, and those from `next` that belong to it. The text after a
/// result in the same line becomes the first of `next`.
fn read_game(line: &str, next: &mut VecDeque<String>, reader: &mut Reader, board: &Board) -> Part {
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
        let belongs = |line: &mut String| {
            reader.is_open()
                || line.trim().is_empty()
                || is_game(line, board)
                || part.is_empty() && tag(line).is_some()
        };
        match next.pop_front_if(belongs) {
            Some(following) if !has_ended => line = following,
            Some(following) => {
                next.push_front(following);
                return part;
            }
            None => return part,
        }
    }
}

/// Returns what a game, or a part of one, means on this board.
fn game(part: Part, reader: &mut Reader, board: &Board) -> Result<Translation, String> {
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
            lines: Vec::from_iter(reader.set_fen()),
            ..Translation::default()
        });
    }
    let (start, moves) = match reader.take_start() {
        Some(start) => match set_up(&start.split_whitespace().skip(1).collect::<Vec<_>>()) {
            Some(board) => {
                let moves = coordinates(&board, &part.moves).map_err(|error| error.message)?;
                (Some(start), moves)
            }
            // The engine reports what is wrong with the FEN.
            None => return Ok(start.into()),
        },
        None => {
            let (start, moves) = continued(&part, board)?;
            if start.is_some() {
                notes.push("number 1 begins a new game".to_owned());
            }
            (start, moves)
        }
    };
    notes.extend(
        part.result
            .map(|result| format!("result of the game: {result}")),
    );
    let moves = (!moves.is_empty()).then(|| format!("moves {}", moves.join(" ")));
    let line: Vec<String> = start.into_iter().chain(moves).collect();
    Ok(Translation {
        notes,
        lines: match line.is_empty() {
            true => Vec::new(),
            false => vec![line.join(" ")],
        },
        ..Translation::default()
    })
}

/// Returns the moves of a game without tags, and the position before them if they do not continue
/// the present game: moves from number 1 on may be a new game.
fn continued(part: &Part, board: &Board) -> Result<(Option<String>, Vec<String>), String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines of UCI and the notes for lines that are pasted at once.
    fn pasted(text: &str, moves: &[&str]) -> Result<(Vec<String>, Vec<String>), String> {
        let mut board = Board::default();
        for mv in moves {
            board.play(mv).expect("a legal move");
        }
        let mut next: VecDeque<String> = text.lines().map(str::to_owned).collect();
        let (mut reader, mut lines, mut notes) = (Reader::default(), Vec::new(), Vec::new());
        while let Some(line) = next.pop_front() {
            let found = translation(&line, &mut next, &mut reader, &board)?;
            lines.extend(found.lines);
            notes.extend(found.notes);
        }
        Ok((lines, notes))
    }

    /// Returns the lines of UCI for a text that is pasted in the initial position.
    fn lines(text: &str) -> Vec<String> {
        pasted(text, &[]).expect("legal moves").0
    }

    #[test]
    fn a_game_of_many_lines_is_one_position() {
        let game = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 {two\nlines} 2. f4\n\
            (2. Nf3 Nc6)\nexf4 1-0\n\nd";
        let (lines, notes) = pasted(game, &["d4"]).expect("legal moves");
        let position = "position startpos moves e2e4 e7e5 f2f4 e5f4";
        assert_eq!(lines, [position, "d"]);
        assert_eq!(notes, ["skipped 1 variation", "result of the game: 1-0"]);
    }

    #[test]
    fn each_game_of_a_paste_is_a_position_of_its_own() {
        let games = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. O-O *\n[White \"A\"]\n1. d4 *";
        assert_eq!(
            lines(games),
            [
                "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1",
                "position startpos moves d2d4"
            ]
        );
    }

    #[test]
    fn a_line_may_have_several_games() {
        let (lines, notes) =
            pasted("1. e4 e5 1-0 1. d4 d5 {a\ndraw} 1/2-1/2", &["c4"]).expect("legal moves");
        assert_eq!(
            lines,
            [
                "position startpos moves e2e4 e7e5",
                "position startpos moves d2d4 d7d5"
            ]
        );
        assert!(
            notes.contains(&"result of the game: 1/2-1/2".to_owned()),
            "{notes:?}"
        );
        assert_eq!(
            self::lines("1. e4 1-0 {White wins} ; at last"),
            ["moves e2e4"]
        );
    }

    #[test]
    fn a_line_that_begins_with_a_percent_sign_is_skipped() {
        let game =
            "[White \"A\"]\n%escape 1\n1. d4\n% 1... Nf6\nd5 *\n%end\n[White \"B\"]\n1. e4 *";
        let expected = [
            "position startpos moves d2d4 d7d5",
            "position startpos moves e2e4",
        ];
        assert_eq!(lines(game), expected);
    }

    #[test]
    fn a_fen_tag_alone_and_tags_before_a_command_set_the_position() {
        let tags = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]";
        let position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert_eq!(lines(tags), [position]);
        assert_eq!(lines(&format!("{tags}\nd")), [position, "d"]);
        assert_eq!(lines("[White \"A\"]\nd"), ["position startpos", "d"]);
    }

    #[test]
    fn an_open_comment_does_not_hide_a_stop_or_quit() {
        let (mut reader, board) = (Reader::default(), Board::default());
        for (line, expected) in [
            ("e4 {a comment", &["moves e2e4"][..]),
            ("d", &[]),
            ("stop", &["stop"]),
            ("d", &["d"]),
        ] {
            let found = translation(line, &mut VecDeque::new(), &mut reader, &board);
            assert_eq!(found.expect("no illegal move").lines, expected, "{line}");
        }
    }

    #[test]
    fn moves_from_number_1_on_begin_a_new_game_unless_they_continue_the_present_one() {
        for (text, moves, expected) in [
            (
                "1. e4 e5 2. Nf3",
                &["e4", "e5"][..],
                "position startpos moves e2e4 e7e5 g1f3",
            ),
            ("1. d4", &["e4", "e5"], "position startpos moves d2d4"),
            ("1... e5", &["e4"], "moves e7e5"),
            ("1. e5", &["e4"], "moves e7e5"),
            ("2. Nf3 Nc6", &["e4", "e5"], "moves g1f3 b8c6"),
            ("Nf3", &["e4", "e5"], "moves g1f3"),
        ] {
            let (lines, _) = pasted(text, moves).expect("legal moves");
            assert_eq!(lines, [expected], "{text}");
        }
    }

    #[test]
    fn an_illegal_move_of_a_game_changes_nothing() {
        let error = |text: &str, moves| pasted(text, moves).expect_err("an illegal move");
        let message = error("1. e4 e5 2. Ke2 Ke7 3. Qh6", &[]);
        assert!(
            message.starts_with("move 3.: \"Qh6\" is not legal on "),
            "{message}"
        );
        let message = error("[White \"A\"]\n1. e4 e5 2. e5", &["d4"]);
        assert!(
            message.starts_with("move 2.: \"e5\" is not legal on "),
            "{message}"
        );
        assert!(error("nf3", &[]).ends_with("did you mean Nf3?"));
        assert!(error("nwe", &[]).ends_with("did you mean \"new\"?"));
    }

    #[test]
    fn short_words_and_other_lines_are_translated() {
        assert_eq!(lines("new"), ["ucinewgame", "position startpos"]);
        assert_eq!(
            lines("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves Kd2"),
            ["position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1d2"]
        );
        assert_eq!(lines("joho"), ["joho"]);
    }
}
