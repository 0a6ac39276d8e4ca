//! Tests that the README and `docs/` agree with the program: every console block shows what its
//! command prints, and the target of every link to a file or heading exists.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ferz::engine::about;

/// Returns the README and the files in `docs/`: path from the root of the repository, and text.
fn documents() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(root.join("docs")).unwrap();
    let mut names: Vec<String> = docs
        .map(|entry| format!("docs/{}", entry.unwrap().file_name().to_str().unwrap()))
        .filter(|name| name.ends_with(".md"))
        .collect();
    names.push("README.md".to_owned());
    names.sort();
    let read = |name: String| (name.clone(), fs::read_to_string(root.join(name)).unwrap());
    names.into_iter().map(read).collect()
}

/// Returns the part of `text` between two markers.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(begin).unwrap_or_else(|| panic!("{begin}"));
    rest.split_once(end).unwrap_or_else(|| panic!("{end}")).0
}

/// Returns `text` with times and speeds, which differ from run to run, replaced by `#`.
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

/// Creates a folder with symbolic links to the programs, at the paths that the commands name.
fn folder_with_programs() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ferz-readme-{}", std::process::id()));
    fs::create_dir_all(folder.join("target/release/examples")).unwrap();
    let tests = std::env::current_exe().unwrap();
    let broken = tests
        .parent()
        .and_then(Path::parent)
        .unwrap()
        .join("examples/broken");
    assert!(
        broken.exists(),
        "the example is not built: run \"cargo build --example broken\", with --release for tests in release"
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
fn every_console_block_shows_what_its_command_prints() {
    let folder = folder_with_programs();
    let mut commands = 0;
    for (name, text) in documents() {
        for block in text.split("```console\n$ ").skip(1) {
            let (block, _) = block.split_once("```").unwrap();
            let (command, shown) = block.split_once('\n').unwrap();
            let shell = Command::new("sh")
                .args(["-c", command])
                .current_dir(&folder)
                .output()
                .unwrap();
            let printed = String::from_utf8(shell.stdout).unwrap();
            // Portable builds add a note to the greeting.
            let greeting = format!("{} by {}", about::NAME, about::AUTHOR);
            let shown = shown.replace(&greeting, &about::header());
            let (printed, shown) = (without_times(&printed), without_times(&shown));
            assert_eq!(printed, shown, "{name}: {command}");
            let errors = String::from_utf8(shell.stderr).unwrap();
            assert_eq!(errors, "", "{name}: {command}");
            commands += 1;
        }
    }
    assert!(commands >= 9, "found {commands} commands");
    fs::remove_dir_all(folder).unwrap();
}

/// Returns the anchor that GitHub gives to a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().chars();
    let kept = kept.filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn the_target_of_every_link_to_a_file_or_heading_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut checked = 0;
    for (name, text) in documents() {
        let folder = root.join(&name).parent().unwrap().to_owned();
        for link in text.split("](").skip(1) {
            let (target, _) = link.split_once(')').unwrap();
            if target.contains("://") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = match file {
                "" => root.join(&name),
                file => folder.join(file),
            };
            assert!(path.exists(), "{name}: no {file}");
            if !heading.is_empty() {
                let text = fs::read_to_string(path).unwrap();
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                let found = headings.any(|line| anchor(line) == heading);
                assert!(found, "{name}: no heading for {target}");
            }
            checked += 1;
        }
    }
    assert!(checked > 20, "found {checked} links");
}

#[test]
fn the_readme_has_at_most_150_lines() {
    let lines = include_str!("../README.md").lines().count();
    assert!(lines <= 150, "{lines} lines");
}

#[test]
fn the_table_of_options_is_what_the_engine_announces() {
    use ferz::engine::options::{DECLARATIONS, OptionType};
    let readme = include_str!("../README.md");
    let table = between(readme, "## Options", "\n## ");
    let rows: Vec<&str> = table
        .lines()
        .filter(|line| line.starts_with("| `"))
        .collect();
    assert_eq!(rows.len(), DECLARATIONS.len());
    for (row, option) in rows.iter().zip(DECLARATIONS) {
        let facts = match option.kind {
            OptionType::Check { default } => format!("check, {default} "),
            OptionType::Spin { default, min, max } => format!("number, {default}, {min} to {max} "),
            OptionType::Text { .. } => "text".to_owned(),
            OptionType::Button => "button ".to_owned(),
        };
        assert!(
            row.starts_with(&format!("| `{}` | {facts}", option.name)),
            "{row}"
        );
    }
}
