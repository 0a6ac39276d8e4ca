//! The exit status of the program: after output that cannot be written, after the reader closes
//! the pipe, after an interrupt, and after several errors at once.
//! See <https://tldp.org/LDP/abs/html/exitcodes.html>.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use ferz::chess::Board;

use crate::file;
use crate::session::{TIMEOUT, command_line};

/// White mates in one by Rd8.
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";

/// Returns a command that runs ferz with these arguments and an empty input.
fn ferz(arguments: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ferz"));
    program
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null());
    program
}

/// Returns the arguments of every command that prints something. `games` is the file of games
/// that some of them read.
fn printing_commands(games: &str) -> Vec<Vec<String>> {
    let suite = file("prints.suite", format!("{} ;D1 20\n", Board::START_FEN));
    let tasks = file(
        "prints.epd",
        format!("{BACK_RANK} bm Rd8;\n{BACK_RANK} bm f4;\n"),
    );
    let engine = env!("CARGO_BIN_EXE_ferz");
    let start = Board::START_FEN;
    [
        "perft 2",
        "perft 2 --divide",
        "perft 2 --stats",
        "perft 2 --json",
        "perft --suite SUITE",
        "perft --suite SUITE --json",
        "perftree 2 START",
        "bisect --engine ENGINE --depth 1",
        "bisect --engine ENGINE --depth 1 --json",
        "selfcheck --games 1",
        "selfcheck --games 1 --json",
        "epd TASKS --depth 1",
        "epd TASKS --depth 1 --json",
        "data GAMES",
        "data GAMES --text",
        "fit-wdl GAMES",
        "datagen GAMES --games 1 --nodes 1",
        "bench 1",
        "spsa --weather-factory",
        "match --games 2 --nodes 1 --a Hash=1",
        "completions bash",
        "man",
        "man perft",
        "magics",
        "help perft",
        "--help",
        "--version",
    ]
    .map(|line| {
        let word = |word: &str| match word {
            "SUITE" => suite.clone(),
            "TASKS" => tasks.clone(),
            "GAMES" => games.to_owned(),
            "ENGINE" => engine.to_owned(),
            "START" => start.to_owned(),
            word => word.to_owned(),
        };
        line.split(' ').map(word).collect()
    })
    .into()
}

/// Writes a file with one game, and returns its path.
fn games(name: &str) -> String {
    let games = file(name, "");
    let arguments = ["datagen", &games, "--games", "1", "--nodes", "1"];
    assert_eq!(command_line(&arguments).status, Some(0));
    games
}

/// Calls `run` with each command of [`printing_commands`]. Returns the arguments and outputs.
fn run_each(name: &str, run: impl Fn(Command) -> Output) -> Vec<(Vec<String>, Output)> {
    let games = games(name);
    let each = printing_commands(&games).into_iter().map(|arguments| {
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = run(ferz(&words));
        (arguments, output)
    });
    each.collect()
}

#[test]
fn output_that_cannot_be_written_is_status_2_and_one_message() {
    const MESSAGE: &str =
        "ferz: cannot write to standard output: No space left on device (os error 28)\n";
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let ended = run_each("full.vf", |mut program| {
        program.stdout(full()).output().unwrap()
    });
    for (arguments, output) in ended {
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), &*errors),
            (Some(2), MESSAGE),
            "{arguments:?}"
        );
    }
    // The same holds for the engine, after `quit` and at the end of its input.
    for input in ["uci\nisready\ngo depth 3\n", "d\nuci\nquit\n"] {
        let mut engine = ferz(&[])
            .stdin(Stdio::piped())
            .stdout(full())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The engine may end before it has read all of its input.
        let _: Result<(), _> = engine.stdin.take().unwrap().write_all(input.as_bytes());
        let output = engine.wait_with_output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), &*errors), (Some(2), MESSAGE));
    }
}

