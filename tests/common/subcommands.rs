//! What tests of the subcommands of both programs share.

use std::fs;
#[cfg(unix)]
use std::process::Command;

use serde_json::Value;

use crate::messages::prefix;
use crate::session::{Ended, Session, command_line};

/// Runs the program, which must succeed without errors, and returns its output.
#[track_caller]
pub fn output(arguments: &[&str]) -> Vec<String> {
    let ended = command_line(arguments);
    assert_eq!(
        (ended.status, &*ended.errors),
        (Some(0), ""),
        "{arguments:?}"
    );
    ended.lines
}

/// Returns the names of the subcommands that a help lists.
fn listed_subcommands(help: &[String]) -> Vec<&str> {
    let commands = help.iter().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    let words = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    // The further lines of a description begin with more blanks.
    let names = words.filter(|&word| !word.is_empty() && word != "help");
    names.collect()
}

/// Fails if the help of a subcommand has no usage and no example, or is not the same for `help NAME`
/// and `NAME --help`. Returns the names of the subcommands.
pub fn check_helps_of_subcommands(program: &str) -> Vec<String> {
    let overview = output(&["--help"]);
    let names = listed_subcommands(&overview);
    for name in &names {
        let help = output(&[name, "--help"]).join("\n");
        for text in ["Usage", "Example"] {
            let text = format!("{text}: {program} {name}");
            assert!(help.contains(&text), "{text}: {help}");
        }
        assert_eq!(output(&["help", name]).join("\n"), help);
    }
    names.into_iter().map(str::to_owned).collect()
}

/// Fails if a line of the help of a command, or of one of its subcommands, is longer than 100
/// characters. Returns the number of these commands.
pub fn check_width_of_help(command: &[&str]) -> usize {
    let help = output(&[command, &["--help"]].concat());
    let summary = output(&[command, &["-h"]].concat());
    let same = output(&[&["help"], command].concat());
    for line in help.iter().chain(&summary).chain(&same) {
        assert!(line.chars().count() <= 100, "{command:?}: {line}");
    }
    let check = |name| check_width_of_help(&[command, &[name]].concat());
    1 + listed_subcommands(&help)
        .into_iter()
        .map(check)
        .sum::<usize>()
}

/// Returns the names of an object's fields.
pub fn fields(object: &Value) -> Vec<&str> {
    object
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

/// Fails unless the program prints nothing but one error, which begins with `message`, and exits
/// with status 2. An error of the program is one line; a usage error of clap may have more.
#[track_caller]
pub fn assert_one_error(arguments: &[&str], message: &str) {
    let ended = command_line(arguments);
    assert_eq!(
        (ended.status, &*ended.lines),
        (Some(2), &[][..]),
        "{ended:?}"
    );
    let own = ended.errors.strip_prefix(&prefix());
    let first = own
        .or_else(|| ended.errors.strip_prefix("error: "))
        .unwrap();
    assert!(first.starts_with(message), "{:?}", ended.errors);
    assert!(
        own.is_none() || ended.errors.lines().count() == 1,
        "{:?}",
        ended.errors
    );
}

/// Runs the program with these arguments and this input.
fn run(arguments: &[&str], input: &[u8]) -> Ended {
    let mut session = Session::start_with(arguments, &[]);
    session.accept_any_output();
    session.send_bytes(input);
    session.end_input()
}

/// Returns the lines without those that report a time, which differs between runs.
fn without_times(lines: &[String]) -> Vec<&str> {
    let lines = lines.iter().map(String::as_str);
    lines.filter(|line| !line.starts_with("Time: ")).collect()
}

/// Asserts that `-` after these options is standard input: its content gives the same output as the
/// file `name` with this content.
pub fn assert_a_dash_is_standard_input(options: &[&str], name: &str) {
    let input = fs::read(name).unwrap();
    let of_file = command_line(&[options, &[name]].concat());
    let of_input = run(&[options, &["-"]].concat(), &input);
    let renamed = |text: &str| text.replace(name, "standard input");
    assert!(!of_file.lines.is_empty(), "{options:?}");
    assert_eq!(of_input.status, of_file.status, "{options:?}");
    assert_eq!(of_input.errors, renamed(&of_file.errors), "{options:?}");
    // Its output contains the time in JSON.
    if options[0] != "bisect" {
        let expected: Vec<String> = of_file.lines.iter().map(|line| renamed(line)).collect();
        assert_eq!(
            without_times(&of_input.lines),
            without_times(&expected),
            "{options:?}"
        );
    }
}

/// Creates a named pipe for one test, and returns its path.
#[cfg(unix)]
pub fn named_pipe(name: &str) -> String {
    let path = format!("{}/{name}.pipe", env!("CARGO_TARGET_TMPDIR"));
    // A failed run of the test may have left it.
    let _: Result<(), _> = fs::remove_file(&path);
    let made = Command::new("mkfifo").arg(&path).status();
    assert!(made.unwrap().success());
    path
}

/// Asserts that the named pipe, the last of the arguments, is refused by each of these commands.
#[cfg(unix)]
pub fn assert_pipes_are_refused(commands: &[&[&str]]) {
    for command in commands {
        let pipe = command.last().unwrap();
        let message = format!("{pipe}: found a pipe or a device; expected a file");
        let ended = command_line(command);
        let is_refused = ended.errors.ends_with(&(message + "\n"));
        assert!(ended.status == Some(2) && is_refused, "{ended:?}");
    }
}

/// The positions of an opening book as other systems write them: with a byte order mark, carriage
/// returns, a comment, counters as operations, and no line end after the last position.
pub const FOREIGN_BOOK: &[u8] =
    b"\xEF\xBB\xBFrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - \
    hmvc 4; fmvn 20;\r\n# a comment\r\n\r\n\
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 4; fmvn 20; id \"two\"";

/// Asserts that these arguments are accepted without a message.
pub fn assert_accepted(arguments: &[&str]) {
    let lines = output(arguments);
    let error = |line: &String| line.contains("error:");
    assert!(!lines.iter().any(error), "{lines:?}");
}
