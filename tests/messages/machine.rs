//! Errors about memory and threads, and errors that end a UCI session.

use std::io;

use ferz::search::pool::PoolError;
use ferz::support::memory::OutOfMemory;
use ferz::support::threads::TooFewThreads;
use ferz::uci::RunError;

use crate::variants;

#[test]
fn missing_memory_and_threads_are_reported() {
    let memory = OutOfMemory { megabytes: 4096 };
    assert_eq!(
        memory.to_string(),
        "not enough memory for a hash table of 4096 MB"
    );
    let threads = TooFewThreads {
        asked: 8,
        started: 3,
    };
    let message = "cannot start 8 threads; the system provides only 3";
    assert_eq!(threads.to_string(), message);
    let errors = [PoolError::Table(memory), PoolError::Threads(threads)];
    assert_eq!(
        errors.map(|error| error.to_string()),
        [&memory.to_string(), message]
    );
    variants!(PoolError: Table Threads).assert_all_occur(&errors);
}

#[test]
fn errors_that_end_a_session_are_reported() {
    let reason = || io::Error::other("a reason");
    let errors = [
        (
            RunError::Pool(PoolError::Table(OutOfMemory { megabytes: 16 })),
            "not enough memory for a hash table of 16 MB",
        ),
        (
            RunError::NoThread(reason()),
            "cannot start a thread: a reason",
        ),
        (
            RunError::Panicked,
            "the engine thread panicked; this is a bug",
        ),
        (
            RunError::Output(reason()),
            "cannot write to standard output: a reason",
        ),
        (
            RunError::Input(reason()),
            "cannot read standard input: a reason",
        ),
    ];
    for (error, message) in &errors {
        assert_eq!(error.to_string(), *message);
    }
    variants!(RunError: Pool NoThread Panicked Output Input)
        .assert_all_occur(errors.iter().map(|(error, _)| error));
}
