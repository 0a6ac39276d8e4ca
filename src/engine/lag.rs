//! Estimates communication lag from the clocks that the GUI reports.
//!
//! The option `Move Overhead` is the lag to expect. On a busy machine or a slow network, more is
//! lost than that; and where more is lost than a move brings, the game is lost on time in the
//! end, however little time is used. But from one move to the next, a clock that goes down by
//! more than the search took shows it. One process may play both sides, so each has its own
//! estimate. See <https://www.chessprogramming.org/Time_Management>.

use std::time::Duration;

use crate::chess::Color;
use crate::search::limits::Clock;

/// A greater difference is no lag, but another game, or a clock that was set.
const MAX: Duration = Duration::from_millis(100);

/// The lag of each side's moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lag {
    /// By color.
    sides: [SideLag; 2],
    /// The side that the last search was for.
    last: Option<Color>,
}

/// The lag of one side's moves.
#[derive(Clone, Copy, Debug, Default)]
struct SideLag {
    /// The clock at the start of this side's last search, if it was on a clock.
    before: Option<Clock>,
    /// What that search took of the clock, if it took any.
    thought: Option<Duration>,
    /// The greatest lag of late: it decays as later moves lose less.
    worst: Duration,
}

impl Lag {
    /// The lag to expect on a search for `side` with this clock, if it has one. `thought` is
    /// what the last search, of either side, took of its clock, if it took any.
    pub fn at(&mut self, side: Color, clock: Option<Clock>, thought: Option<Duration>) -> Duration {
        if let Some(last) = self.last.replace(side) {
            self.sides[last.index()].thought = thought;
        }
        self.sides[side.index()].at(clock)
    }
}

impl SideLag {
    fn at(&mut self, clock: Option<Clock>) -> Duration {
        if let (Some(before), Some(now), Some(thought)) = (self.before, clock, self.thought) {
            let expected = (before.time + before.increment).saturating_sub(thought);
            let lost = expected.saturating_sub(now.time).min(MAX);
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
    fn lag_is_what_a_clock_loses_beyond_the_search_and_it_decays() {
        let mut lag = Lag::default();
        assert_eq!(lag.at(Color::White, clock(500), None), millis(0));
        // 500 - 20 + 5 would be left.
        assert_eq!(
            lag.at(Color::White, clock(473), Some(millis(20))),
            millis(12)
        );
        assert_eq!(
            lag.at(Color::White, clock(468), Some(millis(10))),
            millis(12) * 7 / 8
        );
        for _ in 0..30 {
            lag.at(Color::White, clock(468), Some(millis(5)));
        }
        assert!(lag.at(Color::White, clock(468), Some(millis(5))) < millis(1));
    }

    #[test]
    fn what_is_no_lag_is_not_taken_for_lag() {
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
            assert_eq!(lag.at(Color::White, clock, thought), millis(0), "{time:?}");
        }
        assert_eq!(lag.at(Color::White, clock(1), Some(millis(10))), millis(24));
        // It is the clock's: a search without one has its time to itself.
        assert_eq!(lag.at(Color::White, None, Some(millis(10))), millis(0));
        assert_eq!(
            lag.at(Color::White, clock(100), Some(millis(10))),
            millis(24)
        );
        // Another game.
        lag.at(Color::White, clock(60_000), Some(millis(1)));
        assert_eq!(lag.at(Color::White, clock(1_000), Some(millis(1))), MAX);
    }

    #[test]
    fn the_clock_of_one_side_tells_nothing_of_the_others_lag() {
        let mut lag = Lag::default();
        let [white, black] = [Color::White, Color::Black];
        assert_eq!(lag.at(white, clock(1_000), None), millis(0));
        // White's search took 10 ms.
        assert_eq!(lag.at(black, clock(800), Some(millis(10))), millis(0));
        // Black's took 20 ms, and White's clock has lost 3 ms: 1000 - 10 + 5 - 992.
        assert_eq!(lag.at(white, clock(992), Some(millis(20))), millis(3));
        assert_eq!(lag.at(black, clock(785), Some(millis(10))), millis(0));
        assert_eq!(
            lag.at(white, clock(987), Some(millis(10))),
            millis(3) * 7 / 8
        );
    }
}
