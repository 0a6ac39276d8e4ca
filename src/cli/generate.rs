//! `ferz completions` and `ferz man`: what shells and man want to know of the command line,
//! told by the command line itself.
//!
//! See <https://docs.rs/clap_complete> and <https://docs.rs/clap_mangen>.

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use ferz::engine::about;
use ferz::support::quote::Quoted;

/// Print the completions of a shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: ferz completions bash > ~/.local/share/bash-completion/completions/ferz"
)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

/// Print the manual page of ferz or of one of its subcommands
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz man perft | man -l -")]
pub struct Man {
    /// The subcommand; ferz itself without it
    subcommand: Option<String>,
}

/// The script for the shell.
pub fn completions(arguments: &Completions) -> String {
    let mut script = Vec::new();
    let mut command = crate::Arguments::command();
    clap_complete::generate(arguments.shell, &mut command, "ferz", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The page, for troff.
///
/// # Errors
///
/// Where there is no such subcommand, in words.
pub fn man(arguments: &Man) -> Result<String, String> {
    let mut ferz = crate::Arguments::command();
    // This gives subcommands their full names.
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
    found.ok_or_else(|| format!("{}; expected {}", no_subcommand(name), names(ferz)))
}

/// What is said of a word that is not a subcommand.
pub fn no_subcommand(name: &str) -> String {
    format!("there is no subcommand {}", Quoted(name))
}

/// "one of" all subcommands.
pub fn names(ferz: &Command) -> String {
    let names: Vec<&str> = ferz.get_subcommands().map(Command::get_name).collect();
    format!("one of {}", names.join(", "))
}
