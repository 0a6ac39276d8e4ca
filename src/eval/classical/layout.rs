//! Which weights there are. Their values are in [`super::weights`], which the tuner writes.
//!
//! All weights are pairs and lie one after the other, so a program can take them for one
//! list: the tuner counts how often each enters a score, and `eval` sums them by term.

use std::fmt::{self, Write};
use std::mem::{offset_of, size_of};

use bytemuck::{Pod, Zeroable};

use super::tapered::Tapered;

/// What a group of weights is about: a line of the table that `eval` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// What is on the board.
    Material,
    /// Where it stands.
    Placement,
    /// How many squares pieces can go to.
    Mobility,
    /// What pawns are to each other.
    Pawns,
    /// Pawns that no pawn can stop.
    PassedPawns,
    /// What pieces are to pawns.
    Pieces,
    /// What may be won soon.
    Threats,
    /// Pawns before the kings.
    Shelter,
    /// Attacks on the enemy king.
    KingAttack,
    /// The right to move.
    Tempo,
}

impl Term {
    /// All terms, in the order in which they are shown.
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

/// What the term is called.
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

/// A field of [`Weights`]: where it lies in the list of all weights, and what it is for.
pub struct Field {
    /// The term it belongs to.
    pub term: Term,
    /// The number of its first weight.
    pub start: usize,
    /// How many weights it has.
    pub len: usize,
}

/// Defines [`Weights`] and the list of its fields.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $shape:ty, $term:ident;)*) => {
        /// All weights of the evaluation. Counts of ranks and files start at 0; ranks are
        /// seen from the side whose piece it is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
        #[repr(C)]
        pub struct Weights {
            $($(#[$doc])* pub $name: $shape,)*
        }

        impl Weights {
            /// No weight counts: the values of weights that have not been tuned yet, and so
            /// are not in `weights.rs`.
            pub const ZERO: Self = Self { $($name: <$shape as Zero>::ZERO,)* };

            /// The names and values of the fields as Rust source.
            pub(super) fn fields_source(&self) -> String {
                let mut text = String::new();
                $(
                    text += concat!("    ", stringify!($name), ": ");
                    self.$name.write_source(1, &mut text);
                    text += ",\n";
                )*
                text
            }
        }

        /// The fields of [`Weights`], in order.
        pub static FIELDS: &[Field] = &[
            $(Field {
                term: Term::$term,
                start: offset_of!(Weights, $name) / size_of::<Tapered>(),
                len: size_of::<$shape>() / size_of::<Tapered>(),
            },)*
        ];
    };
}

// A new weight needs a line here and one where the evaluation counts it, by `Tally::add`, or by
// `Tally::endanger` for those of `KingAttack`. It is zero until `ferz tune` has fitted it.
weights! {
    /// By piece type, from pawn to queen.
    material: [Tapered; 5], Material;
    /// Two bishops or more.
    bishop_pair: Tapered, Material;
    /// By piece type and square as White sees the board, the eighth rank first.
    squares: [[Tapered; 64]; 6], Placement;
    /// By the number of squares a knight can safely go to.
    knight_mobility: [Tapered; 9], Mobility;
    /// The same of a bishop.
    bishop_mobility: [Tapered; 14], Mobility;
    /// The same of a rook.
    rook_mobility: [Tapered; 15], Mobility;
    /// The same of a queen.
    queen_mobility: [Tapered; 28], Mobility;
    /// No pawn of ours on a file beside it; by whether an enemy pawn is ahead of it.
    isolated: [Tapered; 2], Pawns;
    /// Another pawn of ours ahead of it.
    doubled: Tapered, Pawns;
    /// It cannot step ahead without being taken, and no pawn of ours can come to guard it;
    /// by whether an enemy pawn is ahead of it.
    backward: [Tapered; 2], Pawns;
    /// Another pawn of ours beside it, by rank.
    phalanx: [Tapered; 8], Pawns;
    /// Guarded by a pawn, by rank.
    supported: [Tapered; 8], Pawns;
    /// No enemy pawn can stop it or take it, by rank.
    passed: [Tapered; 8], PassedPawns;
    /// A passed pawn that a piece stands in the way of, by rank.
    passed_blocked: [Tapered; 8], PassedPawns;
    /// A passed pawn that can step ahead without being taken, by rank.
    passed_safe_step: [Tapered; 8], PassedPawns;
    /// A passed pawn with nothing on its way and no enemy attack on it, by rank.
    passed_free_way: [Tapered; 8], PassedPawns;
    /// A passed pawn beyond its third rank, by the distance of our king to the square ahead
    /// of it; so many times as there are ranks behind it from there on.
    passed_our_king: [Tapered; 8], PassedPawns;
    /// The same for the distance of their king.
    passed_their_king: [Tapered; 8], PassedPawns;
    /// A rook on a file without pawns of ours; by whether there are none of theirs either.
    rook_on_file: [Tapered; 2], Pieces;
    /// A knight that a pawn guards, where no enemy pawn can ever attack it.
    knight_outpost: Tapered, Pieces;
    /// The same of a bishop.
    bishop_outpost: Tapered, Pieces;
    /// For each pawn of ours on squares of a bishop's color.
    bishop_pawns: Tapered, Pieces;
    /// A knight or bishop right behind a pawn, which shields it.
    minor_behind_pawn: Tapered, Pieces;
    /// A pawn attacks a piece, by its type from knight to queen.
    threat_by_pawn: [Tapered; 4], Threats;
    /// A knight or bishop attacks something, by its type from pawn to queen.
    threat_by_minor: [Tapered; 5], Threats;
    /// A rook attacks something, by its type from pawn to queen.
    threat_by_rook: [Tapered; 5], Threats;
    /// The king attacks something badly guarded.
    threat_by_king: Tapered, Threats;
    /// Something is attacked and not guarded.
    hanging: Tapered, Threats;
    /// A pawn can step ahead, safely, and then attacks a piece.
    push_threat: Tapered, Threats;
    /// By file (the king's, one beside it) and by how many ranks ahead of the king our next
    /// pawn is; 7 for none.
    shelter: [[Tapered; 8]; 2], Shelter;
    /// The same for the enemy's next pawn; by whether a pawn of ours stands in its way.
    storm: [[Tapered; 8]; 2], Shelter;
    /// The danger to a king from which all else counts up. This and what follows is in
    /// units of danger; see the function that bends them.
    danger_base: Tapered, KingAttack;
    /// The attacker has no queen.
    danger_without_queen: Tapered, KingAttack;
    /// A piece attacks squares about the king, by its type from knight to queen.
    danger_attacker: [Tapered; 4], KingAttack;
    /// An attack on a square next to the king.
    danger_ring_attack: Tapered, KingAttack;
    /// A square about the king that is attacked, and guarded by king or queen at most.
    danger_weak_square: Tapered, KingAttack;
    /// A square from which a piece can safely give check, by its type from knight to queen.
    danger_safe_check: [Tapered; 4], KingAttack;
    /// A file at the king without pawns of its side.
    danger_open_file: Tapered, KingAttack;
    /// To be on move.
    tempo: Tapered, Tempo;
}

/// The term that the weight with this number belongs to.
///
/// # Panics
///
/// If there is no such weight.
#[must_use]
pub fn term_of(weight: usize) -> Term {
    let field = FIELDS.iter().find(|field| weight < field.start + field.len);
    field.expect("the fields are all weights").term
}

impl Weights {
    /// How many weights there are.
    pub const COUNT: usize = size_of::<Self>() / size_of::<Tapered>();

