//! The state of an SPSA run, kept in a file of JSON so that the run can be continued.
//!
//! It contains nothing that depends on time or the number of threads: a continued run has the same
//! state as one that was not interrupted. See <https://www.chessprogramming.org/SPSA>.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::SpsaError;
use super::parameter::Parameter;
use super::perturbation::Perturbation;
use crate::self_play::PairResult;

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
    /// The tuned parameters.
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
    /// The settings.
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
    #[must_use]
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
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a state, or if the settings differ.
    pub fn from_json(text: &str, settings: &Settings) -> Result<Self, SpsaError> {
        let state: Self =
            serde_json::from_str(text).map_err(|error| SpsaError::NotState(error.to_string()))?;
        check_settings(&state.settings, settings)?;
        let parameters = settings.parameters.len();
        let points = state.history.iter().map(|point| &point.values);
        if let Some(values) = points
            .chain([&state.values])
            .find(|values| values.len() != parameters)
        {
            let found = values.len();
            return Err(SpsaError::NotState(format!(
                "found {found} values of {parameters} parameters"
            )));
        }
        if state.batches_per_point == 0 {
            let message = "batches_per_point is 0".to_owned();
            return Err(SpsaError::NotState(message));
        }
        Ok(state)
    }

    /// Returns the text of the file.
    #[must_use]
    pub fn to_json(&self) -> String {
        let json = serde_json::to_string(self);
        json.expect("a state has only plain fields") + "\n"
    }

    /// Returns whether all games have been played.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.pairs >= self.settings.pairs
    }

    /// Returns the numbers of the game pairs of the next batch.
    #[must_use]
    pub fn next_batch(&self) -> Range<u64> {
        let end = self.pairs.saturating_add(self.settings.batch);
        self.pairs..end.min(self.settings.pairs)
    }

    /// Updates the values by the result of the next iteration.
    pub(super) fn update(&mut self, iteration: &[Perturbation], result: PairResult) {
        for (count, more) in self.games.iter_mut().zip(result.wins_draws_losses()) {
            *count += more;
        }
        let parameters = self.settings.parameters.iter().zip(&mut self.values);
        for ((parameter, value), perturbation) in parameters.zip(iteration) {
            *value = perturbation.updated(parameter, *value, result.balance());
        }
        self.pairs += 1;
    }

    /// Adds a point to the history at the end of a batch, if one is due.
    pub(super) fn record(&mut self) {
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

/// Checks that the settings of a state are those of this run.
fn check_settings(found: &Settings, expected: &Settings) -> Result<(), SpsaError> {
    let fields = |settings| match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        _ => unreachable!("settings are a struct of plain fields"),
    };
    let differ = |name: String, found: String, expected: String| {
        Err(SpsaError::Settings {
            name,
            found,
            expected,
        })
    };
    let expected_fields = fields(expected);
    for (name, found) in fields(found) {
        let expected = &expected_fields[&name];
        if name != "parameters" && found != *expected {
            return differ(name, found.to_string(), expected.to_string());
        }
    }
    let (found, expected) = (&found.parameters, &expected.parameters);
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        if found != expected {
            let describe = |parameter: &Parameter| {
                let Parameter {
                    name,
                    start,
                    min,
                    max,
                    c_end,
                } = parameter;
                format!("{name} = {start} ({min} to {max}, step {c_end})")
            };
            let name = format!("parameter {}", i + 1);
            return differ(name, describe(found), describe(expected));
        }
    }
    if found.len() != expected.len() {
        let count = |parameters: &[Parameter]| format!("{}", parameters.len());
        let name = "number of parameters".to_owned();
        return differ(name, count(found), count(expected));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spsa::parameter::STEPS_IN_RANGE;
    use crate::spsa::select;
    use ferz::chess::Outcome;

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
            as_white: Outcome::Draw,
            as_black: Outcome::Draw,
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
        assert_eq!(State::from_json(&state.to_json(), &settings), Ok(state));
    }
}
