//! The results of `ferz spsa run`, as a table and as a plot.
//! See <https://www.chessprogramming.org/SPSA>.

use std::fmt::Write;

use crate::plot::drift::{DriftCurve, DriftPlot};
use crate::spsa::{Point, State};
use ferz::support::rounding::rounded;

/// Returns the values as a table, and the results of the games so far.
pub(super) fn table(state: &State) -> String {
    let parameters = &state.settings.parameters;
    let width = parameters.iter().map(|parameter| parameter.name.len());
    let width = width.max().unwrap_or(0).max("Parameter".len());
    let mut text = format!(
        "{:width$} {:>7} {:>9} {:>7}\n",
        "Parameter", "Start", "Value", "Rounded"
    );
    for (parameter, value) in parameters.iter().zip(&state.values) {
        let (name, start) = (&parameter.name, parameter.start);
        let (value, rounded) = (rounded(*value, 2), rounded(*value, 0));
        // Writing to a string cannot fail.
        let _: Result<(), _> =
            writeln!(text, "{name:width$} {start:>7} {value:>9.2} {rounded:>7.0}");
    }
    let [wins, draws, losses] = state.games;
    text + &format!(
        "Games: {} of {}; the plus side won {wins}, drew {draws} and lost {losses}\n",
        2 * state.pairs,
        2 * state.settings.pairs,
    )
}

/// Returns the plot of the values during the run, as SVG.
pub(super) fn plot(state: &State) -> String {
    let last = Point {
        pairs: state.pairs,
        values: state.values.clone(),
    };
    let ends_with_last = state.history.last().is_some_and(|point| *point == last);
    let points = state
        .history
        .iter()
        .chain((!ends_with_last).then_some(&last));
    let points: Vec<&Point> = points.collect();
    let parameters = state.settings.parameters.iter().enumerate();
    let curve = |(i, parameter): (usize, &crate::spsa::Parameter)| DriftCurve {
        name: parameter.name.clone(),
        points: points
            .iter()
            .map(|point| {
                let drift = point.values[i] - f64::from(parameter.start);
                (2 * point.pairs, drift / parameter.c_end)
            })
            .collect(),
    };
    DriftPlot {
        games: 2 * state.settings.pairs,
        curves: parameters.map(curve).collect(),
    }
    .svg()
}
