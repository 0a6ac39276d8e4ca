//! `ferz-lab data --deep …`: labels positions with long searches.
//!
//! These labels have much smaller errors than those of the held-out positions, so the loss on them
//! shows more of the errors of a network itself.

use std::fmt;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Error, Result, bail};

use super::file::{Header, Part, RecordFile, RecordWriter};
use super::labels::expected_points;
use super::record::{Labels, Record};
use super::report::print_report;
use crate::support::stop_flag;
use ferz::chess::{InvalidPosition, Position};
use ferz::cli::ExitStatus;
use ferz::cli::output::check_outputs;
use ferz::cli::progress::ProgressBar;
use ferz::score::is_mate;
use ferz::search::limits::Limits;
use ferz::search::pool::STACK_BYTES;
use ferz::search::solo::Solo;
use ferz::support::memory::OutOfMemory;
use ferz::support::threads::TooFewThreads;
use ferz::support::work_queue::map_in_order_with_stack;

/// Default number of nodes of a search: 40 times the default of `ferz-lab datagen`.
pub(super) const DEEP_NODES: u64 = 200_000;

/// Size of the transposition table, in megabytes: enough for the default number of nodes.
const HASH_MEGABYTES: usize = 16;

/// The numbers of positions of a file of deep scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeepReport {
    pub written: u64,
    /// The number of positions left out because their score is a mate.
    pub mates: u64,
    /// The number of positions left out because they cannot be set up.
    pub invalid: u64,
}

impl fmt::Display for DeepReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Positions: {}; left out: ", self.written)?;
        writeln!(f, "{} mates, {} invalid", self.mates, self.invalid)
    }
}

/// Labels the first `count` positions of a file, and prints their number.
pub(super) fn run(
    files: &[PathBuf],
    out: &Path,
    count: usize,
    nodes: u64,
    threads: usize,
) -> Result<ExitStatus> {
    let [file] = files else {
        bail!("--deep: found {} files; expected one", files.len());
    };
    check_outputs(files, &[("--out", out)]).map_err(Error::msg)?;
    let input = RecordFile::open(file)?;
    let report = label_deeply(&input, out, count, nodes, threads, &stop_flag())?;
    print_report(report.as_ref())
}

/// Searches the first `count` positions of a file with `nodes` nodes each, and writes them with the
/// new scores. Positions whose score is a mate are left out. Shows the progress. Returns `None` if
/// `stop` was set; then nothing is written.
///
/// Records contain no castling rights and no en passant square, so the searched positions have
/// none. Each search starts with an empty transposition table, so its score depends only on the
/// position and `nodes`.
pub fn label_deeply(
    input: &RecordFile,
    output: &Path,
    count: usize,
    nodes: u64,
    threads: usize,
    stop: &Arc<AtomicBool>,
) -> Result<Option<DeepReport>> {
    input.expect_part(Part::HeldOut)?;
    input.verify(&mut |_| ())?;
    let records = &input.records()[..count.min(input.records().len())];
    let header = Header {
        part: Part::Deep,
        nodes: Some(nodes),
        ..input.header().clone()
    };
    let scale = header.scale;
    let mut writer = RecordWriter::create(output, header)?;
    let workers: Vec<Solo> = (0..threads.min(records.len()))
        .map(|_| Solo::stopped_by(HASH_MEGABYTES, stop))
        .collect::<Result<_, OutOfMemory>>()?;
    let (mut labeled, mut report) = (Vec::new(), DeepReport::default());
    let (bar, mut done) = (ProgressBar::new("positions"), 0);
    map_in_order_with_stack(
        STACK_BYTES,
        records,
        workers,
        |solo, record| {
            let searched = search(solo, record, nodes, scale);
            (!stop.load(Ordering::Relaxed)).then_some(searched)
        },
        |searched| {
            match searched {
                Ok(Some(record)) => labeled.push(record),
                Ok(None) => report.mates += 1,
                Err(_) => report.invalid += 1,
            }
            done += 1;
            bar.show(done, records.len() as u64);
            ControlFlow::Continue(())
        },
    )
    .map_err(|_| TooFewThreads::none_of(threads))?;
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    writer.write(&labeled)?;
    report.written = writer.finish()?.records;
    Ok(Some(report))
}

/// Searches one position, and labels it with the score, also in place of the mean of later scores.
/// Returns `None` if the score is a mate.
fn search(
    solo: &mut Solo,
    record: &Record,
    nodes: u64,
    scale: f32,
) -> Result<Option<Record>, InvalidPosition> {
    let board = record.board()?;
    solo.clear();
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let score = solo.search(Position::new(board), limits).score();
    let labels = Labels {
        score,
        later: expected_points(score as f32, scale),
        result: record.result(),
    };
    Ok((!is_mate(score)).then(|| record.with_labels(&labels)))
}
