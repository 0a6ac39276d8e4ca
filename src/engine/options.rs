//! The options: their names, types, ranges and values.
//! See <https://www.chessprogramming.org/UCI#Options>.

use std::num::NonZeroUsize;
use std::sync::LazyLock;
use std::time::Duration;

use crate::eval::network::embedded::EMBEDDED_NAME;
use crate::search::params::{PARAMS, Param, ParamSet};
use crate::search::strength::{FULL_SKILL, elo_of_skill};
use crate::support::quote::Quoted;
use crate::support::similar::nearest;
use crate::syzygy::{MAX_PIECES, Probing};

/// Value of `UCI_EngineAbout`. This option is only informational: setting it has no effect.
const ABOUT: &str = concat!("ferz ", env!("CARGO_PKG_VERSION"), ", MIT licence");

/// Type of an option, with its default value and range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionType {
    /// On or off.
    Check {
        default: bool,
    },
    /// A whole number in a range.
    Spin {
        default: i64,
        min: i64,
        max: i64,
    },
    Text {
        default: &'static str,
    },
    /// An action without a value.
    Button,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionId {
    Hash,
    Threads,
    Ponder,
    MultiPv,
    Chess960,
    ShowWdl,
    LimitStrength,
    Elo,
    SkillLevel,
    HumanPace,
    AnalyseMode,
    MoveOverhead,
    SyzygyPath,
    SyzygyProbeDepth,
    Syzygy50MoveRule,
    SyzygyProbeLimit,
    EvalFile,
    ClearHash,
    DebugLogFile,
    About,
    /// A tunable search parameter: its index in [`PARAMS`].
    Param(usize),
}

/// Declaration of an option, as `uci` prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    pub id: OptionId,
    /// Name of the option. `setoption` ignores upper and lower case.
    pub name: &'static str,
    pub kind: OptionType,
}

/// Default of `Hash`, in MB.
const DEFAULT_HASH: u32 = 16;
/// Default of `Move Overhead`, in milliseconds.
const DEFAULT_OVERHEAD: u32 = 10;
/// Maximum of `Hash`, in MB: 32 TB, as in Stockfish.
pub const MAX_HASH: i64 = 1 << 25;
/// Maximum of `Threads`.
pub const MAX_THREADS: i64 = 1024;
/// Maximum of `MultiPV`.
const MAX_LINES: i64 = 256;
/// Maximum of `Move Overhead`, in milliseconds.
const MAX_OVERHEAD: i64 = 5000;
/// Maximum of `SyzygyProbeDepth`, in plies.
const MAX_PROBE_DEPTH: i64 = 100;

/// Name of the option that sets the file to which all input and output lines are logged. The module
/// that reads and prints those lines applies this option.
pub const DEBUG_LOG_FILE: &str = "Debug Log File";

/// Range of `UCI_Elo`.
pub const ELO_RANGE: std::ops::RangeInclusive<i64> = 1320..=3000;

const fn option(id: OptionId, name: &'static str, kind: OptionType) -> Declaration {
    Declaration { id, name, kind }
}

const fn check(id: OptionId, name: &'static str, default: bool) -> Declaration {
    option(id, name, OptionType::Check { default })
}

const fn spin(id: OptionId, name: &'static str, default: i64, min: i64, max: i64) -> Declaration {
    option(id, name, OptionType::Spin { default, min, max })
}

const fn text(id: OptionId, name: &'static str, default: &'static str) -> Declaration {
    option(id, name, OptionType::Text { default })
}

