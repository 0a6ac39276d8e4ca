//! `ferz spsa`: prints the search parameters in the formats of SPSA tuners.
//!
//! See <https://www.chessprogramming.org/SPSA>.

use ferz::search::params::{PARAMS, Param};
use serde::{Serialize, Serializer};

use super::{ExitStatus, print_error, print_to_reader};

/// Number of steps in the range of a parameter: OpenBench recommends a twentieth of the range as
/// the final step (`C_end`).
const STEPS_IN_RANGE: f64 = 20.0;

/// Minimum step. Parameters are integers: with a smaller step, both compared values would round to
/// the same integer.
const MIN_STEP: f64 = 0.5;

/// Final learning rate (`R_end`), as OpenBench recommends.
const LEARNING_RATE: f64 = 0.002;

/// Print the search parameters for an SPSA tuner, with ranges and step sizes
///
/// The default format is the input of an SPSA workload in OpenBench: name, int, value, min, max,
/// C_end, R_end. The values are the defaults of the parameters.
///
/// Tuners set the parameters as UCI options, which exist only in a build with the feature "tune":
/// cargo build --release --features tune. Other builds print the same list, and a warning to
/// standard error.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz spsa --weather-factory > config.json")]
pub struct Arguments {
    /// Print the file config.json of weather-factory
    #[arg(long)]
    weather_factory: bool,
}

/// Runs `ferz spsa`.
///
/// # Errors
///
/// Returns an error if the list cannot be written.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
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

/// Returns the step size: the tuner compares the value plus a step with the value minus a step.
fn step(param: &Param) -> f64 {
    (f64::from(param.max - param.min) / STEPS_IN_RANGE).max(MIN_STEP)
}

/// Formats a parameter as a line for OpenBench.
fn open_bench(param: &Param) -> String {
    let Param {
        name,
        default,
        min,
        max,
    } = param;
    let step = step(param);
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
                step: step(param),
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
