//! Files given as `-`, which means standard input.

use std::fs;

use ferz::chess::Board;

#[cfg(target_os = "linux")]
use crate::exit_status::with_timeout;
use crate::messages::file;
#[cfg(target_os = "linux")]
use crate::session::{answer_to, command_line};
use crate::subcommands::{
    FOREIGN_BOOK, assert_a_dash_is_standard_input, assert_accepted, assert_one_error, output,
};
#[cfg(target_os = "linux")]
use crate::subcommands::{assert_pipes_are_refused, named_pipe};

#[test]
fn a_dash_is_standard_input_for_every_command_that_reads_a_file() {
    let start = Board::START_FEN;
    let suite = file("dash.suite", format!("{start} ;D1 20 ;D2 401\nnonsense\n"));
    let engine = format!("--engine={}", env!("CARGO_BIN_EXE_ferz"));
    for (options, name) in [
        (&["perft", "--suite"][..], &suite),
        (
            &["bisect", &engine, "--depth=1", "--json", "--suite"],
            &suite,
        ),
    ] {
        assert_a_dash_is_standard_input(options, name);
    }
}

/// Opening a pipe without a writer would wait forever.
#[cfg(target_os = "linux")]
#[test]
fn a_named_pipe_is_refused_by_every_command_that_reads_a_file() {
    let pipe = named_pipe("suite");
    let engine = env!("CARGO_BIN_EXE_ferz");
    assert_pipes_are_refused(&[
        &["perft", "--suite", &pipe],
        &["bisect", "--engine", engine, "--suite", &pipe],
    ]);
    // This command prints its name first.
    let mut bench = with_timeout(&["bench", "1", "1", "1", &pipe, "depth"]);
    let ended = bench.output().unwrap();
    let message =
        format!("ferz: bench: cannot read {pipe}: found a pipe or a device; expected a file\n");
    assert_eq!(ended.status.code(), Some(2));
    assert_eq!(String::from_utf8(ended.stderr).unwrap(), message);
    fs::remove_file(pipe).unwrap();
}

/// A shell passes a process substitution, `<(command)`, as the name of a pipe that is open already.
#[cfg(target_os = "linux")]
#[test]
fn a_pipe_that_the_shell_has_opened_is_read() {
    let suite = format!("echo '{} ;D1 20'", Board::START_FEN);
    let ferz = env!("CARGO_BIN_EXE_ferz");
    for script in [
        format!("{suite} | {ferz} perft --suite /dev/stdin"),
        format!("{suite} | {ferz} perft --suite /dev/fd/5 5<&0"),
    ] {
        let shell = std::process::Command::new("sh")
            .args(["-c", &script])
            .output();
        let ended = shell.unwrap();
        let text = String::from_utf8(ended.stdout).unwrap();
        assert_eq!(ended.status.code(), Some(0), "{script}: {text}");
        assert!(text.contains("Positions: 1, 0 wrong"), "{script}: {text}");
    }
}

/// Otherwise, the log would be appended to the input.
#[test]
fn the_log_is_neither_an_input_nor_an_output() {
    let content = format!("{} ;D1 20\n", Board::START_FEN);
    let name = file("log.suite", &content);
    let engine = env!("CARGO_BIN_EXE_ferz");
    let error = format!("{name}: the log file has this name, too; expected another file");
    for arguments in [
        &["perft", "--suite", &name][..],
        &["bisect", "--engine", engine, "--depth=1", "--suite", &name],
    ] {
        let with_log = [arguments, &["--log-file", &name]].concat();
        assert_one_error(&with_log, &format!("cannot read {error}"));
    }
    #[cfg(unix)]
    {
        let other_name = format!("{name}.link");
        // An earlier run of the tests may have left it.
        let _: Result<(), _> = fs::remove_file(&other_name);
        fs::hard_link(&name, &other_name).unwrap();
        let with_log = ["perft", "--suite", &name, "--log-file", &other_name];
        assert_one_error(&with_log, &format!("cannot read {error}"));
    }
    let svg = ["bisect", "--engine", engine, "--svg", &name];
    let with_log = [&svg[..], &["--log-file", &name]].concat();
    assert_one_error(&with_log, &format!("cannot write {error}"));
    assert_eq!(fs::read_to_string(&name).unwrap(), content);
}

