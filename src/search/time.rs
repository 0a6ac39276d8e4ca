//! How long to think about a move.
//!
//! Two limits come out of the clock: a *soft* one, behind which no new iteration starts,
//! and a *hard* one, at which the search stops wherever it is. Both leave the move overhead,
//! the time that a move needs on its way to the clock.
//! See <https://www.chessprogramming.org/Time_Management>.

use std::time::Duration;

use super::limits::{Clock, Limits};
use super::params::{
    hard_limit_factor, hard_limit_percent, increment_percent, moves_to_plan_for,
    next_iteration_percent,
};
use crate::chess::Color;

/// A search on a clock is given this much, however little is left on it.
const SHORTEST: Duration = Duration::from_millis(1);

/// When to stop, counted from when the clock started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeLimits {
    /// No iteration starts later.
    pub soft: Option<Duration>,
    /// The search stops at once.
    pub hard: Option<Duration>,
}

impl TimeLimits {
    /// The limits that the clock of `side` and a fixed time for the move set together.
    #[must_use]
    pub fn new(limits: &Limits, side: Color, overhead: Duration) -> Self {
        let mut this = Self::default();
        if let Some(clock) = limits.clock(side) {
            let (soft, hard) = plan(clock, limits.moves_to_go, overhead);
            this = Self {
                soft: Some(soft),
                hard: Some(hard),
            };
        }
        if let Some(time) = limits.move_time {
            // The user wants this time used, so it sets no soft limit.
            let time = time.saturating_sub(overhead).max(SHORTEST);
            this.hard = Some(this.hard.map_or(time, |hard| hard.min(time)));
        }
        this
    }

    /// Whether it is too late to begin another iteration.
    #[must_use]
    pub fn is_late(&self, elapsed: Duration) -> bool {
        self.soft.is_some_and(|soft| elapsed >= soft)
    }

    /// Whether the search must stop.
    #[must_use]
    pub fn is_over(&self, elapsed: Duration) -> bool {
        self.hard.is_some_and(|hard| elapsed >= hard)
    }
}

/// Soft and hard limit for a move on a clock.
fn plan(clock: Clock, moves_to_go: Option<u32>, overhead: Duration) -> (Duration, Duration) {
    let left = clock.time.saturating_sub(overhead);
    // The last move before a time control may use all that is left, for more will come.
    let most_moves = moves_to_plan_for() as u32;
    let moves = moves_to_go.map_or(most_moves, |n| n.clamp(1, most_moves));
    let planned = left / moves + percent(clock.increment, increment_percent());
    let most = if moves == 1 {
        percent(left, 90)
    } else {
        percent(left, hard_limit_percent())
    };
    let hard = (planned * hard_limit_factor() as u32)
        .min(most)
        .max(SHORTEST);
    let soft = percent(planned, next_iteration_percent()).min(hard);
    (soft, hard)
}

/// So many percent of a time.
fn percent(time: Duration, percent: i32) -> Duration {
    time * percent as u32 / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(time: u64, increment: u64, moves_to_go: Option<u32>) -> TimeLimits {
        let limits = Limits {
            clocks: [Some(Duration::from_millis(time)), None],
            increments: [Duration::from_millis(increment); 2],
            moves_to_go,
            ..Limits::default()
        };
        TimeLimits::new(&limits, Color::White, Duration::from_millis(10))
    }

    #[test]
    fn a_move_never_takes_more_than_the_clock_has_less_the_overhead() {
        for time in [0, 1, 5, 11, 12, 20, 100, 1_000, 60_000, 10_000_000] {
            for increment in [0, 10, 1_000, 60_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(10_000)] {
                    let TimeLimits { soft, hard } = limits(time, increment, moves_to_go);
                    let (soft, hard) = (soft.expect("a clock"), hard.expect("a clock"));
                    let left = Duration::from_millis(time.saturating_sub(10)).max(SHORTEST);
                    assert!(hard <= left, "{hard:?} of {left:?}");
                    assert!(soft <= hard);
                }
            }
        }
    }

    #[test]
    fn an_increment_and_a_near_time_control_allow_more_time() {
        let soft = |time, increment, to_go| limits(time, increment, to_go).soft;
        assert!(soft(10_000, 1_000, None) > soft(10_000, 0, None));
        assert!(soft(10_000, 0, Some(2)) > soft(10_000, 0, Some(20)));
    }

    #[test]
    fn a_fixed_time_holds_together_with_the_clock() {
        let overhead = Duration::from_millis(10);
        let both = Limits {
            clocks: [Some(Duration::from_secs(60)), None],
            move_time: Some(Duration::from_millis(100)),
            ..Limits::default()
        };
        let time = TimeLimits::new(&both, Color::White, overhead);
        assert_eq!(time.hard, Some(Duration::from_millis(90)));
        let black = TimeLimits::new(&both, Color::Black, overhead);
        assert_eq!(
            black,
            TimeLimits {
                soft: None,
                hard: Some(Duration::from_millis(90))
            }
        );
        assert!(!black.is_late(Duration::from_millis(89)));
        assert!(black.is_over(Duration::from_millis(90)));
    }
}
