//! The main program of a release for x86-64. It contains ferz several times, compiled for different
//! levels of processors, and runs one of them (`.ci/dist` compiles it, for any processor).

#[path = "support/processor.rs"]
#[allow(
    dead_code,
    reason = "a program of one level needs the rest of the module"
)]
mod processor;

use std::env;
use std::process::ExitCode;

use processor::Level;

fn main() -> ExitCode {
    let highest = processor::level();
    let level = match env::var_os("FERZ_LEVEL") {
        None => highest,
        Some(name) => match name.to_str() {
            Some("v2") => Level::V2,
            Some("v3") => Level::V3,
            Some("v4") => Level::V4,
            _ => return refuse(&format!("{name:?}; expected v2, v3 or v4")),
        },
    };
    if level > highest {
        let (level, highest) = (level.name(), highest.name());
        return refuse(&format!("{level}; this processor has {highest}"));
    }
    match level {
        Level::V4 => ferz_v4::cli::program::main(),
        Level::V3 => ferz_v3::cli::program::main(),
        // It prints what is missing on a processor without the instruction sets of this level.
        Level::V2 | Level::V1 => ferz_v2::cli::program::main(),
    }
}

/// Prints what is wrong with the environment variable, and returns the exit status.
fn refuse(found: &str) -> ExitCode {
    eprintln!("ferz: environment variable FERZ_LEVEL: {found}");
    ExitCode::from(2)
}
