//! The arguments of `position` and `moves`.

use vampirc_uci::{UciMessage, UciMove, parse_one};

use super::words::{Notes, found, is_move};
use crate::chess::epd::{EpdLine, FenOfEpd};
use crate::chess::notation::{CoordinateMove, ParseMoveError};
use crate::engine::Command;
use crate::support::quote::Quoted;

/// Number of moves that `vampirc_uci` parses at a time.
const MOVES_AT_A_TIME: usize = 64;

/// Parses `startpos` or `fen <fen>`, then `moves <moves>`.
pub(super) fn position(rest: &[&str], notes: &mut Notes) -> Result<Command, String> {
    let (setup, moves) = rest.split_at(start_of_moves(rest));
    let fen = match setup {
        ["startpos", ignored @ ..] => {
            check_no_move(ignored)?;
            notes.ignored("position", ignored);
            None
        }
        ["fen", words @ ..] => Some(fen(words, notes)?),
        _ => {
            let found = found(rest.first());
            return Err(format!("{found}; expected startpos or fen"));
        }
    };
    Ok(Command::Position {
        fen,
        moves: move_list(moves.get(1..).unwrap_or_default())?,
    })
}

/// Returns the index of the word `moves` outside of quotations, or the number of words.
pub fn start_of_moves(words: &[&str]) -> usize {
    let mut quoted = false;
    let is_start = |word: &&str| {
        quoted ^= word.matches('"').count() % 2 == 1;
        !quoted && *word == "moves"
    };
    words.iter().position(is_start).unwrap_or(words.len())
}

/// Returns an error if one of these words, before `moves`, is a move. Ignoring it would set a
/// different position from the intended one.
fn check_no_move(words: &[&str]) -> Result<(), String> {
    match words.iter().find(|word| is_move(word)) {
        Some(mv) => Err(format!("\"moves\" is missing before {}", Quoted(mv))),
        None => Ok(()),
    }
}

/// Returns the FEN of a position. Operations of EPD after it are ignored with a note, except the
/// counters of the FEN. A misspelled `moves` before moves is no operation.
fn fen(words: &[&str], notes: &mut Notes) -> Result<String, String> {
    let text = words.join(" ");
    let epd = FenOfEpd::split(&text).map_err(|error| error.to_string())?;
    let fields = EpdLine::split(&text).fen.split_whitespace().count();
    let (fen, rest) = words.split_at(fields.min(words.len()));
    let has_moves = if text.contains(';') {
        rest.first().is_some_and(|word| is_move(word))
    } else {
        rest.iter().any(|word| is_move(word))
    };
    match epd {
        Some(epd) if !has_moves => {
            check_no_move(fen)?;
            if let Some(note) = epd.note() {
                notes.add(format!("position: {note}"));
            }
            Ok(epd.fen)
        }
        _ => {
            check_no_move(words)?;
            Ok(text)
        }
    }
}

/// Parses moves, or returns an error if one of them is malformed.
pub(super) fn move_list(words: &[&str]) -> Result<Vec<CoordinateMove>, String> {
    let mut moves = Vec::with_capacity(words.len());
    for words in words.chunks(MOVES_AT_A_TIME) {
        let text = format!("position startpos moves {}", words.join(" "));
        let UciMessage::Position { moves: parsed, .. } = parse_one(&text) else {
            return Err("cannot parse the moves".to_owned());
        };
        let converted = |mv: &UciMove| {
            mv.to_string()
                .to_ascii_lowercase()
                .parse::<CoordinateMove>()
        };
        let mut parsed = parsed.iter().filter_map(|mv| converted(mv).ok());
        for word in words {
            // `vampirc_uci` drops words that it cannot parse, and extra characters after a move.
            let whole = parsed
                .next()
                .filter(|mv| mv.to_string().eq_ignore_ascii_case(word));
            let number = moves.len() + 1;
            let malformed = || {
                format!(
                    "move {number} of the list: {}",
                    ParseMoveError((*word).to_owned())
                )
            };
            moves.push(whole.ok_or_else(malformed)?);
        }
    }
    Ok(moves)
}
