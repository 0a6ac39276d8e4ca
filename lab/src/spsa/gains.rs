//! The gain sequences of SPSA: step size and learning rate by iteration.
//!
//! Both are given by their values at the end of the run, as in fishtest and OpenBench. See
//! <https://www.chessprogramming.org/SPSA>.

use super::parameter::Parameter;

/// Exponent of the decrease of the learning rate.
const ALPHA: f64 = 0.602;

/// Exponent of the decrease of the step size.
const GAMMA: f64 = 0.101;

/// The stability constant A, as a share of the number of iterations. It limits the first updates.
const STABILITY: f64 = 0.1;

/// The gains of one iteration for one parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// The step size: the difference of either side from the value (`c_k`).
    pub c: f64,
    /// The learning rate, relative to the square of the step size (`R_k`).
    pub r: f64,
}

impl Gains {
    /// Returns the gains of iteration `k` (from 1) of `total`, for the learning rate `r_end` at the
    /// end.
    #[must_use]
    pub fn new(parameter: &Parameter, r_end: f64, k: u64, total: u64) -> Self {
        let (k, total) = (k as f64, total as f64);
        let stability = STABILITY * total;
        let c = parameter.c_end * (total / k).powf(GAMMA);
        let a_end = r_end * parameter.c_end * parameter.c_end;
        let a = a_end * ((stability + total) / (stability + k)).powf(ALPHA);
        Self { c, r: a / (c * c) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_reach_their_final_values_in_the_last_iteration() {
        let parameter = Parameter {
            name: "x".to_owned(),
            start: 0,
            min: 0,
            max: 200,
            c_end: 10.0,
        };
        let gains = |k| Gains::new(&parameter, 0.002, k, 1000);
        let last = gains(1000);
        assert!((last.c - 10.0).abs() < 1e-9, "{last:?}");
        assert!((last.r - 0.002).abs() < 1e-12, "{last:?}");
        // c_1 = c_end N^gamma; a_1 = a_end ((A + N) / (A + 1))^alpha.
        let first = gains(1);
        assert!((first.c - 20.090_928).abs() < 1e-6, "{first:?}");
        let a = first.r * first.c * first.c;
        assert!((a - 0.2 * (1100.0_f64 / 101.0).powf(0.602)).abs() < 1e-9);
    }
}
