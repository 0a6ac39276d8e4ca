//! What a piece attacks from a square, from tables that the compiler computes.
//!
//! * [`leapers`]: pawns, knights and kings, whose attacks depend on nothing else;
//! * [`rays`]: straight and diagonal lines, and what lies between two squares;
//! * [`slider`]: bishops and rooks, whose attacks end at the first piece in the way; looked
//!   up by [`magic`] numbers, or by [`pext`], an instruction that some processors have.
//!
//! See <https://www.chessprogramming.org/Attacks>.

pub mod leapers;
pub mod magic;
mod magic_numbers;
pub mod magic_search;
pub mod rays;
pub mod slider;

pub use leapers::{king_attacks, knight_attacks, pawn_attacks, pawns_attacks};
pub use rays::{between, line};

cfg_select! {
    all(feature = "pext", target_arch = "x86_64", target_feature = "bmi2") => {
        pub mod pext;
        pub use pext::{bishop_attacks, rook_attacks};
        /// How attacks of sliders are looked up in this build.
        pub const SLIDERS: &str = "pext";
    }
    _ => {
        pub use magic::{bishop_attacks, rook_attacks};
        /// How attacks of sliders are looked up in this build.
        pub const SLIDERS: &str = "magic";
    }
}

use super::bitboard::Bitboard;
use super::color::Color;
use super::piece::PieceType;
use super::square::Square;

/// What a queen on `square` attacks, given the occupied squares.
#[inline]
#[must_use]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

/// What a piece of this kind and color on `square` attacks, given the occupied squares.
#[inline]
#[must_use]
pub fn attacks(kind: PieceType, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceType::Pawn => pawn_attacks(color, square),
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => bishop_attacks(square, occupied),
        PieceType::Rook => rook_attacks(square, occupied),
        PieceType::Queen => queen_attacks(square, occupied),
        PieceType::King => king_attacks(square),
    }
}

#[cfg(test)]
mod tests {
    use super::rays::{BISHOP_DIRECTIONS, ROOK_DIRECTIONS, sliding_attacks};
    use super::slider::{Slider, next_subset};
    use super::*;

    #[test]
    fn every_look_up_equals_walking_the_rays() {
        for square in Square::ALL {
            for (directions, look_up) in [
                (BISHOP_DIRECTIONS, bishop_attacks as fn(_, _) -> _),
                (ROOK_DIRECTIONS, rook_attacks as fn(_, _) -> _),
            ] {
                let relevant = Slider::on(square, directions).relevant;
                // The edge squares of the rays are attacked, occupied or not.
                let edges = sliding_attacks(square, directions, Bitboard::EMPTY) & !relevant;
                let mut occupied = Bitboard::EMPTY;
                loop {
                    let expected = sliding_attacks(square, directions, occupied);
                    // Squares off the rays must not matter: fill them all in.
                    for noise in [Bitboard::EMPTY, !relevant & !edges] {
                        assert_eq!(look_up(square, occupied | noise), expected);
                    }
                    occupied = next_subset(occupied, relevant);
                    if occupied.is_empty() {
                        break;
                    }
                }
            }
        }
    }
}
