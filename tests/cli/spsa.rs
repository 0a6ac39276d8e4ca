//! `ferz spsa`: the search parameters in the formats of SPSA tuners.

use ferz::search::params::PARAMS;
use serde_json::Value;

use crate::session::{Ended, command_line};

/// Runs `ferz spsa`. Checks the warning of builds that cannot be tuned.
fn spsa(arguments: &[&str]) -> Ended {
    let ended = command_line(&[&["spsa"], arguments].concat());
    assert_eq!(ended.status, Some(0));
    let warns = ended.errors.starts_with("ferz: this build cannot be tuned");
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
    let first = "history_bonus_max, int, 1500, 500, 4000, 175, 0.002";
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
