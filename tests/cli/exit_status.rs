//! The exit status of the program: after input that cannot be read or output that cannot be written,
//! after the reader closes the pipe, after an interrupt, after several errors at once, and after
//! UCI commands that are refused.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};

use ferz::chess::Board;

use crate::endings::{
    assert_a_closed_pipe_is_no_error, assert_unwritable_output_is_an_error, full_device, program,
    unwritable_message,
};
use crate::messages::file;
use crate::session::{PROGRAM, answer_to, command_line, send_signal};

/// Returns a command that runs the program with these arguments and an empty input, and that kills
/// it after a minute, with status 124. Otherwise, it could run for hours if the test fails.
pub fn with_timeout(arguments: &[&str]) -> Command {
    let mut program = Command::new("timeout");
    program.args(["60", PROGRAM]).args(arguments);
    program.env_remove("RUST_LOG").stdin(Stdio::null());
    program
}

/// Every command that prints something.
const COMMANDS: &[&str] = &[
    "perft 2",
    "perft 2 --divide",
    "perft 2 --stats",
    "perft 2 --json",
    "perft --suite SUITE",
    "perft --suite SUITE --json",
    "perftree 2 START",
    "bisect --engine ENGINE --depth 1",
    "bisect --engine ENGINE --depth 1 --json",
    "bench 1",
    "completions bash",
    "man",
    "man perft",
    "help perft",
    "--help",
    "--version",
];

/// Returns the words in capitals in [`COMMANDS`], with the arguments that they stand for.
fn placeholders() -> [(&'static str, String); 3] {
    let suite = file("prints.suite", format!("{} ;D1 20\n", Board::START_FEN));
    [
        ("SUITE", suite),
        ("ENGINE", env!("CARGO_BIN_EXE_ferz").to_owned()),
        ("START", Board::START_FEN.to_owned()),
    ]
}

#[test]
fn no_command_needs_more_stack_than_64_kb_from_the_system() {
    let files = placeholders();
    for command in COMMANDS.iter().chain(&["go depth 8", "eval --nodes 1000"]) {
        let words = command.split(' ').map(|word| {
            let file = files.iter().find(|(name, _)| *name == word);
            file.map_or(word, |(_, argument)| argument.as_str())
        });
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -s 64; exec \"$@\"", "sh", PROGRAM]);
        let output = shell.args(words).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {errors}");
    }
}

#[test]
fn output_that_cannot_be_written_is_status_2_and_one_message() {
    let placeholders = placeholders();
    let files = placeholders
        .each_ref()
        .map(|(word, argument)| (*word, &**argument));
    assert_unwritable_output_is_an_error(COMMANDS, &files);
    // The same holds for the engine, after `quit` and at the end of its input.
    for input in ["uci\nisready\ngo depth 3\n", "d\nuci\nquit\n"] {
        let mut engine = program(&[])
            .stdin(Stdio::piped())
            .stdout(full_device())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The engine may end before it has read all of its input.
        let _: Result<(), _> = engine.stdin.take().unwrap().write_all(input.as_bytes());
        let output = engine.wait_with_output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), errors),
            (Some(2), unwritable_message())
        );
    }
}

