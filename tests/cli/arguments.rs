//! What all subcommands have in common: errors, help, completions, manual pages.

use ferz::chess::Board;
use ferz::perft::stats::Statistics;

use crate::{assert_one_error, output};

#[test]
fn bad_arguments_are_one_clear_error_and_nothing_is_printed() {
    let start = Board::START_FEN;
    let no_king = "8/8/8/8/8/8/8/K7 w - - 0 1";
    for (arguments, message) in [
        (
            &["perft", "3", "--fen", "x"][..],
            "--fen: the FEN has 1 ranks; expected 8",
        ),
        (&["perft", "3", "--fen", no_king], "--fen: "),
        (
            &["perft", "3", "--moves", "e2e4 e7e6 e4e6"],
            "--moves: move 3, e4e6, is not legal on rnbqkbnr/",
        ),
        (
            &["perft", "3", "--moves", "e2e9"],
            "--moves: \"e2e9\" is not a move; expected",
        ),
        (&["perft", "three"], "invalid value 'three' for '[DEPTH]'"),
        (
            &["perft", "256"],
            "invalid value '256' for '[DEPTH]': 256 is not in 0..=255",
        ),
        (&["perft", "-1"], "unexpected argument '-1' found"),
        (
            &["perft"],
            "the following required arguments were not provided",
        ),
        (
            &["perft", "3", "--joho"],
            "unexpected argument '--joho' found",
        ),
        (
            &["perft", "3", "--stats", "--hash", "16"],
            "the argument '--stats' cannot be used with '--hash <MB>'",
        ),
        (
            &["perft", "3", "--suite", "x"],
            "the argument '[DEPTH]' cannot be used with '--suite <FILE>'",
        ),
        (
            &["perft", "--suite", "x", "--divide"],
            "the argument '--suite <FILE>' cannot be used with '--divide'",
        ),
        (
            &["perft", "--suite", "x", "--fen", start],
            "the argument '--suite <FILE>' cannot be used with '--fen <FEN>'",
        ),
        (
            &["perft", "3", "--max-nodes", "5"],
            "the argument '[DEPTH]' cannot be used with '--max-nodes <N>'",
        ),
        (
            &["perft", "3", "--threads", "0"],
            "invalid value '0' for '--threads <N>': 0 is not in 1..=1024",
        ),
        (
            &["perft", "3", "--hash", "0"],
            "invalid value '0' for '--hash <MB>': 0 is not in 1..=33554432",
        ),
        (
            &["perftree", "3"],
            "the following required arguments were not provided",
        ),
        (
            &["perftree", "3", "x"],
            "FEN: the FEN has 1 ranks; expected 8",
        ),
        (
            &["perftree", "3", start, "e2e5"],
            "move 1, e2e5, is not legal on rnbqkbnr/",
        ),
        (
            &["tune", "games.vf", "--lambda", "1.5"],
            "invalid value '1.5' for '--lambda <SHARE>': expected a number from 0 to 1",
        ),
        (
            &["tune", "games.vf", "--rate", "0"],
            "invalid value '0' for '--rate <CP>': expected a number above 0",
        ),
        (
            &["tune", "/dev/null"],
            "there are 0 quiet positions to learn from and 0 to test on; expected some of both",
        ),
        (
            &["completions", "nosh"],
            "invalid value 'nosh' for '<SHELL>'",
        ),
        (
            &["man", "joho"],
            "there is no subcommand \"joho\"; expected one of bench, perft, ",
        ),
    ] {
        assert_one_error(arguments, message);
    }
}

#[test]
fn every_subcommand_explains_itself_with_an_example() {
    for subcommand in [
        "bench",
        "perft",
        "bisect",
        "perftree",
        "selfcheck",
        "datagen",
        "data",
        "fit-wdl",
        "tune",
        "epd",
        "spsa",
        "completions",
        "man",
        "magics",
    ] {
        let help = output(&[subcommand, "--help"]).join("\n");
        assert!(
            help.contains(&format!("Usage: ferz {subcommand}")),
            "{help}"
        );
        assert!(
            help.contains(&format!("Example: ferz {subcommand}")),
            "{help}"
        );
        assert_eq!(output(&["help", subcommand]).join("\n"), help);
    }
    let help = output(&["perft", "--help"]).join("\n");
    for column in Statistics::COLUMNS {
        assert!(
            help.contains(&format!("{column}: ")),
            "{column} is not defined"
        );
    }
}

#[test]
fn shells_and_man_are_told_of_the_subcommands() {
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
