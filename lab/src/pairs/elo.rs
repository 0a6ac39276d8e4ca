//! Elo difference of two players from the results of their game pairs (pentanomial statistics), and
//! SPRT (sequential probability ratio test), which ends a match as soon as its results support one
//! of two hypotheses about the Elo difference.
//!
//! The two games of a pair are not independent, because they begin with the same opening. Counting
//! pairs instead of games takes that into account, and the error is smaller.
//!
//! The log-likelihood ratio is the generalized one of pentanomial results: each hypothesis is
//! represented by the distribution that agrees with it and fits the results best. See
//! <https://www.chessprogramming.org/Sequential_Probability_Ratio_Test> and Michel Van den Bergh,
//! <https://www.cantate.be/Fishtest/comparing_approximations.pdf> and
//! <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>.

use std::array;
use std::f64::consts::{LN_10, SQRT_2};

use clap::ValueEnum;

use super::PairResult;

/// Quantile of the normal distribution for an interval of 95 %.
pub const QUANTILE_95: f64 = 1.959_963_984_540_054;

/// Unit of normalized Elo: with draws but without correlation of the games of a pair, it is about
/// the same as logistic Elo.
const NORMALIZED_UNIT: f64 = 800.0 / LN_10;

/// The possible mean scores of a pair.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Probability of either error: alpha and beta.
const ERROR_RATE: f64 = 0.05;

/// Count of a result that has not occurred. Without it, the logarithm of its probability would be
/// infinite.
const REGULARIZED: f64 = 1e-3;

/// Number of bisections: enough for the precision of an `f64`.
const BISECTIONS: u32 = 100;

/// Number of iterations of the normalized model, each of which uses the variance of the last.
const NORMALIZED_ITERATIONS: u32 = 30;

/// Number of game pairs by points of the first player: 0, ½, 1, 1½ and 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// The difference in strength that the results of a match show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// Logistic Elo difference, which is infinite if one player won all games, and half the width
    /// of its 95 % interval.
    pub logistic: (f64, f64),
    /// Normalized Elo difference, and half the width of its 95 % interval.
    pub normalized: (f64, f64),
    /// Likelihood of superiority: the probability that the first player is the stronger one.
    pub los: f64,
}

impl Pentanomial {
    pub fn add(&mut self, pair: PairResult) {
        self.0[(pair.balance() + 2) as usize] += 1;
    }

    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the difference in strength. Its numbers are not finite if all pairs have the same
    /// result, or if there are none.
    pub fn elo(&self) -> EloEstimate {
        // All NaN without pairs.
        let pairs = self.pairs() as f64;
        let (mean, variance) = mean_and_variance(&self.0.map(|n| n as f64 / pairs));
        let standard_error = (variance / pairs).sqrt();
        let with_error = |scale: &dyn Fn(f64) -> f64| {
            let margin = QUANTILE_95 * standard_error;
            let error = (scale(mean + margin) - scale(mean - margin)) / 2.0;
            (scale(mean), error)
        };
        let logistic = |score: f64| 400.0 * (score / (1.0 - score)).log10();
        let normalized = |score: f64| (score - 0.5) / (2.0 * variance).sqrt() * NORMALIZED_UNIT;
        EloEstimate {
            logistic: with_error(&logistic),
            normalized: with_error(&normalized),
            los: normal_distribution((mean - 0.5) / standard_error),
        }
    }
}

/// Returns the mean and the variance of the score of a pair.
fn mean_and_variance(probabilities: &[f64; 5]) -> (f64, f64) {
    let mean = expectation(probabilities, &SCORES);
    let squares = SCORES.map(|score| (score - mean).powi(2));
    (mean, expectation(probabilities, &squares))
}

fn expectation(probabilities: &[f64; 5], values: &[f64; 5]) -> f64 {
    let products = probabilities.iter().zip(values).map(|(p, value)| p * value);
    products.sum()
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
    let x = z.abs() / SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let sum = COEFFICIENTS.iter().rev().fold(0.0, |sum, c| (sum + c) * t);
    let tail = sum * (-x * x).exp() / 2.0;
    if z < 0.0 { tail } else { 1.0 - tail }
}

/// Meaning of the Elo differences of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EloModel {
    /// Elo from the expected score
    Logistic,
    // In standard deviations of a game, so that the number of games needed does not depend on the
    // rate of draws.
    /// Expected score in standard deviations
    Normalized,
}

/// A test of two hypotheses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Elo difference of the hypothesis H0.
    pub elo0: f64,
    /// Elo difference of the hypothesis H1, which is greater.
    pub elo1: f64,
    pub model: EloModel,
}

impl Sprt {
    /// Returns the log-likelihood ratio at which H1 is accepted; H0 is accepted at its negative.
    pub fn bound() -> f64 {
        ((1.0 - ERROR_RATE) / ERROR_RATE).ln()
    }

