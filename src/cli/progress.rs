//! A progress bar on standard error, if that is a terminal. It disappears at the end.
//! See <https://docs.rs/indicatif>.

use std::borrow::Cow;
use std::time::Duration;

use indicatif::ProgressStyle;

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

impl Drop for ProgressBar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
