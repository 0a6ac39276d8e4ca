//! Which men are on the board, as the names of tables say it: `KRPvKR`.
//! See <https://www.chessprogramming.org/Syzygy_Bases>.

use std::fmt;

use crate::chess::{Board, Color, PieceType};

/// Tables have at most so many men, kings included.
pub const MOST_MEN: u32 = 7;

/// The kinds of men besides the king, in the order in which names list them.
const KINDS: [PieceType; 5] = [
    PieceType::Queen,
    PieceType::Rook,
    PieceType::Bishop,
    PieceType::Knight,
    PieceType::Pawn,
];

/// The numbers of men in files: from a white pawn to a white king, and black's after a gap.
pub(super) const PAWN: u8 = 1;
pub(super) const KING: u8 = 6;
const BLACK: u8 = 8;

/// How many men of each kind both sides have; kings are always there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// By color, then in the order of [`KINDS`].
    counts: [[u8; 5]; 2],
}

impl Material {
    /// The men on a board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let counts = |color| KINDS.map(|kind| board.of(color, kind).count() as u8);
        Self {
            counts: Color::ALL.map(counts),
        }
    }

    /// Reads the name of a table; `None` if there can be no table of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let (white, black) = name.split_once('v')?;
        let count = |side: &str| {
            let men = side.strip_prefix('K')?;
            let mut counts = [0; 5];
            for letter in men.chars() {
                let is_it = |kind: &PieceType| kind.letter().to_ascii_uppercase() == letter;
                counts[KINDS.iter().position(is_it)?] += 1;
            }
            Some(counts)
        };
        let material = Self {
            counts: [count(white)?, count(black)?],
        };
        // Written back, a name must be the same: its letters have an order.
        (material.to_string() == name && (3..=MOST_MEN).contains(&material.men()))
            .then_some(material)
    }

    /// The number of men, kings included.
    #[must_use]
    pub fn men(&self) -> u32 {
        2 + self
            .counts
            .iter()
            .flatten()
            .map(|&count| u32::from(count))
            .sum::<u32>()
    }

    /// How many pawns each side has.
    pub(super) fn pawns(&self) -> [u8; 2] {
        self.counts.map(|counts| counts[4])
    }

    /// How many men there are of each color and kind but pawns.
    pub(super) fn pieces(&self) -> impl Iterator<Item = u8> + '_ {
        self.counts.iter().flat_map(|counts| &counts[..4]).copied()
    }

    /// How many men there are of each kind, as files number them, in order.
    pub(super) fn numbered(&self) -> Vec<(u8, u8)> {
        let mut men = vec![(KING, 1), (BLACK + KING, 1)];
        for (color, kind) in self.present() {
            let number = color as u8 * BLACK + KING - 1 - kind as u8;
            men.push((number, self.counts[color][kind]));
        }
        men.sort_unstable();
        men
    }

    /// The same with the colors exchanged.
    pub(super) fn exchanged(&self) -> Self {
        let [white, black] = self.counts;
        Self {
            counts: [black, white],
        }
    }

    /// The table's way to name it: the side with more men first, or else the one with the
    /// stronger men.
    pub(super) fn canonical(&self) -> Self {
        let exchanged = self.exchanged();
        let rank = |material: &Self| {
            let [first, _] = material.counts;
            (first.iter().sum::<u8>(), first)
        };
        if rank(&exchanged) > rank(self) {
            exchanged
        } else {
            *self
        }
    }

    /// What a capture can make of it, by a promotion or without.
    pub(super) fn after_captures(&self) -> Vec<Self> {
        let mut after = Vec::new();
        for (color, kind) in self.present() {
            let mut taken = *self;
            taken.counts[color][kind] -= 1;
            after.push(taken);
            after.extend(taken.promoted(1 - color));
        }
        after
    }

    /// What a promotion can make of it.
    pub(super) fn after_promotions(&self) -> Vec<Self> {
        [0, 1]
            .into_iter()
            .flat_map(|color| self.promoted(color))
            .collect()
    }

    fn promoted(self, color: usize) -> impl Iterator<Item = Self> {
        let kinds = if self.counts[color][4] > 0 {
            0..4
        } else {
            0..0
        };
        kinds.map(move |kind| {
            let mut promoted = self;
            promoted.counts[color][4] -= 1;
            promoted.counts[color][kind] += 1;
            promoted
        })
    }

    /// Color and kind of the men there are.
    fn present(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let all = [0, 1]
            .into_iter()
            .flat_map(|color| (0..5).map(move |kind| (color, kind)));
        all.filter(|&(color, kind)| self.counts[color][kind] > 0)
    }
}

/// The name of the table.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |counts: [u8; 5]| {
            let letters = KINDS.map(|kind| kind.letter().to_ascii_uppercase().to_string());
            let men = letters.iter().zip(counts);
            men.map(|(letter, count)| letter.repeat(count.into()))
                .collect::<String>()
        };
        let [white, black] = self.counts;
        write!(f, "K{}vK{}", side(white), side(black))
    }
}
