//! Parses lines, and fails unless the result is the expected kind of command.

use std::time::Duration;

use ferz::engine::Command;
use ferz::search::limits::Limits;
use ferz::tools::bench::{Bench, COMMANDS, parse_bench};
use ferz::uci::parse;

/// The notes on a line, and what is obeyed after them.
#[track_caller]
pub(crate) fn parsed(line: &str) -> (Vec<String>, Command) {
    let mut commands = parse::line(line, &COMMANDS);
    let last = commands
        .pop()
        .unwrap_or_else(|| panic!("{line:?} is no command"));
    let notes = commands.into_iter().map(|command| match command {
        Command::Note(note) => note,
        other => panic!("{line:?}: {other:?} comes before another command"),
    });
    (notes.collect(), last)
}

/// The command of a line of which there is nothing to say.
#[track_caller]
pub(crate) fn command(line: &str) -> Command {
    let (notes, command) = parsed(line);
    assert_eq!(notes, [""; 0], "{line:?}");
    command
}

/// Why a line is refused.
#[track_caller]
pub(crate) fn refusal(line: &str) -> String {
    match parsed(line).1 {
        Command::Refuse(why) | Command::RefusePosition(why) => why,
        other => panic!("{line:?} is taken for {other:?}"),
    }
}

/// The notes on a line with `go`, and its limits and moves.
#[track_caller]
pub(crate) fn noted_go(line: &str) -> (Vec<String>, Limits, Vec<String>) {
    match parsed(line) {
        (notes, Command::Go(go)) => {
            let moves = go.search_moves.iter().map(ToString::to_string).collect();
            (notes, go.limits, moves)
        }
        (_, other) => panic!("{line:?} is taken for {other:?}"),
    }
}

/// The limits of a `go` of which there is nothing to say.
#[track_caller]
pub(crate) fn limits(line: &str) -> Limits {
    let (notes, limits, moves) = noted_go(line);
    assert_eq!(notes, [""; 0], "{line:?}");
    assert_eq!(moves, [""; 0], "{line:?}");
    limits
}

/// The FEN and the moves of a `position` of which there is nothing to say.
#[track_caller]
pub(crate) fn setup(line: &str) -> (Option<String>, String) {
    match command(line) {
        Command::Position { fen, moves } => {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            (fen, moves.join(" "))
        }
        other => panic!("{line:?} is taken for {other:?}"),
    }
}

/// The name and the value of a `setoption` of which there is nothing to say.
#[track_caller]
pub(crate) fn option(line: &str) -> (String, Option<String>) {
    match command(line) {
        Command::SetOption { name, value } => (name, value),
        other => panic!("{line:?} is taken for {other:?}"),
    }
}

pub(crate) const fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// The arguments of a task of this name.
#[track_caller]
pub(crate) fn task_arguments(line: &str, name: &str) -> Vec<String> {
    match command(line) {
        Command::Run(task) if task.name == name => task
            .arguments
            .split_whitespace()
            .map(str::to_owned)
            .collect(),
        other => panic!("{line:?} is taken for {other:?}"),
    }
}

/// The bench that a line asks for.
#[track_caller]
pub(crate) fn bench(line: &str) -> Bench {
    let arguments = task_arguments(line, "bench");
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    parse_bench(&arguments).expect("the line was not refused")
}
