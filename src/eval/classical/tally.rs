//! What the terms are added up in.
//!
//! Every term says the same thing: this weight, so many times, for this side. A search
//! wants the `Sum`, and nothing else costs it time; `eval` and the tuner want to know
//! which weights made it, and get the [`Counts`]. Both come from the same code, so they
//! cannot disagree.
//!
//! All is linear in the weights but one thing: danger to a king grows faster than the number
//! of its attackers. It is added up apart, and `bend` makes centipawns of it.
//! See <https://www.chessprogramming.org/King_Safety>.

use std::sync::LazyLock;

use bytemuck::Zeroable;

use super::layout::{FIELDS, Term, Weights};
use super::tapered::Tapered;
use super::weights::WEIGHTS;
use crate::chess::Color;
use crate::chess::Side;

/// Takes what the terms have to say.
pub trait Tally {
    /// The side `S` has `count` times what this weight is for.
    fn add<S: Side>(&mut self, weight: impl Fn(&Weights) -> Tapered, count: i32);

    /// The king of the opponent of `S` has `count` times the danger of this weight.
    fn endanger<S: Side>(&mut self, weight: impl Fn(&Weights) -> Tapered, count: i32);
}

/// Danger in the middlegame counts by its square over this.
pub const DANGER_SQUARE: i32 = 1024;

/// Danger in the endgame counts by itself over this.
pub const DANGER_SHARE: i32 = 16;

/// More than this the danger to a king is not worth.
pub const DANGER_LIMIT: i32 = 2000;

/// What so much danger to the enemy king is worth: none if it is negative, and in the
/// middlegame more and more, since attackers help each other.
pub(super) fn bend(danger: Tapered) -> Tapered {
    let middlegame = danger.middlegame().max(0);
    let endgame = danger.endgame().max(0);
    Tapered::new(
        (middlegame * middlegame / DANGER_SQUARE).min(DANGER_LIMIT),
        (endgame / DANGER_SHARE).min(DANGER_LIMIT),
    )
}

/// The sum of all terms.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum {
    /// Of what is linear, from White's view.
    linear: Tapered,
    /// By the color that attacks.
    danger: [Tapered; 2],
}

impl Sum {
    /// A sum that begins with what has been summed before.
    pub const fn from(linear: Tapered) -> Self {
        Self {
            linear,
            danger: [Tapered::new(0, 0); 2],
        }
    }

    /// All together, from White's view.
    pub fn total(&self) -> Tapered {
        let [white, black] = self.danger;
        self.linear + bend(white) - bend(black)
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
    fn endanger<S: Side>(&mut self, weight: impl Fn(&Weights) -> Tapered, count: i32) {
        self.danger[S::COLOR.index()] += weight(&WEIGHTS) * count;
    }
}

/// How often each weight counts for each side.
#[derive(Clone, Debug)]
pub struct Counts([Vec<i16>; 2]);

/// Weights whose values are their numbers in the list: who is handed one knows which it is.
static NUMBERS: LazyLock<Weights> = LazyLock::new(|| {
    let mut numbers = Weights::zeroed();
    for (i, number) in numbers.as_list_mut().iter_mut().enumerate() {
        *number = Tapered::new(i as i32, 0);
    }
    numbers
});

impl Default for Counts {
    fn default() -> Self {
        Self([vec![0; Weights::COUNT], vec![0; Weights::COUNT]])
    }
}

impl Counts {
    /// How often each weight counts for `color`, in the order of the list of weights.
    #[must_use]
    pub fn of(&self, color: Color) -> &[i16] {
        &self.0[color.index()]
    }

    /// What `term` is worth to `color` with these weights.
    #[must_use]
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
            bend(sum)
        } else {
            sum
        }
    }
}

impl Tally for Counts {
    fn add<S: Side>(&mut self, weight: impl Fn(&Weights) -> Tapered, count: i32) {
        let number = weight(&NUMBERS).middlegame() as usize;
        self.0[S::COLOR.index()][number] += count as i16;
    }

    fn endanger<S: Side>(&mut self, weight: impl Fn(&Weights) -> Tapered, count: i32) {
        self.add::<S>(weight, count);
    }
}
