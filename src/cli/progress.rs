//! How far a long count is: a bar on standard error, where that is a terminal.
//!
//! It is gone when the count ends, and never touches standard output.
//! See <https://docs.rs/indicatif>.

use std::borrow::Cow;
use std::time::Duration;

use indicatif::ProgressStyle;

/// How often the times are brought up to date, even where nothing is done in between.
const TICK: Duration = Duration::from_millis(250);

/// A bar that shows what is done of all that is to do, the time taken and the time left.
pub struct ProgressBar(indicatif::ProgressBar);

impl ProgressBar {
    /// A bar at its start; `unit` is what it counts, in the plural.
    pub fn new(unit: impl Into<Cow<'static, str>>) -> Self {
        const TEMPLATE: &str = "{wide_bar} {pos}/{len} {msg}, {elapsed}, {eta} left";
        let bar = indicatif::ProgressBar::no_length().with_message(unit);
        // Without a terminal there is nothing to keep up to date.
        if !bar.is_hidden() {
            bar.set_style(ProgressStyle::with_template(TEMPLATE).expect("the template is valid"));
            bar.enable_steady_tick(TICK);
        }
        Self(bar)
    }

    /// Counts something else from now on.
    pub fn count(&self, unit: impl Into<Cow<'static, str>>) {
        self.0.set_message(unit);
    }

    /// Shows that so much is done of so much; called by any thread.
    pub fn show(&self, done: u64, total: u64) {
        self.0.set_length(total);
        self.0.set_position(done);
    }

    /// Takes the bar away while something is printed, which may go to the same terminal.
    pub fn aside<R>(&self, print: impl FnOnce() -> R) -> R {
        self.0.suspend(print)
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
