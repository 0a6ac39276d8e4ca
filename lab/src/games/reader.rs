//! Reads games, and checks each game completely before returning it.
//!
//! A file with an error is not reliable training data, so the reader stops at the first error. See
//! <https://www.chessprogramming.org/Automated_Tuning>.

use std::io::Read;
use std::path::PathBuf;

use super::error::DataError;
use super::game::Game;
use super::raw::RawGames;

/// Iterates over the games of a file or another source of bytes. Ends after the first error.
///
/// ```
/// use ferz::chess::{Board, Outcome};
/// use ferz_lab::games::{Game, GameReader, encode};
/// let game = Game { start: Board::default(), moves: Vec::new(), outcome: Outcome::Draw };
/// let bytes = encode(&game);
/// let mut games = GameReader::new(&bytes[..], "a game in memory");
/// assert_eq!(games.next().unwrap().unwrap(), game);
/// assert!(games.next().is_none());
/// ```
#[derive(Debug)]
pub struct GameReader<R> {
    games: RawGames<R>,
    /// Whether there was an error.
    failed: bool,
}

impl<R: Read> GameReader<R> {
    /// Creates a reader of the games in `input`, which should be buffered. Errors give `name` as
    /// the file.
    pub fn new(input: R, name: impl Into<PathBuf>) -> Self {
        Self {
            games: RawGames::new(input, name),
            failed: false,
        }
    }

    /// Returns the number of bytes read so far. Between two games, this is the total size of the
    /// games read.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.games.bytes()
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<Game, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let raw = self.games.next()?;
        let game = raw.and_then(|raw| raw.decode(self.games.file()));
        self.failed = game.is_err();
        Some(game)
    }
}
