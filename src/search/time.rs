//! Time management: how long to search for a move.
//!
//! On a clock, a search has two limits. After the *soft* limit, no iteration starts. At the *hard*
//! limit, the search stops. Both leave the move overhead in reserve for communication lag. A fixed
//! time per move is a hard limit without overhead. The soft limit is meant for an average move; a
//! clear best move gets less time and an unclear one more, depending on [`IterationStats`].
//! See <https://www.chessprogramming.org/Time_Management>.

use std::time::Duration;

use super::limits::{Clock, Limits};
use super::params::{
    best_move_share_even, best_move_share_weight, hard_limit_factor, hard_limit_percent,
    increment_percent, moves_to_plan_for, moves_with_increment, score_fall_max, score_fall_time,
    score_rise_max, soft_limit_percent, unstable_move_time, unstable_move_time_step,
};
use crate::chess::{Color, Move};
use crate::score::Score;

/// Minimum of the hard limit, even if the clock has run out.
const MIN_TIME: Duration = Duration::from_millis(1);

/// Margin by which a search ends before a fixed time per move, so that the move is printed in
/// time.
const MOVE_TIME_MARGIN: Duration = Duration::from_millis(3);

/// Hard limit of the last move before a time control, in percent of the remaining time. New time
/// is added after it.
const LAST_MOVE_PERCENT: i32 = 90;

/// Time limits of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeLimits {
    /// Time after which no iteration starts, for an average move. It limits the work, so it is
    /// measured from the start of the search and includes the time spent pondering.
    pub soft: Option<Duration>,
    /// Time at which the search stops, from the start of our clock.
    pub hard: Option<Duration>,
    /// Time before which the best move is not reported, even if the search has ended, from the
    /// start of our clock.
    pub min_answer_time: Duration,
}

impl TimeLimits {
    /// Returns the time limits of `side` from its clock and a fixed time per move. `overhead` is
    /// reserved on the clock for communication lag.
    pub fn new(limits: &Limits, side: Color, overhead: Duration) -> Self {
        let clock = limits.clock(side);
        let (soft, hard) = clock
            .map(|clock| plan(clock, limits.moves_to_go, overhead))
            .unzip();
        // A fixed time is used in full, so it sets no soft limit.
        let fixed = limits.move_time;
        let fixed = fixed.map(|time| time.saturating_sub(MOVE_TIME_MARGIN).max(MIN_TIME));
        Self {
            soft,
            hard: hard.into_iter().chain(fixed).min(),
            min_answer_time: Duration::ZERO,
        }
    }

    /// Makes the answer come no faster than that of a person: after `share` percent of the time of
    /// an average move. Without a clock or a time per move, nothing changes.
    pub fn at_human_pace(self, share: i32) -> Self {
        let average = self.soft.into_iter().chain(self.hard).min();
        Self {
            min_answer_time: percent_of(average.unwrap_or_default(), share),
            ..self
        }
    }

    /// Returns whether the soft limit, adjusted by `stats`, has passed, `elapsed` after the start
    /// of the search.
    pub fn soft_limit_passed(&self, elapsed: Duration, stats: &IterationStats) -> bool {
        self.soft
            .is_some_and(|soft| elapsed >= percent_of(soft, stats.time_percent()))
    }
}

/// Returns the soft and the hard limit of a move on a clock.
fn plan(clock: Clock, moves_to_go: Option<u32>, overhead: Duration) -> (Duration, Duration) {
    // With an increment, some time always remains, so early moves get more of it. Before a time
    // control and without increment, that has lost games (`lab/log/search.md`).
    let max_moves = moves_to_plan_for() as u32;
    let moves = match moves_to_go {
        Some(moves) => moves.clamp(1, max_moves),
        None if clock.increment.is_zero() => max_moves,
        None => moves_with_increment() as u32,
    };
    let left = clock.time.saturating_sub(overhead);
    // Each move costs the overhead and adds an increment. The increment of the last move before
    // the time control comes too late.
    let income = percent_of(clock.increment, increment_percent()) * (moves - 1);
    let planned = (left + income).saturating_sub(overhead * (moves - 1)) / moves;
    let max_time = if moves == 1 {
        percent_of(left, LAST_MOVE_PERCENT)
    } else {
        percent_of(left, hard_limit_percent())
    };
    let hard = (planned * hard_limit_factor() as u32)
        .min(max_time)
        .max(MIN_TIME);
    let soft = percent_of(planned, soft_limit_percent()).min(hard);
    (soft, hard)
}

