//! A training position with its labels, in 32 bytes.
//!
//! All values are from the view of the side to move. If Black is to move, the board is flipped:
//! ranks are mirrored and colors exchanged, so that the side to move always plays up the board.

use bytemuck::{Pod, Zeroable};

use ferz::chess::{Bitboard, Board, BoardBuilder, Color, InvalidPosition, PieceType, Square};
use ferz::score::Score;

/// Added to the code of a piece of the side that is not to move.
pub const OPPONENT: u8 = 8;

/// Value of [`Record::later`] in a file that stands for one point.
const LATER_UNIT: f32 = 65_535.0;

/// Value of [`Record::result`] in a file of a position that is not from a game.
const NO_RESULT: u8 = 3;

/// A training position. This is also its form in a file, where all numbers are little-endian:
///
/// | byte | contents |
/// | --- | --- |
/// | 0 to 7 | occupied squares, one bit each; a1 is bit 0, h8 is bit 63 |
/// | 8 to 23 | the pieces on them in the order of squares, four bits each, low half first: 0 to 5 for pawn, knight, bishop, rook, queen, king; plus 8 for a piece of the opponent; unused bits are 0 |
/// | 24, 25 | score of the search in centipawns, signed |
/// | 26, 27 | mean of the later scores as expected points: 0 to 65,535 for 0 to 1 |
/// | 28 | result of the game: 0 for a loss, 1 for a draw, 2 for a win; 3 without a game, then the score is the only label |
/// | 29 to 31 | 0 |
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct Record {
    occupied: u64,
    pieces: [u8; 16],
    score: i16,
    later: u16,
    result: u8,
    zeros: [u8; 3],
}

/// The values that a position is stored with, from the view of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Labels {
    /// Score of the search, in centipawns. It must fit in 16 bits.
    pub score: Score,
    /// Mean of the later scores of the game, as expected points from 0 to 1.
    pub later: f32,
    /// Points in the game: 0, 0.5 or 1; `None` for a position that is not from a game.
    pub result: Option<f32>,
}

impl Record {
    /// Size of a record in a file, in bytes.
    pub const BYTES: usize = size_of::<Self>();

    /// Creates the record of a position. Castling rights, the en passant square and the clocks are
    /// not stored.
    pub fn new(board: &Board, labels: &Labels) -> Self {
        let board = match board.side_to_move() {
            Color::White => *board,
            Color::Black => board.flipped(),
        };
        let mut pieces = [0; 16];
        for (i, (_, piece)) in board.pieces().enumerate() {
            let code = piece.kind as u8 + OPPONENT * piece.color as u8;
            pieces[i / 2] |= code << (i % 2 * 4);
        }
        let placement = Self {
            occupied: board.occupied().0.to_le(),
            pieces,
            ..Self::zeroed()
        };
        placement.with_labels(labels)
    }

    /// Returns the same position with other labels.
    pub fn with_labels(self, labels: &Labels) -> Self {
        let score = i16::try_from(labels.score).expect("scores fit in 16 bits");
        Self {
            score: score.to_le(),
            later: ((labels.later * LATER_UNIT).round() as u16).to_le(),
            result: labels
                .result
                .map_or(NO_RESULT, |points| (points * 2.0) as u8),
            ..self
        }
    }

    /// Returns the number of pieces.
    #[inline]
    pub const fn piece_count(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// Returns all pieces in the order of their squares: whether it belongs to the opponent, the
    /// index of its [`PieceType`] and the index of its [`Square`].
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = (bool, usize, usize)> + '_ {
        let mut codes = u128::from_le_bytes(self.pieces);
        let mut occupied = u64::from_le(self.occupied);
        std::iter::from_fn(move || {
            if occupied == 0 {
                return None;
            }
            let square = occupied.trailing_zeros() as usize;
            occupied &= occupied - 1;
            let code = codes as u8 & 15;
            codes >>= 4;
            Some((code >= OPPONENT, usize::from(code % OPPONENT), square))
        })
    }

    /// Returns the score of the search in centipawns.
    #[inline]
    pub const fn score(&self) -> i16 {
        i16::from_le(self.score)
    }

    /// Returns the mean of the later scores of the game, as expected points from 0 to 1.
    #[inline]
    pub fn later(&self) -> f32 {
        f32::from(u16::from_le(self.later)) / LATER_UNIT
    }

    /// Returns the points in the game: 0, 0.5 or 1; `None` for a position that is not from a game.
    #[inline]
    pub fn result(&self) -> Option<f32> {
        (self.result != NO_RESULT).then(|| f32::from(self.result) / 2.0)
    }

