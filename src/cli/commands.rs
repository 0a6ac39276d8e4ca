//! The commands that run tools in a UCI session of the program: those of [`crate::bench`], and
//! `export_net`.

use std::path::PathBuf;

use super::output;
use crate::bench::commands::{BENCH, GENFENS, SPEEDTEST, task_function};
use crate::eval::network::embedded::{EMBEDDED_FILE, EMBEDDED_NAME};
use crate::support::quote::Named;
use crate::uci::{ExtraCommand, Help};

/// The commands that a session of the program has in addition to those of [`crate::uci`].
pub const EXTRA_COMMANDS: &[ExtraCommand] = &[
    BENCH,
    SPEEDTEST,
    GENFENS,
    ExtraCommand {
        help: Help {
            name: "export_net",
            arguments: "[FILE]",
            summary: "write the embedded network to a file",
            details: "The file, by default with the name that \"uci\" shows for EvalFile, replaces an\n\
         existing one. It is always the network in the program, even if EvalFile is set.\n\
         Example: export_net network.nnue",
        },
        parse: |words| {
            let file = match words {
                [] => PathBuf::from(EMBEDDED_NAME),
                // The name of a file may have spaces.
                _ => PathBuf::from(words.join(" ")),
            };
            output::check_outputs(&[], &[("FILE", &file)])?;
            Ok(task_function(move |_| {
                output::write(&file, EMBEDDED_FILE)?;
                Ok::<_, String>(Some(format!("Wrote {}", Named(&file))))
            }))
        },
    },
];
