//! What `ferz data` prints after it has written files.

use std::fmt::Display;

use crate::cli::{ExitStatus, print, print_error};

/// Prints the report about the files written, or, without one, that the command was interrupted.
pub(super) fn print_report(report: Option<&impl Display>) -> Result<ExitStatus, String> {
    let Some(report) = report else {
        print_error("interrupted; nothing was written");
        return Ok(ExitStatus::Interrupted);
    };
    print(&report.to_string())?;
    Ok(ExitStatus::Success)
}
