//! Reads a network from a file.
//!
//! See <https://www.chessprogramming.org/NNUE>.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::file::{NetworkError, NetworkFile};
use crate::support::mapped_file::open_regular;
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
        let unreadable = |error| LoadError::Read {
            path: path.to_owned(),
            error,
        };
        let file = open_regular(path).map_err(unreadable)?;
        let found = file.metadata().map_err(unreadable)?.len();
        if found > MAX_FILE_BYTES {
            let path = path.to_owned();
            return Err(LoadError::TooLarge { path, found });
        }
        let mut bytes = Vec::new();
        let read = file.take(MAX_FILE_BYTES).read_to_end(&mut bytes);
        read.map_err(unreadable)?;
        Self::from_bytes(&bytes).map_err(|error| LoadError::Network {
            path: path.to_owned(),
            error,
        })
    }
}
