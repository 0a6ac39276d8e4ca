//! `ferz-lab charts`: draws the pictures of speed and strength from the tables of the pages.
//!
//! A test fails if the committed pictures are not what the tables give.

use std::fs;
use std::path::Path;

use anyhow::{Context, Error, Result, bail, ensure};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::plot::{
    BLUE, Canvas, DrawError, GRID, MARGIN, SKY, TEXT_SIZE, draw, extremes, heading, text_style,
    text_width,
};
use ferz::cli::ExitStatus;
use ferz::cli::output::write;

/// The page with the tables of speed.
const PERFORMANCE: &str = "docs/performance.md";
/// The page with the table of strength.
const README: &str = "README.md";

/// Draws the pictures. The current folder is that of the repository.
pub(crate) fn run() -> Result<ExitStatus> {
    let read = |page| fs::read_to_string(page).with_context(|| format!("cannot read {page}"));
    let pictures = [
        ("assets/perft.svg", svg(&perft_charts(&read(PERFORMANCE)?)?)),
        ("assets/strength.svg", strength_scale(&read(README)?)?.svg()),
    ];
    for (name, picture) in pictures {
        write(Path::new(name), picture.as_bytes()).map_err(Error::msg)?;
    }
    Ok(ExitStatus::Success)
}

/// Returns the charts of the speed of perft. It is an error if a table or a number is missing from
/// the page.
pub fn perft_charts(page: &str) -> Result<[BarChart; 2]> {
    let [processor_time, wall_clock] = tables(page, "## Perft")?;
    Ok([
        perft_chart(&processor_time, "processor time", "cozy-chess")?,
        perft_chart(&wall_clock, "wall-clock time", "Stockfish")?,
    ])
}

/// Returns the scale of strengths. It is an error if the table or a number is missing from the
/// page; only a rating may be `–`.
pub fn strength_scale(page: &str) -> Result<Scale> {
    let [table] = tables(page, "## Strength")?;
    let rows = table.rows(["opponent", "CCRL Blitz", "difference in Elo"])?;
    let marks = rows.into_iter().map(|[opponent, rating, difference]| {
        let (_, error) = difference
            .split_once('±')
            .with_context(|| format!("found \"{difference}\"; expected an error after ±"))?;
        let (value, error) = (0.0 - parse_number(difference)?, parse_number(error)?);
        let rating = match rating {
            "–" => String::new(),
            rating => format!(" ({})", parse_number(rating)?),
        };
        Ok(Mark {
            label: format!("{opponent}{rating}"),
            value,
            error: Some(error),
            text: format!("{value:+} ± {error}"),
        })
    });
    let mut marks = marks.collect::<Result<Vec<_>>>()?;
    marks.push(Mark {
        label: "ferz".to_owned(),
        value: 0.0,
        error: None,
        text: "0".to_owned(),
    });
    marks.sort_by(|a, b| b.value.total_cmp(&a.value));
    Ok(Scale { marks })
}

/// A table in Markdown: the cells of each row, the first row being the names of the columns.
struct Table<'p>(Vec<Vec<&'p str>>);

/// Returns the first `N` tables of a section.
fn tables<'p, const N: usize>(page: &'p str, heading: &str) -> Result<[Table<'p>; N]> {
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
    let tables = blocks.filter(|rows| !rows.is_empty()).map(table).take(N);
    let tables: Vec<_> = tables.collect();
    let count = tables.len();
    let tables = tables.try_into().ok();
    tables.with_context(|| format!("{heading}: found {count} tables; expected {N}"))
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

/// Parses the number at the beginning of a cell, like `+21 ± 51`.
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
            text: (*ratio).to_owned(),
            highlighted: i == 0,
        })
    });
    Ok(BarChart {
        title: format!("Perft on one thread, {time}"),
        quantity: format!("leaves per second, {unit} = 1"),
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

/// Returns the width of the space for the labels on the left, in pixels.
fn width_of_labels<'l>(labels: impl Iterator<Item = &'l String>) -> i32 {
    2 * MARGIN + labels.map(|label| text_width(label)).max().unwrap_or(0)
}

/// Returns the middle of a row, in pixels from the first one.
const fn middle(row: usize) -> i32 {
    (ROW_HEIGHT * row as u32 + ROW_HEIGHT / 2) as i32
}

/// Returns the style of texts that are aligned horizontally at this point.
fn aligned(h_pos: HPos) -> TextStyle<'static> {
    text_style(TEXT_SIZE, Pos::new(h_pos, VPos::Center))
}