#[test]
fn a_closed_pipe_is_not_an_error_and_keeps_the_exit_status() {
    let ended = run_each("closed.vf", |mut program| {
        // The pipe is closed before the program starts, so it cannot write before that.
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        program.stdout(writer).stderr(Stdio::piped());
        program.output().unwrap()
    });
    for (arguments, output) in ended {
        let errors = String::from_utf8(output.stderr).unwrap();
        // `epd` leaves one position unsolved, so its status is 1.
        let differs = arguments[0] == "epd";
        assert!(
            output.status.code() == Some(i32::from(differs)) && errors.is_empty(),
            "{arguments:?}: {:?} {errors}",
            output.status
        );
    }
    let mut engine = ferz(&[])
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

/// Waits until the condition is true. Fails after [`TIMEOUT`], or if the program ends.
fn wait_for(program: &mut Child, condition: impl Fn() -> bool) {
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

/// Sends SIGINT, as Ctrl-C does.
fn interrupt(program: &Child) {
    let number = program.id().to_string();
    let sent = Command::new("kill").args(["-INT", &number]).status();
    assert!(sent.unwrap().success());
}

/// Runs a command that can be continued, until the file of its state exists. Then interrupts it, checks
/// that it reports how many of its `games` it played, and returns what it printed.
#[cfg(feature = "tune")]
pub fn interrupted_run(arguments: &[&str], state: &str, games: u64) -> String {
    let mut program = ferz(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for(&mut program, || fs::exists(state).unwrap());
    interrupt(&program);
    let output = program.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{errors}");
    let end = format!("of {games} games; run the same command again to continue\n");
    assert!(errors.starts_with("ferz: interrupted after ") && errors.ends_with(&end));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn an_interrupted_datagen_exits_with_130_and_continues_when_called_again() {
    let games = file("interrupted.vf", "");
    let arguments = ["datagen", &games, "--games", "1000000", "--nodes", "1"];
    let mut program = ferz(&arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for(&mut program, || fs::metadata(&games).unwrap().len() > 0);
    interrupt(&program);
    let output = program.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    let message = format!(
        "ferz: interrupted before {games} has 1000000 games; run the same command again to continue\n"
    );
    assert_eq!((output.status.code(), errors), (Some(130), message));
    let summary = String::from_utf8(output.stdout).unwrap();
    assert!(summary.contains("\nPlayed now: "), "{summary}");
    // The file contains only complete games, so a run for the same number of games has nothing to
    // do.
    let found = command_line(&["data", &games]);
    assert_eq!((found.status, &*found.errors), (Some(0), ""));
    let number = found.lines[0].strip_prefix("Games: ").unwrap();
    let again = ["datagen", &games, "--nodes", "1", "--games", number];
    assert_eq!(command_line(&again).status, Some(0));
}

/// Signal number of SIGINT on all Unix systems.
const SIGINT: i32 = 2;

/// Returns whether this process ignores SIGINT. Shells start background jobs with SIGINT ignored,
/// and child processes inherit it.
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
    let mut program = ferz(&["perft", "--suite", &suite])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut stdout = BufReader::new(program.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    interrupt(&program);
    assert_eq!(program.wait().unwrap().signal(), Some(SIGINT));
}

/// Status 1 means that results differ, even if some lines could not be read.
#[test]
fn a_difference_takes_precedence_over_unreadable_lines() {
    let start = Board::START_FEN;
    let engine = env!("CARGO_BIN_EXE_ferz");
    let wrong_engine = "printf 'a2a3 1\\n\\n1\\n' #";
    let script = format!("sh -c \"{wrong_engine}\"");
    let suite =
        |name: &str, count: u32, more: &str| file(name, format!("{start} ;D1 {count}\n{more}"));
    let right = suite("precedence-right.suite", 20, "");
    let malformed = suite("precedence-malformed.suite", 20, "nonsense\n");
    let wrong = suite("precedence-wrong.suite", 21, "nonsense\n");
    let tasks =
        |name: &str, mv: &str, more: &str| file(name, format!("{BACK_RANK} bm {mv};\n{more}"));
    let solved = tasks("precedence-solved.epd", "Rd8", "");
    let unread = tasks("precedence-unread.epd", "Rd8", "nonsense\n");
    let unsolved = tasks("precedence-unsolved.epd", "f4", "nonsense\n");
    for (arguments, status) in [
        (&["perft", "--suite", &right][..], 0),
        (&["perft", "--suite", &malformed], 2),
        (&["perft", "--suite", &wrong], 1),
        (&["epd", &solved, "--depth", "1"], 0),
        (&["epd", &unread, "--depth", "1"], 2),
        (&["epd", &unsolved, "--depth", "1"], 1),
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
    for subcommand in ["perft", "epd", "bisect", "selfcheck"] {
        let help = command_line(&[subcommand, "--help"]).lines.join(" ");
        assert!(help.contains("exit status"), "{subcommand}");
    }
    let help = command_line(&["--help"]).lines.join(" ");
    for text in ["130", "takes precedence", "pipe closed by its reader"] {
        assert!(help.contains(text), "{text}: {help}");
    }
}
