//! Flags that end a computation from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Returns whether a stop flag is set.
///
/// WebAssembly has one thread, so the flag can change only while that thread yields to its host.
pub fn is_set(stop: &AtomicBool) -> bool {
    if cfg!(target_family = "wasm") {
        thread::yield_now();
    }
    stop.load(Ordering::Acquire)
}
