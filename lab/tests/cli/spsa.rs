//! `ferz-lab spsa`: the search parameters in the formats of SPSA tuners.

#[cfg(feature = "tune")]
use std::fs;

use ferz::search::params::PARAMS;
use serde_json::Value;

use crate::session::{Ended, command_line};

/// Runs `ferz-lab spsa`. Checks the warning of builds that cannot be tuned.
fn spsa(arguments: &[&str]) -> Ended {
    let ended = command_line(&[&["spsa"], arguments].concat());
    assert_eq!(ended.status, Some(0));
    let warns = ended
        .errors
        .starts_with("ferz-lab: this build cannot be tuned");
    assert_eq!(warns, !cfg!(feature = "tune"), "{ended:?}");
    assert_eq!(ended.errors.lines().count(), usize::from(warns));
    ended
}

#[test]
fn openbench_gets_a_line_of_seven_fields_for_each_parameter() {
    let lines = spsa(&[]).lines;
    assert_eq!(lines.len(), PARAMS.len());
    for (line, param) in lines.iter().zip(PARAMS) {
        let [name, kind, value, min, max, step, rate] = line.split(", ").collect::<Vec<_>>()[..]
        else {
            panic!("{line}");
        };
        assert_eq!((name, kind, rate), (param.name, "int", "0.002"));
        assert_eq!(
            [value, min, max].map(|n| n.parse::<i32>().unwrap()),
            [param.default, param.min, param.max]
        );
        let step: f64 = step.parse().unwrap();
        assert!(
            (0.5..=f64::from(param.max - param.min)).contains(&step),
            "{line}"
        );
    }
    let first = "history_bonus_max, int, 2500, 500, 4000, 175, 0.002";
    assert!(lines.iter().any(|line| line == first), "{lines:#?}");
}

#[test]
fn weather_factory_gets_an_object_for_each_parameter() {
    let json = spsa(&["--weather-factory"]).lines.join("\n");
    let config: Value = serde_json::from_str(&json).unwrap();
    let config = config.as_object().unwrap();
    assert_eq!(config.len(), PARAMS.len());
    for param in PARAMS {
        let entry = config[param.name].as_object().unwrap();
        assert_eq!(entry.len(), 4);
        for (field, value) in [
            ("value", param.default),
            ("min_value", param.min),
            ("max_value", param.max),
        ] {
            assert_eq!(entry[field], value, "{field} of {}", param.name);
        }
        assert!(entry["step"].as_f64().is_some_and(|step| step >= 0.5));
    }
    // The objects are in the order of the source.
    let places: Vec<_> = PARAMS
        .iter()
        .map(|param| json.find(&format!("\"{}\"", param.name)))
        .collect();
    assert!(places.is_sorted());
}

/// Arguments of a short run.
#[cfg(feature = "tune")]
const SHORT: [&str; 8] = [
    "--params=see_*,razoring_depth",
    "--games=24",
    "--batch=4",
    "--nodes=60",
    "--rate=0.1",
    "--seed=3",
    "--threads",
    "1",
];

/// Returns the arguments of a short run with this state, after removing an older state.
#[cfg(feature = "tune")]
fn short_run(name: &str) -> (String, Vec<String>) {
    let state = crate::train::no_file(name);
    let words = ["spsa", "run", &state].into_iter().chain(SHORT);
    let words = words.map(str::to_owned).collect();
    (state, words)
}

#[cfg(feature = "tune")]
fn run(arguments: &[String]) -> Ended {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    command_line(&arguments)
}