    /// All weights as one list.
    #[must_use]
    pub fn as_list(&self) -> &[Tapered] {
        bytemuck::cast_slice(std::slice::from_ref(self))
    }

    /// All weights as one list, to be changed.
    pub fn as_list_mut(&mut self) -> &mut [Tapered] {
        bytemuck::cast_slice_mut(std::slice::from_mut(self))
    }

    /// The file `weights.rs` with these values.
    #[must_use]
    pub fn source(&self) -> String {
        format!("{HEAD}{}{END}", self.fields_source())
    }
}

const HEAD: &str = "\
//! The values of all weights, in centipawns, for middlegame and endgame.
//!
//! `ferz tune` writes this file; what they are weights of is said in `layout.rs`.
//! See <https://www.chessprogramming.org/Automated_Tuning>.

use super::tapered::Tapered;
use super::layout::Weights;

/// A pair of values, in a name that leaves room for them.
const fn s(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

/// The weights that the evaluation uses.
#[rustfmt::skip]
#[allow(clippy::needless_update, reason = \"a new weight is not listed before it is tuned\")]
pub static WEIGHTS: Weights = Weights {
";

/// A new weight is in no list of values yet, and counts nothing until it is tuned.
const END: &str = "    ..Weights::ZERO\n};\n";

/// Weights and arrays of them that are all zero.
trait Zero: Copy {
    const ZERO: Self;
}

impl Zero for Tapered {
    const ZERO: Self = Self::new(0, 0);
}

impl<T: Zero, const N: usize> Zero for [T; N] {
    const ZERO: Self = [T::ZERO; N];
}

/// Weights and arrays of them, written as Rust source.
trait Source {
    /// Whether it is one number, many of which share a line.
    const IS_SINGLE: bool;

    fn write_source(&self, indent: usize, text: &mut String);
}

impl Source for Tapered {
    const IS_SINGLE: bool = true;

    fn write_source(&self, _: usize, text: &mut String) {
        write!(text, "s({:4},{:4})", self.middlegame(), self.endgame())
            .expect("a String takes all that is written to it");
    }
}

impl<T: Source, const N: usize> Source for [T; N] {
    const IS_SINGLE: bool = false;

    fn write_source(&self, indent: usize, text: &mut String) {
        /// So that a board looks like one.
        const PER_LINE: usize = 8;
        text.push('[');
        for (i, item) in self.iter().enumerate() {
            if !T::IS_SINGLE || i % PER_LINE == 0 {
                *text += &format!("\n{}", "    ".repeat(indent + 1));
            } else {
                text.push(' ');
            }
            item.write_source(indent + 1, text);
            text.push(',');
        }
        *text += &format!("\n{}]", "    ".repeat(indent));
    }
}

#[cfg(test)]
mod tests {
    use super::super::weights::WEIGHTS;
    use super::*;

    #[test]
    fn the_fields_are_all_weights_in_order() {
        let mut next = 0;
        for field in FIELDS {
            assert_eq!(field.start, next);
            next += field.len;
        }
        assert_eq!(next, Weights::COUNT);
    }

    /// The weights of a smaller evaluation, to which one was added.
    mod grown {
        use super::super::*;
        weights! {
            /// A weight that was tuned.
            tuned: Tapered, Material;
            /// A weight that the list of values does not have yet.
            added: [Tapered; 2], Pieces;
        }
    }

    #[test]
    fn a_new_weight_is_zero_until_it_is_tuned_and_then_has_its_line() {
        static VALUES: grown::Weights = grown::Weights {
            tuned: Tapered::new(17, -60),
            ..grown::Weights::ZERO
        };
        assert_eq!(VALUES.added, [Tapered::new(0, 0); 2]);
        let lens: Vec<usize> = grown::FIELDS.iter().map(|field| field.len).collect();
        assert_eq!(lens, [1, 2]);
        assert_eq!(
            VALUES.fields_source(),
            "    tuned: s(  17, -60),\n    added: [\n        s(   0,   0), s(   0,   0),\n    ],\n"
        );
        // That is how the list of values ends, so it need not be touched by hand.
        assert!(WEIGHTS.source().ends_with("\n    ..Weights::ZERO\n};\n"));
    }

    #[test]
    fn the_source_of_the_weights_is_the_file_they_come_from() {
        assert_eq!(WEIGHTS.source(), include_str!("weights.rs"));
    }
}
