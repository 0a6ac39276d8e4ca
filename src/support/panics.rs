//! What is done about a panic, which is always a bug of ours: it ends where its thread began,
//! and the game goes on.
//!
//! The panic hook, which the program sets, writes what happened to the log; here it is only
//! kept from spreading. See <https://doc.rust-lang.org/std/panic/fn.catch_unwind.html>.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::panic::{self, AssertUnwindSafe};
use std::thread;

/// What users are told of a panic, behind what it befell.
pub const A_BUG: &str = "a bug of ferz, which its log tells of";

/// What `work` comes to; `None` if it panicked.
///
/// Whatever it had in its hands may be half done then. The caller makes that anew, or uses
/// of it only what is right whenever it is looked at.
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

/// Has each panic written to the log, with its place and the thread, before it spreads.
pub fn log_panics() {
    panic::set_hook(Box::new(|panic| {
        let thread = thread::current();
        let name = thread.name().unwrap_or("without a name");
        let backtrace = Backtrace::capture();
        match backtrace.status() {
            BacktraceStatus::Captured => log::error!("thread {name}: {panic}\n{backtrace}"),
            _ => log::error!("thread {name}: {panic} (for more, set RUST_BACKTRACE=1)"),
        }
    }));
}
