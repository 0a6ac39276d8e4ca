//! The losses of a training by epoch, with the kept epoch marked.
//!
//! Losses on other positions with another target are not comparable, so they have a panel of their
//! own. See <https://en.wikipedia.org/wiki/Learning_curve_(machine_learning)>.

use std::ops::Range;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::canvas::{
    Axis, BLUE, Canvas, Chart, DrawError, GREEN, Sample, TEXT_SIZE, VERMILION, axes, heading,
    integer, svg, text_style,
};

/// Colors of the curves: two for the first panel, then one for each further panel.
const COLORS: [RGBColor; 3] = [BLUE, VERMILION, GREEN];

/// Width of a picture, in pixels.
const WIDTH: u32 = 900;
/// Height of the first panel, in pixels.
const FIRST_HEIGHT: u32 = 440;
/// Height of each further panel, in pixels.
const NEXT_HEIGHT: u32 = 300;

/// The losses of a training.
#[derive(Clone, Debug, Default)]
pub struct LossPlot {
    /// The panels, from the top.
    pub panels: Vec<LossPanel>,
    /// The epoch whose weights are kept.
    pub kept: Option<usize>,
}

/// Losses that are comparable with each other.
#[derive(Clone, Debug)]
pub struct LossPanel {
    /// Title of the panel.
    pub title: String,
    /// The function that is minimized.
    pub loss: String,
    /// The curves.
    pub curves: Vec<LossCurve>,
    /// Name and value of the loss that the curves are compared with.
    pub reference: Option<(String, f64)>,
}

/// A loss by epoch.
#[derive(Clone, Debug)]
pub struct LossCurve {
    /// Name in the legend.
    pub name: String,
    /// Epochs and losses. Losses that are not finite are left out.
    pub losses: Vec<(usize, f64)>,
}

impl LossPlot {
    /// Draws the plot, and returns the SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let further = self.panels.len().saturating_sub(1) as u32;
        let size = (WIDTH, FIRST_HEIGHT + further * NEXT_HEIGHT);
        let curves = self.panels.iter().flat_map(|panel| &panel.curves);
        let epochs = curves
            .flat_map(|curve| &curve.losses)
            .map(|&(epoch, _)| epoch);
        let last = epochs.max().unwrap_or(0).max(1);
        svg(size, |canvas| {
            let mut rest = canvas.clone();
            for (i, panel) in self.panels.iter().enumerate() {
                let height = if i == 0 { FIRST_HEIGHT } else { NEXT_HEIGHT };
                let (this, below) = rest.split_vertically(height);
                // The colors of the panels differ, because the curves are different losses.
                let colors = if i == 0 { &COLORS[..] } else { &COLORS[2..] };
                panel.draw(&this, last, self.kept, colors)?;
                rest = below;
            }
            Ok(())
        })
    }
}

impl LossPanel {
    fn draw(
        &self,
        canvas: &Canvas<'_>,
        last: usize,
        kept: Option<usize>,
        colors: &[RGBColor],
    ) -> Result<(), DrawError> {
        let color = |i: usize| colors[i % colors.len()];
        let curves = self.curves.iter().enumerate();
        let mut legend: Vec<_> = curves
            .map(|(i, curve)| (curve.name.clone(), Sample::Line(color(i))))
            .collect();
        if let Some((name, _)) = &self.reference {
            legend.push((name.clone(), Sample::Dashes(BLACK)));
        }
        let rest = heading(canvas, &self.title, &[], &[&legend])?;
        let range = self.range();
        let digits = digits(&range);
        let x = Axis {
            // With a margin on the right, so that a line at the last epoch is not at the edge.
            range: 0.0..1.02 * last as f64,
            label: "epoch",
            lines: last.min(10) + 1,
            format: &integer,
        };
        let y = Axis {
            range: range.clone(),
            label: &self.loss,
            lines: 7,
            format: &|loss| format!("{loss:.digits$}"),
        };
        let mut chart = axes(&rest, &x, &y)?;
        if let Some((_, loss)) = self.reference.as_ref().filter(|(_, loss)| loss.is_finite()) {
            let ends = [(0.0, *loss), (1.02 * last as f64, *loss)];
            chart.draw_series(DashedLineSeries::new(ends, 6, 4, BLACK.stroke_width(1)))?;
        }
        if let Some(epoch) = kept {
            mark(&mut chart, epoch, last, &range)?;
        }
        for (i, curve) in self.curves.iter().enumerate() {
            let points = || curve.finite().map(|(epoch, loss)| (epoch as f64, loss));
            chart.draw_series(LineSeries::new(points(), color(i).stroke_width(2)))?;
            let circle = |point| Circle::new(point, 3, color(i).filled());
            chart.draw_series(points().map(circle))?;
            let is_kept = |&(epoch, _): &(usize, f64)| kept == Some(epoch);
            let kept = curve.finite().find(is_kept);
            let ring = |(epoch, loss)| Circle::new((epoch as f64, loss), 7, BLACK.stroke_width(1));
            chart.draw_series(kept.map(ring))?;
        }
        Ok(())
    }

    /// Returns the range of the losses, with a margin for the label of the kept epoch above.
    fn range(&self) -> Range<f64> {
        let reference = self.reference.iter().map(|&(_, loss)| loss);
        let curves = self.curves.iter().flat_map(LossCurve::finite);
        let losses = curves.map(|(_, loss)| loss).chain(reference);
        let losses = losses.filter(|loss| loss.is_finite());
        let (least, most) = losses
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), loss| {
                (least.min(loss), most.max(loss))
            });
        if least > most {
            return 0.0..1.0;
        }
        // With a single value, the range must not be empty.
        let span = (most - least).max(0.01 * most.abs()).max(1e-9);
        least - 0.06 * span..most + 0.16 * span
    }
}

impl LossCurve {
    fn finite(&self) -> impl Iterator<Item = (usize, f64)> {
        self.losses
            .iter()
            .copied()
            .filter(|(_, loss)| loss.is_finite())
    }
}

/// Returns the number of decimal places that distinguish the numbers of an axis.
fn digits(range: &Range<f64>) -> usize {
    let span = range.end - range.start;
    (1.0 - span.log10()).ceil().clamp(0.0, 12.0) as usize
}

/// Marks the kept epoch.
fn mark(
    chart: &mut Chart<'_, '_>,
    epoch: usize,
    last: usize,
    range: &Range<f64>,
) -> Result<(), DrawError> {
    let x = epoch as f64;
    let line = [(x, range.start), (x, range.end)];
    chart.draw_series([PathElement::new(line, BLACK.stroke_width(1))])?;
    // The label is on the side with more space.
    let (h_pos, shift) = if 2 * epoch > last {
        (HPos::Right, -6)
    } else {
        (HPos::Left, 6)
    };
    let style = text_style(TEXT_SIZE, Pos::new(h_pos, VPos::Top));
    let name = match epoch {
        0 => "kept: the initial weights".to_owned(),
        epoch => format!("kept: epoch {epoch}"),
    };
    let label = EmptyElement::at((x, range.end)) + Text::new(name, (shift, 4), style);
    chart.draw_series([label])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(losses: &[f64], reference: f64) -> String {
        let panel = LossPanel {
            title: "Losses".to_owned(),
            loss: "loss".to_owned(),
            curves: vec![LossCurve {
                name: "training".to_owned(),
                losses: losses.iter().copied().enumerate().collect(),
            }],
            reference: Some(("initial".to_owned(), reference)),
        };
        let panels = vec![panel];
        LossPlot {
            panels,
            kept: Some(0),
        }
        .svg()
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
