//! Files that get their name when they are complete.
//!
//! An interrupted program leaves no file that looks complete.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::files::{check_output, open_locked};

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
    /// Returns an error and the path of its file if [`open_locked`] fails, or if `path` cannot be an
    /// output, see [`check_output`].
    pub fn beside(path: &Path, suffix: &str) -> Result<Self, (PathBuf, io::Error)> {
        check_output(path).map_err(|error| (path.to_owned(), error))?;
        let mut name = OsString::from(path);
        name.push(suffix);
        let name = PathBuf::from(name);
        let opened = open_locked(&name).and_then(|file| {
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
