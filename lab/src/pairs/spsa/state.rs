//! The state of an SPSA run, kept in a file of JSON so that the run can be continued.
//!
//! It contains nothing that depends on time or the number of threads: a continued run has the same
//! state as one that was not interrupted.

use std::ops::Range;

use anyhow::Result;
use fastrand::Rng;
use serde::{Deserialize, Serialize};

use super::iteration::{Gains, Parameter, Perturbation};
use crate::pairs::{PairResult, add_counts};
use crate::self_play::numbered_seed;
use crate::state::{Setting, check_settings, from_json, not_a_state, settings};

/// The command, as errors name it.
const COMMAND: &str = "ferz-lab spsa run";

/// Added to the seed for perturbations, so that they do not depend on the random openings.
const PERTURBATION_SEED: u64 = 1 << 63;

/// Maximum number of points of the history. When it is reached, every second point is removed.
const MAX_POINTS: usize = 500;

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

impl Settings {
    /// Returns the settings with their names, each parameter as one.
    fn named(&self) -> Vec<Setting> {
        let mut named = settings(self);
        named.retain(|(name, _)| name != "parameters");
        for (i, parameter) in self.parameters.iter().enumerate() {
            named.push((format!("parameter {}", i + 1), parameter.to_string()));
        }
        let number = self.parameters.len().to_string();
        named.push(("number of parameters".to_owned(), number));
        named
    }
}

/// The values at one point of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Number of game pairs played.
    pub pairs: u64,
    /// The values, in the order of the parameters.
    pub values: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub settings: Settings,
    /// Number of game pairs played: iterations.
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

    /// Reads the state of a run with these settings.
    pub fn from_json(text: &str, settings: &Settings) -> Result<Self> {
        let state: Self = from_json(COMMAND, text)?;
        check_settings("state", &state.settings.named(), &settings.named())?;
        let parameters = settings.parameters.len();
        let points = state.history.iter().map(|point| &point.values);
        let mut lengths: Vec<usize> = points.chain([&state.values]).map(Vec::len).collect();
        lengths.retain(|&length| length != parameters);
        if let Some(found) = lengths.first() {
            let reason = format_args!("found {found} values of {parameters} parameters");
            return Err(not_a_state(COMMAND, reason));
        }
        if state.batches_per_point == 0 {
            return Err(not_a_state(COMMAND, "batches_per_point is 0"));
        }
        Ok(state)
    }

    /// Returns the perturbations of the iteration with this number, from 0.
    pub fn perturbations(&self, number: u64) -> Vec<Perturbation> {
        let settings = &self.settings;
        let seed = settings.seed.wrapping_add(PERTURBATION_SEED);
        let mut rng = Rng::with_seed(numbered_seed(seed, number));
        let parameters = settings.parameters.iter().zip(&self.values);
        parameters
            .map(|(parameter, &value)| {
                let gains = Gains::new(parameter, settings.rate, number + 1, settings.pairs);
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

    /// Updates the values by the result of the next iteration.
    pub fn update(&mut self, iteration: &[Perturbation], result: PairResult) {
        add_counts(&mut self.games, result.games);
        let parameters = self.settings.parameters.iter().zip(&mut self.values);
        for ((parameter, value), perturbation) in parameters.zip(iteration) {
            *value = perturbation.updated(parameter, *value, result.balance());
        }
        self.pairs += 1;
    }

    /// Adds a point to the history at the end of a batch, if one is due.
    pub fn record(&mut self) {
        let per_point = self.settings.batch.saturating_mul(self.batches_per_point);
        if !self.pairs.is_multiple_of(per_point) {
            return;
        }
        self.history.push(Point {
            pairs: self.pairs,
            values: self.values.clone(),
        });
        if self.history.len() > MAX_POINTS {
            self.batches_per_point *= 2;
            let mut index = 0..;
            self.history
                .retain(|_| index.next().is_some_and(|i: usize| i.is_multiple_of(2)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairs::spsa::iteration::{STEPS_IN_RANGE, select};
    use crate::state::to_json;

    #[test]
    fn the_history_stays_short_and_evenly_spaced() {
        let settings = Settings {
            pairs: 1_000_000,
            batch: 2,
            nodes: 1,
            seed: 1,
            rate: 0.002,
            bench: 1,
            openings: "random".to_owned(),
            parameters: select(&[], STEPS_IN_RANGE).expect("without patterns, no error"),
        };
        let mut state = State::new(settings.clone());
        let draw = PairResult {
            games: [0, 2, 0],
            time_losses: [0, 0],
        };
        for _ in 0..2_000 {
            for _ in state.next_batch() {
                state.update(&[], draw);
            }
            state.record();
        }
        assert_eq!((state.pairs, state.games), (4_000, [0, 8_000, 0]));
        assert!((250..=500).contains(&state.history.len()));
        let spacing = state.history[1].pairs;
        for (i, point) in state.history.iter().enumerate() {
            assert_eq!(point.pairs, i as u64 * spacing);
        }
        let read = State::from_json(&to_json(&state), &settings);
        assert_eq!(read.expect("a state"), state);
    }
}
