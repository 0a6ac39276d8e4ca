//! The search parameters as UCI options, in builds with and without the feature `tune`.

#![allow(clippy::unwrap_used, reason = "these are tests")]

#[path = "common/session.rs"]
mod session;

use ferz::search::params::PARAMS;
#[cfg(feature = "tune")]
use ferz::search::params::Param;
use session::answer_to;

/// Returns the node count of a small bench after these lines.
#[cfg(feature = "tune")]
fn nodes_after(lines: &str) -> String {
    let ended = answer_to(&format!("{lines}bench 4\n"));
    let line = ended.lines.last().unwrap();
    line.split_once(' ').unwrap().0.to_owned()
}

#[cfg(feature = "tune")]
#[test]
fn parameters_are_listed_last_and_change_the_search_when_set() {
    let ended = answer_to("uci\n");
    let options = ended
        .lines
        .iter()
        .filter(|line| line.starts_with("option "));
    let expected = PARAMS.iter().map(|param| {
        format!(
            "option name {} type spin default {} min {} max {}",
            param.name, param.default, param.min, param.max
        )
    });
    let others = ferz::engine::options::all().len() - PARAMS.len();
    assert!(options.skip(others).eq(expected.collect::<Vec<_>>().iter()));

    let set = |value: fn(&Param) -> i32| {
        let line =
            |param: &Param| format!("setoption name {} value {}\n", param.name, value(param));
        PARAMS.iter().map(line).collect::<String>()
    };
    let (default, minimum) = (set(|param| param.default), set(|param| param.min));
    let before = nodes_after("");
    assert_ne!(nodes_after(&minimum), before);
    assert_eq!(nodes_after(&(minimum + &default)), before);
}

#[cfg(feature = "tune")]
#[test]
fn values_out_of_range_are_rejected() {
    for value in ["499", "4001", "many"] {
        let line = format!("setoption name history_bonus_max value {value}\n");
        assert_eq!(
            answer_to(&line).lines,
            [format!(
                "info string error: setoption: option history_bonus_max: found \"{value}\"; \
                 expected a whole number from 500 to 4000"
            )]
        );
    }
}

#[cfg(not(feature = "tune"))]
#[test]
fn parameters_are_not_options_without_the_feature() {
    let listed = answer_to("uci\n").lines.join("\n");
    for param in PARAMS {
        assert!(!listed.contains(param.name), "{}", param.name);
        let line = format!("setoption name {} value {}\n", param.name, param.max);
        assert_eq!(
            answer_to(&line).lines,
            [format!(
                "info string error: setoption: unknown option \"{}\"; expected one that \"uci\" lists",
                param.name
            )]
        );
    }
}
