//! `ferz perft` and `ferz perftree`: the counts of one position.

use ferz::chess::Board;
use ferz::perft::KIWIPETE;
use ferz::perft::stats::Statistics;
use serde_json::{Value, json};

use crate::session::{answer_to, command_line};
use crate::subcommands::output;

/// Kings and rooks on other squares than in standard chess, so that castling is always written as
/// king takes rook.
const CHESS960: &str = "1rk2r2/1p3p2/8/8/8/8/1P3P2/1RK2R2 w FBfb - 0 1";

/// Returns the JSON that the program prints.
#[track_caller]
fn json_output(arguments: &[&str]) -> Value {
    let lines = output(arguments);
    assert_eq!(lines.len(), 1, "one object, one line: {lines:?}");
    serde_json::from_str(&lines[0]).unwrap()
}

#[test]
fn operations_of_epd_after_a_fen_are_ignored_with_a_note() {
    let fen = "8/8/8/8/8/8/8/K6k w - - bm Kb2; hmvc 4;";
    for command in ["perft", "eval"] {
        let arguments = match command {
            "perft" => vec!["perft", "1", "--fen", fen],
            _ => vec!["eval", "--fen", fen],
        };
        let ended = command_line(&arguments);
        assert_eq!(ended.status, Some(0), "{ended:?}");
        let note = "ferz: --fen: ignored the EPD operations after the FEN: \"bm Kb2\"\n";
        assert_eq!(ended.errors, note, "{command}");
    }
}

#[test]
fn divide_prints_what_go_perft_prints() {
    for (fen, moves) in [
        (Board::START_FEN, ""),
        (KIWIPETE, "e1g1 e8c8"),
        (CHESS960, "c1f1 c8b8"),
    ] {
        for depth in ["0", "1", "3"] {
            let input = format!("position fen {fen} moves {moves}\ngo perft {depth}\n");
            let mut expected = answer_to(&input).lines;
            let took = expected.pop().unwrap();
            assert!(took.starts_with("info string perft took"), "{took}");
            let mut arguments = vec!["perft", depth, "--divide", "--fen", fen];
            if !moves.is_empty() {
                arguments.extend(["--moves", moves]);
            }
            assert_eq!(output(&arguments), expected);
        }
    }
}

#[test]
fn castling_notation_follows_the_option_and_the_position() {
    let castles = |arguments: &[&str]| -> Vec<String> {
        let divide = ["perft", "1", "--divide"];
        let lines = output(&[&divide, arguments].concat());
        let written = lines.iter().filter_map(|line| line.split_once(": 1"));
        let from_king = written.filter(|(mv, _)| mv.starts_with("e1") || mv.starts_with("c1"));
        from_king.map(|(mv, _)| mv.to_owned()).collect()
    };
    let has = |moves: &[String], expected: &[&str]| {
        expected.iter().all(|mv| moves.contains(&(*mv).to_owned()))
    };
    let standard = ["--fen", KIWIPETE];
    assert!(has(&castles(&standard), &["e1g1", "e1c1"]));
    let asked = ["--fen", KIWIPETE, "--chess960"];
    assert!(has(&castles(&asked), &["e1h1", "e1a1"]));
    let needed = ["--fen", CHESS960];
    assert!(has(&castles(&needed), &["c1f1", "c1b1"]));
}

#[test]
fn perft_prints_its_nodes_and_its_time() {
    let lines = output(&["perft", "4"]);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(lines[0], "Nodes searched: 197281");
    let time = lines[1].strip_prefix("Time: ").unwrap();
    let (seconds, rest) = time.split_once(" s, ").unwrap();
    let rate = rest.strip_suffix(" nodes per second").unwrap();
    assert!(
        seconds.parse::<f64>().is_ok() && rate.parse::<u64>().is_ok(),
        "{time}"
    );
    assert_eq!(output(&["perft", "0"])[0], "Nodes searched: 1");
}

#[test]
fn threads_and_hash_do_not_change_the_count() {
    let count = |options: &[&str]| output(&[&["perft", "5"], options].concat())[0].clone();
    for options in [
        &["--threads", "1"][..],
        &["--threads", "5"],
        &["--hash", "1"],
        &["--hash", "20", "--threads", "1"],
    ] {
        assert_eq!(count(options), "Nodes searched: 4865609", "{options:?}");
    }
}

/// The numbers are from <https://www.chessprogramming.org/Perft_Results>.
#[test]
fn statistics_are_a_table_with_a_row_per_depth() {
    let lines = output(&["perft", "3", "--stats", "--fen", KIWIPETE]);
    let words: Vec<Vec<&str>> = lines
        .iter()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(words[0][0], "depth");
    assert_eq!(words[0][1..], Statistics::COLUMNS);
    assert_eq!(words[3].join(" "), "3 97862 17102 45 3162 0 993 0 0 1 0");
    assert!(words[4].is_empty(), "{lines:?}");
    assert_eq!(lines[5], "Nodes searched: 97862");
    let width = lines[0].len();
    assert!(
        lines[..4].iter().all(|line| line.len() == width),
        "{lines:#?}"
    );
}

