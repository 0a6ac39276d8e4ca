//! Numbers of values in ranges of equal width. See <https://en.wikipedia.org/wiki/Histogram>.

use plotters::prelude::*;

use super::canvas::{Axis, BLUE, Canvas, DrawError, axes, heading, integer};

/// A histogram of integers. The first and the last bin also count the values beyond.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    /// The least value of the first bin.
    start: i32,
    /// Number of values that a bin is wide.
    width: i32,
    counts: Vec<u64>,
}

impl Histogram {
    /// Creates an empty histogram with `bins` bins of `width` values each, from `start`.
    ///
    /// # Panics
    ///
    /// Panics if `width` or `bins` is 0.
    #[must_use]
    pub fn new(start: i32, width: u16, bins: usize) -> Self {
        assert!(width > 0 && bins > 0, "expected bins");
        Self {
            start,
            width: width.into(),
            counts: vec![0; bins],
        }
    }

    /// Counts a value.
    pub fn add(&mut self, value: i32) {
        let bin = value.saturating_sub(self.start) / self.width;
        let last = self.counts.len() - 1;
        self.counts[usize::try_from(bin).unwrap_or(0).min(last)] += 1;
    }

    /// Returns the number of values in each bin.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Draws the bars. A value is divided by `unit` on the horizontal axis.
    pub(super) fn draw(
        &self,
        canvas: &Canvas<'_>,
        title: &str,
        [x_label, y_label]: [&str; 2],
        unit: f64,
    ) -> Result<(), DrawError> {
        let rest = heading(canvas, title, &[], &[])?;
        // A bin of a single value has its center at the value.
        let shift = if self.width == 1 { 0.5 } else { 0.0 };
        let left = |bin: usize| {
            (f64::from(self.start) + bin as f64 * f64::from(self.width) - shift) / unit
        };
        let most = self.counts.iter().max().copied().unwrap_or(0).max(1) as f64;
        let x = Axis {
            range: left(0)..left(self.counts.len()),
            label: x_label,
            lines: 11,
            format: &integer,
        };
        let y = Axis {
            range: 0.0..1.05 * most,
            label: y_label,
            lines: 7,
            format: &integer,
        };
        let mut chart = axes(&rest, &x, &y)?;
        chart.draw_series(self.counts.iter().enumerate().map(|(bin, &count)| {
            let corners = [(left(bin), 0.0), (left(bin + 1), count as f64)];
            let mut bar = Rectangle::new(corners, BLUE.filled());
            // A gap between the bars.
            bar.set_margin(0, 0, 1, 0);
            bar
        }))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Histogram;

    #[test]
    fn values_beyond_the_ends_are_in_the_first_and_last_bin() {
        let mut histogram = Histogram::new(-100, 50, 4);
        for value in [
            i32::MIN,
            -101,
            -100,
            -51,
            -50,
            -1,
            0,
            49,
            50,
            99,
            100,
            i32::MAX,
        ] {
            histogram.add(value);
        }
        assert_eq!(histogram.counts(), [4, 2, 2, 4]);
    }
}
