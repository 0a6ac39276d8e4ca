//! The command by which an engine is asked to count: `go perft {depth}` or another one.
//!
//! UCI has no perft. Stockfish's `go perft N` is the most common extension; Ethereal, Carp,
//! Akimbo and Reckless know `perft N`, Demolito prints moves for `perft N div`, and Weiss
//! takes the position from the command, `perft N FEN`.
//! See <https://www.chessprogramming.org/Perft>.

use std::str::FromStr;

use crate::support::quote::Quoted;

const DEPTH: &str = "{depth}";
const FEN: &str = "{fen}";

/// A command with `{depth}`, and perhaps `{fen}`, in the places of depth and position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask(String);

/// Why a text is no such command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// The depth has no place.
    #[error("{} has no {{depth}}; expected a command such as \"perft {{depth}}\"", Quoted(.0))]
    NoDepth(String),
    /// Another word stands in braces.
    #[error("{} is unknown; expected {{depth}} or {{fen}}", Quoted(.0))]
    UnknownPlace(String),
    /// It would be more than one command.
    #[error("{} has more than one line; expected one, such as \"perft {{depth}}\"", Quoted(.0))]
    SeveralLines(String),
}

impl Ask {
    /// The command for a question.
    #[must_use]
    pub fn command(&self, depth: u32, fen: &str) -> String {
        self.0.replace(DEPTH, &depth.to_string()).replace(FEN, fen)
    }

    /// Whether the command itself names the position, so that the engine does not make the
    /// moves that lead there.
    #[must_use]
    pub fn has_fen(&self) -> bool {
        self.0.contains(FEN)
    }

    /// The command as it was written.
    #[must_use]
    pub fn template(&self) -> &str {
        &self.0
    }
}

/// Stockfish's.
impl Default for Ask {
    fn default() -> Self {
        Self(format!("go perft {DEPTH}"))
    }
}

impl FromStr for Ask {
    type Err = AskError;

    fn from_str(text: &str) -> Result<Self, AskError> {
        if text.contains(['\n', '\r']) {
            return Err(AskError::SeveralLines(text.to_owned()));
        }
        let unknown = braced(text).find(|place| ![DEPTH, FEN].contains(place));
        if let Some(place) = unknown {
            return Err(AskError::UnknownPlace(place.to_owned()));
        }
        if !text.contains(DEPTH) {
            return Err(AskError::NoDepth(text.to_owned()));
        }
        Ok(Self(text.trim().to_owned()))
    }
}

/// The words in braces, with them.
fn braced(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('{').filter_map(|(at, _)| {
        let end = text[at..].find('}')?;
        Some(&text[at..=at + end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_and_fen_take_their_places() {
        let ask = |text: &str| text.parse::<Ask>().map(|ask| ask.command(3, "8/8 w - -"));
        assert_eq!(Ask::default().command(3, "").as_str(), "go perft 3");
        assert_eq!(ask("perft {depth}").as_deref(), Ok("perft 3"));
        assert_eq!(ask(" perft {depth} div "), Ok("perft 3 div".to_owned()));
        let with_fen = "perft {depth} {fen}";
        assert_eq!(ask(with_fen), Ok("perft 3 8/8 w - -".to_owned()));
        assert!(with_fen.parse::<Ask>().is_ok_and(|ask| ask.has_fen()));
        assert!(!Ask::default().has_fen());
    }

    #[test]
    fn what_is_no_command_is_refused() {
        for (text, error) in [
            ("perft 3", AskError::NoDepth("perft 3".to_owned())),
            ("", AskError::NoDepth(String::new())),
            ("perft {depth", AskError::NoDepth("perft {depth".to_owned())),
            (
                "perft {Depth}",
                AskError::UnknownPlace("{Depth}".to_owned()),
            ),
            (
                "perft {depth} {position}",
                AskError::UnknownPlace("{position}".to_owned()),
            ),
            (
                "perft {depth}\nquit",
                AskError::SeveralLines("perft {depth}\nquit".to_owned()),
            ),
        ] {
            assert_eq!(text.parse::<Ask>(), Err(error), "{text}");
        }
    }
}
