//! Helpers that parse a line and fail unless the result is of the expected kind.

use ferz::bench::{Bench, parse_bench};
use ferz::cli::EXTRA_COMMANDS;
use ferz::engine::Command;
use ferz::search::limits::Limits;
use ferz::uci::parse;

/// Parses a line; returns its notes and the command after them.
#[track_caller]
pub(crate) fn parsed(line: &str) -> (Vec<String>, Command) {
    let mut commands = parse::line(line, EXTRA_COMMANDS);
    let last = commands
        .pop()
        .unwrap_or_else(|| panic!("{line:?} gives no command"));
    let notes = commands.into_iter().map(|command| match command {
        Command::Note(note) => note,
        other => panic!("{line:?}: expected only notes before the command, found {other:?}"),
    });
    (notes.collect(), last)
}

/// Parses a line that must give one command and no notes.
#[track_caller]
pub(crate) fn command(line: &str) -> Command {
    let (notes, command) = parsed(line);
    assert!(notes.is_empty(), "{line:?}: {notes:?}");
    command
}

/// Parses a line that must be refused; returns the reason.
#[track_caller]
pub(crate) fn refusal(line: &str) -> String {
    match parsed(line).1 {
        Command::Error(reason) | Command::InvalidPosition(reason) => reason,
        other => panic!("{line:?}: expected a refusal, found {other:?}"),
    }
}

/// Parses a line with `go`; returns the notes, the limits and the moves of `searchmoves`.
#[track_caller]
pub(crate) fn noted_go(line: &str) -> (Vec<String>, Limits, Vec<String>) {
    match parsed(line) {
        (notes, Command::Go(go)) => {
            let moves = go.search_moves.iter().map(ToString::to_string).collect();
            (notes, go.limits, moves)
        }
        (_, other) => panic!("{line:?}: expected go, found {other:?}"),
    }
}

/// Parses a `go` that must give no notes and no `searchmoves`; returns the limits.
#[track_caller]
pub(crate) fn limits(line: &str) -> Limits {
    let (notes, limits, moves) = noted_go(line);
    assert!(notes.is_empty(), "{line:?}: {notes:?}");
    assert!(moves.is_empty(), "{line:?}: {moves:?}");
    limits
}

/// Parses a `position` that must give no notes; returns the FEN and the moves.
#[track_caller]
pub(crate) fn setup(line: &str) -> (Option<String>, String) {
    match command(line) {
        Command::Position { fen, moves } => {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            (fen, moves.join(" "))
        }
        other => panic!("{line:?}: expected a position, found {other:?}"),
    }
}

/// Parses a `setoption` that must give no notes; returns the name and the value.
#[track_caller]
pub(crate) fn option(line: &str) -> (String, Option<String>) {
    match command(line) {
        Command::SetOption { name, value } => (name, value),
        other => panic!("{line:?}: expected setoption, found {other:?}"),
    }
}

/// Parses a line that must run the task `name`; returns the arguments.
#[track_caller]
pub(crate) fn task_arguments(line: &str, name: &str) -> Vec<String> {
    match command(line) {
        Command::Run(task) if task.name == name => task
            .arguments
            .split_whitespace()
            .map(str::to_owned)
            .collect(),
        other => panic!("{line:?}: expected the task {name}, found {other:?}"),
    }
}

/// Parses a line that must run a bench; returns the bench.
#[track_caller]
pub(crate) fn bench(line: &str) -> Bench {
    let arguments = task_arguments(line, "bench");
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    parse_bench(&arguments).expect("the engine accepts the line")
}
