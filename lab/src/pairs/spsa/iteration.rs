//! The tuned parameters, and one iteration of SPSA: the two sets of values that play each other,
//! and the update by their result. The gain sequences are given by their values at the end of the
//! run, as in fishtest and OpenBench.

use std::fmt;
use std::ops::Range;

use anyhow::{Result, ensure};
use fastrand::Rng;
use ferz::search::params::{PARAMS, Param, ParamSet, index_of};
use ferz::support::quote::Quoted;
use serde::{Deserialize, Serialize};

use crate::pairs::PairResult;
use crate::self_play::numbered_seed;
use crate::state::{RunState, Setting, settings_of};
use crate::support::add_counts;

/// Number of final steps in the range of a parameter: OpenBench recommends a twentieth of the range
/// as the final step (`C_end`).
pub const STEPS_IN_RANGE: u32 = 20;

/// Minimum step. Parameters are integers: with a smaller step, both compared values would round to
/// the same integer.
const MIN_STEP: f64 = 0.5;

/// Final learning rate (`R_end`), as OpenBench recommends.
pub const FINAL_RATE: f64 = 0.002;

/// Parameters of time management, which have no effect in games with a fixed number of nodes.
const TIME_MANAGEMENT: [&str; 13] = [
    "moves_to_plan_for",
    "moves_with_increment",
    "increment_percent",
    "hard_limit_factor",
    "hard_limit_percent",
    "soft_limit_percent",
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

/// Added to the seed for perturbations, so that they do not depend on the random openings.
const PERTURBATION_SEED: u64 = 1 << 63;

/// Maximum number of points of the history. When it is reached, every second point is removed.
const MAX_POINTS: usize = 500;

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
pub fn final_step(param: &Param, steps_in_range: u32) -> f64 {
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
    for pattern in patterns {
        ensure!(
            PARAMS.iter().any(|param| matches(pattern, param)),
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
        c_end: final_step(param, steps_in_range),
    };
    Ok(PARAMS.iter().filter(is_selected).map(parameter).collect())
}

/// Returns the gains of iteration `k` (from 1) of `total`, for the learning rate `r_end` at the
/// end: the step size, which is the difference of either side from the value (`c_k`), and the
/// learning rate relative to its square (`R_k`).
fn gains(parameter: &Parameter, r_end: f64, k: u64, total: u64) -> (f64, f64) {
    let (k, total) = (k as f64, total as f64);
    let stability = STABILITY * total;
    let c = parameter.c_end * (total / k).powf(GAMMA);
    let a_end = r_end * parameter.c_end * parameter.c_end;
    let a = a_end * ((stability + total) / (stability + k)).powf(ALPHA);
    (c, a / (c * c))
}

/// The change of a parameter in one iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Perturbation {
    /// The values of the two sides. The plus side has the greater or the smaller one, at random.
    plus: i32,
    minus: i32,
    /// Change of the parameter's value for each game that the plus side wins.
    per_win: f64,
}

impl Perturbation {
    /// Draws the perturbation of a parameter with this value, with these gains.
    fn draw(parameter: &Parameter, value: f64, (c, r): (f64, f64), rng: &mut Rng) -> Self {
        // The direction of the change for the plus side. The minus side gets the opposite.
        let flip = if rng.bool() { 1.0 } else { -1.0 };
        // Rounds up with the probability of the fraction, so that the mean is the exact value. The
        // same number for both sides keeps their difference.
        let fraction = rng.f64();
        let rounded = |changed: f64| {
            let limited = changed.clamp(f64::from(parameter.min), f64::from(parameter.max));
            ((limited + fraction).floor() as i32).clamp(parameter.min, parameter.max)
        };
        Self {
            plus: rounded(value + flip * c),
            minus: rounded(value - flip * c),
            per_win: flip * r * c,
        }
    }

    /// Returns the value after this iteration. `balance` is the number of games that the plus side
    /// won less the number that it lost.
    fn updated(&self, parameter: &Parameter, value: f64, balance: i32) -> f64 {
        let value = value + self.per_win * f64::from(balance);
        value.clamp(f64::from(parameter.min), f64::from(parameter.max))
    }
}

/// The settings that determine all games and values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Number of game pairs of the whole run.
    pub pairs: u64,
    /// Number of game pairs that are played with the same values.
    pub batch: u64,
    /// Number of nodes after which a search starts no new iteration.
    pub nodes: u64,
    /// Seed of perturbations and openings.
    pub seed: u64,
    /// Learning rate at the end of the run.
    pub rate: f64,
    /// Node count of a short bench, which changes with the search.
    pub bench: u64,
    /// Description of the openings.
    pub openings: String,
    pub parameters: Vec<Parameter>,
}

/// The values at one point of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Number of game pairs played.
    pub pairs: u64,
    /// The values, in the order of the parameters.
    pub values: Vec<f64>,
}

