//! `ferz completions` and `ferz man`: shell completions and manual pages, generated from the
//! definition of the command line.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::engine::about;
use crate::support::quote::{Named, Quoted};
use crate::support::similar::nearest;
use clap::Command;
use clap_complete::Shell;

use super::{ExitStatus, expected_subcommands, output, print};

/// What the manual page of ferz says in addition to its `--help`, which fits on a screen.
const DESCRIPTION: &str = "\
At a terminal, ferz has a prompt with line editing, colors, boards and bars. UCI commands given as \
arguments are executed, then ferz exits: the words of one command, or several commands, each \
quoted. Ctrl-C stops the running search or count, or exits if nothing is running.";

/// The end of the manual page of ferz.
const EXIT_STATUSES: &str = "\
Exit status: 0 on success; 1 if a result differs from the expected one; 2 after an error, such as \
a malformed line of a file, or a failed read or write; 130 after Ctrl-C. A difference takes \
precedence over malformed lines. A pipe closed by its reader (such as head) is not an error: the \
status reflects the results so far. UCI commands given as arguments are all executed, but end with \
status 2 if one of them printed an error or if a search ignored an argument; in a session, such \
errors leave the status at 0.

Example: printf 'position startpos\\ngo perft 5\\n' | ferz
Example: ferz go depth 10
Example: ferz 'position startpos moves e2e4' 'go depth 10'";

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: ferz completions bash > ~/.local/share/bash-completion/completions/ferz"
)]
pub struct Completions {
    /// Shell
    shell: Shell,
}

/// Print a manual page, or write all manual pages into a folder
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: ferz man perft | man -l -\nExample: ferz man --folder ~/.local/share/man/man1"
)]
pub struct Man {
    /// Subcommand [default: ferz itself]
    #[arg(conflicts_with = "folder")]
    subcommand: Option<String>,

    /// Write all manual pages into this folder, which is created if needed
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

/// Prints the completion script of `ferz` for a shell.
pub fn completions(mut ferz: Command, arguments: &Completions) -> Result<ExitStatus, String> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut ferz, "ferz", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(ExitStatus::Success)
}

/// Prints the manual page of `ferz` or one of its subcommands, in roff; or writes all of them into
/// a folder.
pub fn man(mut ferz: Command, arguments: &Man) -> Result<ExitStatus, String> {
    // `build` sets the full names of subcommands. The long help is set after it, because `build`
    // describes `--help` at greater length if there is a long help.
    ferz.build();
    let description = format!("{}.\n\n{DESCRIPTION}", ferz.get_about().unwrap_or_default());
    let ferz = ferz.long_about(description).after_long_help(EXIT_STATUSES);
    if let Some(folder) = &arguments.folder {
        write_pages(ferz, folder)?;
        return Ok(ExitStatus::Success);
    }
    let command = match &arguments.subcommand {
        None => ferz,
        Some(name) => {
            let found = ferz.find_subcommand(name).cloned();
            found.ok_or_else(|| unknown_subcommand(&ferz, name, &[]))?
        }
    };
    let page = page(command).map_err(|error| error.to_string())?;
    print(&String::from_utf8_lossy(&page))?;
    Ok(ExitStatus::Success)
}

/// Returns the manual page of a command.
fn page(command: Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command)
        .source(about::NAME)
        .render(&mut page)?;
    Ok(page)
}

/// Writes the manual pages of `ferz` and its subcommands into a folder.
fn write_pages(ferz: Command, folder: &Path) -> Result<(), String> {
    let error = |error| format!("--folder {}: {error}", Named(folder));
    fs::create_dir_all(folder).map_err(error)?;
    let subcommands: Vec<Command> = ferz.get_subcommands().cloned().collect();
    for command in subcommands.into_iter().chain([ferz]) {
        let name = command.get_display_name().unwrap_or(command.get_name());
        let file = folder.join(format!("{name}.1"));
        output::write(&file, &page(command).map_err(error)?)?;
    }
    Ok(())
}

/// Returns the error message for an unknown subcommand. It suggests the most similar subcommand or
/// UCI command, if any; otherwise it lists the subcommands. `uci` are the names of the UCI commands
/// that may be given instead.
pub fn unknown_subcommand(ferz: &Command, name: &str, uci: &[&str]) -> String {
    let subcommands = ferz.get_subcommands().map(Command::get_name);
    let expected = match nearest(name, subcommands.chain(uci.iter().copied())) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None if uci.is_empty() => format!("expected {}", expected_subcommands(ferz)),
        None => format!("expected a UCI command or {}", expected_subcommands(ferz)),
    };
    format!("unknown subcommand {}; {expected}", Quoted(name))
}