    /// Returns the log-likelihood ratio of the hypotheses: positive if the results support H1.
    pub fn llr(&self, results: &Pentanomial) -> f64 {
        let counts = results.0.map(|count| (count as f64).max(REGULARIZED));
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let [h0, h1] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Logistic => logistic(&observed, elo),
            EloModel::Normalized => normalized(&observed, elo),
        });
        total * expectation(&observed, &array::from_fn(|i| (h1[i] / h0[i]).ln()))
    }

    /// Returns the name of the hypothesis that the results support, if the test can end.
    pub fn accepted(&self, results: &Pentanomial) -> Option<&'static str> {
        match self.llr(results) {
            llr if llr >= Self::bound() => Some("H1"),
            llr if llr <= -Self::bound() => Some("H0"),
            _ => None,
        }
    }
}

/// Returns the most likely distribution with the expected score of this logistic Elo difference.
fn logistic(observed: &[f64; 5], elo: f64) -> [f64; 5] {
    let score = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
    tilted(observed, &SCORES.map(|value| value - score))
}

/// Returns the most likely distribution with this normalized Elo difference, by iteration from the
/// uniform distribution.
fn normalized(observed: &[f64; 5], elo: f64) -> [f64; 5] {
    // In standard deviations of a pair's mean score, which are smaller than those of a game.
    let deviations = 2_f64.sqrt() * elo / NORMALIZED_UNIT;
    let mut distribution = [0.2; 5];
    for _ in 0..NORMALIZED_ITERATIONS {
        let (mean, variance) = mean_and_variance(&distribution);
        let deviation = variance.sqrt();
        let offsets = SCORES.map(|value| {
            let z = (value - mean) / deviation;
            value - 0.5 - 0.5 * deviations * deviation * (1.0 + z * z)
        });
        distribution = tilted(observed, &offsets);
    }
    distribution
}

/// Returns the distribution p / (1 + θ x) in which the offsets x have the expectation 0.
fn tilted(observed: &[f64; 5], offsets: &[f64; 5]) -> [f64; 5] {
    let at = |theta: f64| array::from_fn(|i| observed[i] / (1.0 + theta * offsets[i]));
    // Between these bounds, all probabilities are positive, and the expectation falls from +∞ to
    // -∞.
    let [least, most] = [f64::min, f64::max].map(|f| offsets.iter().copied().fold(0.0, f));
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        match expectation(&at(middle), offsets) > 0.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    at(f64::midpoint(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results of fastchess 1.8.2 (commit 74deac2), computed by its own classes: counts of pairs;
    /// Elo, error, normalized Elo and error, LOS in percent; LLR for the logistic hypotheses 0 and
    /// 5 and for -5 and 0, and for the normalized hypotheses 0 and 5.
    #[rustfmt::skip]
    const FASTCHESS: [([u64; 5], [f64; 5], [f64; 3]); 9] = [
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

    /// fastchess solves the equations of the LLR with a tolerance that shows in the third digit.
    #[test]
    fn the_numbers_are_those_of_fastchess() {
        for (counts, estimates, ratios) in FASTCHESS {
            let results = Pentanomial(counts);
            let elo = results.elo();
            let ((l, l_error), (n, n_error)) = (elo.logistic, elo.normalized);
            let los = (100.0 * elo.los, estimates[4], 0.006);
            let with_estimates = [l, l_error, n, n_error].into_iter().zip(estimates);
            let mut compared = Vec::from_iter(with_estimates.map(|(found, e)| (found, e, 1e-5)));
            compared.push(los);
            let tests = [
                (0.0, EloModel::Logistic),
                (-5.0, EloModel::Logistic),
                (0.0, EloModel::Normalized),
            ];
            for ((elo0, model), ratio) in tests.into_iter().zip(ratios) {
                let elo1 = elo0 + 5.0;
                let llr = Sprt { elo0, elo1, model }.llr(&results);
                compared.push((llr, ratio, 1e-3 * (1.0 + ratio.abs())));
            }
            for (i, (found, expected, tolerance)) in compared.into_iter().enumerate() {
                let is_same = (found - expected).abs() <= tolerance
                    || found == expected
                    || found.is_nan() && expected.is_nan();
                assert!(is_same, "{counts:?}, {i}: {found}, expected {expected}");
            }
        }
        assert!(Pentanomial::default().elo().logistic.0.is_nan());
    }

    #[test]
    fn a_test_ends_at_either_bound() {
        // ln 19
        assert!((Sprt::bound() - 2.944_439).abs() < 1e-6);
        let (elo0, elo1, model) = (0.0, 5.0, EloModel::Logistic);
        let test = Sprt { elo0, elo1, model };
        let accepted = |counts| test.accepted(&Pentanomial(counts));
        assert_eq!(accepted([100, 800, 2000, 900, 120]), Some("H1"));
        assert_eq!(accepted([120, 900, 2000, 800, 100]), Some("H0"));
        assert_eq!(accepted([10, 40, 90, 50, 10]), None);
        assert_eq!(accepted([0; 5]), None);
    }
}
