//! Blocks of the memory of WebAssembly.

use std::ops::Deref;

use bytemuck::Zeroable;

/// A block of entries, initially zero, in the memory of WebAssembly, which has no pages to choose.
pub struct Block<T>(Box<[T]>);

/// Returns `usize::MAX`: the browser does not report how far the memory may grow.
pub const fn available() -> usize {
    usize::MAX
}

/// Returns `true`: the stack is a part of the memory, and there are no other threads.
pub const fn can_map(_bytes: usize) -> bool {
    true
}

impl<T: Zeroable> Block<T> {
    /// Allocates a block of `entries` entries; `None` if the memory cannot grow as much.
    pub(crate) fn of(entries: usize) -> Option<Self> {
        bytemuck::try_zeroed_slice_box(entries).ok().map(Self)
    }
}

impl<T> Deref for Block<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.0
    }
}
