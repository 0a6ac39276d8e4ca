//! `ferz perftree`.

use super::Verdict;

/// The script interface of the tool perftree
#[derive(Debug, clap::Args)]
pub struct Arguments {}

/// Runs it.
pub fn run(_: &Arguments) -> Result<Verdict, String> {
    Err("not there yet".to_owned())
}
