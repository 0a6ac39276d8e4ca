//! The options: one table with an entry for each.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::LazyLock;
use std::time::Duration;

use crate::eval::network::embedded::EMBEDDED_NAME;
use crate::search::params::{PARAMS, ParamSet};
use crate::search::pool;
use crate::search::strength::{FULL_SKILL, elo_of_skill};
use crate::support::quote::Quoted;
use crate::support::similar::nearest;
use crate::support::{files, threads};
use crate::syzygy::{MAX_PIECES, Probing};

/// Value of `UCI_EngineAbout`.
const ABOUT: &str = concat!("ferz ", env!("CARGO_PKG_VERSION"), ", MIT licence");

/// Maximum of `Hash`, in MB: 32 TB, as in Stockfish; on a target of 32 bits, the largest block.
pub const MAX_HASH: i64 = if usize::BITS < 64 { 2047 } else { 1 << 25 };
/// Maximum of `Threads`.
pub const MAX_THREADS: i64 = pool::MAX_THREADS as i64;

/// Maximum of `SyzygyProbeLimit`.
const MAX_PROBED_PIECES: i64 = MAX_PIECES as i64;

/// Name of the option that sets the file to which all input and output lines are logged.
pub const DEBUG_LOG_FILE: &str = "Debug Log File";

/// Range of `UCI_Elo`.
pub const ELO_RANGE: RangeInclusive<i64> = 1320..=3000;

/// An entry of the table of options.
pub struct UciOption {
    /// Name of the option. `setoption` ignores upper and lower case.
    pub name: &'static str,
    /// Type of the option.
    pub kind: OptionType,
    /// The change of the pool that a new value requires; `None` if the pool does not depend on it.
    change: Option<Change>,
}

/// Type of an option, with its default value and range, and the function that stores a value.
pub enum OptionType {
    /// On or off.
    Check { default: bool, set: Setter<bool> },
    /// A whole number from `min` to `max`.
    Spin {
        default: i64,
        min: i64,
        max: i64,
        set: Setter<i64>,
    },
    /// Any text, such as a path.
    Text {
        default: &'static str,
        set: Setter<String>,
    },
    /// An action without a value.
    Button,
}

/// Stores a value of an option.
type Setter<T> = Box<dyn Fn(&mut Options, T) + Send + Sync>;

/// A change of the pool of search threads, which has to wait until nothing runs in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Apply `Hash` and `Threads`.
    Resize,
    /// Clear the transposition table and the histories.
    Clear,
    /// Apply `SyzygyPath`: open the tablebases, or close them.
    OpenTables,
    /// Apply the other tablebase options.
    SetProbing,
    /// Apply `EvalFile`.
    LoadNetwork,
}

/// Stands for the value of an option that the engine does not read. It is accepted and not kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ignored;

impl From<bool> for Ignored {
    fn from(_: bool) -> Self {
        Self
    }
}

impl From<String> for Ignored {
    fn from(_: String) -> Self {
        Self
    }
}

