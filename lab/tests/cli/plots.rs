//! The pictures of `ferz-lab train` and `ferz-lab data`.

use std::collections::HashMap;
use std::fs;

use ferz::chess::PieceType;
use ferz_lab::data::{Game, GameReader};

use crate::messages::file;
use crate::picture::{Element, assert_proportional, elements, with_tag};
use crate::subcommands::{assert_one_error, output};
use crate::train::{data, no_file, train};

/// Writes a file of games, and returns its path.
fn games(name: &str) -> String {
    let games = file(name, "");
    output(&["datagen", &games, "--games", "12", "--nodes", "1"]);
    games
}

/// Returns the x coordinates of the centers of the circles with this radius: the points of curves
/// have the radius 3, and the ring around the kept epoch has 7.
fn circles(elements: &[Element], radius: f64) -> Vec<f64> {
    let circles = with_tag(elements, "circle").into_iter();
    let circles = circles.filter(|circle| circle.number("r") == radius);
    circles.map(|circle| circle.number("cx")).collect()
}

/// Fails unless a picture has this number of curves with `epochs` points each, and marks the epoch
/// with this index in each of them.
#[track_caller]
fn assert_curves(picture: &str, curves: usize, epochs: usize, kept: usize, label: &str) {
    let elements = elements(picture);
    let points = circles(&elements, 3.0);
    assert_eq!(points.len(), curves * epochs);
    let rings = circles(&elements, 7.0);
    let kept: Vec<f64> = points.chunks(epochs).map(|curve| curve[kept]).collect();
    assert_eq!(rings, kept);
    let texts = with_tag(&elements, "text");
    assert!(texts.iter().any(|text| text.text == label), "{texts:?}");
}

#[test]
fn train_draws_the_curves_of_all_losses_with_the_kept_epoch() {
    let [training, held_out] = data("train-plot");
    let [picture, deep] = ["train-plot.svg", "train-plot.deep"].map(no_file);
    output(&[
        "data", &held_out, "--out", &deep, "--deep", "5", "--nodes", "100",
    ]);
    let files = [
        &*training,
        "--held-out",
        &held_out,
        "--deep",
        &deep,
        "--plot",
        &picture,
    ];
    let messages = train(&[&files[..], &["--epochs", "3"]].concat());
    let (_, kept) = messages[4]
        .split_once("kept the weights of epoch ")
        .unwrap();
    let number: usize = kept.parse().unwrap();
    let drawn = fs::read_to_string(&picture).unwrap();
    assert_curves(&drawn, 3, 3, number - 1, &format!("kept: epoch {kept}"));
    // Without held-out positions, the last epoch is kept.
    train(&[&training, "--plot", &picture, "--epochs", "2"]);
    assert_curves(
        &fs::read_to_string(&picture).unwrap(),
        1,
        2,
        1,
        "kept: epoch 2",
    );
}

/// Not on Windows, where a file that is being read may not be replaced.
#[cfg(unix)]
#[test]
fn the_picture_of_a_running_training_is_complete_and_grows() {
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::Duration;

    let [training, _] = data("plot-watched");
    let picture = no_file("plot-watched.svg");
    let options = ["--epochs", "1000000", "--plot", &picture];
    let mut program = Command::new(env!("CARGO_BIN_EXE_ferz-lab"))
        .args([&["train", "--threads", "1", &training][..], &options].concat())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut seen = 0;
    while seen < 20 {
        assert!(program.try_wait().unwrap().is_none());
        if let Ok(text) = fs::read_to_string(&picture) {
            let points = circles(&elements(&text), 3.0).len();
            assert!(points >= seen);
            seen = points;
        }
        thread::sleep(Duration::from_millis(1));
    }
    program.kill().unwrap();
    program.wait().unwrap();
}

