//! `ferz-lab charts`: draws the bar charts of docs/performance.md from the tables in it.
//!
//! A test fails if the committed pictures are not what the tables give.

use std::fs;
use std::path::Path;

use anyhow::{Context, Error, Result, bail, ensure};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::plot::{
    BLUE, Canvas, DrawError, MARGIN, SKY, TEXT_SIZE, draw, extremes, heading, text_style,
    text_width,
};
use ferz::cli::ExitStatus;
use ferz::cli::output::write;

/// The page with the tables.
const PAGE: &str = "docs/performance.md";

/// Draws the charts. The current folder is that of the repository.
pub(crate) fn run() -> Result<ExitStatus> {
    let page = fs::read_to_string(PAGE).with_context(|| format!("cannot read {PAGE}"))?;
    for (name, charts) in pictures(&page)? {
        write(Path::new(name), svg(&charts).as_bytes()).map_err(Error::msg)?;
    }
    Ok(ExitStatus::Success)
}

/// Returns the charts of each picture, by its path in the repository. It is an error if a table or
/// a number is missing from the page.
pub fn pictures(page: &str) -> Result<[(&'static str, Vec<BarChart>); 2]> {
    let [processor_time, wall_clock] = tables(page, "## Perft")?;
    let [others, versions] = tables(page, "## Strength")?;
    let perft = vec![
        perft_chart(&processor_time, "processor time", "cozy-chess")?,
        perft_chart(&wall_clock, "wall-clock time", "Stockfish")?,
    ];
    let strength = vec![
        strength_chart(&others, "Against other engines, 5 s + 0.05 s")?,
        strength_chart(&versions, "Against older versions")?,
    ];
    Ok([
        ("assets/perft.svg", perft),
        ("assets/strength.svg", strength),
    ])
}

/// A table in Markdown: the cells of each row, the first row being the names of the columns.
struct Table<'p>(Vec<Vec<&'p str>>);

/// Returns the first two tables of a section.
fn tables<'p>(page: &'p str, heading: &str) -> Result<[Table<'p>; 2]> {
    let lines = page.lines().skip_while(|line| *line != heading);
    let lines = lines.skip(1).take_while(|line| !line.starts_with("## "));
    let section: Vec<&str> = lines.collect();
    ensure!(!section.is_empty(), "{heading}: found no such section");
    let cells = |line: &&'p str| line.trim_matches('|').split('|').map(str::trim).collect();
    let table = |rows: &[&'p str]| {
        let rows = rows.iter().filter(|line| !line.starts_with("| ---"));
        Table(rows.map(cells).collect())
    };
    let blocks = section.split(|line| !line.starts_with('|'));
    let mut tables = blocks.filter(|rows| !rows.is_empty()).map(table);
    match (tables.next(), tables.next()) {
        (Some(first), Some(second)) => Ok([first, second]),
        (Some(_), None) => bail!("{heading}: found 1 tables; expected 2"),
        _ => bail!("{heading}: found 0 tables; expected 2"),
    }
}

impl<'p> Table<'p> {
    /// Returns the rows, each with the cells of these columns.
    fn rows<const N: usize>(&self, names: [&str; N]) -> Result<Vec<[&'p str; N]>> {
        let [heads, rows @ ..] = &self.0[..] else {
            bail!("found no heads of columns");
        };
        let mut columns = [0; N];
        for (column, name) in columns.iter_mut().zip(names) {
            let found = heads.iter().position(|cell| *cell == name);
            *column = found.with_context(|| format!("found no column \"{name}\""))?;
        }
        if let Some(row) = rows.iter().find(|row| row.len() != heads.len()) {
            bail!("{row:?}: expected {} cells", heads.len());
        }
        let cells = |row: &Vec<&'p str>| columns.map(|column| row[column]);
        Ok(rows.iter().map(cells).collect())
    }
}

/// Parses the number at the beginning of a cell, like `3.54 (3.54)` or `+21 ± 51`.
fn parse_number(text: &str) -> Result<f64> {
    let first = text.split_whitespace().next().unwrap_or_default();
    let number = first.parse().ok();
    number.with_context(|| format!("found \"{text}\"; expected a number first"))
}

/// Returns a chart of the column `ratio`, whose unit is the speed of the program whose name begins
/// with `reference`. The program of the first row has the strong color.
fn perft_chart(table: &Table, time: &str, reference: &str) -> Result<BarChart> {
    let rows = table.rows(["program", "ratio"])?;
    let unit = rows
        .iter()
        .find(|[program, _]| program.starts_with(reference));
    let [unit, _] = unit.with_context(|| format!("{time}: found no program \"{reference}\""))?;
    let bars = rows.iter().enumerate().map(|(i, [program, ratio])| {
        let value = parse_number(ratio)?;
        Ok(Bar {
            label: (*program).to_owned(),
            value,
            error: None,
            text: format!("{value:.2}"),
            highlighted: i == 0,
        })
    });
    Ok(BarChart {
        title: format!("Perft on one thread, {time}"),
        quantity: format!("leaves per second, {unit} = 1"),
        bars: bars.collect::<Result<_>>()?,
    })
}

