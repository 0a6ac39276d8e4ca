//! Makes training data from games: filters and labels their positions, holds out a share of the
//! games, and shuffles the positions.
//!
//! For 100 million positions, it needs 48 MB of memory. See
//! <https://en.wikipedia.org/wiki/External_sorting>.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::buckets::{Buckets, position_hash};
use super::convert::{Filter, GameRecords};
use super::error::TrainingDataError;
use super::file::RecordWriter;
use super::header::{Header, Part, Source};
use super::label::LabelSettings;
use super::record::Record;
use super::report::Report;
use super::source::{GameGroup, GameGroups, GamesFile};
use crate::games::{DataError, RawGame};
use ferz::support::work_queue::map_in_order;

/// Maximum number of records in a bucket, approximately: 32 MB.
const BUCKET_RECORDS: u64 = 1_000_000;

/// Minimum size of a position in a file of games, in bytes: the size of a move.
const POSITION_BYTES: u64 = 4;

/// Settings that determine the training data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrepareSettings {
    /// How positions are labeled.
    pub labels: LabelSettings,
    /// Which positions are kept.
    pub filter: Filter,
    /// Share of the games that are held out, from 0 to 1.
    pub held_out_share: f64,
    /// Seed of the order of positions.
    pub seed: u64,
}

/// The state of the preparation, to show to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The files of games are read.
    Reading {
        /// The number of bytes read.
        bytes: u64,
        /// The size of all files, in bytes.
        total: u64,
    },
    /// The positions are shuffled.
    Shuffling {
        /// The number of positions written.
        positions: u64,
        /// The number of all positions that are kept.
        total: u64,
    },
}

/// The files that the training data is written to.
#[derive(Clone, Copy, Debug)]
pub struct Outputs<'p> {
    /// File for the positions to train with.
    pub training: &'p Path,
    /// File for the held-out positions.
    pub held_out: &'p Path,
}

/// Makes training data from games. Returns `None` if `stop` was set; then nothing is written.
///
/// The files depend only on the games and the settings, not on the number of threads. A game is
/// always in the same part of the data, whichever files it is in.
///
/// # Errors
///
/// Returns an error if a file cannot be read or written, or if a game is malformed.
pub fn prepare(
    files: &[GamesFile],
    outputs: &Outputs<'_>,
    settings: &PrepareSettings,
    threads: usize,
    stop: &AtomicBool,
    show: &mut (dyn FnMut(Stage) + Send),
) -> Result<Option<Report>, TrainingDataError> {
    let sizes: Result<Vec<u64>, _> = files.iter().map(GamesFile::size).collect();
    let total = sizes?.iter().sum::<u64>();
    let buckets = (total / POSITION_BYTES).div_ceil(BUCKET_RECORDS).max(1) as usize;
    let mut preparation = Preparation {
        settings,
        training: Buckets::create(outputs.training, buckets)?,
        held_out: Buckets::create(outputs.held_out, buckets)?,
        report: Report::default(),
    };
    let (mut sources, mut before) = (Vec::new(), 0);
    for file in files {
        let mut show = |bytes| {
            let bytes = before + bytes;
            show(Stage::Reading { bytes, total });
        };
        let source = preparation.read(file, threads, stop, &mut show)?;
        before += source.bytes;
        sources.push(source);
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
    }
    preparation.write(outputs, &sources, buckets, stop, show)
}

/// The positions that are kept so far.
struct Preparation<'s> {
    settings: &'s PrepareSettings,
    training: Buckets,
    held_out: Buckets,
    report: Report,
}

