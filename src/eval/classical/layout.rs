//! Declares the weights of the evaluation. Their values are in [`super::weights`], a file that
//! `ferz-lab tune` writes.
//!
//! All weights are [`Tapered`] pairs and contiguous in memory, so they can also be read as one
//! list. The tuner counts how often each weight of the list applies to a position; the trace adds
//! the weights up by [`Term`].

use std::fmt;
use std::mem::{offset_of, size_of};

use bytemuck::{Pod, Zeroable};

use super::tapered::Tapered;

/// A group of related weights: one line of the table that the UCI command `eval` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// The pieces on the board.
    Material,
    /// Piece-square tables.
    Placement,
    /// Squares of the mobility area that pieces attack.
    Mobility,
    /// Pawn structure.
    Pawns,
    /// Passed pawns.
    PassedPawns,
    /// Pieces in relation to pawns.
    Pieces,
    /// Attacked enemy pieces.
    Threats,
    /// Pawns in front of the kings.
    Shelter,
    /// Attacks on the enemy king.
    KingAttack,
    /// The bonus for the side to move.
    Tempo,
}

impl Term {
    /// All terms, in the order of the trace.
    pub const ALL: [Self; 10] = [
        Self::Material,
        Self::Placement,
        Self::Mobility,
        Self::Pawns,
        Self::PassedPawns,
        Self::Pieces,
        Self::Threats,
        Self::Shelter,
        Self::KingAttack,
        Self::Tempo,
    ];
}

/// Formats the name of the term.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Material => "Material",
            Self::Placement => "Placement",
            Self::Mobility => "Mobility",
            Self::Pawns => "Pawns",
            Self::PassedPawns => "Passed pawns",
            Self::Pieces => "Pieces",
            Self::Threats => "Threats",
            Self::Shelter => "King shelter",
            Self::KingAttack => "King attack",
            Self::Tempo => "Tempo",
        })
    }
}

/// A field of [`Weights`]: its term and its place in the list of all weights.
pub struct Field {
    /// Name of the field.
    pub name: &'static str,
    /// Term that the field belongs to.
    pub term: Term,
    /// Index of the field's first weight in the list.
    pub start: usize,
    /// Number of weights in the field.
    pub len: usize,
    /// Number of weights in each of its innermost arrays; 0 for a single weight.
    pub row: usize,
}

/// Defines [`Weights`] and the list of its fields.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $shape:ty, $term:ident;)*) => {
        /// All weights of the evaluation. Ranks, files and distances count from 0; ranks are
        /// relative to the owner of the piece.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
        #[repr(C)]
        pub struct Weights {
            $($(#[$doc])* pub $name: $shape,)*
        }

        impl Weights {
            /// All weights zero. `weights.rs` does not list new weights until they are tuned;
            /// until then, they are zero.
            pub const ZERO: Self = Self { $($name: <$shape as Shape>::ZERO,)* };
        }

        /// The fields of [`Weights`], in order.
        pub static FIELDS: &[Field] = &[
            $(Field {
                name: stringify!($name),
                term: Term::$term,
                start: offset_of!(Weights, $name) / size_of::<Tapered>(),
                len: size_of::<$shape>() / size_of::<Tapered>(),
                row: <$shape as Shape>::ROW,
            },)*
        ];
    };
}

