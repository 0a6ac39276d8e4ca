//! The messages of `ferz train`.

use std::fmt::Display;
use std::io::{self, Write};

use crate::trainer::losses::{Losses, evaluation_loss};
use crate::trainer::{
    Epoch, MeasuredLosses, PointsObjective, TargetShares, Training, TrainingSets,
};
use crate::training_data::Record;
use ferz::support::rounding::rounded;

/// The losses of the hand-crafted evaluation alone.
pub(super) struct EvaluationLosses {
    pub(super) held_out: Option<f64>,
    pub(super) deep: Option<f64>,
}

impl EvaluationLosses {
    pub(super) fn measure(training: &dyn Training, sets: &TrainingSets<'_>) -> Self {
        let settings = training.settings();
        let loss = |records: &[Record], shares: TargetShares| {
            let objective = PointsObjective {
                scale: sets.scale,
                shares,
            };
            evaluation_loss(records, &objective, settings.threads)
        };
        Self {
            held_out: sets.held_out.map(|set| loss(set, settings.final_shares())),
            deep: sets.deep.map(|set| loss(set, TargetShares::default())),
        }
    }
}

/// Prints a line to standard error. A failed write is ignored, so that it does not stop the
/// training.
pub(super) fn report(text: impl Display) {
    let _: io::Result<()> = writeln!(io::stderr(), "{text}");
}

/// Reports the numbers of positions and the losses of the evaluation.
pub(super) fn report_start(
    training: &dyn Training,
    sets: &TrainingSets<'_>,
    losses: &EvaluationLosses,
) {
    let mut line = format!(
        "{} neurons; {} training positions",
        training.settings().hidden,
        sets.training.len()
    );
    let held_out = ("held-out", sets.held_out, losses.held_out);
    for (name, set, loss) in [held_out, ("deep", sets.deep, losses.deep)] {
        if let (Some(set), Some(loss)) = (set, loss) {
            line += &format!(
                "; {} {name} positions, loss of the evaluation {loss:.6}",
                set.len()
            );
        }
    }
    report(line);
}

/// Reports the losses of an epoch.
pub(super) fn report_epoch(epoch: &Epoch, evaluation: &EvaluationLosses) {
    let mut line = format!(
        "epoch {:>3}: training loss {:.6}",
        epoch.epoch, epoch.training
    );
    let held_out = ("held-out", epoch.held_out, evaluation.held_out);
    for (name, network, evaluation) in [held_out, ("deep", epoch.deep, evaluation.deep)] {
        if let (Some(network), Some(evaluation)) = (network, evaluation) {
            let losses = Losses {
                network,
                evaluation,
            };
            let removed = rounded(losses.removed_percent(), 1);
            line += &format!(", {name} loss {network:.6} (removed {removed:.1} %)");
        }
    }
    report(line);
}

/// Reports the final losses on a set of positions.
pub(super) fn report_losses(name: &str, losses: Option<MeasuredLosses>) {
    let Some(losses) = losses else { return };
    let MeasuredLosses {
        real,
        quantized,
        evaluation,
    } = losses;
    let mut line = format!(
        "{name} loss: evaluation {evaluation:.6}, network {real:.6} (removed {:.1} %)",
        rounded(losses.removed_percent(real), 1)
    );
    if let Some(quantized) = quantized {
        line += &format!(
            ", quantized {quantized:.6} (removed {:.1} %)",
            rounded(losses.removed_percent(quantized), 1)
        );
    }
    report(line);
}
