//! Helpers that several subcommands of the lab use.

use std::fmt::Display;
use std::fs;
use std::io::{self, Read, Write};
use std::ops::{ControlFlow, RangeInclusive};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use anyhow::{Error, Result, anyhow};
use ferz::cli::input::is_standard;
use ferz::cli::output::write;
use ferz::support::files::open_regular;
use ferz::support::memory;
use ferz::support::quote::Named;
use ferz::support::threads::{TooFewThreads, end_signal, spawn};
use ferz::support::work_queue::map_in_order;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Returns a parser of numbers in `range`, fractions included.
pub fn decimal<T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let found = text.parse().ok().filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        found.ok_or_else(|| format!("expected a number from {least} to {most}"))
    }
}

/// Parses a positive number.
pub fn positive<T: FromStr + Copy + Into<f64>>(text: &str) -> Result<T, String> {
    let is_positive = |number: f64| number > 0.0 && number.is_finite();
    let found = text.parse::<T>().ok();
    let found = found.filter(|&number| is_positive(number.into()));
    found.ok_or_else(|| "expected a number above 0".to_owned())
}

/// Returns a flag that Ctrl-C and SIGTERM set.
pub fn stop_flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        if let Err(error) = flag::register(signal, stop.clone()) {
            log::warn!("signal {signal} may leave an incomplete file: {error}");
        }
    }
    stop
}

/// Returns the size of a file in bytes, for a progress bar; 0 if the file cannot be read, which is
/// an error of its reader.
pub fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |found| found.len())
}

/// Returns a function that adds the name of the file to an error of reading it.
pub fn cannot_read(file: &Path) -> impl Fn(io::Error) -> Error {
    move |error| anyhow!("cannot read {}: {error}", Named(file))
}

/// Returns a function that adds the name of the file to an error of writing it.
pub fn cannot_write(file: &Path) -> impl Fn(io::Error) -> Error {
    move |error| anyhow!("cannot write {}: {error}", Named(file))
}

/// Reads a file from which a run is continued. Returns `None` if it does not exist.
pub fn read_if_exists(path: &Path) -> Result<Option<Vec<u8>>> {
    match open_regular(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        file => {
            let mut bytes = Vec::new();
            let read = file.and_then(|mut file| file.read_to_end(&mut bytes));
            read.map_err(cannot_read(path))?;
            Ok(Some(bytes))
        }
    }
}

/// Returns the name of a file without its folder.
pub fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Checks that standard input occurs at most once in a list of files, because it can be read only
/// once.
pub fn check_standard_input_once(files: &[PathBuf]) -> Result<(), String> {
    match files.iter().filter(|file| is_standard(file)).count() {
        0 | 1 => Ok(()),
        times => Err(format!(
            "found \"-\" {times} times among the files; expected standard input once"
        )),
    }
}

/// Prints a line to standard error. A failed write is ignored, so that it does not stop a training.
pub fn report(text: impl Display) {
    let _: io::Result<()> = writeln!(io::stderr(), "{text}");
}

/// Writes an output, if the user has named a file for it.
pub fn write_given<B: AsRef<[u8]>>(file: Option<&Path>, bytes: impl FnOnce() -> B) -> Result<()> {
    let written = file.map_or(Ok(()), |file| write(file, bytes().as_ref()));
    written.map_err(Error::msg)
}

/// Tests whether the system provides `asked` threads of [`on_threads`] at once, by starting and
/// ending them.
pub fn check_threads(asked: usize) -> Result<(), TooFewThreads> {
    /// Default size of a stack, in bytes.
    const STACK_BYTES: usize = 2 << 20;
    /// Memory that the work allocates on each thread, in bytes.
    const HEAP_BYTES: usize = 1 << 20;
    let refused = |started| TooFewThreads { asked, started };
    let fit = memory::available() / HEAP_BYTES;
    if fit < asked {
        return Err(refused(fit));
    }
    // The threads wait until the sender is dropped.
    let (end, ended) = end_signal();
    let mut threads = Vec::new();
    let result = (0..asked).try_for_each(|started| {
        let ended = ended.clone();
        // The stack includes the heap, so that the address space must have room for both.
        let thread = spawn("test", STACK_BYTES + HEAP_BYTES, move || {
            ended.recv().is_err()
        });
        threads.push(thread.ok_or(refused(started))?);
        Ok(())
    });
    drop(end);
    for thread in threads {
        // The thread only waits, so it cannot panic.
        let _: thread::Result<bool> = thread.join();
    }
    result
}

/// Does the work of each part, on as many threads as there are parts, and returns the results in
/// the order of the parts. If the system refuses a thread, the others do its work. A long run
/// should call [`check_threads`] first, so that the user learns of it.
pub fn on_threads<P: Send, R: Send>(
    parts: impl IntoIterator<Item = P, IntoIter: ExactSizeIterator + Send>,
    work: impl Fn(P) -> R + Sync,
) -> Vec<R> {
    let parts = parts.into_iter();
    let (workers, mut results) = (vec![(); parts.len()], Vec::with_capacity(parts.len()));
    map_in_order(
        parts,
        workers,
        |(), part| Some(work(part)),
        |result| {
            results.push(result);
            ControlFlow::Continue(())
        },
    );
    results
}

/// Adds each of these numbers to the sum in the same place.
pub fn add_counts(sums: &mut [u64], more: &[u64]) {
    sums.iter_mut().zip(more).for_each(|(sum, n)| *sum += n);
}
