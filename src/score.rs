//! Scores: how good a position is for the side to move, in centipawns, and how far mate is.
//!
//! See <https://www.chessprogramming.org/Score>.

/// The longest line that a search follows, in half-moves from its root.
///
/// It keeps a mate's distance in full moves within what UCI printers hold (127).
pub const MAX_PLY: usize = 240;

/// Centipawns from the view of the side to move; beyond ±[`MATE_BOUND`], mate.
pub type Score = i32;

/// Neither side is better.
pub const DRAW: Score = 0;

/// Checkmate on the board, for the side that gave it.
pub const MATE: Score = 32_000;

/// Scores above are mates, scores below the negative are being mated.
pub const MATE_BOUND: Score = MATE - MAX_PLY as Score - 1;

/// A win that the endgame tables tell of, at the root; below all mates, and less by a point
/// for each half-move that it was looked up later.
pub const TABLE_WIN: Score = MATE_BOUND - 1;

/// An evaluation stays within this and its negative: below all wins that are proved.
pub const EVALUATION_BOUND: Score = TABLE_WIN - MAX_PLY as Score - 1;

/// Above every score.
pub const INFINITY: Score = MATE + 1;

/// The score of the side to move that is checkmated `ply` half-moves from the root.
#[inline]
#[must_use]
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// The score of the side to move that will give checkmate at `ply` half-moves from the
/// root.
#[inline]
#[must_use]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// Whether a score says that one side mates.
#[inline]
#[must_use]
pub const fn is_mate(score: Score) -> bool {
    score.abs() > MATE_BOUND
}

/// How many half-moves away the mate is that a score tells of.
#[inline]
#[must_use]
pub const fn plies_to_mate(score: Score) -> Option<usize> {
    if is_mate(score) {
        Some((MATE - score.abs()) as usize)
    } else {
        None
    }
}

/// What a score says, as UCI tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// So many hundredths of a pawn ahead.
    Centipawns(i32),
    /// Mate in so many full moves; 0 or less for being mated.
    Mate(i32),
}

impl Meaning {
    /// The meaning of a score at the root.
    ///
    /// ```
    /// use ferz::score::{Meaning, mate_in, mated_in};
    /// assert_eq!(Meaning::of(mate_in(3)), Meaning::Mate(2));
    /// assert_eq!(Meaning::of(mated_in(2)), Meaning::Mate(-1));
    /// assert_eq!(Meaning::of(-35), Meaning::Centipawns(-35));
    /// ```
    #[must_use]
    pub const fn of(score: Score) -> Self {
        if !is_mate(score) {
            Self::Centipawns(score)
        } else if score > 0 {
            Self::Mate((MATE - score + 1) / 2)
        } else {
            Self::Mate(-(MATE + score) / 2)
        }
    }
}

/// What a search knows of the true score when it cut some lines short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The score is this.
    Exact = 1,
    /// The score is this or more.
    Lower = 2,
    /// The score is this or less.
    Upper = 3,
}