/// Returns `percent` percent of a time.
fn percent_of(time: Duration, percent: i32) -> Duration {
    time * percent.max(0) as u32 / 100
}

/// Statistics of the iterations so far, which show how clear the best move is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IterationStats {
    /// Best move of the last iteration.
    best: Option<Move>,
    /// Number of iterations since the best move changed.
    stable_for: i32,
    /// Mean of the scores, weighted toward later ones. Scores are limited to ±1000 centipawns.
    mean: Score,
    /// Fall of the last score below the mean of the scores before it, in centipawns.
    fall: Score,
    /// Share of all nodes spent on the best move, in percent.
    best_share: i32,
}

impl IterationStats {
    /// Adds an iteration: its best move, its score, and the share of all nodes, in percent, that
    /// the search has spent on that move.
    pub fn update(&mut self, best: Move, score: Score, best_share: i32) {
        /// Absolute value to which scores are limited, in centipawns. Larger differences do not
        /// show that the best move is unclear.
        const MAX_SCORE: Score = 1_000;
        let score = score.clamp(-MAX_SCORE, MAX_SCORE);
        if self.best.is_none() {
            self.mean = score;
        }
        self.stable_for = if self.best == Some(best) {
            self.stable_for + 1
        } else {
            0
        };
        self.best = Some(best);
        self.fall = self.mean - score;
        self.mean = (self.mean + score) / 2;
        self.best_share = best_share;
    }

    /// Returns the time for this move, in percent of the soft limit.
    pub fn time_percent(&self) -> i32 {
        /// Number of iterations after which a best move counts as stable.
        const STABLE: i32 = 8;
        if self.best.is_none() {
            return 100;
        }
        // A best move that has changed may change again.
        let stability =
            unstable_move_time() - unstable_move_time_step() * self.stable_for.min(STABLE);
        // After a fall of the score, another move may be better.
        let trend =
            100 + (self.fall * score_fall_time() / 10).clamp(-score_rise_max(), score_fall_max());
        // If all other moves are refuted with few nodes, the best move is clear.
        let share =
            100 + (best_move_share_even() - self.best_share) * best_move_share_weight() / 100;
        stability * trend / 100 * share / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{MoveKind, Square};

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
    fn a_move_never_takes_more_than_the_clock_minus_the_overhead() {
        for time in [0, 1, 5, 11, 12, 20, 100, 1_000, 60_000, 10_000_000] {
            for increment in [0, 10, 1_000, 60_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(10_000)] {
                    let TimeLimits { soft, hard, .. } = limits(time, increment, moves_to_go);
                    let (soft, hard) = (soft.expect("a clock"), hard.expect("a clock"));
                    let left = Duration::from_millis(time.saturating_sub(10)).max(MIN_TIME);
                    assert!(hard <= left, "{hard:?} of {left:?}");
                    assert!(soft <= hard);
                }
            }
        }
    }

    #[test]
    fn no_game_is_lost_on_time_if_the_lag_of_each_move_is_half_the_overhead() {
        for (time, increment) in [(1_000, 10), (2_000, 20), (10_000, 100), (500, 8)] {
            let mut clock: u64 = time;
            for mv in 0..300 {
                // Every move uses its hard limit.
                let hard = limits(clock, increment, None).hard.expect("a clock");
                let spent = hard.as_millis() as u64 + 5;
                assert!(spent <= clock, "{time}+{increment}: move {mv}");
                clock = clock - spent + increment;
            }
        }
    }