#[test]
fn input_that_cannot_be_read_is_status_2_and_one_message() {
    let folder = File::open(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let ended = with_timeout(&[]).stdin(folder).output().unwrap();
    let errors = String::from_utf8(ended.stderr).unwrap();
    let expected = "ferz: cannot read standard input: Is a directory (os error 21)\n";
    assert_eq!((ended.status.code(), &*errors), (Some(2), expected));
}

/// Some programs connect an engine by a socket. If they end before they have read all answers, the
/// engine gets an error when it reads.
#[test]
fn a_client_that_ends_is_no_error() {
    for (commands, count) in ["isready\n", "isready\nquit\n"]
        .into_iter()
        .zip([1, 5])
        .cycle()
        .take(20)
    {
        let (mut client, engine) = UnixStream::pair().unwrap();
        let output: OwnedFd = engine.try_clone().unwrap().into();
        let mut program = with_timeout(&[]);
        let input: OwnedFd = engine.into();
        let program = program.stdin(input).stdout(output).stderr(Stdio::piped());
        let running = program.spawn().unwrap();
        client.write_all(commands.as_bytes()).unwrap();
        client.read_exact(&mut vec![0; count]).unwrap();
        drop(client);
        let ended = running.wait_with_output().unwrap();
        let errors = String::from_utf8(ended.stderr).unwrap();
        assert_eq!((ended.status.code(), &*errors), (Some(0), ""), "{commands}");
    }
}

/// Commands that are refused when they are read, or later by the engine.
const REFUSED: &[&str] = &[
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position startpos moves e2e5",
    "moves e2e5",
    "setoption name Hash value abc",
    "setoption name Hash value 33554432",
    "setoption name EvalFile value /no/such.nnue",
    "setoption name Debug Log File value /no/such.log",
    "go depth 1 searchmoves e2e5",
    "debug maybe",
    "help joho",
    "export_net /no/such.nnue",
    // Only notes, but an argument of `go` is ignored.
    "go depth 1 searchmoves Nf3",
    "go depth five",
];

/// Commands that are executed, some of them with a note.
const ACCEPTED: &[&str] = &[
    "position fen 8/8/8/8/8/1k6/8/K7 w",
    "position fen 4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+;",
    "go depth 999 nodes 10",
    "isready joho",
];

#[test]
fn uci_commands_as_arguments_give_status_2_after_an_error() {
    let next = ["go depth 1"];
    for (commands, status) in [(REFUSED, 2), (ACCEPTED, 0)] {
        for &command in commands {
            let ended = command_line(&[&[command][..], &next].concat());
            assert_eq!(
                (ended.status, &*ended.errors),
                (Some(status), ""),
                "{command}"
            );
            // The later command is executed, and a session prints the same, with status 0.
            assert!(ended.best_moves().last().is_some(), "{command}: {ended:?}");
            let session = answer_to(&format!("{command}\n{}\n", next[0]));
            let notes = |lines: &[String]| -> Vec<String> {
                let is_note = |line: &&String| line.starts_with("info string");
                lines.iter().filter(is_note).cloned().collect()
            };
            assert_eq!(session.status, Some(0), "{command}");
            assert_eq!(notes(&session.lines), notes(&ended.lines), "{command}");
        }
    }
    let words = ["setoption", "name", "Hash", "value", "abc"];
    assert_eq!(command_line(&words).status, Some(2));
    for arguments in [&["--help"][..], &["man"]] {
        let help = command_line(arguments).lines.join(" ");
        assert!(help.contains("status 2"), "{help}");
    }
}

#[test]
fn uci_commands_as_arguments_give_status_2_after_an_error_although_the_reader_has_gone() {
    let mut program = with_timeout(&["debug maybe", "go perft 12"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(program.stdout.take().unwrap());
    for _ in ["the first line", "the error"] {
        output.read_line(&mut String::new()).unwrap();
    }
    drop(output);
    assert_eq!(program.wait().unwrap().code(), Some(2));
}

#[test]
fn a_closed_pipe_is_not_an_error_and_keeps_the_exit_status() {
    let placeholders = placeholders();
    let files = placeholders
        .each_ref()
        .map(|(word, argument)| (*word, &**argument));
    assert_a_closed_pipe_is_no_error(COMMANDS, &files, "");
    let mut engine = program(&[])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(engine.stdout.take());
    // The engine may end before it has read all of its input.
    let _: Result<(), _> = engine
        .stdin
        .take()
        .unwrap()
        .write_all(b"uci\nisready\ngo depth 3\n");
    let output = engine.wait_with_output().unwrap();
    assert_eq!(
        (
            output.status.code(),
            &*String::from_utf8_lossy(&output.stderr)
        ),
        (Some(0), "")
    );
}

/// These commands would take hours.
#[test]
fn a_command_ends_when_its_reader_has_gone() {
    let endless = file("endless.suite", format!("{} ;D12 1\n", Board::START_FEN));
    for arguments in [
        &["perft", "12"][..],
        &["perft", "12", "--json", "--divide"],
        &["perft", "12", "--stats"],
        &["perftree", "12", Board::START_FEN],
        &["perft", "--suite", &endless, "--json"],
        &["bench", "60"],
    ] {
        let mut program = with_timeout(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(program.stdout.take().unwrap());
        if arguments[0] == "bench" {
            // It has begun.
            output.read_line(&mut String::new()).unwrap();
        }
        assert_eq!(program.try_wait().unwrap(), None, "{arguments:?}");
        drop(output);
        assert_eq!(program.wait().unwrap().code(), Some(0), "{arguments:?}");
    }
    // The status is that of the results so far.
    for (more, status) in [("", 0), (" ;D1 20", 0), (" ;D1 21", 1), ("\nrubbish", 2)] {
        let start = Board::START_FEN;
        let suite = file(
            "results.suite",
            format!("{start} ;D1 20{more}\n{start} ;D12 1\n"),
        );
        let mut program = with_timeout(&["perft", "--suite", &suite])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(program.stdout.take().unwrap());
        output.read_line(&mut String::new()).unwrap();
        drop(output);
        assert_eq!(program.wait().unwrap().code(), Some(status), "{more:?}");
    }
}

/// Signal number of SIGINT on all Unix systems.
const SIGINT: i32 = 2;

/// Returns whether this process ignores SIGINT. Shells start commands that end with `&` with SIGINT
/// ignored, and child processes inherit it.
fn ignores_interrupts() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & (1 << (SIGINT - 1)) != 0)
}

/// Perft does not handle SIGINT, so the signal ends it. Shells report this as status 130.
#[test]
fn an_interrupted_perft_is_killed_by_the_signal() {
    if ignores_interrupts() {
        eprintln!("skipped: this process was started with SIGINT ignored");
        return;
    }
    let suite = file(
        "slow.suite",
        format!("{0} ;D1 20\n{0} ;D9 20\n", Board::START_FEN),
    );
    let mut program = program(&["perft", "--suite", &suite])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut stdout = BufReader::new(program.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    send_signal("INT", program.id());
    assert_eq!(program.wait().unwrap().signal(), Some(SIGINT));
}

/// Status 1 means that results differ, even if some lines could not be read.
#[test]
fn a_difference_takes_precedence_over_unreadable_lines() {
    let start = Board::START_FEN;
    let engine = env!("CARGO_BIN_EXE_ferz");
    // The `#` makes a comment of the arguments that `ferz bisect` appends.
    let wrong_engine = "printf 'a2a3 1\\n\\n1\\n' #";
    let script = format!("sh -c \"{wrong_engine}\"");
    let suite =
        |name: &str, count: u32, more: &str| file(name, format!("{start} ;D1 {count}\n{more}"));
    let right = suite("precedence-right.suite", 20, "");
    let malformed = suite("precedence-malformed.suite", 20, "nonsense\n");
    let wrong = suite("precedence-wrong.suite", 21, "nonsense\n");
    for (arguments, status) in [
        (&["perft", "--suite", &right][..], 0),
        (&["perft", "--suite", &malformed], 2),
        (&["perft", "--suite", &wrong], 1),
        (
            &[
                "bisect", "--engine", engine, "--depth", "1", "--suite", &right,
            ],
            0,
        ),
        (
            &[
                "bisect", "--engine", engine, "--depth", "1", "--suite", &malformed,
            ],
            2,
        ),
        (
            &[
                "bisect", "--script", &script, "--depth", "1", "--suite", &malformed,
            ],
            1,
        ),
    ] {
        let ended = command_line(arguments);
        assert_eq!(ended.status, Some(status), "{arguments:?}: {ended:?}");
    }
    for subcommand in ["perft", "bisect"] {
        let help = command_line(&[subcommand, "--help"]).lines.join(" ");
        assert!(help.contains("exit status"), "{subcommand}");
    }
    let help = command_line(&["man"]).lines.join(" ");
    for text in ["130", "takes precedence", "pipe closed by its reader"] {
        assert!(help.contains(text), "{text}: {help}");
    }
}
