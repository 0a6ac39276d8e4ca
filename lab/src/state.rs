//! Files from which an interrupted run is continued. They contain the settings of the run, and a
//! run with other settings is not continued.

use std::path::Path;

use anyhow::{Context, Error, Result, anyhow, bail};
use ferz::cli::output;
use ferz::support::quote::Named;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::support::read_if_exists;

/// A setting: its name, and its value as text.
pub type Setting = (String, String);

/// Settings and results of a run, as its file contains them in JSON. They contain nothing that
/// depends on time or the number of threads: a continued run has the same state as one that was not
/// interrupted.
pub trait RunState: Serialize + DeserializeOwned {
    /// The command, as errors name it.
    const COMMAND: &str;

    /// Returns what determines the results of the run.
    fn settings(&self) -> Vec<Setting>;

    /// Returns what is impossible in the results, if someone changed the file; otherwise `None`.
    fn fault(&self) -> Option<String>;

    /// Reads the state of an earlier run with the settings of this one, which the same command
    /// continues. Returns this state if there is no such file.
    fn or_earlier(self, file: &Path) -> Result<Self> {
        match read_if_exists(file)? {
            Some(bytes) => self.parse(&bytes).context(Named(file).to_string()),
            None => Ok(self),
        }
    }

    /// Parses a state with the settings of this one.
    fn parse(&self, bytes: &[u8]) -> Result<Self> {
        let not_a_state = |reason: String| {
            let command = Self::COMMAND;
            anyhow!("not a state of {command}: {reason}; delete it to start again")
        };
        let parsed = serde_json::from_slice(bytes);
        let state: Self = parsed.map_err(|error| not_a_state(error.to_string()))?;
        check_settings("state", &state.settings(), &self.settings())?;
        match state.fault() {
            Some(reason) => Err(not_a_state(reason)),
            None => Ok(state),
        }
    }

    /// Writes the file of the state.
    fn write(&self, file: &Path) -> Result<()> {
        let text = serde_json::to_string(self).expect("a state has only plain fields") + "\n";
        output::write(file, text.as_bytes()).map_err(Error::msg)
    }
}

/// Returns the fields of a struct of settings, in alphabetical order, with their values as JSON.
pub fn settings_of(fields: &impl Serialize) -> Vec<Setting> {
    let Ok(Value::Object(fields)) = serde_json::to_value(fields) else {
        unreachable!("settings are a struct of plain fields")
    };
    let fields = fields.into_iter();
    fields
        .map(|(name, value)| (name, value.to_string()))
        .collect()
}

/// Checks that the settings found in a file are those of this run. `file` is what the file
/// contains, such as a state. The error names the first setting that differs. A setting that only
/// one of both has is ignored: a shorter list of parameters also differs in their number.
pub fn check_settings(file: &str, found: &[Setting], expected: &[Setting]) -> Result<()> {
    for (name, value) in found {
        let wanted = expected.iter().find(|(other, _)| other == name);
        if let Some((_, wanted)) = wanted.filter(|(_, wanted)| wanted != value) {
            bail!("the {file} has {name} {value}, expected {wanted}; delete it to start again");
        }
    }
    Ok(())
}
