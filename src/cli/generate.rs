//! `ferz completions` and `ferz man`: shell completions and manual pages, generated from the
//! definition of the command line.
//!
//! See <https://docs.rs/clap_complete> and <https://docs.rs/clap_mangen>.

use clap::Command;
use clap_complete::Shell;
use ferz::engine::about;
use ferz::support::quote::Quoted;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: ferz completions bash > ~/.local/share/bash-completion/completions/ferz"
)]
pub struct Completions {
    /// Shell
    shell: Shell,
}

/// Print the manual page of ferz or of one of its subcommands
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz man perft | man -l -")]
pub struct Man {
    /// Subcommand [default: ferz itself]
    subcommand: Option<String>,
}

/// Returns the completion script of `ferz` for a shell.
pub fn completions(mut ferz: Command, arguments: &Completions) -> String {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut ferz, "ferz", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// Returns the manual page of `ferz` or one of its subcommands, in roff.
///
/// # Errors
///
/// Returns an error if there is no such subcommand.
pub fn man(mut ferz: Command, arguments: &Man) -> Result<String, String> {
    // `build` sets the full names of subcommands.
    ferz.build();
    let command = match &arguments.subcommand {
        None => ferz,
        Some(name) => subcommand(&ferz, name)?,
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command)
        .source(about::NAME)
        .render(&mut page)
        .map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

fn subcommand(ferz: &Command, name: &str) -> Result<Command, String> {
    let found = ferz.find_subcommand(name).cloned();
    found.ok_or_else(|| format!("{}; expected {}", unknown_subcommand(name), names(ferz)))
}

/// Returns the error message for an unknown subcommand.
pub fn unknown_subcommand(name: &str) -> String {
    format!("unknown subcommand {}", Quoted(name))
}

/// Returns "one of" and the names of all subcommands.
pub fn names(ferz: &Command) -> String {
    let names: Vec<&str> = ferz.get_subcommands().map(Command::get_name).collect();
    format!("one of {}", names.join(", "))
}
