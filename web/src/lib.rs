//! ferz in a browser: the program as WebAssembly, for the worker in `page/ferz.js`.
//!
//! The worker exchanges lines with this library through standard input and output of WASI: UCI as
//! the program speaks it (`session`), and requests of the page in JSON (`requests`). There is
//! one thread. While it computes, it yields to the worker whenever a stop flag is read, and the
//! worker then calls [`hear`] with the lines that have arrived.

#![allow(unsafe_code, reason = "exports functions to the host")]

mod compare;
mod requests;
mod session;
mod setup;

/// Executes the lines that have arrived, and those that arrive until it has ended. Calls
/// `sched_yield` and `poll_oneoff` of WASI, in which the host may let time pass.
// SAFETY: nothing else has this name.
#[unsafe(no_mangle)]
pub extern "C" fn run() {
    session::run();
}

/// Takes the lines that have arrived while [`run`] is suspended in the host. It executes what
/// cannot wait, such as `stop`, and does not suspend.
// SAFETY: nothing else has this name.
#[unsafe(no_mangle)]
pub extern "C" fn hear() {
    session::hear();
}
