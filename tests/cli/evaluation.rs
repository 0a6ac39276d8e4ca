//! `ferz eval`: what each piece contributes, the output of the network, a search, and a picture.

use std::fs;

use serde_json::Value;

use ferz::perft::KIWIPETE;

use crate::subcommands::{assert_one_error, fields, output};

/// A middlegame position with Black to move.
const ITALIAN: &str = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 b - - 0 7";

/// Returns the JSON that `ferz eval` prints for a position, without a search.
fn json(fen: &str) -> Value {
    let lines = output(&["eval", "--json", "--nodes", "0", "--fen", fen]);
    assert_eq!(lines.len(), 1, "{lines:?}");
    serde_json::from_str(&lines[0]).unwrap()
}

/// The names of the pieces of each type, with the letter of White's.
const TYPES: [(&str, &str); 5] = [
    ("Pawns", "P"),
    ("Knights", "N"),
    ("Bishops", "B"),
    ("Rooks", "R"),
    ("Queens", "Q"),
];

/// Returns the sums of the contributions of White's and of Black's pieces with this letter.
fn sums(evaluation: &Value, letter: &str) -> [i64; 2] {
    [letter.to_owned(), letter.to_lowercase()].map(|letter| {
        let pieces = evaluation["pieces"].as_object().unwrap().values();
        let pieces = pieces.filter(|piece| piece["piece"] == *letter);
        pieces
            .map(|piece| piece["contribution"].as_i64().unwrap())
            .sum()
    })
}

/// Returns a number of centipawns as the text shows it.
fn pawns(centipawns: &Value) -> String {
    format!("{:+.2}", centipawns.as_f64().unwrap() / 100.0)
}

#[test]
fn the_score_is_the_scaled_output_of_the_network_in_json() {
    for (fen, scale) in [
        (KIWIPETE, 1.0),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1", 1.0),
        (ITALIAN, 1.0),
        ("7k/8/7P/6KP/8/8/8/3B4 w - - 0 1", 0.0),
    ] {
        let evaluation = json(fen);
        assert_eq!(evaluation["fen"], fen);
        assert_eq!(evaluation["scale"], scale, "{evaluation}");
        let scaled = evaluation["network"].as_f64().unwrap() * scale;
        assert_eq!(evaluation["score"].as_f64(), Some(scaled), "{evaluation}");
        let pieces = fields(&evaluation["pieces"]).len();
        let letters = fen.split(' ').next().unwrap().chars();
        let letters = letters.filter(|letter| letter.is_alphabetic());
        assert_eq!(pieces + 2, letters.count(), "all pieces but the kings");
        assert!(evaluation["search"].is_null(), "{evaluation}");
    }
}

#[test]
fn a_contribution_is_the_difference_that_removing_the_piece_makes() {
    // With 17 to 20 pieces, the output weights of the network are the same.
    let fen = "r1bqk3/ppp2p2/2n2n2/4p3/4P3/2N2N2/PPP2P2/R1BQK3 w - - 0 1";
    let with = json(fen);
    for (square, without) in [
        (
            "c3",
            "r1bqk3/ppp2p2/2n2n2/4p3/4P3/5N2/PPP2P2/R1BQK3 w - - 0 1",
        ),
        (
            "d8",
            "r1b1k3/ppp2p2/2n2n2/4p3/4P3/2N2N2/PPP2P2/R1BQK3 w - - 0 1",
        ),
        (
            "f2",
            "r1bqk3/ppp2p2/2n2n2/4p3/4P3/2N2N2/PPP5/R1BQK3 w - - 0 1",
        ),
    ] {
        let without = json(without);
        let [output, rest] = [&with, &without].map(|found| found["network"].as_i64().unwrap());
        let piece = &with["pieces"][square];
        assert_eq!(piece["contribution"], output - rest, "{square}");
    }
}

#[test]
fn a_piece_that_shields_its_king_has_a_contribution() {
    // Black is to move, and White would be in check without the pawn of f2.
    let evaluation = json(ITALIAN);
    let value = evaluation["pieces"]["f2"]["contribution"].as_i64().unwrap();
    assert!((50..200).contains(&value), "{evaluation}");
}

#[test]
fn contributions_are_mirrored_with_the_colors() {
    let flipped = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";
    let (black, white) = (json(ITALIAN), json(flipped));
    assert_eq!(
        black["score"].as_i64().unwrap(),
        -white["score"].as_i64().unwrap()
    );
    for (square, mirrored) in [("c4", "c5"), ("f6", "f3"), ("d1", "d8"), ("h7", "h2")] {
        let value = |evaluation: &Value, at: &str| {
            evaluation["pieces"][at]["contribution"].as_i64().unwrap()
        };
        assert_eq!(value(&black, square), -value(&white, mirrored), "{square}");
    }
}

#[test]
fn a_known_endgame_has_no_output_of_the_network() {
    let evaluation = json("8/8/8/4k3/8/8/8/KQ6 w - - 0 1");
    assert_eq!(evaluation["network"], 0);
    assert_eq!(evaluation["pieces"], serde_json::json!({}));
    assert!(evaluation["scale"].is_null());
    assert!(evaluation["score"].as_i64() >= Some(10_000), "{evaluation}");
    let lines = output(&["eval", "--fen", "8/8/8/4k3/8/8/8/KQ6 w - - 0 1"]);
    assert!(lines.iter().any(|line| line.starts_with("Known endgame")));
}

