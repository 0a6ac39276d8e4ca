//! The files that `ferz bisect` writes if it finds a difference.
//! See <https://doc.rust-lang.org/std/fs/fn.rename.html>.

use std::path::{Path, PathBuf};

use crate::bisect::BisectResult;
use crate::support::quote::Named;
use clap::ValueHint;

use super::run_info::RunInfo;
use super::{html, svg};
use crate::cli::output::{check_given, write};
use crate::cli::print_error;

/// The options that name files to write.
#[derive(Debug, clap::Args)]
pub struct OutputArguments {
    /// Write the report as a picture, for bug reports
    ///
    /// An SVG file: the position with the move, the attackers and pins marked, the explanation, the
    /// FEN, and the board after each move that leads there. With --all, the differences follow one
    /// below the other. Without a difference, the file is not written, and an existing file
    /// remains.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,

    /// Write the report as a page for a browser, with boards to step through
    ///
    /// One HTML file that needs no network. The buttons and the arrow keys step through the moves,
    /// and an address that ends in "#2" shows the board after the second move ("#3.2": that of the
    /// third difference, with --all). Without a difference, the file is not written, and an
    /// existing file remains.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,
}

impl OutputArguments {
    /// Checks that the outputs are files of their own that can be written, before a long run.
    ///
    /// # Errors
    ///
    /// Returns an error if they are not.
    pub fn check(&self, suite: Option<&Path>) -> Result<(), String> {
        let inputs: Vec<PathBuf> = suite.map(Path::to_owned).into_iter().collect();
        let outputs = [
            ("--svg", self.svg.as_deref()),
            ("--html", self.html.as_deref()),
        ];
        check_given(&inputs, &outputs)
    }

    /// Writes the files, or a note that there is nothing to write.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be written.
    pub fn write(&self, info: &RunInfo, result: &BisectResult) -> Result<(), String> {
        if result.differences.is_empty() {
            for file in [&self.svg, &self.html].into_iter().flatten() {
                let name = Named(file);
                print_error(format!(
                    "{name}: not written, because there is no difference"
                ));
            }
            return Ok(());
        }
        if let Some(file) = &self.svg {
            write(file, svg::report(info, &result.differences).as_bytes())?;
        }
        if let Some(file) = &self.html {
            write(file, html::page(info, &result.differences).as_bytes())?;
        }
        Ok(())
    }
}
