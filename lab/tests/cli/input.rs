//! Files given as `-`, which means standard input.

use crate::messages::file;
use crate::session::command_line;
use crate::subcommands::{FOREIGN_BOOK, assert_a_dash_is_standard_input, assert_accepted};

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
        assert_a_dash_is_standard_input(options, name);
    }
}

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
        assert_accepted(arguments);
    }
}
