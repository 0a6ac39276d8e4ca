//! What all subcommands have in common: help, completions, manual pages. How bad arguments are
//! refused is told in `messages/command_line.rs`.

use ferz::perft::stats::Statistics;

use crate::output;

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
