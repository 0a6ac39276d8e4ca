//! The answer to `uci`, and `setoption` with valid and invalid values.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use ferz::chess::notation::CastlingNotation;

use crate::output::{SearchOutput, has_info_string, search};
use crate::session::Session;

/// Checks the `option` lines of the answer to `uci`; returns the declarations by name.
#[track_caller]
fn declarations(lines: &[String]) -> BTreeMap<&str, &str> {
    let mut found = BTreeMap::new();
    for line in lines {
        assert_eq!(line.trim_end(), line);
        let declaration = line.strip_prefix("option name ").expect("an option");
        let (name, declaration) = declaration.split_once(" type ").expect("a type");
        assert_eq!(
            found.insert(name, declaration),
            None,
            "{name} appears twice"
        );
        match declaration.split(' ').collect::<Vec<_>>()[..] {
            ["spin", "default", default, "min", min, "max", max] => {
                let [default, min, max] = [default, min, max].map(|n| n.parse::<i64>().ok());
                assert!(min.is_some() && min <= default && default <= max, "{line}");
            }
            ["check", "default", "true" | "false"] | ["button"] => {}
            ["string", "default", text, ..] => assert_ne!(text, "", "{line}"),
            _ => panic!("{line}"),
        }
    }
    found
}

/// Returns the `setoption` that sets an option to the default of its declaration.
fn set_default(name: &str, declaration: &str) -> String {
    let Some((_, default)) = declaration.split_once("default ") else {
        // A button has no value.
        return format!("setoption name {name}");
    };
    let value = default
        .split_once(" min")
        .map_or(default, |(value, _)| value);
    format!("setoption name {name} value {value}")
}

#[test]
fn uci_prints_the_identity_and_all_options() {
    let started = Instant::now();
    let mut session = Session::start();
    session.send("uci");
    let lines = session.lines_to("uciok");
    assert!(
        started.elapsed() < Duration::from_secs(1),
        "uciok must not wait for slow initialization"
    );
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(lines[0], format!("id name ferz {version}"));
    assert!(lines[1].len() > "id author ".len() && lines[1].starts_with("id author "));
    // A space after `uciok` breaks python-chess.
    assert_eq!(lines.last().map(String::as_str), Some("uciok"));
    let found = declarations(&lines[2..lines.len() - 1]);
    let expected = "Hash, Threads, Ponder, MultiPV, UCI_Chess960, UCI_ShowWDL, UCI_LimitStrength, \
        UCI_Elo, Skill Level, Human Pace, UCI_AnalyseMode, Move Overhead, SyzygyPath, SyzygyProbeDepth, \
        Syzygy50MoveRule, SyzygyProbeLimit, EvalFile, Clear Hash, Debug Log File, UCI_EngineAbout";
    for name in expected.split(", ") {
        assert!(found.contains_key(name), "{name}");
    }
    assert_eq!(found["SyzygyPath"], "string default <empty>");
    assert_eq!(found["Clear Hash"], "button");
    assert_eq!(found["UCI_Chess960"], "check default false");
    assert_eq!(
        found["MultiPV"].split(" min").next(),
        Some("spin default 1")
    );

    // Every default is an accepted value.
    for (name, declaration) in &found {
        session.assert_silent(&set_default(name, declaration));
    }
    // `uci` can be repeated.
    session.send("uci");
    assert_eq!(session.lines_to("uciok"), lines);
}

#[test]
fn option_names_ignore_case_and_extra_blanks() {
    let mut session = Session::start();
    for line in [
        "setoption name Hash value 1",
        "setoption name hash value 2 ",
        "setoption name THREADS value 2",
        "setoption name Threads value 1",
        "setoption name move overhead value 0",
        "setoption name Move   Overhead value 5000",
        "setoption name Ponder value true",
        "setoption name UCI_AnalyseMode value false",
        "setoption name UCI_LimitStrength value TRUE",
        "setoption name UCI_LimitStrength value false",
        "setoption name UCI_Elo value 2000",
        "setoption name Clear Hash",
        "setoption name clear hash value",
        "setoption name SyzygyPath value <empty>",
        "setoption name SyzygyPath value",
        "setoption name EvalFile value <empty>",
        "setoption name EvalFile value",
        "setoption name EvalFile value ferz-8.nnue",
        "setoption name UCI_EngineAbout value anything",
        "setoption name UCI_ShowWDL value true",
        "setoption name MultiPV value 256",
        "setoption name MultiPV value 1",
    ] {
        session.assert_silent(line);
    }
    search(&mut session, "startpos", "go depth 2");
}

#[test]
fn an_invalid_option_value_is_reported_and_the_old_value_kept() {
    let mut session = Session::start();
    session.send("setoption name MultiPV value 3\nsetoption name UCI_Chess960 value true");
    for (name, value) in [
        ("MultiPV", "0"),
        ("MultiPV", "-1"),
        ("MultiPV", "257"),
        ("MultiPV", "99999999999999999999"),
        ("MultiPV", "many"),
        ("MultiPV", "2.5"),
        ("MultiPV", "2 5"),
        ("MultiPV", ""),
        ("Hash", "0"),
        ("Hash", "16MB"),
        ("Threads", "0"),
        ("Threads", "1025"),
        ("Move Overhead", "-1"),
        ("UCI_Elo", "1"),
        ("UCI_Chess960", "maybe"),
        ("UCI_Chess960", "0"),
        ("UCI_Chess960", ""),
        ("Style", "bold"),
        ("Contempt value", "3"),
    ] {
        let lines = session.ask(&format!("setoption name {name} value {value}"));
        let name = name.split(' ').next().expect("a word");
        assert!(has_info_string(&lines, name), "{name} {value}: {lines:?}");
    }
    for line in [
        "setoption name MultiPV",
        "setoption name UCI_Chess960",
        "setoption name Style",
    ] {
        let name = line.split(' ').next_back().expect("a word");
        assert!(has_info_string(&session.ask(line), name), "{line}");
    }
    let setup = "fen 4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1";
    let lines = session.search(&format!("position {setup}\ngo depth 1"));
    let searched = SearchOutput::check(setup, &lines, CastlingNotation::KingTakesRook);
    assert_eq!(searched.infos.len(), 3);
    let castled = session.search("go depth 1 searchmoves e1h1");
    assert_eq!(castled.last().map(String::as_str), Some("bestmove e1h1"));
}

#[test]
fn a_hash_larger_than_memory_is_refused_and_the_old_one_kept() {
    let mut session = Session::start();
    session.send("uci");
    let options = session.lines_to("uciok");
    let hash = options.iter().find(|line| line.contains(" Hash "));
    let maximum = hash
        .and_then(|line| line.rsplit(' ').next())
        .expect("a maximum");
    let answer = session.ask(&format!("setoption name Hash value {maximum}"));
    // Some systems grant any amount of memory (overcommit).
    assert!(
        answer.is_empty() || has_info_string(&answer, "hash"),
        "{answer:?}"
    );
    search(&mut session, "startpos", "go depth 2");
}
