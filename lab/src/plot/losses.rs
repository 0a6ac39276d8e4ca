//! The losses of a training by epoch, with the kept epoch marked.
//!
//! Losses on other positions with another target are not comparable, so they have a panel of their
//! own.

use std::ops::Range;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{
    Axis, BLUE, Canvas, DrawError, GREEN, Symbol, TEXT_SIZE, VERMILION, axes, draw, extremes,
    heading, text_style,
};

/// Colors of the curves: two for the first panel, and one for all further panels.
const COLORS: [RGBColor; 3] = [BLUE, VERMILION, GREEN];

/// Width of a picture, in pixels.
const WIDTH: u32 = 900;
/// Height of the first panel, in pixels.
const FIRST_HEIGHT: u32 = 440;
/// Height of each further panel, in pixels.
const NEXT_HEIGHT: u32 = 300;

/// Losses that are comparable with each other.
pub struct LossPanel {
    pub title: String,
    /// Names in the legend, and losses by epoch. Losses that are not finite are left out.
    pub curves: Vec<(String, Vec<(usize, f64)>)>,
    /// Name and value of the loss that the curves are compared with.
    pub reference: Option<(String, f64)>,
}

/// Draws the panels, from the top. `loss` is the function that is minimized, `kept` the epoch whose
/// weights are kept.
pub fn svg(loss: &str, panels: &[LossPanel], kept: Option<usize>) -> String {
    let further = panels.len().saturating_sub(1) as u32;
    let size = (WIDTH, FIRST_HEIGHT + further * NEXT_HEIGHT);
    let points = panels.iter().flat_map(|panel| &panel.curves);
    let points = points.flat_map(|(_, losses)| losses);
    let last = points.map(|&(epoch, _)| epoch).max().unwrap_or(0).max(1);
    draw(size, |canvas| {
        let mut rest = canvas.clone();
        for (i, panel) in panels.iter().enumerate() {
            let height = if i == 0 { FIRST_HEIGHT } else { NEXT_HEIGHT };
            let (this, below) = rest.split_vertically(height);
            // The colors of the panels differ, because the curves are different losses.
            let colors = if i == 0 { &COLORS[..] } else { &COLORS[2..] };
            panel.draw(&this, loss, last, kept, colors)?;
            rest = below;
        }
        Ok(())
    })
}

impl LossPanel {
    fn draw(
        &self,
        canvas: &Canvas<'_>,
        label: &str,
        last: usize,
        kept: Option<usize>,
        colors: &[RGBColor],
    ) -> Result<(), DrawError> {
        let color = |i: usize| colors[i % colors.len()];
        let curves = self.curves.iter().enumerate();
        let mut legend: Vec<_> = curves
            .map(|(i, (name, _))| (name.clone(), Symbol::Line(color(i))))
            .collect();
        if let Some((name, _)) = &self.reference {
            legend.push((name.clone(), Symbol::Dashes(BLACK)));
        }
        let rest = heading(canvas, &self.title, &[], &[&legend])?;
        let range = self.range();
        let digits = digits(&range);
        // With a margin on the right, so that a line at the last epoch is not at the edge.
        let end = 1.02 * last as f64;
        let x = Axis::of_integers(0.0..end, "epoch", last.min(10) + 1);
        let y = Axis {
            range: range.clone(),
            label,
            lines: 7,
            format: &|loss| format!("{loss:.digits$}"),
        };
        let mut chart = axes(&rest, &x, &y)?;
        if let Some((_, loss)) = self.reference.as_ref().filter(|(_, loss)| loss.is_finite()) {
            let line = [(0.0, *loss), (end, *loss)];
            chart.draw_series(DashedLineSeries::new(line, 6, 4, BLACK.stroke_width(1)))?;
        }
        // The kept epoch: its label is on the side with more space.
        if let Some(epoch) = kept {
            let line = [(epoch as f64, range.start), (epoch as f64, range.end)];
            chart.draw_series([PathElement::new(line, BLACK.stroke_width(1))])?;
            let (h_pos, shift) = match 2 * epoch > last {
                true => (HPos::Right, -6),
                false => (HPos::Left, 6),
            };
            let style = text_style(TEXT_SIZE, Pos::new(h_pos, VPos::Top));
            let text = Text::new(format!("kept: epoch {epoch}"), (shift, 4), style);
            chart.draw_series([EmptyElement::at(line[1]) + text])?;
        }
        for (i, (_, losses)) in self.curves.iter().enumerate() {
            let finite = || losses.iter().filter(|(_, loss)| loss.is_finite());
            let point = |&(epoch, loss): &(usize, f64)| (epoch as f64, loss);
            let line = color(i).stroke_width(2);
            chart.draw_series(LineSeries::new(finite().map(point), line))?;
            let circle = |at| Circle::new(at, 3, color(i).filled());
            chart.draw_series(finite().map(point).map(circle))?;
            let kept_point = finite().find(|&&(epoch, _)| kept == Some(epoch));
            let ring = |at| Circle::new(at, 7, BLACK.stroke_width(1));
            chart.draw_series(kept_point.map(point).map(ring))?;
        }
        Ok(())
    }

    /// Returns the range of the losses, with a margin for the label of the kept epoch above.
    fn range(&self) -> Range<f64> {
        let curves = self.curves.iter().flat_map(|(_, losses)| losses);
        let reference = self.reference.iter().map(|&(_, loss)| loss);
        let losses = curves.map(|&(_, loss)| loss).chain(reference);
        let Some((least, most)) = extremes(losses.filter(|loss| loss.is_finite())) else {
            return 0.0..1.0;
        };
        // With a single value, the range must not be empty.
        let span = (most - least).max(0.01 * most.abs()).max(1e-9);
        least - 0.06 * span..most + 0.16 * span
    }
}

/// Returns the number of decimal places that distinguish the numbers of an axis.
fn digits(range: &Range<f64>) -> usize {
    let span = range.end - range.start;
    (1.0 - span.log10()).ceil().clamp(0.0, 12.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(losses: &[f64], reference: f64) -> String {
        let losses = losses.iter().copied().enumerate().collect();
        let panel = LossPanel {
            title: "Losses".to_owned(),
            curves: vec![("training".to_owned(), losses)],
            reference: Some(("initial".to_owned(), reference)),
        };
        svg("loss", &[panel], Some(0))
    }

    #[test]
    fn losses_that_are_not_finite_are_left_out() {
        let points = |losses: &[f64], reference| plot(losses, reference).matches("r=\"3\"").count();
        let (nan, infinity) = (f64::NAN, f64::INFINITY);
        assert_eq!(points(&[0.5, nan, 0.4, infinity, -infinity], nan), 2);
        assert_eq!(points(&[nan], infinity), 0);
        assert_eq!(points(&[], 0.5), 0);
    }

    #[test]
    fn equal_and_extreme_losses_can_be_drawn() {
        for loss in [0.0, 0.25, 1e-30, 1e30] {
            assert_eq!(plot(&[loss, loss], loss).matches("r=\"3\"").count(), 2);
        }
    }

    #[test]
    fn axes_have_the_decimal_places_that_distinguish_their_numbers() {
        let digits = [0.0..1000.0, 0.0..1.0, 0.46..0.465].map(|range| digits(&range));
        assert_eq!(digits, [0, 1, 4]);
    }
}
