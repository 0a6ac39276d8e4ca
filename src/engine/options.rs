//! The options: what they are called, what values they take, and what they are set to.
//! See <https://www.chessprogramming.org/UCI#Options>.

use std::num::NonZeroUsize;
use std::sync::LazyLock;
use std::time::Duration;

use crate::search::params::{self, PARAMS, Param};
use crate::search::strength::{FULL_SKILL, elo_of_skill};
use crate::support::quote::Quoted;
use crate::syzygy::{MOST_MEN, Probing};

/// A user may set this name to anything; ours says what it is.
const ABOUT: &str = concat!("ferz ", env!("CARGO_PKG_VERSION"), ", MIT licence");

/// The type of an option with what UCI wants to know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// On or off.
    Check {
        /// The value at start.
        default: bool,
    },
    /// A whole number in a range.
    Spin {
        /// The value at start.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// Text.
    Text {
        /// The value at start.
        default: &'static str,
    },
    /// Has no value: setting it does something.
    Button,
}

/// Which option it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the table of declarations says what they are called"
)]
pub enum Id {
    Hash,
    Threads,
    Ponder,
    MultiPv,
    Chess960,
    ShowWdl,
    LimitStrength,
    Elo,
    SkillLevel,
    AnalyseMode,
    MoveOverhead,
    SyzygyPath,
    SyzygyProbeDepth,
    Syzygy50MoveRule,
    SyzygyProbeLimit,
    ClearHash,
    DebugLogFile,
    About,
    /// A constant of the search: its number in [`PARAMS`].
    Param(usize),
}

/// An option as UCI announces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Which it is.
    pub id: Id,
    /// The name, as announced; it is recognised in any case.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
}

/// In MB.
const DEFAULT_HASH: u32 = 16;
/// In milliseconds.
const DEFAULT_OVERHEAD: u32 = 10;
/// The largest hash that can be asked for, in MB: 32 TB, as other engines have it.
pub const MAX_HASH: i64 = 1 << 25;
/// The most threads that can be asked for.
pub const MAX_THREADS: i64 = 1024;
const MAX_LINES: i64 = 256;
/// In milliseconds.
const MAX_OVERHEAD: i64 = 5000;
/// In plies.
const MAX_PROBE_DEPTH: i64 = 100;

/// Name of the option whose value is the file that all traffic is written to: the lines are
/// not known here, so the module that reads and prints them obeys it.
pub const DEBUG_LOG_FILE: &str = "Debug Log File";

/// The range of playing strength that can be asked for.
pub const ELO_RANGE: std::ops::RangeInclusive<i64> = 1320..=3000;

const fn check(id: Id, name: &'static str) -> Declaration {
    Declaration {
        id,
        name,
        kind: Kind::Check { default: false },
    }
}

const fn spin(id: Id, name: &'static str, default: i64, min: i64, max: i64) -> Declaration {
    Declaration {
        id,
        name,
        kind: Kind::Spin { default, min, max },
    }
}

const fn text(id: Id, name: &'static str, default: &'static str) -> Declaration {
    Declaration {
        id,
        name,
        kind: Kind::Text { default },
    }
}

/// The options of every build, in the order of their announcement.
pub const DECLARATIONS: [Declaration; 18] = [
    spin(Id::Hash, "Hash", DEFAULT_HASH as i64, 1, MAX_HASH),
    spin(Id::Threads, "Threads", 1, 1, MAX_THREADS),
    check(Id::Ponder, "Ponder"),
    spin(Id::MultiPv, "MultiPV", 1, 1, MAX_LINES),
    check(Id::Chess960, "UCI_Chess960"),
    check(Id::ShowWdl, "UCI_ShowWDL"),
    check(Id::LimitStrength, "UCI_LimitStrength"),
    spin(
        Id::Elo,
        "UCI_Elo",
        *ELO_RANGE.start(),
        *ELO_RANGE.start(),
        *ELO_RANGE.end(),
    ),
    spin(Id::SkillLevel, "Skill Level", FULL_SKILL, 0, FULL_SKILL),
    check(Id::AnalyseMode, "UCI_AnalyseMode"),
    spin(
        Id::MoveOverhead,
        "Move Overhead",
        DEFAULT_OVERHEAD as i64,
        0,
        MAX_OVERHEAD,
    ),
    text(Id::SyzygyPath, "SyzygyPath", ""),
    spin(
        Id::SyzygyProbeDepth,
        "SyzygyProbeDepth",
        1,
        1,
        MAX_PROBE_DEPTH,
    ),
    Declaration {
        id: Id::Syzygy50MoveRule,
        name: "Syzygy50MoveRule",
        kind: Kind::Check { default: true },
    },
    spin(
        Id::SyzygyProbeLimit,
        "SyzygyProbeLimit",
        MOST_MEN as i64,
        0,
        MOST_MEN as i64,
    ),
    Declaration {
        id: Id::ClearHash,
        name: "Clear Hash",
        kind: Kind::Button,
    },
    text(Id::DebugLogFile, DEBUG_LOG_FILE, ""),
    text(Id::About, "UCI_EngineAbout", ABOUT),
];

