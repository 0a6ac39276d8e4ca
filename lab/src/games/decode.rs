//! Decodes positions and moves from bytes. The [module](super) describes the format.
//!
//! Values that a valid file cannot contain are errors. See
//! <https://crates.io/crates/viriformat>.

use super::error::DataErrorKind;
use super::game::{Game, ScoredMove};
use ferz::chess::{
    Bitboard, Board, Color, FIFTY_MOVE_PLIES, File, Legality, Move, MoveKind, Outcome, Piece,
    PieceType, Rank, SetupNote, Square, is_legal,
};
use ferz::score::Score;

/// Size of a first position, in bytes.
pub(super) const START_BYTES: usize = 32;

/// Size of a move with its score, and of the end marker of a game, in bytes.
pub(super) const MOVE_BYTES: usize = 4;

/// Code of a rook with its castling right.
pub(super) const CASTLING_ROOK: u8 = 6;

/// Added to the code of a black piece.
pub(super) const BLACK_PIECE: u8 = 8;

/// En passant byte: no square.
pub(super) const NO_SQUARE: u8 = 64;

/// En passant byte: added if Black is to move.
pub(super) const BLACK_TO_MOVE: u8 = 128;

/// Pieces that pawns promote to, in the order of their codes.
pub(super) const PROMOTIONS: [PieceType; 4] = [
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Rook,
    PieceType::Queen,
];

/// Maximum halfmove clock of the first position. With a higher clock, the game was drawn before it
/// began, and an assertion of the crate viriformat fails.
const MAX_CLOCK: u8 = FIFTY_MOVE_PLIES as u8;

/// Decodes a game from its bytes, including the end marker, and checks it completely. An error
/// comes with the offset of the malformed part.
pub(super) fn game(bytes: &[u8]) -> Result<Game, (usize, DataErrorKind)> {
    let torn = || (0, DataErrorKind::Torn);
    let (first, rest) = bytes.split_first_chunk().ok_or_else(torn)?;
    let (start, outcome) = start(first).map_err(|kind| (0, kind))?;
    let (mut board, mut moves) = (start, Vec::new());
    let mut parts = rest.as_chunks::<MOVE_BYTES>().0.iter();
    loop {
        let bytes = *parts.next().ok_or_else(torn)?;
        if bytes == [0; MOVE_BYTES] {
            break;
        }
        let played = scored_move(&board, bytes).ok_or_else(|| {
            let at = START_BYTES + moves.len() * MOVE_BYTES;
            let bits = u16::from_le_bytes([bytes[0], bytes[1]]);
            let board = Box::new(board);
            (at, DataErrorKind::Move { bits, board })
        })?;
        moves.push(played);
        board = board.after(played.mv);
    }
    match board.outcome() {
        Some(by_rule) if by_rule != outcome => {
            let kind = DataErrorKind::Contradiction {
                outcome,
                by_rule,
                board: Box::new(board),
            };
            Err((0, kind))
        }
        _ => Ok(Game {
            start,
            moves,
            outcome,
        }),
    }
}

/// Decodes the first position and the result of a game.
fn start(bytes: &[u8; START_BYTES]) -> Result<(Board, Outcome), DataErrorKind> {
    let [placement, castling] = placement(bytes)?;
    let side = if bytes[24] & BLACK_TO_MOVE == 0 {
        'w'
    } else {
        'b'
    };
    let en_passant = match bytes[24] & !BLACK_TO_MOVE {
        NO_SQUARE => "-".to_owned(),
        square if square < NO_SQUARE => Square::from_index(square.into()).to_string(),
        other => return Err(DataErrorKind::EnPassant(other)),
    };
    let (halfmoves, number) = (bytes[25], u16::from_le_bytes([bytes[26], bytes[27]]));
    if halfmoves > MAX_CLOCK {
        return Err(DataErrorKind::Clock(halfmoves));
    }
    let outcome = match bytes[30] {
        0 => Outcome::BlackWins,
        1 => Outcome::Draw,
        2 => Outcome::WhiteWins,
        other => return Err(DataErrorKind::Outcome(other)),
    };
    // The position must satisfy the rules for FENs. In addition, impossible castling rights or en
    // passant squares are errors, because they are signs of a corrupted file.
    let fen = format!("{placement} {side} {castling} {en_passant} {halfmoves} {number}");
    let (board, notes) = Board::from_fen(&fen)?;
    match notes.into_iter().find(SetupNote::is_dropped) {
        Some(note) => Err(DataErrorKind::Setup(note)),
        None => Ok((board, outcome)),
    }
}

