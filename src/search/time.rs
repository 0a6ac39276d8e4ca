//! How long to think about a move.
//!
//! Two limits come out of the clock: a *soft* one, behind which no new iteration starts,
//! and a *hard* one, at which the search stops wherever it is. Both leave the move overhead,
//! the time that a move needs on its way to the clock. A fixed time for the move is a hard limit
//! without overhead. The soft one is what a usual move gets: one that is clear gets less, and one
//! that is not gets more, as its [`Progress`] tells.
//! See <https://www.chessprogramming.org/Time_Management>.

use std::time::Duration;

use super::limits::{Clock, Limits};
use super::params::{
    best_move_share_even, best_move_share_weight, hard_limit_factor, hard_limit_percent,
    increment_percent, moves_to_plan_for, next_iteration_percent, score_fall_max, score_fall_time,
    score_rise_max, unstable_move_time, unstable_move_time_step,
};
use crate::chess::{Color, Move};
use crate::score::Score;

/// A search on a clock is given this much, however little is left on it.
const SHORTEST: Duration = Duration::from_millis(1);

/// A fixed time for a move ends this much early, for the move is to be printed within it.
const MOVE_TIME_MARGIN: Duration = Duration::from_millis(3);

/// The last move before a time control may use this part of the clock, in percent: more
/// time will come behind it.
const LAST_MOVE_PERCENT: i32 = 90;

/// When to stop, counted from when the clock started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeLimits {
    /// No iteration starts later, if the search goes as usual.
    pub soft: Option<Duration>,
    /// The search stops at once.
    pub hard: Option<Duration>,
}

impl TimeLimits {
    /// The limits that the clock of `side` and a fixed time for the move set together. The
    /// overhead is taken from the clock alone.
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
            let time = time.saturating_sub(MOVE_TIME_MARGIN).max(SHORTEST);
            this.hard = Some(this.hard.map_or(time, |hard| hard.min(time)));
        }
        this
    }

    /// Whether it is too late to begin another iteration, as the search has gone so far.
    #[must_use]
    pub fn is_late(&self, elapsed: Duration, progress: &Progress) -> bool {
        self.soft
            .is_some_and(|soft| elapsed >= percent(soft, progress.time_percent()))
    }

    /// Whether the search must stop.
    #[must_use]
    pub fn is_over(&self, elapsed: Duration) -> bool {
        self.hard.is_some_and(|hard| elapsed >= hard)
    }
}

/// Soft and hard limit for a move on a clock.
fn plan(clock: Clock, moves_to_go: Option<u32>, overhead: Duration) -> (Duration, Duration) {
    let most_moves = moves_to_plan_for() as u32;
    let moves = moves_to_go.map_or(most_moves, |n| n.clamp(1, most_moves));
    let left = clock.time.saturating_sub(overhead);
    // Each move brings an increment, but the last one before the time control for nothing;
    // and each costs the overhead.
    let income = percent(clock.increment, increment_percent()) * (moves - 1);
    let planned = (left + income).saturating_sub(overhead * (moves - 1)) / moves;
    let most = if moves == 1 {
        percent(left, LAST_MOVE_PERCENT)
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
    time * percent.max(0) as u32 / 100
}

/// How a search has gone, iteration by iteration: whether its best move is clear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The best move of the last iteration.
    best: Option<Move>,
    /// How many iterations in succession agreed with the one before on the best move.
    stable_for: i32,
    /// A mean of the scores, in which the later ones weigh more.
    mean: Score,
    /// By how much the last score is below that mean.
    fall: Score,
    /// What part of all nodes went into the best move, in percent.
    best_share: i32,
}

