//! Helpers that several subcommands of the lab use.

use std::fmt::Display;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ferz::cli::input::is_standard;

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

/// Adds each of these numbers to the sum in the same place.
pub fn add_counts(sums: &mut [u64], more: &[u64]) {
    sums.iter_mut().zip(more).for_each(|(sum, n)| *sum += n);
}
