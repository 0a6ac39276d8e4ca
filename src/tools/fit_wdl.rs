//! Fitting the winning chances to games: the constants under which what happened was most
//! likely.
//!
//! See <https://www.chessprogramming.org/Pawn_Advantage,_Win_Percentage,_and_Elo>.

use std::collections::BTreeMap;

use crate::chess::Outcome;
use crate::eval::wdl::Model;
use crate::score::{Score, is_mate};
use crate::tools::games::Sample;

/// The fit begins by steps of so many centipawns, …
const FIRST_STEP: f64 = 64.0;

/// … and ends when steps of this size lead nowhere.
const LAST_STEP: f64 = 0.01;

/// Neither constant is fitted beyond this, in centipawns: where games show no chances at all,
/// say because one side won them all, there would be no end to it.
const MOST: f64 = 10_000.0;

/// No chance is taken to be smaller: one game that went against all expectations must not
/// outweigh all others.
const LEAST_CHANCE: f64 = 1e-6;

/// How games ended, by the score of their positions from White's view.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games won, drawn and lost by White.
    by_score: BTreeMap<Score, [u64; 3]>,
}

/// What positions of about the same score came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bucket {
    /// The mean of the scores, in centipawns.
    pub score: f64,
    /// So many positions.
    pub positions: u64,
    /// The parts of their games that White won, drew and lost.
    pub played: [f64; 3],
    /// What a model expects.
    pub expected: [f64; 3],
}

impl Tally {
    /// Counts a position, unless a mate was found in it: that is no matter of chances.
    pub fn add(&mut self, sample: &Sample) {
        if !is_mate(sample.score) {
            self.count(sample.score, sample.outcome, 1);
        }
    }

    fn count(&mut self, score: Score, outcome: Outcome, positions: u64) {
        let index = match outcome {
            Outcome::WhiteWins => 0,
            Outcome::Draw => 1,
            Outcome::BlackWins => 2,
        };
        self.by_score.entry(score).or_default()[index] += positions;
    }

    /// The positions counted.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.by_score.values().flatten().sum()
    }

    /// The mean over all positions of the negative logarithm of the chance that the model
    /// gave to what happened; 0 without positions.
    #[must_use]
    pub fn loss(&self, model: &Model) -> f64 {
        let loss = |(&score, counts): (&Score, &[u64; 3])| -> f64 {
            let chances = model.chances(score).into_iter().zip(counts);
            chances
                .map(|(chance, &count)| -chance.max(LEAST_CHANCE).ln() * count as f64)
                .sum()
        };
        let total: f64 = self.by_score.iter().map(loss).sum();
        total / self.positions().max(1) as f64
    }

    /// The model with the least loss, to a hundredth of a centipawn.
    ///
    /// A compass search: a step in each direction as long as one of them helps, then steps
    /// of half the size. The loss has one valley alone, so it ends at its bottom.
    #[must_use]
    pub fn fit(&self) -> Model {
        let mut best = Model::FITTED;
        let mut least = self.loss(&best);
        let mut step = FIRST_STEP;
        while step >= LAST_STEP {
            let before = least;
            for (half_won, spread) in [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)] {
                let model = Model {
                    half_won: (best.half_won + half_won).clamp(1.0, MOST),
                    spread: (best.spread + spread).clamp(1.0, MOST),
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

    /// What was played and what a model expects, by scores up to each of `ends` and beyond
    /// the last; those without positions are left out.
    #[must_use]
    pub fn calibration(&self, model: &Model, ends: &[Score]) -> Vec<Bucket> {
        let bounds = [&[Score::MIN], ends, &[Score::MAX]].concat();
        let buckets = bounds.windows(2).map(|bounds| {
            let inside = |score: Score| bounds[0] < score && score <= bounds[1];
            let scores = self.by_score.iter().filter(|&(&score, _)| inside(score));
            bucket(model, scores)
        });
        buckets.flatten().collect()
    }
}

fn bucket<'a>(
    model: &Model,
    scores: impl Iterator<Item = (&'a Score, &'a [u64; 3])>,
) -> Option<Bucket> {
    let mut sum = Bucket {
        score: 0.0,
        positions: 0,
        played: [0.0; 3],
        expected: [0.0; 3],
    };
    for (&score, counts) in scores {
        let positions: u64 = counts.iter().sum();
        sum.positions += positions;
        sum.score += f64::from(score) * positions as f64;
        for (i, chance) in model.chances(score).into_iter().enumerate() {
            sum.played[i] += counts[i] as f64;
            sum.expected[i] += chance * positions as f64;
        }
    }
    let mean = |sum_of: f64| sum_of / sum.positions as f64;
    (sum.positions > 0).then(|| Bucket {
        score: mean(sum.score),
        positions: sum.positions,
        played: sum.played.map(mean),
        expected: sum.expected.map(mean),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What this model leads one to expect, as if it had been played.
    fn played_by(model: &Model) -> Tally {
        const POSITIONS: f64 = 1e6;
        let mut tally = Tally::default();
        for score in (-800..=800).step_by(20) {
            let outcomes = [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins];
            for (outcome, chance) in outcomes.into_iter().zip(model.chances(score)) {
                tally.count(score, outcome, (chance * POSITIONS).round() as u64);
            }
        }
        tally
    }

    #[test]
    fn the_fit_finds_the_model_that_games_were_made_by() {
        for (half_won, spread) in [(230.0, 95.0), (60.0, 20.0), (400.0, 300.0)] {
            let model = Model { half_won, spread };
            let tally = played_by(&model);
            let found = tally.fit();
            assert!((found.half_won - half_won).abs() < 0.1, "{found:?}");
            assert!((found.spread - spread).abs() < 0.1, "{found:?}");
            assert!(tally.loss(&found) < tally.loss(&Model::FITTED));
        }
    }

    /// Lost games with the score of won ones: the flatter the model, the better, without end.
    #[test]
    fn games_without_chances_are_fitted_in_a_few_steps() {
        let mut tally = Tally::default();
        for score in [-30, 10, 20] {
            tally.count(score, Outcome::WhiteWins, 1);
        }
        let found = tally.fit();
        assert!(found.half_won <= MOST && found.spread <= MOST, "{found:?}");
    }

    #[test]
    fn a_calibration_has_all_positions_and_agrees_where_the_model_is_true() {
        let model = Model::FITTED;
        let tally = played_by(&model);
        let buckets = tally.calibration(&model, &[-300, -100, 100, 300, 1_000]);
        assert_eq!(buckets.len(), 5, "nothing is beyond the last end");
        let positions: u64 = buckets.iter().map(|bucket| bucket.positions).sum();
        assert_eq!(positions, tally.positions());
        for bucket in buckets {
            for (played, expected) in bucket.played.into_iter().zip(bucket.expected) {
                assert!((played - expected).abs() < 1e-5, "{bucket:?}");
            }
        }
    }

    #[test]
    fn a_mate_is_not_counted() {
        let mut tally = Tally::default();
        let mut sample = Sample {
            board: crate::chess::Board::default(),
            mv: crate::chess::Board::default().legal_moves()[0],
            score: crate::score::mate_in(3),
            outcome: Outcome::Draw,
            ply: 0,
        };
        tally.add(&sample);
        assert_eq!(tally.positions(), 0);
        sample.score = 20;
        tally.add(&sample);
        assert_eq!(tally.positions(), 1);
    }
}
