//! Files given as `-`, which means standard input.
//! See <https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap12.html>.

use ferz::chess::Board;

use crate::messages::file;
use crate::subcommands::{FOREIGN_BOOK, assert_a_dash_is_standard_input, assert_accepted, output};

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
