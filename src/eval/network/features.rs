//! The inputs of the network: one feature for each piece on each square, by king bucket.
//!
//! Each side has its own view of the board. From Black's view the ranks are reversed, so that each
//! side moves up the board. If the king of the side stands on the files e to h, the files are
//! reversed too (horizontal mirroring). The king's square then selects one of [`KING_BUCKETS`] sets
//! of features.

use crate::chess::{Color, Piece, Square};

/// Number of features of one king bucket: two colors, six piece types, 64 squares.
pub const FEATURES_PER_BUCKET: usize = 2 * 6 * 64;

/// Number of king buckets.
pub const KING_BUCKETS: usize = 4;

/// King buckets by the king's square, seen from its side, on the files a to d, from the first rank.
#[rustfmt::skip]
const BUCKETS: [[u8; 4]; 8] = [
    [0, 0, 1, 1],
    [2, 2, 2, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
];

/// The view of one side: its color, how its squares are numbered, and its king bucket.
///
/// Two positions with equal views have the same features for the same pieces, so the sums of the
/// hidden layer of one can be updated to those of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    color: Color,
    /// Exclusive-or mask that maps a square to the square seen from this view.
    flip: u8,
    bucket: u8,
}

impl View {
    /// Number of different views.
    pub const COUNT: usize = 2 * 2 * KING_BUCKETS;

    /// Returns the view of `color` with its king on `king`.
    #[inline]
    pub const fn new(color: Color, king: Square) -> Self {
        let ranks = match color {
            Color::White => 0,
            Color::Black => 0b111_000,
        };
        let files = if king.index() & 0b100 == 0 { 0 } else { 0b111 };
        let flip = ranks | files;
        let seen = king.index() ^ flip;
        Self {
            color,
            flip: flip as u8,
            bucket: BUCKETS[seen >> 3][seen & 0b111],
        }
    }

    /// Returns the number of this view among all views, below [`Self::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        let is_mirrored = self.flip & 0b111 != 0;
        (self.bucket as usize * 2 + is_mirrored as usize) * 2 + self.color.index()
    }

    /// Returns the index of a feature: a piece on a square.
    #[inline]
    pub const fn feature(self, piece: Piece, square: Square) -> usize {
        let theirs = piece.color.index() != self.color.index();
        let square = square.index() ^ self.flip as usize;
        let (bucket, kind) = (self.bucket as usize, piece.kind.index());
        ((bucket * 2 + theirs as usize) * 6 + kind) * 64 + square
    }
}
