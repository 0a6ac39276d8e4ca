//! A progress bar on standard error, if that is a terminal. It disappears at the end.
//! See <https://docs.rs/indicatif>.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use ferz::tools::self_play::GAMES_PER_PAIR;
use indicatif::ProgressStyle;

use super::{ExitStatus, print_error};

/// Interval at which the times on the bar are updated.
const TICK: Duration = Duration::from_millis(250);

/// A progress bar with the work done, the total, the time taken and the time left.
pub struct ProgressBar(indicatif::ProgressBar);

impl ProgressBar {
    /// Creates an empty bar. `unit` is the unit of the work, in the plural.
    pub fn new(unit: impl Into<Cow<'static, str>>) -> Self {
        const TEMPLATE: &str = "{wide_bar} {pos}/{len} {msg}, {elapsed}, {eta} left";
        let bar = indicatif::ProgressBar::no_length().with_message(unit);
        // Without a terminal, the bar is hidden.
        if !bar.is_hidden() {
            let style = ProgressStyle::with_template(TEMPLATE).expect("the template is valid");
            // In ASCII, because not every terminal shows blocks.
            bar.set_style(style.progress_chars("##."));
            bar.enable_steady_tick(TICK);
        }
        Self(bar)
    }

    /// Sets the unit of the work.
    pub fn set_unit(&self, unit: impl Into<Cow<'static, str>>) {
        self.0.set_message(unit);
    }

    /// Shows the work done and the total. May be called on any thread.
    pub fn show(&self, done: u64, total: u64) {
        self.0.set_length(total);
        self.0.set_position(done);
    }

    /// Runs `print` with the bar hidden, because both may write to the same terminal.
    pub fn aside<R>(&self, print: impl FnOnce() -> R) -> R {
        self.0.suspend(print)
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
        self.0.finish_and_clear();
    }
}