#[test]
fn two_outputs_with_one_name_are_refused_before_the_work() {
    let [training, _] = data("plot-outputs");
    let [games, same] = [games("plot-outputs-games.vf"), no_file("plot-outputs.svg")];
    let same_name = format!("--plot: {same} is also the file of --log; expected another file");
    assert_one_error(
        &["train", &training, "--log", &same, "--plot", &same],
        &same_name,
    );
    let missing = format!("{same}/plot.svg");
    for (command, input) in [("train", &training), ("data", &games)] {
        assert_one_error(
            &[command, input, "--plot", input],
            &format!("--plot: {input} is also read; expected another file"),
        );
        assert_one_error(
            &[command, input, "--plot", &missing],
            &format!("cannot write {missing}: "),
        );
    }
    assert!(fs::metadata(same).is_err());
}

/// Returns the numbers of values in bins of this width. Values outside are counted in the first or
/// last bin.
fn histogram(values: impl IntoIterator<Item = i32>, start: i32, width: i32, bins: i32) -> Vec<f64> {
    let mut counts: HashMap<i32, f64> = HashMap::new();
    for value in values {
        let bin = (value - start).div_euclid(width).clamp(0, bins - 1);
        *counts.entry(bin).or_default() += 1.0;
    }
    (0..bins)
        .map(|bin| counts.get(&bin).copied().unwrap_or_default())
        .collect()
}

#[test]
fn data_draws_the_scores_phases_results_and_lengths_of_all_games() {
    let (file, picture) = (games("data-plot.vf"), no_file("data-plot.svg"));
    let printed = output(&["data", &file, "--plot", &picture]);
    assert_eq!(printed, output(&["data", &file]));
    let elements = elements(&fs::read_to_string(picture).unwrap());
    let heights: Vec<f64> = with_tag(&elements, "rect")
        .iter()
        .map(|bar| bar.number("height"))
        .collect();
    // Before the lengths are the squares in the legend of the results.
    assert_eq!(heights.len(), 60 + 25 + 3 + 40);
    let bytes = fs::read(&file).unwrap();
    let games: Vec<Game> = GameReader::new(&bytes[..], "games")
        .map(Result::unwrap)
        .collect();
    let samples: Vec<_> = games.iter().flat_map(Game::samples).collect();
    let scores = samples.iter().map(|sample| sample.score);
    let phases = samples.iter().map(|sample| {
        let weights = [0, 1, 1, 2, 4, 0];
        let count = |kind: PieceType| sample.board.of_type(kind).count() as i32;
        let phase = PieceType::ALL.map(|kind| weights[kind.index()] * count(kind));
        phase.iter().sum::<i32>().min(24)
    });
    let lengths = games.iter().map(|game| game.moves.len() as i32);
    let [scores, phases, lengths] = [
        histogram(scores, -1500, 50, 60),
        histogram(phases, 0, 1, 25),
        histogram(lengths, 0, 10, 40),
    ];
    assert_eq!(scores.iter().sum::<f64>(), samples.len() as f64);
    assert_proportional(&heights[..60], &scores);
    assert_proportional(&heights[60..85], &phases);
    assert_proportional(&heights[88..], &lengths);
    // A point of each result for each range of scores with positions.
    let points = circles(&elements, 3.0);
    let (won, rest) = points.split_at(points.len() / 3);
    assert!(!won.is_empty() && rest == [won, won].concat());
}

#[test]
fn a_picture_needs_games_and_no_other_output() {
    let [training, _] = data("plot-games");
    let (picture, empty) = (no_file("plot-games.svg"), file("plot-games-empty.vf", ""));
    for (arguments, message) in [
        (
            &[&*training][..],
            &*format!(
                "{training}: found positions that ferz-lab data wrote; expected games in viriformat"
            ),
        ),
        (
            &[&empty],
            "--plot: found no positions without mate scores; expected at least one",
        ),
        (
            &[&empty, "--text"],
            "the argument '--plot <FILE>' cannot be used with '--text'",
        ),
    ] {
        assert_one_error(
            &[&["data", "--plot", &picture], arguments].concat(),
            message,
        );
    }
    assert_one_error(
        &["data", &empty, "--plot", "-"],
        "--plot: \"-\" is not a file",
    );
    assert!(fs::metadata(picture).is_err());
}
