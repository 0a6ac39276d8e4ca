//! Files given as `-`, which means standard input.
//! See <https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap12.html>.

use crate::session::{Ended, Session, command_line};
use crate::{file, fs};

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

#[test]
fn a_dash_is_standard_input_for_every_command_that_reads_a_file() {
    let mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";
    let tasks = file(
        "dash.epd",
        format!("{mate} bm f4;\nnonsense\n{mate} dm 1;\n"),
    );
    let games = file("dash.vf", "");
    let datagen = ["datagen", &games, "--games", "12", "--nodes", "1"];
    assert_eq!(command_line(&datagen).status, Some(0));
    for (options, name) in [
        (&["epd", "--depth=2"][..], &tasks),
        (&["data"], &games),
        (&["data", "--text"], &games),
        (&["fit-wdl"], &games),
        (&["tune", "--epochs=1", "--threads=1"], &games),
    ] {
        let input = fs::read(name).unwrap();
        let of_file = command_line(&[options, &[name]].concat());
        let of_input = run(&[options, &["-"]].concat(), &input);
        let renamed = |text: &str| text.replace(name.as_str(), "standard input");
        assert!(!of_file.lines.is_empty(), "{options:?}");
        assert_eq!(of_input.status, of_file.status, "{options:?}");
        assert_eq!(of_input.errors, renamed(&of_file.errors), "{options:?}");
        let expected: Vec<String> = of_file.lines.iter().map(|line| renamed(line)).collect();
        assert_eq!(
            without_times(&of_input.lines),
            without_times(&expected),
            "{options:?}"
        );
    }
}

/// The positions of an opening book as other systems write them: with a byte order mark, carriage
/// returns, a comment, counters as operations, and no line end after the last position.
const FOREIGN_BOOK: &[u8] = b"\xEF\xBB\xBFrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - \
    hmvc 4; fmvn 20;\r\n# a comment\r\n\r\n\
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 4; fmvn 20; id \"two\"";

#[test]
fn every_reader_of_positions_accepts_the_files_of_other_systems() {
    let book = file("foreign book.epd", FOREIGN_BOOK);
    let tasks = file(
        "foreign.epd",
        b"\xEF\xBB\xBF6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm 1;\r\n# end",
    );
    for arguments in [
        &[
            "match",
            "--games=2",
            "--nodes=20",
            "--a=Hash=1",
            "--book",
            &book,
        ][..],
        &["epd", "--depth=2", &tasks],
    ] {
        let ended = command_line(arguments);
        assert_eq!(
            (ended.status, &*ended.errors),
            (Some(0), ""),
            "{arguments:?}"
        );
        let error = |line: &String| line.contains("error:");
        assert!(!ended.lines.iter().any(error), "{:?}", ended.lines);
    }
}