/// Draws the label and the value of a row on both sides of the space for the bars.
fn draw_texts(
    canvas: &Canvas<'_>,
    left: i32,
    row: usize,
    [label, value]: [&str; 2],
) -> Result<(), DrawError> {
    let right = left + BARS_WIDTH + VALUES_WIDTH;
    for (text, end) in [(label, left), (value, right)] {
        canvas.draw_text(text, &aligned(HPos::Right), (end - MARGIN, middle(row)))?;
    }
    Ok(())
}

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
        width_of_labels(self.bars.iter().map(|bar| &bar.label))
    }

    fn height(&self) -> u32 {
        HEADING_HEIGHT + ROW_HEIGHT * self.bars.len() as u32
    }

    fn draw(&self, canvas: &Canvas<'_>, left: i32) -> Result<(), DrawError> {
        let rest = heading(canvas, &self.title, &[&self.quantity], &[])?;
        let (_, most) = extremes(self.bars.iter().map(|bar| bar.value)).unwrap_or((0.0, 1.0));
        let x = |value: f64| left + (value * f64::from(BARS_WIDTH) / most).round() as i32;
        for (row, bar) in self.bars.iter().enumerate() {
            let middle = middle(row);
            let color = if bar.highlighted { BLUE } else { SKY };
            let corners = [(left, middle - 9), (x(bar.value), middle + 9)];
            rest.draw(&Rectangle::new(corners, color.filled()))?;
            draw_texts(&rest, left, row, [&bar.label, &bar.text])?;
        }
        let bottom = ROW_HEIGHT as i32 * self.bars.len() as i32;
        let zero = [(left, 0), (left, bottom)];
        rest.draw(&PathElement::new(zero, BLACK.stroke_width(1)))
    }
}

/// A scale with a mark for each engine, the strongest at the top.
#[derive(Debug)]
pub struct Scale {
    /// The marks, from the top.
    pub marks: Vec<Mark>,
}

/// The mark of an engine on a scale of strength.
#[derive(Debug)]
pub struct Mark {
    /// The text to the left of the scale.
    pub label: String,
    /// The strength in Elo above that of ferz.
    pub value: f64,
    /// Half of the confidence interval; `None` for ferz.
    pub error: Option<f64>,
    /// The value as text, to the right of the scale.
    pub text: String,
}

impl Scale {
    /// Draws the scale, and returns the SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let left = width_of_labels(self.marks.iter().map(|mark| &mark.label));
        let width = (left + BARS_WIDTH + VALUES_WIDTH) as u32;
        let height = HEADING_HEIGHT + ROW_HEIGHT * (self.marks.len() as u32 + 1);
        draw((width, height), |canvas| self.draw(canvas, left))
    }

    fn draw(&self, canvas: &Canvas<'_>, left: i32) -> Result<(), DrawError> {
        /// Distance of the lines of the grid, in Elo.
        const STEP: f64 = 100.0;
        let quantity = "Elo above ferz, with 95 % intervals (in parentheses: CCRL Blitz)";
        let rest = heading(
            canvas,
            "Strength of ferz and of other engines",
            &[quantity],
            &[],
        )?;
        let ends =
            |mark: &Mark| [-1.0, 1.0].map(|sign| mark.value + sign * mark.error.unwrap_or(0.0));
        let (least, most) = extremes(self.marks.iter().flat_map(ends)).unwrap_or_default();
        let (first, last) = ((least / STEP).floor(), (most / STEP).ceil());
        let x = |elo: f64| {
            let part = (elo / STEP - first) / (last - first).max(1.0);
            left + (part * f64::from(BARS_WIDTH)).round() as i32
        };
        let bottom = middle(self.marks.len());
        for step in first as i32..=last as i32 {
            let at = x(f64::from(step) * STEP);
            let line = [(at, 0), (at, bottom - ROW_HEIGHT as i32 / 2)];
            let (color, text) = match step {
                0 => (BLUE, "0".to_owned()),
                _ => (GRID, format!("{:+}", step * STEP as i32)),
            };
            rest.draw(&PathElement::new(line, color.stroke_width(1)))?;
            rest.draw_text(&text, &aligned(HPos::Center), (at, bottom))?;
        }
        for (row, mark) in self.marks.iter().enumerate() {
            let (middle, at) = (middle(row), x(mark.value));
            if mark.error.is_some() {
                let [low, high] = ends(mark).map(x);
                let cap = |end| [(end, middle - 4), (end, middle + 4)];
                for line in [[(low, middle), (high, middle)], cap(low), cap(high)] {
                    rest.draw(&PathElement::new(line, BLACK.stroke_width(1)))?;
                }
            }
            let color = if mark.error.is_some() { BLACK } else { BLUE };
            rest.draw(&Circle::new((at, middle), 5, color.filled()))?;
            draw_texts(&rest, left, row, [&mark.label, &mark.text])?;
        }
        Ok(())
    }
}
