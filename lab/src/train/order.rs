//! The random order of positions in an epoch.
//!
//! The records of a file are already in random order, so that it suffices to exchange blocks of
//! successive records. Reading blocks is faster than reading single records, and needs little
//! memory.

use std::ops::Range;

/// Number of successive records in a block: 8 kB.
const BLOCK: usize = 256;

/// The order of records in an epoch.
pub struct EpochOrder {
    /// A number that differs between epochs and seeds.
    pub seed: u64,
    /// Number of batches.
    pub batches: usize,
    blocks: Vec<u32>,
    records: usize,
}

impl EpochOrder {
    /// Creates the order of an epoch with about `batch` records in each batch.
    pub fn new(records: usize, batch: usize, seed: u64, epoch: usize) -> Self {
        /// Distributes the seeds of successive epochs.
        const GOLDEN_RATIO: u64 = 0x9E37_79B9_7F4A_7C15;
        let seed = seed ^ (epoch as u64).wrapping_mul(GOLDEN_RATIO);
        let number = u32::try_from(records / BLOCK).expect("the number of blocks fits in 32 bits");
        let mut blocks: Vec<u32> = (0..number).collect();
        fastrand::Rng::with_seed(seed).shuffle(&mut blocks);
        // The last block can be shorter, so it stays the last.
        blocks.push(number);
        Self {
            seed,
            batches: ((records + batch / 2) / batch).max(1),
            blocks,
            records,
        }
    }

    /// Returns the places of a batch in the order. All batches have the same size ± 1.
    pub fn batch(&self, number: usize) -> Range<usize> {
        let start =
            |number| (number as u128 * self.records as u128 / self.batches as u128) as usize;
        start(number)..start(number + 1)
    }

    /// Returns the index of the record at a place in the order.
    #[inline]
    pub fn record(&self, place: usize) -> usize {
        self.blocks[place / BLOCK] as usize * BLOCK + place % BLOCK
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_epoch_has_all_records_once_in_another_order() {
        for records in [1, 255, 256, 5000] {
            let order = |epoch| {
                let order = EpochOrder::new(records, 300, 7, epoch);
                let places = (0..order.batches).flat_map(|number| order.batch(number));
                places.map(|place| order.record(place)).collect::<Vec<_>>()
            };
            let mut sorted = order(1);
            assert_eq!(order(1), sorted);
            assert_eq!(order(1) != order(2), records == 5000);
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..records));
        }
    }

    #[test]
    fn batches_are_equally_large() {
        let order = EpochOrder::new(1000, 300, 7, 1);
        let sizes: Vec<usize> = (0..order.batches).map(|i| order.batch(i).len()).collect();
        assert_eq!(sizes, [333, 333, 334]);
    }
}