/// Returns the first and the third field of the FEN.
fn placement(bytes: &[u8; START_BYTES]) -> Result<[String; 2], DataErrorKind> {
    let mut eight = [0; 8];
    eight.copy_from_slice(&bytes[..8]);
    let occupied = Bitboard(u64::from_le_bytes(eight));
    if occupied.count() > 32 {
        return Err(DataErrorKind::PieceCount(occupied.count()));
    }
    let mut codes = bytes[8..24].iter().flat_map(|byte| [byte & 15, byte >> 4]);
    let mut letters = ['1'; 64];
    let mut castling = String::new();
    for (square, code) in occupied.into_iter().zip(codes.by_ref()) {
        let color = if code & BLACK_PIECE == 0 {
            Color::White
        } else {
            Color::Black
        };
        let piece = match code & !BLACK_PIECE {
            CASTLING_ROOK if square.rank() == color.back_rank() => {
                // The letter of the file, as in Shredder-FEN.
                castling.push(match color {
                    Color::White => square.file().letter().to_ascii_uppercase(),
                    Color::Black => square.file().letter(),
                });
                PieceType::Rook
            }
            kind if kind < CASTLING_ROOK => PieceType::ALL[usize::from(kind)],
            _ => return Err(DataErrorKind::Piece { square, code }),
        };
        letters[square.index()] = Piece::new(color, piece).letter();
    }
    if codes.any(|code| code != 0) {
        return Err(DataErrorKind::SurplusPiece);
    }
    let rank = |rank: Rank| {
        let squares = File::ALL.map(|file| letters[Square::new(file, rank).index()]);
        String::from_iter(squares)
    };
    let ranks: Vec<String> = Rank::ALL.into_iter().rev().map(rank).collect();
    if castling.is_empty() {
        castling.push('-');
    }
    Ok([ranks.join("/"), castling])
}

/// Decodes a move and its score; `None` if the move is not legal on `board`.
fn scored_move(board: &Board, bytes: [u8; MOVE_BYTES]) -> Option<ScoredMove> {
    let [low, high, score_low, score_high] = bytes;
    let mv = mv(board, u16::from_le_bytes([low, high]))?;
    is_legal(board, &Legality::of(board), mv).then(|| ScoredMove {
        mv,
        score: Score::from(i16::from_le_bytes([score_low, score_high])),
    })
}

/// Decodes a move, which may be illegal.
fn mv(board: &Board, bits: u16) -> Option<Move> {
    let square = |shift: u16| Square::from_index(usize::from(bits >> shift & 63));
    let (from, to) = (square(0), square(6));
    let (promotion, move_type) = (bits >> 12 & 3, bits >> 14);
    let takes = board.occupied().contains(to);
    let pawn = board.of_type(PieceType::Pawn).contains(from);
    let kind = match (move_type, promotion) {
        (0, 0) if takes => MoveKind::Capture,
        (0, 0) if pawn && from.rank().index().abs_diff(to.rank().index()) == 2 => {
            MoveKind::DoublePawnPush
        }
        (0, 0) => MoveKind::Quiet,
        (1, 0) => MoveKind::EnPassant,
        (2, 0) if to > from => MoveKind::KingsideCastle,
        (2, 0) => MoveKind::QueensideCastle,
        (3, _) => MoveKind::promotion_to(PROMOTIONS[usize::from(promotion)], takes),
        _ => return None,
    };
    Some(Move::new(from, to, kind))
}
