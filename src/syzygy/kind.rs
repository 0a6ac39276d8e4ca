//! The two kinds of tables.

/// What a file tells of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Won, drawn or lost (`.rtbw`).
    Wdl,
    /// How far the next capture or pawn move is (`.rtbz`).
    Dtz,
}

impl Kind {
    pub(super) const ALL: [Self; 2] = [Self::Wdl, Self::Dtz];

    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    /// The first four bytes of a file.
    pub(super) const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xE8, 0x23, 0x5D],
            Self::Dtz => [0xD7, 0x66, 0x0C, 0xA5],
        }
    }
}
