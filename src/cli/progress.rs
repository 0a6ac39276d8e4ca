//! A progress bar on standard error, if that is a terminal. It disappears at the end. Otherwise, a
//! line on standard error now and then, so that the log of a script shows that a long run
//! continues.
//! See <https://docs.rs/indicatif>.

use std::borrow::Cow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use ferz::tools::self_play::GAMES_PER_PAIR;
use indicatif::ProgressStyle;

use super::{ExitStatus, print_error};

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

/// The progress of game pairs, with the speed since the start of the program.
pub struct PairProgress {
    bar: ProgressBar,
    started: Instant,
    /// Number of game pairs before this run.
    before: u64,
    total: u64,
}

impl PairProgress {
    /// Creates the progress of a run that begins after `before` of `total` game pairs.
    pub fn new(before: u64, total: u64) -> Self {
        Self {
            bar: ProgressBar::new("games"),
            started: Instant::now(),
            before,
            total,
        }
    }

    /// Returns the number of games played since the start, and the games per hour.
    fn speed(&self, pairs: u64) -> (u64, f64) {
        let games = GAMES_PER_PAIR * (pairs - self.before);
        let hours = self.started.elapsed().as_secs_f64() / 3600.0;
        (games, games as f64 / hours)
    }

    /// Shows the number of game pairs played, with those before this run. May be called on any
    /// thread.
    pub fn show(&self, pairs: u64) {
        self.bar
            .show(GAMES_PER_PAIR * pairs, GAMES_PER_PAIR * self.total);
        let (_, speed) = self.speed(pairs);
        self.bar.set_unit(format!("games, {speed:.0} per hour"));
    }

    /// Removes the bar, and returns the line that reports the speed.
    pub fn finish(self, pairs: u64) -> String {
        let (games, speed) = self.speed(pairs);
        let seconds = self.started.elapsed().as_secs_f64();
        format!("Played now: {games} games in {seconds:.1} s, {speed:.0} games per hour\n")
    }
}

/// Returns the exit status of a run that can be continued. If not all of its game pairs have been
/// played, reports that it was interrupted.
pub fn exit_status(pairs: u64, total: u64) -> ExitStatus {
    if pairs >= total {
        return ExitStatus::Success;
    }
    print_error(format_args!(
        "interrupted after {} of {} games; run the same command again to continue",
        GAMES_PER_PAIR * pairs,
        GAMES_PER_PAIR * total,
    ));
    ExitStatus::Interrupted
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
