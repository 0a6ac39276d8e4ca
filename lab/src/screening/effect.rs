//! The effect of a factor on the results of games.
//!
//! See <https://www.chessprogramming.org/Match_Statistics>.

use std::f64::consts::LN_10;

use crate::matches::pentanomial::QUANTILE_95;
use crate::self_play::GAMES_PER_PAIR;

/// Elo difference per point of difference in a game, for sides of about the same strength: the slope
/// of the logistic curve at a score of 50 %.
const ELO_PER_POINT: f64 = 800.0 / LN_10;

/// The effect of a factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Elo difference of a side with the factor to one without it.
    pub elo: f64,
    /// Half the width of the 95 % interval of `elo`.
    pub error: f64,
}

impl Effect {
    /// Returns the effect from the results of game pairs: the wins less the losses of the side with
    /// the factor. The numbers are not finite if there are fewer than two pairs.
    #[must_use]
    pub fn of(balances: &[i32]) -> Self {
        let pairs = balances.len() as f64;
        let points = || {
            balances
                .iter()
                .map(|&balance| f64::from(balance) / GAMES_PER_PAIR as f64)
        };
        let mean = points().sum::<f64>() / pairs;
        let squares: f64 = points().map(|value| (value - mean).powi(2)).sum();
        let standard_error = (squares / (pairs - 1.0) / pairs).sqrt();
        Self {
            elo: mean * ELO_PER_POINT,
            error: QUANTILE_95 * standard_error * ELO_PER_POINT,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::Pentanomial;
    use crate::self_play::PairResult;
    use ferz::chess::Outcome;

    #[test]
    fn with_one_factor_the_effect_is_the_elo_difference_of_a_match() {
        let results = [
            (Outcome::WhiteWins, Outcome::BlackWins, 1),
            (Outcome::WhiteWins, Outcome::Draw, 130),
            (Outcome::WhiteWins, Outcome::WhiteWins, 400),
            (Outcome::BlackWins, Outcome::Draw, 110),
            (Outcome::BlackWins, Outcome::WhiteWins, 2),
        ];
        let (mut balances, mut pairs) = (Vec::new(), Pentanomial::default());
        for (as_white, as_black, count) in results {
            for _ in 0..count {
                let result = PairResult { as_white, as_black };
                balances.push(result.balance());
                pairs.add(result);
            }
        }
        let (effect, elo) = (Effect::of(&balances), pairs.elo());
        assert!((effect.elo - elo.elo).abs() < 0.01, "{effect:?} {elo:?}");
        assert!(
            (effect.error - elo.error).abs() < 0.02,
            "{effect:?} {elo:?}"
        );
    }
}
