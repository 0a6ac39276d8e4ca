//! `ferz-lab data --out`: training data for networks.

use std::fs;

use serde_json::Value;

use crate::messages::file;
use crate::subcommands::{assert_one_error, output};

/// Returns the header of a file of records.
fn header(path: &str) -> Value {
    let bytes = fs::read(path).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&bytes[16..16 + length]).unwrap()
}

/// Returns the number of records of a file.
fn count(path: &str) -> u64 {
    header(path)["records"].as_u64().unwrap()
}

#[test]
fn it_writes_training_data_from_games_and_deep_scores() {
    let [games, tree] = ["training.vf", "training.tree"].map(|name| file(name, ""));
    output(&[
        "datagen", &games, "--tree", &tree, "--games", "30", "--nodes", "10",
    ]);
    let [training, held_out, deep] =
        ["training.bin", "held-out.bin", "deep.bin"].map(|name| file(name, ""));
    let settings = ["--held-out-share", "0.4", "--origin", "30 games"];
    let outputs = ["--out", &training, "--held-out", &held_out];
    let alone = output(&[&["data", &tree][..], &outputs].concat());
    assert_eq!(alone[0], "Games: 0");
    let of_trees = count(&training) + count(&held_out);
    assert!(of_trees > 100, "{of_trees}");
    output(&[&["data", &games][..], &outputs, &settings].concat());
    let of_games = count(&training) + count(&held_out);
    let settings = [&settings[..], &["--origin", "their trees"]].concat();
    let printed = output(&[&["data", &games, &tree][..], &outputs, &settings].concat());
    assert_eq!(printed[0], "Games: 30");
    assert_eq!(count(&training) + count(&held_out), of_games + of_trees);
    let names = ["Positions", "Dropped", "Kept", "Training", "Held out"];
    for (line, name) in printed[1..].iter().zip(names) {
        assert!(line.starts_with(&format!("{name}: ")), "{line}");
    }
    let found = header(&held_out);
    assert_eq!(
        (&found["part"], &found["held_out_share"]),
        (&"held-out".into(), &0.4.into())
    );
    assert_eq!(found["sources"][0]["origin"], "30 games");
    assert_eq!(header(&training)["sources"], found["sources"]);

    let limits = ["--deep", "3", "--nodes", "300"];
    let searched = output(&[&["data", &held_out, "--out", &deep][..], &limits].concat());
    assert!(searched[0].starts_with("Positions: "), "{searched:?}");
    assert_eq!(
        (&header(&deep)["part"], &header(&deep)["nodes"]),
        (&"deep".into(), &300.into())
    );

    // The command prints the headers of files that it wrote.
    for path in [&training, &deep] {
        let json = output(&["data", path]).concat();
        assert_eq!(serde_json::from_str::<Value>(&json).unwrap(), header(path));
    }
    let both = output(&["data", &training, &held_out]);
    let starts = both.iter().filter(|line| *line == "{").count();
    assert_eq!(starts, 2, "{both:?}");
    let damaged = file("damaged.bin", "");
    let mut bytes = fs::read(&training).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&damaged, bytes).unwrap();
    assert_one_error(
        &["data", &damaged],
        &format!("{damaged}: the checksum of the records is 0x"),
    );
    assert_one_error(
        &["data", &tree],
        &format!("{tree}: found positions of search trees; expected games in viriformat"),
    );
    assert_one_error(
        &["datagen", &games, "--tree", &games],
        &format!("--tree: {games} is also read; expected another file"),
    );
    assert_one_error(
        &["data", &training, &games],
        &format!("{training}: found positions that ferz-lab data wrote; expected games"),
    );

    // An input is never overwritten.
    let before = fs::read(&games).unwrap();
    assert_one_error(
        &["data", &games, "--out", &games, "--held-out", &held_out],
        &format!("--out: {games} is also read; expected another file"),
    );
    assert_eq!(fs::read(&games).unwrap(), before);
    assert_one_error(
        &["data", &games, "--deep", "3", "--out", &deep],
        &format!("{games}: the file begins with \""),
    );
}
