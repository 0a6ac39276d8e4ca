//! The format of files of games, *viriformat*, which several engines and trainers share.
//!
//! A file is a sequence of games. A game is 32 bytes for its first position, four bytes for each
//! move, and four zero bytes. All numbers are little-endian. Squares are numbered from a1 = 0 along
//! the ranks to h8 = 63. Scores are in centipawns from White's view.
//!
//! | byte | contents of the first position |
//! | --- | --- |
//! | 0 to 7 | occupied squares, one bit each |
//! | 8 to 23 | the pieces on them in the order of squares, four bits each, low half first: 0 to 5 for pawn, knight, bishop, rook, queen, king, 6 for a rook with its castling right; plus 8 for Black |
//! | 24 | en passant square, 64 for none; plus 128 if Black is to move |
//! | 25 | halfmove clock: plies since the last capture or pawn move |
//! | 26, 27 | move number |
//! | 28, 29 | a score, not used here |
//! | 30 | result of the game: 0 Black won, 1 draw, 2 White won |
//! | 31 | not used |
//!
//! | bits | contents of the 32 bits of a move |
//! | --- | --- |
//! | 0 to 5 | from; in castling, the king's square |
//! | 6 to 11 | to; in castling, the rook's square |
//! | 12, 13 | promotion: 0 to 3 for knight, bishop, rook, queen |
//! | 14, 15 | 1 for en passant, 2 for castling, 3 for promotion, 0 for all other moves |
//! | 16 to 31 | the score of the position before the move, signed |
//!
//! The crate [`viriformat`] writes games and divides files into games. Only the first position is
//! decoded here, because the crate does not check it: its behavior is undefined if a king is
//! missing.

use anyhow::{Error, Result, bail, ensure};
use viriformat::chess::board::{Board as ViriBoard, DrawType, GameOutcome, WinType};
use viriformat::chess::chessmove::{Move as ViriMove, MoveFlags};
use viriformat::chess::{piece::PieceType as ViriPiece, types::Square as ViriSquare};
use viriformat::dataformat::Game as ViriGame;

use super::games::{Game, ScoredMove};
use ferz::chess::{
    Bitboard, Board, Color, FIFTY_MOVE_PLIES, Legality, Move, MoveKind, Outcome, SetupNote, Square,
    is_legal,
};
use ferz::score::Score;

/// Size of a first position, in bytes.
const START_BYTES: usize = 32;

/// Size of a move with its score, and of the end marker of a game, in bytes.
const MOVE_BYTES: usize = 4;

/// Maximum halfmove clock of the first position. With a higher clock, the game was drawn before it
/// began, and an assertion of the crate viriformat fails.
const MAX_CLOCK: u8 = FIFTY_MOVE_PLIES as u8;

/// Encodes a game. Panics if a score does not fit in 16 bits, or if the first position has a
/// halfmove clock above 255.
pub fn encode(game: &Game) -> Vec<u8> {
    let mut start = ViriBoard::new();
    let set = start.set_from_fen(&game.start.shredder_fen(), true);
    set.expect("games begin with halfmove clocks below 256");
    let mut encoded = ViriGame::new(&start);
    encoded.set_outcome(match game.outcome {
        Outcome::WhiteWins => GameOutcome::WhiteWin(WinType::Adjudication),
        Outcome::Draw => GameOutcome::Draw(DrawType::Adjudication),
        Outcome::BlackWins => GameOutcome::BlackWin(WinType::Adjudication),
    });
    for played in &game.moves {
        let score = played.score.try_into().expect("scores fit in 16 bits");
        encoded.add_move(encode_move(played.mv), score);
    }
    let mut bytes = Vec::new();
    let written = encoded.serialise_into(&mut bytes);
    written.expect("writing to a vector cannot fail");
    bytes
}

/// Encodes a move.
fn encode_move(mv: Move) -> ViriMove {
    let square = |square: Square| ViriSquare::new(square.index() as u8).expect("squares end at 63");
    let (from, to) = (square(mv.from()), square(mv.to()));
    match mv.kind() {
        MoveKind::EnPassant => ViriMove::new_with_flags(from, to, MoveFlags::EnPassant),
        kind if kind.is_castle() => ViriMove::new_with_flags(from, to, MoveFlags::Castle),
        kind => match kind.promotion() {
            Some(piece) => {
                let piece = ViriPiece::new(piece as u8).expect("both number pieces from the pawn");
                ViriMove::new_with_promo(from, to, piece)
            }
            None => ViriMove::new(from, to),
        },
    }
}

