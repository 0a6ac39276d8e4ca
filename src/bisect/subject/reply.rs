//! Parses what a subject prints for `go perft N`.
//!
//! There is no standard. Stockfish prints `e2e4: 600` for each move, then `Nodes searched: 8902`.
//! Others number the moves, write `e2e4 - 600`, `e7e8=Q 1` or `O-O`, and use other words for the
//! total. Each line is parsed as a move with its count, a move whose count cannot be read, a total,
//! or something else. A number that is parsed as a total by mistake does no harm after counts: the
//! reply is complete only if a total is the sum of the counts.
//! See <https://www.chessprogramming.org/Perft#Divide>.

use crate::chess::notation::CoordinateMove;
use crate::chess::{Board, CastlingSide, Move};

/// A line of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplyLine {
    Move(String, u64),
    /// A move with a count that cannot be read, such as `1.0`, `NaN` or a number of 26 digits.
    Unreadable(String),
    Total(u64),
    /// Anything else.
    Other,
}

/// The counts that a subject printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// The moves in the notation of [`parse`], with their counts, in the order of the lines.
    pub counts: Vec<(String, u64)>,
    /// The total after the counts: the one that is the sum of the counts, or else the last one.
    pub total: Option<u64>,
    /// Number of lines since the last count that look like a total.
    pub total_lines: usize,
    /// Moves with counts that cannot be read, and their lines.
    pub unreadable: Vec<(String, String)>,
}

impl Reply {
    /// Adds a line.
    pub fn add(&mut self, text: &str) {
        match parse(text) {
            ReplyLine::Move(mv, count) => {
                self.counts.push((mv, count));
                // A heading such as "perft 3" was not the total.
                self.total = None;
                self.total_lines = 0;
            }
            ReplyLine::Unreadable(mv) => self.unreadable.push((mv, text.trim().to_owned())),
            ReplyLine::Total(total) => {
                if !self.is_complete() {
                    self.total = Some(total);
                }
                self.total_lines += 1;
            }
            ReplyLine::Other => {}
        }
    }

    /// Returns the sum of the counts.
    pub fn sum(&self) -> u64 {
        let counts = self.counts.iter().map(|(_, count)| *count);
        // Real counts do not overflow, but the text may contain any number.
        counts.fold(0, u64::saturating_add)
    }

    /// Returns whether there is a total and it is the sum of the counts.
    pub fn is_complete(&self) -> bool {
        self.total == Some(self.sum())
    }

    /// Returns the first line with a legal move of `board` whose count cannot be read, if no other
    /// line counts this move. A reply that consists of a total has no such line: what it prints for
    /// the moves is something else, such as their times.
    pub(in crate::bisect) fn unreadable_count(&self, board: &Board) -> Option<&str> {
        if self.counts.is_empty() && self.total.is_some() {
            return None;
        }
        let counts = self.counts.iter();
        let counted: Vec<Move> = counts
            .filter_map(|(text, _)| resolve(text, board))
            .collect();
        let is_uncounted =
            |text: &str| resolve(text, board).is_some_and(|mv| !counted.contains(&mv));
        let mut lines = self.unreadable.iter();
        let (_, line) = lines.find(|(text, _)| is_uncounted(text))?;
        Some(line)
    }
}

/// Returns the legal move that a subject writes as `text`. Castling may also be written with
/// letters.
pub fn resolve(text: &str, board: &Board) -> Option<Move> {
    let Some(side) = castling_side(text) else {
        return text.parse::<CoordinateMove>().ok()?.resolve(board);
    };
    let mut moves = board.legal_moves().into_iter();
    moves.find(|mv| mv.kind() == side.move_kind())
}

/// Returns the side of a castling move written with letters.
pub(in crate::bisect) fn castling_side(text: &str) -> Option<CastlingSide> {
    match text {
        "O-O" => Some(CastlingSide::King),
        "O-O-O" => Some(CastlingSide::Queen),
        _ => None,
    }
}

/// Parses a line. Moves are returned in coordinate notation with lowercase letters and without
/// dashes (`e7e8q`), or as `O-O` and `O-O-O`.
pub fn parse(line: &str) -> ReplyLine {
    let lowercase = without_colors(line).to_ascii_lowercase();
    let plain = without_separators_of_thousands(&lowercase);
    let split = split_words(&plain);
    let words = match without_info_string(&split) {
        ["info", "nodes", ..] => &split[1..],
        ["info" | "bestmove" | "option" | "id", ..] => return ReplyLine::Other,
        words => words,
    };
    let (mv, near) = match parse_move(without_number(words)) {
        // The count is near: only a word such as "nodes" may stand between it and the move.
        Some((mv, rest)) => (Some(mv), &rest[..rest.len().min(2)]),
        None => (None, &[][..]),
    };
    let count = near.iter().find_map(|word| parse_number(word));
    match (mv, count.filter(|_| !has_negative_count(&plain))) {
        (Some(mv), Some(count)) => ReplyLine::Move(mv, count),
        (mv, _) => match (parse_total(words), mv) {
            (Some(total), _) => ReplyLine::Total(total),
            (None, Some(mv)) if near.iter().any(|word| is_like_number(word)) => {
                ReplyLine::Unreadable(mv)
            }
            _ => ReplyLine::Other,
        },
    }
}

