//! Memory for large tables, such as the transposition table, and prefetching.
//!
//! An allocation here fails if it exceeds the free memory.

#[cfg_attr(target_family = "wasm", path = "memory/block_wasm.rs")]
mod block;

use bytemuck::Zeroable;

pub use block::*;

/// Bytes in a megabyte, the unit of the sizes of hash tables.
pub const BYTES_PER_MB: usize = 1 << 20;

/// Not enough memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not enough memory for a hash table of {megabytes} MB")]
pub struct OutOfMemory {
    /// Size of the table, in MB.
    pub megabytes: usize,
}

/// Allocates a block of `megabytes` MB (at least one), filled with zeros.
pub fn zeroed<T: Zeroable>(megabytes: usize) -> Result<Block<T>, OutOfMemory> {
    let bytes = megabytes.max(1).checked_mul(BYTES_PER_MB);
    let block = bytes
        .filter(|&bytes| bytes <= available() && can_map(bytes))
        .and_then(|bytes| Block::of(bytes / size_of::<T>()));
    block.ok_or(OutOfMemory { megabytes })
}

/// Prefetches `place` into the cache, on x86-64 only. An access about 80 ns later does not have to
/// wait for memory.
#[inline]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    safe_arch::prefetch_t0(place);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::*;

    #[test]
    fn a_block_has_the_requested_size_and_is_zero() {
        let block: Block<[u64; 4]> = zeroed(3).expect("3 MB");
        assert_eq!(size_of_val(&*block), 3 * BYTES_PER_MB);
        assert!(block.iter().all(|entry| *entry == [0; 4]));
        let least: Block<[u64; 4]> = zeroed(0).expect("1 MB");
        assert_eq!(size_of_val(&*least), BYTES_PER_MB);
    }

    /// Checked for undefined behaviour by Miri: `cargo +nightly miri test --lib memory`.
    #[test]
    fn atomic_entries_of_a_shared_block_can_change() {
        let block: Block<AtomicU64> = Block::of(512).expect("4 kB");
        let entries = [1, 2].map(|i| &block[i]);
        std::thread::scope(|scope| {
            for entry in entries {
                scope.spawn(move || entry.store(7, Relaxed));
            }
        });
        let changed = block.iter().filter(|entry| entry.load(Relaxed) == 7);
        assert_eq!(changed.count(), 2);
    }

    #[test]
    fn an_allocation_beyond_the_free_memory_fails() {
        for megabytes in [usize::MAX, usize::MAX / BYTES_PER_MB] {
            let error = zeroed::<u64>(megabytes).err();
            assert_eq!(error, Some(OutOfMemory { megabytes }));
        }
    }
}
