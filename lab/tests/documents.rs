//! Tests that the documents of the lab agree with the program.

#![cfg(unix)]

#[path = "../../tests/common/documents.rs"]
mod documents;

use std::path::Path;

use documents::{check_consoles, check_links};

const FOLDERS: &[&str] = &["lab", "lab/log"];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

#[test]
fn every_console_block_shows_what_its_command_prints() {
    let program = Path::new(env!("CARGO_BIN_EXE_ferz-lab"));
    let programs = [(program, "target/release/ferz-lab")];
    assert_eq!(check_consoles(root(), FOLDERS, &programs), 2);
}

#[test]
fn the_target_of_every_link_to_a_file_or_heading_exists() {
    let checked = check_links(root(), FOLDERS);
    assert!(checked > 20, "found {checked} links");
}
