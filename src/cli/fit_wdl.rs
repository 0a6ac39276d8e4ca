//! `ferz fit-wdl`: the constants of the winning-chance model, from games.

use std::fmt::Write;
use std::path::PathBuf;

use ferz::eval::wdl::Model;
use ferz::tools::fit_wdl::Tally;
use ferz::tools::games::DataError;

use super::{ExitStatus, input, print};

/// The table of what was played against what is expected has a line up to each of these
/// scores, in centipawns, and one beyond.
const ENDS: [i32; 10] = [-800, -400, -200, -100, -30, 30, 100, 200, 400, 800];

/// Fit the model of UCI_ShowWDL to games of ferz against itself
///
/// Prints the two constants of src/eval/wdl.rs, the loss under them and under those that
/// ferz has now, and a table: for positions of like score, from White's view, how many in a
/// hundred of their games were won, drawn and lost, and how many the new constants expect.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz fit-wdl games.vf")]
pub struct Arguments {
    /// Files of games in viriformat, as ferz datagen writes them; - is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Runs it.
///
/// # Errors
///
/// Where a file cannot be read or is not what it should be, in words.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    input::check_once(&arguments.files)?;
    let tally = tally(&arguments.files).map_err(|error| error.to_string())?;
    if tally.positions() == 0 {
        return Err("found no position in the files; expected some to fit to".to_owned());
    }
    print(&text(&tally))?;
    Ok(ExitStatus::Success)
}

fn tally(files: &[PathBuf]) -> Result<Tally, DataError> {
    let mut tally = Tally::default();
    for file in files {
        for game in input::games(file)? {
            game?.samples().for_each(|sample| tally.add(&sample));
        }
    }
    Ok(tally)
}

fn text(tally: &Tally) -> String {
    let model = tally.fit();
    let mut text = format!(
        "Positions: {}\nhalf_won: {:.1}\nspread: {:.1}\nLoss: {:.5}, {:.5} with the present constants\n\n",
        tally.positions(),
        model.half_won,
        model.spread,
        tally.loss(&model),
        tally.loss(&Model::FITTED),
    );
    text += "positions  mean score  won drawn lost  expected\n";
    for bucket in tally.calibration(&model, &ENDS) {
        let percent = |chances: [f64; 3]| chances.map(|chance| 100.0 * chance);
        let ([won, drawn, lost], expected) = (percent(bucket.played), percent(bucket.expected));
        // Writing to a string cannot fail.
        let _: Result<(), _> = writeln!(
            text,
            "{:>9}  {:>10.0}  {won:>3.0} {drawn:>5.0} {lost:>4.0}  {:>3.0} {:>3.0} {:>3.0}",
            bucket.positions, bucket.score, expected[0], expected[1], expected[2],
        );
    }
    text
}
