//! What searches taught about the evaluation: by how much it was wrong in positions with
//! the same pawns, the same pieces, or behind the same moves.
//!
//! See <https://www.chessprogramming.org/Static_Evaluation_Correction_History>.

use super::history::{Context, PieceTo, add_within};
use super::params::{
    correction_continuation, correction_major, correction_minor, correction_non_pawn,
    correction_pawn,
};
use crate::chess::{Color, Position};
use crate::score::Score;
use crate::support::memory::prefetch;

/// Entries by key, a power of two.
const SIZE: usize = 1 << 14;

/// The largest absolute value of an entry.
const MAX: i32 = 1024;

/// The most that one search changes an entry by.
const MAX_CHANGE: i32 = MAX / 4;

/// The weights of corrections are in parts of this, for entries in parts of a centipawn.
const SCALE: i32 = 512;

/// By color to move and part of a key.
type ByKey = Box<[[i16; SIZE]; 2]>;

/// The corrections; see the head of [this module](self).
#[derive(Clone, Debug)]
pub struct Corrections {
    pawns: ByKey,
    non_pawns: [ByKey; 2],
    minors: ByKey,
    majors: ByKey,
    /// By the move before the last, then by the last one.
    continuation: Box<[[i16; PieceTo::COUNT]]>,
}

impl Default for Corrections {
    fn default() -> Self {
        let by_key = || Box::new([[0; SIZE]; 2]);
        Self {
            pawns: by_key(),
            non_pawns: [by_key(), by_key()],
            minors: by_key(),
            majors: by_key(),
            continuation: vec![[0; PieceTo::COUNT]; PieceTo::COUNT].into(),
        }
    }
}

/// An index from a key.
const fn slot(key: u64) -> usize {
    key as usize & (SIZE - 1)
}

impl Corrections {
    /// What to add to the evaluation of `position`, in centipawns.
    #[must_use]
    pub fn value(&self, position: &Position, context: Context) -> Score {
        let (us, keys) = (position.side_to_move().index(), position.keys());
        let entry = |table: &ByKey, key| i32::from(table[us][slot(key)]);
        let [white, black] = [Color::White, Color::Black].map(Color::index);
        let mut sum = correction_pawn() * entry(&self.pawns, keys.pawns)
            + correction_minor() * entry(&self.minors, keys.minors)
            + correction_major() * entry(&self.majors, keys.majors)
            + correction_non_pawn()
                * (entry(&self.non_pawns[white], keys.non_pawns[white])
                    + entry(&self.non_pawns[black], keys.non_pawns[black]));
        if let [Some(last), Some(earlier), _] = context.before {
            let entry = self.continuation[earlier.index()][last.index()];
            sum += correction_continuation() * i32::from(entry);
        }
        sum / SCALE
    }

    /// Has what [`value`](Self::value) will look at fetched: five places that have nothing to
    /// do with each other, and a sixth.
    pub fn prefetch(&self, position: &Position, context: Context) {
        let (us, keys) = (position.side_to_move().index(), position.keys());
        let fetch = |table: &ByKey, key| prefetch(&table[us][slot(key)]);
        fetch(&self.pawns, keys.pawns);
        fetch(&self.minors, keys.minors);
        fetch(&self.majors, keys.majors);
        for (table, &key) in self.non_pawns.iter().zip(&keys.non_pawns) {
            fetch(table, key);
        }
        if let [Some(last), Some(earlier), _] = context.before {
            prefetch(&self.continuation[earlier.index()][last.index()]);
        }
    }

    /// The evaluation of `position` was too low by `error` centipawns, as a search of this
    /// depth found.
    pub fn learn(&mut self, position: &Position, context: Context, error: Score, depth: i32) {
        let change = (error * depth / 8).clamp(-MAX_CHANGE, MAX_CHANGE);
        let (us, keys) = (position.side_to_move().index(), position.keys());
        let add = |table: &mut ByKey, key| {
            add_within::<MAX>(&mut table[us][slot(key)], change);
        };
        add(&mut self.pawns, keys.pawns);
        add(&mut self.minors, keys.minors);
        add(&mut self.majors, keys.majors);
        for (table, &key) in self.non_pawns.iter_mut().zip(&keys.non_pawns) {
            add(table, key);
        }
        if let [Some(last), Some(earlier), _] = context.before {
            let entry = &mut self.continuation[earlier.index()][last.index()];
            add_within::<MAX>(entry, change);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_judged_too_low_is_judged_higher_within_bounds() {
        let position = Position::default();
        let mut corrections = Corrections::default();
        let context = Context::default();
        assert_eq!(corrections.value(&position, context), 0);
        corrections.learn(&position, context, 50, 8);
        let once = corrections.value(&position, context);
        assert!(once > 0);
        for _ in 0..1000 {
            corrections.learn(&position, context, 10_000, 20);
        }
        let often = corrections.value(&position, context);
        assert!(often > once);
        let weights =
            correction_pawn() + correction_minor() + correction_major() + 2 * correction_non_pawn();
        assert!(often <= weights * MAX / SCALE);
        corrections.learn(&position, context, -10_000, 20);
        assert!(corrections.value(&position, context) < often);
    }
}
