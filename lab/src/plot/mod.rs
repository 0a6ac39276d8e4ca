//! Pictures for developers, as SVG, and the parts that they have in common: background, headings,
//! legends and axes.
//!
//! A function returns a picture as text; it writes no file. The background is white, so that a
//! picture is readable in dark mode too. The colors are those of Okabe and Ito, which are
//! distinguishable with all kinds of color blindness: see <https://jfly.uni-koeln.de/color/>.
//!
//! The crate plotters is used without fonts, so it only estimates the width of a text. Therefore
//! nothing is placed after the end of a text, except the entries of a legend, which have room to
//! spare.

pub mod drift;
pub mod games;
pub mod losses;

use std::ops::Range;

use plotters::chart::ChartContext;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The palette of Okabe and Ito, as far as it is used.
pub const BLUE: RGBColor = RGBColor(0, 114, 178);
pub const VERMILION: RGBColor = RGBColor(213, 94, 0);
pub const GREEN: RGBColor = RGBColor(0, 158, 115);
pub const SKY: RGBColor = RGBColor(86, 180, 233);
/// Color of the grid.
pub const GRID: RGBColor = RGBColor(225, 225, 225);

/// Font sizes for plotters, which are 1.24 times those of the SVG.
const TITLE_SIZE: i32 = 21;
pub const TEXT_SIZE: i32 = 16;
/// Height of a line of text, in pixels.
const LINE_HEIGHT: i32 = 22;
/// Margin around a picture and its panels, in pixels.
pub const MARGIN: i32 = 14;

/// A part of a picture.
pub type Canvas<'s> = DrawingArea<SVGBackend<'s>, Shift>;
/// A diagram with two axes.
pub type Chart<'c, 's> =
    ChartContext<'c, SVGBackend<'s>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
/// The only possible error is one of the backend, which writes to a string.
pub type DrawError = DrawingAreaErrorKind<std::io::Error>;

/// Draws a picture of this size, in pixels, and returns the SVG.
pub fn draw(size: (u32, u32), draw: impl FnOnce(&Canvas<'_>) -> Result<(), DrawError>) -> String {
    let mut text = String::new();
    let canvas = SVGBackend::with_string(&mut text, size).into_drawing_area();
    let drawn = canvas.fill(&WHITE).and_then(|()| draw(&canvas));
    drawn
        .and_then(|()| canvas.present())
        .expect("drawing to a string has no errors");
    drop(canvas);
    text
}

/// Returns the style of texts of this size that are aligned at `anchor`.
pub fn text_style(size: i32, anchor: Pos) -> TextStyle<'static> {
    ("sans-serif", size).into_text_style(&(1, 1)).pos(anchor)
}

/// Returns an upper estimate of the width of a text of size [`TEXT_SIZE`], in pixels.
pub fn text_width(text: &str) -> i32 {
    text.chars().count() as i32 * TEXT_SIZE * 45 / 100
}

/// The symbol by which a legend shows a series.
#[derive(Clone, Copy)]
pub enum Symbol {
    Line(RGBColor),
    Dashes(RGBColor),
    Square(RGBColor),
}

/// Draws a title, lines of text and the lines of a legend. Returns the canvas below them.
pub fn heading<'s>(
    canvas: &Canvas<'s>,
    title: &str,
    lines: &[&str],
    legend: &[&[(String, Symbol)]],
) -> Result<Canvas<'s>, DrawError> {
    let style = |size| text_style(size, Pos::new(HPos::Left, VPos::Top));
    let (small, mut y) = (style(TEXT_SIZE), MARGIN / 2);
    canvas.draw_text(title, &style(TITLE_SIZE), (MARGIN, y))?;
    y += LINE_HEIGHT + 4;
    for line in lines {
        canvas.draw_text(line, &small, (MARGIN, y))?;
        y += LINE_HEIGHT;
    }
    for entries in legend {
        let mut x = MARGIN;
        for (name, symbol) in *entries {
            draw_symbol(canvas, *symbol, (x, y + LINE_HEIGHT / 2 - 4))?;
            canvas.draw_text(name, &small, (x + 30, y))?;
            x += 50 + text_width(name);
        }
        y += LINE_HEIGHT;
    }
    Ok(canvas.split_vertically(y).1)
}

