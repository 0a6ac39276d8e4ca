//! The command that asks an engine for its perft counts: `go perft {depth}` or another one.
//!
//! UCI has no perft. Stockfish's `go perft N` is the most common extension. Ethereal, Carp,
//! Akimbo and Reckless accept `perft N`. Demolito prints a count for each move after
//! `perft N div`. Weiss takes the position from the command: `perft N FEN`.
//! See <https://www.chessprogramming.org/Perft>.

use std::str::FromStr;

use crate::support::quote::Quoted;

const DEPTH: &str = "{depth}";
const FEN: &str = "{fen}";

/// A command with the placeholder `{depth}`, and possibly `{fen}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftCommand(String);

/// The reason why a text is not a perft command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PerftCommandError {
    /// The placeholder for the depth is missing.
    #[error("{} has no {{depth}}; expected a command such as \"perft {{depth}}\"", Quoted(.0))]
    NoDepth(String),
    /// Another word is in braces.
    #[error("{} is unknown; expected {{depth}} or {{fen}}", Quoted(.0))]
    UnknownPlaceholder(String),
    /// The text contains an end of line.
    #[error("{} has more than one line; expected one line such as \"perft {{depth}}\"", Quoted(.0))]
    SeveralLines(String),
}

impl PerftCommand {
    /// Returns the command for a depth and a position.
    #[must_use]
    pub fn with(&self, depth: u32, fen: &str) -> String {
        self.0.replace(DEPTH, &depth.to_string()).replace(FEN, fen)
    }

    /// Returns whether the command contains the position. If so, the engine does not make the
    /// moves that lead to it.
    #[must_use]
    pub fn has_fen(&self) -> bool {
        self.0.contains(FEN)
    }

    /// Returns the command with its placeholders.
    #[must_use]
    pub fn template(&self) -> &str {
        &self.0
    }
}

/// Stockfish's command.
impl Default for PerftCommand {
    fn default() -> Self {
        Self(format!("go perft {DEPTH}"))
    }
}

impl FromStr for PerftCommand {
    type Err = PerftCommandError;

    fn from_str(text: &str) -> Result<Self, PerftCommandError> {
        if text.contains(['\n', '\r']) {
            return Err(PerftCommandError::SeveralLines(text.to_owned()));
        }
        let unknown = in_braces(text).find(|place| ![DEPTH, FEN].contains(place));
        if let Some(place) = unknown {
            return Err(PerftCommandError::UnknownPlaceholder(place.to_owned()));
        }
        if !text.contains(DEPTH) {
            return Err(PerftCommandError::NoDepth(text.to_owned()));
        }
        Ok(Self(text.trim().to_owned()))
    }
}

/// Returns the words in braces, including the braces.
fn in_braces(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('{').filter_map(|(start, _)| {
        let end = text[start..].find('}')?;
        Some(&text[start..=start + end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_replaced_by_depth_and_fen() {
        let command = |text: &str| {
            let command = text.parse::<PerftCommand>();
            command.map(|command| command.with(3, "8/8 w - -"))
        };
        assert_eq!(PerftCommand::default().with(3, "").as_str(), "go perft 3");
        assert_eq!(command("perft {depth}").as_deref(), Ok("perft 3"));
        assert_eq!(command(" perft {depth} div "), Ok("perft 3 div".to_owned()));
        let with_fen = "perft {depth} {fen}";
        assert_eq!(command(with_fen), Ok("perft 3 8/8 w - -".to_owned()));
        let with_fen = with_fen.parse::<PerftCommand>();
        assert!(with_fen.is_ok_and(|command| command.has_fen()));
        assert!(!PerftCommand::default().has_fen());
    }

    #[test]
    fn malformed_commands_are_rejected() {
        use PerftCommandError::{NoDepth, SeveralLines, UnknownPlaceholder};
        for (text, error) in [
            ("perft 3", NoDepth("perft 3".to_owned())),
            ("", NoDepth(String::new())),
            ("perft {depth", NoDepth("perft {depth".to_owned())),
            ("perft {Depth}", UnknownPlaceholder("{Depth}".to_owned())),
            (
                "perft {depth} {position}",
                UnknownPlaceholder("{position}".to_owned()),
            ),
            (
                "perft {depth}\nquit",
                SeveralLines("perft {depth}\nquit".to_owned()),
            ),
        ] {
            assert_eq!(text.parse::<PerftCommand>(), Err(error), "{text}");
        }
    }
}
