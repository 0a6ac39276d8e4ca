//! Correction history: how far the static evaluation differed from search results in positions
//! with the same pawns, the same pieces, or the same last moves.
//!
//! See <https://www.chessprogramming.org/Static_Evaluation_Correction_History>.

use super::history::{ContinuationContext, PieceTo, add_with_gravity, clear_rows};
use super::params::{
    correction_continuation, correction_far_continuation, correction_major, correction_minor,
    correction_non_pawn, correction_pawn,
};
use crate::chess::{Color, Position};
use crate::score::Score;
use crate::support::memory::prefetch;

/// Number of entries of a table for each side to move, a power of two.
const SIZE: usize = 1 << 14;

/// Largest absolute value of an entry.
const MAX: i32 = 1024;

/// Largest change of an entry by one search.
const MAX_CHANGE: i32 = MAX / 4;

/// Divisor that converts the weighted sum of entries to centipawns.
const SCALE: i32 = 512;

/// Entries by side to move and the low bits of a key.
type ByKey = Box<[[i16; SIZE]; 2]>;

/// The correction history of one thread. See [this module](self).
#[derive(Clone, Debug)]
pub struct Corrections {
    pawns: ByKey,
    /// By color of the pieces.
    non_pawns: [ByKey; 2],
    minors: ByKey,
    majors: ByKey,
    /// By an earlier move, then by the last move. The earlier move is the second-to-last in the first
    /// table, and the fourth-to-last in the second.
    continuations: [Box<[[i16; PieceTo::COUNT]]>; 2],
}

impl Default for Corrections {
    fn default() -> Self {
        let by_key = || Box::new([[0; SIZE]; 2]);
        Self {
            pawns: by_key(),
            non_pawns: [by_key(), by_key()],
            minors: by_key(),
            majors: by_key(),
            continuations: [(); 2].map(|()| vec![[0; PieceTo::COUNT]; PieceTo::COUNT].into()),
        }
    }
}

/// Returns the index of the entry for `key`.
const fn slot(key: u64) -> usize {
    key as usize & (SIZE - 1)
}

/// Returns the indices of the entry in each continuation table: the earlier move and the last move.
/// `None` if one of them is missing.
fn continuation_slots(continuation: ContinuationContext) -> [Option<(usize, usize)>; 2] {
    let [last, two_ago, four_ago] = continuation.before;
    [two_ago, four_ago].map(|earlier| Some((earlier?.index(), last?.index())))
}

impl Corrections {
    /// Clears all tables in place. New tables would make the use of memory fluctuate.
    pub fn clear(&mut self) {
        let [white, black] = &mut self.non_pawns;
        for table in [
            &mut self.pawns,
            white,
            black,
            &mut self.minors,
            &mut self.majors,
        ] {
            table.as_flattened_mut().fill(0);
        }
        for table in &mut self.continuations {
            clear_rows(table);
        }
    }

    /// Returns the correction of the static evaluation of `position`, in centipawns.
    #[must_use]
    pub fn value(&self, position: &Position, continuation: ContinuationContext) -> Score {
        let (us, keys) = (position.side_to_move().index(), position.keys());
        let entry = |table: &ByKey, key| i32::from(table[us][slot(key)]);
        let [white, black] = [Color::White, Color::Black].map(Color::index);
        let mut sum = correction_pawn() * entry(&self.pawns, keys.pawns)
            + correction_minor() * entry(&self.minors, keys.minors)
            + correction_major() * entry(&self.majors, keys.majors)
            + correction_non_pawn()
                * (entry(&self.non_pawns[white], keys.non_pawns[white])
                    + entry(&self.non_pawns[black], keys.non_pawns[black]));
        let weights = [correction_continuation(), correction_far_continuation()];
        let slots = continuation_slots(continuation).into_iter();
        for ((table, slot), weight) in self.continuations.iter().zip(slots).zip(weights) {
            if let Some((earlier, last)) = slot {
                sum += weight * i32::from(table[earlier][last]);
            }
        }
        sum / SCALE
    }

    /// Prefetches the entries that [`value`](Self::value) reads: up to seven cache lines.
    pub fn prefetch(&self, position: &Position, continuation: ContinuationContext) {
        let (us, keys) = (position.side_to_move().index(), position.keys());
        let fetch = |table: &ByKey, key| prefetch(&table[us][slot(key)]);
        fetch(&self.pawns, keys.pawns);
        fetch(&self.minors, keys.minors);
        fetch(&self.majors, keys.majors);
        for (table, &key) in self.non_pawns.iter().zip(&keys.non_pawns) {
            fetch(table, key);
        }
        let slots = continuation_slots(continuation);
        for (table, slot) in self.continuations.iter().zip(slots) {
            if let Some((earlier, last)) = slot {
                prefetch(&table[earlier][last]);
            }
        }
    }

    /// Updates the entries of `position`. `error` is the search score minus the static
    /// evaluation, in centipawns; `depth` is the depth of the search, in plies.
    pub fn update(
        &mut self,
        position: &Position,
        continuation: ContinuationContext,
        error: Score,
        depth: i32,
    ) {
        let change = (error * depth / 8).clamp(-MAX_CHANGE, MAX_CHANGE);
        let (us, keys) = (position.side_to_move().index(), position.keys());
        let add = |table: &mut ByKey, key| {
            add_with_gravity::<MAX>(&mut table[us][slot(key)], change);
        };
        add(&mut self.pawns, keys.pawns);
        add(&mut self.minors, keys.minors);
        add(&mut self.majors, keys.majors);
        for (table, &key) in self.non_pawns.iter_mut().zip(&keys.non_pawns) {
            add(table, key);
        }
        let slots = continuation_slots(continuation);
        for (table, slot) in self.continuations.iter_mut().zip(slots) {
            if let Some((earlier, last)) = slot {
                add_with_gravity::<MAX>(&mut table[earlier][last], change);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_correction_follows_the_error_within_bounds() {
        let position = Position::default();
        let mut corrections = Corrections::default();
        let continuation = ContinuationContext::default();
        assert_eq!(corrections.value(&position, continuation), 0);
        corrections.update(&position, continuation, 50, 8);
        let once = corrections.value(&position, continuation);
        assert!(once > 0);
        for _ in 0..1000 {
            corrections.update(&position, continuation, 10_000, 20);
        }
        let often = corrections.value(&position, continuation);
        assert!(often > once);
        let weights =
            correction_pawn() + correction_minor() + correction_major() + 2 * correction_non_pawn();
        assert!(often <= weights * MAX / SCALE);
        corrections.update(&position, continuation, -10_000, 20);
        assert!(corrections.value(&position, continuation) < often);
    }
}