#[test]
fn json_contains_what_the_text_contains() {
    let arguments = [
        "perft",
        "2",
        "--json",
        "--threads",
        "3",
        "--moves",
        "e2e4 e7e5",
        "--divide",
    ];
    let report = json_output(&arguments);
    assert_eq!(
        (&report["format"], &report["version"]),
        (&json!("ferz-perft"), &json!(1))
    );
    assert_eq!(report["fen"], json!(Board::START_FEN));
    assert_eq!(report["moves"], json!(["e2e4", "e7e5"]));
    assert_eq!(
        (&report["depth"], &report["threads"], &report["hash_mb"]),
        (&json!(2), &json!(3), &json!(0))
    );
    assert!(report["seconds"].is_f64() && report["nodes_per_second"].is_u64());
    // The text has the same moves and numbers.
    let lines = output(&["perft", "2", "--moves", "e2e4", "e7e5", "--divide"]);
    let divide = report["divide"].as_array().unwrap();
    let parts: Vec<String> = divide
        .iter()
        .map(|part| format!("{}: {}", part["move"].as_str().unwrap(), part["nodes"]))
        .collect();
    assert_eq!(parts, lines[..lines.len() - 3]);
    assert_eq!(
        lines[lines.len() - 2],
        format!("Nodes searched: {}", report["nodes"])
    );
}

#[test]
fn moves_can_be_in_san_and_have_numbers() {
    let report = |moves: &[&str]| {
        let report = json_output(&[&["perft", "1", "--json", "--moves"], moves].concat());
        (report["moves"].clone(), report["nodes"].clone())
    };
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1"];
    let expected = report(&moves);
    assert_eq!(expected.0, json!(moves));
    for written in [
        &["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"][..],
        &["e4 e5 g1f3 Nc6 Bb5 a6 0-0"],
        &["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O"],
        &["1.e4 1...e5 2.Nf3 2... Nc6 3.Bb5", "a6 4.e1h1"],
    ] {
        assert_eq!(report(written), expected, "{written:?}");
    }
    let perftree = |line| output(&["perftree", "2", Board::START_FEN, line]);
    assert_eq!(perftree("e4 e5 Nf3"), perftree("e2e4 e7e5 g1f3"));
}

#[test]
fn json_contains_the_statistics_of_each_depth() {
    let report = json_output(&["perft", "3", "--json", "--stats", "--fen", KIWIPETE]);
    assert_eq!(
        (&report["nodes"], &report["divide"]),
        (&json!(97862), &Value::Null)
    );
    let rows = report["stats"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    assert_eq!(
        rows[2],
        json!({
            "depth": 3, "nodes": 97862, "captures": 17102, "en_passant": 45, "castles": 3162,
            "promotions": 0, "checks": 993, "discovered_checks": 0, "double_checks": 0,
            "checkmates": 1, "stalemates": 0,
        })
    );
}

/// The format is defined by <https://github.com/agausmann/perftree#your-perft-script>.
#[test]
fn perftree_prints_the_counts_of_the_moves_then_a_blank_line_and_the_total() {
    let lines = output(&["perftree", "3", Board::START_FEN]);
    assert_eq!(lines.len(), 22);
    assert!(lines.contains(&"e2e4 600".to_owned()), "{lines:?}");
    assert_eq!(lines[20..], ["", "8902"]);
    assert_eq!(output(&["perftree", "0", Board::START_FEN]), ["", "1"]);
    // The moves can be one argument (possibly empty) or several. Promotions can be in upper case.
    let fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    let promoted = output(&["perftree", "1", "Q7/7k/8/8/8/8/8/K7 b - - 0 1"]);
    assert_eq!(output(&["perftree", "1", fen, "a7a8Q"]), promoted);
    let replied = output(&["perftree", "1", fen, "a7a8q h7g7"]);
    assert_eq!(output(&["perftree", "1", fen, "a7a8q", "h7g7"]), replied);
    assert_eq!(
        output(&["perftree", "1", fen, ""]),
        output(&["perftree", "1", fen])
    );
    // perftree compares with Stockfish, so castling is written in Stockfish's notation.
    assert!(output(&["perftree", "1", KIWIPETE]).contains(&"e1g1 1".to_owned()));
    let chess960 = ["perftree", "1", KIWIPETE, "--chess960"];
    assert!(output(&chess960).contains(&"e1h1 1".to_owned()));
}
