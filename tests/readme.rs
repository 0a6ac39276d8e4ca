//! What the README shows is what happens.

#![cfg(unix)]

use std::process::Command;

/// The text of the README between two of its lines.
fn between<'a>(readme: &'a str, begin: &str, end: &str) -> &'a str {
    let (_, rest) = readme
        .split_once(begin)
        .unwrap_or_else(|| panic!("{begin}"));
    rest.split_once(end).unwrap_or_else(|| panic!("{end}")).0
}

/// How long it took differs from run to run.
fn without_times(text: &str) -> Vec<&str> {
    text.trim()
        .lines()
        .filter(|line| !line.starts_with("info string perft took"))
        .collect()
}

#[test]
fn the_session_prints_what_the_readme_shows() {
    let readme = include_str!("../README.md");
    let session = between(readme, "```console\n$ ", "```");
    let (command, shown) = session.split_once('\n').unwrap();
    let command = command.replace("target/release/ferz", env!("CARGO_BIN_EXE_ferz"));
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    assert!(output.status.success());
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(without_times(&printed), without_times(shown));
    assert!(printed.contains("info string perft took"));
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
