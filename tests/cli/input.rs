//! Files given as `-`, which means standard input.
//! See <https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap12.html>.

use ferz::chess::Board;

use crate::session::{Ended, Session, command_line};
use crate::{file, fs, output};

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
        let input = fs::read(name).unwrap();
        let of_file = command_line(&[options, &[name]].concat());
        let of_input = run(&[options, &["-"]].concat(), &input);
        let renamed = |text: &str| text.replace(name.as_str(), "standard input");
        assert!(!of_file.lines.is_empty(), "{options:?}");
        assert_eq!(of_input.status, of_file.status, "{options:?}");
        assert_eq!(of_input.errors, renamed(&of_file.errors), "{options:?}");
        if options[0] != "bisect" {
            let expected: Vec<String> = of_file.lines.iter().map(|line| renamed(line)).collect();
            assert_eq!(
                without_times(&of_input.lines),
                without_times(&expected),
                "{options:?}"
            );
        }
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