/// The state of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub settings: Settings,
    /// Number of game pairs played, one for each iteration.
    pub pairs: u64,
    /// Number of games that the plus side won, drew and lost.
    pub games: [u64; 3],
    /// The values, in the order of the parameters.
    pub values: Vec<f64>,
    /// Number of batches from one point of the history to the next.
    pub batches_per_point: u64,
    /// The values during the run, beginning with the initial ones.
    pub history: Vec<Point>,
}

impl State {
    /// Creates the state before the first game.
    pub fn new(settings: Settings) -> Self {
        let starts = settings.parameters.iter();
        let values: Vec<f64> = starts.map(|parameter| f64::from(parameter.start)).collect();
        Self {
            settings,
            pairs: 0,
            games: [0; 3],
            values: values.clone(),
            batches_per_point: 1,
            history: vec![Point { pairs: 0, values }],
        }
    }

    /// Returns the perturbations of the iteration with this number, from 0.
    fn perturbations(&self, number: u64) -> Vec<Perturbation> {
        let settings = &self.settings;
        let seed = settings.seed.wrapping_add(PERTURBATION_SEED);
        let mut rng = Rng::with_seed(numbered_seed(seed, number));
        let parameters = settings.parameters.iter().zip(&self.values);
        parameters
            .map(|(parameter, &value)| {
                let gains = gains(parameter, settings.rate, number + 1, settings.pairs);
                Perturbation::draw(parameter, value, gains, &mut rng)
            })
            .collect()
    }

    /// Returns whether all games have been played.
    pub fn is_finished(&self) -> bool {
        self.pairs >= self.settings.pairs
    }

    /// Returns the numbers of the game pairs of the next batch.
    pub fn next_batch(&self) -> Range<u64> {
        let end = self.pairs.saturating_add(self.settings.batch);
        self.pairs..end.min(self.settings.pairs)
    }

    /// Returns the parameters of the plus side and of the minus side in an iteration. Parameters
    /// that are not tuned have their defaults.
    pub fn sides(&self, number: u64) -> [ParamSet; 2] {
        let mut sides = [ParamSet::default(), ParamSet::default()];
        let perturbations = self.perturbations(number);
        for (parameter, perturbation) in self.settings.parameters.iter().zip(perturbations) {
            if let Some(index) = index_of(&parameter.name) {
                sides[0].set(index, perturbation.plus);
                sides[1].set(index, perturbation.minus);
            }
        }
        sides
    }

    /// Updates the values by the result of the next iteration. The values may be later ones than
    /// those of its games: the direction and the gains of a change do not depend on them.
    pub fn update(&mut self, result: PairResult) {
        add_counts(&mut self.games, &result.games);
        let perturbations = self.perturbations(self.pairs);
        let parameters = self.settings.parameters.iter().zip(&mut self.values);
        for ((parameter, value), perturbation) in parameters.zip(perturbations) {
            *value = perturbation.updated(parameter, *value, result.balance());
        }
        self.pairs += 1;
    }

    /// Returns the present values.
    pub fn point(&self) -> Point {
        let (pairs, values) = (self.pairs, self.values.clone());
        Point { pairs, values }
    }

    /// Adds a point to the history at the end of a batch, if one is due.
    pub fn record(&mut self) {
        let per_point = self.settings.batch.saturating_mul(self.batches_per_point);
        if !self.pairs.is_multiple_of(per_point) {
            return;
        }
        self.history.push(self.point());
        if self.history.len() > MAX_POINTS {
            self.batches_per_point *= 2;
            let mut index = 0..;
            self.history
                .retain(|_| index.next().is_some_and(|i: usize| i.is_multiple_of(2)));
        }
    }
}

impl RunState for State {
    const COMMAND: &str = "ferz-lab spsa run";

    /// Returns the settings, with each parameter as a setting of its own.
    fn settings(&self) -> Vec<Setting> {
        let mut named = settings_of(&self.settings);
        named.retain(|(name, _)| name != "parameters");
        for (i, parameter) in self.settings.parameters.iter().enumerate() {
            named.push((format!("parameter {}", i + 1), parameter.to_string()));
        }
        let number = self.settings.parameters.len().to_string();
        named.push(("number of parameters".to_owned(), number));
        named
    }

