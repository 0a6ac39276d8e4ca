//! The contents of files of games: scores, phases, results by score, and lengths.

use ferz::chess::{Board, PieceType};
use ferz::eval::wdl::WdlModel;
use ferz::score::Score;
use plotters::prelude::*;

use super::{Axis, BLUE, Canvas, DrawError, GREEN, Symbol, VERMILION, axes, draw, heading};
use crate::data::Game;
use crate::fit_wdl::ResultCounts;

/// Size of the picture, in pixels.
const SIZE: (u32, u32) = (1100, 800);
/// Game phase of the initial position.
const FULL_PHASE: i32 = 24;
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

/// Returns the game phase: [`FULL_PHASE`] with all pieces on the board, 0 with only kings and pawns.
/// A minor piece counts 1, a rook 2, a queen 4.
fn phase(board: &Board) -> i32 {
    let count = |kind| board.of_type(kind).count() as i32;
    let minors = count(PieceType::Knight) + count(PieceType::Bishop);
    let phase = minors + 2 * count(PieceType::Rook) + 4 * count(PieceType::Queen);
    phase.min(FULL_PHASE)
}

/// The numbers that are drawn.
pub struct GamesPlot {
    scores: Histogram,
    phases: Histogram,
    lengths: Histogram,
    /// The results of the positions, without those with mate scores.
    pub results: ResultCounts,
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

    /// Draws the plot, and returns the SVG.
    pub fn svg(&self) -> String {
        let most_pawns = MAX_SCORE / 100;
        let scores: &str =
            &format!("score from White's view, in pawns; beyond ±{most_pawns} in the outer bars");
        let phases: &str =
            &format!("phase: {FULL_PHASE} with all pieces, 0 with kings and pawns only");
        let most_plies = (LENGTH_BINS - 1) * usize::from(LENGTH_STEP);
        let lengths: &str =
            &format!("plies after the opening; {most_plies} and more in the last bar");
        draw(SIZE, |canvas| {
            let parts = canvas.split_evenly((2, 2));
            let draw_histogram = |part: usize, histogram: &Histogram, title, labels, unit| {
                histogram.draw(&parts[part], title, labels, unit)
            };
            draw_histogram(0, &self.scores, "Scores", [scores, "positions"], 100.0)?;
            draw_histogram(1, &self.phases, "Game phases", [phases, "positions"], 1.0)?;
            self.draw_results(&parts[2])?;
            draw_histogram(
                3,
                &self.lengths,
                "Lengths of games",
                [lengths, "games"],
                1.0,
            )
        })
    }

    /// Draws the shares of wins, draws and losses by score, the model of the engine, and the model
    /// fitted to these games.
    fn draw_results(&self, canvas: &Canvas<'_>) -> Result<(), DrawError> {
        let (fit, engine) = (self.results.fit(), WdlModel::FITTED);
        let parameters = |model: &WdlModel| format!("{:.1}, {:.1}", model.half_won, model.spread);
        let fitted = format!("fit ({})", parameters(&fit));
        let own = format!("engine ({})", parameters(&engine));
        let models = [(fitted, Symbol::Line(BLACK)), (own, Symbol::Dashes(BLACK))];
        let name = |i: usize| ["White won", "drawn", "Black won"][i].to_owned();
        let names = [0, 1, 2].map(|i| (name(i), Symbol::Square(RESULT_COLORS[i])));
        let title = "Results by score, and two models (half_won, spread)";
        let rest = heading(canvas, title, &[], &[&names, &models])?;
        let most = f64::from(MAX_RESULT_SCORE) / 100.0;
        let x = Axis::of_integers(-most..most, "score from White's view, in pawns", 11);
        let y = Axis::of_integers(0.0..100.0, "share of the positions, in percent", 7);
        let mut chart = axes(&rest, &x, &y)?;
        let curve = |model: WdlModel, result: usize| {
            (-MAX_RESULT_SCORE..=MAX_RESULT_SCORE)
                .step_by(10)
                .map(move |score| point(score.into(), model.probabilities(score)[result]))
        };
        for (result, color) in RESULT_COLORS.into_iter().enumerate() {
            let dashes = DashedLineSeries::new(curve(engine, result), 4, 4, color.stroke_width(2));
            chart.draw_series(dashes)?;
            chart.draw_series(LineSeries::new(curve(fit, result), color.stroke_width(2)))?;
            let circle = |at| Circle::new(at, 3, color.filled());
            chart.draw_series(self.observed(result).map(circle))?;
        }
        Ok(())
    }

    /// Returns the shares of a result by score.
    fn observed(&self, result: usize) -> impl Iterator<Item = (f64, f64)> {
        let ends = (-MAX_RESULT_SCORE..=MAX_RESULT_SCORE).step_by(RESULT_STEP as usize);
        let ends: Vec<Score> = ends.collect();
        // Any model: only the observed shares are used.
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

/// A histogram of integers. The first and the last bin also count the values beyond.
struct Histogram {
    /// The least value of the first bin.
    start: i32,
    /// Number of values that a bin is wide.
    width: i32,
    counts: Vec<u64>,
}

impl Histogram {
    /// Creates an empty histogram with `bins` bins of `width` values each, from `start`.
    fn new(start: i32, width: u16, bins: usize) -> Self {
        Self {
            start,
            width: width.into(),
            counts: vec![0; bins],
        }
    }

    /// Counts a value.
    fn add(&mut self, value: i32) {
        let bin = value.saturating_sub(self.start) / self.width;
        let last = self.counts.len() - 1;
        self.counts[usize::try_from(bin).unwrap_or(0).min(last)] += 1;
    }

    /// Draws the bars. A value is divided by `unit` on the horizontal axis.
    fn draw(
        &self,
        canvas: &Canvas<'_>,
        title: &str,
        [x_label, y_label]: [&str; 2],
        unit: f64,
    ) -> Result<(), DrawError> {
        let rest = heading(canvas, title, &[], &[])?;
        // A bin of a single value has its center at the value.
        let shift = if self.width == 1 { 0.5 } else { 0.0 };
        let (start, width) = (f64::from(self.start), f64::from(self.width));
        let left = |bin: usize| (start + bin as f64 * width - shift) / unit;
        let most = self.counts.iter().max().copied().unwrap_or(0).max(1) as f64;
        let x = Axis::of_integers(left(0)..left(self.counts.len()), x_label, 11);
        let y = Axis::of_integers(0.0..1.05 * most, y_label, 7);
        let mut chart = axes(&rest, &x, &y)?;
        chart.draw_series(self.counts.iter().enumerate().map(|(bin, &count)| {
            let corners = [(left(bin), 0.0), (left(bin + 1), count as f64)];
            let mut bar = Rectangle::new(corners, BLUE.filled());
            // A gap between the bars.
            bar.set_margin(0, 0, 1, 0);
            bar
        }))?;
        Ok(())
    }
}
