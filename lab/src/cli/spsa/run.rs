//! `ferz spsa run`: tunes the parameters of the search by games of the engine against itself.
//! See <https://www.chessprogramming.org/SPSA>.

use std::path::PathBuf;

use crate::datagen::SOFT_NODES;
use crate::self_play::GAMES_PER_PAIR;
use crate::spsa::parameter::{LEARNING_RATE, STEPS_IN_RANGE};
use crate::spsa::{Settings, State, players, run_batch, select};

use super::report::{plot, table};
use crate::cli::book::Book;
use crate::cli::input;
use crate::cli::output::{check_given, write};
use crate::cli::progress::{PairProgress, exit_status};
use crate::cli::{
    ExitStatus, Threads, number, positive, print, require_tuning, short_bench, stop_flag,
};

/// Tune the search parameters by SPSA, with games of the engine against itself
///
/// Each iteration is a game pair: an opening played twice with colors reversed. One side has each
/// parameter changed up or down by its step at random, the other side has the opposite changes; the
/// result moves the values. All game pairs of a batch start from the same values. The same arguments
/// give the same values on any number of threads.
///
/// The state is written to a file after each batch. The same command continues from there. Ctrl-C
/// discards the unfinished batch and ends the command, with exit status 130. At the end, the values
/// are printed.
///
/// Needs a build with the feature "tune": cargo build --release --features tune.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: ferz spsa run state.json --params 'reduction_*,iir_depth' --games 20000"
)]
pub struct Arguments {
    /// File of the state to create or continue
    state: PathBuf,

    /// Parameters to tune, as names or beginnings of names followed by * [default: all except those
    /// of time management, which have no effect with a fixed number of nodes]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    params: Vec<String>,

    /// Total number of games, rounded up to pairs; the steps decrease towards the end
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = number::<u64>(1..=u64::MAX))]
    games: u64,

    /// Number of game pairs that are played with the same values
    #[arg(long, value_name = "PAIRS", default_value_t = 32, value_parser = number::<u64>(1..=1_000_000))]
    batch: u64,

    /// Soft node limit: start no new iteration after N nodes; the hard limit is 8 times N
    #[arg(long, value_name = "N", default_value_t = SOFT_NODES, value_parser = number::<u64>(1..=u64::MAX))]
    nodes: u64,

    /// Seed of the changes and of the openings
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    /// Learning rate at the end (R_end of OpenBench)
    #[arg(long, value_name = "R", default_value_t = LEARNING_RATE, value_parser = positive::<f64>)]
    rate: f64,

    /// Final steps of each parameter in its range; fewer are larger, as short runs need them
    #[arg(long, value_name = "N", default_value_t = STEPS_IN_RANGE, value_parser = number::<u32>(1..=1000))]
    steps: u32,

    #[command(flatten)]
    book: Book,

    /// Draw the values during the run as an SVG, after each batch
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    threads: Threads,
}

/// Runs `ferz spsa run`.
///
/// # Errors
///
/// Returns an error if the build cannot be tuned, if a file cannot be read or written, or if the
/// state is that of another run.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    require_tuning("spsa run")?;
    let inputs = Vec::from_iter(arguments.book.file().cloned());
    let outputs = [
        ("STATE", Some(&*arguments.state)),
        ("--plot", arguments.plot.as_deref()),
    ];
    check_given(&inputs, &outputs)?;
    let (openings, description) = arguments.book.openings(arguments.seed)?;
    let settings = Settings {
        pairs: arguments.games.div_ceil(GAMES_PER_PAIR),
        batch: arguments.batch,
        nodes: arguments.nodes,
        seed: arguments.seed,
        rate: arguments.rate,
        bench: short_bench()?,
        openings: description,
        parameters: select(&arguments.params, arguments.steps)
            .map_err(|error| format!("--params: {error}"))?,
    };
    let earlier = input::state(&arguments.state, |text| State::from_json(text, &settings))?;
    let mut state = earlier.unwrap_or_else(|| State::new(settings));
    let stop = stop_flag();
    let threads = arguments.threads.number();
    let mut players = players(&state, threads, &stop).map_err(|error| error.to_string())?;
    let progress = PairProgress::new(state.pairs, state.settings.pairs);
    while !state.is_finished() {
        let before = state.pairs;
        let played = |pairs| progress.show(before + pairs);
        match run_batch(&mut state, &openings, &mut players, played) {
            Ok(true) => save(arguments, &state)?,
            Ok(false) => break,
            Err(error) => return Err(error.to_string()),
        }
    }
    let rate = progress.finish(state.pairs);
    finish(arguments, &state, &rate)
}

/// Writes the state and the plot.
fn save(arguments: &Arguments, state: &State) -> Result<(), String> {
    write(&arguments.state, state.to_json().as_bytes())?;
    match arguments.plot.as_deref() {
        Some(file) => write(file, plot(state).as_bytes()),
        None => Ok(()),
    }
}

/// Prints the values, and returns the exit status.
fn finish(arguments: &Arguments, state: &State, rate: &str) -> Result<ExitStatus, String> {
    // The plot may be new, although the run was complete before.
    if let Some(file) = arguments.plot.as_deref() {
        write(file, plot(state).as_bytes())?;
    }
    print(&(table(state) + rate))?;
    Ok(exit_status(state.pairs, state.settings.pairs))
}