    /// Returns the bytes that describe the position, without the labels. Two records have the same
    /// position if these bytes are equal.
    #[inline]
    pub fn position_bytes(&self) -> &[u8] {
        &bytemuck::bytes_of(self)[..24]
    }

    /// Returns the position, with White to move and without castling rights and en passant square.
    pub fn board(&self) -> Result<Board, InvalidPosition> {
        let place = |builder: BoardBuilder, (is_opponent, kind, square)| {
            let color = Color::ALL[usize::from(is_opponent)];
            // The codes 6 and 7 do not occur in valid files.
            let kind = PieceType::ALL[usize::min(kind, PieceType::King.index())];
            builder.piece(color, kind, Square::from_index(square))
        };
        self.pieces().fold(Board::builder(), place).build()
    }

    /// Returns whether each byte has a value that the format allows, so that the indices of
    /// [`pieces`](Self::pieces) are in range: at most 32 pieces, one king of each side, known piece
    /// codes, a known result, and zeros in all unused bits.
    pub fn is_well_formed(&self) -> bool {
        if Bitboard(self.occupied).count() > 32 || self.result > NO_RESULT || self.zeros != [0; 3] {
            return false;
        }
        let mut kings = [0; 2];
        for (is_opponent, kind, _) in self.pieces() {
            match kind {
                0..=4 => {}
                5 => kings[usize::from(is_opponent)] += 1,
                _ => return false,
            }
        }
        let used = 4 * self.piece_count();
        let unused = u128::from_le_bytes(self.pieces).checked_shr(used);
        kings == [1, 1] && unused.unwrap_or(0) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LABELS: Labels = Labels {
        score: -31,
        later: 0.75,
        result: Some(1.0),
    };

    /// The bytes follow from the table in the documentation of [`Record`].
    #[test]
    fn a_record_has_the_documented_bytes() {
        // 8  . . . . k . . .
        // 2  P . . . . . . .
        // 1  . . . . K . . R
        let board: Board = "4k3/8/8/8/8/8/P7/4K2R w K - 3 9".parse().unwrap();
        let record = Record::new(&board, &LABELS);
        let mut expected = [0; 32];
        // e1 and h1, a2, e8.
        (expected[0], expected[1], expected[7]) = (0b1001_0000, 1, 0b1_0000);
        (expected[8], expected[9]) = (0x35, 0xD0);
        // -31 is 0xFFE1, and 0.75 of 65,535 is about 0xBFFF.
        expected[24..29].copy_from_slice(&[0xE1, 0xFF, 0xFF, 0xBF, 2]);
        assert_eq!(bytemuck::bytes_of(&record), expected);
        assert!(record.is_well_formed());
        assert_eq!((record.score(), record.result()), (-31, Some(1.0)));
        assert!((record.later() - 0.75).abs() <= 0.5 / LATER_UNIT);
        let pieces: Vec<_> = record.pieces().collect();
        let placed = [(false, 5, 4), (false, 3, 7), (false, 0, 8), (true, 5, 60)];
        assert_eq!(pieces, placed);
    }

    #[test]
    fn with_black_to_move_the_board_is_flipped() {
        let fen = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2P2N2/PP1P1PPP/RNBQK2R";
        for side in ["w", "b"] {
            let board: Board = format!("{fen} {side} - - 0 1").parse().unwrap();
            let expected = match board.side_to_move() {
                Color::White => board,
                Color::Black => board.flipped(),
            };
            let record = Record::new(&board, &LABELS);
            assert_eq!(record.board().unwrap(), expected);
            assert_eq!(record, Record::new(&board.flipped(), &LABELS));
            assert!(record.piece_count() == 32 && record.is_well_formed());
        }
    }

    #[test]
    fn malformed_records_are_detected() {
        for (at, byte, is_well_formed) in [
            (0, 0xFF, true),
            (2, 1, false),     // a 33rd piece
            (10, 0x44, false), // no king
            (8, 0x16, false),  // the code 6
            (22, 0xCC, false), // no opposing king
            (28, 3, true),     // no game
            (28, 4, false),    // no result
            (29, 1, false),    // an unused byte of 1
            (31, 1, false),    // a last byte of 1
            (7, 0x7F, false),  // 31 pieces and 32 codes
        ] {
            let mut record = Record::new(&Board::default(), &LABELS);
            bytemuck::bytes_of_mut(&mut record)[at] = byte;
            assert_eq!(record.is_well_formed(), is_well_formed, "byte {at}");
        }
    }
}