/// All options of this build: behind those of every build, in one with the feature `tune`,
/// the constants of the search.
#[must_use]
pub fn declarations() -> &'static [Declaration] {
    static ALL: LazyLock<Vec<Declaration>> = LazyLock::new(|| {
        let tunable: &[Param] = if cfg!(feature = "tune") { PARAMS } else { &[] };
        let declare = |(i, param): (usize, &Param)| {
            let [default, min, max] = [param.default, param.min, param.max].map(i64::from);
            spin(Id::Param(i), param.name, default, min, max)
        };
        let tunable = tunable.iter().enumerate().map(declare);
        DECLARATIONS.into_iter().chain(tunable).collect()
    });
    &ALL
}

/// What the options are set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The size of the transposition table.
    pub hash_megabytes: usize,
    /// The number of search threads.
    pub threads: NonZeroUsize,
    /// How many lines to report.
    pub lines: usize,
    /// Whether castling is written king takes rook.
    pub chess960: bool,
    /// Whether to report chances of winning, drawing and losing.
    pub show_wdl: bool,
    /// Whether to play as weakly as `elo` says.
    pub limit_strength: bool,
    /// The playing strength to aim at.
    pub elo: i64,
    /// Playing strength on Stockfish's scale of levels; the greatest is full strength.
    pub skill: i64,
    /// Whether this is analysis, not play: strength is not limited then.
    pub analyse: bool,
    /// The time that a move needs on its way to the clock.
    pub move_overhead: Duration,
    /// The folders of the endgame tables; empty for none.
    pub syzygy_path: String,
    /// Which positions are looked up in the endgame tables.
    pub probing: Probing,
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
            analyse: false,
            move_overhead: Duration::from_millis(DEFAULT_OVERHEAD.into()),
            syzygy_path: String::new(),
            probing: Probing::default(),
        }
    }
}

/// What setting an option asks for beyond keeping its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// The threads or the table must be made anew.
    Resize,
    /// The table must be cleared.
    ClearHash,
    /// The endgame tables must be opened, or closed.
    OpenTables,
    /// The endgame tables are used otherwise.
    Probing,
}

/// Why an option was not set. Its old value stays.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum OptionError {
    /// There is no such option.
    #[error("there is no option {}; expected one that \"uci\" lists", Quoted(.0))]
    Unknown(String),
    /// The option needs a value and got none.
    #[error("option {name} has no value behind it; expected {expected}")]
    NoValue {
        name: &'static str,
        expected: String,
    },
    /// The value is not of the option's type or not in its range.
    #[error("option {name} cannot be {}; expected {expected}", Quoted(value))]
    BadValue {
        name: &'static str,
        value: String,
        expected: String,
    },
}

/// A value that fits its option.
enum Value<'a> {
    Check(bool),
    Spin(i64),
    Text(&'a str),
    Button,
}

impl Kind {
    /// What a value must look like.
    fn expected(self) -> String {
        match self {
            Self::Check { .. } => "true or false".to_owned(),
            Self::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
            Self::Text { .. } => "a text".to_owned(),
            Self::Button => "no value".to_owned(),
        }
    }

    fn parse(self, text: &str) -> Option<Value<'_>> {
        match self {
            Self::Check { .. } if text.eq_ignore_ascii_case("true") => Some(Value::Check(true)),
            Self::Check { .. } if text.eq_ignore_ascii_case("false") => Some(Value::Check(false)),
            Self::Check { .. } => None,
            Self::Spin { min, max, .. } => text
                .parse()
                .ok()
                .filter(|value| (min..=max).contains(value))
                .map(Value::Spin),
            Self::Text { .. } if text == "<empty>" => Some(Value::Text("")),
            Self::Text { .. } => Some(Value::Text(text)),
            Self::Button => Some(Value::Button),
        }
    }
}