/// Removes the words that begin a line of text in UCI.
fn without_info_string<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    match words {
        ["info", "string", rest @ ..] => rest,
        _ => words,
    }
}

/// Removes the number of a list item, or the word "move", which may come before a move.
fn without_number<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    match words {
        [first, rest @ ..] if parse_number(first).is_some() || *first == "move" => rest,
        _ => words,
    }
}

/// Removes ANSI escape sequences (`ESC [`, parameters, a final byte), which programs print to
/// color the text on a terminal.
pub(super) fn without_colors(line: &str) -> String {
    let mut parts = line.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c| matches!(c, ' '..='?'));
        let is_final = |c: char| matches!(c, '@'..='~');
        plain += rest.strip_prefix(is_final).unwrap_or(rest);
    }
    plain
}

/// Returns the words and numbers of a line without punctuation. Dashes are punctuation, except
/// in castling.
fn split_words(line: &str) -> Vec<&str> {
    let is_separator =
        |c: char| c.is_whitespace() || c.is_control() || ":=,;()[]{}|>\"*#".contains(c);
    line.split(is_separator)
        .map(|word| word.trim_matches(['-', '.']))
        .flat_map(|word| {
            let max_parts = if parse_castling(word).is_some() {
                1
            } else {
                usize::MAX
            };
            word.splitn(max_parts, '-')
        })
        .filter(|word| !word.is_empty())
        .collect()
}

/// Converts `8,902`, `8_902` and `8'902` to `8902`.
fn without_separators_of_thousands(line: &str) -> String {
    let bytes = line.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let separates = |at: usize, c: char| {
        ",_'".contains(c)
            && at.checked_sub(1).is_some_and(is_digit)
            && (1..=3).all(|i| is_digit(at + i))
            && !is_digit(at + 4)
    };
    line.char_indices()
        .filter(|&(at, c)| !separates(at, c))
        .map(|(_, c)| c)
        .collect()
}

/// Returns whether a line is like `e2e4: -5`, which an engine prints after an overflow. Other
/// dashes are punctuation, also one without a blank before it (`e2e4:-5`).
fn has_negative_count(line: &str) -> bool {
    line.match_indices(':').any(|(colon, _)| {
        let (before, count) = (split_words(&line[..colon]), &line[colon + 1..]);
        let digits = count.trim_start().strip_prefix('-');
        let starts_with_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let is_negative =
            count.starts_with(char::is_whitespace) && digits.is_some_and(starts_with_digit);
        let words = without_number(without_info_string(&before));
        // Between the move and the colon, no other number must stand.
        let is_first = |rest: &[&str]| rest.iter().all(|word| parse_number(word).is_none());
        is_negative && parse_move(words).is_some_and(|(_, rest)| is_first(rest))
    })
}

/// Returns whether a word that is no count was probably meant as one.
fn is_like_number(word: &str) -> bool {
    let digits = word.trim_start_matches(['+', '-', '.']);
    let has_digit = digits.starts_with(|c: char| c.is_ascii_digit());
    has_digit || ["nan", "inf", "infinity"].contains(&digits)
}

/// Parses the move at the beginning of the words. Returns it and the words after it.
fn parse_move<'a, 'b>(words: &'a [&'b str]) -> Option<(String, &'a [&'b str])> {
    let (mv, rest) = match words {
        // The squares were separated by a dash.
        [from, to, rest @ ..] if is_square(from) => (format!("{from}{to}"), rest),
        [word, rest @ ..] => match (parse_castling(word), word.split_once('x')) {
            (Some(castling), _) => return Some((castling.to_owned(), rest)),
            // A capture: "d7xc8q".
            (None, Some((from, to))) if is_square(from) => (format!("{from}{to}"), rest),
            _ => ((*word).to_owned(), rest),
        },
        [] => return None,
    };
    match rest {
        // The promotion may be separated from the squares: "e7e8=q", "e7e8 (q)".
        [piece, rest @ ..] if mv.len() == 4 && is_promotion(piece) => {
            is_move(&mv).then(|| (format!("{mv}{piece}"), rest))
        }
        _ => is_move(&mv).then_some((mv, rest)),
    }
}

/// Parses castling, written with letters (in lowercase) or zeros.
fn parse_castling(word: &str) -> Option<&'static str> {
    match word {
        "o-o" | "0-0" => Some("O-O"),
        "o-o-o" | "0-0-0" => Some("O-O-O"),
        _ => None,
    }
}

