//! `ferz-lab epd`: test positions with expected results.

use serde_json::{Value, json};

use crate::messages::file;
use crate::session::command_line;
use crate::subcommands::{assert_one_error, fields, output};

/// White mates in one: Rd8#.
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";

#[test]
fn a_solved_file_prints_only_the_totals() {
    let suite = format!(
        "# a comment\r\n\
         {BACK_RANK} bm Rd1-d8; id \"one\";\r\n\
         {BACK_RANK} am f4 Kf1\r\n\
         {BACK_RANK} acd 3;\r\n\
         {BACK_RANK} dm 1;\r\n"
    );
    let (first, second) = (file("solved.epd", &suite), file("again.epd", &suite));
    let limits = ["--depth", "2", "--hash", "1", "--jobs", "2"];
    let lines = output(&[&["epd", &first, &second][..], &limits].concat());
    assert_eq!(
        lines[..3],
        [
            "Solved: 6 of 6",
            "Positions without bm, am or dm: 2",
            "Malformed lines: 0"
        ]
    );
    assert!(lines[3].starts_with("Nodes searched: ") && lines[4].starts_with("Time: "));
    assert_eq!(lines.len(), 5);
}

/// Black's only move allows mate in one.
const CORNERED: &str = "k7/7R/8/8/8/8/1K6/6R1 b - -";

#[test]
fn unsolved_positions_are_printed_in_their_order_and_the_status_is_1() {
    let suite = file(
        "unsolved.epd",
        format!(
            "{BACK_RANK} bm f4 Rd7; id \"wrong\";\n\
             {BACK_RANK} bm Rd8;\n\
             {BACK_RANK} am Rd8;\n\
             {BACK_RANK} am Rd7 f4;\n\
             {BACK_RANK} dm 5; bm f4;\n\
             8/8/8/8/8/1k6/8/K7 w - - dm 3;\n\
             3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - dm 3;\n\
             {CORNERED} bm #-3;\n\
             {CORNERED} ce +M1;\n"
        ),
    );
    for jobs in ["1", "3", "20"] {
        let ended = command_line(&["epd", &suite, "--depth=3", "--hash=1", "--jobs", jobs]);
        assert_eq!((ended.status, &*ended.errors), (Some(1), ""));
        let without_place = |line: &String| line.replace(&suite, "");
        let lines: Vec<String> = ended.lines.iter().map(without_place).collect();
        assert_eq!(
            lines[..6],
            [
                ":1: wrong: played Rd8# (mate in 1), bm f4 Rd7: not a best move",
                ":3: played Rd8# (mate in 1), am Rd8#: a move to avoid",
                ":6: played Kb1 (+0.00), dm 3: no mate in this number of moves",
                ":7: played nothing, dm 3: there is no legal move",
                ":9: played Kb8 (mated in 1), dm 1: no mate in this number of moves",
                "Solved: 4 of 9",
            ]
        );
    }
}

#[test]
fn malformed_lines_are_reported_and_the_others_solved() {
    let bad = format!("{BACK_RANK} bm Rd9;\n{BACK_RANK} bm Rd8;\nnonsense\n");
    let suite = file("malformed.epd", &bad);
    let ended = command_line(&["epd", &suite, "--depth", "2"]);
    assert_eq!(ended.status, Some(2));
    assert_eq!(ended.lines[0], "Solved: 1 of 1");
    assert_eq!(ended.lines[2], "Malformed lines: 2");
    let errors: Vec<&str> = ended.errors.lines().collect();
    let expected = [
        format!("ferz-lab: {suite}:1: bm: \"Rd9\" is not a move; expected one like"),
        format!("ferz-lab: {suite}:3: the FEN has 1 rank: \"nonsense\""),
        "ferz-lab: 2 lines could not be read".to_owned(),
    ];
    assert_eq!(errors.len(), expected.len());
    for (error, start) in errors.iter().zip(&expected) {
        assert!(error.starts_with(start.as_str()), "{error}");
    }
    // An unsolved position takes precedence over malformed lines.
    let worse = file("worse.epd", format!("{bad}{BACK_RANK} bm f4;\n"));
    assert_eq!(
        command_line(&["epd", &worse, "--depth", "2"]).status,
        Some(1)
    );
}

