//! `ferz eval`: the terms of the evaluation, the output of the network, and what each piece adds.

use serde_json::Value;

use crate::{KIWIPETE, assert_one_error, fields, output};

/// Returns the JSON that `ferz eval` prints for a position.
fn json(fen: &str) -> Value {
    let lines = output(&["eval", "--json", "--fen", fen]);
    assert_eq!(lines.len(), 1, "{lines:?}");
    serde_json::from_str(&lines[0]).unwrap()
}

/// Returns the sum of the contributions of all terms and of the network.
fn sum(evaluation: &Value) -> i64 {
    let terms = evaluation["terms"].as_array().unwrap().iter();
    let blended: i64 = terms.map(|term| term["blended"].as_i64().unwrap()).sum();
    blended + evaluation["network"].as_i64().unwrap()
}

#[test]
fn terms_and_network_add_up_to_the_score_in_json() {
    for fen in [
        KIWIPETE,
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
        "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 b - - 0 7",
    ] {
        let evaluation = json(fen);
        assert_eq!(evaluation["fen"], fen);
        assert_eq!(evaluation["score"], sum(&evaluation), "{evaluation}");
        let pieces = fields(&evaluation["pieces"]).len();
        let letters = fen.split(' ').next().unwrap().chars();
        let letters = letters.filter(|letter| letter.is_alphabetic());
        assert_eq!(pieces + 2, letters.count(), "all pieces but the kings");
    }
}

#[test]
fn a_known_endgame_has_no_output_of_the_network() {
    let evaluation = json("8/8/8/4k3/8/8/8/KQ6 w - - 0 1");
    assert_eq!(evaluation["network"], 0);
    assert_eq!(evaluation["pieces"], serde_json::json!({}));
    assert!(evaluation["endgame_scale"].is_null());
    assert!(evaluation["score"].as_i64() >= Some(10_000), "{evaluation}");
}

#[test]
fn the_text_shows_the_table_and_a_board() {
    let lines = output(&["eval", "--moves", "e4", "c5"]);
    let evaluation: Value = {
        let lines = output(&["eval", "--json", "--moves", "e4", "c5"]);
        serde_json::from_str(&lines[0]).unwrap()
    };
    let number = |name: &str| {
        let line = lines.iter().find(|line| line.starts_with(name)).unwrap();
        let last = line.split_whitespace().last().unwrap();
        last.parse::<i64>().unwrap()
    };
    assert_eq!(number("Network "), evaluation["network"]);
    assert_eq!(number("Score for white"), evaluation["score"]);
    assert_eq!(number("Total ") + number("Network "), evaluation["score"]);
    let rank_4 = lines.iter().position(|line| line.ends_with("| 4")).unwrap();
    assert!(lines[rank_4 - 1].contains("|   P   |"), "{lines:?}");
    let pawn = &evaluation["pieces"]["e4"];
    let contribution = pawn["contribution"].as_i64().unwrap();
    assert_eq!(pawn["piece"], "P");
    let cell = lines[rank_4].split('|').nth(5).unwrap();
    assert_eq!(cell.trim(), format!("{contribution:+}"));
    assert!(lines.iter().all(|line| !line.starts_with(' ')));
}

#[test]
fn an_invalid_position_is_one_error() {
    assert_one_error(&["eval", "--fen", "8/8 w"], "--fen: ");
    assert_one_error(&["eval", "--moves", "e5"], "--moves: move 1: ");
}
