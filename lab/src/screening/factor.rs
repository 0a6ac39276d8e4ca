//! A factor: values of one or several search parameters that differ from the defaults.
//!
//! See <https://en.wikipedia.org/wiki/Factorial_experiment>.

use std::fmt;
use std::str::FromStr;

use super::error::ScreeningError;
use ferz::search::params::{PARAMS, ParamSet, index_of};

/// Values of parameters that are set together, as index in [`PARAMS`] and value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor(Vec<(usize, i32)>);

impl FromStr for Factor {
    type Err = ScreeningError;

    /// Parses a list such as `razoring_base=200,razoring_factor=100`.
    fn from_str(text: &str) -> Result<Self, ScreeningError> {
        text.split(',')
            .map(setting)
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

/// Parses a parameter and its value.
fn setting(text: &str) -> Result<(usize, i32), ScreeningError> {
    let malformed = || ScreeningError::Malformed(text.to_owned());
    let (name, value) = text.split_once('=').ok_or_else(malformed)?;
    let value: i64 = value.parse().map_err(|_| malformed())?;
    let index = index_of(name).ok_or_else(|| ScreeningError::UnknownParameter(name.to_owned()))?;
    let param = &PARAMS[index];
    let range = param.min..=param.max;
    match i32::try_from(value) {
        Ok(value) if range.contains(&value) => Ok((index, value)),
        _ => Err(ScreeningError::OutOfRange {
            name: param.name,
            value,
            range,
        }),
    }
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &(index, value)) in self.0.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma}{}={value}", PARAMS[index].name)?;
        }
        Ok(())
    }
}

impl Factor {
    /// Sets the values of the factor.
    pub fn apply(&self, params: &mut ParamSet) {
        for &(index, value) in &self.0 {
            params.set(index, value);
        }
    }
}

/// Checks that no parameter is set twice, so that the factors do not depend on their order.
///
/// # Errors
///
/// Returns an error that names the first parameter that is set twice.
pub fn check_distinct(factors: &[Factor]) -> Result<(), ScreeningError> {
    let mut is_set = vec![false; PARAMS.len()];
    for &(index, _) in factors.iter().flat_map(|factor| &factor.0) {
        if std::mem::replace(&mut is_set[index], true) {
            return Err(ScreeningError::SetTwice(PARAMS[index].name));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_sets_its_parameters_and_no_others() {
        let factor: Factor = "see_pawn=120,razoring_base=200".parse().expect("valid");
        assert_eq!(factor.to_string(), "see_pawn=120,razoring_base=200");
        let (mut params, default) = (ParamSet::default(), ParamSet::default());
        factor.apply(&mut params);
        for (i, param) in PARAMS.iter().enumerate() {
            let expected = match param.name {
                "see_pawn" => 120,
                "razoring_base" => 200,
                _ => default.get(i),
            };
            assert_eq!(params.get(i), expected, "{param:?}");
        }
    }

    #[test]
    fn a_parameter_may_be_set_once() {
        let factors = |texts: &[&str]| -> Vec<Factor> {
            let parsed = texts.iter().map(|text| text.parse().expect("valid"));
            parsed.collect()
        };
        let distinct = factors(&["see_pawn=120,see_rook=510", "see_queen=990"]);
        assert_eq!(check_distinct(&distinct), Ok(()));
        for twice in [
            &["see_pawn=120,see_pawn=110"][..],
            &["see_pawn=120", "see_rook=510,see_pawn=110"],
        ] {
            let error = ScreeningError::SetTwice("see_pawn");
            assert_eq!(check_distinct(&factors(twice)), Err(error));
        }
    }
}
