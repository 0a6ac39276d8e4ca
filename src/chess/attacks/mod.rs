//! What a piece attacks from a square, from tables that the compiler computes.
//!
//! * [`leapers`]: pawns, knights and kings, whose attacks depend on nothing else;
//! * [`rays`]: straight and diagonal lines, and what lies between two squares;
//! * [`slider`]: bishops and rooks, whose attacks end at the first piece in the way. One is
//!   looked up by [`magic`] numbers, or by `pext`, an instruction that some processors have;
//!   many are looked up one by one in `each`, or together by a `fill` with AVX-512. The
//!   features of these names in `Cargo.toml` choose.
//!
//! See <https://www.chessprogramming.org/Attacks>.

pub mod leapers;
#[cfg_attr(feature = "pext", allow(dead_code, reason = "PEXT takes its place"))]
pub mod magic;
#[cfg_attr(feature = "pext", allow(dead_code, reason = "PEXT takes its place"))]
mod magic_numbers;
pub mod magic_search;
pub mod rays;
pub mod slider;

pub use leapers::{king_attacks, knight_attacks, pawn_attacks, pawns_attacks};
pub use rays::{between, line};

cfg_select! {
    all(feature = "pext", target_arch = "x86_64", target_feature = "bmi2") => {
        pub mod pext;
        use pext::{BISHOP, ROOK, look_up};
        /// How attacks of sliders are looked up in this build.
        pub const SLIDERS: &str = "pext";
    }
    _ => {
        use magic::{BISHOP, ROOK, look_up};
        /// How attacks of sliders are looked up in this build.
        pub const SLIDERS: &str = "magic";
    }
}

use super::bitboard::Bitboard;
use super::color::Color;
use super::piece::PieceType;
use super::square::Square;

cfg_select! {
    all(
        feature = "avx512",
        target_arch = "x86_64",
        target_feature = "avx512f",
        target_feature = "avx512vpopcntdq"
    ) => {
        pub mod fill;
        pub use fill::{sliders_attacks, sliders_targets};
        /// How attacks of many sliders are found in this build.
        pub const MANY_SLIDERS: &str = "avx512";
    }
    _ => {
        pub mod each;
        pub use each::{sliders_attacks, sliders_targets};
        /// How attacks of many sliders are found in this build.
        pub const MANY_SLIDERS: &str = SLIDERS;
    }
}

/// What a bishop on `square` attacks, given the occupied squares; its own square may be
/// among them or not.
#[inline(always)]
#[must_use]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&BISHOP[square.index()], occupied)
}

/// What a rook on `square` attacks, given the occupied squares; its own square may be
/// among them or not.
#[inline(always)]
#[must_use]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&ROOK[square.index()], occupied)
}

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

    #[test]
    fn many_sliders_attack_what_each_of_them_attacks() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut set = |density: u32| {
            let sparse = (0..density).fold(u64::MAX, |bits, _| bits & random.u64(..));
            Bitboard(sparse)
        };
        for density in (1..=5).cycle().take(50_000) {
            let (diagonal, straight, targets) = (set(density), set(density), set(1));
            let occupied = diagonal | straight | set(3);
            let mut attacks = Bitboard::EMPTY;
            let mut sum = 0;
            for (sliders, directions) in
                [(diagonal, BISHOP_DIRECTIONS), (straight, ROOK_DIRECTIONS)]
            {
                for from in sliders {
                    let attacked = sliding_attacks(from, directions, occupied);
                    attacks |= attacked;
                    sum += u64::from((attacked & targets).count());
                }
            }
            assert_eq!(sliders_attacks(diagonal, straight, occupied), attacks);
            let counted = sliders_targets(diagonal, straight, occupied, targets);
            assert_eq!(counted, sum);
        }
    }
}
