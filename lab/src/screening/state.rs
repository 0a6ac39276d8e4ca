//! The state of a screening, kept in a file of JSON so that the screening can be continued.
//!
//! It contains nothing that depends on time or the number of threads: a continued screening has the
//! same state as one that was not interrupted. See <https://www.json.org>.

use fastrand::Rng;
use serde::{Deserialize, Serialize};

use super::effect::Effect;
use super::error::ScreeningError;
use super::factor::{Factor, check_distinct};
use crate::self_play::{PairResult, pair_seed};
use ferz::search::params::ParamSet;

/// Added to the seed for the distribution of the factors, so that it does not depend on the random
/// openings.
const FACTOR_SEED: u64 = 1 << 63;

/// The settings that determine all games. The number of pairs does not belong to them, because a
/// screening can be made longer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Number of nodes after which a search starts no new iteration.
    pub nodes: u64,
    /// Seed of factors and openings.
    pub seed: u64,
    /// Node count of a short bench, which changes with the search.
    pub bench: u64,
    /// Description of the openings.
    pub openings: String,
    factors: Vec<Factor>,
}

impl Settings {
    /// Creates the settings of a screening.
    ///
    /// # Errors
    ///
    /// Returns an error if a parameter is set twice.
    pub fn new(
        nodes: u64,
        seed: u64,
        bench: u64,
        openings: String,
        factors: Vec<Factor>,
    ) -> Result<Self, ScreeningError> {
        check_distinct(&factors)?;
        Ok(Self {
            nodes,
            seed,
            bench,
            openings,
            factors,
        })
    }

    /// Returns the factors.
    #[must_use]
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }

    /// Returns for each factor whether the first side has it in the pair with this number, from 0;
    /// otherwise, the second side has it.
    fn first_side_has(&self, number: u64) -> Vec<bool> {
        let seed = self.seed.wrapping_add(FACTOR_SEED);
        let mut rng = Rng::with_seed(pair_seed(seed, number));
        self.factors.iter().map(|_| rng.bool()).collect()
    }

    /// Returns the parameters of both sides in the pair with this number, from 0.
    pub(super) fn sides(&self, number: u64) -> [ParamSet; 2] {
        let mut sides = [ParamSet::default(), ParamSet::default()];
        for (factor, is_first) in self.factors.iter().zip(self.first_side_has(number)) {
            factor.apply(&mut sides[usize::from(!is_first)]);
        }
        sides
    }
}

/// The state of a screening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The settings.
    pub settings: Settings,
    /// The wins less the losses of the first side in each pair.
    balances: Vec<i32>,
}

/// The state as the file contains it.
#[derive(Serialize, Deserialize)]
struct StateFile {
    nodes: u64,
    seed: u64,
    bench: u64,
    openings: String,
    factors: Vec<String>,
    balances: Vec<i32>,
}

impl State {
    /// Creates the state before the first game.
    #[must_use]
    pub const fn new(settings: Settings) -> Self {
        Self {
            settings,
            balances: Vec::new(),
        }
    }

    /// Reads the state of a screening with these settings.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a state, or if the settings differ.
    pub fn from_json(text: &str, settings: &Settings) -> Result<Self, ScreeningError> {
        let file: StateFile = serde_json::from_str(text)
            .map_err(|error| ScreeningError::NotState(error.to_string()))?;
        let own = |factors: &[Factor]| factors.iter().map(Factor::to_string).collect();
        let factors: Vec<String> = own(&settings.factors);
        for (name, found, expected) in [
            ("nodes", file.nodes.to_string(), settings.nodes.to_string()),
            ("seed", file.seed.to_string(), settings.seed.to_string()),
            ("bench", file.bench.to_string(), settings.bench.to_string()),
            ("openings", file.openings, settings.openings.clone()),
            ("factors", file.factors.join(" "), factors.join(" ")),
        ] {
            if found != expected {
                return Err(ScreeningError::Settings {
                    name,
                    found,
                    expected,
                });
            }
        }
        if let Some(balance) = file.balances.iter().find(|balance| balance.abs() > 2) {
            let message = format!("found balance {balance}, expected -2 to 2");
            return Err(ScreeningError::NotState(message));
        }
        Ok(Self {
            settings: settings.clone(),
            balances: file.balances,
        })
    }