/// Decodes a game from its bytes, including the end marker, and checks it completely. Returns
/// `None` if the end is missing. An error comes with the offset of the malformed part.
pub(super) fn decode(bytes: &[u8]) -> Result<Option<Game>, (usize, Error)> {
    let Some((first, rest)) = bytes.split_first_chunk() else {
        return Ok(None);
    };
    let at_start = |error| (0, error);
    let (start, outcome) = decode_start(first).map_err(at_start)?;
    let (mut board, mut moves) = (start, Vec::new());
    for (i, written) in rest.as_chunks::<MOVE_BYTES>().0.iter().enumerate() {
        if *written == [0; MOVE_BYTES] {
            if let Some(by_rules) = board.outcome().filter(|by_rules| *by_rules != outcome) {
                let message = format!(
                    "the result is {outcome}; expected {by_rules}, because the game ends on {board}"
                );
                return Err(at_start(Error::msg(message)));
            }
            return Ok(Some(Game {
                start,
                moves,
                outcome,
            }));
        }
        let at_move = |error| (START_BYTES + i * MOVE_BYTES, error);
        let played = decode_move(&board, *written).map_err(at_move)?;
        moves.push(played);
        board = board.after(played.mv);
    }
    Ok(None)
}

/// Decodes the first position and the result of a game. The position must satisfy the rules for
/// FENs. In addition, impossible castling rights or en passant squares are errors, because they are
/// signs of a corrupted file.
fn decode_start(bytes: &[u8; START_BYTES]) -> Result<(Board, Outcome)> {
    let [placement, castling] = placement_and_castling(bytes)?;
    let side = if bytes[24] < 128 { 'w' } else { 'b' };
    let en_passant = match bytes[24] & 127 {
        64 => "-".to_owned(),
        square @ 0..64 => Square::from_index(square.into()).to_string(),
        other => bail!("the en passant square is {other}; expected 0 to 64"),
    };
    let (clock, number) = (bytes[25], u16::from_le_bytes([bytes[26], bytes[27]]));
    ensure!(
        clock <= MAX_CLOCK,
        "the game begins after {clock} plies without a capture or pawn move; expected at most {MAX_CLOCK}"
    );
    let outcome = match bytes[30] {
        0 => Outcome::BlackWins,
        1 => Outcome::Draw,
        2 => Outcome::WhiteWins,
        other => {
            bail!("the result is {other}; expected 0 (Black won), 1 (draw) or 2 (White won)")
        }
    };
    let fen = format!("{placement} {side} {castling} {en_passant} {clock} {number}");
    match Board::from_fen(&fen) {
        Ok((board, notes)) => match notes.into_iter().find(SetupNote::is_dropped) {
            Some(note) => bail!("the first position is inconsistent: {note}"),
            None => Ok((board, outcome)),
        },
        Err(error) => bail!("the first position is invalid: {error}"),
    }
}

/// Returns the first and the third field of the FEN: the pieces, and the castling rights as in
/// Shredder-FEN.
fn placement_and_castling(bytes: &[u8; START_BYTES]) -> Result<[String; 2]> {
    let (occupied, codes) = bytes[..24].split_first_chunk().expect("24 bytes");
    let occupied = Bitboard(u64::from_le_bytes(*occupied));
    let count = occupied.count();
    ensure!(
        count <= 32,
        "{count} squares are occupied; expected at most 32"
    );
    let mut codes = codes.iter().flat_map(|byte| [byte & 15, byte >> 4]);
    let (mut ranks, mut castling) = ([['1'; 8]; 8], String::new());
    for (square, code) in occupied.into_iter().zip(codes.by_ref()) {
        let color = Color::ALL[usize::from(code / 8)];
        let of_color = |letter: char| match color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        };
        let letter = match code % 8 {
            6 if square.rank() == color.back_rank() => {
                castling.push(of_color(square.file().letter()));
                'r'
            }
            kind @ 0..6 => char::from(b"pnbrqk"[usize::from(kind)]),
            _ => bail!(
                "the piece on {square} has the code {code}; expected 0 to 5, or 6 for a rook on its back rank that can still castle, plus 8 for a black piece"
            ),
        };
        ranks[7 - square.rank().index()][square.file().index()] = of_color(letter);
    }
    ensure!(
        codes.all(|code| code == 0),
        "there are more pieces than occupied squares; expected one piece on each"
    );
    if castling.is_empty() {
        castling.push('-');
    }
    Ok([ranks.map(String::from_iter).join("/"), castling])
}

/// Decodes a move and its score. The move is the legal one that has these bits; trying each kind of
/// move with its squares is faster than generating all moves.
fn decode_move(board: &Board, bytes: [u8; MOVE_BYTES]) -> Result<ScoredMove> {
    let [low, high, score_low, score_high] = bytes;
    let bits = u16::from_le_bytes([low, high]);
    let square = |shift: u16| Square::from_index(usize::from(bits >> shift & 63));
    let (from, to, legality) = (square(0), square(6), Legality::of(board));
    let kinds = (0..16).filter_map(MoveKind::from_bits);
    let mut moves = kinds.map(|kind| Move::new(from, to, kind));
    let has_bits = |mv| from != to && encode_move(mv).inner() == bits;
    match moves.find(|&mv| has_bits(mv) && is_legal(board, &legality, mv)) {
        Some(mv) => Ok(ScoredMove {
            mv,
            score: Score::from(i16::from_le_bytes([score_low, score_high])),
        }),
        None => bail!("the move {bits:#06x} is not legal on {board}"),
    }
}
