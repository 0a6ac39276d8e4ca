//! Estimates communication lag from the clocks that the GUI reports.
//!
//! The option `Move Overhead` is the expected lag. On a busy machine or a slow network, the lag
//! can be greater. If it exceeds the increment, the engine eventually loses on time, even if it
//! uses hardly any time. The lag is measured on the clock: it is the part of the decrease from one
//! move to the next, without the increment, that exceeds the search time. A search thread that gets
//! no processor exceeds its hard limit, and this excess is lag, too. One process may play both
//! sides, so each side has its own estimate.

use std::time::Duration;

use crate::chess::Color;
use crate::search::limits::Clock;

/// Maximum lag. Greater differences are capped: they mean that another game began or a clock was
/// set.
const MAX_LAG: Duration = Duration::from_millis(100);

/// Estimates of the lag of both sides.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lag {
    /// Estimates, indexed by color.
    sides: [SideLag; 2],
    /// Side to move of the last search.
    last_side: Option<Color>,
    /// Hard limit of the last search.
    hard_limit: Option<Duration>,
}

/// Estimate of the lag of one side.
#[derive(Clone, Copy, Debug, Default)]
struct SideLag {
    /// Clock at the start of this side's last search; `None` if that had no clock.
    last_clock: Option<Clock>,
    /// Time that this side's last search took on the clock, at most its hard limit; `None` if it
    /// did not use the clock.
    used: Option<Duration>,
    /// Greatest recent lag. It decays by an eighth with each move whose lag is less.
    worst: Duration,
}

impl Lag {
    /// Updates the estimates at the start of a search for `side`, and returns the expected lag.
    /// Without a clock, the lag is 0. `used` is the time on the clock that the last search took,
    /// whichever side it was for.
    pub fn update(
        &mut self,
        side: Color,
        clock: Option<Clock>,
        used: Option<Duration>,
    ) -> Duration {
        if let Some(last) = self.last_side.replace(side) {
            let limit = self.hard_limit.take().unwrap_or(Duration::MAX);
            self.sides[last.index()].used = used.map(|used| used.min(limit));
        }
        self.sides[side.index()].update(clock)
    }

    /// Sets the hard limit of the search that now starts.
    pub const fn set_hard_limit(&mut self, limit: Option<Duration>) {
        self.hard_limit = limit;
    }
}

impl SideLag {
    /// Updates the estimate with the clock at the start of a search, and returns the expected lag.
    fn update(&mut self, clock: Option<Clock>) -> Duration {
        if let (Some(before), Some(now), Some(used)) = (self.last_clock, clock, self.used) {
            let expected = (before.time + before.increment).saturating_sub(used);
            let lost = expected.saturating_sub(now.time).min(MAX_LAG);
            self.worst = lost.max(self.worst * 7 / 8);
        }
        self.last_clock = clock;
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
        let [time, increment] = [time, 5].map(millis);
        Some(Clock { time, increment })
    }

    /// Starts a search for White with this time on its clock, after a search of `used`
    /// milliseconds. Returns the expected lag.
    fn white(lag: &mut Lag, time: u64, used: u64) -> Duration {
        lag.update(Color::White, clock(time), Some(millis(used)))
    }

    #[test]
    fn time_lost_beyond_the_search_is_lag_and_decays() {
        let mut lag = Lag::default();
        assert_eq!(lag.update(Color::White, clock(500), None), millis(0));
        // Without lag, 500 - 20 + 5 = 485 ms would be left.
        assert_eq!(white(&mut lag, 473, 20), millis(12));
        assert_eq!(white(&mut lag, 468, 10), millis(12) * 7 / 8);
        for _ in 0..30 {
            white(&mut lag, 468, 5);
        }
        assert!(white(&mut lag, 468, 5) < millis(1));
    }

    #[test]
    fn a_search_beyond_its_hard_limit_is_lag() {
        let mut lag = Lag::default();
        lag.update(Color::White, clock(500), None);
        lag.set_hard_limit(Some(millis(30)));
        // Without lag, 500 - 30 + 5 = 475 ms would be left.
        assert_eq!(white(&mut lag, 435, 70), millis(40));
        lag.set_hard_limit(Some(millis(30)));
        assert_eq!(white(&mut lag, 420, 20), millis(35));
        // The limit belongs to one search.
        assert_eq!(white(&mut lag, 370, 55), millis(35) * 7 / 8);
    }

    #[test]
    fn other_changes_of_the_clock_are_not_lag() {
        let mut lag = Lag::default();
        for (time, used) in [
            (Some(500), None),
            // After pondering, and with time added to the clock.
            (Some(400), None),
            (Some(60_000), Some(millis(10))),
            // A search without a clock, and the one after it.
            (None, Some(millis(10))),
            (Some(30), Some(millis(10))),
        ] {
            let clock = time.and_then(clock);
            assert_eq!(lag.update(Color::White, clock, used), millis(0), "{time:?}");
        }
        assert_eq!(white(&mut lag, 1, 10), millis(24));
        // A search without a clock has no lag.
        assert_eq!(lag.update(Color::White, None, Some(millis(10))), millis(0));
        assert_eq!(white(&mut lag, 100, 10), millis(24));
        // Another game.
        white(&mut lag, 60_000, 1);
        assert_eq!(white(&mut lag, 1_000, 1), MAX_LAG);
    }

    #[test]
    fn each_side_has_its_own_lag() {
        let mut lag = Lag::default();
        assert_eq!(lag.update(Color::White, clock(1_000), None), millis(0));
        // White's search took 10 ms.
        let black = |own: &mut Lag, time| own.update(Color::Black, clock(time), Some(millis(10)));
        assert_eq!(black(&mut lag, 800), millis(0));
        // Black's took 20 ms, and White's clock has lost 3 ms: 1000 - 10 + 5 - 992.
        assert_eq!(white(&mut lag, 992, 20), millis(3));
        assert_eq!(black(&mut lag, 785), millis(0));
        assert_eq!(white(&mut lag, 987, 10), millis(3) * 7 / 8);
    }
}
