//! Big tables: a block of memory of so many megabytes, all zero, or a refusal; and asking
//! for a part of one before it is needed.

use bytemuck::Zeroable;

/// A megabyte, as the sizes of hash tables are given in.
pub const BYTES_PER_MB: usize = 1 << 20;

/// The memory for a table of the size asked for is not to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a hash of {megabytes} MB")]
pub struct OutOfMemory {
    /// The size asked for.
    pub megabytes: usize,
}

/// As many entries as fit in so many megabytes, of which there is at least one.
///
/// # Errors
///
/// If the system has no such block of memory.
pub fn zeroed<T: Zeroable>(megabytes: usize) -> Result<Box<[T]>, OutOfMemory> {
    let bytes = megabytes.max(1).checked_mul(BYTES_PER_MB);
    let bytes = bytes.ok_or(OutOfMemory { megabytes })?;
    bytemuck::allocation::try_zeroed_slice_box(bytes / size_of::<T>())
        .map_err(|()| OutOfMemory { megabytes })
}

/// Has the processor fetch what lies at a place in memory, where it can be told to: a look
/// there that comes some 80 ns later need not wait.
#[inline]
#[allow(unsafe_code, reason = "an instruction without a safe name")]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching reads nothing and cannot fault, and every x86-64 has it.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
