//! Games as people paste them: moves with numbers, comments, variations, tags and a result, over
//! one line or many.
//!
//! A paste arrives as one text or line by line, depending on the terminal. Therefore, the reader
//! remembers an open comment, an open variation, and the tags of a game that has no moves yet.

use crate::chess::notation::{CastlingNotation, CoordinateMove};
use crate::chess::{Board, Color, san};

/// The command that sets the position of a game without a FEN tag.
pub const START: &str = "position startpos";

/// What a line of a game adds.
#[derive(Debug, Default)]
pub struct Part {
    /// The moves, as they are written.
    pub moves: Vec<String>,
    /// Whether the moves begin with the number 1 of White.
    pub is_from_start: bool,
    /// The result of the game.
    pub result: Option<String>,
    /// Number of variations that began and were skipped, without those inside them.
    pub variations: usize,
}

impl Part {
    /// Adds the part that follows.
    pub fn add(&mut self, next: Self) {
        if self.moves.is_empty() {
            self.is_from_start = next.is_from_start;
        }
        self.moves.extend(next.moves);
        self.result = next.result.or(self.result.take());
        self.variations += next.variations;
    }

    /// Returns whether there are neither moves nor a result.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.result.is_none()
    }
}

/// Reads games line by line.
#[derive(Debug, Default)]
pub struct GameReader {
    /// Whether a comment goes on in the next line.
    in_comment: bool,
    open_variations: usize,
    /// The `position` command of the tags read last, and whether it has been sent; `None` after
    /// the moves have begun.
    pub start: Option<(String, bool)>,
}

impl GameReader {
    /// Returns whether a comment or a variation goes on in the next line.
    pub const fn is_open(&self) -> bool {
        self.in_comment || self.open_variations > 0
    }

    /// Ends an open comment or variation.
    pub fn close(&mut self) {
        self.in_comment = false;
        self.open_variations = 0;
    }

    /// Returns the `position` command of a FEN tag, once, to send it before the moves are known.
    pub fn take_fen(&mut self) -> Option<String> {
        let (position, is_sent) = self.start.as_mut().filter(|start| start.0 != START)?;
        (!std::mem::replace(is_sent, true)).then(|| position.clone())
    }

    /// Reads a tag such as `[White "A. Player"]`, and returns whether the line is one. The first
    /// tag begins a game; the FEN is the only one that matters.
    pub fn read_tag(&mut self, line: &str) -> bool {
        let Some((name, value)) = tag(line) else {
            return false;
        };
        let new = || (START.to_owned(), false);
        let start = self.start.get_or_insert_with(new);
        if name.eq_ignore_ascii_case("FEN") {
            *start = (format!("position fen {value}"), false);
        }
        true
    }

    /// Reads a line of moves up to a result, and returns the text after it, too. A line that begins
    /// with `%` has no moves.
    pub fn read_moves<'a>(&mut self, line: &'a str) -> (Part, &'a str) {
        let mut part = Part::default();
        let is_skipped = !self.in_comment && line.starts_with('%');
        let mut rest = if is_skipped { "" } else { line };
        while !rest.is_empty() && part.result.is_none() {
            rest = match self.in_comment {
                true => self.after_comment(rest),
                false => self.after_word(rest, &mut part),
            };
        }
        (part, rest.trim_start_matches(is_separator))
    }

    /// Returns the text after a comment.
    fn after_comment<'a>(&mut self, text: &'a str) -> &'a str {
        let end = text.find('}');
        self.in_comment = end.is_none();
        end.map_or("", |end| &text[end + 1..])
    }

    /// Reads a word or a sign, and returns the text after it.
    fn after_word<'a>(&mut self, text: &'a str, part: &mut Part) -> &'a str {
        let text = text.trim_start_matches(is_separator);
        let mut letters = text.chars();
        match letters.next() {
            None | Some(';') => return "",
            Some('{') => self.in_comment = true,
            Some('(') => {
                part.variations += usize::from(self.open_variations == 0);
                self.open_variations += 1;
            }
            Some(')') => self.open_variations = self.open_variations.saturating_sub(1),
            Some(first) => {
                let ends = |c: char| is_separator(c) || "{}();$".contains(c);
                let first = first.len_utf8();
                let end = letters
                    .as_str()
                    .find(ends)
                    .map_or(text.len(), |at| first + at);
                if self.open_variations == 0 {
                    add_word(&text[..end], part);
                }
                return &text[end..];
            }
        }
        letters.as_str()
    }
}

/// Returns the moves of a line, which may have results between them.
pub fn moves(line: &str) -> Vec<String> {
    let (mut reader, mut moves, mut rest) = (GameReader::default(), Vec::new(), line);
    while !rest.is_empty() {
        let part;
        (part, rest) = reader.read_moves(rest);
        moves.extend(part.moves);
    }
    moves
}

/// Adds a word of a game that is not in a comment or a variation.
fn add_word(word: &str, part: &mut Part) {
    if is_result(word) {
        part.result = Some(word.to_owned());
        return;
    }
    if part.moves.is_empty() && (word == "1" || word.starts_with("1.")) {
        part.is_from_start = !word.starts_with("1..");
    }
    let mv = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let mv = match mv.starts_with('…') {
        true => mv.trim_start_matches('…'),
        false => without_number(word),
    };
    // A number without a dot, a sign of an annotator, or a mark of a capture en passant.
    let is_number = mv.len() <= 3 && mv.bytes().all(|byte| byte.is_ascii_digit());
    let is_sign = !mv.contains(char::is_alphanumeric) && mv != "--";
    let is_skipped = is_number || is_sign || word.starts_with('$') || mv.starts_with("e.p");
    if !is_skipped {
        part.moves.push(mv.to_owned());
    }
}

