//! Blocks of memory that the system maps, and the memory that is left.
//!
//! Operating systems grant more memory than they have (overcommit), and kill a program that uses
//! all of it. So the free memory is asked for before an allocation. A block also leaves room in the
//! address space for small allocations, because they abort the program if they fail.

use std::marker::PhantomData;
use std::ops::Deref;

use bytemuck::Zeroable;
use memmap2::{MmapMut, MmapRaw};
use sysinfo::System;

/// Minimum size of a page of memory, in bytes.
const PAGE_BYTES: usize = 4096;

/// Room in the address space that large allocations leave for small ones: lists of moves, lines of
/// text, and what a thread allocates when it starts.
const RESERVE_BYTES: usize = 8 << 20;

/// A block of entries, initially zero, in large pages of memory if the system has them.
///
/// Accesses to a hash table are random, and the TLB of a processor holds one or two thousand
/// pages. With pages of 4 kB nearly every access misses the TLB, with pages of 2 MB few do.
pub struct Block<T> {
    /// Not a `MmapMut`, which would require that no other thread changes the bytes.
    bytes: MmapRaw,
    entries: PhantomData<T>,
}

/// Makes the allocator of the GNU C library share one heap among all threads, and map blocks apart
/// from it that are as large as the tables of a search thread. By default, each thread reserves 64 MB
/// of the address space, and the heaps keep freed blocks of up to 32 MB. To be called before the
/// first thread is started.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "no safe function changes these settings")]
pub fn configure_allocator() {
    use nix::libc::{M_ARENA_MAX, M_MMAP_THRESHOLD, mallopt};
    // SAFETY: the parameters are those of glibc, and no other thread uses the allocator.
    unsafe {
        mallopt(M_ARENA_MAX, 1);
        mallopt(M_MMAP_THRESHOLD, 32 << 10);
    }
}

/// Returns the free memory in bytes, less a sixteenth for other programs; `usize::MAX` if the
/// system does not report it.
pub fn available() -> usize {
    let Ok(mut system) = System::new() else {
        return usize::MAX;
    };
    system.refresh_memory();
    // In a container, cached memory counts as free.
    let group = system.cgroup_limits();
    let limit = group.map_or(u64::MAX, |group| {
        group.total_memory.saturating_sub(group.rss)
    });
    let free = system.available_memory().min(limit);
    usize::try_from(free - free / 16).unwrap_or(usize::MAX)
}

/// Returns whether the address space has room for `bytes` more, and some for small allocations. It
/// is limited in a shell with `ulimit -v`, for example.
pub fn can_map(bytes: usize) -> bool {
    MmapMut::map_anon(bytes.saturating_add(RESERVE_BYTES)).is_ok()
}

impl<T: Zeroable> Block<T> {
    /// Allocates a block of `entries` entries; `None` if the allocation fails.
    pub(crate) fn of(entries: usize) -> Option<Self> {
        const { assert!(align_of::<T>() <= PAGE_BYTES, "a mapping is page-aligned") };
        let mut bytes = MmapMut::map_anon(entries.checked_mul(size_of::<T>())?).ok()?;
        // Miri does not support large pages.
        #[cfg(all(target_os = "linux", not(miri)))]
        if let Err(error) = bytes.advise(memmap2::Advice::HugePage) {
            log::debug!("no large pages: {error}");
        }
        // The bytes are already zero, but the first access to a page should be a write: the kernel
        // does not use large pages if it is a read.
        bytes
            .iter_mut()
            .step_by(PAGE_BYTES)
            .for_each(|byte| *byte = 0);
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
        reason = "no safe cast yields entries that contain atomics; with large pages bench takes \
                  0.98 of the time, perft 7 with 256 MB 0.95 (medians, Xeon at 2.5 GHz)"
    )]
    fn deref(&self) -> &[T] {
        let count = self.bytes.len() / size_of::<T>();
        // SAFETY: the mapping has room for `count` entries and begins at a page boundary, which is
        // aligned for an entry. It was filled with zeros, which are valid entries (`Zeroable`), and
        // is accessed only as entries while it is borrowed here. The pointer is not derived from
        // a reference, so atomics in the entries may change through `&`.
        unsafe { std::slice::from_raw_parts(self.bytes.as_ptr().cast(), count) }
    }
}
