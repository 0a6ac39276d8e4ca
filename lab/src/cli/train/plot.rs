//! The curves of `ferz train --plot`. See <https://docs.rs/plotters>.

use crate::plot::{LossCurve, LossPanel, LossPlot};
use crate::trainer::{Epoch, Training};

use super::report::EvaluationLosses;

/// The function that is minimized.
const LOSS: &str = "squared error of points";

/// Returns the picture of the losses so far, as SVG.
pub(super) fn svg(training: &dyn Training, evaluation: &EvaluationLosses) -> String {
    let curve = |name: &str, loss: fn(&Epoch) -> Option<f64>| {
        let epochs = training.epochs().iter();
        let losses: Vec<_> = epochs
            .filter_map(|epoch| Some((epoch.epoch, loss(epoch)?)))
            .collect();
        (!losses.is_empty()).then(|| LossCurve {
            name: name.to_owned(),
            losses,
        })
    };
    let panel =
        |title: &str, curves: Vec<LossCurve>, reference: Option<f64>, name: &str| LossPanel {
            title: title.to_owned(),
            loss: LOSS.to_owned(),
            curves,
            reference: reference.map(|loss| (format!("{name} without the network"), loss)),
        };
    let training_curve = curve("training", |epoch| Some(epoch.training));
    let held_out = curve("held-out", |epoch| epoch.held_out);
    let first = training_curve.into_iter().chain(held_out).collect();
    let title = "Losses of the training";
    let mut panels = vec![panel(title, first, evaluation.held_out, "held-out")];
    if let Some(deep) = curve("deep", |epoch| epoch.deep) {
        let title = "Loss against long searches";
        panels.push(panel(title, vec![deep], evaluation.deep, "deep"));
    }
    LossPlot {
        panels,
        kept: training.kept().map(|epoch| epoch.epoch),
    }
    .svg()
}