    #[test]
    fn a_clear_best_move_gets_less_time_and_a_doubtful_one_more() {
        let mv = |to| Move::new(Square::E2, to, MoveKind::Quiet);
        let (usual, rival) = (mv(Square::E3), mv(Square::E4));
        let time = |iterations: &[(Move, Score, i32)]| {
            let mut stats = IterationStats::default();
            for &(best, score, share) in iterations {
                stats.update(best, score, share);
            }
            stats.time_percent()
        };
        let steady = time(&[(usual, 20, 50); 10]);
        assert!((60..=110).contains(&steady), "{steady}");
        let after = |last| {
            let mut iterations = [(usual, 20, 50); 10];
            iterations[9] = last;
            time(&iterations)
        };
        assert!(after((rival, 20, 50)) > steady, "the best move has changed");
        assert!(after((usual, -40, 50)) > steady, "the score has fallen");
        assert!(after((usual, 80, 50)) < steady, "the score has risen");
        assert!(
            after((usual, 20, 95)) < steady,
            "others were refuted at once"
        );
        assert!(
            after((usual, 20, 15)) > steady,
            "others were hard to refute"
        );
    }

    #[test]
    fn iteration_stats_change_the_soft_limit_only() {
        let time = limits(10_000, 0, None);
        let soft = time.soft.expect("a clock");
        let mut stats = IterationStats::default();
        assert!(time.soft_limit_passed(soft, &stats) && !time.soft_limit_passed(soft / 2, &stats));
        for _ in 0..20 {
            let mv = Move::new(Square::E2, Square::E3, MoveKind::Quiet);
            stats.update(mv, 0, 99);
        }
        assert!(time.soft_limit_passed(soft / 2, &stats));
    }

    #[test]
    fn an_increment_and_a_near_time_control_allow_more_time() {
        let soft = |time, increment, to_go| limits(time, increment, to_go).soft;
        assert!(soft(10_000, 1_000, None) > soft(10_000, 0, None));
        assert!(soft(10_000, 0, Some(2)) > soft(10_000, 0, Some(20)));
        // Early moves get more time only with increment and without a time control.
        assert!(soft(10_000, 100, None) > soft(10_000, 100, Some(40)));
        assert_eq!(soft(10_000, 0, None), soft(10_000, 0, Some(40)));
    }

    #[test]
    fn a_fixed_time_and_a_clock_both_limit_the_search() {
        let overhead = Duration::from_millis(10);
        let both = Limits {
            clocks: [Some(Duration::from_secs(60)), None],
            move_time: Some(Duration::from_millis(100)),
            ..Limits::default()
        };
        let time = TimeLimits::new(&both, Color::White, overhead);
        assert_eq!(time.hard, Some(Duration::from_millis(97)));
        let black = TimeLimits::new(&both, Color::Black, overhead);
        assert_eq!(
            (black.soft, black.hard, black.min_answer_time),
            (None, time.hard, Duration::ZERO)
        );
        let min_answer_time = time.at_human_pace(75).min_answer_time;
        assert_eq!(min_answer_time, Duration::from_millis(97) * 75 / 100);
        assert!(!black.soft_limit_passed(Duration::from_millis(96), &IterationStats::default()));
    }

    #[test]
    fn a_fixed_time_is_not_reduced_by_the_overhead() {
        for (time, hard) in [(300, 297), (10, 7), (4, 1), (3, 1), (0, 1)] {
            let fixed = Limits::move_time(Duration::from_millis(time));
            let limits = TimeLimits::new(&fixed, Color::White, Duration::from_secs(1));
            assert_eq!(limits.hard, Some(Duration::from_millis(hard)), "{time}");
            assert_eq!(limits.soft, None);
        }
    }
}
