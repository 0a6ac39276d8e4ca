//! `ferz-lab fit-wdl`: fits the win, draw and loss probabilities to games, by maximum likelihood.
//!
//! See <https://www.chessprogramming.org/Pawn_Advantage,_Win_Percentage,_and_Elo>.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Error, Result, ensure};

use crate::data::{Sample, for_each_game};
use crate::support::check_standard_input_once;
use ferz::chess::Outcome;
use ferz::cli::{ExitStatus, print};
use ferz::eval::wdl::WdlModel;
use ferz::score::{Score, is_mate};

/// Upper bounds of the score ranges in the printed table, in centipawns. One more range
/// contains all greater scores.
const UPPER_BOUNDS: [Score; 10] = [-800, -400, -200, -100, -30, 30, 100, 200, 400, 800];

/// First step of the fit, in centipawns.
const FIRST_STEP: f64 = 64.0;

/// Minimum step of the fit, in centipawns. The fit ends when the step would become smaller.
const LAST_STEP: f64 = 0.01;

/// Lower limit of both parameters, in centipawns, because the spread is a divisor.
const MIN_PARAMETER: f64 = 1.0;

/// Upper limit of both parameters, in centipawns. Without it, the fit would not end for games
/// whose results do not depend on the score.
const MAX_PARAMETER: f64 = 10_000.0;

/// Lower limit of a probability in the loss function, so that a single unexpected result does not
/// outweigh all others.
const MIN_CHANCE: f64 = 1e-6;

/// Fit the model of UCI_ShowWDL to self-play games
///
/// Prints new values of the two parameters in src/eval/wdl.rs, the loss with the new and with the
/// current values, and a table. For each range of scores from White's view, the table compares the
/// percentages of games won, drawn and lost with those that the fitted model expects.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz-lab fit-wdl games.vf")]
pub struct Arguments {
    /// Files of games in viriformat, as written by ferz-lab datagen; - is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Fits the model, and prints it.
pub fn run(arguments: &Arguments) -> Result<ExitStatus> {
    check_standard_input_once(&arguments.files).map_err(Error::msg)?;
    let mut counts = ResultCounts::default();
    for_each_game(&arguments.files, |game, _| {
        game.samples().for_each(|sample| counts.add(&sample));
    })?;
    ensure!(
        counts.positions() > 0,
        "found no positions in the files; expected at least one"
    );
    let model = counts.fit();
    let mut text = format!(
        "Positions: {}\nhalf_won: {:.1}\nspread: {:.1}\nLoss: {:.5}, {:.5} with the current parameters\n\n",
        counts.positions(),
        model.half_won,
        model.spread,
        counts.loss(&model),
        counts.loss(&WdlModel::FITTED),
    );
    text += "positions  mean score  won drawn lost  expected\n";
    for bucket in counts.calibration(&model, &UPPER_BOUNDS) {
        let percent = |chances: [f64; 3]| chances.map(|chance| 100.0 * chance);
        let ([won, drawn, lost], expected) = (percent(bucket.observed), percent(bucket.expected));
        text += &format!(
            "{:>9}  {:>10.0}  {won:>3.0} {drawn:>5.0} {lost:>4.0}  {:>3.0} {:>3.0} {:>3.0}\n",
            bucket.positions, bucket.score, expected[0], expected[1], expected[2],
        );
    }
    print(&text).map_err(Error::msg)?;
    Ok(ExitStatus::Success)
}

/// The results of games, counted by the score of their positions from White's view.
#[derive(Clone, Debug, Default)]
pub struct ResultCounts {
    /// For each score, the number of positions whose games White won, drew and lost.
    by_score: BTreeMap<Score, [u64; 3]>,
}

/// The results of positions with similar scores, compared with a model.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bucket {
    /// Mean score in centipawns.
    pub score: f64,
    pub positions: u64,
    /// Fractions of the positions whose games White won, drew and lost.
    pub observed: [f64; 3],
    /// Mean probabilities of the model for a win, a draw and a loss of White.
    pub expected: [f64; 3],
}

impl ResultCounts {
    /// Counts a position. Ignores positions with mate scores: their results are certain.
    pub fn add(&mut self, sample: &Sample) {
        if !is_mate(sample.score) {
            self.count(sample.score, sample.outcome, 1);
        }
    }

    fn count(&mut self, score: Score, outcome: Outcome, positions: u64) {
        self.by_score.entry(score).or_default()[outcome as usize] += positions;
    }

    pub fn positions(&self) -> u64 {
        self.by_score.values().flatten().sum()
    }

    /// Returns the mean negative log-likelihood of the results under `model`; 0 without positions.
    pub fn loss(&self, model: &WdlModel) -> f64 {
        let of_result = |(chance, &count): (f64, &u64)| -chance.max(MIN_CHANCE).ln() * count as f64;
        let of_score = |(&score, counts): (&Score, &[u64; 3])| -> f64 {
            let results = model.probabilities(score).into_iter().zip(counts);
            results.map(of_result).sum()
        };
        let total: f64 = self.by_score.iter().map(of_score).sum();
        total / self.positions().max(1) as f64
    }