/// Declares the options. An entry has this form:
///
/// ```text
/// /// Documentation of the value.
/// field of `Options`: its type = kind("Name", default, range) => change of the pool;
/// ```
macro_rules! options {
    ($(
        $(#[$doc:meta])*
        $field:ident: $stored:ty = $kind:ident($($argument:expr),+) $(=> $change:expr)?;
    )+) => {
        /// Values of the options.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Options {
            $($(#[$doc])* pub $field: $stored,)+
            /// Values of the search parameters, which are options with the feature `tune`.
            pub params: ParamSet,
        }

        impl Default for Options {
            fn default() -> Self {
                let mut options = Self {
                    $($field: Default::default(),)+
                    params: ParamSet::default(),
                };
                for option in table() {
                    option.kind.set_default(&mut options);
                }
                options
            }
        }

        /// Returns the options of every build, in the order in which `uci` prints them.
        fn table() -> Vec<UciOption> {
            vec![$({
                let set = |options: &mut Options, value| options.$field = <$stored>::from(value);
                let entry = $kind($($argument),+, set);
                $(let entry = UciOption { change: Some($change), ..entry };)?
                entry
            }),+]
        }
    };
}

options! {
    /// Size of the transposition table, in MB.
    hash: i64 = spin("Hash", 16, 1..=MAX_HASH) => Change::Resize;
    /// Number of search threads.
    threads: i64 = spin("Threads", 1, 1..=MAX_THREADS) => Change::Resize;
    /// The engine ponders on `go ponder`, whether or not this is set.
    ponder: Ignored = check("Ponder", false);
    /// Number of principal variations to report.
    multi_pv: i64 = spin("MultiPV", 1, 1..=256);
    /// Whether castling is written as king takes rook.
    chess960: bool = check("UCI_Chess960", false);
    /// Whether to report probabilities of win, draw and loss.
    show_wdl: bool = check("UCI_ShowWDL", false);
    /// Whether `elo` limits the playing strength.
    limit_strength: bool = check("UCI_LimitStrength", false);
    /// Playing strength, in Elo points.
    elo: i64 = spin("UCI_Elo", *ELO_RANGE.start(), ELO_RANGE);
    /// Playing strength as a Stockfish skill level; the highest level is full strength.
    skill: i64 = spin("Skill Level", FULL_SKILL, 0..=FULL_SKILL);
    /// Whether a limited strength answers no faster than a person might.
    human_pace: bool = check("Human Pace", false);
    /// Whether the engine is used for analysis; the playing strength is then not limited.
    analyse: bool = check("UCI_AnalyseMode", false);
    /// Time per move kept in reserve for communication lag, in milliseconds.
    move_overhead: i64 = spin("Move Overhead", 10, 0..=5000);
    /// Directories of the Syzygy tablebases; empty for none.
    syzygy_path: String = text("SyzygyPath", "") => Change::OpenTables;
    /// Minimum depth at which the search probes positions with the largest number of pieces
    /// that is probed, in plies.
    syzygy_probe_depth: i64 = spin("SyzygyProbeDepth", 1, 1..=100) => Change::SetProbing;
    /// Whether tablebase scores respect the fifty-move rule.
    syzygy_50_move_rule: bool = check("Syzygy50MoveRule", true) => Change::SetProbing;
    /// Maximum number of pieces of a probed position.
    syzygy_probe_limit: i64 = spin("SyzygyProbeLimit", MAX_PROBED_PIECES, 0..=MAX_PROBED_PIECES)
        => Change::SetProbing;
    /// File of the network; empty or [`EMBEDDED_NAME`] for the embedded network.
    eval_file: String = text("EvalFile", EMBEDDED_NAME) => Change::LoadNetwork;
    /// A button has no value.
    clear_hash: Ignored = button("Clear Hash") => Change::Clear;
    /// The reader of the input opens this file.
    debug_log_file: Ignored = text(DEBUG_LOG_FILE, "");
    /// Informational: clients show it.
    about: Ignored = text("UCI_EngineAbout", ABOUT);
}

fn option(name: &'static str, kind: OptionType) -> UciOption {
    UciOption {
        name,
        kind,
        change: None,
    }
}

fn check(
    name: &'static str,
    default: bool,
    set: impl Fn(&mut Options, bool) + Send + Sync + 'static,
) -> UciOption {
    let set = Box::new(set);
    option(name, OptionType::Check { default, set })
}

fn spin(
    name: &'static str,
    default: i64,
    range: RangeInclusive<i64>,
    set: impl Fn(&mut Options, i64) + Send + Sync + 'static,
) -> UciOption {
    let (min, max) = range.into_inner();
    let set = Box::new(set);
    let kind = OptionType::Spin {
        default,
        min,
        max,
        set,
    };
    option(name, kind)
}

fn text(
    name: &'static str,
    default: &'static str,
    set: impl Fn(&mut Options, String) + Send + Sync + 'static,
) -> UciOption {
    let set = Box::new(set);
    option(name, OptionType::Text { default, set })
}

/// A button stores nothing, so it does not use the setter that the macro passes to every kind.
fn button(name: &'static str, _: fn(&mut Options, bool)) -> UciOption {
    option(name, OptionType::Button)
}

/// Options that need files.
const NEED_FILES: [&str; 6] = [
    "SyzygyPath",
    "SyzygyProbeDepth",
    "Syzygy50MoveRule",
    "SyzygyProbeLimit",
    "EvalFile",
    DEBUG_LOG_FILE,
];

/// Returns whether this target has what an option needs.
fn is_possible(option: &UciOption) -> bool {
    (threads::ARE_AVAILABLE || option.name != "Threads")
        && (files::ARE_AVAILABLE || !NEED_FILES.contains(&option.name))
}

/// Returns all options of this build. With the feature `tune`, the search parameters follow the
/// options of every build.
pub fn all() -> &'static [UciOption] {
    static ALL: LazyLock<Vec<UciOption>> = LazyLock::new(|| {
        let mut all = table();
        all.retain(is_possible);
        if cfg!(feature = "tune") {
            all.extend(PARAMS.iter().enumerate().map(|(i, param)| {
                let set = move |options: &mut Options, value| options.params.set(i, value as i32);
                let range = param.min.into()..=param.max.into();
                spin(param.name, param.default.into(), range, set)
            }));
        }
        all
    });
    &ALL
}

/// Returns the option of this name; `None` if there is none.
pub fn find(name: &str) -> Option<&'static UciOption> {
    let mut options = all().iter();
    options.find(|option| option.name.eq_ignore_ascii_case(name))
}

