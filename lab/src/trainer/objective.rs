//! The function to minimize: the squared error of the expected points.
//!
//! The expected points of a score are its logistic function with a fixed scale. The target is a
//! weighted mean of the expected points of the search's score, of the later scores of the game, and
//! of its result. See <https://www.chessprogramming.org/Pawn_Advantage,_Win_Percentage,_and_Elo>.

use crate::training_data::{Record, expected_points};

/// Weights of the parts of a target. The search's score has the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TargetShares {
    /// Weight of the mean of the later scores.
    pub later: f32,
    /// Weight of the game's result.
    pub result: f32,
}

/// How predictions and targets are computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointsObjective {
    /// Scale of the logistic function, in centipawns.
    pub scale: f32,
    /// Weights of the parts of the target.
    pub shares: TargetShares,
}

impl PointsObjective {
    /// Returns the expected points for a score in centipawns, from 0 to 1.
    #[inline]
    #[must_use]
    pub fn points(&self, score: f32) -> f32 {
        expected_points(score, self.scale)
    }

    /// Returns the points that should be predicted.
    #[inline]
    #[must_use]
    pub fn target(&self, record: &Record) -> f32 {
        let TargetShares { later, result } = self.shares;
        let score = self.points(record.score().into());
        (1.0 - later - result) * score + later * record.later() + result * record.result()
    }

    /// Returns the loss of a predicted score in centipawns, and its derivative with respect to the
    /// score.
    #[inline]
    #[must_use]
    pub fn loss(&self, predicted: f32, record: &Record) -> (f32, f32) {
        let points = self.points(predicted);
        let error = points - self.target(record);
        let derivative = points * (1.0 - points) / self.scale;
        (error * error, 2.0 * error * derivative)
    }
}
