//! What is in files of games: scores, phases, results by score, and lengths.
//!
//! See <https://www.chessprogramming.org/Pawn_Advantage,_Win_Percentage,_and_Elo>.

use plotters::prelude::*;

use super::canvas::{
    Axis, BLUE, Canvas, DrawError, GREEN, Sample, VERMILION, axes, heading, integer, svg,
};
use super::histogram::Histogram;
use crate::fit_wdl::ResultCounts;
use crate::games::Game;
use ferz::eval::wdl::WdlModel;
use ferz::eval::{FULL_PHASE, phase};
use ferz::score::Score;

/// Size of the picture, in pixels.
const SIZE: (u32, u32) = (1100, 800);
/// Greatest score of the histogram, in centipawns.
const MAX_SCORE: i32 = 1500;
/// Width of a bar of scores, in centipawns.
const SCORE_STEP: u16 = 50;
/// Width of a bar of lengths, in plies.
const LENGTH_STEP: u16 = 10;
/// Number of bars of lengths.
const LENGTH_BINS: usize = 40;
/// Greatest score of the results by score, in centipawns.
const MAX_RESULT_SCORE: Score = 800;
/// Width of a range of scores whose results are summed up, in centipawns.
const RESULT_STEP: Score = 50;
/// Colors of wins, draws and losses.
const RESULT_COLORS: [RGBColor; 3] = [BLUE, GREEN, VERMILION];

/// The numbers that are drawn.
#[derive(Clone, Debug)]
pub struct GamesPlot {
    scores: Histogram,
    phases: Histogram,
    lengths: Histogram,
    results: ResultCounts,
}

impl Default for GamesPlot {
    fn default() -> Self {
        let score_bins = 2 * MAX_SCORE / i32::from(SCORE_STEP);
        Self {
            scores: Histogram::new(-MAX_SCORE, SCORE_STEP, score_bins as usize),
            phases: Histogram::new(0, 1, FULL_PHASE as usize + 1),
            lengths: Histogram::new(0, LENGTH_STEP, LENGTH_BINS),
            results: ResultCounts::default(),
        }
    }
}

impl GamesPlot {
    /// Adds a game.
    pub fn add(&mut self, game: &Game) {
        self.lengths
            .add(i32::try_from(game.moves.len()).unwrap_or(i32::MAX));
        for sample in game.samples() {
            self.scores.add(sample.score);
            self.phases.add(phase(&sample.board));
            self.results.add(&sample);
        }
    }

    /// Returns the results of the positions, without those with mate scores.
    #[must_use]
    pub const fn results(&self) -> &ResultCounts {
        &self.results
    }

    /// Draws the plot, and returns the SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        svg(SIZE, |canvas| {
            let [scores, phases, results, lengths] = &canvas.split_evenly((2, 2))[..] else {
                unreachable!("there are four parts");
            };
            self.scores.draw(
                scores,
                "Scores",
                [
                    &format!(
                        "score from White's view, in pawns; beyond ±{} in the outer bars",
                        MAX_SCORE / 100
                    ),
                    "positions",
                ],
                100.0,
            )?;
            self.phases.draw(
                phases,
                "Game phases",
                [
                    &format!("phase: {FULL_PHASE} with all pieces, 0 with kings and pawns only"),
                    "positions",
                ],
                1.0,
            )?;
            self.draw_results(results)?;
            self.lengths.draw(
                lengths,
                "Lengths of games",
                [
                    &format!(
                        "plies after the opening; {} and more in the last bar",
                        (LENGTH_BINS - 1) * usize::from(LENGTH_STEP)
                    ),
                    "games",
                ],
                1.0,
            )
        })
    }

    /// Draws the shares of wins, draws and losses by score, the model of the engine, and the model
    /// fitted to these games.
    fn draw_results(&self, canvas: &Canvas<'_>) -> Result<(), DrawError> {
        let (fit, engine) = (self.results.fit(), WdlModel::FITTED);
        let parameters = |model: &WdlModel| {
            let WdlModel { half_won, spread } = model;
            format!("{half_won:.1}, {spread:.1}")
        };
        let names = ["White won", "drawn", "Black won"]
            .into_iter()
            .zip(RESULT_COLORS);
        let names = names.map(|(name, color)| (name.to_owned(), Sample::Square(color)));
        let models = [
            (format!("fit ({})", parameters(&fit)), Sample::Line(BLACK)),
            (
                format!("engine ({})", parameters(&engine)),
                Sample::Dashes(BLACK),
            ),
        ];
        let names: Vec<_> = names.collect();
        let title = "Results by score, and two models (half_won, spread)";
        let rest = heading(canvas, title, &[], &[&names, &models])?;
        let most = f64::from(MAX_RESULT_SCORE) / 100.0;
        let x = Axis {
            range: -most..most,
            label: "score from White's view, in pawns",
            lines: 11,
            format: &integer,
        };
        let y = Axis {
            range: 0.0..100.0,
            label: "share of the positions, in percent",
            lines: 7,
            format: &integer,
        };
        let mut chart = axes(&rest, &x, &y)?;
        let curve = |model: WdlModel, result: usize| {
            (-MAX_RESULT_SCORE..=MAX_RESULT_SCORE)
                .step_by(10)
                .map(move |score| point(score.into(), model.chances(score)[result]))
        };
        for (result, color) in RESULT_COLORS.into_iter().enumerate() {
            let dashes = DashedLineSeries::new(curve(engine, result), 4, 4, color.stroke_width(2));
            chart.draw_series(dashes)?;
            chart.draw_series(LineSeries::new(curve(fit, result), color.stroke_width(2)))?;
            chart.draw_series(
                self.observed(result)
                    .map(|at| Circle::new(at, 3, color.filled())),
            )?;
        }
        Ok(())
    }

    /// Returns the shares of a result by score.
    fn observed(&self, result: usize) -> impl Iterator<Item = (f64, f64)> {
        let ends: Vec<Score> = (-MAX_RESULT_SCORE..=MAX_RESULT_SCORE)
            .step_by(RESULT_STEP as usize)
            .collect();
        let ranges = self.results.calibration(&WdlModel::FITTED, &ends);
        let shown = |score: f64| score.abs() <= f64::from(MAX_RESULT_SCORE);
        let ranges = ranges.into_iter().filter(move |range| shown(range.score));
        ranges.map(move |range| point(range.score, range.observed[result]))
    }
}

/// Returns a point of the results: pawns and percent.
fn point(score: f64, share: f64) -> (f64, f64) {
    (score / 100.0, 100.0 * share)
}
