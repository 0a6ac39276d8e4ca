//! A progress bar on standard error, if that is a terminal. It disappears at the end. Otherwise, a
//! line on standard error now and then, so that the log of a script shows that a long run
//! continues.
//! See <https://docs.rs/indicatif>.

use std::borrow::Cow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::ProgressStyle;

use super::print_error;

/// Interval at which the times on the bar are updated.
const TICK: Duration = Duration::from_millis(250);

/// Interval of the lines without a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(20);

/// A progress bar with the work done, the total, the time taken and the time left.
pub struct ProgressBar {
    bar: indicatif::ProgressBar,
    /// The lines that take the place of the bar without a terminal.
    lines: Option<Mutex<ProgressLines>>,
}

impl ProgressBar {
    /// Creates an empty bar. `unit` is the unit of the work, in the plural.
    pub fn new(unit: impl Into<Cow<'static, str>>) -> Self {
        const TEMPLATE: &str = "{wide_bar} {pos}/{len} {msg}, {elapsed}, {eta} left";
        let bar = indicatif::ProgressBar::no_length().with_message(unit);
        // Without a terminal, the bar is hidden.
        let mut lines = None;
        if bar.is_hidden() {
            lines = Some(Mutex::new(ProgressLines::new(Instant::now())));
        } else {
            let style = ProgressStyle::with_template(TEMPLATE).expect("the template is valid");
            // In ASCII, because not every terminal shows blocks.
            bar.set_style(style.progress_chars("##."));
            bar.enable_steady_tick(TICK);
        }
        Self { bar, lines }
    }

    /// Sets the unit of the work.
    pub fn set_unit(&self, unit: impl Into<Cow<'static, str>>) {
        self.bar.set_message(unit);
    }

    /// Shows the work done and the total. May be called on any thread.
    pub fn show(&self, done: u64, total: u64) {
        self.bar.set_length(total);
        self.bar.set_position(done);
        // After a panic with the lock, there are no more lines.
        if let Some(Ok(mut lines)) = self.lines.as_ref().map(Mutex::lock)
            && let Some(took) = lines.due(Instant::now())
        {
            let unit = self.bar.message();
            print_error(format_args!(
                "{done} of {total} {unit}, {:.0} s",
                took.as_secs_f64()
            ));
        }
    }

    /// Runs `print` with the bar hidden, because both may write to the same terminal.
    pub fn aside<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }
}

/// Decides when a line of progress is due.
struct ProgressLines {
    started: Instant,
    /// Time of the last line, or of the start.
    last: Instant,
}

impl ProgressLines {
    const fn new(started: Instant) -> Self {
        Self {
            started,
            last: started,
        }
    }

    /// Returns the time since the start if a line is due.
    fn due(&mut self, now: Instant) -> Option<Duration> {
        if now.saturating_duration_since(self.last) < LINE_INTERVAL {
            return None;
        }
        self.last = now;
        Some(now.saturating_duration_since(self.started))
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_due_after_each_interval() {
        let started = Instant::now();
        let mut lines = ProgressLines::new(started);
        let mut due = |seconds| {
            let took = lines.due(started + Duration::from_secs(seconds));
            took.map(|took| took.as_secs())
        };
        // Short runs print no line.
        assert_eq!(
            [1, 19, 20, 21, 39].map(&mut due),
            [None, None, Some(20), None, None]
        );
        assert_eq!([45, 64, 65].map(due), [Some(45), None, Some(65)]);
    }
}
