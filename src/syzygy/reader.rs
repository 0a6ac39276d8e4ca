//! Reads the header of a table from a file or from memory.
//! See <https://doc.rust-lang.org/std/io/trait.Read.html>.

use std::io::{self, Read};

/// Reader of bytes that counts how many it has read.
pub(super) struct HeaderReader<R> {
    bytes: R,
    offset: u64,
}

impl<R: Read> HeaderReader<R> {
    /// Returns a reader of `bytes`, which must be at the start of the file.
    pub(super) const fn new(bytes: R) -> Self {
        Self { bytes, offset: 0 }
    }

    /// Returns the number of bytes read so far.
    pub(super) const fn offset(&self) -> u64 {
        self.offset
    }

    /// Reads the next `N` bytes.
    pub(super) fn read<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.bytes.read_exact(&mut bytes)?;
        self.offset += N as u64;
        Ok(bytes)
    }

    /// Reads a number of two bytes.
    pub(super) fn read_u16(&mut self) -> io::Result<u16> {
        self.read().map(u16::from_le_bytes)
    }

    /// Skips to the next even offset.
    pub(super) fn align_to_two(&mut self) -> io::Result<()> {
        if !self.offset.is_multiple_of(2) {
            self.read::<1>()?;
        }
        Ok(())
    }
}
