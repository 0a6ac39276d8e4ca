//! Starts the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    ferz::cli::program::main()
}
