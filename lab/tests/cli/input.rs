//! Files given as `-`, which means standard input.

#[cfg(target_os = "linux")]
use std::fs;

use crate::messages::file;
use crate::session::command_line;
#[cfg(target_os = "linux")]
use crate::subcommands::assert_one_error;
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
    ] {
        assert_a_dash_is_standard_input(options, name);
    }
}

/// A file that is not text would be read until the memory is full.
#[cfg(target_os = "linux")]
#[test]
fn a_line_without_an_end_is_refused_by_every_command_that_reads_lines() {
    let name = file("endless.epd", "# a comment\n");
    let writable = fs::File::options().write(true).open(&name).unwrap();
    writable.set_len(1 << 35).unwrap();
    let message = format!("cannot read {name}: line 2 is too long; expected at most 65536 bytes");
    assert_one_error(&["epd", &name], &message);
    let arguments = ["match", "--a=Hash=1", "--book", &name];
    assert_one_error(&arguments, &format!("--book: {message}"));
    fs::remove_file(&name).unwrap();
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
