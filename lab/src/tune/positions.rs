//! Training positions, stored as feature counts; the boards themselves are not needed.
//!
//! Only positions that [suit a static evaluation](crate::data::Sample::suits_static_eval) are used.
//! See <https://www.chessprogramming.org/Texel%27s_Tuning_Method>.

use ferz::chess::{Board, Color};
use ferz::eval::classical::layout::{Term, Weights, term_of};
use ferz::eval::endgame::FULL_SCALE;
use ferz::eval::{endgame_scale, feature_counts, phase};
use ferz::score::Score;

use crate::data::{Game, LabelSettings, later_points};

/// How often a weight applies in a position.
#[derive(Clone, Copy, Debug)]
pub struct FeatureCount {
    /// Index of the weight in the list of all weights.
    pub weight: u16,
    /// The count; for linear terms, White's count minus Black's.
    pub count: i16,
}

/// A position to train with.
#[derive(Clone, Debug)]
pub struct TrainingPosition {
    /// Three successive parts: the counts of the linear terms, and those of the king danger by the
    /// attacking color.
    counts: Box<[FeatureCount]>,
    /// Numbers of counts before the second and the third part.
    starts: [usize; 2],
    /// Game phase, from 0 to [`FULL_PHASE`](ferz::eval::FULL_PHASE).
    pub phase: f32,
    /// Scale factor of the endgame value, from 0 to 1.
    pub endgame_scale: f32,
    /// White's points in the game: 0, 0.5 or 1.
    pub result: f32,
    /// Mean of the later scores of the game, as White's expected points from 0 to 1. Scores are
    /// converted with the default [`LabelSettings`], not with the fitted steepness: the steepness
    /// is fitted to positions that are already stored.
    pub later: f32,
    /// Score of a search in centipawns, from White's view.
    pub score: f32,
}

impl TrainingPosition {
    /// Returns a position with these labels; `None` for a known endgame, whose score does not
    /// depend on the weights.
    pub fn new(board: &Board, result: f64, later: f32, score: Score) -> Option<Self> {
        let counts = feature_counts(board);
        let endgame_scale = endgame_scale(board, &counts)? as f32 / FULL_SCALE as f32;
        let (white, black) = (counts.of(Color::White), counts.of(Color::Black));
        let part = |is_danger: bool, count: &dyn Fn(usize) -> i16| -> Vec<FeatureCount> {
            let weights = 0..Weights::COUNT;
            weights
                .filter(|&weight| (term_of(weight) == Term::KingAttack) == is_danger)
                .map(|weight| (weight as u16, count(weight)))
                .filter(|&(_, count)| count != 0)
                .map(|(weight, count)| FeatureCount { weight, count })
                .collect()
        };
        let linear = part(false, &|weight| white[weight] - black[weight]);
        let danger = [white, black].map(|side| part(true, &|weight| side[weight]));
        let starts = [linear.len(), linear.len() + danger[0].len()];
        let [white_danger, black_danger] = danger;
        Some(Self {
            counts: [linear, white_danger, black_danger].concat().into(),
            starts,
            phase: phase(board) as f32,
            endgame_scale,
            result: result as f32,
            later,
            score: score as f32,
        })
    }

    /// Returns the counts of the linear terms.
    pub fn linear(&self) -> &[FeatureCount] {
        &self.counts[..self.starts[0]]
    }

    /// Returns the counts of the king danger, by the attacking color.
    pub fn danger(&self) -> [&[FeatureCount]; 2] {
        let [white, black] = self.starts;
        [&self.counts[white..black], &self.counts[black..]]
    }
}

/// Collects positions of games in two data sets, for training and for validation.
#[derive(Clone, Debug)]
pub struct Collector {
    /// Positions for training.
    pub training: Vec<TrainingPosition>,
    /// Positions for validation. Positions of one game resemble each other, so all of them go
    /// to the same data set.
    pub validation: Vec<TrainingPosition>,
    random: fastrand::Rng,
    validation_share: f64,
}

impl Collector {
    /// Returns an empty collector. Each game goes to validation with the probability
    /// `validation_share`. `seed` is the seed of the random numbers.
    #[must_use]
    pub fn new(seed: u64, validation_share: f64) -> Self {
        Self {
            training: Vec::new(),
            validation: Vec::new(),
            random: fastrand::Rng::with_seed(seed),
            validation_share,
        }
    }

    /// Adds the positions of a game that suit a static evaluation, except known endgames.
    pub fn add(&mut self, game: &Game) {
        let dataset = if self.random.f64() < self.validation_share {
            &mut self.validation
        } else {
            &mut self.training
        };
        let all_later = later_points(game, &LabelSettings::default());
        for (sample, later) in game.samples().zip(all_later) {
            if sample.suits_static_eval() {
                let result = sample.outcome.points();
                let position = TrainingPosition::new(&sample.board, result, later, sample.score);
                dataset.extend(position);
            }
        }
    }
}
