//! Files from which an interrupted run is continued. They contain the settings of the run, and a run
//! with other settings is not continued.

use std::fmt::Display;
use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, Error, Result, anyhow, bail};
use ferz::support::quote::Named;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads the state of an earlier run, which the same command continues. Returns `None` if there is
/// no such file.
pub fn read<T>(file: &Path, parse: impl FnOnce(&str) -> Result<T>) -> Result<Option<T>> {
    match fs::read_to_string(file) {
        Ok(text) => parse(&text).map(Some).context(Named(file).to_string()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => bail!("cannot read {}: {error}", Named(file)),
    }
}

/// Parses the state of a run of `command`.
pub fn from_json<T: DeserializeOwned>(command: &str, text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| not_a_state(command, error))
}

/// Returns the text of the file of a state.
pub fn to_json(state: &impl Serialize) -> String {
    serde_json::to_string(state).expect("a state has only plain fields") + "\n"
}

/// Returns the error of a file that is not a state of `command`, or was changed.
pub fn not_a_state(command: &str, reason: impl Display) -> Error {
    anyhow!("not a state of {command}: {reason}; delete it to start again")
}

/// A setting: its name, and its value as text.
pub type Setting = (String, String);

/// Returns the fields of a struct of settings, in alphabetical order, with their values as JSON.
pub fn settings(fields: &impl Serialize) -> Vec<Setting> {
    let Ok(Value::Object(fields)) = serde_json::to_value(fields) else {
        unreachable!("settings are a struct of plain fields")
    };
    let fields = fields.into_iter();
    fields
        .map(|(name, value)| (name, value.to_string()))
        .collect()
}

/// Checks that the settings found in a file are those of this run. `file` is what the file contains,
/// such as a state. The error names the first setting that differs. A setting that only one of both
/// has is ignored.
pub fn check_settings(file: &str, found: &[Setting], expected: &[Setting]) -> Result<()> {
    for (name, found) in found {
        let expected = expected.iter().find(|(other, _)| other == name);
        if let Some((_, expected)) = expected.filter(|(_, expected)| expected != found) {
            bail!("the {file} has {name} {found}, expected {expected}; delete it to start again");
        }
    }
    Ok(())
}
