//! Aspiration windows: an iteration's score is seldom far from that of the one before, and a
//! search that need not tell scores outside of a small window apart cuts more lines.
//!
//! When the score turns out to lie outside, the window is widened and the search repeated.
//! See <https://www.chessprogramming.org/Aspiration_Windows>.

use super::params::{aspiration_delta, aspiration_depth, aspiration_growth};
use crate::score::{Bound, INFINITY, Score};

/// A window that has grown wider than this is opened to all scores: a mate or a lost queen
/// is in sight, and steps would never end.
const WIDEST: Score = 600;

/// The scores between which a search at the root looks for the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
    /// How far to widen it next.
    delta: Score,
}

impl Window {
    /// All scores.
    const FULL: Self = Self {
        alpha: -INFINITY,
        beta: INFINITY,
        delta: WIDEST,
    };

    /// The window for an iteration, when the one before has found this score. The first
    /// iterations are cheap, and their scores jump.
    pub fn new(depth: u32, score: Score) -> Self {
        if depth < aspiration_depth() as u32 {
            return Self::FULL;
        }
        let delta = aspiration_delta();
        Self {
            alpha: (score - delta).max(-INFINITY),
            beta: (score + delta).min(INFINITY),
            delta,
        }
    }

    /// What a score found in this window says of the true one.
    pub const fn bound(&self, score: Score) -> Bound {
        if score <= self.alpha {
            Bound::Upper
        } else if score >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }

    /// Makes room on the side on which a score fell out.
    pub fn widen(&mut self, score: Score) {
        let open = self.delta > WIDEST;
        match self.bound(score) {
            Bound::Exact => {}
            Bound::Upper => {
                // The other bound comes nearer: that the score is not above is known.
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
    fn any_score_is_within_the_window_after_a_few_steps() {
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
                    // A search may know no more than that the score is outside.
                    window.widen(truth.clamp(window.alpha, window.beta));
                    assert!(window.alpha < window.beta, "{window:?}");
                    steps += 1;
                    assert!(steps < 30, "{previous} to {truth}");
                }
            }
        }
    }

    #[test]
    fn the_first_iterations_search_all_scores() {
        assert_eq!(Window::new(1, 0), Window::FULL);
    }
}
