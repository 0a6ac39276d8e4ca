//! Big tables: a block of memory of so many megabytes, all zero, or a refusal; and asking
//! for a part of one before it is needed.
//!
//! Systems promise more memory than they have, and end a program that takes them at their
//! word: so what is free is looked at first.

use std::marker::PhantomData;
use std::ops::Deref;

use bytemuck::Zeroable;
use memmap2::{MmapMut, MmapRaw};
use sysinfo::System;

/// A megabyte, as the sizes of hash tables are given in.
pub const BYTES_PER_MB: usize = 1 << 20;

/// The memory for a table of the size asked for is not to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a hash of {megabytes} MB")]
pub struct OutOfMemory {
    /// The size asked for.
    pub megabytes: usize,
}

/// A block of entries, all zero at first, in large pages of memory where the system has some.
///
/// A table is looked up all over, and a processor knows the places of one or two thousand pages
/// at a time: with pages of 4 kB it has to look the page up nearly each time, with those of 2 MB
/// seldom. See <https://www.chessprogramming.org/Memory>.
pub struct Block<T> {
    /// Not a `MmapMut`, which would see them as bytes that nobody else changes.
    bytes: MmapRaw,
    entries: PhantomData<T>,
}

/// The bytes that can be had now, less a little, for others live here too. Without a limit
/// where the system does not tell.
#[must_use]
pub fn available() -> usize {
    let Ok(mut system) = System::new() else {
        return usize::MAX;
    };
    system.refresh_memory();
    // Of a container's share, what is cached is as good as free.
    let share = system.cgroup_limits();
    let share = share.map_or(u64::MAX, |group| {
        group.total_memory.saturating_sub(group.rss)
    });
    let free = system.available_memory().min(share);
    usize::try_from(free - free / 16).unwrap_or(usize::MAX)
}

/// As many entries as fit in so many megabytes, of which there is at least one.
///
/// # Errors
///
/// If the system has not so much memory to give.
pub fn zeroed<T: Zeroable>(megabytes: usize) -> Result<Block<T>, OutOfMemory> {
    let bytes = megabytes.max(1).checked_mul(BYTES_PER_MB);
    let block = bytes
        .filter(|&bytes| bytes <= available())
        .and_then(|bytes| Block::of(bytes / size_of::<T>()));
    block.ok_or(OutOfMemory { megabytes })
}

impl<T: Zeroable> Block<T> {
    /// So many entries; `None` if the system has no such block of memory.
    pub(crate) fn of(entries: usize) -> Option<Self> {
        const { assert!(align_of::<T>() <= 4096, "a map begins with a page") };
        let mut bytes = MmapMut::map_anon(entries.checked_mul(size_of::<T>())?).ok()?;
        // Miri knows no large pages.
        #[cfg(all(target_os = "linux", not(miri)))]
        if let Err(error) = bytes.advise(memmap2::Advice::HugePage) {
            log::debug!("no large pages: {error}");
        }
        // Zero already, but not there yet: a page that is written to first may become a large
        // one, one that is read first does not.
        bytes.fill(0);
        Some(Self {
            bytes: bytes.into(),
            entries: PhantomData,
        })
    }
}

impl<T: Zeroable> Deref for Block<T> {
    type Target = [T];

    #[inline]
    #[allow(
        unsafe_code,
        reason = "no safe cast gives entries with atomics in them; in large pages bench takes \
                  0.98 of the time, perft 7 with 256 MB 0.95 (medians, Xeon of 2.5 GHz)"
    )]
    fn deref(&self) -> &[T] {
        let count = self.bytes.len() / size_of::<T>();
        // SAFETY: the map is as long as that and begins with a page, which is aligned for an
        // entry; it began with zeros, of which entries may consist, and is seen as nothing
        // but entries from then on, for as long as it is borrowed here. The pointer to it
        // comes from no reference, so entries may change behind `&`, as atomics do.
        unsafe { std::slice::from_raw_parts(self.bytes.as_ptr().cast(), count) }
    }
}

/// Has the processor fetch what lies at a place in memory, where it can be told to: a look
/// there that comes some 80 ns later need not wait.
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
    fn a_block_has_its_size_and_begins_with_zeros() {
        let block: Block<[u64; 4]> = zeroed(3).expect("3 MB");
        assert_eq!(size_of_val(&*block), 3 * BYTES_PER_MB);
        assert!(block.iter().all(|entry| *entry == [0; 4]));
        let least: Block<[u64; 4]> = zeroed(0).expect("1 MB");
        assert_eq!(size_of_val(&*least), BYTES_PER_MB);
    }

    /// Miri tells whether they may: `cargo +nightly miri test --lib memory`.
    #[test]
    fn entries_of_a_shared_block_may_change() {
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
    fn more_memory_than_there_is_is_refused() {
        for megabytes in [usize::MAX, usize::MAX / BYTES_PER_MB] {
            let refused = zeroed::<u64>(megabytes).err();
            assert_eq!(refused, Some(OutOfMemory { megabytes }));
        }
    }
}
