//! Helpers that several subcommands of the lab use.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Error, Result};
use ferz::cli::input::is_standard;
use ferz::cli::output::write;

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

/// Returns a flag that Ctrl-C sets.
pub fn stop_flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let handler = {
        let stop = stop.clone();
        move || stop.store(true, Ordering::Relaxed)
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        log::warn!("Ctrl-C may leave an incomplete file: {error}");
    }
    stop
}

/// Returns the size of a file in bytes, for a progress bar; 0 if the file cannot be read, which is an
/// error of its reader.
pub fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |found| found.len())
}

/// Returns the name of a file without its folder.
pub fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Checks that standard input occurs at most once in a list of files, because it can be read only
/// once.
pub fn check_once(files: &[PathBuf]) -> Result<(), String> {
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

/// Does the work of each part on a thread of its own, the first one on this thread, and returns the
/// results in the order of the parts.
pub fn on_threads<P: Send, R: Send>(
    parts: impl IntoIterator<Item = P>,
    work: impl Fn(P) -> R + Sync,
) -> Vec<R> {
    let (mut parts, work) = (parts.into_iter(), &work);
    let first = parts.next();
    thread::scope(|scope| {
        let workers: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
        let first: Vec<R> = first.map(work).into_iter().collect();
        let others = workers
            .into_iter()
            .map(|worker| worker.join().expect("the work does not panic"));
        first.into_iter().chain(others).collect()
    })
}

/// Adds each of these numbers to the sum in the same place.
pub fn add_counts(sums: &mut [u64], more: &[u64]) {
    sums.iter_mut().zip(more).for_each(|(sum, n)| *sum += n);
}
