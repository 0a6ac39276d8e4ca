//! The messages and the curves of a training.

use std::fmt::Display;
use std::io::{self, Write};

use super::loss::removed_percent;
use super::provenance::MeasuredLosses;
use super::training::{Epoch, Sets, TestSet, Training};
use crate::plot::losses::{LossPanel, svg};

/// Prints a line to standard error. A failed write is ignored, so that it does not stop the
/// training.
pub fn report(text: impl Display) {
    let _: io::Result<()> = writeln!(io::stderr(), "{text}");
}

/// Reports the numbers of positions and the losses of the evaluation.
pub fn report_start(neurons: usize, sets: &Sets<'_>) {
    let positions = sets.training.len();
    let mut line = format!("{neurons} neurons; {positions} training positions");
    for (name, set) in [("held-out", &sets.held_out), ("deep", &sets.deep)] {
        if let Some(set) = set {
            let (positions, loss) = (set.records.len(), set.evaluation);
            line += &format!("; {positions} {name} positions, loss of the evaluation {loss:.6}");
        }
    }
    report(line);
}

/// Reports the losses of an epoch.
pub fn report_epoch(epoch: &Epoch, sets: &Sets<'_>) {
    let (number, training) = (epoch.epoch, epoch.training);
    let mut line = format!("epoch {number:>3}: training loss {training:.6}");
    let held_out = ("held-out", epoch.held_out, &sets.held_out);
    for (name, loss, set) in [held_out, ("deep", epoch.deep, &sets.deep)] {
        if let (Some(loss), Some(set)) = (loss, set) {
            let removed = removed_percent(loss, set.evaluation);
            line += &format!(", {name} loss {loss:.6} (removed {removed:.1} %)");
        }
    }
    report(line);
}

/// Reports the final losses on a set of positions.
pub fn report_losses(name: &str, losses: MeasuredLosses) {
    let evaluation = losses.evaluation;
    let mut line = format!("{name} loss: evaluation {evaluation:.6}");
    for (name, loss) in [
        ("network", Some(losses.real)),
        ("quantized", losses.quantized),
    ] {
        if let Some(loss) = loss {
            let removed = removed_percent(loss, evaluation);
            line += &format!(", {name} {loss:.6} (removed {removed:.1} %)");
        }
    }
    report(line);
}

/// Returns the picture of the losses so far, as SVG.
pub fn plot<const H: usize>(training: &Training<H>, sets: &Sets<'_>) -> String {
    let curve = |name: &str, loss: fn(&Epoch) -> Option<f64>| {
        let epochs = training.epochs.iter();
        let losses = epochs.filter_map(|epoch| Some((epoch.epoch, loss(epoch)?)));
        let losses: Vec<_> = losses.collect();
        (!losses.is_empty()).then(|| (name.to_owned(), losses))
    };
    let panel = |title: &str, curves, set: Option<&TestSet>, name: &str| LossPanel {
        title: title.to_owned(),
        curves,
        reference: set.map(|set| (format!("{name} without the network"), set.evaluation)),
    };
    let first = curve("training", |epoch| Some(epoch.training));
    let held_out = curve("held-out", |epoch| epoch.held_out);
    let first = first.into_iter().chain(held_out).collect();
    let held_out = sets.held_out.as_ref();
    let mut panels = vec![panel("Losses of the training", first, held_out, "held-out")];
    if let Some(deep) = curve("deep", |epoch| epoch.deep) {
        let (title, set) = ("Loss against long searches", sets.deep.as_ref());
        panels.push(panel(title, vec![deep], set, "deep"));
    }
    let kept = training.kept().map(|epoch| epoch.epoch);
    svg("squared error of points", &panels, kept)
}
