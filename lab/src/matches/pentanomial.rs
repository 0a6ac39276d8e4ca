//! Elo difference of a match from the results of its game pairs (pentanomial statistics).
//!
//! The two games of a pair are not independent, because they begin with the same opening. Counting
//! pairs instead of games takes that into account, and the error is smaller. See
//! <https://www.chessprogramming.org/Match_Statistics>.

use std::f64::consts::LN_10;

use crate::self_play::PairResult;

/// Quantile of the normal distribution for an interval of 95 %.
pub const QUANTILE_95: f64 = 1.959_963_984_540_054;

/// Unit of normalized Elo: with draws but without correlation of the games of a pair, it is about
/// the same as logistic Elo.
pub(super) const NORMALIZED_UNIT: f64 = 800.0 / LN_10;

/// The possible mean scores of a pair.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Number of game pairs by points of the first player: 0, ½, 1, 1½ and 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// The difference in strength that the results of a match show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// Logistic Elo difference; infinite if one player won all games.
    pub elo: f64,
    /// Half the width of the 95 % interval of `elo`.
    pub error: f64,
    /// Normalized Elo difference.
    pub normalized: f64,
    /// Half the width of the 95 % interval of `normalized`.
    pub normalized_error: f64,
    /// Likelihood of superiority: the probability that the first player is the stronger one.
    pub los: f64,
}

impl Pentanomial {
    /// Counts a pair.
    pub fn add(&mut self, pair: PairResult) {
        self.0[(pair.balance() + 2) as usize] += 1;
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the mean score of a game and the variance of the mean score of a pair. Both are NaN
    /// without pairs.
    fn mean_and_variance(&self) -> (f64, f64) {
        let pairs = self.pairs() as f64;
        let probabilities = self.0.map(|count| count as f64 / pairs);
        mean_and_variance(&SCORES, &probabilities)
    }

    /// Returns the difference in strength. Its numbers are not finite if all pairs have the same
    /// result, or if there are none.
    #[must_use]
    pub fn elo(&self) -> EloEstimate {
        let (mean, variance) = self.mean_and_variance();
        let standard_error = (variance / self.pairs() as f64).sqrt();
        let half_width = |scale: &dyn Fn(f64) -> f64| {
            let margin = QUANTILE_95 * standard_error;
            (scale(mean + margin) - scale(mean - margin)) / 2.0
        };
        let logistic = |score: f64| 400.0 * (score / (1.0 - score)).log10();
        let normalized = |score: f64| (score - 0.5) / (2.0 * variance).sqrt() * NORMALIZED_UNIT;
        EloEstimate {
            elo: logistic(mean),
            error: half_width(&logistic),
            normalized: normalized(mean),
            normalized_error: half_width(&normalized),
            los: normal_distribution((mean - 0.5) / standard_error),
        }
    }
}

/// Returns the mean and the variance of a distribution.
pub(super) fn mean_and_variance(values: &[f64; 5], probabilities: &[f64; 5]) -> (f64, f64) {
    let expectation = |of: &dyn Fn(f64) -> f64| -> f64 {
        let pairs = values.iter().zip(probabilities);
        pairs.map(|(&value, p)| p * of(value)).sum()
    };
    let mean = expectation(&|value| value);
    (mean, expectation(&|value| (value - mean).powi(2)))
}

/// Returns the probability that a standard normal variable is less than `z`, with an error below
/// 1e-7. Formula 7.1.26 of Abramowitz and Stegun, <https://en.wikipedia.org/wiki/Error_function>.
fn normal_distribution(z: f64) -> f64 {
    const COEFFICIENTS: [f64; 5] = [
        0.254_829_592,
        -0.284_496_736,
        1.421_413_741,
        -1.453_152_027,
        1.061_405_429,
    ];
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let sum = COEFFICIENTS.iter().rev().fold(0.0, |sum, c| (sum + c) * t);
    let tail = sum * (-x * x).exp() / 2.0;
    if z < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Results of fastchess 1.8.2 (commit 74deac2), computed by its own classes: counts of pairs;
    /// Elo, error, normalized Elo and error, LOS in percent; LLR for the logistic hypotheses 0 and 5
    /// and for -5 and 0, and for the normalized hypotheses 0 and 5.
    #[rustfmt::skip]
    pub const FASTCHESS: [([u64; 5], [f64; 5], [f64; 3]); 9] = [
        ([10, 40, 90, 50, 10], [8.687700, 22.208069, 13.343183, 34.048062, 77.88], [0.240531, 0.432412, 0.178870]),
        ([3, 30, 60, 45, 12], [38.373189, 26.019081, 58.568507, 39.315315, 99.82], [1.013158, 1.143908, 0.685604]),
        ([100, 800, 2000, 900, 120], [6.204866, 4.409169, 10.825692, 7.690673, 99.71], [3.657536, 8.562807, 2.700306]),
        ([0, 5, 20, 9, 0], [20.461009, 37.104122, 45.818448, 82.578679, 86.16], [0.246547, 0.311576, 0.119862]),
        ([0, 0, 7, 1, 0], [21.743065, 40.147263, 92.856066, 170.240309, 85.75], [0.113927, 0.115700, 0.039184]),
        ([12, 3, 1, 0, 0], [-428.752803, 283.042505, -711.153642, 120.378077, 0.00], [-0.231902, -0.228587, -0.302308]),
        ([0, 0, 0, 0, 4], [f64::INFINITY, f64::NAN, f64::INFINITY, f64::NAN, 100.0], [0.057179, 0.058008, 0.080584]),
        ([0, 0, 5, 0, 0], [0.0, 0.0, f64::NAN, f64::NAN, f64::NAN], [-0.067648, 0.067648, -0.001212]),
        ([1, 0, 0, 0, 1], [0.0, f64::NAN, 0.0, 340.480617, 50.0], [-0.000208, 0.000208, -0.000415]),
    ];

    #[test]
    fn the_estimates_are_those_of_fastchess() {
        for (counts, expected, _) in FASTCHESS {
            let estimate = Pentanomial(counts).elo();
            let found = [
                estimate.elo,
                estimate.error,
                estimate.normalized,
                estimate.normalized_error,
                100.0 * estimate.los,
            ];
            let tolerances = [1e-5, 1e-5, 1e-5, 1e-5, 0.006];
            for ((found, expected), tolerance) in found.into_iter().zip(expected).zip(tolerances) {
                let is_same = (found - expected).abs() <= tolerance
                    || found == expected
                    || found.is_nan() && expected.is_nan();
                assert!(is_same, "{counts:?}: {found}, expected {expected}");
            }
        }
    }

    #[test]
    fn without_pairs_nothing_is_estimated() {
        assert!(Pentanomial::default().elo().elo.is_nan());
    }
}
