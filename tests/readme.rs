//! What the README shows is what happens.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The text of the README between two of its lines.
fn between<'a>(readme: &'a str, begin: &str, end: &str) -> &'a str {
    let (_, rest) = readme
        .split_once(begin)
        .unwrap_or_else(|| panic!("{begin}"));
    rest.split_once(end).unwrap_or_else(|| panic!("{end}")).0
}

/// A text without what differs from run to run: how long something took, and how fast it was.
fn without_times(text: &str) -> String {
    const BEFORE: [&str; 6] = [
        "Time: ",
        " s, ",
        "took ",
        "after ",
        "\"seconds\":",
        "\"nodes_per_second\":",
    ];
    let mut text = text.trim().to_owned();
    for marker in BEFORE {
        let parts = text.split(marker).enumerate().map(|(i, part)| match i {
            0 => part,
            _ => part.trim_start_matches(|c: char| c.is_ascii_digit() || ".e-".contains(c)),
        });
        text = parts.collect::<Vec<_>>().join(&format!("{marker}#"));
    }
    text
}

/// A folder where the README's commands find the programs that they name.
fn folder_with_programs() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ferz-readme-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("target/release/examples")).unwrap();
    let tests = std::env::current_exe().unwrap();
    let broken = tests
        .parent()
        .and_then(Path::parent)
        .unwrap()
        .join("examples/broken");
    assert!(
        broken.exists(),
        "\"cargo build --example broken\" is missing, with --release for tests in release"
    );
    for (program, name) in [
        (Path::new(env!("CARGO_BIN_EXE_ferz")), "target/release/ferz"),
        (&broken, "target/release/examples/broken"),
    ] {
        std::os::unix::fs::symlink(program, folder.join(name)).unwrap();
    }
    folder
}

#[test]
fn every_command_prints_what_the_readme_shows() {
    let readme = include_str!("../README.md");
    let folder = folder_with_programs();
    let mut commands = 0;
    for block in readme.split("```console\n$ ").skip(1) {
        let (block, _) = block.split_once("```").unwrap();
        let (command, shown) = block.split_once('\n').unwrap();
        let shell = Command::new("sh")
            .args(["-c", command])
            .current_dir(&folder)
            .output()
            .unwrap();
        let printed = String::from_utf8(shell.stdout).unwrap();
        assert_eq!(without_times(&printed), without_times(shown), "{command}");
        assert_eq!(String::from_utf8(shell.stderr).unwrap(), "", "{command}");
        commands += 1;
    }
    assert!(commands >= 7, "{commands} commands found");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_table_of_options_is_what_the_engine_announces() {
    use ferz::engine::options::{DECLARATIONS, Kind};
    let readme = include_str!("../README.md");
    let table = between(readme, "## Options", "## Builds");
    let rows: Vec<&str> = table
        .lines()
        .filter(|line| line.starts_with("| `"))
        .collect();
    assert_eq!(rows.len(), DECLARATIONS.len());
    for (row, option) in rows.iter().zip(DECLARATIONS) {
        let facts = match option.kind {
            Kind::Check { default } => format!("check, {default} "),
            Kind::Spin { default, min, max } => format!("number, {default}, {min} to {max} "),
            Kind::Text { .. } => "text".to_owned(),
            Kind::Button => "button ".to_owned(),
        };
        assert!(
            row.starts_with(&format!("| `{}` | {facts}", option.name)),
            "{row}"
        );
    }
}
