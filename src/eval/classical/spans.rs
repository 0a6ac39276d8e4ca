//! Sets of squares and files for evaluation terms: front spans, passed pawns, file sets.
//! See <https://www.chessprogramming.org/Pawn_Spans>.

use crate::chess::{Bitboard, Color, File, Rank, Side, Square};

/// Returns the front spans of `set`: all squares in front of its squares on the same file, as
/// seen by `S`.
///
/// ```text
/// . . . X . . . .
/// . . . X . . . .
/// . . . X . . . .
/// . . . P . . . .
/// . . . . . . . .
/// ```
#[inline]
pub(super) fn front_span<S: Side>(set: Bitboard) -> Bitboard {
    let mut set = set.forward(S::COLOR).0;
    match S::COLOR {
        Color::White => {
            set |= set << 8;
            set |= set << 16;
            Bitboard(set | set << 32)
        }
        Color::Black => {
            set |= set >> 8;
            set |= set >> 16;
            Bitboard(set | set >> 32)
        }
    }
}

/// A set of files, one bit per file.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileSet(u8);

impl FileSet {
    /// Returns the files of the squares in `set`.
    #[inline]
    pub const fn of(set: Bitboard) -> Self {
        let mut set = set.0;
        set |= set >> 32;
        set |= set >> 16;
        set |= set >> 8;
        Self(set as u8)
    }

    /// Returns the three files around a king: its own and the adjacent ones. A king on the a-file
    /// or h-file gets the three files nearest to that edge.
    #[inline]
    pub fn around(square: Square) -> Self {
        Self(0b111 << ((square.index() % 8).clamp(1, 6) - 1))
    }

    /// Returns the flank of a king: the four files of its side of the board or, for a king on the
    /// d-file or e-file, of the center. A king on the a-file or h-file has only three.
    #[inline]
    pub const fn flank(king: Square) -> Self {
        const QUEENSIDE: u8 = 0b0000_1111;
        const CENTER: u8 = 0b0011_1100;
        const KINGSIDE: u8 = 0b1111_0000;
        Self(match king.index() % 8 {
            0 => QUEENSIDE >> 1,
            1 | 2 => QUEENSIDE,
            3 | 4 => CENTER,
            5 | 6 => KINGSIDE,
            _ => KINGSIDE << 1,
        })
    }

    /// Returns all squares of these files.
    #[inline]
    pub const fn squares(self) -> Bitboard {
        Bitboard(self.0 as u64 * 0x0101_0101_0101_0101)
    }

    /// Returns the number of files in this set that are not in `others`.
    #[inline]
    pub const fn count_without(self, others: Self) -> u32 {
        (self.0 & !others.0).count_ones()
    }

    /// Iterates over the files from the a-file to the h-file.
    pub fn iter(self) -> impl Iterator<Item = File> {
        Bitboard(self.0.into()).iter().map(Square::file)
    }
}

/// Returns the squares directly to the left and right of the squares in `set`.
#[inline]
pub(in crate::eval) fn beside(set: Bitboard) -> Bitboard {
    set.east() | set.west()
}

/// Returns the passed pawns of `S`: those with no enemy pawn in front of them on their own file or
/// an adjacent one.
#[inline]
pub(in crate::eval) fn passed_pawns<S: Side>(ours: Bitboard, theirs: Bitboard) -> Bitboard {
    ours & !front_span::<S::Opponent>(theirs | beside(theirs))
}

/// Returns the index of the rank of `square` as seen by `S`: 0 for its back rank, 7 for its
/// promotion rank.
#[inline]
pub(super) fn relative_rank<S: Side>(square: Square) -> usize {
    match S::COLOR {
        Color::White => square.index() / 8,
        Color::Black => 7 - square.index() / 8,
    }
}

/// Returns the squares of `rank` as seen by `S`: for Black the ranks are flipped.
#[inline]
pub(super) fn rank_squares<S: Side>(rank: Rank) -> Bitboard {
    match S::COLOR {
        Color::White => rank.bitboard(),
        Color::Black => Rank::from_index(7 - rank.index()).bitboard(),
    }
}

/// Returns the index of `square` in a piece-square table for pieces of `S`. The tables start at a8,
/// as seen by White; for Black the ranks are flipped.
#[inline]
pub(super) fn table_index<S: Side>(square: Square) -> usize {
    match S::COLOR {
        Color::White => square.flip_rank().index(),
        Color::Black => square.index(),
    }
}
