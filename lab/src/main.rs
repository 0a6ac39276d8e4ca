//! Runs a subcommand of the lab.

use std::process::ExitCode;

fn main() -> ExitCode {
    ferz_lab::main()
}
