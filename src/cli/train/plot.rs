//! The curves of `ferz train --plot`. See <https://docs.rs/plotters>.

use ferz::tools::plot::{LossCurve, LossPanel, LossPlot};
use ferz::tools::trainer::{Epoch, Training};

use super::report::EvaluationLosses;

/// The function that is minimized.
const LOSS: &str = "squared error of expected points";

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
    let panel = |title: &str, curves: [Option<LossCurve>; 2], evaluation: Option<f64>| LossPanel {
        title: title.to_owned(),
        loss: LOSS.to_owned(),
        curves: curves.into_iter().flatten().collect(),
        reference: evaluation.map(|loss| ("evaluation without a network".to_owned(), loss)),
    };
    let training_curve = curve("training", |epoch| Some(epoch.training));
    let held_out = curve("held-out", |epoch| epoch.held_out);
    let deep = curve("deep", |epoch| epoch.deep);
    let mut panels = vec![panel(
        "Losses of the training",
        [training_curve, held_out],
        evaluation.held_out,
    )];
    if deep.is_some() {
        let title = "Loss against long searches";
        panels.push(panel(title, [deep, None], evaluation.deep));
    }
    LossPlot {
        panels,
        kept: training.kept().map(|epoch| epoch.epoch),
    }
    .svg()
}
