//! The pictures of speed and strength: the committed ones show the numbers of the pages' tables.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

#[path = "cli/picture.rs"]
mod picture;

use std::fs;
use std::path::Path;

use ferz_lab::charts::{self, BarChart, Scale};
use picture::{Element, assert_proportional, elements, with_tag};

const PERFORMANCE: &str = include_str!("../../docs/performance.md");
const README: &str = include_str!("../../README.md");

fn perft() -> [BarChart; 2] {
    charts::perft_charts(PERFORMANCE).unwrap()
}

fn strength() -> Scale {
    charts::strength_scale(README).unwrap()
}

/// Returns the rows of tables that contain `text`.
fn rows<'p>(page: &'p str, text: &str) -> Vec<&'p str> {
    let rows = page.lines().filter(|line| line.starts_with('|'));
    rows.filter(|line| line.contains(text)).collect()
}

/// Returns the texts of a picture.
fn texts(elements: &[Element]) -> Vec<&str> {
    let texts = with_tag(elements, "text").into_iter();
    texts.map(|text| &*text.text).collect()
}

#[test]
fn the_committed_pictures_are_those_of_the_tables() {
    let pictures = [
        ("assets/perft.svg", charts::svg(&perft()), PERFORMANCE),
        ("assets/strength.svg", strength().svg(), README),
    ];
    for (name, picture, page) in pictures {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
        assert!(
            fs::read_to_string(path).unwrap() == picture,
            "{name} does not show the tables; run \"cargo run --release -p ferz-lab -- charts\""
        );
        assert!(page.contains(&format!("{name})")), "{name}");
    }
}

#[test]
fn the_lengths_of_bars_are_proportional_to_the_ratios_of_the_tables() {
    let charts = perft();
    let elements = elements(&charts::svg(&charts));
    let texts = texts(&elements);
    let mut rectangles = with_tag(&elements, "rect").into_iter();
    for chart in &charts {
        let bars: Vec<_> = rectangles.by_ref().take(chart.bars.len()).collect();
        let widths: Vec<f64> = bars.iter().map(|bar| bar.number("width")).collect();
        let values: Vec<f64> = chart.bars.iter().map(|bar| bar.value).collect();
        assert_proportional(&widths, &values);
        assert!(
            bars.iter()
                .all(|bar| bar.number("x") == bars[0].number("x"))
        );
        for bar in &chart.bars {
            let end = format!("| {} |", bar.text);
            let rows = rows(PERFORMANCE, &format!("| {} |", bar.label));
            assert!(rows.iter().any(|row| row.ends_with(&end)), "{bar:?}");
            assert!(
                texts.contains(&&*bar.label) && texts.contains(&&*bar.text),
                "{bar:?}"
            );
        }
    }
    assert_eq!(rectangles.count(), 0);
    assert_eq!(charts.map(|chart| chart.bars.len()), [5, 2]);
}

/// Returns the horizontal places of the points of a line.
fn points(line: &Element) -> Vec<f64> {
    let points = line.attributes["points"].split_whitespace();
    let places = points.map(|point| point.split(',').next().unwrap());
    places.map(|place| place.parse().unwrap()).collect()
}

#[test]
fn the_places_of_engines_on_the_scale_are_those_of_the_table() {
    let scale = strength();
    let elements = elements(&scale.svg());
    let texts = texts(&elements);
    let circles = with_tag(&elements, "circle").into_iter();
    let places: Vec<f64> = circles.map(|circle| circle.number("cx")).collect();
    let opponents = rows(README, " ± ").len();
    assert!(opponents >= 2);
    assert_eq!(places.len(), opponents + 1);
    assert_eq!(scale.marks.len(), places.len());
    let is_ferz = |mark: &charts::Mark| mark.label == "ferz";
    let ferz = places[scale.marks.iter().position(is_ferz).unwrap()];
    // A stronger opponent is on the right.
    let (strongest, weakest) = (&scale.marks[0], &scale.marks[opponents]);
    let pixels_per_elo = (places[0] - places[opponents]) / (strongest.value - weakest.value);
    assert!(pixels_per_elo > 0.0);
    let is_near = |place: f64, elo: f64| (place - (ferz + elo * pixels_per_elo)).abs() <= 1.5;
    for (place, mark) in places.iter().zip(&scale.marks) {
        assert!(is_near(*place, mark.value), "{mark:?}: {place}");
    }
    // The intervals, and the numbers of the grid, are on the same scale.
    let lines = with_tag(&elements, "polyline").into_iter();
    let mut intervals: Vec<Vec<f64>> = lines.map(points).collect();
    let texts_at = with_tag(&elements, "text").into_iter();
    let grid = texts_at.filter(|text| {
        text.attributes
            .get("text-anchor")
            .is_some_and(|at| at == "middle")
    });
    let grid: Vec<_> = grid.collect();
    assert!(grid.len() >= 3, "{grid:?}");
    for text in grid {
        let elo = text.text.parse().unwrap();
        assert!(is_near(text.number("x"), elo), "{text:?}");
    }
    intervals.retain(|ends| (ends[0] - ends[1]).abs() > 1.0);
    assert_eq!(intervals.len(), opponents);
    let others = scale.marks.iter().filter(|mark| !is_ferz(mark));
    for (ends, mark) in intervals.iter().zip(others) {
        let error = mark.error.unwrap();
        let [from, to] = [mark.value - error, mark.value + error];
        assert!(
            is_near(ends[0], from) && is_near(ends[1], to),
            "{mark:?}: {ends:?}"
        );
    }
    for mark in &scale.marks {
        assert!(
            texts.contains(&&*mark.label) && texts.contains(&&*mark.text),
            "{mark:?}"
        );
        if !is_ferz(mark) {
            let (name, rating) = match mark.label.split_once(" (") {
                Some((name, rating)) => (name, rating.trim_end_matches(')')),
                None => (&*mark.label, "–"),
            };
            let [row] = rows(README, &format!("| {name} |"))[..] else {
                panic!("{mark:?}");
            };
            let cell = format!("| {:+} ± {} |", -mark.value, mark.error.unwrap());
            assert!(row.ends_with(&cell), "{mark:?}: {row}");
            assert!(
                row.starts_with(&format!("| {name} | {rating} |")),
                "{mark:?}: {row}"
            );
        }
    }
}

#[test]
fn a_changed_page_gives_an_error_that_names_what_is_missing() {
    let error = |from: &str, to: &str| {
        let changed = PERFORMANCE.replace(from, to);
        charts::perft_charts(&changed).unwrap_err().to_string()
    };
    assert_eq!(
        error("## Perft", "## Speed"),
        "## Perft: found no such section"
    );
    assert_eq!(
        error("| ratio |", "| factor |"),
        "found no column \"ratio\""
    );
    let ratio = format!("| {} |\n", perft()[0].bars[0].text);
    let message = error(&ratio, "| fast |\n");
    assert_eq!(message, "found \"fast\"; expected a number first");
    let without_errors = README.replace(" ± ", " ");
    let missing = charts::strength_scale(&without_errors).unwrap_err();
    assert!(missing.to_string().ends_with("expected an error after ±"));
}
