//! `ferz-lab spsa`: prints the search parameters in the formats of SPSA tuners, and tunes them by
//! games of the engine against itself (simultaneous perturbation stochastic approximation).
//!
//! Each iteration is a game pair between two sets of values: all parameters are changed at once,
//! each up or down by its step at random, against the opposite changes. The result moves each
//! parameter in the direction of its change in the side that won. The formulas are those of
//! fishtest and OpenBench. See <https://www.chessprogramming.org/SPSA>.

mod iteration;

use std::ops::ControlFlow;
use std::path::PathBuf;

use crate::support::{positive, stop_flag};
use anyhow::{Context, Error, Result};
use ferz::cli::output::write;
use ferz::cli::{ExitStatus, Threads, number, print, print_error, print_to_reader};
use ferz::search::params::{PARAMS, Param};
use ferz::search::solo::Solo;
use ferz::support::rounding::rounded;

use super::{
    Book, CAN_CONTINUE, GAMES_PER_PAIR, PairProgress, PairRunner, exit_status, lock_outputs,
    short_bench,
};
use crate::plot::drift;
use crate::self_play::{SOFT_NODES, useful_threads};
use crate::state::RunState;
use iteration::{FINAL_RATE, Parameter, STEPS_IN_RANGE, Settings, State, final_step, select};

/// Print the search parameters for an SPSA tuner, or tune them on this machine
///
/// The default format is the input of an SPSA workload in OpenBench: name, int, value, min, max,
/// C_end, R_end. The values are the defaults of the parameters.
///
/// Tuners set the parameters as UCI options, which exist only in a build with the feature "tune":
/// cargo build --release --features tune. Other builds print the same list, and a warning to
/// standard error.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Example: ferz-lab spsa --weather-factory > config.json\n\
                  Example: ferz-lab spsa run state.json --params 'reduction_*' --games 20000"
)]
pub struct Arguments {
    /// Print the file config.json of weather-factory
    #[arg(long)]
    weather_factory: bool,

    #[command(subcommand)]
    subcommand: Option<Subcommand>,
}

#[derive(Debug, clap::Subcommand)]
enum Subcommand {
    Run(RunArguments),
}

