//! Reads a network from a file.
//!
//! See <https://www.chessprogramming.org/NNUE>.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::file::{NetworkError, NetworkFile};
use crate::support::quote::Named;

/// Maximum size of a file, in bytes. Larger files are not read, because they could fill the memory.
const MAX_FILE_BYTES: u64 = 1 << 26;

/// The reason why a file cannot be used as a network.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}", Named(path))]
    Read {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        error: io::Error,
    },
    /// The file is too large.
    #[error(
        "{}: expected at most {MAX_FILE_BYTES} bytes, found {found}",
        Named(path)
    )]
    TooLarge {
        /// Path of the file.
        path: PathBuf,
        /// Size of the file, in bytes.
        found: u64,
    },
    /// The file is not a network that this version can use.
    #[error("{}: {error}", Named(path))]
    Network {
        /// Path of the file.
        path: PathBuf,
        /// The difference from a network that can be used.
        error: NetworkError,
    },
}

impl NetworkFile {
    /// Reads the network in the file at `path`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or is not a network of the current architecture.
    pub fn load(path: &Path) -> Result<Self, LoadError> {
        let path = path.to_owned();
        let (bytes, found) = match read(&path) {
            Ok(read) => read,
            Err(error) => return Err(LoadError::Read { path, error }),
        };
        if found > MAX_FILE_BYTES {
            return Err(LoadError::TooLarge { path, found });
        }
        Self::from_bytes(&bytes).map_err(|error| LoadError::Network { path, error })
    }
}

/// Returns the first [`MAX_FILE_BYTES`] of a file, and its size.
fn read(path: &Path) -> io::Result<(Vec<u8>, u64)> {
    // Opening a pipe could wait forever.
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut bytes = Vec::new();
    file.take(MAX_FILE_BYTES).read_to_end(&mut bytes)?;
    Ok((bytes, size))
}
