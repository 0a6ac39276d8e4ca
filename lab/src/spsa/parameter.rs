//! The tuned parameters, with their ranges and step sizes.
//!
//! See <https://www.chessprogramming.org/SPSA>.

use serde::{Deserialize, Serialize};

use super::error::SpsaError;
use ferz::search::params::{PARAMS, Param, index_of};

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

/// A tuned parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// The name.
    pub name: String,
    /// The value before the first game.
    pub start: i32,
    /// The smallest value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
    /// The step size at the end of the run (`c_end`).
    pub c_end: f64,
}

impl Parameter {
    /// Returns the index in [`PARAMS`]; `None` if there is no parameter of this name.
    #[must_use]
    pub fn index(&self) -> Option<usize> {
        index_of(&self.name)
    }
}

/// Returns the step size at the end of a run, with this number of steps in the range of the
/// parameter: the value plus a step is compared with the value minus a step.
#[must_use]
pub fn step(param: &Param, steps_in_range: u32) -> f64 {
    (f64::from(param.max - param.min) / f64::from(steps_in_range)).max(MIN_STEP)
}

/// Returns the parameters that match one of these patterns, in the order of [`PARAMS`]: a name, or
/// the beginning of names followed by `*`. Without patterns, returns all parameters except those
/// of time management, which have no effect in games with a fixed number of nodes. The range of
/// each has `steps_in_range` steps.
///
/// # Errors
///
/// Returns an error that names the first pattern without a match.
pub fn select(patterns: &[String], steps_in_range: u32) -> Result<Vec<Parameter>, SpsaError> {
    let matches = |pattern: &str, param: &Param| match pattern.strip_suffix('*') {
        Some(prefix) => param.name.starts_with(prefix),
        None => param.name == pattern,
    };
    let unknown = patterns
        .iter()
        .find(|pattern| !PARAMS.iter().any(|param| matches(pattern, param)));
    if let Some(pattern) = unknown {
        return Err(SpsaError::UnknownParameter(pattern.clone()));
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
            let error = SpsaError::UnknownParameter(pattern.to_owned());
            let selected = select(&[pattern.to_owned()], STEPS_IN_RANGE);
            assert_eq!(selected, Err(error));
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
}
