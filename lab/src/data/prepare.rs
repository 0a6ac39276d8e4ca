//! `ferz-lab data --out … --held-out …`: filters and labels the positions of games, holds out a
//! share of the games, and shuffles the positions.
//!
//! For 100 million positions, it needs 48 MB of memory. See
//! <https://en.wikipedia.org/wiki/External_sorting>.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::iter;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Error, Result, bail, ensure};
use bytemuck::Zeroable;
use cityhash_rs::cityhash_110_128;
use sha2::{Digest, Sha256};

use super::file::{Header, Part, RecordWriter, Source, create_beside};
use super::labels::{GameRecords, PrepareSettings};
use super::reader::{GameReader, RawGame};
use super::record::Record;
use super::report::{PartCounts, Report, print_report};
use super::trees::{self, TreeReader};
use crate::support::{cannot_read, cannot_write, file_name, stop_flag};
use ferz::cli::output::check_outputs;
use ferz::cli::progress::ProgressBar;
use ferz::cli::{ExitStatus, input};
use ferz::support::files::open_regular;
use ferz::support::temporary_file::TemporaryFile;
use ferz::support::work_queue::map_in_order;

/// Maximum number of records in a bucket, approximately: 32 MB.
const BUCKET_RECORDS: u64 = 1_000_000;

/// Minimum size of a position in a file of games, in bytes: the size of a move.
const POSITION_BYTES: u64 = 4;

/// Number of games that a thread takes at once, so that threads rarely wait for each other.
const GAMES_AT_ONCE: usize = 32;

/// Size of the buffer of a file of games, in bytes.
const BUFFER: usize = 1 << 18;

/// Makes training data from the files of games, and prints statistics of it.
pub(super) fn run(
    files: &[PathBuf],
    out: &Path,
    held_out: &Path,
    settings: &PrepareSettings,
    threads: usize,
) -> Result<ExitStatus> {
    if files.iter().any(|file| input::is_standard(file)) {
        bail!("\"-\" is not a file; with --out, expected the name of a file");
    }
    let origins = settings.origin.len();
    ensure!(
        origins == 0 || origins == files.len(),
        "--origin: found {origins} for {} files; expected one for each file, or none",
        files.len()
    );
    let outputs = [("--out", out), ("--held-out", held_out)];
    check_outputs(files, &outputs).map_err(Error::msg)?;
    let report = prepare(files, out, held_out, settings, threads, &stop_flag())?;
    print_report(report.as_ref())
}

/// Makes training data from games, and shows the progress. Returns `None` if `stop` was set; then
/// nothing is written.
///
/// The files depend only on the games and the settings, not on the number of threads. A game is
/// always in the same part of the data, whichever files it is in.
pub fn prepare(
    files: &[PathBuf],
    training: &Path,
    held_out: &Path,
    settings: &PrepareSettings,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Option<Report>> {
    let mut total = 0;
    for file in files {
        let opened = open_regular(file).and_then(|opened| opened.metadata());
        total += opened.map_err(cannot_read(file))?.len();
    }
    let buckets = (total / POSITION_BYTES).div_ceil(BUCKET_RECORDS).max(1) as usize;
    let mut preparation = Preparation {
        settings,
        bar: ProgressBar::new("bytes of games"),
        stop,
        training: Buckets::create(training, buckets)?,
        held_out: Buckets::create(held_out, buckets)?,
        report: Report::default(),
    };
    let mut sources: Vec<Source> = Vec::new();
    for (i, file) in files.iter().enumerate() {
        let before = sources.iter().map(|source| source.bytes).sum();
        let origin = settings.origin.get(i).cloned().unwrap_or_default();
        sources.push(preparation.read(file, origin, threads, (before, total))?);
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
    }
    preparation.write([training, held_out], &sources, buckets)
}

/// A preparation in progress, with the positions that are kept so far.
struct Preparation<'s> {
    settings: &'s PrepareSettings,
    bar: ProgressBar,
    stop: &'s AtomicBool,
    training: Buckets,
    held_out: Buckets,
    report: Report,
}

