//! A file of games whose contents are hashed while they are read.
//!
//! See <https://docs.rs/sha2>.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::error::TrainingDataError;
use super::header::Source;
use crate::games::{DataError, RawGame, RawGames};

/// Size of the buffer of a file, in bytes.
const BUFFER: usize = 1 << 18;

/// Number of games that a thread takes at once, so that threads rarely wait for each other.
const GAMES_AT_ONCE: usize = 32;

/// A file of games to make training data from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamesFile {
    /// The file.
    pub path: PathBuf,
    /// How it was made; empty if unknown.
    pub origin: String,
}

impl GamesFile {
    /// Returns the size of the file in bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not exist.
    pub(super) fn size(&self) -> Result<u64, TrainingDataError> {
        let found = self.path.metadata();
        Ok(found.map_err(TrainingDataError::read(&self.path))?.len())
    }
}

/// A reader that hashes what it reads.
struct Hashing {
    file: File,
    hash: Sha256,
}

impl Read for Hashing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(buffer)?;
        self.hash.update(&buffer[..length]);
        Ok(length)
    }
}

impl Hashing {
    /// Opens a file.
    fn open(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: File::open(path)?,
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
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub fn sha256(path: &Path, progress: &mut dyn FnMut(u64)) -> io::Result<String> {
    let (mut file, mut buffer, mut read) = (Hashing::open(path)?, vec![0; BUFFER], 0);
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(file.digits()),
            Ok(length) => {
                read += length as u64;
                progress(read);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Iterates over the games of a file in groups, which several threads can check.
pub(super) struct GameGroups {
    games: RawGames<BufReader<Hashing>>,
}

impl GameGroups {
    /// Opens a file of games.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened.
    pub fn open(path: &Path) -> Result<Self, TrainingDataError> {
        let file = Hashing::open(path).map_err(TrainingDataError::read(path))?;
        let input = BufReader::with_capacity(BUFFER, file);
        Ok(Self {
            games: RawGames::new(input, path),
        })
    }

    /// Describes the file, which must have been read to its end.
    pub fn source(self, file: &GamesFile, positions: u64) -> Source {
        let (bytes, games) = (self.games.bytes(), self.games.games());
        let sha256 = self.games.into_input().into_inner().digits();
        let name = file.path.file_name().unwrap_or_default();
        Source {
            file: name.to_string_lossy().into_owned(),
            origin: file.origin.clone(),
            bytes,
            sha256,
            games,
            positions,
        }
    }
}

/// Some games, and the number of bytes read so far.
pub(super) struct GameGroup {
    pub games: Vec<RawGame>,
    pub bytes: u64,
}

impl Iterator for GameGroups {
    type Item = Result<GameGroup, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        let games: Result<Vec<_>, _> = self.games.by_ref().take(GAMES_AT_ONCE).collect();
        let bytes = self.games.bytes();
        match games {
            Ok(games) if games.is_empty() => None,
            Ok(games) => Some(Ok(GameGroup { games, bytes })),
            Err(error) => Some(Err(error)),
        }
    }
}
