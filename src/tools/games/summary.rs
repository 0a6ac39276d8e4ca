//! What a set of games has in it, in a few numbers.
//!
//! See <https://www.chessprogramming.org/Match_Statistics>.

use std::fmt;

use super::{Game, Sample};
use crate::chess::Outcome;

/// Counts over games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games.
    pub games: u64,
    /// Positions in which a move was played.
    pub positions: u64,
    /// Those of them that are [quiet](Sample::is_quiet).
    pub quiet: u64,
    /// Games that White won, drawn ones, and those that Black won.
    pub outcomes: [u64; 3],
    /// The bytes that all this takes in a file.
    pub bytes: u64,
}

impl Summary {
    /// Counts one game more, which takes so many bytes.
    pub fn add(&mut self, game: &Game, bytes: u64) {
        self.games += 1;
        self.positions += game.moves.len() as u64;
        self.quiet += game.samples().filter(Sample::is_quiet).count() as u64;
        self.outcomes[match game.outcome {
            Outcome::WhiteWins => 0,
            Outcome::Draw => 1,
            Outcome::BlackWins => 2,
        }] += 1;
        self.bytes += bytes;
    }
}

/// Five lines.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, draws, black] = self.outcomes;
        let share = |part: u64, of: u64| 100.0 * part as f64 / of.max(1) as f64;
        writeln!(f, "Games: {}", self.games)?;
        writeln!(
            f,
            "White won {white} ({:.1} %), drawn {draws} ({:.1} %), Black won {black} ({:.1} %)",
            share(white, self.games),
            share(draws, self.games),
            share(black, self.games),
        )?;
        writeln!(
            f,
            "Positions: {}, {:.1} a game",
            self.positions,
            self.positions as f64 / self.games.max(1) as f64,
        )?;
        writeln!(
            f,
            "Quiet positions: {} ({:.1} %)",
            self.quiet,
            share(self.quiet, self.positions),
        )?;
        writeln!(
            f,
            "Bytes: {}, {:.2} a position",
            self.bytes,
            self.bytes as f64 / self.positions.max(1) as f64,
        )
    }
}
