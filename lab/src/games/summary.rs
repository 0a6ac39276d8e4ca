//! Statistics of a set of games.
//!
//! See <https://www.chessprogramming.org/Match_Statistics>.

use std::fmt;

use super::game::{Game, Sample};
use ferz::chess::Outcome;

/// The number of games and positions, and the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameSummary {
    /// The number of games.
    pub games: u64,
    /// The number of positions in which a move was played.
    pub positions: u64,
    /// The number of [quiet](Sample::is_quiet) positions.
    pub quiet: u64,
    /// The number of White's wins, of draws and of Black's wins.
    pub outcomes: [u64; 3],
    /// The size of the games in a file, in bytes.
    pub bytes: u64,
}

impl GameSummary {
    /// Adds a game that is `bytes` long in a file.
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

/// Formats the summary in five lines.
impl fmt::Display for GameSummary {
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
            "Positions: {}, {:.1} per game",
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
            "Bytes: {}, {:.2} per position",
            self.bytes,
            self.bytes as f64 / self.positions.max(1) as f64,
        )
    }
}
