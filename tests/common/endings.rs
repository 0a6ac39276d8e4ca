//! What every subcommand does if its output cannot be written, or if its reader closes the pipe.

use std::fs::File;
use std::io;
use std::process::{Command, Output, Stdio};

use crate::messages::prefix;
use crate::session::PROGRAM;

/// Returns a command that runs the program with these arguments and an empty input.
pub fn program(arguments: &[&str]) -> Command {
    let mut program = Command::new(PROGRAM);
    program
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null());
    program
}

/// Runs each command, a line of words. A word of `files` stands for the argument beside it.
fn run_each<'c>(
    commands: &[&'c str],
    files: &[(&str, &str)],
    run: impl Fn(Command) -> Output,
) -> Vec<(&'c str, Output)> {
    let each = commands.iter().map(|&line| {
        let path = |word| files.iter().find(|file| file.0 == word).map(|file| file.1);
        let words: Vec<&str> = line
            .split(' ')
            .map(|word| path(word).unwrap_or(word))
            .collect();
        (line, run(program(&words)))
    });
    each.collect()
}

/// The message about output that cannot be written.
pub fn unwritable_message() -> String {
    prefix() + "cannot write to standard output: No space left on device (os error 28)\n"
}

/// Opens a device to which nothing can be written, as to a full disk.
pub fn full_device() -> File {
    File::options().write(true).open("/dev/full").unwrap()
}

/// Asserts that output that cannot be written is status 2 and one message.
pub fn assert_unwritable_output_is_an_error(commands: &[&str], files: &[(&str, &str)]) {
    let ended = run_each(commands, files, |mut program| {
        program.stdout(full_device()).output().unwrap()
    });
    for (command, output) in ended {
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), errors),
            (Some(2), unwritable_message()),
            "{command}"
        );
    }
}

/// Asserts that a closed pipe is no error, and that the exit status is 0, or 1 for the subcommand
/// `different`, whose results differ from the expected ones.
pub fn assert_a_closed_pipe_is_no_error(
    commands: &[&str],
    files: &[(&str, &str)],
    different: &str,
) {
    let ended = run_each(commands, files, |mut program| {
        // The pipe is closed before the program starts, so it cannot write before that.
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        program.stdout(writer).stderr(Stdio::piped());
        program.output().unwrap()
    });
    for (command, output) in ended {
        let errors = String::from_utf8(output.stderr).unwrap();
        let differs = command.split(' ').next() == Some(different);
        assert!(
            output.status.code() == Some(i32::from(differs)) && errors.is_empty(),
            "{command}: {:?} {errors}",
            output.status
        );
    }
}
