//! Errors of screenings.
//!
//! See <https://docs.rs/thiserror>.

use std::ops::RangeInclusive;

use ferz::support::quote::Quoted;

/// Error of a screening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScreeningError {
    /// A factor is not a list of parameters and values.
    #[error("found {}; expected NAME=VALUE, or several separated by commas", Quoted(.0))]
    Malformed(String),
    /// No parameter has this name.
    #[error("no parameter {}; expected a name that \"ferz spsa\" prints", Quoted(.0))]
    UnknownParameter(String),
    /// A value is outside the range of its parameter.
    #[error("{name}={value} is out of range; expected {} to {}", range.start(), range.end())]
    OutOfRange {
        /// Name of the parameter.
        name: &'static str,
        /// The value.
        value: i64,
        /// Range of the parameter.
        range: RangeInclusive<i32>,
    },
    /// Two changes of the screening set the same parameter.
    #[error("{0} is set twice; expected each parameter in one factor")]
    SetTwice(&'static str),
    /// The file is not a state of a screening, or was changed.
    #[error("not a state of ferz screen: {0}; delete it to start again")]
    NotState(String),
    /// The state is that of a screening with other settings.
    #[error("the state has {name} {found}, expected {expected}; delete it to start again")]
    Settings {
        /// Name of the first setting that differs.
        name: &'static str,
        /// Its value in the state.
        found: String,
        /// Its value in this screening.
        expected: String,
    },
}