    fn fault(&self) -> Option<String> {
        let parameters = self.settings.parameters.len();
        let points = self.history.iter().map(|point| &point.values);
        let mut lengths = points.chain([&self.values]).map(Vec::len);
        match lengths.find(|&length| length != parameters) {
            Some(found) => Some(format!("found {found} values of {parameters} parameters")),
            None if self.batches_per_point == 0 => Some("batches_per_point is 0".to_owned()),
            None => None,
        }
    }
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
            names(&["see_queen", "iir_*", "see_pawn", "iir_depth"]),
            ["see_pawn", "see_queen", "iir_depth", "iir_decided_depth"]
        );
        assert_eq!(names(&["*"]).len(), PARAMS.len());
        for pattern in ["see", "*_depth", "", "x*"] {
            assert!(select(&[pattern.to_owned()], STEPS_IN_RANGE).is_err());
        }
        // Without patterns, all except those of time management.
        assert_eq!(names(&[]).len() + TIME_MANAGEMENT.len(), PARAMS.len());
        assert!(TIME_MANAGEMENT.iter().all(|&name| names(&[name]) == [name]));
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
    fn gains_reach_their_final_values_in_the_last_iteration() {
        let gains = |k| gains(&parameter(0, 200), 0.002, k, 1000);
        let (c_end, r_end) = gains(1000);
        assert!((c_end - 10.0).abs() < 1e-9, "{c_end}");
        assert!((r_end - 0.002).abs() < 1e-12, "{r_end}");
        // c_1 = c_end N^gamma; a_1 = a_end ((A + N) / (A + 1))^alpha.
        let (c, r) = gains(1);
        assert!((c - 20.090_928).abs() < 1e-6, "{c}");
        assert!((r * c * c - 0.2 * (1100.0_f64 / 101.0).powf(0.602)).abs() < 1e-9);
    }

    #[test]
    fn values_are_rounded_at_random_within_the_range() {
        let (parameter, mut rng) = (parameter(0, 10), Rng::with_seed(1));
        let mut draw = |value| Perturbation::draw(&parameter, value, (0.5, 0.002), &mut rng);
        let drawn: Vec<Perturbation> = (0..10_000).map(|_| draw(4.2)).collect();
        for (of_sides, expected) in [(i32::max as fn(_, _) -> _, 4.7), (i32::min, 3.7)] {
            let values = drawn.iter().map(|drawn| of_sides(drawn.plus, drawn.minus));
            let mean = f64::from(values.sum::<i32>()) / 10_000.0;
            assert!((mean - expected).abs() < 0.02, "{mean}");
        }
        let ups = drawn.iter().filter(|drawn| drawn.plus > drawn.minus);
        assert!((4800..5200).contains(&ups.count()));
        for value in [0.0, 10.0] {
            let at_end = draw(value);
            assert!((0..=10).contains(&at_end.plus) && (0..=10).contains(&at_end.minus));
        }
    }

    #[test]
    fn a_win_moves_the_value_towards_the_plus_side() {
        let perturbation = Perturbation {
            plus: 45,
            minus: 55,
            per_win: -0.05,
        };
        let updated = |value, balance| perturbation.updated(&parameter(0, 100), value, balance);
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
        let parameter = parameter(0, 100);
        let (optimum, mut values) = ([70.0, 20.0], [30.0, 60.0]);
        let mut rng = Rng::with_seed(7);
        let loss = |side: [i32; 2]| -> f64 {
            let of_one = |i: usize| (f64::from(side[i]) - optimum[i]).powi(2) / 400.0;
            of_one(0) + of_one(1)
        };
        for k in 1..=ITERATIONS {
            let gains = gains(&parameter, 0.002, k, ITERATIONS);
            let drawn = values.map(|value| Perturbation::draw(&parameter, value, gains, &mut rng));
            let difference = loss(drawn.map(|p| p.plus)) - loss(drawn.map(|p| p.minus));
            // The probability that the plus side wins a game, without draws.
            let chance = 1.0 / (1.0 + difference.exp());
            let mut game = || if rng.f64() < chance { 1 } else { -1 };
            let balance = game() + game();
            values = [0, 1].map(|i| drawn[i].updated(&parameter, values[i], balance));
        }
        for (value, best) in values.into_iter().zip(optimum) {
            assert!((value - best).abs() < 8.0, "{values:?}");
        }
    }

    #[test]
    fn the_history_stays_short_and_evenly_spaced() {
        let mut state = State::new(Settings {
            pairs: 1_000_000,
            batch: 2,
            nodes: 1,
            seed: 1,
            rate: 0.002,
            bench: 1,
            openings: "random".to_owned(),
            parameters: select(&[], STEPS_IN_RANGE).expect("without patterns, no error"),
        });
        let draw = PairResult {
            games: [0, 2, 0],
            time_losses: [0, 0],
        };
        for _ in 0..2_000 {
            for _ in state.next_batch() {
                state.update(draw);
            }
            state.record();
        }
        assert_eq!((state.pairs, state.games), (4_000, [0, 8_000, 0]));
        assert!((250..=500).contains(&state.history.len()));
        let spacing = state.history[1].pairs;
        for (i, point) in state.history.iter().enumerate() {
            assert_eq!(point.pairs, i as u64 * spacing);
        }
        let json = serde_json::to_string(&state).expect("plain fields");
        assert_eq!(state.parse(json.as_bytes()).expect("a state"), state);
    }
}
