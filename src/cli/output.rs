//! Output files of subcommands: checked before long work, and complete whenever they have their name.
//! See <https://doc.rust-lang.org/std/fs/fn.rename.html>.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::support::quote::Named;
use crate::support::temporary_file::TemporaryFile;

use super::input;

/// Checks that the outputs are files of their own: neither standard output, nor an input, nor each
/// other. `outputs` are the names of the options and their values.
pub fn check_outputs(files: &[PathBuf], outputs: &[(&str, &Path)]) -> Result<(), String> {
    for (i, &(option, output)) in outputs.iter().enumerate() {
        if input::is_standard(output) {
            return Err(format!(
                "{option}: \"-\" is not a file; expected the name of a file"
            ));
        }
        let same = |other: &Path| canonical(other) == canonical(output);
        if files.iter().any(|file| same(file)) {
            return Err(format!(
                "{option}: {} is also read; expected another file",
                Named(output)
            ));
        }
        if let Some((other, _)) = outputs[..i].iter().find(|(_, path)| same(path)) {
            return Err(format!(
                "{option}: {} is also the file of {other}; expected another file",
                Named(output)
            ));
        }
    }
    Ok(())
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

/// Checks the outputs that are given as [`check_outputs`] does, and that they can be written, before
/// long work.
pub fn check_given(files: &[PathBuf], outputs: &[(&str, Option<&Path>)]) -> Result<(), String> {
    let given = outputs.iter().copied();
    let given: Vec<(&str, &Path)> = given
        .filter_map(|(option, file)| Some((option, file?)))
        .collect();
    check_outputs(files, &given)?;
    given
        .iter()
        .try_for_each(|(_, file)| create(file).map(drop))
}

/// Writes a file. If that fails, an existing file of this name is left as it is.
pub fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    let mut partial = create(file)?;
    let written = partial.file.write_all(bytes);
    let renamed = written.and_then(|()| partial.rename(file));
    renamed.map_err(|error| cannot_write(file, &error))
}

/// Creates the file that gets the name `file` when it is complete.
fn create(file: &Path) -> Result<TemporaryFile, String> {
    TemporaryFile::beside(file, ".partial").map_err(|(_, error)| cannot_write(file, &error))
}

fn cannot_write(file: &Path, error: &io::Error) -> String {
    format!("cannot write {}: {error}", Named(file))
}
