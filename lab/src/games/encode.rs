//! Encodes games as bytes. The [module](super) describes the format.
//!
//! See <https://crates.io/crates/viriformat>.

use super::decode::{
    BLACK_PIECE, BLACK_TO_MOVE, CASTLING_ROOK, MOVE_BYTES, NO_SQUARE, PROMOTIONS, START_BYTES,
};
use super::game::{Game, ScoredMove};
use ferz::chess::{Board, Color, Move, MoveKind, Outcome, Square};

/// Encodes a game.
///
/// # Panics
///
/// If a score does not fit in 16 bits, or if the first position has a halfmove clock above 255.
#[must_use]
pub fn encode(game: &Game) -> Vec<u8> {
    let mut bytes = start(&game.start, game.outcome).to_vec();
    bytes.extend(game.moves.iter().flat_map(scored_move));
    bytes.extend([0; MOVE_BYTES]);
    bytes
}

/// Encodes the first position and the result of a game.
fn start(board: &Board, outcome: Outcome) -> [u8; START_BYTES] {
    let mut bytes = [0; START_BYTES];
    let occupied = board.occupied();
    bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
    for (i, square) in occupied.into_iter().enumerate() {
        bytes[8 + i / 2] |= piece(board, square) << (4 * (i % 2));
    }
    bytes[24] = board
        .en_passant()
        .map_or(NO_SQUARE, |square| square.index() as u8);
    if board.side_to_move() == Color::Black {
        bytes[24] |= BLACK_TO_MOVE;
    }
    let clock = board.halfmove_clock().try_into();
    bytes[25] = clock.expect("games begin with halfmove clocks below 256");
    bytes[26..28].copy_from_slice(&board.fullmove_number().to_le_bytes());
    bytes[30] = match outcome {
        Outcome::BlackWins => 0,
        Outcome::Draw => 1,
        Outcome::WhiteWins => 2,
    };
    bytes
}

/// Returns the code of the piece on an occupied square.
fn piece(board: &Board, square: Square) -> u8 {
    let piece = board.piece_at(square).expect("the square is occupied");
    let kind = if board.castling().rooks().contains(square) {
        CASTLING_ROOK
    } else {
        piece.kind as u8
    };
    match piece.color {
        Color::White => kind,
        Color::Black => kind + BLACK_PIECE,
    }
}

/// Encodes a move and its score.
fn scored_move(played: &ScoredMove) -> [u8; MOVE_BYTES] {
    let score = i16::try_from(played.score).expect("scores fit in 16 bits");
    let ([low, high], [score_low, score_high]) = (mv(played.mv).to_le_bytes(), score.to_le_bytes());
    [low, high, score_low, score_high]
}

/// Encodes a move.
fn mv(mv: Move) -> u16 {
    let (move_type, promotion) = match (mv.kind(), mv.promotion()) {
        (_, Some(piece)) => (3, PROMOTIONS.iter().position(|&other| other == piece)),
        (MoveKind::EnPassant, _) => (1, None),
        (kind, _) if kind.is_castle() => (2, None),
        _ => (0, None),
    };
    let promotion = promotion.unwrap_or(0);
    (mv.from().index() | mv.to().index() << 6 | promotion << 12 | move_type << 14) as u16
}
