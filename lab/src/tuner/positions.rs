//! Training positions, stored as feature counts; the boards themselves are not needed.
//!
//! Only quiet positions are used. In other positions the score depends on tactics, which the
//! static evaluation does not see.
//! See <https://www.chessprogramming.org/Texel%27s_Tuning_Method>.

use crate::games::Game;
use crate::training_data::{LabelSettings, later_points};
use ferz::chess::{Board, Color};
use ferz::eval::classical::layout::{Term, Weights, term_of};
use ferz::eval::{endgame_scale, feature_counts, phase};
use ferz::score::Score;

/// How often a weight applies in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureCount {
    /// Index of the weight in the list of all weights.
    pub weight: u16,
    /// The count; for linear terms, White's count minus Black's.
    pub count: i16,
}

/// A position of a [`Dataset`], without its feature counts.
#[derive(Clone, Copy, Debug)]
struct DatasetEntry {
    /// The position has three successive parts in [`Dataset::counts`]: the counts of the linear
    /// terms, of White's king attack and of Black's king attack. These are the end indices of the
    /// parts. The first part begins where the last part of the previous position ends.
    ends: [u32; 3],
    phase: u8,
    endgame_scale: f32,
    result: f32,
    later: f32,
    score: f32,
}

/// A set of training positions.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// Feature counts of all positions, one position after the other.
    counts: Vec<FeatureCount>,
    entries: Vec<DatasetEntry>,
}

/// A position of a [`Dataset`].
#[derive(Clone, Copy, Debug)]
pub struct TrainingPosition<'c> {
    /// Counts of the linear terms.
    pub linear: &'c [FeatureCount],
    /// Counts of the king danger, by the attacking color.
    pub danger: [&'c [FeatureCount]; 2],
    /// Game phase, from 0 to [`FULL_PHASE`](ferz::eval::FULL_PHASE).
    pub phase: f32,
    /// Scale factor of the endgame value, from 0 to 1.
    pub endgame_scale: f32,
    /// White's points in the game: 0, 0.5 or 1.
    pub result: f32,
    /// Mean of the later scores of the game, as White's expected points from 0 to 1. Scores are
    /// converted with the default [`LabelSettings`], not with the fitted steepness: the steepness is
    /// fitted to positions that are already stored.
    pub later: f32,
    /// Score of a search in centipawns, from White's view.
    pub score: f32,
}

impl Dataset {
    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the position at `index`.
    ///
    /// # Panics
    ///
    /// Panics if `index` is not less than [`Dataset::len`].
    #[must_use]
    pub fn get(&self, index: usize) -> TrainingPosition<'_> {
        let entry = &self.entries[index];
        let start = index.checked_sub(1).map_or(0, |i| self.entries[i].ends[2]);
        let [linear, white, black] = entry.ends;
        let counts = |from: u32, to: u32| &self.counts[from as usize..to as usize];
        TrainingPosition {
            linear: counts(start, linear),
            danger: [counts(linear, white), counts(white, black)],
            phase: entry.phase.into(),
            endgame_scale: entry.endgame_scale,
            result: entry.result,
            later: entry.later,
            score: entry.score,
        }
    }

    /// Adds a position. `result` is White's points in the game, `later` is the mean of the later
    /// scores as White's expected points, and `score` is the score of a search in centipawns, from
    /// White's view. Ignores known endgames, whose scores do not depend
    /// on the weights.
    pub fn add(&mut self, board: &Board, result: f64, later: f32, score: Score) {
        let counts = feature_counts(board);
        let Some(endgame_scale) = endgame_scale(board, &counts) else {
            return;
        };
        let (white, black) = (counts.of(Color::White), counts.of(Color::Black));
        let is_danger = |weight| term_of(weight) == Term::KingAttack;
        let mut ends = [0; 3];
        for (part, end) in ends.iter_mut().enumerate() {
            for weight in (0..Weights::COUNT).filter(|&weight| is_danger(weight) == (part > 0)) {
                let count = match part {
                    0 => white[weight] - black[weight],
                    1 => white[weight],
                    _ => black[weight],
                };
                if count != 0 {
                    let weight = weight as u16;
                    self.counts.push(FeatureCount { weight, count });
                }
            }
            *end = u32::try_from(self.counts.len()).expect("fewer than 2^32 counts fit in memory");
        }
        self.entries.push(DatasetEntry {
            ends,
            phase: phase(board) as u8,
            endgame_scale,
            result: result as f32,
            later,
            score: score as f32,
        });
    }
}

/// Collects the quiet positions of games in two data sets, for training and for validation.
#[derive(Clone, Debug)]
pub struct Collector {
    /// Positions for training.
    pub training: Dataset,
    /// Positions for validation. Positions of one game resemble each other, so all of them go
    /// to the same data set.
    pub validation: Dataset,
    random: fastrand::Rng,
    validation_share: f64,
}

impl Collector {
    /// Returns an empty collector. Each game goes to validation with the probability
    /// `validation_share`. `seed` is the seed of the random numbers.
    #[must_use]
    pub fn new(seed: u64, validation_share: f64) -> Self {
        Self {
            training: Dataset::default(),
            validation: Dataset::default(),
            random: fastrand::Rng::with_seed(seed),
            validation_share,
        }
    }

    /// Adds the quiet positions of a game.
    pub fn add(&mut self, game: &Game) {
        let dataset = if self.random.f64() < self.validation_share {
            &mut self.validation
        } else {
            &mut self.training
        };
        let later = later_points(game, &LabelSettings::default());
        for (sample, later) in game.samples().zip(later) {
            if sample.suits_static_eval() {
                let result = sample.outcome.points();
                dataset.add(&sample.board, result, later, sample.score);
            }
        }
    }
}
