//! Big tables: a block of memory of so many megabytes, all zero, or a refusal.

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
