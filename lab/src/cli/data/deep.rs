//! `ferz data --deep …`: labels positions with long searches.

use std::path::Path;

use crate::training_data::{RecordFile, TrainingDataError, label_deeply};

use super::arguments::Arguments;
use super::report::print_report;
use crate::cli::output::check_outputs;
use crate::cli::progress::ProgressBar;
use crate::cli::{ExitStatus, stop_flag};

/// Labels the first `count` positions of a file.
///
/// # Errors
///
/// Returns an error if a file cannot be read or written, or is malformed.
pub fn run(arguments: &Arguments, out: &Path, count: usize) -> Result<ExitStatus, String> {
    let [file] = &arguments.files[..] else {
        let found = arguments.files.len();
        return Err(format!("--deep: found {found} files; expected one"));
    };
    check_outputs(&arguments.files, &[("--out", out)])?;
    let to_message = |error: TrainingDataError| error.to_string();
    let input = RecordFile::open(file).map_err(to_message)?;
    let total = count.min(input.records().len()) as u64;
    let (stop, bar) = (stop_flag(), ProgressBar::new("positions"));
    let mut show = |done| bar.show(done, total);
    let (nodes, threads) = (arguments.nodes, arguments.threads.number());
    let report = label_deeply(&input, out, count, nodes, threads, &stop, &mut show);
    let report = report.map_err(to_message)?;
    drop(bar);
    print_report(report.as_ref())
}
