//! The tuned parameters, and one iteration of SPSA: the two sets of values that play each other, and the
//! update by their result. The gain sequences are given by their values at the end of the run, as in
//! fishtest and OpenBench.

use std::fmt;

use anyhow::{Result, bail};
use fastrand::Rng;
use ferz::search::params::{PARAMS, Param, ParamSet, index_of};
use ferz::support::quote::Quoted;
use serde::{Deserialize, Serialize};

/// Number of final steps in the range of a parameter: OpenBench recommends a twentieth of the range
/// as the final step (`C_end`).
pub const STEPS_IN_RANGE: u32 = 20;

/// Minimum step. Parameters are integers: with a smaller step, both compared values would round to
/// the same integer.
const MIN_STEP: f64 = 0.5;

/// Final learning rate (`R_end`), as OpenBench recommends.
pub const LEARNING_RATE: f64 = 0.002;

/// The parameters of time management. They have no effect in games with a fixed number of nodes.
const TIME_MANAGEMENT: [&str; 13] = [
    "moves_to_plan_for",
    "moves_with_increment",
    "increment_percent",
    "hard_limit_factor",
    "hard_limit_percent",
    "next_iteration_percent",
    "unstable_move_time",
    "unstable_move_time_step",
    "score_fall_time",
    "score_fall_max",
    "score_rise_max",
    "best_move_share_even",
    "best_move_share_weight",
];

/// Exponent of the decrease of the learning rate.
const ALPHA: f64 = 0.602;

/// Exponent of the decrease of the step size.
const GAMMA: f64 = 0.101;

/// The stability constant A, as a share of the number of iterations. It limits the first updates.
const STABILITY: f64 = 0.1;

/// A tuned parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    pub name: String,
    /// The value before the first game.
    pub start: i32,
    pub min: i32,
    pub max: i32,
    /// The step size at the end of the run (`c_end`).
    pub c_end: f64,
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, start, min, max) = (&self.name, self.start, self.min, self.max);
        write!(f, "{name} = {start} ({min} to {max}, step {})", self.c_end)
    }
}

/// Returns the step size at the end of a run, with this number of steps in the range of the
/// parameter: the value plus a step is compared with the value minus a step.
pub fn step(param: &Param, steps_in_range: u32) -> f64 {
    (f64::from(param.max - param.min) / f64::from(steps_in_range)).max(MIN_STEP)
}

/// Returns the parameters that match one of these patterns, in the order of [`PARAMS`]: a name, or
/// the beginning of names followed by `*`. Without patterns, returns all parameters except those
/// of time management, which have no effect in games with a fixed number of nodes. The range of
/// each has `steps_in_range` steps.
pub fn select(patterns: &[String], steps_in_range: u32) -> Result<Vec<Parameter>> {
    let matches = |pattern: &str, param: &Param| match pattern.strip_suffix('*') {
        Some(prefix) => param.name.starts_with(prefix),
        None => param.name == pattern,
    };
    let unknown = patterns
        .iter()
        .find(|pattern| !PARAMS.iter().any(|param| matches(pattern, param)));
    if let Some(pattern) = unknown {
        bail!(
            "no parameter matches {}; expected a name that \"ferz-lab spsa\" prints, or the beginning of names followed by *",
            Quoted(pattern)
        );
    }
    let is_selected = |param: &&Param| match patterns {
        [] => !TIME_MANAGEMENT.contains(&param.name),
        patterns => patterns.iter().any(|pattern| matches(pattern, param)),
    };
    let parameter = |param: &Param| Parameter {
        name: param.name.to_owned(),
        start: param.default,
        min: param.min,
        max: param.max,
        c_end: step(param, steps_in_range),
    };
    Ok(PARAMS.iter().filter(is_selected).map(parameter).collect())
}

/// The gains of one iteration for one parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// The step size: the difference of either side from the value (`c_k`).
    pub c: f64,
    /// The learning rate, relative to the square of the step size (`R_k`).
    pub r: f64,
}

