//! Records in many buckets on a disk, to shuffle more records than fit in memory.
//!
//! A record goes to the bucket of its position, so that equal positions meet in one bucket. Records
//! that are shuffled bucket by bucket are in random order, except that equal positions are less far
//! apart. See <https://en.wikipedia.org/wiki/External_sorting>.

use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::Result;
use bytemuck::Zeroable;
use cityhash_rs::cityhash_110_128;

use super::file::{cannot_read, cannot_write, create_beside};
use super::record::Record;
use ferz::support::temporary_file::TemporaryFile;

/// Number of records of one bucket that are written together: 64 kB.
const BLOCK: usize = 2048;

/// Returns the hash of a position. It is the same on all machines and in all versions.
pub(super) fn position_hash(record: &Record) -> u64 {
    cityhash_110_128(record.position_bytes()) as u64
}

/// Buckets of records in a temporary file, which consists of blocks of [`BLOCK`] records of one
/// bucket each.
#[derive(Debug)]
pub(super) struct Buckets {
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
    pub fn create(path: &Path, count: usize) -> Result<Self> {
        Ok(Self {
            file: create_beside(path, ".buckets")?,
            blocks: 0,
            buckets: vec![Bucket::default(); count],
        })
    }

    /// Adds a record to the bucket of its position.
    pub fn push(&mut self, record: Record) -> Result<()> {
        // The remainder of the division by the number of buckets.
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
    pub fn read(&mut self, bucket: usize) -> Result<Vec<Record>> {
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
#[allow(clippy::unwrap_used, reason = "these are tests")]
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
