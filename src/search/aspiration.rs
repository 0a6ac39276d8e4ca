//! Aspiration windows: an iteration first searches a small window around the previous score.
//!
//! Scores seldom change much between iterations, and a small window causes more cutoffs. If the
//! score is outside of the window, the window is widened and the search repeated.
//! See <https://www.chessprogramming.org/Aspiration_Windows>.

use super::node::is_decided;
use super::params::{
    aspiration_decided_delta, aspiration_delta, aspiration_depth, aspiration_growth,
};
use crate::score::{Bound, INFINITY, Score};

/// Maximum widening step, in centipawns. Instead of a larger step, the bound is set to infinity,
/// because a mate or a lost queen would need too many steps.
const MAX_DELTA: Score = 600;

/// The window of a search at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
    /// Next widening step, in centipawns.
    delta: Score,
}

impl Window {
    /// The window of all scores.
    const FULL: Self = Self {
        alpha: -INFINITY,
        beta: INFINITY,
        delta: MAX_DELTA,
    };

    /// Returns the window of an iteration, given the score of the iteration before. The first
    /// iterations have a full window, because they are cheap and their scores vary. In decided games
    /// the window is wider, because mates were found later with the narrow one.
    pub fn new(depth: u32, score: Score) -> Self {
        if depth < aspiration_depth() as u32 {
            return Self::FULL;
        }
        let delta = if is_decided(score) {
            aspiration_decided_delta()
        } else {
            aspiration_delta()
        };
        Self {
            alpha: (score - delta).max(-INFINITY),
            beta: (score + delta).min(INFINITY),
            delta,
        }
    }

    /// Returns the bound type of `score`, the result of a search with this window.
    pub const fn bound(&self, score: Score) -> Bound {
        if score <= self.alpha {
            Bound::Upper
        } else if score >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }

    /// Widens the window on the side where `score` lies outside.
    pub fn widen(&mut self, score: Score) {
        let open = self.delta > MAX_DELTA;
        match self.bound(score) {
            Bound::Exact => {}
            Bound::Upper => {
                // The true score is at most alpha, so beta can be lowered.
                self.beta = i32::midpoint(self.alpha, self.beta);
                self.alpha = if open {
                    -INFINITY
                } else {
                    (score - self.delta).max(-INFINITY)
                };
            }
            Bound::Lower => {
                self.beta = if open {
                    INFINITY
                } else {
                    (score + self.delta).min(INFINITY)
                };
            }
        }
        self.delta += self.delta * aspiration_growth() / 100;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{mate_in, mated_in};

    #[test]
    fn every_score_is_inside_the_window_after_a_few_steps() {
        let scores = [
            0,
            30,
            -700,
            3_000,
            mate_in(1),
            mate_in(40),
            mated_in(2),
            mated_in(90),
        ];
        for previous in scores {
            for truth in scores {
                let mut window = Window::new(20, previous);
                let mut steps = 0;
                while window.bound(truth) != Bound::Exact {
                    // Worst case: the search returns the bound itself (fail-hard).
                    window.widen(truth.clamp(window.alpha, window.beta));
                    assert!(window.alpha < window.beta, "{window:?}");
                    steps += 1;
                    assert!(steps < 30, "{previous} to {truth}");
                }
            }
        }
    }

    #[test]
    fn the_first_iterations_have_a_full_window() {
        assert_eq!(Window::new(1, 0), Window::FULL);
    }
}
