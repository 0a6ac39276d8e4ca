//! Scores of positions, in centipawns or as distance to mate.

use crate::chess::Color;

/// Maximum length of a variation in the search, in plies from the root.
///
/// Mate distances in full moves must fit in the `i8` of the crate that formats UCI messages.
pub const MAX_PLY: usize = 240;

/// A score in centipawns for the side to move. Scores beyond ±[`EVALUATION_BOUND`] are wins and
/// losses proved by tablebases, and beyond ±[`MATE_BOUND`], mates.
pub type Score = i32;

/// The score of a draw.
pub const DRAW: Score = 0;

/// The score of a mate in 0 plies. Each ply to the mate reduces it by one.
pub const MATE: Score = 32_000;

/// Above this score, the side to move mates. Below the negative of this score, the side to move is
/// mated.
pub const MATE_BOUND: Score = MATE - MAX_PLY as Score - 1;

/// The score of a tablebase win at the root: below all mate scores. It decreases by one per ply
/// from the root. The number is Stockfish's, so that GUIs recognize a proven win.
pub const TABLEBASE_WIN: Score = 20_000;

/// Largest absolute value of a static evaluation: below all tablebase wins and mate scores.
pub const EVALUATION_BOUND: Score = TABLEBASE_WIN - MAX_PLY as Score - 1;

/// A score above all others.
pub const INFINITY: Score = MATE + 1;

/// Returns the score of the side to move if it is checkmated `ply` plies from the root.
#[inline]
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// Returns the score of the side to move if it gives checkmate `ply` plies from the root.
#[inline]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// Negates a score, or a number of moves to mate, if `side` is Black: converts it from the view of
/// `side` to that of White, or back.
#[inline]
pub const fn negate_for_black(number: i32, side: Color) -> i32 {
    match side {
        Color::White => number,
        Color::Black => -number,
    }
}

/// Returns whether `score` is a mate for either side.
#[inline]
pub const fn is_mate(score: Score) -> bool {
    score.abs() > MATE_BOUND
}

/// Returns the distance to mate in plies if `score` is a mate for either side.
#[inline]
pub const fn plies_to_mate(score: Score) -> Option<usize> {
    if is_mate(score) {
        Some((MATE - score.abs()) as usize)
    } else {
        None
    }
}

/// A score as UCI reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Centipawns for the side to move.
    Centipawns(i32),
    /// Mate in this many full moves; 0 or less if the side to move is mated.
    Mate(i32),
}

impl Meaning {
    /// Converts a score at the root.
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

/// The relation of a score to the true score, which alpha-beta pruning may leave unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// The transposition table stores the value in two bits; an entry of zeros is an empty one.
#[repr(u8)]
pub enum Bound {
    /// The true score.
    Exact = 1,
    /// The true score is at least this (fail high).
    Lower = 2,
    /// The true score is at most this (fail low).
    Upper = 3,
}
