//! Features that all subcommands have: help, completions and manual pages.
//! `messages/command_line.rs` tests that invalid arguments are rejected.

use std::fs;
use std::path::Path;

use ferz::perft::stats::Statistics;

#[cfg(target_os = "linux")]
use crate::subcommands::{assert_one_error, named_pipe};
use crate::subcommands::{check_helps_of_subcommands, check_width_of_help, output};

#[test]
fn the_help_of_every_subcommand_has_an_example() {
    assert_eq!(
        check_helps_of_subcommands("ferz"),
        [
            "bench",
            "perft",
            "bisect",
            "perftree",
            "eval",
            "completions",
            "man",
        ]
    );
    let help = output(&["perft", "--help"]).join("\n");
    for column in Statistics::COLUMNS {
        assert!(
            help.contains(&format!("{column}: ")),
            "the help does not define {column}"
        );
    }
}

#[test]
fn no_line_of_a_help_is_longer_than_100_characters() {
    assert_eq!(check_width_of_help(&[]), 8);
}

#[test]
fn completions_and_manual_pages_contain_the_subcommands() {
    for shell in ["bash", "zsh", "fish"] {
        let script = output(&["completions", shell]).join("\n");
        assert!(
            script.contains("perft") && script.contains("max-nodes"),
            "{shell}"
        );
    }
    for (arguments, title, mentioned) in [
        (&["man"][..], ".TH ferz 1", "ferz\\-perft(1)"),
        (&["man", "perft"], ".TH ferz-perft 1", "\\-\\-max\\-nodes"),
    ] {
        let page = output(arguments).join("\n");
        let head = page.lines().find(|line| line.starts_with(".TH"));
        assert!(head.is_some_and(|line| line.starts_with(title)), "{page}");
        assert!(
            page.starts_with(".ie") && page.contains(".SH NAME") && page.contains(mentioned),
            "{page}"
        );
    }
}

#[test]
fn all_manual_pages_are_written_into_a_folder() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages/man1");
    let path = folder.to_str().unwrap();
    assert!(output(&["man", "--folder", path]).is_empty());
    for name in ["ferz", "ferz-perft", "ferz-bisect"] {
        let page = fs::read_to_string(folder.join(format!("{name}.1"))).unwrap();
        assert!(page.contains(&format!(".TH {name} 1")), "{page}");
    }
    let printed = output(&["man", "perft"]).join("\n") + "\n";
    let written = fs::read_to_string(folder.join("ferz-perft.1")).unwrap();
    assert_eq!(written, printed);
}

/// Opening a pipe without a reader would wait forever.
#[cfg(target_os = "linux")]
#[test]
fn a_named_pipe_in_place_of_a_manual_page_is_refused() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages-pipe");
    fs::create_dir_all(&folder).unwrap();
    let page = folder.join("ferz-bench.1");
    fs::rename(named_pipe("page"), &page).unwrap();
    let message = format!("cannot write {}: found a pipe or a device", page.display());
    assert_one_error(&["man", "--folder", folder.to_str().unwrap()], &message);
    fs::remove_dir_all(folder).unwrap();
}