/// Tune the search parameters by SPSA, with games of the engine against itself
///
/// Each iteration is a game pair: an opening played twice with colors reversed. One side has each
/// parameter changed up or down by its step at random, the other side has the opposite changes; the
/// result moves the values. All game pairs of a batch start from the same values. The same
/// arguments give the same values on any number of threads.
///
/// The state is written to a file after each batch. The same command continues from there. Ctrl-C
/// discards the unfinished batch and ends the command, with exit status 130. At the end, the values
/// are printed.
///
/// Needs a build with the feature "tune": cargo build --release -p ferz-lab --features tune.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: ferz-lab spsa run state.json --params 'reduction_*,iir_depth' --games 20000"
)]
pub struct RunArguments {
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
    #[arg(long, value_name = "R", default_value_t = FINAL_RATE, value_parser = positive::<f64>)]
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

/// Runs `ferz-lab spsa`.
pub fn run(arguments: &Arguments) -> Result<ExitStatus> {
    if let Some(Subcommand::Run(arguments)) = &arguments.subcommand {
        return tune(arguments);
    }
    let list = match arguments.weather_factory {
        true => weather_factory_config(),
        false => PARAMS.iter().map(open_bench_line).collect(),
    };
    let is_read = print_to_reader(&list).map_err(Error::msg)?;
    if is_read && !cfg!(feature = "tune") {
        print_error(
            "this build cannot be tuned: the parameters are not UCI options; build with --features tune",
        );
    }
    Ok(ExitStatus::Success)
}

/// Formats a parameter as a line for OpenBench.
fn open_bench_line(param: &Param) -> String {
    let (name, value, min, max) = (param.name, param.default, param.min, param.max);
    let step = final_step(param, STEPS_IN_RANGE);
    format!("{name}, int, {value}, {min}, {max}, {step}, {FINAL_RATE}\n")
}

/// Returns the configuration file of weather-factory: all parameters by name, in their order.
/// Indented, because users edit it.
fn weather_factory_config() -> String {
    let entry = |param: &Param| {
        let (name, value, min, max) = (param.name, param.default, param.min, param.max);
        let step = final_step(param, STEPS_IN_RANGE);
        let fields =
            format!("\"value\": {value},\n    \"min_value\": {min},\n    \"max_value\": {max}");
        // `{:?}` prints the step with a decimal point, even if it is an integer.
        format!("  \"{name}\": {{\n    {fields},\n    \"step\": {step:?}\n  }}")
    };
    let entries: Vec<String> = PARAMS.iter().map(entry).collect();
    format!("{{\n{}\n}}\n", entries.join(",\n"))
}

/// Runs `ferz-lab spsa run`.
fn tune(arguments: &RunArguments) -> Result<ExitStatus> {
    let outputs = [
        ("STATE", Some(&*arguments.state)),
        ("--plot", arguments.plot.as_deref()),
    ];
    let (book, stop) = (&arguments.book, stop_flag());
    let _locks = lock_outputs("spsa run", book, &outputs)?;
    let (openings, description) = book.openings(arguments.seed)?;
    let settings = Settings {
        pairs: arguments.games.div_ceil(GAMES_PER_PAIR),
        batch: arguments.batch,
        nodes: arguments.nodes,
        seed: arguments.seed,
        rate: arguments.rate,
        bench: short_bench()?,
        openings: description,
        parameters: select(&arguments.params, arguments.steps).context("--params")?,
    };
    let (total, nodes) = (settings.pairs, settings.nodes);
    let threads = useful_threads(arguments.threads.number(), settings.batch);
    let mut state = State::new(settings).or_earlier(&arguments.state)?;
    let mut runner = PairRunner::of_parameters(openings, nodes, threads, stop)?;
    let progress = PairProgress::new(state.pairs, total);
    while !state.is_finished() && play_batch(&mut state, &mut runner, &progress)? {
        state.write(&arguments.state)?;
        write_plot(arguments, &state)?;
    }
    let (games, speed) = progress.finish(state.pairs);
    // The plot may be new, although the run was complete before.
    write_plot(arguments, &state)?;
    let table = table(&state);
    print(&format!("{table}Played now: {games} games in {speed}\n")).map_err(Error::msg)?;
    Ok(exit_status(state.pairs, total, CAN_CONTINUE))
}

/// Plays the next batch of iterations and updates the state. Returns `false` if the batch was
/// stopped; then the state is unchanged.
///
/// All iterations of a batch start from the values before the batch, and their updates are applied
/// in the order of their numbers. So the result does not depend on the number of threads.
fn play_batch(
    state: &mut State,
    runner: &mut PairRunner<Solo>,
    progress: &PairProgress,
) -> Result<bool> {
    let (numbers, before, mut results) = (state.next_batch(), &*state, Vec::new());
    let sides = |number| before.sides(number);
    runner.play(numbers.clone(), sides, |result| {
        results.push(result);
        progress.show_speed(numbers.start + results.len() as u64);
        Ok(ControlFlow::Continue(()))
    })?;
    if numbers.start + (results.len() as u64) < numbers.end {
        return Ok(false);
    }
    for result in results {
        state.update(result);
    }
    state.record();
    Ok(true)
}

fn write_plot(arguments: &RunArguments, state: &State) -> Result<()> {
    match &arguments.plot {
        Some(file) => write(file, plot(state).as_bytes()).map_err(Error::msg),
        None => Ok(()),
    }
}

/// Returns the values as a table, and the results of the games so far.
fn table(state: &State) -> String {
    let parameters = &state.settings.parameters;
    let widths = parameters.iter().map(|parameter| parameter.name.len());
    let width = widths.fold("Parameter".len(), usize::max);
    let mut text = format!(
        "{:width$} {:>7} {:>9} {:>7}\n",
        "Parameter", "Start", "Value", "Rounded"
    );
    for (parameter, value) in parameters.iter().zip(&state.values) {
        let (name, start) = (&parameter.name, parameter.start);
        let (value, rounded) = (rounded(*value, 2), rounded(*value, 0));
        text += &format!("{name:width$} {start:>7} {value:>9.2} {rounded:>7.0}\n");
    }
    let [wins, draws, losses] = state.games;
    text + &format!(
        "Games: {} of {}; the plus side won {wins}, drew {draws} and lost {losses}\n",
        GAMES_PER_PAIR * state.pairs,
        GAMES_PER_PAIR * state.settings.pairs,
    )
}

/// Returns the plot of the values during the run, as SVG.
fn plot(state: &State) -> String {
    let mut points = state.history.clone();
    points.push(state.point());
    // The history may end with the present values.
    points.dedup();
    let parameters = state.settings.parameters.iter().enumerate();
    let curve = |(i, parameter): (usize, &Parameter)| {
        let drifts = points.iter().map(|point| {
            let drift = point.values[i] - f64::from(parameter.start);
            (GAMES_PER_PAIR * point.pairs, drift / parameter.c_end)
        });
        (parameter.name.clone(), drifts.collect())
    };
    let curves: Vec<_> = parameters.map(curve).collect();
    drift::svg(GAMES_PER_PAIR * state.settings.pairs, &curves)
}
