//! Files that get their name when they are complete.
//!
//! An interrupted program leaves no file that looks complete.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// A file beside another one. It is removed when it is dropped.
#[derive(Debug)]
pub struct TemporaryFile {
    path: PathBuf,
    /// Open for reading and writing.
    pub file: File,
    renamed: bool,
}

impl TemporaryFile {
    /// Creates a file whose path is `path` with this suffix. An existing file of this name is
    /// overwritten: a killed program did not remove it.
    /// Returns an error and the path of its file if another program is writing the file, or if `path`
    /// names something other than a file.
    pub fn beside(path: &Path, suffix: &str) -> Result<Self, (PathBuf, io::Error)> {
        // Renaming would replace a device like /dev/null.
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            let error = io::Error::other("not a regular file; expected the name of a file");
            return Err((path.to_owned(), error));
        }
        let mut name = OsString::from(path);
        name.push(suffix);
        let name = PathBuf::from(name);
        let mut options = File::options();
        let options = options.read(true).write(true).create(true).truncate(false);
        let opened = options.open(&name).and_then(|file| {
            file.try_lock().map_err(|error| match error {
                TryLockError::WouldBlock => io::Error::other("another program is writing it"),
                TryLockError::Error(error) => error,
            })?;
            file.set_len(0)?;
            Ok(file)
        });
        match opened {
            Ok(file) => Ok(Self {
                path: name,
                file,
                renamed: false,
            }),
            Err(error) => Err((name, error)),
        }
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its final name, and replaces a file of that name.
    pub fn rename(mut self, to: &Path) -> io::Result<()> {
        fs::rename(&self.path, to)?;
        self.renamed = true;
        Ok(())
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if !self.renamed
            && let Err(error) = fs::remove_file(&self.path)
        {
            log::warn!("cannot remove {}: {error}", self.path.display());
        }
    }
}