/// Returns the error message for an unknown name. It suggests the most similar option, if any.
fn unknown(name: &str) -> String {
    let expected = match nearest(name, all().iter().map(|option| option.name)) {
        Some(option) => format!("did you mean \"{option}\"?"),
        None => "expected one that \"uci\" lists".to_owned(),
    };
    format!("unknown option {}; {expected}", Quoted(name))
}

impl OptionType {
    /// Describes the expected values, for error messages.
    fn expected(&self) -> String {
        match self {
            Self::Check { .. } => "true or false".to_owned(),
            Self::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
            Self::Text { .. } => "text".to_owned(),
            Self::Button => "no value".to_owned(),
        }
    }

    /// Parses and stores a value. Returns `None`, and stores nothing, if it is not of this type or
    /// out of range.
    fn store(&self, options: &mut Options, text: &str) -> Option<()> {
        match self {
            Self::Check { set, .. } => set(options, text.to_ascii_lowercase().parse().ok()?),
            Self::Spin { min, max, set, .. } => {
                let number: Option<i64> = text.parse().ok();
                set(
                    options,
                    number.filter(|number| (min..=max).contains(&number))?,
                );
            }
            Self::Text { set, .. } if text == "<empty>" => set(options, String::new()),
            Self::Text { set, .. } => set(options, text.to_owned()),
            Self::Button => {}
        }
        Some(())
    }

    /// Stores the default.
    fn set_default(&self, options: &mut Options) {
        match *self {
            Self::Check { default, ref set } => set(options, default),
            Self::Spin {
                default, ref set, ..
            } => set(options, default),
            Self::Text { default, ref set } => set(options, default.to_owned()),
            Self::Button => {}
        }
    }
}

impl Options {
    /// Sets an option. Returns the change of the pool that it requires. An error changes nothing.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Option<Change>, String> {
        let option = find(name).ok_or_else(|| unknown(name))?;
        let error = |found: &str| {
            let expected = option.kind.expected();
            format!("option {}: found {found}; expected {expected}", option.name)
        };
        let text = match (&option.kind, value) {
            (OptionType::Button, _) | (OptionType::Text { .. }, None) => "",
            (_, Some(text)) => text,
            (_, None) => return Err(error("no value")),
        };
        let stored = option.kind.store(self, text);
        stored.ok_or_else(|| error(&Quoted(text).to_string()))?;
        Ok(option.change)
    }

    /// Returns the number of search threads.
    pub fn threads(&self) -> NonZeroUsize {
        NonZeroUsize::new(self.threads as usize).unwrap_or(NonZeroUsize::MIN)
    }

    /// Returns the time per move kept in reserve for communication lag.
    pub fn move_overhead(&self) -> Duration {
        Duration::from_millis(self.move_overhead as u64)
    }

    /// Returns which positions are probed in the tablebases.
    pub fn probing(&self) -> Probing {
        Probing {
            max_pieces: self.syzygy_probe_limit as u32,
            depth: self.syzygy_probe_depth as i32,
            fifty_move_rule: self.syzygy_50_move_rule,
        }
    }

    /// Returns the rating that limits the playing strength; `None` for full strength.
    /// If both `UCI_Elo` and `Skill Level` are set, `UCI_Elo` takes precedence, as in
    /// Stockfish. Neither limits analysis.
    pub fn limited_elo(&self) -> Option<i64> {
        if self.analyse {
            None
        } else if self.limit_strength {
            Some(self.elo)
        } else {
            elo_of_skill(self.skill)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new pool has its own defaults, and is not told those of the options.
    #[test]
    fn the_defaults_are_those_of_a_new_pool() {
        let options = Options::default();
        assert_eq!(options.probing(), Probing::default());
        assert_eq!(options.params, ParamSet::default());
        assert_eq!(options.limited_elo(), None);
    }

    #[test]
    fn the_options_that_need_files_exist() {
        let table = table();
        for name in NEED_FILES {
            assert!(table.iter().any(|option| option.name == name), "{name}");
        }
    }

    #[test]
    fn setting_an_option_to_its_default_changes_nothing() {
        let options = Options::default();
        for option in all() {
            let default = match option.kind {
                OptionType::Check { default, .. } => default.to_string(),
                OptionType::Spin { default, .. } => default.to_string(),
                OptionType::Text { default, .. } => default.to_owned(),
                OptionType::Button => continue,
            };
            let mut same = options.clone();
            assert!(same.set(option.name, Some(&default)).is_ok());
            assert_eq!(same, options, "{}", option.name);
        }
    }
}
