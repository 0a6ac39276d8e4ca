//! `ferz screen`: measures the effects of changes of the search parameters.
//! See <https://en.wikipedia.org/wiki/Factorial_experiment>.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::datagen::SOFT_NODES;
use crate::screening::{Effect, Factor, Settings, State, run as play};
use crate::self_play::GAMES_PER_PAIR;
use crate::spsa::Player;
use ferz::support::memory::OutOfMemory;
use ferz::support::rounding::rounded;

use super::book::Book;
use super::input;
use super::output::{check_given, write};
use super::progress::{PairProgress, exit_status};
use super::{ExitStatus, Threads, number, print, require_tuning, short_bench, stop_flag};

/// Measure the effects of changes of the search parameters by games of the engine against itself
///
/// Each change is a factor: one or several parameters with other values. In each game pair, one of the
/// two sides has the factor, drawn at random for each factor on its own. So all games measure all
/// factors. The list shows the gain of each factor in Elo with its 95 % error, the best one first.
///
/// The results are written to a file after each pair. The same command continues from there, with
/// more games if --games is larger. Ctrl-C discards the unfinished games, prints the list, and ends
/// the command with exit status 130. The same arguments give the same results on any number of
/// threads.
///
/// Needs a build with the feature "tune": cargo build --release --features tune.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: ferz screen state.json --factor iir_depth=5 --factor see_pawn=120,see_rook=520"
)]
pub struct Arguments {
    /// File of the results to create or continue
    state: PathBuf,

    /// Parameters that are changed together, and their values; may be repeated
    #[arg(long = "factor", value_name = "NAME=VALUE,...", required = true)]
    factors: Vec<Factor>,

    /// Total number of games, rounded up to pairs
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = number::<u64>(1..=u64::MAX))]
    games: u64,

    /// Soft node limit: start no new iteration after N nodes; the hard limit is 8 times N
    #[arg(long, value_name = "N", default_value_t = SOFT_NODES, value_parser = number::<u64>(1..=u64::MAX))]
    nodes: u64,

    /// Seed of the sides of the factors and of the openings
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    #[command(flatten)]
    book: Book,

    #[command(flatten)]
    threads: Threads,
}

/// Runs `ferz screen`.
///
/// # Errors
///
/// Returns an error if the build cannot be tuned, if a file cannot be read or written, or if the
/// results are those of another screening.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    require_tuning("screen")?;
    let inputs = Vec::from_iter(arguments.book.file().cloned());
    check_given(&inputs, &[("STATE", Some(&*arguments.state))])?;
    let (openings, description) = arguments.book.openings(arguments.seed)?;
    let factors = arguments.factors.clone();
    let (nodes, seed) = (arguments.nodes, arguments.seed);
    let settings = Settings::new(nodes, seed, short_bench()?, description, factors)
        .map_err(|error| format!("--factor: {error}"))?;
    let earlier = input::state(&arguments.state, |text| State::from_json(text, &settings))?;
    let mut state = earlier.unwrap_or_else(|| State::new(settings));
    let mut players = players(arguments, &stop_flag()).map_err(|error| error.to_string())?;
    let pairs = arguments.games.div_ceil(GAMES_PER_PAIR);
    let progress = PairProgress::new(state.pairs(), pairs);
    let mut written = Ok(());
    play(&mut state, pairs, &openings, &mut players, |state| {
        progress.show(state.pairs());
        written = write(&arguments.state, state.to_json().as_bytes());
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    })
    .map_err(|error| error.to_string())?;
    let rate = progress.finish(state.pairs());
    print(&(table(&state) + &rate))?;
    written?;
    Ok(exit_status(state.pairs(), pairs))
}

/// Creates a player for each thread. Their games end unfinished when `stop` is set.
fn players(arguments: &Arguments, stop: &Arc<AtomicBool>) -> Result<Vec<Player>, OutOfMemory> {
    let threads = 0..arguments.threads.number();
    threads
        .map(|_| Player::new(arguments.nodes, stop))
        .collect()
}

/// Returns the effects of the factors as a table, the best one first.
fn table(state: &State) -> String {
    let names = state.settings.factors().iter().map(Factor::to_string);
    let mut rows: Vec<(String, Effect)> = names.zip(state.effects()).collect();
    rows.sort_by(|(_, a), (_, b)| b.elo.total_cmp(&a.elo));
    let width = rows.iter().map(|(name, _)| name.len());
    let width = width.max().unwrap_or(0).max("Factor".len());
    let mut text = format!("{:width$} {:>8} {:>7}\n", "Factor", "Elo", "Error");
    for (name, Effect { elo, error }) in rows {
        // Writing to a string cannot fail.
        let _: Result<(), _> = match error.is_finite() {
            true => {
                let elo = rounded(elo, 1);
                writeln!(text, "{name:width$} {elo:>+8.1} {error:>7.1}")
            }
            false => writeln!(text, "{name:width$} {:>8} {:>7}", "unknown", "unknown"),
        };
    }
    text + &format!("Games: {}\n", GAMES_PER_PAIR * state.pairs())
}
