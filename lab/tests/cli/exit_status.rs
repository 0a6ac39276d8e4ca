//! The exit status of the program: after output that cannot be written, after the reader closes the
//! pipe, after an interrupt, and after several errors at once.

use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::endings::{
    assert_a_closed_pipe_is_no_error, assert_unwritable_output_is_an_error, program,
};
use crate::messages::file;
use crate::session::{TIMEOUT, command_line, send_signal};

/// White mates in one by Rd8.
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";

/// Commands that print something to standard output.
const COMMANDS: &[&str] = &[
    "selfcheck --games 1",
    "selfcheck --games 1 --json",
    "epd TASKS --depth 1",
    "epd TASKS --depth 1 --json",
    "data GAMES",
    "data GAMES --text",
    "fit-wdl GAMES",
    "datagen GAMES --games 1 --nodes 1",
    "spsa --weather-factory",
    "match --games 2 --nodes 1 --a Hash=1",
    "magics",
    "--help",
    "--version",
];

/// Writes the files that the commands name.
fn files(name: &str) -> [(&'static str, String); 2] {
    let tasks = file(
        &format!("{name}.epd"),
        format!("{BACK_RANK} bm Rd8;\n{BACK_RANK} bm f4;\n"),
    );
    let games = file(&format!("{name}.vf"), "");
    let arguments = ["datagen", &games, "--games", "1", "--nodes", "1"];
    assert_eq!(command_line(&arguments).status, Some(0));
    [("TASKS", tasks), ("GAMES", games)]
}

#[test]
fn output_that_cannot_be_written_is_status_2_and_one_message() {
    let files = files("full");
    let files = files.each_ref().map(|(name, path)| (*name, &**path));
    assert_unwritable_output_is_an_error(COMMANDS, &files);
}

#[test]
fn a_closed_pipe_is_not_an_error_and_keeps_the_exit_status() {
    let files = files("closed");
    let files = files.each_ref().map(|(name, path)| (*name, &**path));
    // One position is not solved.
    assert_a_closed_pipe_is_no_error(COMMANDS, &files, "epd");
}

/// Waits until the condition is true. Fails after [`TIMEOUT`], or if the program ends.
pub fn wait_for(program: &mut Child, condition: impl Fn() -> bool) {
    let deadline = Instant::now() + TIMEOUT;
    while !condition() {
        assert!(
            Instant::now() < deadline,
            "the condition did not become true"
        );
        assert!(
            program.try_wait().unwrap().is_none(),
            "the program ended too early"
        );
        thread::sleep(Duration::from_millis(1));
    }
}

/// Runs a command that can be continued, until the file of its state exists. Then interrupts it,
/// checks that it reports how many of its `games` it played, and returns what it printed.
#[cfg(feature = "tune")]
pub fn interrupted_run(arguments: &[&str], state: &str, games: u64) -> String {
    let mut program = program(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for(&mut program, || fs::exists(state).unwrap());
    send_signal("INT", program.id());
    let output = program.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{errors}");
    let end = format!("of {games} games; run the same command again to continue\n");
    assert!(errors.starts_with("ferz-lab: interrupted after ") && errors.ends_with(&end));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn an_interrupted_datagen_exits_with_130_and_continues_when_called_again() {
    let games = file("interrupted.vf", "");
    let arguments = ["datagen", &games, "--games", "1000000", "--nodes", "1"];
    let mut program = program(&arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for(&mut program, || fs::metadata(&games).unwrap().len() > 0);
    send_signal("INT", program.id());
    let output = program.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    let message = format!(
        "ferz-lab: interrupted before {games} has 1000000 games; run the same command again to continue\n"
    );
    assert_eq!((output.status.code(), errors), (Some(130), message));
    let summary = String::from_utf8(output.stdout).unwrap();
    assert!(summary.contains("\nPlayed now: "), "{summary}");
    // The file contains only complete games, to which the next run adds.
    let number_of_games = || -> u64 {
        let found = command_line(&["data", &games]);
        assert_eq!((found.status, &*found.errors), (Some(0), ""));
        let number = found.lines[0].strip_prefix("Games: ").unwrap();
        number.parse().unwrap()
    };
    let more = number_of_games() + 1;
    let argument = more.to_string();
    let again = ["datagen", &games, "--nodes", "1", "--games", &argument];
    assert_eq!(command_line(&again).status, Some(0));
    assert_eq!(number_of_games(), more);
}

/// Status 1 means that results differ, even if some lines could not be read.
#[test]
fn a_difference_takes_precedence_over_unreadable_lines() {
    let tasks =
        |name: &str, mv: &str, more: &str| file(name, format!("{BACK_RANK} bm {mv};\n{more}"));
    let solved = tasks("precedence-solved.epd", "Rd8", "");
    let unread = tasks("precedence-unread.epd", "Rd8", "nonsense\n");
    let unsolved = tasks("precedence-unsolved.epd", "f4", "nonsense\n");
    for (path, status) in [(&solved, 0), (&unread, 2), (&unsolved, 1)] {
        let ended = command_line(&["epd", path, "--depth", "1"]);
        assert_eq!(ended.status, Some(status), "{path}: {ended:?}");
    }
    for subcommand in ["epd", "selfcheck"] {
        let help = command_line(&[subcommand, "--help"]).lines.join(" ");
        assert!(help.contains("exit status"), "{subcommand}");
    }
}
