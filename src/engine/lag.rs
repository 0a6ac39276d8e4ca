//! What moves lose on their way to the clock and back, as the clocks of a game tell.
//!
//! The option `Move Overhead` says what to reckon with. Where the machine is busy, or the way is
//! long, more is lost than that; and where more is lost than a move brings, a game is lost on
//! time in the end, however little is thought. But from one move to the next, a clock that goes
//! down by more than was thought shows it. See
//! <https://www.chessprogramming.org/Time_Management>.

use std::time::Duration;

use crate::search::limits::Clock;

/// More is no lag, but another game, or a clock that was set.
const MOST: Duration = Duration::from_millis(100);

/// What was lost on the last moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lag {
    /// The clock at the start of the last search, if it was on a clock.
    before: Option<Clock>,
    /// The worst of late: less and less of it, as moves lose less.
    worst: Duration,
}

impl Lag {
    /// What to reckon with on a search with this clock, if it has one, behind one that took
    /// so much time, if it took any.
    pub fn at(&mut self, clock: Option<Clock>, thought: Option<Duration>) -> Duration {
        if let (Some(before), Some(now), Some(thought)) = (self.before, clock, thought) {
            let expected = (before.time + before.increment).saturating_sub(thought);
            let lost = expected.saturating_sub(now.time).min(MOST);
            self.worst = lost.max(self.worst * 7 / 8);
        }
        self.before = clock;
        clock.map_or(Duration::ZERO, |_| self.worst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn clock(time: u64) -> Option<Clock> {
        Some(Clock {
            time: millis(time),
            increment: millis(5),
        })
    }

    #[test]
    fn what_a_clock_loses_beyond_what_was_thought_is_reckoned_with_and_forgotten_by_and_by() {
        let mut lag = Lag::default();
        assert_eq!(lag.at(clock(500), None), millis(0));
        // 500 - 20 + 5 would be left.
        assert_eq!(lag.at(clock(473), Some(millis(20))), millis(12));
        assert_eq!(lag.at(clock(468), Some(millis(10))), millis(12) * 7 / 8);
        for _ in 0..30 {
            lag.at(clock(468), Some(millis(5)));
        }
        assert!(lag.at(clock(468), Some(millis(5))) < millis(1));
    }

    #[test]
    fn what_no_clock_can_tell_is_not_taken_for_lag() {
        let mut lag = Lag::default();
        for (time, thought) in [
            (Some(500), None),
            // On the opponent's time, and a clock to which time was added.
            (Some(400), None),
            (Some(60_000), Some(millis(10))),
            // A search without a clock, and one behind it.
            (None, Some(millis(10))),
            (Some(30), Some(millis(10))),
        ] {
            let clock = time.and_then(clock);
            assert_eq!(lag.at(clock, thought), millis(0), "{time:?}");
        }
        assert_eq!(lag.at(clock(1), Some(millis(10))), millis(24));
        // It is the clock's: a search without one has its time to itself.
        assert_eq!(lag.at(None, Some(millis(10))), millis(0));
        assert_eq!(lag.at(clock(100), Some(millis(10))), millis(24));
        // Another game.
        lag.at(clock(60_000), Some(millis(1)));
        assert_eq!(lag.at(clock(1_000), Some(millis(1))), MOST);
    }
}
