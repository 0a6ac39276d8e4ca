//! Compares the lookups of slider attacks with walking along the rays.

use super::rays::{BISHOP_DIRECTIONS, Direction, ROOK_DIRECTIONS, Slider, next_subset, ray};
use super::{bishop_attacks, count_slider_targets, rook_attacks, sliders_attacks};
use crate::chess::{Bitboard, Square};

/// Returns the attacks of a slider on `square` by walking along its rays.
fn sliding_attacks(square: Square, directions: [Direction; 4], occupied: Bitboard) -> Bitboard {
    let rays = directions.map(|direction| ray(square, direction, occupied));
    rays.into_iter()
        .fold(Bitboard::EMPTY, |attacks, ray| attacks | ray)
}

#[test]
fn lookups_equal_walking_along_the_rays() {
    for square in Square::ALL {
        for (directions, look_up) in [
            (BISHOP_DIRECTIONS, bishop_attacks as fn(_, _) -> _),
            (ROOK_DIRECTIONS, rook_attacks as fn(_, _) -> _),
        ] {
            let relevant = Slider::on(square, directions).relevant;
            // The last squares of the rays are attacked whether or not they are occupied.
            let edges = sliding_attacks(square, directions, Bitboard::EMPTY) & !relevant;
            let mut occupied = Bitboard::EMPTY;
            loop {
                let expected = sliding_attacks(square, directions, occupied);
                // Squares off the rays must not matter, so occupy all of them.
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
fn attacks_of_many_sliders_equal_the_attacks_of_each() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut set = |sparsity: u32| {
        let sparse = (0..sparsity).fold(u64::MAX, |bits, _| bits & random.u64(..));
        Bitboard(sparse)
    };
    for sparsity in (1..=5).cycle().take(50_000) {
        let (diagonal, orthogonal, targets) = (set(sparsity), set(sparsity), set(1));
        let occupied = diagonal | orthogonal | set(3);
        let mut attacks = Bitboard::EMPTY;
        let mut sum = 0;
        for (sliders, directions) in [(diagonal, BISHOP_DIRECTIONS), (orthogonal, ROOK_DIRECTIONS)]
        {
            for from in sliders {
                let attacked = sliding_attacks(from, directions, occupied);
                attacks |= attacked;
                sum += u64::from((attacked & targets).count());
            }
        }
        assert_eq!(sliders_attacks(diagonal, orthogonal, occupied), attacks);
        let counted = count_slider_targets(diagonal, orthogonal, occupied, targets);
        assert_eq!(counted, sum);
    }
}
