//! Files of positions from the trees of searches, beside files of games.
//!
//! A file is a sequence of blocks, one for each game. All numbers are little-endian.
//!
//! | byte | contents of a block |
//! | --- | --- |
//! | 0 to 7 | [`MAGIC`] |
//! | 8 to 15 | [`game_hash`](super::game_hash) of the game, which decides whether it is held out |
//! | 16 to 19 | number of positions |
//! | 20 to 23 | CRC-32C of the positions |
//! | 24 and following | the positions, as [`Record`]s |

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Error, Result, anyhow, bail, ensure};
use bytemuck::Zeroable;

use super::games::Torn;
use super::record::Record;
use crate::support::{cannot_read, cannot_write};
use ferz::support::files::open_locked;
use ferz::support::quote::{Named, Quoted};

/// The first bytes of a block.
pub(super) const MAGIC: &[u8; 8] = b"FERZTREE";

/// Size of a block without its positions, in bytes.
const HEAD_BYTES: usize = 24;

/// Maximum number of positions of a game. No legal game has as many.
const MAX_RECORDS: u32 = 1 << 16;

/// The positions of the trees of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameTree {
    /// The [`game_hash`](super::game_hash) of the game.
    pub game: u64,
    /// The positions. The score is their only label.
    pub records: Vec<Record>,
}

impl GameTree {
    /// Encodes the block.
    pub fn encode(&self) -> Vec<u8> {
        let records: &[u8] = bytemuck::cast_slice(&self.records);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.game.to_le_bytes());
        bytes.extend((self.records.len() as u32).to_le_bytes());
        bytes.extend(crc32c::crc32c(records).to_le_bytes());
        bytes.extend(records);
        bytes
    }
}

/// Iterates over the blocks of a file, and checks each completely. Ends after the first error.
#[derive(Debug)]
pub struct TreeReader<R> {
    pub(super) input: R,
    /// The name of the file, for errors.
    file: PathBuf,
    /// The number of bytes of the blocks read so far.
    pub bytes: u64,
    /// The number of blocks read so far.
    pub games: u64,
    ended: bool,
}

impl<R: BufRead> TreeReader<R> {
    /// Creates a reader of the blocks in `input`. Errors give `name` as the file.
    pub fn new(input: R, name: impl Into<PathBuf>) -> Self {
        Self {
            input,
            file: name.into(),
            bytes: 0,
            games: 0,
            ended: false,
        }
    }

    /// Reads a block; `None` at the end of the file.
    fn read(&mut self) -> Result<Option<GameTree>> {
        let mut head = Vec::new();
        let mut input = self.input.by_ref().take(HEAD_BYTES as u64);
        let read = input.read_to_end(&mut head);
        if read.map_err(cannot_read(&self.file))? == 0 {
            return Ok(None);
        }
        // A short file of something else is not a torn block.
        let start = &head[..head.len().min(MAGIC.len())];
        if !MAGIC.starts_with(start) {
            let [found, expected] = [start, MAGIC].map(String::from_utf8_lossy);
            bail!(self.error(&format!(
                "the positions of a game begin with {}; expected {}",
                Quoted(&found),
                Quoted(&expected)
            )));
        }
        if head.len() < HEAD_BYTES {
            return Err(self.torn());
        }
        let numbers = head[MAGIC.len()..].as_chunks().0;
        let [low, high, count, checksum] =
            [0, 1, 2, 3].map(|i: usize| u32::from_le_bytes(numbers[i]));
        ensure!(
            count <= MAX_RECORDS,
            self.error(&format!(
                "found {count} positions of a game; expected at most {MAX_RECORDS}"
            ))
        );
        let mut records = vec![Record::zeroed(); count as usize];
        let filled = self
            .input
            .read_exact(bytemuck::cast_slice_mut(&mut records));
        filled.map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.torn(),
            _ => cannot_read(&self.file)(error),
        })?;
        let found = crc32c::crc32c(bytemuck::cast_slice(&records));
        ensure!(
            found == checksum,
            self.error(&format!(
                "the checksum of the positions is {found:#010x}; expected {checksum:#010x}"
            ))
        );
        if let Some(at) = records.iter().position(|record| !record.is_well_formed()) {
            bail!(self.error(&format!(
                "position {} is malformed; expected both kings",
                at + 1
            )));
        }
        self.bytes += (HEAD_BYTES + records.len() * Record::BYTES) as u64;
        self.games += 1;
        let game = u64::from(high) << 32 | u64::from(low);
        Ok(Some(GameTree { game, records }))
    }

    /// Returns the error of a file that ends within a block.
    fn torn(&self) -> Error {
        let torn = "the file ends within the positions of this game; expected more bytes";
        Torn(self.error(torn).to_string()).into()
    }

    /// Returns an error in the next block.
    fn error(&self, what: &str) -> Error {
        let (file, game, byte) = (Named(&self.file), self.games + 1, self.bytes);
        anyhow!("{file}: game {game}, byte {byte}: {what}")
    }
}

impl<R: BufRead> Iterator for TreeReader<R> {
    type Item = Result<GameTree>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let read = self.read().transpose();
        self.ended = !matches!(read, Some(Ok(_)));
        read
    }
}

/// A file of blocks, open for appending.
///
/// A block is written before its game, so there are as many blocks as games, or one more, which may
/// be incomplete, if the program was killed.
#[derive(Debug)]
pub struct TreeFile {
    path: PathBuf,
    file: File,
}

impl TreeFile {
    /// Opens or creates the file beside a file of this many games, of which the last has this hash.
    /// Removes what follows the block of the last game, if that is at most one more block.
    pub fn open(path: &Path, games: u64, last: Option<u64>) -> Result<Self> {
        let file = open_locked(path).map_err(cannot_write(path))?;
        let mut blocks = TreeReader::new(BufReader::new(&file), path);
        let (mut found, mut hash, mut end) = (0, None, 0);
        while let Some(block) = blocks.next() {
            match block {
                Ok(block) => {
                    found += 1;
                    if found <= games {
                        (hash, end) = (Some(block.game), blocks.bytes);
                    }
                }
                Err(error) if error.is::<Torn>() => break,
                Err(error) => return Err(error),
            }
        }
        ensure!(
            hash == last && (games..=games + 1).contains(&found),
            "{}: found positions of {found} games; expected those of the {games} games of the other file",
            Named(path)
        );
        let cut = file.set_len(end);
        let cut = cut.and_then(|()| (&file).seek(SeekFrom::Start(end)));
        cut.map_err(cannot_write(path))?;
        Ok(Self {
            path: path.to_owned(),
            file,
        })
    }

    /// Appends a block.
    pub fn write(&mut self, tree: &GameTree) -> Result<()> {
        let written = self.file.write_all(&tree.encode());
        written.map_err(cannot_write(&self.path))
    }
}
