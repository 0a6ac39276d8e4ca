//! Sets of squares that terms ask for: what is ahead of pawns, the files of a set, how far
//! two squares are apart. See <https://www.chessprogramming.org/Pawn_Spans>.

use crate::chess::color::Side;
use crate::chess::{Bitboard, Color, Square};

/// All squares ahead of these on their files, for the side `S`.
///
/// ```text
/// . . . X . . . .
/// . . . X . . . .
/// . . . X . . . .
/// . . . P . . . .
/// . . . . . . . .
/// ```
#[inline]
pub(super) fn ahead<S: Side>(set: Bitboard) -> Bitboard {
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

/// The files of these squares, whole.
#[inline]
pub(super) fn files(set: Bitboard) -> Bitboard {
    ahead::<crate::chess::color::White>(set) | ahead::<crate::chess::color::Black>(set) | set
}

/// The squares to the left and to the right of these.
#[inline]
pub(super) fn beside(set: Bitboard) -> Bitboard {
    set.east() | set.west()
}

/// The number of a square's rank as `S` counts: 0 where its king starts, 7 where its pawns
/// promote.
#[inline]
pub(super) fn rank_for<S: Side>(square: Square) -> usize {
    match S::COLOR {
        Color::White => square.index() / 8,
        Color::Black => 7 - square.index() / 8,
    }
}

/// The number of a square in tables that are drawn as White sees the board, the eighth rank
/// first; a black piece finds itself at the other side of the board.
#[inline]
pub(super) fn drawn<S: Side>(square: Square) -> usize {
    match S::COLOR {
        Color::White => square.flip_rank().index(),
        Color::Black => square.index(),
    }
}

/// How many steps of a king two squares are apart, 0 to 7.
#[inline]
pub(super) fn distance(a: Square, b: Square) -> usize {
    let (a, b) = (a.index(), b.index());
    (a % 8).abs_diff(b % 8).max((a / 8).abs_diff(b / 8))
}