impl Preparation<'_> {
    /// Reads a file of games or of trees, and adds its positions. The progress is the number of bytes
    /// read before, and that of all files.
    fn read(
        &mut self,
        file: &Path,
        origin: String,
        threads: usize,
        progress: (u64, u64),
    ) -> Result<Source> {
        let input = HashingReader::open(file).map_err(cannot_read(file))?;
        let mut input = BufReader::with_capacity(BUFFER, input);
        let positions_before = self.report.positions;
        let start = input.fill_buf().map_err(cannot_read(file))?;
        let (input, games, bytes) = if start.starts_with(trees::MAGIC) {
            let mut trees = TreeReader::new(input, file);
            self.read_trees(&mut trees, progress)?;
            (trees.input, trees.games, trees.bytes)
        } else {
            let mut games = GameReader::new(input, file);
            self.read_games(&mut games, file, threads, progress)?;
            let bytes = games.bytes();
            (games.input, games.games, bytes)
        };
        Ok(Source {
            file: file_name(file),
            origin,
            bytes,
            games,
            positions: self.report.positions - positions_before,
            sha256: input.into_inner().digits(),
        })
    }

    /// Adds the positions of games.
    fn read_games(
        &mut self,
        games: &mut GameReader<impl BufRead + Send>,
        file: &Path,
        threads: usize,
        (before, total): (u64, u64),
    ) -> Result<()> {
        let groups = iter::from_fn(|| {
            let group = iter::from_fn(|| games.next_raw()).take(GAMES_AT_ONCE);
            let group: Vec<_> = group.collect();
            (!group.is_empty()).then(|| (group, games.bytes()))
        });
        let (mut result, settings, stop) = (Ok(()), self.settings, self.stop);
        map_in_order(
            groups,
            vec![(); threads],
            |(), (group, bytes): (Vec<Result<RawGame>>, u64)| {
                let convert =
                    |raw: Result<RawGame>| Ok(GameRecords::new(&raw?.decode(file)?, settings));
                let converted = || group.into_iter().map(convert).collect();
                let is_stopped = stop.load(Ordering::Relaxed);
                (!is_stopped).then(|| (converted(), bytes))
            },
            |(converted, bytes): (Result<Vec<GameRecords>>, u64)| {
                result = converted.and_then(|records| {
                    self.bar.show(before + bytes, total);
                    records.iter().try_for_each(|game| self.add(game))
                });
                match result {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            },
        );
        result
    }

    /// Adds the positions of trees.
    fn read_trees(
        &mut self,
        trees: &mut TreeReader<impl BufRead>,
        (before, total): (u64, u64),
    ) -> Result<()> {
        while let Some(tree) = trees.next() {
            self.add(&GameRecords::of_tree(tree?, self.settings))?;
            self.bar.show(before + trees.bytes, total);
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(())
    }

    /// Adds the positions of a game.
    fn add(&mut self, game: &GameRecords) -> Result<()> {
        let report = &mut self.report;
        let (part, buckets) = if game.is_held_out {
            (&mut report.held_out, &mut self.held_out)
        } else {
            (&mut report.training, &mut self.training)
        };
        part.games += u64::from(game.is_game);
        part.positions += game.records.len() as u64;
        report.positions += game.positions;
        report.dropped.add(&game.dropped);
        for record in &game.records {
            report.add(record);
            buckets.push(*record)?;
        }
        Ok(())
    }

    /// Shuffles the positions, and writes both files. Returns `None` if `stop` was set.
    fn write(
        mut self,
        outputs: [&Path; 2],
        sources: &[Source],
        buckets: usize,
    ) -> Result<Option<Report>> {
        let [training, held_out] = outputs;
        let settings = self.settings;
        let header = |part| Header {
            part,
            records: 0,
            scale: settings.labels.scale,
            fade: settings.labels.fade,
            max_score: settings.max_score,
            skip: settings.skip,
            held_out_share: settings.held_out_share,
            seed: settings.seed,
            nodes: None,
            sources: sources.to_vec(),
            checksum: 0,
        };
        let mut training = RecordWriter::create(training, header(Part::Training))?;
        let mut held_out = RecordWriter::create(held_out, header(Part::HeldOut))?;
        let report = &mut self.report;
        let total = report.training.positions + report.held_out.positions;
        let mut rng = fastrand::Rng::with_seed(settings.seed);
        let mut positions = 0;
        for bucket in 0..buckets {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let mut shuffle =
                |from: &mut Buckets, to: &mut RecordWriter, counts: &mut PartCounts| {
                    let mut records = from.read(bucket)?;
                    let mut hashes: Vec<u64> = records.iter().map(position_hash).collect();
                    hashes.sort_unstable();
                    // With a million different positions, the probability that two of them have the
                    // same hash is 3 in 10^8.
                    let distinct = hashes.chunk_by(|a, b| a == b).count();
                    counts.repeated += (records.len() - distinct) as u64;
                    rng.shuffle(&mut records);
                    to.write(&records)?;
                    positions += records.len() as u64;
                    Ok::<_, Error>(hashes)
                };
            // Both parts have as many buckets, so a position is in the same bucket of both.
            let trained = shuffle(&mut self.training, &mut training, &mut report.training)?;
            let mut shared = shuffle(&mut self.held_out, &mut held_out, &mut report.held_out)?;
            shared.retain(|hash| trained.binary_search(hash).is_ok());
            report.shared += shared.len() as u64;
            self.bar.set_unit("positions shuffled");
            self.bar.show(positions, total);
        }
        training.finish()?;
        held_out.finish()?;
        Ok(Some(self.report))
    }
}

/// A file that is hashed while it is read.
struct HashingReader {
    file: File,
    hash: Sha256,
}

impl Read for HashingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(buffer)?;
        self.hash.update(&buffer[..length]);
        Ok(length)
    }
}

