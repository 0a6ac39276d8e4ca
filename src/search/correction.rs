//! Correction history: how far the static evaluation differed from search results in positions
//! with the same pawns, the same pieces, or the same last moves.
//!
//! See <https://www.chessprogramming.org/Static_Evaluation_Correction_History>.

use super::history::{ContinuationContext, PieceTo, add_with_gravity, clear_rows};
use super::params::{
    correction_continuation, correction_far_continuation, correction_major, correction_minor,
    correction_non_pawn, correction_pawn,
};
use crate::chess::{Key, Position};
use crate::score::Score;
use crate::support::memory::prefetch;

/// Number of entries of a table for each side to move, a power of two.
const SIZE: usize = 1 << 14;

/// Largest absolute value of an entry.
const MAX: i32 = 1024;

/// Largest change of an entry by one search.
const MAX_CHANGE: i32 = MAX / 4;

/// Depth, in plies, at which the change of the entries is the error in centipawns.
const UNIT_DEPTH: i32 = 8;

/// Divisor that converts the weighted sum of entries to centipawns.
const SCALE: i32 = 512;

/// Entries by side to move and the low bits of a key.
type ByKey = Box<[[i16; SIZE]; 2]>;

/// The correction history of one thread. See [this module](self).
#[derive(Clone, Debug)]
pub struct Corrections {
    /// By each of the [`keys`] of a position.
    by_key: [ByKey; 5],
    /// By an earlier move, then by the last move. The earlier move is the second-to-last in the
    /// first table, and the fourth-to-last in the second.
    continuations: [Box<[[i16; PieceTo::COUNT]]>; 2],
}

impl Default for Corrections {
    fn default() -> Self {
        Self {
            by_key: [(); 5].map(|()| Box::new([[0; SIZE]; 2])),
            continuations: [(); 2].map(|()| vec![[0; PieceTo::COUNT]; PieceTo::COUNT].into()),
        }
    }
}

/// Returns the keys of pawns, minor pieces, major pieces, White's pieces and Black's pieces.
#[inline]
fn keys(position: &Position) -> [Key; 5] {
    let keys = position.keys();
    let [white, black] = keys.non_pawns;
    [keys.pawns, keys.minors, keys.majors, white, black]
}

/// Returns the index of the entry for `key`.
const fn slot(key: Key) -> usize {
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
        for table in &mut self.by_key {
            table.as_flattened_mut().fill(0);
        }
        for table in &mut self.continuations {
            clear_rows(table);
        }
    }

    /// Returns the correction of the static evaluation of `position`, in centipawns.
    pub fn value(&self, position: &Position, continuation: ContinuationContext) -> Score {
        let us = position.side_to_move().index();
        let non_pawn = correction_non_pawn();
        let weights = [
            correction_pawn(),
            correction_minor(),
            correction_major(),
            non_pawn,
            non_pawn,
        ];
        let mut sum = 0;
        for ((table, key), weight) in self.by_key.iter().zip(keys(position)).zip(weights) {
            sum += weight * i32::from(table[us][slot(key)]);
        }
        let continuation_weights = [correction_continuation(), correction_far_continuation()];
        let slots = continuation_slots(continuation)
            .into_iter()
            .zip(continuation_weights);
        for (table, (slot, weight)) in self.continuations.iter().zip(slots) {
            if let Some((earlier, last)) = slot {
                sum += weight * i32::from(table[earlier][last]);
            }
        }
        sum / SCALE
    }

    /// Prefetches the entries that [`value`](Self::value) reads: up to seven cache lines.
    pub fn prefetch(&self, position: &Position, continuation: ContinuationContext) {
        let us = position.side_to_move().index();
        for (table, key) in self.by_key.iter().zip(keys(position)) {
            prefetch(&table[us][slot(key)]);
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
        let change = (error * depth / UNIT_DEPTH).clamp(-MAX_CHANGE, MAX_CHANGE);
        let us = position.side_to_move().index();
        for (table, key) in self.by_key.iter_mut().zip(keys(position)) {
            add_with_gravity::<MAX>(&mut table[us][slot(key)], change);
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
