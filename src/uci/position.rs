//! The arguments of `position` and `moves`.
//! See <https://www.chessprogramming.org/UCI#GUI_to_Engine>.

use vampirc_uci::{UciMessage, UciMove, UciPiece, parse_one};

use super::suggest::is_move;
use super::words::{Notes, found};
use crate::chess::notation::{CoordinateMove, ParseMoveError};
use crate::chess::{File, PieceType, Rank, Square};
use crate::engine::Command;
use crate::support::quote::Quoted;

/// How many moves the crate is given at a time.
const MOVES_AT_A_TIME: usize = 64;

/// `startpos` or `fen <fen>`, then `moves <moves>`.
pub(super) fn position(rest: &[&str], notes: &mut Notes) -> Result<Command, String> {
    let split = rest
        .iter()
        .position(|&word| word == "moves")
        .unwrap_or(rest.len());
    let (setup, moves) = rest.split_at(split);
    // To leave out moves would set up another position than was meant.
    if let Some(mv) = setup.iter().skip(1).find(|word| is_move(word)) {
        return Err(format!("\"moves\" is missing before {}", Quoted(mv)));
    }
    let fen = match setup {
        ["startpos", skipped @ ..] => {
            notes.skipped("position", skipped);
            None
        }
        ["fen", fen @ ..] => Some(fen.join(" ")),
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

/// Moves, all of which must be well formed.
pub(super) fn move_list(words: &[&str]) -> Result<Vec<CoordinateMove>, String> {
    let mut moves = Vec::with_capacity(words.len());
    for words in words.chunks(MOVES_AT_A_TIME) {
        let text = format!("position startpos moves {}", words.join(" "));
        let UciMessage::Position { moves: parsed, .. } = parse_one(&text) else {
            return Err("the moves were not understood".to_owned());
        };
        let mut parsed = parsed.iter().filter_map(coordinate_move);
        for word in words {
            // The crate drops what it does not understand: a word, or the end of one.
            let whole = parsed
                .next()
                .filter(|mv| mv.to_string().eq_ignore_ascii_case(word));
            let number = moves.len() + 1;
            let refusal = || {
                format!(
                    "move {number} of the list: {}",
                    ParseMoveError((*word).to_owned())
                )
            };
            moves.push(whole.ok_or_else(refusal)?);
        }
    }
    Ok(moves)
}

/// The crate's move as ours.
fn coordinate_move(mv: &UciMove) -> Option<CoordinateMove> {
    let square = |file, rank: u8| {
        Some(Square::new(
            File::from_letter(file)?,
            Rank::from_digit((b'0' + rank) as char)?,
        ))
    };
    let letter = mv.promotion.and_then(UciPiece::as_char);
    let promotion = letter.and_then(PieceType::from_letter);
    Some(CoordinateMove {
        from: square(mv.from.file, mv.from.rank)?,
        to: square(mv.to.file, mv.to.rank)?,
        promotion,
    })
}