    /// Returns the text of the file.
    #[must_use]
    pub fn to_json(&self) -> String {
        let Settings {
            nodes,
            seed,
            bench,
            ref openings,
            ref factors,
        } = self.settings;
        let json = serde_json::to_string(&StateFile {
            nodes,
            seed,
            bench,
            openings: openings.clone(),
            factors: factors.iter().map(Factor::to_string).collect(),
            balances: self.balances.clone(),
        });
        json.expect("a state has only plain fields") + "\n"
    }

    /// Returns the number of game pairs played.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.balances.len() as u64
    }

    /// Adds the result of the next pair.
    pub(super) fn add(&mut self, result: PairResult) {
        self.balances.push(result.balance());
    }

    /// Returns the effects of the factors, in their order.
    #[must_use]
    pub fn effects(&self) -> Vec<Effect> {
        let mut results = vec![Vec::new(); self.settings.factors.len()];
        for (number, &balance) in (0..).zip(&self.balances) {
            let factors = self.settings.first_side_has(number);
            for (results, is_first) in results.iter_mut().zip(factors) {
                results.push(if is_first { balance } else { -balance });
            }
        }
        results.iter().map(|results| Effect::of(results)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::chess::Outcome;
    use ferz::search::params::{PARAMS, index_of};

    fn settings(nodes: u64) -> Settings {
        let factors = ["see_pawn=120", "see_rook=510,see_queen=990"];
        let factors = factors.map(|text| text.parse().expect("valid")).to_vec();
        Settings::new(nodes, 7, 1, "random".to_owned(), factors).expect("valid")
    }

    #[test]
    fn each_factor_is_on_one_side_and_every_combination_occurs() {
        let settings = settings(1);
        let index = |name| index_of(name).expect("the parameter exists");
        let [pawn, queen] = ["see_pawn", "see_queen"].map(index);
        let mut combinations = [[0; 2]; 2];
        for number in 0..100 {
            let sides = settings.sides(number);
            let has = |side: &ParamSet, index| side.get(index) != PARAMS[index].default;
            for index in [pawn, queen] {
                assert_ne!(has(&sides[0], index), has(&sides[1], index));
            }
            combinations[usize::from(has(&sides[0], pawn))][usize::from(has(&sides[0], queen))] +=
                1;
        }
        assert!(combinations.as_flattened().iter().all(|&count| count > 10));
    }

    #[test]
    fn only_the_factor_that_decides_the_games_has_an_effect() {
        let mut state = State::new(settings(1));
        for number in 0..400 {
            let wins = state.settings.first_side_has(number)[1];
            // The side with the second factor wins with White, and draws with Black.
            state.add(if wins {
                PairResult {
                    as_white: Outcome::WhiteWins,
                    as_black: Outcome::Draw,
                }
            } else {
                PairResult {
                    as_white: Outcome::Draw,
                    as_black: Outcome::WhiteWins,
                }
            });
        }
        let [first, second] = state.effects()[..] else {
            panic!("two factors");
        };
        assert!(first.elo.abs() < 1.5 * first.error, "{first:?}");
        assert!(second.elo > 150.0 && second.error == 0.0, "{second:?}");
    }

    #[test]
    fn a_state_is_read_as_it_was_written_and_only_with_its_settings() {
        let mut state = State::new(settings(1));
        state.add(PairResult {
            as_white: Outcome::WhiteWins,
            as_black: Outcome::Draw,
        });
        let json = state.to_json();
        assert_eq!(State::from_json(&json, &settings(1)), Ok(state));
        let error = State::from_json(&json, &settings(2));
        let error = error.expect_err("other settings").to_string();
        assert!(error.starts_with("the state has nodes 1, expected 2; "));
        let wrong = json.replace("[1]", "[3]");
        let error = State::from_json(&wrong, &settings(1));
        let message = "found balance 3, expected -2 to 2".to_owned();
        assert_eq!(error, Err(ScreeningError::NotState(message)));
    }
}
