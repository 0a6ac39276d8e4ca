//! Tests that the README and `docs/` agree with the program: every console block shows what its
//! command prints, the target of every link exists, and the table of options is complete. The pages
//! are short, and those for users describe the present version.

#![cfg(unix)]

#[path = "common/documents.rs"]
mod documents;

use std::path::Path;

use documents::{check_consoles, check_links, documents};

const FOLDERS: &[&str] = &[".", "docs"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the part of `text` between two markers.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(begin).unwrap_or_else(|| panic!("{begin}"));
    rest.split_once(end).unwrap_or_else(|| panic!("{end}")).0
}

#[test]
fn every_console_block_shows_what_its_command_prints() {
    let tests = std::env::current_exe().unwrap();
    let target = tests.parent().and_then(Path::parent).unwrap();
    let programs = [
        (Path::new(env!("CARGO_BIN_EXE_ferz")), "target/release/ferz"),
        (
            &target.join("examples/broken"),
            "target/release/examples/broken",
        ),
    ];
    let commands = check_consoles(root(), FOLDERS, &programs);
    assert!(commands >= 3, "found {commands} commands");
}

#[test]
fn the_target_of_every_link_to_a_file_or_heading_exists() {
    let checked = check_links(root(), FOLDERS);
    assert!(checked > 20, "found {checked} links");
}

#[test]
fn the_readme_has_less_than_150_lines_and_all_pages_together_at_most_900() {
    let lines = include_str!("../README.md").lines().count();
    assert!(lines < 150, "{lines} lines");
    let pages = documents(root(), &[".", "docs", "lab"]);
    assert!(pages.len() >= 10, "{} pages", pages.len());
    let total: usize = pages.iter().map(|(_, text)| text.lines().count()).sum();
    assert!(total <= 900, "{total} lines");
}

/// Returns whether a word is the hash of a commit: 7 to 40 hexadecimal digits, of them at least one
/// letter and one decimal digit.
fn is_hash(word: &str) -> bool {
    (7..=40).contains(&word.len())
        && word.chars().all(|c| "0123456789abcdef".contains(c))
        && word.contains(|c: char| c.is_ascii_digit())
        && word.contains(|c: char| c.is_ascii_alphabetic())
}

#[test]
fn the_pages_for_users_name_no_commit_except_in_one_footnote() {
    let mut in_footnotes = 0;
    for (name, text) in documents(root(), FOLDERS) {
        for line in text.lines() {
            let words = line.split(|c: char| !c.is_ascii_alphanumeric());
            let hashes = words.filter(|word| is_hash(word)).count();
            assert!(hashes == 0 || line.starts_with("[^"), "{name}: {line}");
            in_footnotes += hashes;
        }
    }
    assert!(in_footnotes <= 1, "{in_footnotes} commits in footnotes");
}

#[test]
fn the_table_of_options_is_what_the_engine_announces() {
    use ferz::engine::options::{self, OptionType};
    use ferz::search::params::PARAMS;
    let readme = include_str!("../README.md");
    let table = between(readme, "## Options", "\n## ");
    let rows: Vec<&str> = table
        .lines()
        .filter(|line| line.starts_with("| `"))
        .collect();
    let tunable = if cfg!(feature = "tune") {
        PARAMS.len()
    } else {
        0
    };
    let options = options::all();
    assert_eq!(rows.len(), options.len() - tunable);
    for (row, option) in rows.iter().zip(options) {
        let facts = match option.kind {
            OptionType::Check { default, .. } => format!("check, {default} "),
            OptionType::Spin {
                default, min, max, ..
            } => format!("number, {default}, {min} to {max} "),
            OptionType::Text { .. } => "text".to_owned(),
            OptionType::Button => "button ".to_owned(),
        };
        assert!(
            row.starts_with(&format!("| `{}` | {facts}", option.name)),
            "{row}"
        );
    }
}