    /// Returns the model that minimizes [`loss`](Self::loss). The last step is below 0.02
    /// centipawns.
    ///
    /// Uses a compass search: tries a step in each direction, and halves the step size when none
    /// improves the loss. The loss function has at most one minimum.
    pub fn fit(&self) -> WdlModel {
        let mut best = WdlModel::FITTED;
        let mut least = self.loss(&best);
        let mut step = FIRST_STEP;
        while step >= LAST_STEP {
            let before = least;
            for (half_won, spread) in [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)] {
                let model = WdlModel {
                    half_won: (best.half_won + half_won).clamp(MIN_PARAMETER, MAX_PARAMETER),
                    spread: (best.spread + spread).clamp(MIN_PARAMETER, MAX_PARAMETER),
                };
                let loss = self.loss(&model);
                if loss < least {
                    (best, least) = (model, loss);
                }
            }
            if least >= before {
                step /= 2.0;
            }
        }
        best
    }

    /// Compares the results with `model` in ranges of scores. Each range ends at one of `ends`,
    /// inclusive; the last one has no end. Leaves out ranges without positions.
    pub fn calibration(&self, model: &WdlModel, ends: &[Score]) -> Vec<Bucket> {
        let bounds = [&[Score::MIN], ends, &[Score::MAX]].concat();
        let buckets = bounds.windows(2).map(|bounds| {
            let inside = |score: Score| bounds[0] < score && score <= bounds[1];
            let scores = self.by_score.iter().filter(|&(&score, _)| inside(score));
            bucket(model, scores)
        });
        buckets.flatten().collect()
    }
}

/// Summarizes the positions with these scores; `None` if there are none.
fn bucket<'a>(
    model: &WdlModel,
    scores: impl Iterator<Item = (&'a Score, &'a [u64; 3])>,
) -> Option<Bucket> {
    let mut sum = Bucket::default();
    for (&score, counts) in scores {
        let positions: u64 = counts.iter().sum();
        sum.positions += positions;
        sum.score += f64::from(score) * positions as f64;
        for (i, chance) in model.probabilities(score).into_iter().enumerate() {
            sum.observed[i] += counts[i] as f64;
            sum.expected[i] += chance * positions as f64;
        }
    }
    let mean = |sum_of: f64| sum_of / sum.positions as f64;
    (sum.positions > 0).then(|| Bucket {
        score: mean(sum.score),
        positions: sum.positions,
        observed: sum.observed.map(mean),
        expected: sum.expected.map(mean),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns results that agree with this model.
    fn results_of(model: &WdlModel) -> ResultCounts {
        const POSITIONS: f64 = 1e6;
        let mut counts = ResultCounts::default();
        for score in (-800..=800).step_by(20) {
            let outcomes = [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins];
            for (outcome, chance) in outcomes.into_iter().zip(model.probabilities(score)) {
                counts.count(score, outcome, (chance * POSITIONS).round() as u64);
            }
        }
        counts
    }

    #[test]
    fn the_fit_finds_the_model_of_the_results() {
        for (half_won, spread) in [(230.0, 95.0), (60.0, 20.0), (400.0, 300.0)] {
            let model = WdlModel { half_won, spread };
            let counts = results_of(&model);
            let found = counts.fit();
            assert!((found.half_won - half_won).abs() < 0.1, "{found:?}");
            assert!((found.spread - spread).abs() < 0.1, "{found:?}");
            assert!(counts.loss(&found) < counts.loss(&WdlModel::FITTED));
        }
    }

    /// White wins with all scores, negative ones too: the loss function has no minimum.
    #[test]
    fn the_fit_ends_if_results_do_not_depend_on_the_score() {
        let mut counts = ResultCounts::default();
        for score in [-30, 10, 20] {
            counts.count(score, Outcome::WhiteWins, 1);
        }
        let WdlModel { half_won, spread } = counts.fit();
        assert!(f64::max(half_won, spread) <= MAX_PARAMETER);
    }

    #[test]
    fn a_calibration_has_all_positions_and_agrees_with_the_true_model() {
        let model = WdlModel::FITTED;
        let counts = results_of(&model);
        let buckets = counts.calibration(&model, &[-300, -100, 100, 300, 1_000]);
        assert_eq!(buckets.len(), 5, "no score is beyond the last end");
        let positions: u64 = buckets.iter().map(|bucket| bucket.positions).sum();
        assert_eq!(positions, counts.positions());
        for bucket in buckets {
            for (observed, expected) in bucket.observed.into_iter().zip(bucket.expected) {
                assert!((observed - expected).abs() < 1e-5, "{bucket:?}");
            }
        }
    }
}
