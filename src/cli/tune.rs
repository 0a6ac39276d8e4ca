//! `ferz tune`: better weights for the evaluation, from games.
//! See <https://www.chessprogramming.org/Automated_Tuning>.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;

use ferz::eval::classical::weights::WEIGHTS;
use ferz::support::quote::Named;
use ferz::tools::games::DataError;
use ferz::tools::tuner::model::Goal;
use ferz::tools::tuner::{Collector, Epoch, Model, Settings, fit_steepness, train};

use super::{ExitStatus, Threads, input, number, print};

/// Tune the weights of the evaluation to games of ferz against itself
///
/// Takes the quiet positions of the games, holds what the evaluation expects against the
/// results and the scores of the searches, and follows the slope of the logistic loss from
/// the weights that ferz has now. A tenth of the games are set apart; when the loss in them
/// gets no better, it ends, and prints the weights of the epoch with the least as the file
/// src/eval/classical/weights.rs. Losses, the epoch kept and why it ended go to standard error. The same
/// data, options and number of threads give the same weights.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz tune games.vf --out src/eval/classical/weights.rs")]
pub struct Arguments {
    /// Files of games in viriformat, as ferz datagen writes them; - is standard input
    #[arg(required = true)]
    data: Vec<PathBuf>,

    /// Write the weights to this file; without it, or to -, to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// How much the results of games count, from 0 to 1; what is left, the scores of searches
    #[arg(long, value_name = "SHARE", default_value_t = 0.4, value_parser = share)]
    lambda: f32,

    /// How far weights go in a step at first, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 0.5, value_parser = positive)]
    rate: f32,

    /// Positions for a step
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = number::<usize>(1..=u64::MAX))]
    batch: usize,

    /// How far weights are believed to be from right at first, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 20.0, value_parser = positive)]
    spread: f32,

    /// The most times to go through all positions
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<usize>(0..=u64::MAX))]
    epochs: usize,

    /// End after so many times without a better loss in the games set apart
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = number::<usize>(0..=u64::MAX))]
    patience: usize,

    /// What the order of positions and the games set apart are drawn from
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    #[command(flatten)]
    threads: Threads,
}

/// The part of the games that is set apart.
const VALIDATION: f64 = 0.1;

/// What is left of the rate after each time round.
const RATE_DECAY: f32 = 0.98;

fn share(text: &str) -> Result<f32, String> {
    let found = text
        .parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share));
    found.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

fn positive(text: &str) -> Result<f32, String> {
    let found = text
        .parse()
        .ok()
        .filter(|&number: &f32| number > 0.0 && number.is_finite());
    found.ok_or_else(|| "expected a number above 0".to_owned())
}

/// Runs it.
///
/// # Errors
///
/// Where a file cannot be read or written or is not what it should be, in words.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    input::check_once(&arguments.data)?;
    let games = collect(arguments).map_err(|error| error.to_string())?;
    if games.training.is_empty() || games.validation.is_empty() {
        return Err(format!(
            "found {} quiet positions to learn from and {} to test on; expected some of both",
            games.training.len(),
            games.validation.len()
        ));
    }
    let start = Model::from(&WEIGHTS);
    let goal = Goal {
        steepness: fit_steepness(&start, &games.training),
        results: arguments.lambda,
    };
    tell(format_args!(
        "{} positions to learn from, {} to test on, steepness {:.5}",
        games.training.len(),
        games.validation.len(),
        goal.steepness
    ));
    let threads = NonZero::new(arguments.threads.number()).unwrap_or(NonZero::<usize>::MIN);
    let settings = Settings {
        goal,
        rate: arguments.rate,
        rate_decay: RATE_DECAY,
        batch: arguments.batch,
        spread: arguments.spread,
        epochs: arguments.epochs,
        patience: arguments.patience,
        seed: arguments.seed,
        threads,
    };
    let trained = train(
        &start,
        &games.training,
        &games.validation,
        &settings,
        tell_loss,
    );
    tell(&trained);
    let source = trained.model.rounded().source();
    match arguments.out.as_deref() {
        None => print(&source)?,
        Some(path) if input::is_standard(path) => print(&source)?,
        Some(path) => fs::write(path, source)
            .map_err(|error| format!("cannot write {}: {error}", Named(path)))?,
    }
    Ok(ExitStatus::Success)
}

fn collect(arguments: &Arguments) -> Result<Collector, DataError> {
    let mut games = Collector::new(arguments.seed, VALIDATION);
    for file in &arguments.data {
        for game in input::games(file)? {
            games.add(&game?);
        }
    }
    Ok(games)
}

/// Says how it goes on standard error; who has closed that does not want to know.
fn tell(text: impl Display) {
    let _: io::Result<()> = writeln!(io::stderr(), "{text}");
}

fn tell_loss(epoch: &Epoch) {
    tell(format_args!(
        "epoch {:>3}: loss {:.6} in training, {:.6} in validation",
        epoch.number, epoch.training, epoch.validation
    ));
}
