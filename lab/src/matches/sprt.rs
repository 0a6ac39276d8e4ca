//! SPRT (sequential probability ratio test): ends a match as soon as its results support one of two
//! hypotheses about the Elo difference.
//!
//! The log-likelihood ratio is the generalized one of pentanomial results: each hypothesis is
//! represented by the distribution that agrees with it and fits the results best. See
//! <https://www.chessprogramming.org/Sequential_Probability_Ratio_Test> and Michel Van den Bergh,
//! <https://www.cantate.be/Fishtest/comparing_approximations.pdf> and
//! <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>.

use super::pentanomial::{NORMALIZED_UNIT, Pentanomial, SCORES, mean_and_variance};

/// Probability of either error: alpha and beta.
const ERROR_RATE: f64 = 0.05;

/// Count of a result that has not occurred. Without it, the logarithm of its probability would be
/// infinite.
const REGULARIZED: f64 = 1e-3;

/// Number of bisections: enough for the precision of a number.
const BISECTIONS: u32 = 100;

/// Number of iterations of the normalized model, each of which uses the variance of the last.
const NORMALIZED_ITERATIONS: u32 = 30;

/// The meaning of the Elo differences of the hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EloModel {
    /// Logistic Elo, which determines the expected score.
    Logistic,
    /// Normalized Elo, which determines the expected score in standard deviations of a game, so that
    /// the number of games needed does not depend on the rate of draws.
    Normalized,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The results support the lower difference.
    H0,
    /// The results support the higher difference.
    H1,
}

/// A test of two hypotheses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Elo difference of the hypothesis H0.
    pub elo0: f64,
    /// Elo difference of the hypothesis H1.
    pub elo1: f64,
    /// The meaning of both differences.
    pub model: EloModel,
}

impl Sprt {
    /// Returns the log-likelihood ratio at which H1 is accepted; H0 is accepted at its negative.
    #[must_use]
    pub fn bound() -> f64 {
        ((1.0 - ERROR_RATE) / ERROR_RATE).ln()
    }

    /// Returns the log-likelihood ratio of the hypotheses: positive if the results support H1.
    #[must_use]
    pub fn llr(&self, results: &Pentanomial) -> f64 {
        let counts = results.0.map(|count| (count as f64).max(REGULARIZED));
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let [h0, h1] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Logistic => logistic(&observed, elo),
            EloModel::Normalized => normalized(&observed, elo),
        });
        let ratios = h0.iter().zip(&h1).map(|(p0, p1)| (p1 / p0).ln());
        let mean: f64 = ratios.zip(observed).map(|(ratio, p)| p * ratio).sum();
        total * mean
    }

    /// Returns the hypothesis that the results support, if the test can end.
    #[must_use]
    pub fn decision(&self, results: &Pentanomial) -> Option<Decision> {
        match self.llr(results) {
            llr if llr >= Self::bound() => Some(Decision::H1),
            llr if llr <= -Self::bound() => Some(Decision::H0),
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
    // Of a pair; the deviation of its mean score is smaller than that of a game.
    let deviations = 2_f64.sqrt() * elo / NORMALIZED_UNIT;
    let mut distribution = [0.2; 5];
    for _ in 0..NORMALIZED_ITERATIONS {
        let (mean, variance) = mean_and_variance(&SCORES, &distribution);
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
    let at = |theta: f64| {
        let mut p = [0.0; 5];
        for i in 0..5 {
            p[i] = observed[i] / (1.0 + theta * offsets[i]);
        }
        p
    };
    // Between these bounds, all probabilities are positive, and the expectation falls from +∞ to -∞.
    let (least, most) = offsets
        .iter()
        .fold((0.0_f64, 0.0_f64), |(least, most), &x| {
            (least.min(x), most.max(x))
        });
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        let expectation: f64 = at(middle).iter().zip(offsets).map(|(p, x)| p * x).sum();
        if expectation > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    at(f64::midpoint(low, high))
}

#[cfg(test)]
mod tests {
    use super::super::pentanomial::tests::FASTCHESS;
    use super::*;

    fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt { elo0, elo1, model }
    }

    /// fastchess solves the equations with a tolerance that shows in the third digit.
    #[test]
    fn the_ratios_are_those_of_fastchess() {
        for (counts, _, expected) in FASTCHESS {
            let tests = [
                sprt(0.0, 5.0, EloModel::Logistic),
                sprt(-5.0, 0.0, EloModel::Logistic),
                sprt(0.0, 5.0, EloModel::Normalized),
            ];
            for (test, expected) in tests.iter().zip(expected) {
                let found = test.llr(&Pentanomial(counts));
                let is_close = (found - expected).abs() <= 1e-3 * (1.0 + expected.abs());
                assert!(
                    is_close,
                    "{test:?} {counts:?}: {found}, expected {expected}"
                );
            }
        }
    }

    #[test]
    fn a_test_ends_at_either_bound() {
        // ln 19
        assert!((Sprt::bound() - 2.944_439).abs() < 1e-6);
        let test = sprt(0.0, 5.0, EloModel::Logistic);
        let decision = |counts| test.decision(&Pentanomial(counts));
        assert_eq!(decision([100, 800, 2000, 900, 120]), Some(Decision::H1));
        assert_eq!(decision([120, 900, 2000, 800, 100]), Some(Decision::H0));
        assert_eq!(decision([10, 40, 90, 50, 10]), None);
        assert_eq!(decision([0; 5]), None);
    }
}