#[test]
fn the_text_shows_sums_by_type_of_piece_with_bars_the_scores_and_a_board() {
    let arguments = ["eval", "--moves", "e4", "c5"];
    let lines = output(&arguments);
    let document = output(&[&arguments[..], &["--json"]].concat());
    let evaluation: Value = serde_json::from_str(&document[0]).unwrap();
    let line_of = |name: &str| lines.iter().find(|line| line.starts_with(name)).unwrap();
    let search = &evaluation["search"];
    let nodes = format!(
        "Search of {} nodes, depth {} ",
        search["nodes"], search["depth"]
    );
    for (name, score) in [
        ("Network ", &evaluation["network"]),
        ("Static score ", &evaluation["score"]),
        (&*nodes, &search["score"]),
    ] {
        assert!(
            line_of(name).contains(&format!(" {}  |", pawns(score))),
            "{lines:?}"
        );
    }
    for (name, letter) in TYPES {
        let (line, sums) = (line_of(name), sums(&evaluation, letter));
        let total: i64 = sums.iter().sum();
        let numbers: Vec<&str> = line.split_whitespace().skip(1).take(3).collect();
        let expected = [sums[0], sums[1], total].map(|number| pawns(&number.into()));
        assert_eq!(numbers, expected, "{line}");
        let bar = line.split('|').nth(1).unwrap();
        let (black, white) = bar.split_at(bar.len() / 2);
        // A bar has 15 characters for 100 centipawns, and at least one for a score other than 0.
        assert_eq!(white.contains('#'), total > 0, "{line}");
        assert_eq!(black.contains('#'), total < 0, "{line}");
        let length = (total.abs() as f64 * 0.15)
            .round()
            .clamp(f64::from(u8::from(total != 0)), 15.0);
        assert_eq!(bar.matches('#').count(), length as usize, "{line}");
    }
    assert!(line_of("Best line: 2. ").len() > "Best line: 2. ".len());
    let rank_4 = lines
        .iter()
        .position(|line| line.starts_with("4 |"))
        .unwrap();
    assert_eq!(lines[rank_4].split('|').nth(5), Some("   P   "));
    let pawn = &evaluation["pieces"]["e4"];
    assert_eq!(pawn["piece"], "P");
    let cell = lines[rank_4 + 1].split('|').nth(5).unwrap();
    assert_eq!(cell.trim(), pawns(&pawn["contribution"]));
    assert!(lines.iter().all(|line| !line.starts_with(' ')));
    assert!(
        lines.iter().all(|line| line.is_ascii() && line.len() <= 80),
        "{lines:?}"
    );
}

#[test]
fn the_search_is_the_same_in_every_run_and_finds_mates() {
    let search = |arguments: &[&str]| {
        let lines = output(&[&["eval", "--json"], arguments].concat());
        let evaluation: Value = serde_json::from_str(&lines[0]).unwrap();
        evaluation["search"].clone()
    };
    let first = search(&["--fen", KIWIPETE]);
    assert_eq!(first, search(&["--fen", KIWIPETE]));
    assert_eq!(first["best_move"], first["pv"][0]);
    let nodes = first["nodes"].as_u64().unwrap();
    assert!((90_000..=100_000).contains(&nodes), "{first}");
    let fewer = search(&["--fen", KIWIPETE, "--nodes", "2000"]);
    assert_eq!(fewer["nodes"], 2_000);
    // Mate in one by Black.
    let mate = search(&["--fen", "6k1/8/8/8/8/2r5/r7/7K b - - 0 1"]);
    assert_eq!(
        (&mate["mate"], &mate["score"]),
        (&(-1).into(), &Value::Null)
    );
    assert_eq!(mate["best_move"], "c3c1");
}

#[test]
fn the_picture_shows_every_piece_contribution_and_score() {
    let file = format!("{}/evaluation.svg", env!("CARGO_TARGET_TMPDIR"));
    let document = output(&["eval", "--json", "--fen", ITALIAN, "--svg", &file]);
    let evaluation: Value = serde_json::from_str(&document[0]).unwrap();
    let picture = fs::read_to_string(&file).unwrap();
    let (mut texts, mut classes, mut uses) = (Vec::new(), Vec::new(), 0);
    for event in svg::read(&picture).unwrap() {
        match event {
            svg::parser::Event::Text(text) => texts.push(text.trim().to_owned()),
            svg::parser::Event::Tag("use", _, _) => uses += 1,
            svg::parser::Event::Tag(_, _, attributes) => {
                classes.extend(attributes.get("class").map(ToString::to_string));
            }
            svg::parser::Event::Error(error) => panic!("{error}"),
            _ => {}
        }
    }
    let count = |class: &str| classes.iter().filter(|&other| other == class).count();
    let pieces = evaluation["pieces"].as_object().unwrap();
    assert_eq!((uses, count("tint")), (pieces.len() + 2, pieces.len()));
    // Each type of piece, the network, the static score and the search.
    assert_eq!(count("bar"), TYPES.len() + 3);
    let numbers = pieces.values().map(|piece| &piece["contribution"]);
    let scores = [
        &evaluation["score"],
        &evaluation["network"],
        &evaluation["search"]["score"],
    ];
    for number in numbers.chain(scores) {
        assert!(texts.contains(&pawns(number)), "{number}: {texts:?}");
    }
    assert!(texts.contains(&format!("FEN: {ITALIAN}")), "{texts:?}");
}

#[test]
fn what_cannot_be_evaluated_or_written_is_one_error() {
    assert_one_error(&["eval", "--fen", "8/8 w"], "--fen: ");
    assert_one_error(&["eval", "--moves", "e5"], "--moves: move 1: ");
    assert_one_error(&["eval", "--nodes", "joho"], "invalid value 'joho'");
    assert_one_error(&["eval", "--svg", "-"], "--svg: \"-\" is not a file");
    assert_one_error(
        &["eval", "--svg", "/no such folder/a.svg"],
        "cannot write /no such folder/a.svg: ",
    );
    let mated = ["eval", "--fen", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"];
    assert_one_error(&mated, "no evaluation: checkmate, White wins");
}
