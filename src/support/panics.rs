//! Catches panics at thread boundaries, so that a bug does not lose the game.
//!
//! The panic hook writes the message to the log; see [`log_panics`].

use std::backtrace::{Backtrace, BacktraceStatus};
use std::panic::{self, AssertUnwindSafe};
use std::thread;

/// End of the error messages about a panic.
pub const A_BUG: &str = "a bug in ferz (see the log)";

/// Returns the result of `work`, or `None` if it panicked.
///
/// After a panic, the data that `work` was changing may be inconsistent. The caller must replace
/// it, or use only the parts that are valid at any time.
///
/// ```
/// use ferz::support::panics;
/// assert_eq!(panics::caught(|| 2 + 2), Some(4));
/// let none: Vec<u8> = Vec::new();
/// assert_eq!(panics::caught(|| none[0]), None);
/// ```
pub fn caught<T>(work: impl FnOnce() -> T) -> Option<T> {
    panic::catch_unwind(AssertUnwindSafe(work)).ok()
}

/// Sets a panic hook that writes each panic to the log, with its location and its thread.
pub fn log_panics() {
    panic::set_hook(Box::new(|panic| {
        let thread = thread::current();
        let name = thread.name().unwrap_or("(unnamed)");
        let backtrace = Backtrace::capture();
        match backtrace.status() {
            BacktraceStatus::Captured => log::error!("thread {name}: {panic}\n{backtrace}"),
            _ => log::error!("thread {name}: {panic} (set RUST_BACKTRACE=1 for a backtrace)"),
        }
    }));
}
