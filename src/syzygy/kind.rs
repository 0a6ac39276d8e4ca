//! The two kinds of tables and how their files are recognized.

/// What a table contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TableKind {
    /// Win, draw or loss (`.rtbw`).
    Wdl,
    /// Distance to zeroing: plies to the next capture or pawn move (`.rtbz`).
    Dtz,
}

impl TableKind {
    pub(super) const ALL: [Self; 2] = [Self::Wdl, Self::Dtz];

    /// Returns the extension of the file name.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    /// Returns the first four bytes of the file.
    pub(super) const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xE8, 0x23, 0x5D],
            Self::Dtz => [0xD7, 0x66, 0x0C, 0xA5],
        }
    }
}