/// Returns a chart of the column `difference`. The version of the first row has the strong color.
fn strength_chart(table: &Table, title: &str) -> Result<BarChart> {
    let rows = table.rows(["version", "against", "difference"])?;
    let newest = rows.first().map_or("", |row| row[0]);
    // Among older versions, only the time control distinguishes rows with the same opponents.
    let controls = table.rows(["time control, hash"]).unwrap_or_default();
    let bar = |(i, [version, against, difference]): (usize, &[&str; 3])| {
        let control = controls.get(i).and_then(|[text]| text.rsplit_once(", "));
        let control = control.map_or(String::new(), |(text, _hash)| format!(", {text}"));
        let (_, error) = difference
            .split_once('±')
            .with_context(|| format!("found \"{difference}\"; expected an error after ±"))?;
        Ok(Bar {
            label: format!("{version} – {against}{control}"),
            value: parse_number(difference)?,
            error: Some(parse_number(error)?),
            text: (*difference).to_owned(),
            highlighted: *version == newest,
        })
    };
    let bars = rows.iter().enumerate().map(bar);
    Ok(BarChart {
        title: title.to_owned(),
        quantity: "difference in Elo, with 95 % intervals".to_owned(),
        bars: bars.collect::<Result<_>>()?,
    })
}

/// Height of a bar with the space around it, in pixels.
const ROW_HEIGHT: u32 = 28;
/// Width of the space for the bars, in pixels.
const BARS_WIDTH: i32 = 440;
/// Width of the space for the values on the right, in pixels.
const VALUES_WIDTH: i32 = 110;
/// Height of the space for the title, lines of text and margins, in pixels.
const HEADING_HEIGHT: u32 = 70;

/// A chart with horizontal bars from zero.
#[derive(Debug)]
pub struct BarChart {
    title: String,
    /// What the lengths are, with the unit.
    quantity: String,
    /// The bars, from the top.
    pub bars: Vec<Bar>,
}

/// A bar of a chart.
#[derive(Debug)]
pub struct Bar {
    /// The text to the left of the bar.
    pub label: String,
    /// The value, which the length is proportional to.
    pub value: f64,
    /// Half of the confidence interval.
    pub error: Option<f64>,
    /// The value as text, to the right of the bar.
    pub text: String,
    /// Whether the bar has the strong color.
    highlighted: bool,
}

/// Draws several charts, one below the other, and returns the SVG.
#[must_use]
pub fn svg(charts: &[BarChart]) -> String {
    let height = charts.iter().map(BarChart::height).sum();
    let left = charts.iter().map(BarChart::label_width).max().unwrap_or(0);
    let width = (left + BARS_WIDTH + VALUES_WIDTH) as u32;
    draw((width, height), |canvas| {
        let mut rest = canvas.clone();
        for chart in charts {
            let (this, below) = rest.split_vertically(chart.height());
            chart.draw(&this, left)?;
            rest = below;
        }
        Ok(())
    })
}

impl BarChart {
    /// Returns the width of the space for the labels on the left, in pixels.
    fn label_width(&self) -> i32 {
        let widths = self.bars.iter().map(|bar| text_width(&bar.label));
        2 * MARGIN + widths.max().unwrap_or(0)
    }

    fn height(&self) -> u32 {
        HEADING_HEIGHT + ROW_HEIGHT * self.bars.len() as u32
    }

    fn draw(&self, canvas: &Canvas<'_>, left: i32) -> Result<(), DrawError> {
        let rest = heading(canvas, &self.title, &[&self.quantity], &[])?;
        // From the least to the greatest end of the values with their errors, with zero between.
        let ends = |bar: &Bar| [-1.0, 1.0].map(|sign| bar.value + sign * bar.error.unwrap_or(0.0));
        let values = self.bars.iter().flat_map(ends).chain([0.0]);
        let (least, most) = extremes(values).unwrap_or_default();
        // Without bars, the range must not be empty.
        let scale = f64::from(BARS_WIDTH) / (most.max(least + 1e-9) - least);
        let x = |value: f64| left + ((value - least) * scale).round() as i32;
        let align = |h_pos| text_style(TEXT_SIZE, Pos::new(h_pos, VPos::Center));
        for (i, bar) in self.bars.iter().enumerate() {
            let middle = (ROW_HEIGHT * i as u32 + ROW_HEIGHT / 2) as i32;
            let color = if bar.highlighted { BLUE } else { SKY };
            let (from, to) = (x(bar.value.min(0.0)), x(bar.value.max(0.0)));
            let corners = [(from, middle - 9), (to, middle + 9)];
            rest.draw(&Rectangle::new(corners, color.filled()))?;
            if bar.error.is_some() {
                let [low, high] = ends(bar).map(x);
                let cap = |end| [(end, middle - 4), (end, middle + 4)];
                for line in [[(low, middle), (high, middle)], cap(low), cap(high)] {
                    rest.draw(&PathElement::new(line, BLACK.stroke_width(1)))?;
                }
            }
            rest.draw_text(&bar.label, &align(HPos::Right), (left - MARGIN, middle))?;
            let right = left + BARS_WIDTH + VALUES_WIDTH - MARGIN;
            rest.draw_text(&bar.text, &align(HPos::Right), (right, middle))?;
        }
        let bottom = ROW_HEIGHT as i32 * self.bars.len() as i32;
        let zero = [(x(0.0), 0), (x(0.0), bottom)];
        rest.draw(&PathElement::new(zero, BLACK.stroke_width(1)))
    }
}