impl Options {
    /// Returns the rating that limits the playing strength; `None` for full strength.
    /// `UCI_Elo` goes before the level where both are set, as in Stockfish, and neither limits
    /// analysis.
    #[must_use]
    pub fn limited_elo(&self) -> Option<i64> {
        if self.analyse {
            None
        } else if self.limit_strength {
            Some(self.elo)
        } else {
            elo_of_skill(self.skill)
        }
    }

    /// Sets an option.
    ///
    /// # Errors
    ///
    /// If there is no such option or the value does not fit; nothing changes then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let declaration = declarations()
            .iter()
            .find(|declaration| declaration.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let Declaration { id, name, kind } = *declaration;
        let text = match (kind, value) {
            (Kind::Button, _) | (Kind::Text { .. }, None) => "",
            (_, Some(text)) => text,
            (_, None) => {
                return Err(OptionError::NoValue {
                    name,
                    expected: kind.expected(),
                });
            }
        };
        let value = kind.parse(text).ok_or_else(|| OptionError::BadValue {
            name,
            value: text.to_owned(),
            expected: kind.expected(),
        })?;
        Ok(self.assign(id, &value))
    }

    /// Assigns a value that fits the option's type.
    fn assign(&mut self, id: Id, value: &Value<'_>) -> Effect {
        let (mut on, mut number, mut text) = (false, 0, "");
        match value {
            Value::Check(value) => on = *value,
            Value::Spin(value) => number = *value,
            Value::Text(value) => text = value,
            Value::Button => {}
        }
        match id {
            Id::Hash => self.hash_megabytes = number as usize,
            Id::Threads => {
                self.threads = NonZeroUsize::new(number as usize).unwrap_or(NonZeroUsize::MIN);
            }
            Id::MultiPv => self.lines = number as usize,
            Id::Chess960 => self.chess960 = on,
            Id::ShowWdl => self.show_wdl = on,
            Id::LimitStrength => self.limit_strength = on,
            Id::Elo => self.elo = number,
            Id::SkillLevel => self.skill = number,
            Id::AnalyseMode => self.analyse = on,
            Id::SyzygyPath => text.clone_into(&mut self.syzygy_path),
            Id::SyzygyProbeDepth => self.probing.depth = number as i32,
            Id::Syzygy50MoveRule => self.probing.fifty_move_rule = on,
            Id::SyzygyProbeLimit => self.probing.most_men = number as u32,
            Id::MoveOverhead => self.move_overhead = Duration::from_millis(number as u64),
            // The search's constants are the only options that are not kept here: whoever
            // searches reads them, millions of times a second.
            Id::Param(index) => params::set(index, number as i32),
            // Ponder says that the GUI may ask to ponder, which we do when asked; and what
            // ferz is, is what it is. The log file is opened where the lines are read.
            Id::Ponder | Id::About | Id::ClearHash | Id::DebugLogFile => {}
        }
        match id {
            Id::Hash | Id::Threads => Effect::Resize,
            Id::ClearHash => Effect::ClearHash,
            Id::SyzygyPath => Effect::OpenTables,
            Id::SyzygyProbeDepth | Id::Syzygy50MoveRule | Id::SyzygyProbeLimit => Effect::Probing,
            _ => Effect::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_in_their_ranges_and_are_what_options_start_with() {
        let mut options = Options::default();
        for Declaration { name, kind, .. } in declarations().iter().copied() {
            let default = match kind {
                Kind::Check { default } => default.to_string(),
                Kind::Spin { default, .. } => default.to_string(),
                Kind::Text { default } => default.to_owned(),
                Kind::Button => continue,
            };
            options
                .set(name, Some(&default))
                .expect("a default is a value");
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn names_are_recognised_in_any_case() {
        let mut options = Options::default();
        assert_eq!(options.set("hASH", Some("64")), Ok(Effect::Resize));
        assert_eq!(options.hash_megabytes, 64);
        assert_eq!(options.set("move overhead", Some("100")), Ok(Effect::None));
        assert_eq!(options.move_overhead, Duration::from_millis(100));
    }

    #[test]
    fn what_does_not_fit_is_refused_and_changes_nothing() {
        let mut options = Options::default();
        for (name, value) in [
            ("Hash", Some("0")),
            ("Hash", Some("many")),
            ("UCI_Chess960", Some("yes")),
            ("threads", None),
            ("Style", Some("bold")),
        ] {
            assert!(options.set(name, value).is_err(), "{name} {value:?}");
        }
        assert_eq!(options, Options::default());
    }
}
