//! Opens files that users name, so that the same rules hold for all of them:
//!
//! - An input is a regular file, or a pipe that the shell has opened already. Opening another pipe
//!   or a device could wait forever.
//! - The file of the option `--log-file` is neither an input nor another output.
//! - A file that is continued, and a temporary file, are locked while they are open, if the
//!   file system has locks, so that no two processes of ferz write to them.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Whether this target has files.
pub const ARE_AVAILABLE: bool = !cfg!(target_family = "wasm");

/// Path of the file of `--log-file`, to which the program appends.
static LOG: OnceLock<PathBuf> = OnceLock::new();

/// Opens an input. Returns an error if it is not a regular file, or if it is that of `--log-file`.
pub fn open_regular(path: &Path) -> io::Result<File> {
    check_regular(&path.metadata()?)?;
    check_not_log(path)?;
    File::open(path)
}

/// Opens an input that is read once, from its beginning to its end: a regular file, or a pipe that
/// the shell has opened already, such as `<(zcat games.gz)`.
pub fn open_stream(path: &Path) -> io::Result<File> {
    let is_open = path == Path::new("/dev/stdin")
        || path.starts_with("/dev/fd")
        || path.starts_with("/proc/self/fd");
    if !is_open {
        return open_regular(path);
    }
    check_not_log(path)?;
    File::open(path)
}

/// Opens or creates a file for reading and writing, and locks it, if the file system has locks.
/// Returns an error if it is not a regular file, or if it is that of `--log-file`. If another
/// program has locked it, the error has the kind [`io::ErrorKind::WouldBlock`].
pub fn open_locked(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    loop {
        check_output(path)?;
        let file = options.open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let error = "another program is writing it";
                return Err(io::Error::new(io::ErrorKind::WouldBlock, error));
            }
            // Not every file system has locks.
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                return Err(error);
            }
            _ => {}
        }
        // After the file was opened, the program that had locked it may have renamed or removed it.
        if is_at(&file, path) {
            return Ok(file);
        }
    }
}

/// Checks that an output is a regular file or a new one, and that it is not that of `--log-file`.
/// A complete temporary file is renamed to the output, which would replace a device like
/// `/dev/null`.
pub fn check_output(path: &Path) -> io::Result<()> {
    fs::metadata(path).map_or(Ok(()), |found| check_regular(&found))?;
    check_not_log(path)
}

fn check_regular(found: &fs::Metadata) -> io::Result<()> {
    let kind = match found {
        found if found.is_file() => return Ok(()),
        found if found.is_dir() => "folder",
        _ => "pipe or a device",
    };
    Err(io::Error::other(format!("found a {kind}; expected a file")))
}

/// Sets the path of `--log-file`, before the file is opened. Only the first call has an effect.
pub fn set_log(path: &Path) {
    // Fails if it is set already.
    let _: Result<(), _> = LOG.set(path.to_owned());
}

fn check_not_log(path: &Path) -> io::Result<()> {
    match LOG.get() {
        Some(log) if is_same(log, path) => Err(io::Error::other(
            "the log file has this name, too; expected another file",
        )),
        _ => Ok(()),
    }
}

/// Opens or creates a file to which lines are appended: that of `--log-file`, or of the UCI option
/// `Debug Log File`. Returns an error if the file is also standard input or output: a program that
/// reads its own log never ends, and output overwrites the log, unless both are appended.
pub fn open_log(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    let file = options.append(true).create(true).open(path)?;
    match standard_stream(&file) {
        Some(name) => Err(io::Error::other(format!(
            "the file is also standard {name}; expected another one"
        ))),
        None => Ok(file),
    }
}

/// Returns whether two paths name the same file. The files need not exist.
pub fn is_same(a: &Path, b: &Path) -> bool {
    let [found_a, found_b] = [a, b].map(fs::metadata);
    is_same_file(found_a, found_b) || canonical(a) == canonical(b)
}

/// Returns the path of the file that a symbolic link leads to; `path` itself if it is no link, or
/// leads nowhere.
pub fn link_target(path: &Path) -> PathBuf {
    let target = path.is_symlink().then(|| fs::canonicalize(path).ok());
    target.flatten().unwrap_or_else(|| path.to_owned())
}

/// Returns a path without symbolic links. The file need not exist.
fn canonical(path: &Path) -> PathBuf {
    let parent = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let in_folder = || Some(fs::canonicalize(parent).ok()?.join(path.file_name()?));
    let found = fs::canonicalize(path).ok().or_else(in_folder);
    found.unwrap_or_else(|| path.to_owned())
}

/// Returns whether `path` is still the path of an open file.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    is_same_file(file.metadata(), fs::metadata(path))
}

/// Returns `true`, because std cannot compare files here: two programs that lock a file within some
/// microseconds may both succeed.
#[cfg(not(unix))]
pub(super) fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// Returns the name of the standard stream that makes this file unusable as a log, if any.
#[cfg(unix)]
fn standard_stream(file: &File) -> Option<&'static str> {
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::fs::FileTypeExt;
    let type_if_same = |stream: BorrowedFd<'_>| {
        let stream = File::from(stream.try_clone_to_owned().ok()?)
            .metadata()
            .ok()?;
        let kind = stream.file_type();
        is_same_file(Ok(stream), file.metadata()).then_some(kind)
    };
    // What is written to a terminal is not read from it.
    let is_read = |kind: fs::FileType| !kind.is_char_device();
    if type_if_same(io::stdin().as_fd()).is_some_and(is_read) {
        return Some("input");
    }
    let is_overwritten = |kind: fs::FileType| kind.is_file();
    type_if_same(io::stdout().as_fd())
        .is_some_and(is_overwritten)
        .then_some("output")
}

/// Returns `None`, because std cannot compare files here.
#[cfg(not(unix))]
fn standard_stream(_: &File) -> Option<&'static str> {
    None
}

/// Returns whether these are the same existing file, perhaps with two names.
#[cfg(unix)]
fn is_same_file(a: io::Result<fs::Metadata>, b: io::Result<fs::Metadata>) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |file: fs::Metadata| (file.dev(), file.ino());
    matches!((a.map(identity), b.map(identity)), (Ok(a), Ok(b)) if a == b)
}

/// Returns `false`, because std cannot compare files here.
#[cfg(not(unix))]
fn is_same_file(_: io::Result<fs::Metadata>, _: io::Result<fs::Metadata>) -> bool {
    false
}