fn is_square(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}

/// Returns whether a word is the letter of a promotion, including illegal promotions.
fn is_promotion(word: &str) -> bool {
    matches!(word.as_bytes(), [b'q' | b'r' | b'b' | b'n' | b'k' | b'p'])
}

/// Returns whether a word is two squares, possibly with a promotion.
fn is_move(word: &str) -> bool {
    // Slicing a word that is not ASCII could panic.
    word.is_ascii()
        && word.len() >= 4
        && is_square(&word[..2])
        && is_square(&word[2..4])
        && (word.len() == 4 || is_promotion(&word[4..]))
}

fn parse_number(word: &str) -> Option<u64> {
    // `parse` would accept a plus sign.
    let has_only_digits = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| has_only_digits)
}

/// Words before a total.
const BEFORE_TOTAL: [&str; 11] = [
    "nodes", "node", "leaves", "leafs", "total", "searched", "visited", "counted", "count",
    "result", "sum",
];

/// Words after a total.
const AFTER_TOTAL: [&str; 4] = ["nodes", "leaves", "leafs", "positions"];

/// Words before numbers that are usually not totals.
const OTHER_LABELS: [&str; 4] = ["time", "depth", "perft", "nps"];

/// Parses a total: the only word of the line, or a number that a word marks as a total.
///
/// A line such as "perft 3 time 1 nodes 8902" has several candidates. The first choice is a number
/// next to a word such as "nodes", the second a number after a depth, the third a number after
/// "perft".
fn parse_total(words: &[&str]) -> Option<u64> {
    if let [word] = words {
        return parse_number(word);
    }
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let before = |at: usize, by: usize| at.checked_sub(by).map_or("", word);
    // "638348405 nodes per second" is a speed.
    let is_speed = |at: usize| word(at + 2) == "per";
    let is_named = |at: usize| {
        // In "time 1 nodes 8902" the words come before their numbers.
        let is_labelled =
            OTHER_LABELS.contains(&before(at, 1)) && parse_number(word(at + 2)).is_some();
        let is_before_name = AFTER_TOTAL.contains(&word(at + 1)) && !is_labelled;
        BEFORE_TOTAL.contains(&before(at, 1)) || is_before_name
    };
    let is_after_depth = |at: usize| {
        // In "perft 3 8902" the first number is the depth.
        ["perft", "depth"].contains(&before(at, 2)) && parse_number(before(at, 1)).is_some()
    };
    let is_after_perft =
        |at: usize| before(at, 1) == "perft" && parse_number(word(at + 1)).is_none();
    let first = |is_total: &dyn Fn(usize) -> bool| {
        let mut places = (0..words.len()).filter(|&at| is_total(at) && !is_speed(at));
        places.find_map(|at| parse_number(words[at]))
    };
    first(&is_named)
        .or_else(|| first(&is_after_depth))
        .or_else(|| first(&is_after_perft))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The king has two moves, and may castle.
    #[test]
    fn a_count_that_cannot_be_read_is_reported_if_nothing_else_counts_its_legal_move() {
        let board: Board = "k7/8/8/8/8/8/3PPP2/4K2R w K - 0 1".parse().expect("a FEN");
        let found = |lines: &[&str]| {
            let mut reply = Reply::default();
            lines.iter().for_each(|line| reply.add(line));
            reply.unreadable_count(&board).map(str::to_owned)
        };
        for (lines, is_error) in [
            (&["e1d1: 1", "e1g1: 1.0"][..], true),
            (&["e1d1: 1", "O-O: NaN", "Nodes: 1"], true),
            (&["e1d1: 1.0", "e1d1: 1.0"], true),
            // Another line counts the move.
            (&["O-O 0.2 ms", "e1d1: 1", "e1g1: 1"], false),
            (&["e1d1: 1", "e1h1: 1", "O-O: 50.0%"], false),
            // Black's move, and a move to an own piece.
            (&["e1d1: 1", "e7e5 [0.01s]", "e1e2: 1.0"], false),
            // Times beside a total.
            (&["e1d1 0.01s", "e1g1 0.01s", "Nodes: 9"], false),
        ] {
            assert_eq!(found(lines).is_some(), is_error, "{lines:?}");
        }
        let line = found(&["e1d1: 1", " e1g1: 1.0 "]);
        assert_eq!(line.as_deref(), Some("e1g1: 1.0"));
    }

    #[test]
    fn all_spellings_of_castling_are_the_same_move() {
        let board = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse().expect("a FEN");
        for (texts, side) in [
            (["O-O", "e1g1", "e1h1"], CastlingSide::King),
            (["O-O-O", "e1c1", "e1a1"], CastlingSide::Queen),
        ] {
            let moves = texts.map(|text| resolve(text, &board).map(Move::kind));
            assert_eq!(moves, [Some(side.move_kind()); 3]);
        }
    }
}
