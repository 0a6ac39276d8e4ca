//! `ferz-lab match`: the results that it prints, and when it ends.

use ferz::chess::chess960::start;

use crate::messages::file;
use crate::session::command_line;
use crate::subcommands::{assert_one_error, output};

/// Returns the lines of a match except the first, which contains the time.
fn results(arguments: &[&str]) -> Vec<String> {
    let mut lines = output(&[&["match"], arguments].concat());
    let first = lines.remove(0);
    assert!(first.starts_with("Games: "), "{first}");
    lines
}

/// Returns the text after this label.
fn field<'a>(lines: &'a [String], label: &str) -> &'a str {
    let found = lines.iter().find_map(|line| line.strip_prefix(label));
    found.unwrap_or_else(|| panic!("{label}: {lines:?}"))
}

#[test]
fn players_of_equal_strength_with_fixed_nodes_have_an_even_score_on_any_number_of_threads() {
    // Without a clock, the move overhead has no effect.
    let options = ["--a", "Hash=1", "--b", "Hash=1", "--b", "Move Overhead=9"];
    let games = [&["--games", "15", "--nodes", "60"][..], &options].concat();
    let one = results(&[&games[..], &["--threads", "1"]].concat());
    // The two games of a pair are the same, with colors reversed.
    assert_eq!(field(&one, "Elo: "), "0.00 +/- 0.00");
    let pairs = "Pairs with 0, 0.5, 1, 1.5 and 2 points of A: ";
    assert_eq!(field(&one, pairs), "[0, 0, 8, 0, 0]");
    assert_eq!(field(&one, "Likelihood of superiority: "), "unknown");
    assert_eq!(results(&[&games[..], &["--threads", "2"]].concat()), one);
}

#[test]
fn a_much_weaker_player_is_found_out_by_a_test() {
    let book: Vec<String> = (0..40)
        .map(|number| start(number, number).to_string())
        .collect();
    let book = file("match-book.fen", book.join("\n"));
    let arguments = [
        "--a",
        "Skill Level=0",
        "--nodes",
        "1000",
        "--games",
        "2000",
        "--book",
        &book,
        "--sprt",
        "-100,0",
    ];
    for model in ["logistic", "normalized"] {
        let lines = results(&[&arguments[..], &["--model", model]].concat());
        let test = field(&lines, "LLR: ");
        let end = format!("(-2.94 to 2.94) for {model} Elo -100 and 0: H0 accepted");
        assert!(test.starts_with('-') && test.ends_with(&end), "{test}");
    }
}

#[test]
fn two_equal_players_are_refused() {
    let expected = "players A and B have the same options; \
                    expected at least one that differs, such as --a Hash=1";
    for options in [
        &[][..],
        &["--tc", "1+0.1", "--games", "4"],
        // The default, by another spelling of its name.
        &["--a", "hash=16"],
        &["--a", "Hash=1", "--b", "Hash=2", "--b", "Hash=1"],
        &["--a", "Clear Hash="],
    ] {
        assert_one_error(&[&["match"], options].concat(), expected);
    }
}

#[test]
fn a_clock_can_run_out() {
    let clock = ["match", "--games=2", "--tc=0.001", "--a", "Move Overhead=0"];
    let ended = command_line(&clock);
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""));
    // Without an increment, neither player has the time for a whole game.
    assert_ne!(field(&ended.lines, "Lost on time: "), "A 0, B 0");
}

#[cfg(feature = "tune")]
#[test]
fn parameters_are_options() {
    let lines = results(&["--a", "see_pawn=150", "--games", "2", "--nodes", "60"]);
    assert_eq!(lines.len(), 6);
}
