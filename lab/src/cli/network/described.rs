//! A network, and how it was made.

use std::path::Path;

use crate::trainer::Provenance;
use ferz::eval::network::NetworkFile;
use ferz::eval::network::embedded::{EMBEDDED_FILE, EMBEDDED_NAME};
use ferz::support::quote::Named;

/// A network with its name and its parsed provenance.
pub(in crate::cli) struct Described {
    /// Name of the file, for messages.
    pub name: String,
    /// The contents of the file.
    pub file: NetworkFile,
    /// How the network was made.
    pub provenance: Provenance,
}

impl Described {
    /// Reads a network; without a path, the embedded one.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is not a network of `ferz train`.
    pub fn read(path: Option<&Path>) -> Result<Self, String> {
        let (name, file) = match path {
            Some(path) => {
                let file = NetworkFile::load(path).map_err(|error| error.to_string())?;
                (Named(path).to_string(), file)
            }
            None => {
                let name = format!("{EMBEDDED_NAME} (embedded)");
                let file = NetworkFile::from_bytes(EMBEDDED_FILE);
                let file = file.map_err(|error| format!("{name}: {error}"))?;
                (name, file)
            }
        };
        let provenance = serde_json::from_str(&file.provenance).map_err(|error| {
            format!("{name}: the provenance is not as ferz train writes it: {error}")
        })?;
        Ok(Self {
            name,
            file,
            provenance,
        })
    }
}
