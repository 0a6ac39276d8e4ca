//! A progress bar on standard error, which disappears at the end. If standard error is not a
//! terminal, a line every 20 seconds, so that the log of a script shows that a long run continues.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use console::{Term, truncate_str};
use crossbeam_channel::{RecvTimeoutError, Sender};

use super::print_error;
use crate::support::threads::end_signal;

/// Interval at which the bar is drawn.
const TICK: Duration = Duration::from_millis(100);

/// Interval of the lines without a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(20);

/// A progress bar with the work done, the total, the time taken and the time left.
pub struct ProgressBar {
    progress: Arc<Mutex<Progress>>,
    /// Its drop ends the thread that draws.
    _end: Sender<()>,
}

/// What the bar shows.
struct Progress {
    unit: String,
    done: u64,
    total: u64,
    /// Whether the bar is on the terminal.
    is_drawn: bool,
    has_ended: bool,
}

impl ProgressBar {
    /// Creates an empty bar. `unit` is the unit of the work, in the plural.
    pub fn new(unit: impl Into<String>) -> Self {
        let progress = Arc::new(Mutex::new(Progress {
            unit: unit.into(),
            done: 0,
            total: 0,
            is_drawn: false,
            has_ended: false,
        }));
        let (end, ended) = end_signal();
        let shown = progress.clone();
        let draw = move || {
            let (started, terminal) = (Instant::now(), Term::stderr());
            let interval = if terminal.is_term() {
                TICK
            } else {
                LINE_INTERVAL
            };
            while ended.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
                locked(&shown).draw(started.elapsed(), &terminal);
            }
        };
        let thread = thread::Builder::new().name("progress".to_owned());
        if let Err(error) = thread.spawn(draw) {
            log::warn!("no progress bar: {error}");
        }
        Self {
            progress,
            _end: end,
        }
    }

    /// Sets the unit of the work.
    pub fn set_unit(&self, unit: impl Into<String>) {
        locked(&self.progress).unit = unit.into();
    }

    /// Shows the work done and the total. May be called on any thread.
    pub fn show(&self, done: u64, total: u64) {
        let mut progress = locked(&self.progress);
        (progress.done, progress.total) = (done, total);
    }

    /// Runs `print` with the bar hidden, because both may write to the same terminal.
    pub fn aside<R>(&self, print: impl FnOnce() -> R) -> R {
        let mut progress = locked(&self.progress);
        progress.hide();
        print()
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        let mut progress = locked(&self.progress);
        progress.hide();
        progress.has_ended = true;
    }
}

impl Progress {
    /// Draws the bar, or prints a line if standard error is not a terminal.
    fn draw(&mut self, elapsed: Duration, terminal: &Term) {
        if self.has_ended || self.total == 0 {
            return;
        }
        if terminal.is_term() {
            let width = usize::from(terminal.size().1).saturating_sub(1);
            self.is_drawn = true;
            write(&format!("\r{}\u{1b}[K", self.bar(elapsed, width)));
        } else {
            let (done, total, unit) = (self.done, self.total, &self.unit);
            let seconds = elapsed.as_secs_f64();
            print_error(format_args!("{done} of {total} {unit}, {seconds:.0} s"));
        }
    }

    fn hide(&mut self) {
        if std::mem::take(&mut self.is_drawn) {
            write("\r\u{1b}[K");
        }
    }

    /// Returns the bar and the numbers after it. It is in ASCII, because not every terminal shows
    /// blocks.
    fn bar(&self, elapsed: Duration, width: usize) -> String {
        let (done, total, unit) = (self.done, self.total, &self.unit);
        let share = (done as f64 / total as f64).min(1.0);
        let left = match done {
            0 => Duration::ZERO,
            _ => elapsed.mul_f64(1.0 / share - 1.0),
        };
        let text = format!(
            " {done}/{total} {unit}, {}, {} left",
            rounded(elapsed),
            rounded(left)
        );
        let room = width.saturating_sub(text.len());
        let filled = "#".repeat((share * room as f64).ceil() as usize);
        truncate_str(&format!("{filled:.<room$}{text}"), width, "").into_owned()
    }
}

/// Returns a time in its largest unit of which there are at least one and a half.
fn rounded(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (unit, name) = match seconds {
        ..90.0 => (1.0, 's'),
        ..5400.0 => (60.0, 'm'),
        ..129_600.0 => (3600.0, 'h'),
        _ => (86_400.0, 'd'),
    };
    format!("{:.0}{name}", seconds / unit)
}

/// Writes to standard error. The work goes on if that fails.
fn write(text: &str) {
    let _: io::Result<()> = io::stderr().write_all(text.as_bytes());
}

/// Locks the progress, which is valid even if [`ProgressBar::aside`] panicked with the lock.
fn locked(progress: &Mutex<Progress>) -> MutexGuard<'_, Progress> {
    progress.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_shows_the_work_done_and_the_time_left() {
        let bar = |done, seconds, width| {
            let progress = Progress {
                unit: "parts".to_owned(),
                done,
                total: 8,
                is_drawn: false,
                has_ended: false,
            };
            progress.bar(Duration::from_secs(seconds), width)
        };
        assert_eq!(bar(0, 1, 35), "............ 0/8 parts, 1s, 0s left");
        assert_eq!(bar(2, 120, 35), "###......... 2/8 parts, 2m, 6m left");
        assert_eq!(bar(8, 7200, 35), "############ 8/8 parts, 2h, 0s left");
        assert_eq!(bar(8, 7200, 10), " 8/8 parts");
    }
}
