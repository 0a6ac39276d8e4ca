//! `ferz fit-wdl`: fits the model of win, draw and loss probabilities to games.

use std::fmt::Write;
use std::path::PathBuf;

use crate::fit_wdl::ResultCounts;
use ferz::eval::wdl::WdlModel;

use super::{ExitStatus, input, print};

/// Upper bounds of the score ranges in the printed table, in centipawns. One more range
/// contains all greater scores.
const ENDS: [i32; 10] = [-800, -400, -200, -100, -30, 30, 100, 200, 400, 800];

/// Fit the model of UCI_ShowWDL to self-play games
///
/// Prints new values of the two parameters in src/eval/wdl.rs, the loss with the new and with the
/// current values, and a table. For each range of scores from White's view, the table compares the
/// percentages of games won, drawn and lost with those that the fitted model expects.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz fit-wdl games.vf")]
pub struct Arguments {
    /// Files of games in viriformat, as written by ferz datagen; - is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Runs `ferz fit-wdl`.
///
/// # Errors
///
/// Returns an error if a file cannot be read or is invalid.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    input::check_once(&arguments.files)?;
    let counts = count(&arguments.files)?;
    if counts.positions() == 0 {
        return Err("found no positions in the files; expected at least one".to_owned());
    }
    print(&text(&counts))?;
    Ok(ExitStatus::Success)
}

/// Counts the results of the positions of all games.
fn count(files: &[PathBuf]) -> Result<ResultCounts, String> {
    let mut counts = ResultCounts::default();
    input::for_each_game(files, |game, _| {
        game.samples().for_each(|sample| counts.add(&sample));
    })?;
    Ok(counts)
}

/// Fits the model and returns the text to print.
fn text(counts: &ResultCounts) -> String {
    let model = counts.fit();
    let mut text = format!(
        "Positions: {}\nhalf_won: {:.1}\nspread: {:.1}\nLoss: {:.5}, {:.5} with the current parameters\n\n",
        counts.positions(),
        model.half_won,
        model.spread,
        counts.loss(&model),
        counts.loss(&WdlModel::FITTED),
    );
    text += "positions  mean score  won drawn lost  expected\n";
    for bucket in counts.calibration(&model, &ENDS) {
        let percent = |chances: [f64; 3]| chances.map(|chance| 100.0 * chance);
        let ([won, drawn, lost], expected) = (percent(bucket.observed), percent(bucket.expected));
        // Writing to a string cannot fail.
        let _: Result<(), _> = writeln!(
            text,
            "{:>9}  {:>10.0}  {won:>3.0} {drawn:>5.0} {lost:>4.0}  {:>3.0} {:>3.0} {:>3.0}",
            bucket.positions, bucket.score, expected[0], expected[1], expected[2],
        );
    }
    text
}
