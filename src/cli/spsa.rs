//! `ferz spsa`: the search's constants in the form that tuners read.
//!
//! See <https://www.chessprogramming.org/SPSA>.

use ferz::search::params::{PARAMS, Param};
use serde::{Serialize, Serializer};

use super::{ExitStatus, print_error, print_to_reader};

/// By OpenBench's rule of thumb, the last step is this part of a constant's range.
const STEPS_IN_RANGE: f64 = 20.0;

/// A smaller step would change nothing: a constant is a whole number.
const LEAST_STEP: f64 = 0.5;

/// How fast values move at the end, as OpenBench recommends.
const LEARNING_RATE: f64 = 0.002;

/// Print the search's constants for a tuner that plays games, with ranges and step sizes
///
/// Without an option, in the form that OpenBench takes for the inputs of an SPSA workload:
/// name, int, value, min, max, C_end, R_end. The values are the defaults.
///
/// The tuner sets the constants as UCI options, which only a build with the feature
/// "tune" has: cargo build --release --features tune. Another build prints the same, and a
/// warning on standard error.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz spsa --weather-factory > config.json")]
pub struct Arguments {
    /// Print the file config.json of weather-factory instead
    #[arg(long)]
    weather_factory: bool,
}

/// Runs it.
///
/// # Errors
///
/// Where the list cannot be written, in words.
pub fn run(arguments: &Arguments) -> Result<ExitStatus, String> {
    let is_read = print_to_reader(&if arguments.weather_factory {
        weather_factory()
    } else {
        PARAMS.iter().map(open_bench).collect()
    })?;
    if is_read && !cfg!(feature = "tune") {
        print_error(
            "this build cannot be tuned: it has no options of these names; build with --features tune",
        );
    }
    Ok(ExitStatus::Success)
}

/// How far apart the two values should be that a tuner tries against each other.
fn step(param: &Param) -> f64 {
    (f64::from(param.max - param.min) / STEPS_IN_RANGE).max(LEAST_STEP)
}

/// A line of OpenBench's.
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

/// A constant as weather-factory has it.
#[derive(Serialize)]
struct Entry {
    value: i32,
    min_value: i32,
    max_value: i32,
    step: f64,
}

/// All constants by name, in their order.
struct Config;

impl Serialize for Config {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(PARAMS.iter().map(|param| {
            let entry = Entry {
                value: param.default,
                min_value: param.min,
                max_value: param.max,
                step: step(param),
            };
            (param.name, entry)
        }))
    }
}

/// The file that weather-factory reads, laid out for people, who choose what to tune there.
fn weather_factory() -> String {
    let json = serde_json::to_string_pretty(&Config);
    json.expect("the entries have plain fields, and text for keys") + "\n"
}
