//! Encodes games as bytes with the crate viriformat.
//!
//! See <https://docs.rs/viriformat>.

use viriformat::chess::board::{Board as ViriBoard, DrawType, GameOutcome, WinType};
use viriformat::chess::chessmove::{Move as ViriMove, MoveFlags};
use viriformat::chess::piece::PieceType as ViriPiece;
use viriformat::chess::types::Square as ViriSquare;
use viriformat::dataformat::Game as ViriGame;

use super::game::Game;
use crate::chess::{Board, Move, MoveKind, Outcome, PieceType, Square};

/// Encodes a game.
///
/// # Panics
///
/// If a score does not fit in 16 bits, or if the first position has a halfmove clock above 255
/// (above 100 with debug assertions).
#[must_use]
pub fn encode(game: &Game) -> Vec<u8> {
    let mut viri = ViriGame::new(&board(&game.start));
    viri.set_outcome(outcome(game.outcome));
    for played in &game.moves {
        let score = i16::try_from(played.score).expect("scores fit in 16 bits");
        viri.add_move(mv(played.mv), score);
    }
    let mut bytes = Vec::new();
    viri.serialise_into(&mut bytes)
        .expect("writing to a vector cannot fail");
    bytes
}

/// Converts a board. Shredder-FEN is unambiguous in standard chess and in Chess960.
fn board(board: &Board) -> ViriBoard {
    let mut viri = ViriBoard::new();
    viri.set_from_fen(&board.shredder_fen(), true)
        .expect("games begin with halfmove clocks below 256");
    viri
}

/// Converts a result. Files do not contain the reason for a result, so the reason here is
/// arbitrary.
const fn outcome(outcome: Outcome) -> GameOutcome {
    match outcome {
        Outcome::WhiteWins => GameOutcome::WhiteWin(WinType::Adjudication),
        Outcome::Draw => GameOutcome::Draw(DrawType::Adjudication),
        Outcome::BlackWins => GameOutcome::BlackWin(WinType::Adjudication),
    }
}

fn mv(mv: Move) -> ViriMove {
    let (from, to) = (square(mv.from()), square(mv.to()));
    match mv.kind() {
        MoveKind::EnPassant => ViriMove::new_with_flags(from, to, MoveFlags::EnPassant),
        kind if kind.is_castle() => ViriMove::new_with_flags(from, to, MoveFlags::Castle),
        kind => match kind.promotion() {
            Some(piece) => ViriMove::new_with_promo(from, to, promotion(piece)),
            None => ViriMove::new(from, to),
        },
    }
}

fn square(square: Square) -> ViriSquare {
    ViriSquare::new_clamped(square.index() as u8)
}

const fn promotion(piece: PieceType) -> ViriPiece {
    match piece {
        PieceType::Knight => ViriPiece::Knight,
        PieceType::Bishop => ViriPiece::Bishop,
        PieceType::Rook => ViriPiece::Rook,
        _ => ViriPiece::Queen,
    }
}
