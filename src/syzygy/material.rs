//! The material of a position, as in the names of tables: `KRPvKR`.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::chess::{Board, Color, Piece, PieceType};

/// Maximum number of pieces of a table, pawns and kings included.
pub const MAX_PIECES: u32 = 7;

/// All piece types except the king, in the order of table names.
const PIECE_TYPES: [PieceType; 5] = [
    PieceType::Queen,
    PieceType::Rook,
    PieceType::Bishop,
    PieceType::Knight,
    PieceType::Pawn,
];

/// Index of pawns in [`PIECE_TYPES`], the last one.
const PAWN: usize = PIECE_TYPES.len() - 1;

/// Piece code of a white king in table files, the highest of White's codes.
const KING: u8 = 6;

/// Difference between the piece codes of Black and White.
const BLACK: u8 = 8;

/// Returns the piece with this code in table files: 1 (pawn) to 6 (king) for White's pieces, larger
/// by [`BLACK`] for Black's. `None` if no piece has this code.
pub(super) fn piece_with_code(code: u8) -> Option<Piece> {
    let color = *Color::ALL.get(usize::from(code / BLACK))?;
    let index = usize::from(code % BLACK).checked_sub(1)?;
    Some(Piece::new(color, *PieceType::ALL.get(index)?))
}

/// The number of pieces of each type and color. Both kings are always present.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Material {
    /// Number of pieces by color, then in the order of [`PIECE_TYPES`].
    counts: [[u8; 5]; 2],
}

impl Material {
    /// Returns the material of `board`.
    pub fn of(board: &Board) -> Self {
        let counts = |color| PIECE_TYPES.map(|kind| board.of(color, kind).count() as u8);
        Self {
            counts: Color::ALL.map(counts),
        }
    }

    /// Parses the name of a table; `None` if no table can have this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let (white, black) = name.split_once('v')?;
        let count = |side: &str| {
            let letters = side.strip_prefix('K')?;
            let mut counts = [0; 5];
            for letter in letters.chars() {
                let is_type = |kind: &PieceType| kind.letter().to_ascii_uppercase() == letter;
                counts[PIECE_TYPES.iter().position(is_type)?] += 1;
            }
            Some(counts)
        };
        let material = Self {
            counts: [count(white)?, count(black)?],
        };
        // Formatting the material must give the same name, so the letters must be in order.
        (material.to_string() == name && (3..=MAX_PIECES).contains(&material.piece_count()))
            .then_some(material)
    }

    /// Returns the number of pieces, pawns and kings included.
    pub fn piece_count(&self) -> u32 {
        2 + self
            .counts
            .iter()
            .flatten()
            .map(|&count| u32::from(count))
            .sum::<u32>()
    }

    /// Returns the number of pawns, by color.
    pub(super) fn pawns(&self) -> [u8; 2] {
        self.counts.map(|counts| counts[PAWN])
    }

    /// Returns pairs of a piece code and the number of these pieces, sorted by code.
    pub(super) fn counts_by_code(&self) -> Vec<(u8, u8)> {
        let mut pieces = vec![(KING, 1), (BLACK + KING, 1)];
        for (color_index, type_index) in self.present() {
            // The codes decrease in the order of `PIECE_TYPES`: queen 5 … pawn 1.
            let code = color_index as u8 * BLACK + KING - 1 - type_index as u8;
            pieces.push((code, self.counts[color_index][type_index]));
        }
        pieces.sort_unstable();
        pieces
    }

    /// Returns the material with colors exchanged.
    pub(super) fn exchanged(&self) -> Self {
        let [white, black] = self.counts;
        Self {
            counts: [black, white],
        }
    }

    /// Returns whether both sides have the same pieces.
    pub(super) fn is_symmetric(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// Returns the material with the colors as in the table's name. The side with more pieces comes
    /// first; if both have the same number, the side with the stronger pieces does.
    pub(super) fn canonical(&self) -> Self {
        let exchanged = self.exchanged();
        let strength = |material: &Self| {
            let [first, _] = material.counts;
            (first.iter().sum::<u8>(), first)
        };
        if strength(&exchanged) > strength(self) {
            exchanged
        } else {
            *self
        }
    }

    /// Returns every material that a capture can lead to, with or without promotion.
    pub(super) fn after_captures(&self) -> Vec<Self> {
        let mut after = Vec::new();
        for (color_index, type_index) in self.present() {
            let mut taken = *self;
            taken.counts[color_index][type_index] -= 1;
            after.push(taken);
            after.extend(taken.promoted(1 - color_index));
        }
        after
    }

    /// Returns every material that a promotion without capture can lead to.
    pub(super) fn after_promotions(&self) -> Vec<Self> {
        [0, 1]
            .into_iter()
            .flat_map(|color_index| self.promoted(color_index))
            .collect()
    }

    /// Returns every material that a promotion of a pawn of this color leads to.
    fn promoted(self, color_index: usize) -> impl Iterator<Item = Self> {
        let has_pawn = self.counts[color_index][PAWN] > 0;
        (0..PAWN).filter(move |_| has_pawn).map(move |type_index| {
            let mut promoted = self;
            promoted.counts[color_index][PAWN] -= 1;
            promoted.counts[color_index][type_index] += 1;
            promoted
        })
    }

    /// Returns the indices of color and type of each kind of piece that is present.
    fn present(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let all = [0, 1]
            .into_iter()
            .flat_map(|color_index| (0..5).map(move |type_index| (color_index, type_index)));
        all.filter(|&(color_index, type_index)| self.counts[color_index][type_index] > 0)
    }
}

/// Hashes the material as a single number, for hashers that are fast for numbers.
impl Hash for Material {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // A table has at most seven pieces, so four bits are enough for a count.
        let counts = self.counts.iter().flatten();
        state.write_u64(counts.fold(0, |number, &count| number << 4 | u64::from(count)));
    }
}

/// Formats the material as the name of its table.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |counts: [u8; 5]| {
            let letters = PIECE_TYPES.map(|kind| kind.letter().to_ascii_uppercase().to_string());
            let pieces = letters.iter().zip(counts);
            pieces
                .map(|(letter, count)| letter.repeat(count.into()))
                .collect::<String>()
        };
        let [white, black] = self.counts;
        write!(f, "K{}vK{}", side(white), side(black))
    }
}
