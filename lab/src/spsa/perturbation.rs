//! One iteration: the two sets of values that play each other, and the update by their result.
//!
//! See <https://www.chessprogramming.org/SPSA>.

use fastrand::Rng;

use super::gains::Gains;
use super::parameter::Parameter;
use ferz::search::params::ParamSet;

/// The perturbation of one parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Perturbation {
    /// The direction of the change for the plus side: 1 or -1. The minus side gets the opposite.
    pub flip: f64,
    /// The gains of the iteration.
    pub gains: Gains,
    /// The value of the plus side.
    pub plus: i32,
    /// The value of the minus side.
    pub minus: i32,
}

impl Perturbation {
    /// Draws the perturbation of a parameter with this value.
    pub fn draw(parameter: &Parameter, value: f64, gains: Gains, rng: &mut Rng) -> Self {
        let flip = if rng.bool() { 1.0 } else { -1.0 };
        // Rounds up with the probability of the fraction, so that the mean is the exact value. The
        // same number for both sides keeps their difference.
        let fraction = rng.f64();
        let rounded = |value: f64| {
            let value = value.clamp(f64::from(parameter.min), f64::from(parameter.max));
            ((value + fraction).floor() as i32).clamp(parameter.min, parameter.max)
        };
        Self {
            flip,
            gains,
            plus: rounded(value + flip * gains.c),
            minus: rounded(value - flip * gains.c),
        }
    }

    /// Returns the value after this iteration. `balance` is the number of games that the plus side
    /// won less the number that it lost.
    #[must_use]
    pub fn updated(&self, parameter: &Parameter, value: f64, balance: i32) -> f64 {
        let change = self.gains.r * self.gains.c * f64::from(balance) * self.flip;
        (value + change).clamp(f64::from(parameter.min), f64::from(parameter.max))
    }
}

/// Returns the parameters of the plus side and of the minus side. Parameters that are not tuned
/// have their defaults.
#[must_use]
pub fn sides(parameters: &[Parameter], perturbations: &[Perturbation]) -> [ParamSet; 2] {
    let mut sides = [ParamSet::default(), ParamSet::default()];
    for (parameter, perturbation) in parameters.iter().zip(perturbations) {
        if let Some(index) = parameter.index() {
            sides[0].set(index, perturbation.plus);
            sides[1].set(index, perturbation.minus);
        }
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(min: i32, max: i32) -> Parameter {
        Parameter {
            name: "x".to_owned(),
            start: min,
            min,
            max,
            c_end: f64::from(max - min) / 20.0,
        }
    }

    #[test]
    fn values_are_rounded_at_random_within_the_range() {
        let (parameter, mut rng) = (parameter(0, 10), Rng::with_seed(1));
        let gains = Gains { c: 0.5, r: 0.002 };
        let mut draw = |value| Perturbation::draw(&parameter, value, gains, &mut rng);
        let mean = |values: Vec<i32>| f64::from(values.iter().sum::<i32>()) / values.len() as f64;
        let drawn: Vec<Perturbation> = (0..10_000).map(|_| draw(4.2)).collect();
        let upper = drawn.iter().map(|drawn| drawn.plus.max(drawn.minus));
        let lower = drawn.iter().map(|drawn| drawn.plus.min(drawn.minus));
        assert!((mean(upper.collect()) - 4.7).abs() < 0.02);
        assert!((mean(lower.collect()) - 3.7).abs() < 0.02);
        let ups = drawn
            .iter()
            .filter(|drawn| drawn.plus > drawn.minus)
            .count();
        assert!((4800..5200).contains(&ups), "{ups}");
        for value in [0.0, 10.0] {
            let drawn = draw(value);
            assert!((0..=10).contains(&drawn.plus) && (0..=10).contains(&drawn.minus));
        }
    }

    #[test]
    fn a_win_moves_the_value_towards_the_plus_side() {
        let parameter = parameter(0, 100);
        let perturbation = Perturbation {
            flip: -1.0,
            gains: Gains { c: 5.0, r: 0.01 },
            plus: 45,
            minus: 55,
        };
        let updated = |value, balance| perturbation.updated(&parameter, value, balance);
        assert!((updated(50.0, 2) - 49.9).abs() < 1e-12);
        assert!((updated(50.0, -1) - 50.05).abs() < 1e-12);
        assert_eq!(updated(50.0, 0), 50.0);
        assert_eq!(updated(0.05, 2), 0.0);
    }

    /// Two parameters whose strength is a quadratic function with its maximum at (70, 20): SPSA
    /// with noisy results of game pairs comes close to it.
    #[test]
    fn a_noisy_quadratic_objective_converges() {
        const ITERATIONS: u64 = 20_000;
        let parameters = [parameter(0, 100), parameter(0, 100)];
        let (optimum, mut values) = ([70.0, 20.0], [30.0, 60.0]);
        let mut rng = Rng::with_seed(7);
        let loss = |values: [f64; 2]| -> f64 {
            let of_one = |i: usize| (values[i] - optimum[i]).powi(2) / 400.0;
            of_one(0) + of_one(1)
        };
        for k in 1..=ITERATIONS {
            let perturbations = [0, 1].map(|i| {
                let gains = Gains::new(&parameters[i], 0.002, k, ITERATIONS);
                Perturbation::draw(&parameters[i], values[i], gains, &mut rng)
            });
            let plus = perturbations.map(|p| f64::from(p.plus));
            let minus = perturbations.map(|p| f64::from(p.minus));
            // The probability that the plus side wins a game, without draws.
            let chance = 1.0 / (1.0 + (loss(plus) - loss(minus)).exp());
            let mut game = || if rng.f64() < chance { 1 } else { -1 };
            let balance = game() + game();
            values = [0, 1].map(|i| perturbations[i].updated(&parameters[i], values[i], balance));
        }
        for (value, optimum) in values.into_iter().zip(optimum) {
            assert!((value - optimum).abs() < 8.0, "{values:?}");
        }
    }
}
