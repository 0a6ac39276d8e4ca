//! Tallies: receivers of the evaluation terms.
//!
//! Each term reports which weights apply, how often, and for which side. The search uses [`Sum`],
//! which adds up the score and costs no more than adding numbers. The trace and the tuner use
//! [`FeatureCounts`], which records how often each weight applies. Both run the same terms, so they
//! cannot disagree.
//!
//! The evaluation is linear in the weights, with one exception: danger to a king grows faster than
//! the number of its attackers. It is added up separately, and [`danger_score`] converts it to
//! centipawns.

use std::sync::LazyLock;

use bytemuck::Zeroable;

use super::layout::{FIELDS, Term, Weights};
use super::tapered::Tapered;
use super::weights::WEIGHTS;
use crate::chess::{Color, Side};

/// A receiver of evaluation terms.
pub trait Tally {
    /// Adds a weight `count` times in favor of `S`.
    fn add<S: Side>(&mut self, weight: impl Fn(&Weights) -> Tapered, count: i32);

    /// Adds a danger weight `count` times to the danger that `S` poses to the enemy king.
    fn add_danger<S: Side>(&mut self, weight: impl Fn(&Weights) -> Tapered, count: i32);
}

/// Divisor of the squared danger in the middlegame.
pub const MIDDLEGAME_DANGER_DIVISOR: i32 = 1024;

/// Divisor of the danger in the endgame.
pub const ENDGAME_DANGER_DIVISOR: i32 = 16;

/// Maximum score for the danger to a king, in centipawns.
pub const MAX_DANGER_SCORE: i32 = 2000;

/// Converts danger to the enemy king to a score in centipawns. Negative danger scores 0.
/// The middlegame score is quadratic, since attackers help each other.
pub fn danger_score(danger: Tapered) -> Tapered {
    let middlegame = danger.middlegame().max(0);
    let endgame = danger.endgame().max(0);
    Tapered::new(
        (middlegame * middlegame / MIDDLEGAME_DANGER_DIVISOR).min(MAX_DANGER_SCORE),
        (endgame / ENDGAME_DANGER_DIVISOR).min(MAX_DANGER_SCORE),
    )
}

/// The sum of all terms.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum {
    /// Sum of the linear terms, from White's view.
    linear: Tapered,
    /// Danger to the enemy king, by the attacking color.
    danger: [Tapered; 2],
}

impl Sum {
    /// Returns a sum that starts with the cached sum of some linear terms.
    pub const fn from(linear: Tapered) -> Self {
        Self {
            linear,
            danger: [Tapered::new(0, 0); 2],
        }
    }

    /// Returns the total including danger, from White's view.
    pub fn total(&self) -> Tapered {
        let [white, black] = self.danger;
        self.linear + danger_score(white) - danger_score(black)
    }
}

impl Tally for Sum {
    #[inline(always)]
    fn add<S: Side>(&mut self, weight: impl Fn(&Weights) -> Tapered, count: i32) {
        let value = weight(&WEIGHTS) * count;
        match S::COLOR {
            Color::White => self.linear += value,
            Color::Black => self.linear -= value,
        }
    }

    #[inline(always)]
    fn add_danger<S: Side>(&mut self, weight: impl Fn(&Weights) -> Tapered, count: i32) {
        self.danger[S::COLOR.index()] += weight(&WEIGHTS) * count;
    }
}

/// How often each weight applies, by color.
#[derive(Clone, Debug)]
pub struct FeatureCounts([Vec<i16>; 2]);

/// Weights whose middlegame value is their own index in the list of weights.
static INDICES: LazyLock<Weights> = LazyLock::new(|| {
    let mut indices = Weights::zeroed();
    for (i, index) in indices.as_list_mut().iter_mut().enumerate() {
        *index = Tapered::new(i as i32, 0);
    }
    indices
});

/// Returns the index in the list of weights of the weight that the closure selects.
pub(in crate::eval) fn index_of(weight: impl Fn(&Weights) -> Tapered) -> usize {
    weight(&INDICES).middlegame() as usize
}

impl Default for FeatureCounts {
    fn default() -> Self {
        Self([vec![0; Weights::COUNT], vec![0; Weights::COUNT]])
    }
}

impl FeatureCounts {
    /// Returns the counts of `color`, in the order of the list of weights.
    pub fn of(&self, color: Color) -> &[i16] {
        &self.0[color.index()]
    }

    /// Returns the value of `term` for `color` with these weights.
    pub fn value(&self, color: Color, term: Term, weights: &Weights) -> Tapered {
        let of_field = |start: usize, len: usize| {
            let weights = &weights.as_list()[start..start + len];
            let counts = &self.of(color)[start..start + len];
            let values = weights.iter().zip(counts);
            values
                .map(|(&weight, &count)| weight * i32::from(count))
                .sum()
        };
        let fields = FIELDS.iter().filter(|field| field.term == term);
        let sum = fields.map(|field| of_field(field.start, field.len)).sum();
        if term == Term::KingAttack {
            danger_score(sum)
        } else {
            sum
        }
    }
}

impl Tally for FeatureCounts {
    fn add<S: Side>(&mut self, weight: impl Fn(&Weights) -> Tapered, count: i32) {
        self.0[S::COLOR.index()][index_of(weight)] += count as i16;
    }

    fn add_danger<S: Side>(&mut self, weight: impl Fn(&Weights) -> Tapered, count: i32) {
        self.add::<S>(weight, count);
    }
}