/// Options of every build, in the order in which `uci` prints them.
#[rustfmt::skip]
pub const DECLARATIONS: [Declaration; 20] = [
    spin(OptionId::Hash, "Hash", DEFAULT_HASH as i64, 1, MAX_HASH),
    spin(OptionId::Threads, "Threads", 1, 1, MAX_THREADS),
    check(OptionId::Ponder, "Ponder", false),
    spin(OptionId::MultiPv, "MultiPV", 1, 1, MAX_LINES),
    check(OptionId::Chess960, "UCI_Chess960", false),
    check(OptionId::ShowWdl, "UCI_ShowWDL", false),
    check(OptionId::LimitStrength, "UCI_LimitStrength", false),
    spin(OptionId::Elo, "UCI_Elo", *ELO_RANGE.start(), *ELO_RANGE.start(), *ELO_RANGE.end()),
    spin(OptionId::SkillLevel, "Skill Level", FULL_SKILL, 0, FULL_SKILL),
    check(OptionId::HumanPace, "Human Pace", false),
    check(OptionId::AnalyseMode, "UCI_AnalyseMode", false),
    spin(OptionId::MoveOverhead, "Move Overhead", DEFAULT_OVERHEAD as i64, 0, MAX_OVERHEAD),
    text(OptionId::SyzygyPath, "SyzygyPath", ""),
    spin(OptionId::SyzygyProbeDepth, "SyzygyProbeDepth", 1, 1, MAX_PROBE_DEPTH),
    check(OptionId::Syzygy50MoveRule, "Syzygy50MoveRule", true),
    spin(OptionId::SyzygyProbeLimit, "SyzygyProbeLimit", MAX_PIECES as i64, 0, MAX_PIECES as i64),
    text(OptionId::EvalFile, "EvalFile", EMBEDDED_NAME),
    option(OptionId::ClearHash, "Clear Hash", OptionType::Button),
    text(OptionId::DebugLogFile, DEBUG_LOG_FILE, ""),
    text(OptionId::About, "UCI_EngineAbout", ABOUT),
];

/// Returns all options of this build. With the feature `tune`, the search parameters follow the
/// options of every build.
pub fn declarations() -> &'static [Declaration] {
    static ALL: LazyLock<Vec<Declaration>> = LazyLock::new(|| {
        let tunable: &[Param] = if cfg!(feature = "tune") { PARAMS } else { &[] };
        let declare = |(i, param): (usize, &Param)| {
            let [default, min, max] = [param.default, param.min, param.max].map(i64::from);
            spin(OptionId::Param(i), param.name, default, min, max)
        };
        let tunable = tunable.iter().enumerate().map(declare);
        DECLARATIONS.into_iter().chain(tunable).collect()
    });
    &ALL
}

/// Values of the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Size of the transposition table, in MB.
    pub hash_megabytes: usize,
    /// Number of search threads.
    pub threads: NonZeroUsize,
    /// Number of principal variations to report.
    pub lines: usize,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
    /// Whether to report probabilities of win, draw and loss.
    pub show_wdl: bool,
    /// Whether `elo` limits the playing strength.
    pub limit_strength: bool,
    /// Playing strength, in Elo points.
    pub elo: i64,
    /// Playing strength as a Stockfish skill level; the highest level is full strength.
    pub skill: i64,
    /// Whether a limited strength answers no faster than a person might.
    pub human_pace: bool,
    /// Whether the engine is used for analysis; the playing strength is then not limited.
    pub analyse: bool,
    /// Time per move kept in reserve for communication lag.
    pub move_overhead: Duration,
    /// Directories of the Syzygy tablebases; empty for none.
    pub syzygy_path: String,
    /// Which positions are probed in the tablebases.
    pub probing: Probing,
    /// File of the network; empty or [`EMBEDDED_NAME`] for the embedded network.
    pub eval_file: String,
    /// Values of the search parameters.
    pub params: ParamSet,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash_megabytes: DEFAULT_HASH as usize,
            threads: NonZeroUsize::MIN,
            lines: 1,
            chess960: false,
            show_wdl: false,
            limit_strength: false,
            elo: *ELO_RANGE.start(),
            skill: FULL_SKILL,
            human_pace: false,
            analyse: false,
            move_overhead: Duration::from_millis(DEFAULT_OVERHEAD.into()),
            syzygy_path: String::new(),
            probing: Probing::default(),
            eval_file: EMBEDDED_NAME.to_owned(),
            params: ParamSet::default(),
        }
    }
}

/// A change of the pool of search threads, which has to wait until no job runs in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upkeep {
    /// Apply the options `Threads` and `Hash`.
    Resize,
    /// Clear the transposition table and the histories.
    Clear,
    /// Apply the option `SyzygyPath`: open the tablebases, or close them.
    OpenTables,
    /// Apply the other tablebase options.
    Probing,
    /// Apply the option `EvalFile`.
    LoadNetwork,
}

/// Returns the error message for an unknown name. It suggests the most similar option, if any.
fn unknown(name: &str) -> String {
    let expected = match nearest(name, declarations().iter().map(|option| option.name)) {
        Some(option) => format!("did you mean \"{option}\"?"),
        None => "expected one that \"uci\" lists".to_owned(),
    };
    format!("unknown option {}; {expected}", Quoted(name))
}