/// Among the lines are those of <https://github.com/vondele/matetrack>.
#[test]
fn common_deviations_from_the_standard_are_accepted() {
    // What follows the position on each line, with the best moves and the mate to read there.
    let lines: [(&str, &[&str], Option<i32>); 14] = [
        (
            " bm bm Rd8 Rd7, Rd6 ; am f4; id \"one; \"; c0 \"a comment\"; acd 3\r",
            &["Rd8#", "Rd7", "Rd6"],
            None,
        ),
        (" 0 1 dm 1; xy \"unknown; things\"; pv Rd8#", &[], Some(1)),
        (" - - ce +M1;bm Rd1-d8; ce 30;", &["Rd8#"], Some(1)),
        ("; Rd8; 100; R - Q", &[], None),
        ("", &[], None),
        (" ce 30;", &[], None),
        (" bm #1; ep; 00:00;", &[], Some(1)),
        (" bm #2; PV: d1d8; ep; 00:00;", &[], Some(2)),
        (" ce +M6;", &[], Some(6)),
        (" ce M1;", &[], Some(1)),
        (" dm 1; ce -M3;", &[], Some(1)),
        (" bm #-2; id \"wrong side\";", &[], Some(-2)),
        (" bm #-12;", &[], Some(-12)),
        (" ce -M3; ce +M4; bm Rd8;", &["Rd8#"], Some(-3)),
    ];
    let text = lines.map(|(operations, ..)| format!("{BACK_RANK}{operations}\n"));
    let mated = "6Qk/PP1PP1np/1N1BN2P/7R/4B3/2Q5/P3KP2/6R1 b - - bm #-1; PV: h8g8 c3g7;";
    let suite = file(
        "deviations.epd",
        format!("# a comment\r\n\r\n{}{mated}\n", text.concat()),
    );
    let ended = command_line(&["epd", &suite, "--depth", "4"]);
    assert_eq!((ended.status, &*ended.errors), (Some(1), ""));
    let unsolved = "played Rd8# (mate in 1), bm #-2: no mate in this number of moves";
    assert_eq!(
        ended.lines[0],
        format!("{suite}:14: wrong side: {unsolved}")
    );
    assert_eq!(ended.lines[3], "Solved: 9 of 12");
    let json = command_line(&["epd", &suite, "--depth", "4", "--json"]).lines;
    let report: Value = serde_json::from_str(&json[0]).unwrap();
    let positions = report["positions"].as_array().unwrap();
    let first = &positions[0];
    assert_eq!(first["avoid_moves"], json!(["f4"]));
    assert_eq!(
        (&first["id"], &first["comment"]),
        (&json!("one; "), &json!("a comment"))
    );
    let numbered = (3..).zip(lines);
    let tasks = numbered.filter(|(_, (_, best, mate))| mate.is_some() || !best.is_empty());
    for (position, (line, (_, best, mate))) in positions.iter().zip(tasks) {
        let found = [
            &position["line"],
            &position["best_moves"],
            &position["mate_in"],
        ];
        assert_eq!(found, [&json!(line), &json!(best), &json!(mate)]);
    }
    let last = positions.last().unwrap();
    assert_eq!(
        (&last["mate_in"], &last["score"]),
        (&json!(-1), &json!({"mate": -1}))
    );
}

#[test]
fn a_file_without_expected_results_is_an_error() {
    let nothing = file("nothing.epd", format!("{BACK_RANK} acd 3;\n"));
    assert_one_error(
        &["epd", &nothing],
        "found no position to solve; expected one with bm, am or dm",
    );
    assert_one_error(&["epd", "/no/such/file"], "cannot read /no/such/file: ");
}

#[test]
fn json_contains_all_results() {
    let suite = file(
        "json.epd",
        format!("{BACK_RANK} bm f4; id \"one\"; c0 \"a comment\"; am Kf1;\n{BACK_RANK} dm 1;\nx\n"),
    );
    let ended = command_line(&["epd", &suite, "--depth", "2", "--json"]);
    assert_eq!(ended.status, Some(1));
    let [line] = &ended.lines[..] else {
        panic!("{ended:?}");
    };
    let report: Value = serde_json::from_str(line).unwrap();
    assert_eq!(
        (&report["format"], &report["version"]),
        (&json!("ferz-epd"), &json!(1))
    );
    let first = &report["positions"][0];
    let known = json!({
        "file": suite, "line": 1, "id": "one", "comment": "a comment",
        "fen": "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "best_moves": ["f4"],
        "avoid_moves": ["Kf1"], "mate_in": null, "played": "Rd8#", "score": {"mate": 1},
        "pv": ["Rd8#"], "solved": false, "fault": "not a best move",
    });
    for (name, value) in known.as_object().unwrap() {
        assert_eq!(&first[name], value, "{name}");
    }
    let second = &report["positions"][1];
    assert_eq!(
        (&second["mate_in"], &second["solved"]),
        (&json!(1), &json!(true))
    );
    assert!(second["fault"].is_null() && second["id"].is_null());
    assert_eq!(report["errors"][0]["line"], 3);
    assert_eq!(report["summary"]["solved"], 1);
    // The help names all fields.
    let help = output(&["epd", "--help"]).join(" ");
    for object in [&report, first, &report["errors"][0], &report["summary"]] {
        for name in fields(object) {
            assert!(help.contains(&format!("\"{name}\"")), "{name}");
        }
    }
}

#[test]
fn a_position_with_an_impossible_castling_right_is_solved_with_a_note() {
    let tasks = file(
        "unusual-tasks.epd",
        "4k3/8/8/8/8/8/3r4/4K3 w K - bm Kxd2;\n",
    );
    let ended = command_line(&["epd", &tasks, "--depth", "3"]);
    assert_eq!(ended.status, Some(0), "{ended:?}");
    assert_eq!(ended.lines[0], "Solved: 1 of 1");
    assert_eq!(
        ended.errors,
        format!(
            "ferz-lab: {tasks}:1: castling right K is dropped: there is no white rook on the squares from the king to h1; expected one\n"
        )
    );
}
