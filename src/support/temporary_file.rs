//! Files that get their name when they are complete.
//!
//! An interrupted program leaves no file that looks complete.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::files::{check_output, is_at, link_target, open_locked};

/// The ends of the names of temporary files: an incomplete output, positions to be shuffled, and
/// the file of a lock.
const SUFFIXES: [&str; 3] = [".partial", ".buckets", ".lock"];

/// Returns the paths that the temporary files of `output` can have.
pub fn temporary_paths(output: &Path) -> [PathBuf; 3] {
    let target = link_target(output);
    SUFFIXES.map(|suffix| with_suffix(&target, suffix))
}

/// Returns a path with a suffix after its name.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    PathBuf::from(name)
}

/// A file beside another one. It is removed when it is dropped, unless it has been renamed.
#[derive(Debug)]
pub struct TemporaryFile {
    path: PathBuf,
    /// The path that the file gets when it is complete.
    target: PathBuf,
    /// Open for reading and writing.
    pub file: File,
    renamed: bool,
}

impl TemporaryFile {
    /// Creates a file whose path is that of `output` with this suffix: `.partial`, `.buckets` or
    /// `.lock`. If `output` is a link, the path of the file that it leads to is used. An existing
    /// temporary file of this name is overwritten: a killed program did not remove it.
    ///
    /// Returns an error and the path of the file that it concerns: the temporary file if
    /// [`open_locked`] fails, `output` if [`check_output`] does.
    pub fn beside(output: &Path, suffix: &str) -> Result<Self, (PathBuf, io::Error)> {
        Self::open(output, suffix, |file| file.set_len(0))
    }

    /// Opens the file whose path is that of `output` with this suffix, and prepares it.
    fn open(
        output: &Path,
        suffix: &str,
        prepare: impl FnOnce(&File) -> io::Result<()>,
    ) -> Result<Self, (PathBuf, io::Error)> {
        check_output(output).map_err(|error| (output.to_owned(), error))?;
        let target = link_target(output);
        let path = with_suffix(&target, suffix);
        let opened = open_locked(&path).and_then(|file| prepare(&file).map(|()| file));
        match opened {
            Ok(file) => Ok(Self {
                path,
                target,
                file,
                renamed: false,
            }),
            Err(error) => Err((path, error)),
        }
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file the name of the output. Replaces a file of that name.
    pub fn rename(mut self) -> io::Result<()> {
        fs::rename(&self.path, &self.target)?;
        self.renamed = true;
        Ok(())
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // Another program may have removed this file, and created one of its own.
        if !self.renamed
            && is_at(&self.file, &self.path)
            && let Err(error) = fs::remove_file(&self.path)
        {
            log::warn!("cannot remove {}: {error}", self.path.display());
        }
    }
}

/// Lock of an output that is written several times, or at the end of a long run: an empty file
/// beside it, which is locked ([`File::try_lock`]), and removed on drop. While the `Lock` is held,
/// no other program gets it, if the file system has locks. A file left by a killed program is not
/// locked.
#[derive(Debug)]
pub struct Lock {
    /// The locked file.
    _file: TemporaryFile,
}

impl Lock {
    /// Locks `output`. Returns an error and the path of the file that it concerns: the file of the
    /// lock if it exists but cannot be a lock, otherwise `output`. A file with contents is not a
    /// lock.
    pub fn of(output: &Path) -> Result<Self, (PathBuf, io::Error)> {
        let check = |file: &File| match file.metadata()?.len() {
            0 => Ok(()),
            _ => Err(io::Error::other("it is not empty; expected no such file")),
        };
        let opened = TemporaryFile::open(output, ".lock", check);
        opened.map(|_file| Self { _file }).map_err(|(path, error)| {
            let is_held = error.kind() == io::ErrorKind::WouldBlock;
            let concerned = if is_held || !path.exists() {
                output.to_owned()
            } else {
                path
            };
            (concerned, error)
        })
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Write;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::{env, process, thread};

    use super::*;

    /// A writer opens the temporary file of another one, which then renames it and unlocks it. The
    /// first one must not empty it.
    #[test]
    fn concurrent_writers_leave_a_complete_file() {
        const BYTES: usize = 64;
        let path = env::temp_dir().join(format!("ferz-{}-writers", process::id()));
        let written = AtomicUsize::new(0);
        let write = &|number: u8| {
            for _ in 0..3000 {
                if let Ok(mut file) = TemporaryFile::beside(&path, ".partial") {
                    file.file.write_all(&[number; BYTES]).expect("space");
                    file.rename().expect("the file that was created");
                    written.fetch_add(1, Ordering::Relaxed);
                }
                if let Ok(found) = fs::read(&path) {
                    assert!(found.len() == BYTES && found.iter().all(|byte| *byte == found[0]));
                }
            }
        };
        thread::scope(|scope| {
            for number in 0..4 {
                scope.spawn(move || write(number));
            }
        });
        assert!(written.into_inner() > 0);
        fs::remove_file(&path).expect("the last file");
    }

    #[test]
    fn an_output_that_is_a_link_is_written_where_it_leads() {
        let folder = env::temp_dir().join(format!("ferz-{}-link", process::id()));
        fs::create_dir_all(&folder).expect("a folder for this test");
        let [target, link] = ["target", "link"].map(|name| folder.join(name));
        fs::write(&target, "old").expect("space");
        // An earlier process with the same ID may have left it.
        let _: io::Result<()> = fs::remove_file(&link);
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        let mut file = TemporaryFile::beside(&link, ".partial").expect("a new file");
        file.file.write_all(b"new").expect("space");
        file.rename().expect("the file that was created");
        assert_eq!(fs::read(&target).expect("the target"), b"new");
        assert!(link.is_symlink());
        fs::remove_dir_all(folder).expect("the folder of this test");
    }
}