/// Draws the symbol of a legend, whose left end is at `at`.
fn draw_symbol(canvas: &Canvas<'_>, symbol: Symbol, at: (i32, i32)) -> Result<(), DrawError> {
    let (x, y) = at;
    let (color, lines): (_, &[(i32, i32)]) = match symbol {
        Symbol::Line(color) => (color, &[(0, 24)]),
        Symbol::Dashes(color) => (color, &[(0, 6), (9, 15), (18, 24)]),
        Symbol::Square(color) => {
            let corners = [(x + 8, y - 6), (x + 20, y + 6)];
            return canvas.draw(&Rectangle::new(corners, color.filled()));
        }
    };
    lines.iter().try_for_each(|(from, to)| {
        let line = [(x + from, y), (x + to, y)];
        canvas.draw(&PathElement::new(line, color.stroke_width(2)))
    })
}

/// The description of an axis.
pub struct Axis<'a> {
    pub range: Range<f64>,
    /// Quantity and unit.
    pub label: &'a str,
    /// Maximum number of values with a grid line.
    pub lines: usize,
    /// Returns the text of a value; empty for values without a text.
    pub format: &'a dyn Fn(&f64) -> String,
}

impl<'a> Axis<'a> {
    /// Returns an axis with texts at its integers.
    pub const fn of_integers(range: Range<f64>, label: &'a str, lines: usize) -> Self {
        Self {
            range,
            label,
            lines,
            format: &format_integer,
        }
    }
}

/// Draws two axes with a grid.
pub fn axes<'c, 's>(
    canvas: &'c Canvas<'s>,
    x: &Axis<'_>,
    y: &Axis<'_>,
) -> Result<Chart<'c, 's>, DrawError> {
    /// Width of the numbers of the vertical axis and of its label, in pixels.
    const LEFT: i32 = 82;
    /// Height of the numbers of the horizontal axis and of its label, in pixels.
    const BOTTOM: i32 = 50;
    let mut chart = ChartBuilder::on(canvas)
        .margin(MARGIN / 2)
        .margin_left(MARGIN)
        .margin_right(MARGIN + 8)
        .y_label_area_size(LEFT)
        .x_label_area_size(BOTTOM)
        .build_cartesian_2d(x.range.clone(), y.range.clone())?;
    chart
        .configure_mesh()
        .bold_line_style(GRID)
        .max_light_lines(1)
        .light_line_style(TRANSPARENT)
        .x_labels(x.lines)
        .y_labels(y.lines)
        .x_desc(x.label)
        .y_desc(y.label)
        .x_label_formatter(x.format)
        .y_label_formatter(y.format)
        .label_style(("sans-serif", TEXT_SIZE))
        .draw()?;
    Ok(chart)
}

/// Formats an integer with commas between thousands; empty for fractions.
fn format_integer(value: &f64) -> String {
    // The points of an axis are sums, so they have rounding errors.
    let rounded = value.round();
    if (value - rounded).abs() > 1e-6 {
        return String::new();
    }
    let digits = rounded.abs().to_string();
    let mut text = String::from(if rounded < 0.0 { "-" } else { "" });
    for (i, digit) in digits.char_indices() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the least and the greatest of the values; `None` without values.
pub fn extremes(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let pairs = values.map(|value| (value, value));
    pairs.reduce(|(least, most), (value, _)| (least.min(value), most.max(value)))
}

#[cfg(test)]
mod tests {
    use super::format_integer;

    #[test]
    fn integers_have_commas_and_fractions_no_text() {
        let texts = [-1e-16, 998.999_999_999_9, -1234.0, 1_234_567.0, 0.5]
            .map(|value| format_integer(&value));
        assert_eq!(texts, ["0", "999", "-1,234", "1,234,567", ""]);
    }
}
