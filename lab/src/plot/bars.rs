//! Bar charts. See <https://en.wikipedia.org/wiki/Bar_chart>.

use std::ops::Range;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::canvas::{BLUE, Canvas, DrawError, MARGIN, SKY, TEXT_SIZE, heading, svg, text_style};

/// Height of a bar with the space around it, in pixels.
const ROW: u32 = 28;
/// Width of the space for the bars, in pixels.
const BARS: i32 = 440;
/// Width of the space for the values on the right, in pixels.
const RIGHT: i32 = 110;
/// Space for the title, lines of text and margins, in pixels.
const HEADING: u32 = 70;

/// A chart with horizontal bars from zero.
#[derive(Clone, Debug, PartialEq)]
pub struct BarChart {
    /// Title of the chart.
    pub title: String,
    /// What the lengths are, with the unit.
    pub quantity: String,
    /// The bars, from the top.
    pub bars: Vec<Bar>,
}

/// A bar of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What the bar stands for.
    pub label: String,
    /// The value, which the length is proportional to.
    pub value: f64,
    /// Half of the confidence interval.
    pub error: Option<f64>,
    /// The value as text.
    pub text: String,
    /// Whether the bar has the strong color.
    pub highlighted: bool,
}

impl BarChart {
    /// Draws several charts, one below the other, and returns the SVG.
    #[must_use]
    pub fn svg(charts: &[Self]) -> String {
        let height = charts.iter().map(Self::height).sum();
        let left = charts.iter().map(Self::label_width).max().unwrap_or(0);
        svg(((left + BARS + RIGHT) as u32, height), |canvas| {
            let mut rest = canvas.clone();
            for chart in charts {
                let (this, below) = rest.split_vertically(chart.height());
                chart.draw(&this, left)?;
                rest = below;
            }
            Ok(())
        })
    }

    /// Returns the width of the space for the labels on the left, in pixels: more than they need.
    fn label_width(&self) -> i32 {
        let labels = self.bars.iter().map(|bar| bar.label.chars().count());
        2 * MARGIN + labels.max().unwrap_or(0) as i32 * TEXT_SIZE * 45 / 100
    }

    fn height(&self) -> u32 {
        HEADING + ROW * self.bars.len() as u32
    }

    /// Returns the range of the values with their errors, and zero.
    fn range(&self) -> Range<f64> {
        let ends = self.bars.iter().map(|bar| {
            let error = bar.error.unwrap_or(0.0);
            (bar.value - error, bar.value + error)
        });
        let (least, most) = ends.fold((0.0_f64, 0.0_f64), |(least, most), (from, to)| {
            (least.min(from), most.max(to))
        });
        // Without bars, the range must not be empty.
        least..most.max(least + 1e-9)
    }

    fn draw(&self, canvas: &Canvas<'_>, left: i32) -> Result<(), DrawError> {
        let rest = heading(canvas, &self.title, &[&self.quantity], &[])?;
        let range = self.range();
        let scale = f64::from(BARS) / (range.end - range.start);
        let x = |value: f64| left + ((value - range.start) * scale).round() as i32;
        let align = |h_pos| text_style(TEXT_SIZE, Pos::new(h_pos, VPos::Center));
        for (i, bar) in self.bars.iter().enumerate() {
            let middle = (ROW * i as u32 + ROW / 2) as i32;
            let color = if bar.highlighted { BLUE } else { SKY };
            let (from, to) = (x(bar.value.min(0.0)), x(bar.value.max(0.0)));
            let corners = [(from, middle - 9), (to, middle + 9)];
            rest.draw(&Rectangle::new(corners, color.filled()))?;
            if let Some(error) = bar.error {
                let ends = [bar.value - error, bar.value + error].map(x);
                let line = ends.map(|end| (end, middle));
                rest.draw(&PathElement::new(line, BLACK.stroke_width(1)))?;
                for end in ends {
                    let cap = [(end, middle - 4), (end, middle + 4)];
                    rest.draw(&PathElement::new(cap, BLACK.stroke_width(1)))?;
                }
            }
            rest.draw_text(&bar.label, &align(HPos::Right), (left - MARGIN, middle))?;
            let right = left + BARS + RIGHT - MARGIN;
            rest.draw_text(&bar.text, &align(HPos::Right), (right, middle))?;
        }
        let zero = [
            (x(0.0), 0),
            (x(0.0), (ROW as usize * self.bars.len()) as i32),
        ];
        rest.draw(&PathElement::new(zero, BLACK.stroke_width(1)))
    }
}
