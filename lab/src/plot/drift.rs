//! The values of tuned parameters during a run of SPSA, in steps from their initial values.

use ferz::support::rounding::rounded;
use plotters::prelude::*;

use super::{Axis, BLUE, GREEN, SKY, Symbol, VERMILION, axes, draw, heading};

/// Colors of the curves, which repeat if there are more.
const COLORS: [RGBColor; 8] = [
    BLUE,
    VERMILION,
    GREEN,
    SKY,
    RGBColor(230, 159, 0),
    RGBColor(204, 121, 167),
    RGBColor(120, 120, 120),
    BLACK,
];

/// Width of a picture, in pixels.
const WIDTH: u32 = 1000;
/// Height of the diagram, in pixels.
const HEIGHT: u32 = 460;
/// Height of a line of the legend, in pixels.
const LEGEND_HEIGHT: u32 = 22;
/// Number of curves in a line of the legend: the longest names fit.
const LEGEND_ENTRIES: usize = 3;

/// The drift of a parameter: its name, and by number of games played, the difference from the
/// initial value in steps.
pub type DriftCurve = (String, Vec<(u64, f64)>);

/// Draws the drift of all tuned parameters in a run of `games` games, and returns the SVG. The
/// legend shows the final drift of each parameter.
pub fn svg(games: u64, curves: &[DriftCurve]) -> String {
    let color = |i: usize| COLORS[i % COLORS.len()];
    let entry = |(i, (name, points)): (usize, &DriftCurve)| {
        let last = points.last().map_or(0.0, |&(_, drift)| drift);
        let with_drift = format!("{name} {:+.2}", rounded(last, 2));
        (with_drift, Symbol::Line(color(i)))
    };
    let entries: Vec<_> = curves.iter().enumerate().map(entry).collect();
    let legend: Vec<_> = entries.chunks(LEGEND_ENTRIES).collect();
    let size = (WIDTH, HEIGHT + LEGEND_HEIGHT * legend.len() as u32);
    draw(size, |canvas| {
        let rest = heading(canvas, "Drift of the parameters", &[], &legend)?;
        let x = Axis::of_integers(0.0..1.02 * games.max(1) as f64, "games", 9);
        // The largest drift with a margin; at least half a step, so that the range is not empty.
        let drifts = curves.iter().flat_map(|(_, points)| points);
        let drifts = drifts.map(|(_, drift)| drift.abs());
        let most = 1.1 * drifts.fold(0.5, f64::max);
        let y = Axis {
            range: -most..most,
            label: "drift, in steps (c_end)",
            lines: 9,
            format: &|drift| format!("{:.1}", rounded(*drift, 1)),
        };
        let mut chart = axes(&rest, &x, &y)?;
        for (i, (_, points)) in curves.iter().enumerate() {
            let points = points.iter().map(|&(played, drift)| (played as f64, drift));
            chart.draw_series(LineSeries::new(points, color(i).stroke_width(2)))?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn each_parameter_has_a_curve_and_a_name() {
        let curve = |name: &str, end: f64| (name.to_owned(), vec![(0, 0.0), (200, end)]);
        let svg = super::svg(400, &[curve("see_pawn", 1.25), curve("see_rook", -0.5)]);
        let has_curve = |color: &str| {
            let is_curve = |line: &&str| line.starts_with("<polyline") && line.contains(color);
            // The symbol in the legend, and the curve.
            svg.lines().filter(is_curve).count() == 2
        };
        assert!(has_curve("#0072B2") && has_curve("#D55E00"), "{svg}");
        assert!(svg.contains("see_pawn +1.25") && svg.contains("see_rook -0.50"));
        // Before the first game.
        assert!(super::svg(0, &[]).trim_end().ends_with("</svg>"));
    }
}