/// A value that fits the type and the range of its option, in the field for this type.
#[derive(Default)]
struct Value<'a> {
    on: bool,
    number: i64,
    text: &'a str,
}

impl OptionType {
    /// Describes the expected values, for error messages.
    fn expected(self) -> String {
        match self {
            Self::Check { .. } => "true or false".to_owned(),
            Self::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
            Self::Text { .. } => "text".to_owned(),
            Self::Button => "no value".to_owned(),
        }
    }

    fn parse(self, text: &str) -> Option<Value<'_>> {
        let mut value = Value::default();
        match self {
            Self::Check { .. } => value.on = text.to_ascii_lowercase().parse().ok()?,
            Self::Spin { min, max, .. } => {
                let number = text.parse().ok();
                value.number = number.filter(|number| (min..=max).contains(number))?;
            }
            Self::Text { .. } if text != "<empty>" => value.text = text,
            Self::Text { .. } | Self::Button => {}
        }
        Some(value)
    }
}

impl Options {
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

    /// Sets an option. Returns the change of the pool that it requires. An error changes nothing.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Option<Upkeep>, String> {
        let mut all = declarations().iter();
        let declaration = all.find(|declaration| declaration.name.eq_ignore_ascii_case(name));
        let Declaration { id, name, kind } = *declaration.ok_or_else(|| unknown(name))?;
        let error = |found: &str| {
            let expected = kind.expected();
            format!("option {name}: found {found}; expected {expected}")
        };
        let text = match (kind, value) {
            (OptionType::Button, _) | (OptionType::Text { .. }, None) => "",
            (_, Some(text)) => text,
            (_, None) => return Err(error("no value")),
        };
        let value = kind.parse(text);
        let value = value.ok_or_else(|| error(&Quoted(text).to_string()))?;
        Ok(self.assign(id, &value))
    }

    /// Assigns a value to an option of the same type.
    fn assign(&mut self, id: OptionId, value: &Value<'_>) -> Option<Upkeep> {
        let Value { on, number, text } = *value;
        match id {
            OptionId::Hash => self.hash_megabytes = number as usize,
            OptionId::Threads => {
                self.threads = NonZeroUsize::new(number as usize).unwrap_or(NonZeroUsize::MIN);
            }
            OptionId::MultiPv => self.lines = number as usize,
            OptionId::Chess960 => self.chess960 = on,
            OptionId::ShowWdl => self.show_wdl = on,
            OptionId::LimitStrength => self.limit_strength = on,
            OptionId::Elo => self.elo = number,
            OptionId::SkillLevel => self.skill = number,
            OptionId::HumanPace => self.human_pace = on,
            OptionId::AnalyseMode => self.analyse = on,
            OptionId::SyzygyPath => text.clone_into(&mut self.syzygy_path),
            OptionId::EvalFile => text.clone_into(&mut self.eval_file),
            OptionId::SyzygyProbeDepth => self.probing.depth = number as i32,
            OptionId::Syzygy50MoveRule => self.probing.fifty_move_rule = on,
            OptionId::SyzygyProbeLimit => self.probing.max_pieces = number as u32,
            OptionId::MoveOverhead => self.move_overhead = Duration::from_millis(number as u64),
            OptionId::Param(index) => self.params.set(index, number as i32),
            // `Ponder` needs no action: the engine ponders on `go ponder`. `UCI_EngineAbout` is
            // informational. The module that reads the input opens the log file.
            OptionId::Ponder | OptionId::About | OptionId::ClearHash | OptionId::DebugLogFile => {}
        }
        Some(match id {
            OptionId::Hash | OptionId::Threads => Upkeep::Resize,
            OptionId::ClearHash => Upkeep::Clear,
            OptionId::SyzygyPath => Upkeep::OpenTables,
            OptionId::SyzygyProbeDepth
            | OptionId::Syzygy50MoveRule
            | OptionId::SyzygyProbeLimit => Upkeep::Probing,
            OptionId::EvalFile => Upkeep::LoadNetwork,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_start_with_their_declared_defaults() {
        let mut options = Options::default();
        for Declaration { name, kind, .. } in declarations().iter().copied() {
            let default = match kind {
                OptionType::Check { default } => default.to_string(),
                OptionType::Spin { default, .. } => default.to_string(),
                OptionType::Text { default } => default.to_owned(),
                OptionType::Button => continue,
            };
            options
                .set(name, Some(&default))
                .expect("a default is valid");
        }
        assert_eq!(options, Options::default());
    }
}
