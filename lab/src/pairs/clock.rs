//! The limits of each move of a match: nodes, or a clock with an increment.

use std::str::FromStr;
use std::time::Duration;

use ferz::bench::opening::soft_limits;
use ferz::chess::Color;
use ferz::search::limits::Limits;

/// Maximum of a time, in seconds: a day.
const MAX_SECONDS: f64 = 86_400.0;

/// The limits of each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// Nodes after which a search starts no new iteration.
    SoftNodes(u64),
    /// A clock for each side.
    Clock {
        time: Duration,
        /// Time added after each move.
        increment: Duration,
    },
}

/// Parses a clock as `SECONDS+INCREMENT` or `SECONDS`.
impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let seconds = |text: &str| {
            let seconds = text.parse::<f64>().ok();
            let seconds = seconds.filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds));
            seconds.map(Duration::from_secs_f64)
        };
        let parts = text.split_once('+').unwrap_or((text, "0"));
        match (seconds(parts.0), seconds(parts.1)) {
            (Some(time), Some(increment)) if !time.is_zero() => Ok(Self::Clock { time, increment }),
            _ => Err("expected seconds and increment such as 10+0.1, up to 86400".to_owned()),
        }
    }
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    control: TimeControl,
    /// Remaining time by color.
    remaining: [Duration; 2],
}

impl Clocks {
    /// Starts the clocks of a game.
    pub fn new(control: TimeControl) -> Self {
        let time = match control {
            TimeControl::SoftNodes(_) => Duration::ZERO,
            TimeControl::Clock { time, .. } => time,
        };
        Self {
            control,
            remaining: [time; 2],
        }
    }

    /// Returns the limits of the next search.
    pub fn limits(&self) -> Limits {
        match self.control {
            TimeControl::SoftNodes(nodes) => soft_limits(nodes),
            TimeControl::Clock { increment, .. } => Limits {
                clocks: self.remaining.map(Some),
                increments: [increment; 2],
                ..Limits::default()
            },
        }
    }

    /// Subtracts the time of a move, and adds the increment. Returns `false` if the flag fell.
    pub fn press(&mut self, side: Color, used: Duration) -> bool {
        let TimeControl::Clock { increment, .. } = self.control else {
            return true;
        };
        let remaining = &mut self.remaining[side as usize];
        match remaining.checked_sub(used) {
            Some(left) => {
                *remaining = left + increment;
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_out() {
        let control = "1+0.5".parse().expect("a time control");
        let mut clocks = Clocks::new(control);
        assert!(clocks.press(Color::White, Duration::from_millis(600)));
        assert!(clocks.press(Color::White, Duration::from_millis(900)));
        assert!(!clocks.press(Color::White, Duration::from_millis(501)));
        assert!(clocks.press(Color::Black, Duration::from_secs(1)));
        let limits = clocks.limits();
        assert_eq!(limits.clocks[1], Some(Duration::from_millis(500)));
        assert!(Clocks::new(TimeControl::SoftNodes(5)).press(Color::White, Duration::MAX));
    }

    #[test]
    fn a_time_control_is_seconds_and_increment() {
        let clock = TimeControl::Clock {
            time: Duration::from_secs(10),
            increment: Duration::from_millis(100),
        };
        assert_eq!("10+0.1".parse(), Ok(clock));
    }

    #[test]
    fn malformed_time_controls_are_rejected() {
        for text in [
            "", "0", "-1", "1+-1", "1+1+1", "10+", "inf", "nan+1", "86401", "10s",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
