//! `ferz spsa`: prints the search parameters in the formats of SPSA tuners.
//!
//! See <https://www.chessprogramming.org/SPSA>.

mod report;
mod run;

use crate::spsa::parameter::{LEARNING_RATE, STEPS_IN_RANGE, step};
use ferz::search::params::{PARAMS, Param};
use serde::{Serialize, Serializer};

use super::{ExitStatus, print_error, print_to_reader};

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
    after_help = "Example: ferz spsa --weather-factory > config.json\n\
                  Example: ferz spsa run state.json --params 'reduction_*' --games 20000"
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
    Run(run::Arguments),
}

/// Runs `ferz spsa`.
///
/// # Errors
///
/// Returns an error if the list cannot be written, or as `ferz spsa run` does.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    if let Some(Subcommand::Run(arguments)) = &arguments.subcommand {
        return run::run(arguments);
    }
    let is_read = print_to_reader(&if arguments.weather_factory {
        weather_factory()
    } else {
        PARAMS.iter().map(open_bench).collect()
    })?;
    if is_read && !cfg!(feature = "tune") {
        print_error(
            "this build cannot be tuned: the parameters are not UCI options; build with --features tune",
        );
    }
    Ok(ExitStatus::Success)
}

/// Formats a parameter as a line for OpenBench.
fn open_bench(param: &Param) -> String {
    let Param {
        name,
        default,
        min,
        max,
    } = param;
    let step = step(param, STEPS_IN_RANGE);
    format!("{name}, int, {default}, {min}, {max}, {step}, {LEARNING_RATE}\n")
}

/// A parameter in the format of weather-factory.
#[derive(Serialize)]
struct ParameterEntry {
    value: i32,
    min_value: i32,
    max_value: i32,
    step: f64,
}

/// The configuration file of weather-factory: all parameters by name, in their order.
struct Config;

impl Serialize for Config {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(PARAMS.iter().map(|param| {
            let entry = ParameterEntry {
                value: param.default,
                min_value: param.min,
                max_value: param.max,
                step: step(param, STEPS_IN_RANGE),
            };
            (param.name, entry)
        }))
    }
}

/// Returns the configuration file of weather-factory, indented because users edit it.
fn weather_factory() -> String {
    let json = serde_json::to_string_pretty(&Config);
    json.expect("numbers and string keys can be serialized") + "\n"
}