impl HashingReader {
    fn open(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: open_regular(path)?,
            hash: Sha256::new(),
        })
    }

    /// Returns the SHA-256 of everything read, in hexadecimal digits.
    fn digits(self) -> String {
        let hash = self.hash.finalize();
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Returns the SHA-256 of a file in hexadecimal digits, as `sha256sum` prints it. Calls `progress`
/// with the number of bytes read.
pub fn sha256(path: &Path, progress: &mut dyn FnMut(u64)) -> io::Result<String> {
    let (mut file, mut read) = (HashingReader::open(path)?, 0);
    loop {
        match io::copy(&mut file.by_ref().take(BUFFER as u64), &mut io::sink())? {
            0 => return Ok(file.digits()),
            length => read += length,
        }
        progress(read);
    }
}

/// Number of records of one bucket that are written together: 64 kB.
const BLOCK: usize = 2048;

/// Returns the hash of a position. It is the same on all machines and in all versions.
fn position_hash(record: &Record) -> u64 {
    cityhash_110_128(record.position_bytes()) as u64
}

/// Buckets of records in a temporary file, to shuffle more records than fit in memory. The file
/// consists of blocks of [`BLOCK`] records of one bucket each.
///
/// A record goes to the bucket of its position, so that equal positions meet in one bucket. Records
/// that are shuffled bucket by bucket are in random order, except that equal positions are less far
/// apart.
#[derive(Debug)]
struct Buckets {
    file: TemporaryFile,
    /// The number of blocks in the file.
    blocks: u64,
    buckets: Vec<Bucket>,
}

/// A bucket of records.
#[derive(Clone, Debug, Default)]
struct Bucket {
    /// The numbers of its blocks in the file.
    blocks: Vec<u64>,
    /// The records that are not written yet, fewer than [`BLOCK`].
    rest: Vec<Record>,
}

impl Buckets {
    /// Creates `count` empty buckets in a file beside `path`.
    fn create(path: &Path, count: usize) -> Result<Self> {
        Ok(Self {
            file: create_beside(path, ".buckets")?,
            blocks: 0,
            buckets: vec![Bucket::default(); count],
        })
    }

    /// Adds a record to the bucket of its position.
    fn push(&mut self, record: Record) -> Result<()> {
        let number = position_hash(&record) % self.buckets.len() as u64;
        let bucket = &mut self.buckets[number as usize];
        bucket.rest.push(record);
        if bucket.rest.len() < BLOCK {
            return Ok(());
        }
        let written = self.file.file.write_all(bytemuck::cast_slice(&bucket.rest));
        written.map_err(cannot_write(self.file.path()))?;
        bucket.rest.clear();
        bucket.blocks.push(self.blocks);
        self.blocks += 1;
        Ok(())
    }

    /// Returns the records of a bucket, in the order in which they were added.
    fn read(&mut self, bucket: usize) -> Result<Vec<Record>> {
        let Bucket { blocks, rest } = &self.buckets[bucket];
        let mut records = vec![Record::zeroed(); blocks.len() * BLOCK];
        for (block, number) in records.chunks_exact_mut(BLOCK).zip(blocks) {
            let at = SeekFrom::Start(number * (BLOCK * Record::BYTES) as u64);
            let sought = self.file.file.seek(at);
            let read =
                sought.and_then(|_| self.file.file.read_exact(bytemuck::cast_slice_mut(block)));
            read.map_err(cannot_read(self.file.path()))?;
        }
        records.extend(rest);
        Ok(records)
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::Labels;
    use super::*;
    use ferz::chess::Position;

    #[test]
    fn all_records_are_found_in_the_bucket_of_their_position() {
        let path = std::env::temp_dir().join(format!("ferz-{}-buckets", std::process::id()));
        let mut buckets = Buckets::create(&path, 3).unwrap();
        let mut rng = fastrand::Rng::with_seed(1);
        let mut position = Position::default();
        let mut all = Vec::new();
        // More than one block for each bucket, and many equal positions.
        for number in 0..4 * 3 * BLOCK as i32 {
            let labels = Labels {
                score: number,
                ..Labels::default()
            };
            all.push(Record::new(position.board(), &labels));
            buckets.push(all[all.len() - 1]).unwrap();
            match rng.choice(position.board().legal_moves()) {
                Some(mv) if number % 30 > 0 => position.make_move(mv),
                _ => position = Position::default(),
            }
        }
        let mut found = Vec::new();
        for number in 0..3 {
            let records = buckets.read(number).unwrap();
            assert!(records.len() > BLOCK && records.is_sorted_by_key(Record::score));
            for record in &records {
                assert_eq!(position_hash(record) % 3, number as u64);
            }
            found.extend(records);
        }
        found.sort_by_key(Record::score);
        assert_eq!(found, all);
    }
}