/// Removes the move number from `1.e4` or `1...e5`.
pub fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) if rest.len() + 1 < text.len() => rest.trim_start_matches('.'),
        _ => text,
    }
}

/// Returns the number of the next move in its game: `12.` of White, `12...` of Black.
pub fn number(board: &Board) -> String {
    let dots = match board.side_to_move() {
        Color::White => ".",
        Color::Black => "...",
    };
    format!("{}{dots}", board.fullmove_number())
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == ','
}

fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "1/2" | "½-½" | "*")
}

/// Returns the name and the value of a tag.
pub fn tag(line: &str) -> Option<(&str, &str)> {
    let inner = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inner.trim().split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    name.chars()
        .all(|c| c.is_ascii_alphanumeric() || c == '_')
        .then_some((name, value))
}

/// Returns whether these words are a line of a game because of the first one: a move number, a
/// comment, a variation, a sign, a result, or the `%` of a line that readers of PGN skip.
pub fn begins(words: &[&str]) -> bool {
    let Some(first) = words.first() else {
        return false;
    };
    let after_number = first.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = first.len() - after_number.len();
    let is_number = match after_number {
        // A number without a dot needs a move after it.
        "" => digits <= 3 && words.len() > 1,
        rest => digits > 0 && rest.starts_with(['.', '…']),
    };
    is_number || is_result(first) || first.starts_with(['{', '(', '$', ';', '…', '%'])
}

/// Error of a list of moves that are not all legal.
#[derive(Debug)]
pub struct IllegalMoves {
    /// Number of legal moves before the first other one.
    pub legal: usize,
    /// Why that one is refused. It is named by its number in the game if there are several moves.
    pub message: String,
}

/// Returns the moves in coordinate notation. Castling is written as king takes rook, which the
/// engine always reads as castling.
pub fn coordinates(board: &Board, moves: &[impl AsRef<str>]) -> Result<Vec<String>, IllegalMoves> {
    let mut board = *board;
    let mut written = Vec::with_capacity(moves.len());
    for text in moves {
        let mv = san::parse(&board, text.as_ref()).map_err(|error| IllegalMoves {
            legal: written.len(),
            message: match moves.len() {
                1 => error.to_string(),
                _ => format!("move {}: {error}", number(&board)),
            },
        })?;
        board.make_move(mv);
        written.push(CoordinateMove::new(mv, CastlingNotation::KingTakesRook).to_string());
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the moves of a text, joined, and the number of skipped variations.
    fn read(text: &str) -> (String, usize) {
        let mut reader = GameReader::default();
        let read_line = |line| {
            let (part, rest) = reader.read_moves(line);
            assert_eq!(rest, "", "{text}");
            part
        };
        let parts: Vec<Part> = text.lines().map(read_line).collect();
        assert!(!reader.is_open(), "{text}");
        let moves: Vec<String> = parts.iter().flat_map(|part| part.moves.clone()).collect();
        let variations = parts.iter().map(|part| part.variations).sum();
        (moves.join(" "), variations)
    }

    #[test]
    fn the_moves_of_a_game_are_separated_from_the_rest() {
        for (text, moves, variations) in [
            ("1. e4 e5 2. f4 exf4 1-0", "e4 e5 f4 exf4", 0),
            ("1.e4 e5 2.Nf3", "e4 e5 Nf3", 0),
            ("1. e4 {best by test} e5 ; the rest\n2. f4", "e4 e5 f4", 0),
            ("1. e4{a}e5{b}2.f4", "e4 e5 f4", 0),
            ("1. e4 $1 e5$6 2. f4 $14 *", "e4 e5 f4", 0),
            (
                "1. e4 (1. d4 d5 (1... Nf6) 2. c4) 1... e5 (1... c5)",
                "e4 e5",
                2,
            ),
            ("1. e4 { a comment\nover (lines e5\n} e5", "e4 e5", 0),
            ("1. e4 ( 1. d4 {d5) }\n) e5", "e4 e5", 1),
            ("1 e4 e5 2 Nf3", "e4 e5 Nf3", 0),
            ("1. ... e5 2. Nf3 += Nc6 !?", "e5 Nf3 Nc6", 0),
            ("e4, e5, exd6 e.p.", "e4 e5 exd6", 0),
            ("1… e5 1…e6", "e5 e6", 0),
            ("1. e4 -- O-O 0-0-0 1/2-1/2", "e4 -- O-O 0-0-0", 0),
            ("1. e4\n% 1... d5\ne5 {a\n%}\n2. f4", "e4 e5 f4", 0),
        ] {
            assert_eq!(read(text), (moves.to_owned(), variations), "{text}");
        }
    }

    #[test]
    fn a_game_ends_at_its_result() {
        for (text, moves, rest) in [
            ("1. e4 e5 1-0 1. d4 d5 0-1", "e4 e5", "1. d4 d5 0-1"),
            ("* , {lost on time}", "", "{lost on time}"),
            ("e4 {1-0} (d4 1-0) e5 1/2-1/2 ", "e4 e5", ""),
        ] {
            let (part, found) = GameReader::default().read_moves(text);
            assert_eq!((part.moves.join(" ").as_str(), found), (moves, rest));
        }
    }
}
