//! From a score to the chances of winning, drawing and losing.
//!
//! A logistic curve for each side's win; what is left is a draw. Its two constants were
//! fitted ([`fit`]) to 257,222 positions of 2,166 games of the engine against itself, with
//! a mean loss of 0.6405; they were these, played by commit ce61447:
//!
//! ```text
//! ferz datagen games.vf --games 2166 --seed 11 --nodes 1500
//! ferz fit-wdl games.vf
//! ```
//!
//! An evaluation that changes what a centipawn means needs them fitted anew.
//! See <https://www.chessprogramming.org/Pawn_Advantage,_Win_Percentage,_and_Elo>.

use crate::score::Score;

/// How chances follow from scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// The score at which half of the games are won, in centipawns; above 0.
    pub half_won: f64,
    /// How slowly the chances grow with the score, in centipawns; above 0.
    pub spread: f64,
}

impl Model {
    /// What `ferz fit-wdl` found for this version of the engine.
    pub const FITTED: Self = Self {
        half_won: 119.9,
        spread: 103.9,
    };

    /// Chances to win, draw and lose, which add up to 1.
    #[must_use]
    pub fn chances(&self, score: Score) -> [f64; 3] {
        let wins = |score: f64| 1.0 / (1.0 + ((self.half_won - score) / self.spread).exp());
        let (win, loss) = (wins(score.into()), wins((-score).into()));
        [win, 1.0 - win - loss, loss]
    }
}

/// Chances to win, draw and lose, in permill; they add up to 1000.
///
/// ```
/// use ferz::eval::winning_chances;
/// let [win, draw, loss] = winning_chances(0);
/// assert_eq!((win, win + draw + loss), (loss, 1000));
/// ```
#[must_use]
pub fn winning_chances(score: Score) -> [u32; 3] {
    let [win, _, loss] = Model::FITTED.chances(score);
    let [win, loss] = [win, loss].map(|chance| (1000.0 * chance).round() as u32);
    [win, 1000 - win - loss, loss]
}
