//! The bar charts of `docs/performance.md`: the committed pictures show the numbers of its tables.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

#[path = "cli/picture.rs"]
mod picture;

use std::fs;
use std::path::Path;

use ferz_lab::charts::{self, BarChart};
use picture::{assert_proportional, elements, with_tag};

const PAGE: &str = include_str!("../../docs/performance.md");

#[test]
fn the_committed_charts_are_those_of_the_tables() {
    for (name, charts) in charts::pictures(PAGE).unwrap() {
        let committed =
            fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name));
        assert!(
            committed.unwrap() == charts::svg(&charts),
            "{name} does not show the tables; run \"cargo run --release -p ferz-lab -- charts\""
        );
        assert!(PAGE.contains(&format!("](../{name})")), "{name}");
    }
}

#[test]
fn the_lengths_of_bars_are_proportional_to_the_numbers_of_the_tables() {
    for (name, charts) in charts::pictures(PAGE).unwrap() {
        let elements = elements(&charts::svg(&charts));
        let texts: Vec<&str> = with_tag(&elements, "text")
            .iter()
            .map(|text| &*text.text)
            .collect();
        let mut rectangles = with_tag(&elements, "rect").into_iter();
        for chart in &charts {
            let bars: Vec<_> = rectangles.by_ref().take(chart.bars.len()).collect();
            let widths: Vec<f64> = bars.iter().map(|bar| bar.number("width")).collect();
            let values: Vec<f64> = chart.bars.iter().map(|bar| bar.value.abs()).collect();
            assert_proportional(&widths, &values);
            // The zero is the left end of positive bars, and the right end of negative ones.
            let zero = |(i, bar): (usize, &&picture::Element)| {
                let negative = chart.bars[i].value < 0.0;
                bar.number("x") + if negative { bar.number("width") } else { 0.0 }
            };
            let zeros: Vec<f64> = bars.iter().enumerate().map(zero).collect();
            assert!(zeros.iter().all(|x| *x == zeros[0]), "{name}: {zeros:?}");
            for bar in &chart.bars {
                let row = PAGE
                    .lines()
                    .find(|line| line.starts_with('|') && line.contains(&bar.text));
                assert!(row.is_some(), "{name}: {bar:?}");
                assert!(
                    texts.contains(&&*bar.label) && texts.contains(&&*bar.text),
                    "{bar:?}"
                );
            }
        }
        assert_eq!(rectangles.count(), 0, "{name}");
    }
}

#[test]
fn every_row_of_the_tables_has_a_bar() {
    let pictures = charts::pictures(PAGE).unwrap();
    let count = |charts: &[BarChart]| charts.iter().map(|chart| chart.bars.len()).collect();
    let bars: [Vec<usize>; 2] = pictures.map(|(_, charts)| count(&charts));
    assert_eq!(bars, [vec![5, 2], vec![18, 26]]);
    let first = &charts::pictures(PAGE).unwrap()[1].1[0].bars[0];
    assert_eq!((first.value, first.error), (-5.0, Some(34.0)));
}

#[test]
fn a_changed_page_gives_an_error_that_names_what_is_missing() {
    let error = |from: &str, to: &str| {
        charts::pictures(&PAGE.replace(from, to))
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        error("## Perft", "## Speed"),
        "## Perft: found no such section"
    );
    assert_eq!(
        error("| ratio |", "| factor |"),
        "found no column \"ratio\""
    );
    let message = error("| 6.80 (6.80) |", "| fast |");
    assert_eq!(message, "found \"fast\"; expected a number first");
}
