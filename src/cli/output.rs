//! Output files of subcommands: checked before long work, and written to a temporary file that is
//! renamed when it is complete.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::support::files::is_same;
use crate::support::quote::Named;
use crate::support::temporary_file::{Lock, TemporaryFile, temporary_paths};

use super::input;

/// Checks that the outputs are files of their own: neither standard output, nor an input, nor each
/// other. `outputs` are the names of the options and their values.
pub fn check_outputs(inputs: &[PathBuf], outputs: &[(&str, &Path)]) -> Result<(), String> {
    for (i, &(option, output)) in outputs.iter().enumerate() {
        if input::is_standard(output) {
            return Err(format!(
                "{option}: \"-\" is not a file; expected the name of a file"
            ));
        }
        let same = |other: &Path| is_same(other, output);
        if inputs.iter().any(|input| same(input)) {
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
        // Otherwise, the temporary file would replace a file of the user.
        let is_given = |path: &Path| {
            inputs.iter().any(|input| is_same(input, path))
                || outputs.iter().any(|(_, other)| is_same(other, path))
        };
        if let Some(temporary) = temporary_paths(output).iter().find(|path| is_given(path)) {
            return Err(format!(
                "{option}: the temporary file {} of {} is also given; expected another file",
                Named(temporary),
                Named(output)
            ));
        }
    }
    Ok(())
}

/// Checks those outputs whose option is given, as [`check_outputs`] does, and that they can be
/// written.
pub fn check_given(inputs: &[PathBuf], outputs: &[(&str, Option<&Path>)]) -> Result<(), String> {
    let given = select_given(outputs);
    check_outputs(inputs, &given)?;
    given
        .iter()
        .try_for_each(|(_, file)| create(file).map(drop))
}

/// Checks those outputs whose option is given, as [`check_outputs`] does, and locks them until the
/// result is dropped, with a file `NAME.lock` beside each. So a run that writes them repeatedly, or
/// at its end, can rely on them, and a second run with the same outputs is refused before it
/// changes anything.
pub fn lock_given(
    inputs: &[PathBuf],
    outputs: &[(&str, Option<&Path>)],
) -> Result<Vec<Lock>, String> {
    let given = select_given(outputs);
    check_outputs(inputs, &given)?;
    let locks = given.iter().map(|(_, file)| Lock::of(file));
    let all: Result<Vec<Lock>, _> = locks.collect();
    all.map_err(|(file, error)| cannot_write(&file, &error))
}

/// Returns those outputs whose option is given.
fn select_given<'o>(outputs: &[(&'o str, Option<&'o Path>)]) -> Vec<(&'o str, &'o Path)> {
    let all = outputs.iter().copied();
    all.filter_map(|(option, file)| Some((option, file?)))
        .collect()
}

/// Writes a file, or the file that a link leads to. If that fails, an existing file of this name is
/// left as it is.
pub fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    let mut partial = create(file)?;
    let written = partial.file.write_all(bytes);
    let renamed = written.and_then(|()| partial.rename());
    renamed.map_err(|error| cannot_write(file, &error))
}

/// Creates the file that gets the name `file` when it is complete.
fn create(file: &Path) -> Result<TemporaryFile, String> {
    TemporaryFile::beside(file, ".partial").map_err(|(_, error)| cannot_write(file, &error))
}

fn cannot_write(file: &Path, error: &io::Error) -> String {
    format!("cannot write {}: {error}", Named(file))
}