// To add a weight, add a line here and call `Tally::add` where the evaluation counts it
// (`Tally::add_danger` for `KingAttack`). The weight is zero until `ferz-lab tune` has fitted it.
weights! {
    /// Value of a piece, by type from pawn to queen.
    material: [Tapered; 5], Material;
    /// Bonus for bishops on squares of both colors.
    bishop_pair: Tapered, Material;
    /// Piece-square tables, by piece type and square. Squares are in the order of a diagram seen
    /// from White's side: from a8 to h8, then a7 to h7, down to h1.
    piece_square: [[Tapered; 64]; 6], Placement;
    /// Knight mobility, by the number of squares of the mobility area that it attacks.
    knight_mobility: [Tapered; 9], Mobility;
    /// Bishop mobility, by the number of squares of the mobility area that it attacks.
    bishop_mobility: [Tapered; 14], Mobility;
    /// Rook mobility, by the number of squares of the mobility area that it attacks.
    rook_mobility: [Tapered; 15], Mobility;
    /// Queen mobility, by the number of squares of the mobility area that it attacks.
    queen_mobility: [Tapered; 28], Mobility;
    /// Isolated pawn: no own pawn on an adjacent file. Index 1 if an enemy pawn is in front of
    /// it on its file, otherwise 0.
    isolated_pawn: [Tapered; 2], Pawns;
    /// Doubled pawn: another own pawn is in front of it on its file.
    doubled_pawn: Tapered, Pawns;
    /// Backward pawn: not isolated, an enemy pawn attacks the square in front of it, and no own
    /// pawn can ever protect that square. Index 1 if an enemy pawn is in front of it on its file,
    /// otherwise 0.
    backward_pawn: [Tapered; 2], Pawns;
    /// Pawn with another own pawn directly beside it, by rank.
    phalanx: [Tapered; 8], Pawns;
    /// Pawn that another own pawn protects, by rank.
    supported_pawn: [Tapered; 8], Pawns;
    /// Passed pawn: no enemy pawn can block or capture it on its way. By rank.
    passed_pawn: [Tapered; 8], PassedPawns;
    /// Passed pawn with a piece directly in front of it, by rank.
    passed_blocked: [Tapered; 8], PassedPawns;
    /// Passed pawn that can advance to an empty square which no enemy attacks, by rank.
    passed_safe_push: [Tapered; 8], PassedPawns;
    /// Passed pawn whose squares up to promotion are all empty and not attacked, by rank.
    passed_free_path: [Tapered; 8], PassedPawns;
    /// Passed pawn on the fourth rank or beyond, by the distance of the own king to the square
    /// in front of the pawn. Counts once on the fourth rank and once more per rank beyond.
    passed_own_king: [Tapered; 8], PassedPawns;
    /// Passed pawn on the fourth rank or beyond, by the distance of the enemy king to the square
    /// in front of the pawn. Counts once on the fourth rank and once more per rank beyond.
    passed_enemy_king: [Tapered; 8], PassedPawns;
    /// Rook on a half-open file (index 0: no own pawns) or an open file (index 1: no pawns).
    rook_on_file: [Tapered; 2], Pieces;
    /// Knight on an outpost: a square on the fourth to sixth rank that an own pawn protects and
    /// that no enemy pawn can ever attack.
    knight_outpost: Tapered, Pieces;
    /// Bishop on an outpost: a square on the fourth to sixth rank that an own pawn protects and
    /// that no enemy pawn can ever attack.
    bishop_outpost: Tapered, Pieces;
    /// Bad bishop: counts each pair of a bishop and an own pawn on a square of its color.
    bishop_pawns: Tapered, Pieces;
    /// Knight or bishop directly behind a pawn of either color. The pawn shields it.
    minor_behind_pawn: Tapered, Pieces;
    // Threats. Enemy pieces include pawns, but not the king.
    /// Enemy piece attacked by a pawn, by its type from knight to queen.
    threat_by_pawn: [Tapered; 4], Threats;
    /// Enemy piece threatened by a knight or bishop, by its type from pawn to queen.
    threat_by_minor: [Tapered; 5], Threats;
    /// Enemy piece threatened by a rook, by its type from pawn to queen.
    threat_by_rook: [Tapered; 5], Threats;
    /// Weakly defended enemy piece attacked by the king.
    threat_by_king: Tapered, Threats;
    /// Hanging enemy piece: attacked and not defended.
    hanging_piece: Tapered, Threats;
    /// Enemy piece, not a pawn, that a pawn would attack after a safe push.
    threat_by_pawn_push: Tapered, Threats;
    /// Square from which a bishop or rook could attack the only enemy queen. Another piece attacks
    /// the square, too, and no enemy pawn does.
    slider_on_queen: Tapered, Threats;
    /// King shelter, by file and distance. The first index is 0 for the king's file and 1 for the
    /// other two files around the king. The second is the distance in ranks from the king to the
    /// nearest own pawn on the file, 7 for none. Pawns behind the king do not count.
    king_shelter: [[Tapered; 8]; 2], Shelter;
    /// Pawn storm, by blockade and distance. The first index is 1 if an own pawn blocks the enemy
    /// pawn, otherwise 0. The second is the distance in ranks from the king to the nearest enemy
    /// pawn on the file, 7 for none. Pawns behind the king do not count.
    pawn_storm: [[Tapered; 8]; 2], Shelter;
    // Danger to a king, in units of danger (see `danger_score` in `tally`).
    /// Base value.
    danger_base: Tapered, KingAttack;
    /// Attacking side without a queen.
    danger_no_queen: Tapered, KingAttack;
    /// Piece that attacks the king zone, by its type from knight to queen.
    danger_attacker: [Tapered; 4], KingAttack;
    /// Attack of a piece on a square adjacent to the king.
    danger_ring_attack: Tapered, KingAttack;
    /// Attacked square of the king zone that is undefended, or defended only once and by the king
    /// or a queen.
    danger_weak_square: Tapered, KingAttack;
    /// Square from which a piece can give a safe check, by its type from knight to queen.
    danger_safe_check: [Tapered; 4], KingAttack;
    /// Square from which a piece can give check, but not a safe check.
    danger_unsafe_check: Tapered, KingAttack;
    /// Piece of either side that is alone between an enemy slider and the king.
    danger_blocker: Tapered, KingAttack;
    /// Square that the defender attacks on the king's flank: on its five nearest ranks, and on
    /// three or four files (see `FileSet::flank`).
    danger_flank_defense: Tapered, KingAttack;
    /// File around the king that contains no pawn of the defender.
    danger_open_file: Tapered, KingAttack;
    /// Bonus for the side to move.
    tempo: Tapered, Tempo;
}

/// Returns the term of the weight at index `weight` of the list of all weights.
pub fn term_of(weight: usize) -> Term {
    let field = FIELDS.iter().find(|field| weight < field.start + field.len);
    field.expect("the fields contain all weights").term
}

impl Weights {
    /// Number of weights.
    pub const COUNT: usize = size_of::<Self>() / size_of::<Tapered>();

    /// Returns all weights as one list.
    pub fn as_list(&self) -> &[Tapered] {
        bytemuck::cast_slice(std::slice::from_ref(self))
    }

    /// Returns all weights as one mutable list.
    pub fn as_list_mut(&mut self) -> &mut [Tapered] {
        bytemuck::cast_slice_mut(std::slice::from_mut(self))
    }
}

/// A weight or an array of weights.
trait Shape: Copy {
    const ZERO: Self;
    /// Length of the innermost arrays; 0 for a single weight.
    const ROW: usize;
}

impl Shape for Tapered {
    const ZERO: Self = Self::new(0, 0);
    const ROW: usize = 0;
}

impl<T: Shape, const N: usize> Shape for [T; N] {
    const ZERO: Self = [T::ZERO; N];
    const ROW: usize = if T::ROW == 0 { N } else { T::ROW };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_cover_all_weights_in_order() {
        let mut next = 0;
        for field in FIELDS {
            assert_eq!(field.start, next);
            next += field.len;
        }
        assert_eq!(next, Weights::COUNT);
    }
}
