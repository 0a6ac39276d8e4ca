//! The active features of a record, from the view of both sides, and dropout.
//!
//! A record is flipped so that the side to move is White. See
//! <https://www.chessprogramming.org/NNUE#Input_Features>.

use fastrand::Rng;
use ferz::chess::{Color, Piece, PieceType, Square};
use ferz::eval::network::architecture::output_bucket;
use ferz::eval::network::features::View;

use crate::data::{Record, record};

/// Maximum number of pieces in a position.
const MAX_PIECES: usize = 32;

/// Added to the code of a piece of the opponent. The other codes are the piece types.
const OPPONENT: usize = record::OPPONENT as usize;

/// Number of piece codes.
const CODES: usize = 16;

/// The feature of a piece on a1, by color of the view (White is the side to move), square of its
/// king, and piece code. The feature of the piece on another square is its exclusive or with the
/// index of the square. Without the table, a training takes 1.05 times as long.
static FEATURES_ON_A1: [[[u16; CODES]; 64]; 2] = {
    let mut table = [[[0; CODES]; 64]; 2];
    let mut i = 0;
    while i < 2 * 64 * CODES {
        let (color, king, code) = (i / 64 / CODES, i / CODES % 64, i % CODES);
        let kind = code % OPPONENT;
        if kind < PieceType::ALL.len() {
            let view = View::new(Color::ALL[color], Square::from_index(king));
            let piece = Piece::new(Color::ALL[code / OPPONENT], PieceType::ALL[kind]);
            table[color][king][code] = view.feature(piece, Square::A1) as u16;
        }
        i += 1;
    }
    table
};

/// The active features of a position.
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    /// Features from the view of the side to move, and of the other side.
    features: [[u16; MAX_PIECES]; 2],
    pieces: usize,
    /// Index of the set of output weights.
    pub bucket: usize,
}

impl Inputs {
    /// Returns the active features of a well-formed record.
    #[inline]
    pub fn new(record: &Record) -> Self {
        // `take` and the remainders only show the compiler that indices are in range.
        let (mut codes, mut squares) = ([0; MAX_PIECES], [0; MAX_PIECES]);
        let mut kings = [0; CODES];
        let mut pieces = 0;
        for (is_opponent, kind, square) in record.pieces().take(MAX_PIECES) {
            let code = kind % OPPONENT + OPPONENT * usize::from(is_opponent);
            (codes[pieces], squares[pieces]) = (code as u8, square as u16);
            // The last square of each code; only those of the two kings are used.
            kings[code] = square;
            pieces += 1;
        }
        let king = PieceType::King.index();
        let ours = &FEATURES_ON_A1[0][kings[king]];
        let theirs = &FEATURES_ON_A1[1][kings[OPPONENT + king]];
        let mut features = [[0; MAX_PIECES]; 2];
        for i in 0..pieces {
            let code = usize::from(codes[i]) % CODES;
            features[0][i] = ours[code] ^ squares[i];
            features[1][i] = theirs[code] ^ squares[i];
        }
        Self {
            features,
            pieces,
            bucket: output_bucket(pieces as u32),
        }
    }

    /// Returns the active features of a side: 0 for the side to move, 1 for the other side.
    #[inline]
    pub fn features(&self, side: usize) -> &[u16] {
        &self.features[side][..self.pieces]
    }
}

/// Dropout: in training, each piece of a position is left out with a fixed probability.
///
/// The network must then predict without relying on any exact combination of pieces, so that it
/// learns less of the noise in the labels. See <https://jmlr.org/papers/v15/srivastava14a.html>.
pub struct Dropout {
    /// A piece is left out if its random byte is less than this.
    threshold: u8,
    random: Rng,
}

impl Dropout {
    /// Creates a dropout with this probability, from 0 to less than 1; it is rounded to 1/256.
    pub fn new(probability: f32, seed: u64) -> Self {
        Self {
            threshold: (256.0 * probability).round() as u8,
            random: Rng::with_seed(seed),
        }
    }

    /// Returns the factor of the hidden weights that makes up for the pieces left out, so that the
    /// mean of a sum is the sum without dropout.
    pub fn scale(&self) -> f32 {
        256.0 / (256.0 - f32::from(self.threshold))
    }

    /// Leaves pieces out. The output weights stay those for the number of all pieces.
    #[inline]
    pub fn apply(&mut self, inputs: &mut Inputs) {
        if self.threshold == 0 {
            return;
        }
        let mut bytes = [0; MAX_PIECES];
        for eight in bytes.as_chunks_mut::<8>().0 {
            *eight = self.random.u64(..).to_le_bytes();
        }
        let mut kept = 0;
        for piece in 0..inputs.pieces {
            for features in &mut inputs.features {
                features[kept] = features[piece];
            }
            kept += usize::from(bytes[piece] >= self.threshold);
        }
        inputs.pieces = kept;
    }
}