/// A program that reads its own log never ends, also from a pipe. Output to the file of the log
/// overwrites it.
#[cfg(target_os = "linux")]
#[test]
fn the_log_is_neither_standard_input_nor_standard_output() {
    let error = "the file is also standard input; expected another one; continuing without it";
    let query = "isready\n";
    let name = file("log.uci", query);
    let mut engine = with_timeout(&["--log-file", &name]);
    let ended = engine
        .stdin(fs::File::open(&name).unwrap())
        .output()
        .unwrap();
    let errors = String::from_utf8(ended.stderr).unwrap();
    let expected = format!("ferz: cannot write the log file {name}: {error}\n");
    assert_eq!((ended.status.code(), errors), (Some(0), expected));
    assert_eq!(fs::read_to_string(&name).unwrap(), query);

    let setoption = format!("setoption name Debug Log File value {name}\nisready\n");
    fs::write(&name, &setoption).unwrap();
    let output = with_timeout(&[])
        .stdin(fs::File::open(&name).unwrap())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(&format!("{name}: {error}\n")), "{text}");
    assert_eq!(fs::read_to_string(&name).unwrap(), setoption);

    let lines = answer_to("setoption name Debug Log File value /dev/stdin\nisready\n").lines;
    assert!(
        lines[0].ends_with(&format!("/dev/stdin: {error}")),
        "{lines:?}"
    );
    assert_eq!(lines[1..], ["readyok"]);

    let command = format!("setoption name Debug Log File value {name}");
    let target = fs::File::create(&name).unwrap();
    with_timeout(&[&command, "isready"])
        .stdout(target)
        .status()
        .unwrap();
    let written = fs::read_to_string(&name).unwrap();
    let end = format!("{name}: {}\nreadyok\n", error.replace("input", "output"));
    assert!(written.ends_with(&end), "{written}");
}

/// A file that is not text, and an input without an end, would be read until the memory is full.
#[cfg(target_os = "linux")]
#[test]
fn a_line_without_an_end_is_refused_by_every_command_that_reads_lines() {
    let start = Board::START_FEN;
    let name = file("endless.epd", format!("{start} ;D1 20\n{start} ;D1 20"));
    let writable = fs::File::options().write(true).open(&name).unwrap();
    writable.set_len(1 << 35).unwrap();
    let engine = format!("--engine={}", env!("CARGO_BIN_EXE_ferz"));
    let message = |line: u32| format!("line {line} is too long; expected at most 65536 bytes");
    for arguments in [
        &["perft", "--suite", &name][..],
        &["bisect", &engine, "--suite", &name],
    ] {
        assert_one_error(arguments, &format!("cannot read {name}: {}", message(2)));
    }
    for command in [
        format!("bench 1 1 1 {name} depth"),
        format!("genfens 2 seed 1 book {name}"),
    ] {
        let lines = command_line(&[&command]).lines;
        assert!(lines[0].ends_with(&message(2)), "{lines:?}");
    }
    fs::remove_file(&name).unwrap();
    let mut endless = with_timeout(&["perft", "--suite", "-"]);
    let ended = endless
        .stdin(fs::File::open("/dev/zero").unwrap())
        .output()
        .unwrap();
    let expected = format!("ferz: cannot read standard input: {}\n", message(1));
    assert_eq!(
        (ended.status.code(), ended.stderr),
        (Some(2), expected.into_bytes())
    );
}

#[test]
fn a_line_of_the_maximum_length_is_read() {
    let position = format!("{} ;D1 20\n", Board::START_FEN);
    let comment = "#".repeat(1 << 16);
    let name = file("long.suite", format!("{comment}\n{position}"));
    assert_accepted(&["perft", "--suite", &name]);
    fs::write(&name, format!("{comment}#\n{position}")).unwrap();
    let message = "line 1 is too long; expected at most 65536 bytes";
    assert_one_error(
        &["perft", "--suite", &name],
        &format!("cannot read {name}: {message}"),
    );
}

#[test]
fn every_reader_of_positions_accepts_the_files_of_other_systems() {
    let book = file("foreign book.epd", FOREIGN_BOOK);
    let suite = file(
        "foreign.suite",
        b"\xEF\xBB\xBF# a comment\r\n\
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 4; fmvn 20; D1 20",
    );
    let plain = file("foreign-book.epd", FOREIGN_BOOK);
    for arguments in [
        &["bench", "1", "1", "1", &book, "depth"][..],
        &[&format!("bench 1 1 1 {plain} depth")],
        &[&format!("genfens 2 seed 1 book {plain}")],
        &["perft", "--suite", &suite],
    ] {
        assert_accepted(arguments);
    }
}

#[test]
fn openings_keep_the_counters_of_an_epd_book() {
    let book = file("counters.epd", FOREIGN_BOOK);
    let fens = output(&[&format!("genfens 4 seed 1 book {book} plies 0")]);
    let fens = fens.iter().filter_map(|line| line.split_once("genfens "));
    let fens: Vec<&str> = fens.map(|(_, fen)| fen).collect();
    assert_eq!(fens.len(), 4, "{fens:?}");
    for fen in fens {
        let board: Board = fen.parse().unwrap();
        assert_eq!(board.fullmove_number(), 20, "{fen}");
        // Half of the openings have one more move.
        assert!([0, 4, 5].contains(&board.halfmove_clock()), "{fen}");
    }
}