#[cfg(feature = "tune")]
#[test]
fn a_run_gives_the_same_state_on_any_number_of_threads_and_prints_the_values() {
    let (state, arguments) = short_run("spsa-one.json");
    let plot = crate::messages::file("spsa-one.svg", "");
    let ended = run(&[arguments, vec!["--plot".to_owned(), plot.clone()]].concat());
    assert_eq!((ended.status, &*ended.errors), (Some(0), ""), "{ended:?}");
    assert!(ended.lines[0].starts_with("Parameter "), "{ended:?}");
    assert!(ended.lines[1].starts_with("see_pawn "), "{ended:?}");
    let games = &ended.lines[ended.lines.len() - 2];
    assert!(games.starts_with("Games: 24 of 24; "), "{games}");
    assert!(fs::read_to_string(plot).unwrap().contains("see_queen "));

    let (other, mut two_threads) = short_run("spsa-two.json");
    *two_threads.last_mut().unwrap() = "2".to_owned();
    assert_eq!(run(&two_threads).status, Some(0));
    let one = fs::read_to_string(state).unwrap();
    assert_eq!(one, fs::read_to_string(other).unwrap());

    let json: Value = serde_json::from_str(&one).unwrap();
    assert_eq!(json["pairs"], 12);
    let results = json["games"].as_array().unwrap().iter();
    let total: u64 = results.map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(total, 24);
    let points = json["history"].as_array().unwrap();
    assert_eq!(points.len(), 4);
    assert_eq!(points[3]["values"], json["values"]);
    assert_ne!(points[0]["values"], json["values"]);
}

#[cfg(feature = "tune")]
#[test]
fn a_state_of_other_settings_is_refused() {
    let (state, arguments) = short_run("spsa-settings.json");
    assert_eq!(run(&arguments).status, Some(0));
    let before = fs::read(&state).unwrap();
    for (argument, message) in [
        ("--games=26", "pairs 12, expected 13"),
        ("--nodes=61", "nodes 60, expected 61"),
        ("--seed=4", "seed 3, expected 4"),
        (
            "--steps=10",
            "parameter 1 see_pawn = 100 (70 to 150, step 4), expected see_pawn = 100 (70 to 150, step 8)",
        ),
        ("--params=see_pawn", "number of parameters 9, expected 1"),
    ] {
        let name = argument.split_once('=').unwrap().0;
        let is_other = |word: &&String| !word.starts_with(name);
        let mut words: Vec<String> = arguments.iter().filter(is_other).cloned().collect();
        words.push(argument.to_owned());
        let expected =
            format!("ferz-lab: {state}: the state has {message}; delete it to start again\n");
        let ended = run(&words);
        assert_eq!((ended.status, ended.errors), (Some(2), expected));
    }
    assert_eq!(fs::read(&state).unwrap(), before);
    let bench = crate::change_bench(&state);
    let ended = run(&arguments);
    let expected = format!(
        "ferz-lab: {state}: the state has bench 1, expected {bench}; delete it to start again\n"
    );
    assert_eq!((ended.status, ended.errors), (Some(2), expected));
}

#[cfg(all(target_os = "linux", feature = "tune"))]
#[test]
fn a_second_run_with_one_state_is_refused() {
    let state = crate::train::no_file("spsa-two-runs.json");
    let run = |games| {
        let options = [
            "--params=see_pawn",
            "--batch=2",
            "--nodes=50",
            "--threads=1",
        ];
        [&["spsa", "run", &state, games][..], &options].concat()
    };
    let [first, second] = ["--games=100000", "--games=2"].map(run);
    crate::runs::assert_the_second_run_is_refused(&state, &first, &second);
}

#[cfg(all(target_os = "linux", feature = "tune"))]
#[test]
fn an_interrupted_run_continues_to_the_same_state() {
    let (state, arguments) = short_run("spsa-interrupted.json");
    let (whole, all) = short_run("spsa-whole.json");
    let slow: Vec<String> = ["--nodes=1000"].map(str::to_owned).into();
    let is_other = |word: &&String| !word.starts_with("--nodes");
    let [arguments, all] = [arguments, all].map(|words| {
        let words: Vec<String> = words.iter().filter(is_other).cloned().collect();
        [words, slow.clone()].concat()
    });
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    crate::exit_status::interrupted_run(&words, &state, 24);
    assert_eq!(run(&arguments).status, Some(0));
    assert_eq!(run(&all).status, Some(0));
    let read = |file: String| fs::read_to_string(file).unwrap();
    assert_eq!(read(state), read(whole));
}