impl Preparation<'_> {
    /// Reads a file of games and adds its positions.
    fn read(
        &mut self,
        file: &GamesFile,
        threads: usize,
        stop: &AtomicBool,
        show: &mut (dyn FnMut(u64) + Send),
    ) -> Result<Source, TrainingDataError> {
        let mut groups = GameGroups::open(&file.path)?;
        let before = self.report.positions;
        let (mut result, settings) = (Ok(()), self.settings);
        map_in_order(
            &mut groups,
            vec![(); threads],
            |(), group: Result<GameGroup, DataError>| {
                (!stop.load(Ordering::Relaxed)).then(|| convert(&group?, &file.path, settings))
            },
            |converted: Result<(Vec<GameRecords>, u64), TrainingDataError>| {
                let added = converted.and_then(|(games, bytes)| {
                    show(bytes);
                    games.iter().try_for_each(|game| self.add(game))
                });
                match added {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => {
                        result = Err(error);
                        ControlFlow::Break(())
                    }
                }
            },
        );
        result?;
        Ok(groups.source(file, self.report.positions - before))
    }

    /// Adds the positions of a game.
    fn add(&mut self, game: &GameRecords) -> Result<(), TrainingDataError> {
        let report = &mut self.report;
        let (part, buckets) = if game.is_held_out {
            (&mut report.held_out, &mut self.held_out)
        } else {
            (&mut report.training, &mut self.training)
        };
        part.games += 1;
        part.positions += game.records.len() as u64;
        report.positions += game.positions;
        report.dropped.add(&game.dropped);
        for record in &game.records {
            report.balance.add(record);
            buckets.push(*record)?;
        }
        Ok(())
    }

    /// Shuffles the positions, and writes both files. Returns `None` if `stop` was set.
    fn write(
        mut self,
        outputs: &Outputs<'_>,
        sources: &[Source],
        buckets: usize,
        stop: &AtomicBool,
        show: &mut (dyn FnMut(Stage) + Send),
    ) -> Result<Option<Report>, TrainingDataError> {
        let header = |part| header(part, self.settings, sources);
        let mut training = RecordWriter::create(outputs.training, header(Part::Training))?;
        let mut held_out = RecordWriter::create(outputs.held_out, header(Part::HeldOut))?;
        let total = self.training.len() + self.held_out.len();
        let mut positions = 0;
        let mut rng = fastrand::Rng::with_seed(self.settings.seed);
        for bucket in 0..buckets {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let mut records = self.training.read(bucket)?;
            let known = hashes(&records);
            self.report.training.repeated += records.len() as u64 - distinct(&known);
            rng.shuffle(&mut records);
            training.write(&records)?;
            positions += records.len() as u64;

            let mut records = self.held_out.read(bucket)?;
            let found = hashes(&records);
            self.report.held_out.repeated += records.len() as u64 - distinct(&found);
            let shared = found
                .iter()
                .filter(|&hash| known.binary_search(hash).is_ok());
            self.report.shared += shared.count() as u64;
            rng.shuffle(&mut records);
            held_out.write(&records)?;
            positions += records.len() as u64;
            show(Stage::Shuffling { positions, total });
        }
        training.finish()?;
        held_out.finish()?;
        Ok(Some(self.report))
    }
}

/// Checks and converts some games of a file. Also returns the number of bytes read so far.
fn convert(
    group: &GameGroup,
    file: &Path,
    settings: &PrepareSettings,
) -> Result<(Vec<GameRecords>, u64), TrainingDataError> {
    let PrepareSettings {
        labels,
        filter,
        held_out_share,
        ..
    } = settings;
    let convert = |raw: &RawGame| {
        let game = raw.decode(file)?;
        Ok(GameRecords::new(&game, filter, labels, *held_out_share))
    };
    let games: Result<Vec<_>, TrainingDataError> = group.games.iter().map(convert).collect();
    Ok((games?, group.bytes))
}

fn header(part: Part, settings: &PrepareSettings, sources: &[Source]) -> Header {
    Header {
        part,
        records: 0,
        scale: settings.labels.scale,
        fade: settings.labels.fade,
        max_score: settings.filter.max_score,
        skip: settings.filter.skip,
        held_out_share: settings.held_out_share,
        seed: settings.seed,
        nodes: None,
        sources: sources.to_vec(),
        checksum: 0,
    }
}

/// Returns the hashes of the positions, sorted. The hashes of two different positions among a
/// million are equal with a probability of 3 in 10^8.
fn hashes(records: &[Record]) -> Vec<u64> {
    let mut hashes: Vec<u64> = records.iter().map(position_hash).collect();
    hashes.sort_unstable();
    hashes
}

/// Returns the number of different values in a sorted list.
fn distinct(sorted: &[u64]) -> u64 {
    sorted.chunk_by(|a, b| a == b).count() as u64
}
