//! `ferz-lab screen`: the effects of changes of the search parameters.

use std::fs;

use crate::session::{Ended, command_line};
use crate::train::no_file;

/// Arguments of a short screening.
const SHORT: [&str; 6] = [
    "--factor=see_pawn=120",
    "--factor=razoring_depth=1,razoring_base=60",
    "--games=16",
    "--nodes=60",
    "--seed=3",
    "--threads=1",
];

/// Runs a short screening with this state, and with more arguments.
fn screen(state: &str, more: &[&str]) -> Ended {
    let is_kept = |word: &&&str| {
        let name = word.split('=').next();
        !more.iter().any(|other| other.split('=').next() == name)
    };
    let short: Vec<&str> = SHORT.iter().filter(is_kept).copied().collect();
    command_line(&[&["screen", state], &*short, more].concat())
}

#[test]
fn a_screening_lists_its_factors_and_gives_the_same_results_on_any_number_of_threads() {
    let one = no_file("screen-one.json");
    let ended = screen(&one, &[]);
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "{ended:?}");
    assert!(ended.lines[0].starts_with("Factor "), "{ended:?}");
    let mut factors: Vec<&str> = ended.lines[1..3]
        .iter()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    factors.sort_unstable();
    assert_eq!(
        factors,
        ["razoring_depth=1,razoring_base=60", "see_pawn=120"]
    );
    assert_eq!(ended.lines[3], "Games: 16");
    let two = no_file("screen-two.json");
    assert_eq!(screen(&two, &["--threads=2"]).status, Some(0));
    let read = |file: &str| fs::read_to_string(file).unwrap();
    assert_eq!(read(&one), read(&two));
}

#[test]
fn a_screening_can_be_made_longer() {
    let (parts, whole) = (no_file("screen-parts.json"), no_file("screen-whole.json"));
    assert_eq!(screen(&parts, &["--games=6"]).status, Some(0));
    let ended = screen(&parts, &[]);
    assert_eq!(ended.lines[3], "Games: 16");
    assert!(
        ended.lines[4].starts_with("Played now: 10 games "),
        "{ended:?}"
    );
    assert_eq!(screen(&whole, &[]).status, Some(0));
    let read = |file: &str| fs::read_to_string(file).unwrap();
    assert_eq!(read(&parts), read(&whole));
}

#[test]
fn the_results_of_another_screening_are_refused() {
    let state = no_file("screen-settings.json");
    assert_eq!(screen(&state, &["--games=2"]).status, Some(0));
    let before = fs::read(&state).unwrap();
    for (argument, message) in [
        ("--nodes=61", "nodes 60, expected 61"),
        ("--seed=4", "seed 3, expected 4"),
        (
            "--factor=iir_depth=5",
            "factors see_pawn=120 razoring_depth=1,razoring_base=60, expected iir_depth=5",
        ),
    ] {
        let ended = screen(&state, &[argument]);
        let expected =
            format!("ferz-lab: {state}: the state has {message}; delete it to start again\n");
        assert_eq!((ended.status, ended.errors), (Some(2), expected));
    }
    assert_eq!(fs::read(&state).unwrap(), before);
    let bench = crate::change_bench(&state);
    let ended = screen(&state, &[]);
    let expected = format!(
        "ferz-lab: {state}: the state has bench 1, expected {bench}; delete it to start again\n"
    );
    assert_eq!((ended.status, ended.errors), (Some(2), expected));
}

#[cfg(target_os = "linux")]
#[test]
fn a_second_screening_with_one_state_is_refused() {
    let state = no_file("screen-two-runs.json");
    let run = |games| {
        [
            "screen",
            &state,
            SHORT[0],
            games,
            "--nodes=50",
            "--threads=1",
        ]
    };
    let [first, second] = ["--games=100000", "--games=2"].map(run);
    crate::runs::assert_the_second_run_is_refused(&state, &first, &second);
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_screening_prints_its_results() {
    let state = no_file("screen-interrupted.json");
    let words = [
        "screen",
        &state,
        SHORT[0],
        "--games=100000",
        "--nodes=500",
        "--threads=1",
    ];
    let printed = crate::exit_status::interrupted_run(&words, &state, 100_000);
    assert!(printed.contains("\nsee_pawn=120 "), "{printed}");
}
