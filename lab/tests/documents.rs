//! Tests that the documents of the lab agree with the program.

#![cfg(unix)]

#[path = "../../tests/common/documents.rs"]
mod documents;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use documents::{check_links, documents};

const FOLDERS: &[&str] = &["lab", "lab/log"];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_ferz-lab"))
}

#[test]
fn the_target_of_every_link_to_a_file_or_heading_exists() {
    let checked = check_links(root(), FOLDERS);
    assert!(checked > 20, "found {checked} links");
}

/// Only `tests/readme.rs` runs console blocks.
#[test]
fn the_pages_of_the_lab_have_no_console_blocks() {
    for (name, text) in documents(root(), FOLDERS) {
        assert!(!text.contains("```console"), "{name}");
    }
}

/// Returns the commands in the `sh` blocks of a section of `lab/README.md`.
fn commands(heading: &str) -> String {
    let (_, rest) = include_str!("../README.md")
        .split_once(&format!("\n## {heading}\n"))
        .unwrap();
    let section = rest.split("\n## ").next().unwrap();
    let blocks = section.split("```sh\n").skip(1);
    blocks
        .map(|block| block.split_once("```").unwrap().0)
        .collect()
}

/// Runs the commands of a section of `lab/README.md` in a folder that looks like that of the
/// repository, where they build nothing. Returns the folder, and what they print. Asserts that they
/// succeed.
fn run(heading: &str) -> (PathBuf, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(heading.replace(' ', "-"));
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(folder.join("target/release")).unwrap();
    symlink(program(), folder.join("target/release/ferz-lab")).unwrap();
    symlink(root().join("src"), folder.join("src")).unwrap();
    let shell = Command::new("sh")
        .args(["-exc", &format!("cargo() {{ :; }}\n{}", commands(heading))])
        .current_dir(&folder)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&shell.stderr);
    assert!(shell.status.success(), "{errors}");
    (folder, String::from_utf8(shell.stdout).unwrap())
}

/// Asserts that the commands wrote these files to `target/lab`, and removes the folder.
fn assert_written(folder: &Path, names: &[&str]) {
    for name in names {
        let path = folder.join("target/lab").join(name);
        let size = fs::metadata(path).map_or(0, |file| file.len());
        assert!(size > 0, "{name}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_readme_leads_from_games_to_a_network_in_a_match() {
    let (folder, printed) = run("From games to a network");
    // FEN | score | result; the status of this command is that of `head`.
    let positions = printed
        .lines()
        .filter(|line| line.matches(" | ").count() == 2);
    assert_eq!(positions.count(), 5, "{printed}");
    let network = folder.join("target/lab/network.nnue");
    <ferz::eval::network::NetworkFile>::load(&network).unwrap();
    let files = ["games.vf", "training.bin", "held-out.bin", "deep.bin"];
    let others = ["games.svg", "losses.svg"];
    assert_written(&folder, &[&files[..], &others].concat());
}

#[cfg(feature = "tune")]
#[test]
fn tuning_works_as_in_the_readme() {
    let (folder, _) = run("Constants of the search");
    assert_written(&folder, &["screen.json", "spsa.json", "drift.svg"]);
}
