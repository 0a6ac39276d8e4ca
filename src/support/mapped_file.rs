//! Files as read-only slices of memory.
//!
//! The system loads the pages of a mapped file when they are first read, and can drop them again,
//! so a file may be larger than the memory.

use std::io;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

use super::files::open_regular;

/// The contents of a file, mapped into memory. They begin at a page boundary.
///
/// No program may write to the file while it is mapped. Replacing it by renaming another file is
/// allowed, because the mapping keeps the old file.
#[derive(Debug)]
pub struct MappedFile(Mmap);

impl MappedFile {
    /// Maps a file.
    #[allow(
        unsafe_code,
        reason = "100 million training positions take 3.2 GB, which is more memory than a small \
                  machine has; mapping them takes no memory of the process and 0.1 ms. \
                  Tablebases take up to 17 TiB"
    )]
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = open_regular(path)?;
        // SAFETY: the contents must not change while they are borrowed, see `MappedFile`. ferz
        // writes training data under another name and renames the file when it is complete, and
        // never writes tablebases, so it never writes to a file that may be mapped.
        unsafe { Mmap::map(&file) }.map(Self)
    }
}

impl Deref for MappedFile {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
