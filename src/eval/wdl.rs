//! From a score to the chances of winning, drawing and losing.
//!
//! A logistic curve for each side's win; what is left is a draw. The two constants say
//! what a centipawn means by common experience (a pawn and a half ahead wins half of the
//! games); they have not been fitted to games of this engine yet.
//! See <https://www.chessprogramming.org/Pawn_Advantage,_Win_Percentage,_and_Elo>.

use crate::score::Score;

/// The score at which half of the games are won, in centipawns.
const HALF_WON: f64 = 150.0;

/// How slowly the chances grow with the score, in centipawns.
const SPREAD: f64 = 70.0;

/// Chances to win, draw and lose, in permill; they add up to 1000.
///
/// ```
/// use ferz::eval::winning_chances;
/// let [win, draw, loss] = winning_chances(0);
/// assert_eq!((win, win + draw + loss), (loss, 1000));
/// ```
#[must_use]
pub fn winning_chances(score: Score) -> [u32; 3] {
    let wins = |score: f64| (1000.0 / (1.0 + ((HALF_WON - score) / SPREAD).exp())).round() as u32;
    let (win, loss) = (wins(f64::from(score)), wins(f64::from(-score)));
    [win, 1000 - win - loss, loss]
}