impl Gains {
    /// Returns the gains of iteration `k` (from 1) of `total`, for the learning rate `r_end` at the
    /// end.
    pub fn new(parameter: &Parameter, r_end: f64, k: u64, total: u64) -> Self {
        let (k, total) = (k as f64, total as f64);
        let stability = STABILITY * total;
        let c = parameter.c_end * (total / k).powf(GAMMA);
        let a_end = r_end * parameter.c_end * parameter.c_end;
        let a = a_end * ((stability + total) / (stability + k)).powf(ALPHA);
        Self { c, r: a / (c * c) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Perturbation {
    /// The direction of the change for the plus side: 1 or -1. The minus side gets the opposite.
    pub flip: f64,
    pub gains: Gains,
    pub plus: i32,
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
    pub fn updated(&self, parameter: &Parameter, value: f64, balance: i32) -> f64 {
        let change = self.gains.r * self.gains.c * f64::from(balance) * self.flip;
        (value + change).clamp(f64::from(parameter.min), f64::from(parameter.max))
    }
}

/// Returns the parameters of the plus side and of the minus side. Parameters that are not tuned
/// have their defaults.
pub fn sides(parameters: &[Parameter], perturbations: &[Perturbation]) -> [ParamSet; 2] {
    let mut sides = [ParamSet::default(), ParamSet::default()];
    for (parameter, perturbation) in parameters.iter().zip(perturbations) {
        if let Some(index) = index_of(&parameter.name) {
            sides[0].set(index, perturbation.plus);
            sides[1].set(index, perturbation.minus);
        }
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(patterns: &[&str]) -> Vec<String> {
        let patterns: Vec<String> = patterns.iter().map(|&pattern| pattern.to_owned()).collect();
        let selected = select(&patterns, STEPS_IN_RANGE).expect("the patterns match");
        selected.into_iter().map(|param| param.name).collect()
    }

    #[test]
    fn names_and_prefixes_select_parameters_in_their_order() {
        assert_eq!(
            names(&["see_queen", "razoring_*", "see_pawn", "razoring_base"]),
            [
                "see_pawn",
                "see_queen",
                "razoring_depth",
                "razoring_base",
                "razoring_factor"
            ]
        );
        assert_eq!(names(&["*"]).len(), PARAMS.len());
        for pattern in ["see", "*_depth", "", "x*"] {
            assert!(select(&[pattern.to_owned()], STEPS_IN_RANGE).is_err());
        }
    }

    #[test]
    fn time_management_is_not_tuned_by_default() {
        let all = names(&[]);
        assert_eq!(all.len() + TIME_MANAGEMENT.len(), PARAMS.len());
        assert!(TIME_MANAGEMENT.iter().all(|&name| names(&[name]) == [name]));
    }

    #[test]
    fn the_step_is_a_part_of_the_range_but_not_too_small() {
        let param = |min, max| Param {
            name: "x",
            default: min,
            min,
            max,
        };
        assert_eq!(step(&param(500, 4000), 20), 175.0);
        assert_eq!(step(&param(500, 4000), 8), 437.5);
        assert_eq!(step(&param(2, 5), 20), 0.5);
    }

    #[test]
    fn gains_reach_their_final_values_in_the_last_iteration() {
        let parameter = parameter(0, 200);
        let gains = |k| Gains::new(&parameter, 0.002, k, 1000);
        let last = gains(1000);
        assert!((last.c - 10.0).abs() < 1e-9, "{last:?}");
        assert!((last.r - 0.002).abs() < 1e-12, "{last:?}");
        // c_1 = c_end N^gamma; a_1 = a_end ((A + N) / (A + 1))^alpha.
        let first = gains(1);
        assert!((first.c - 20.090_928).abs() < 1e-6, "{first:?}");
        let a = first.r * first.c * first.c;
        assert!((a - 0.2 * (1100.0_f64 / 101.0).powf(0.602)).abs() < 1e-9);
    }

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
