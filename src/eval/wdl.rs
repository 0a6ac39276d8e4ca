//! Converts scores to the probabilities of a win, a draw and a loss.
//!
//! The win probability of each side is a logistic function of the score; the rest is the draw
//! probability. The two parameters were fitted to games of ferz (`lab/log/calibration.md`). They
//! must be fitted again when the scale of the evaluation changes.
//! See <https://www.chessprogramming.org/Pawn_Advantage,_Win_Percentage,_and_Elo>.

use crate::score::Score;

/// A logistic model of win, draw and loss probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlModel {
    /// Score at which half of the games are won, in centipawns; positive.
    pub half_won: f64,
    /// Scale of the logistic function, in centipawns; positive. The larger it is, the more slowly
    /// the win probability grows with the score.
    pub spread: f64,
}

impl WdlModel {
    /// The model that `ferz-lab fit-wdl` fitted to games of this engine.
    pub const FITTED: Self = Self {
        half_won: 120.0,
        spread: 83.6,
    };

    /// Returns the probabilities of a win, a draw and a loss, which add up to 1.
    pub fn probabilities(&self, score: Score) -> [f64; 3] {
        let win_probability = |side_score: Score| {
            let distance = self.half_won - f64::from(side_score);
            1.0 / (1.0 + (distance / self.spread).exp())
        };
        let (win, loss) = (win_probability(score), win_probability(-score));
        [win, 1.0 - win - loss, loss]
    }
}

/// Returns the probabilities of a win, a draw and a loss in permille, which add up to 1000.
pub fn wdl_permille(score: Score) -> [u32; 3] {
    let [win, _, loss] = WdlModel::FITTED.probabilities(score);
    let [win, loss] = [win, loss].map(|chance| (1000.0 * chance).round() as u32);
    [win, 1000 - win - loss, loss]
}
