//! Reads a game in PGN.
//!
//! See <https://www.chessprogramming.org/Portable_Game_Notation>.

use std::collections::BTreeMap;

use ferz::chess::{Move, Position, san};

/// A game, up to its end or the first thing that is not a move.
pub struct Game {
    /// The tags, such as `White`.
    pub tags: BTreeMap<String, String>,
    /// The moves, from the initial position or that of the tag `FEN`.
    pub moves: Vec<Move>,
}

/// Reads the first game of a text. Comments, variations and annotations are skipped.
pub fn parse(text: &str) -> Result<Game, String> {
    let (tags, movetext) = split(text)?;
    let mut position = match tags.get("FEN") {
        Some(fen) => Position::new(fen.parse().map_err(|error| format!("tag FEN: {error}"))?),
        None => Position::default(),
    };
    let mut moves = Vec::new();
    for word in movetext.split_whitespace() {
        let word = without_number(word);
        if word.is_empty() || word.starts_with('$') {
            continue;
        }
        if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
            break;
        }
        let mv = san::parse(position.board(), word)
            .map_err(|error| format!("move {}: {error}", moves.len() + 1))?;
        position.make_move(mv);
        moves.push(mv);
    }
    Ok(Game { tags, moves })
}

/// Returns the tags, and the text after them without comments and variations.
fn split(text: &str) -> Result<(BTreeMap<String, String>, String), String> {
    let (mut tags, mut movetext, mut depth) = (BTreeMap::new(), String::new(), 0_u32);
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        // What is skipped ends with this character.
        let end = match c {
            '{' => '}',
            ';' => '\n',
            '[' if movetext.trim().is_empty() => ']',
            _ => {
                match c {
                    '(' => depth += 1,
                    ')' => depth = depth.saturating_sub(1),
                    // The first tag of the next game.
                    '[' => break,
                    _ if depth == 0 => movetext.push(c),
                    _ => {}
                }
                rest = &rest[c.len_utf8()..];
                continue;
            }
        };
        let (skipped, after) = match rest[1..].split_once(end) {
            Some(parts) => parts,
            None if end == '\n' => ("", ""),
            None => return Err(format!("found no '{end}' after '{c}'")),
        };
        if c == '[' {
            let (name, value) = skipped
                .split_once(char::is_whitespace)
                .unwrap_or((skipped, ""));
            let value = value.trim().trim_matches('"').replace("\\\"", "\"");
            tags.insert(name.to_owned(), value);
        }
        movetext.push(' ');
        rest = after;
    }
    Ok((tags, movetext))
}

/// Removes the number of a move, as in `1.` or `1...e5`. A result such as `1-0` has none.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.starts_with('.') {
        true => rest.trim_start_matches('.'),
        false => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_variations_numbers_and_annotations_are_skipped() {
        let text = "[Event \"A \\\"quoted\\\" name\"]\n[White \"Someone\"]\n\n\
                    1. e4 {best by test} e5 (1... c5 2. Nf3 (2. c3 d5) d6) 2.Nf3! $1 ; a line\n\
                    2...Nc6 3.Bb5 1-0\n\n[Event \"Another\"]\n\n1. d4 *";
        let game = parse(text).expect("a game");
        let moves: Vec<String> = game.moves.iter().map(Move::to_string).collect();
        assert_eq!(moves, ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]);
        assert_eq!(game.tags["White"], "Someone");
        assert_eq!(game.tags["Event"], "A \"quoted\" name");
    }

    #[test]
    fn the_game_begins_at_the_position_of_its_tag() {
        let game = parse("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n1. e4").expect("a game");
        assert_eq!(game.moves.len(), 1);
        let wrong = parse("[FEN \"8/8 w\"]\n1. e4").err().expect("an error");
        assert!(wrong.starts_with("tag FEN: "), "{wrong}");
    }

    #[test]
    fn a_wrong_move_and_an_open_comment_are_errors() {
        let error = |text| parse(text).err().expect("an error");
        assert!(error("1. e4 e5 2. Ke3").starts_with("move 3: \"Ke3\" is not legal"));
        assert_eq!(error("1. e4 {never ends"), "found no '}' after '{'");
    }
}