impl Progress {
    /// Enters an iteration: its best move, the score, and what part of this search's nodes
    /// the move has taken so far, in percent.
    pub fn update(&mut self, best: Move, score: Score, best_share: i32) {
        /// More than this is won, or lost, and differences mean nothing.
        const DECIDED: Score = 1_000;
        let score = score.clamp(-DECIDED, DECIDED);
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

    /// What part of the usual time the move should get, in percent.
    #[must_use]
    pub fn time_percent(&self) -> i32 {
        if self.best.is_none() {
            return 100;
        }
        // A best move that changes may change again.
        const STABLE: i32 = 8;
        let stability =
            unstable_move_time() - unstable_move_time_step() * self.stable_for.min(STABLE);
        // A score that falls calls for another move.
        let trend =
            100 + (self.fall * score_fall_time() / 10).clamp(-score_rise_max(), score_fall_max());
        // A move whose rivals are all refuted at little cost needs no more proof.
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
    fn a_game_of_any_length_is_played_to_its_end_where_half_the_overhead_is_lost_each_move() {
        for (time, increment) in [(1_000, 10), (2_000, 20), (10_000, 100), (500, 8)] {
            let mut clock: u64 = time;
            for mv in 0..300 {
                // Every move takes all that it may.
                let hard = limits(clock, increment, None).hard.expect("a clock");
                let spent = hard.as_millis() as u64 + 5;
                assert!(spent <= clock, "{time}+{increment}: move {mv}");
                clock = clock - spent + increment;
            }
        }
    }

    #[test]
    fn a_clear_move_gets_less_time_and_a_doubtful_one_more() {
        let mv = |to| Move::new(Square::E2, to, MoveKind::Quiet);
        let (usual, rival) = (mv(Square::E3), mv(Square::E4));
        let time = |iterations: &[(Move, Score, i32)]| {
            let mut progress = Progress::default();
            for &(best, score, share) in iterations {
                progress.update(best, score, share);
            }
            progress.time_percent()
        };
        let steady = time(&[(usual, 20, 50); 10]);
        assert!((60..=110).contains(&steady), "{steady}");
        let mut iterations = [(usual, 20, 50); 10];
        iterations[9] = (rival, 20, 50);
        assert!(time(&iterations) > steady, "the best move has changed");
        iterations[9] = (usual, -40, 50);
        assert!(time(&iterations) > steady, "the score has fallen");
        iterations[9] = (usual, 80, 50);
        assert!(time(&iterations) < steady, "the score has risen");
        iterations[9] = (usual, 20, 95);
        assert!(
            time(&iterations) < steady,
            "all others were refuted at once"
        );
        iterations[9] = (usual, 20, 15);
        assert!(time(&iterations) > steady, "the others were hard to refute");
    }

    #[test]
    fn progress_changes_the_soft_limit_and_not_the_hard_one() {
        let time = limits(10_000, 0, None);
        let (soft, hard) = (time.soft.expect("a clock"), time.hard.expect("a clock"));
        let mut progress = Progress::default();
        assert!(time.is_late(soft, &progress) && !time.is_late(soft / 2, &progress));
        for _ in 0..20 {
            let mv = Move::new(Square::E2, Square::E3, MoveKind::Quiet);
            progress.update(mv, 0, 99);
        }
        assert!(time.is_late(soft / 2, &progress));
        assert!(time.is_over(hard) && !time.is_over(soft));
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
        assert_eq!(time.hard, Some(Duration::from_millis(97)));
        let black = TimeLimits::new(&both, Color::Black, overhead);
        assert_eq!(
            black,
            TimeLimits {
                soft: None,
                hard: Some(Duration::from_millis(97))
            }
        );
        assert!(!black.is_late(Duration::from_millis(96), &Progress::default()));
        assert!(black.is_over(Duration::from_millis(97)));
    }

    #[test]
    fn the_overhead_is_not_taken_from_a_fixed_time() {
        let fixed = |millis| Limits {
            move_time: Some(Duration::from_millis(millis)),
            ..Limits::default()
        };
        for (time, hard) in [(300, 297), (10, 7), (4, 1), (3, 1), (0, 1)] {
            let overhead = Duration::from_secs(1);
            let limits = TimeLimits::new(&fixed(time), Color::White, overhead);
            assert_eq!(limits.hard, Some(Duration::from_millis(hard)), "{time}");
            assert_eq!(limits.soft, None);
        }
    }
}
