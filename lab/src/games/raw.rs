//! Divides a file into games without checking them, so that several threads can check them.
//!
//! See <https://crates.io/crates/viriformat>.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::decode::{self, MOVE_BYTES, START_BYTES};
use super::error::DataError;
use super::game::Game;

/// Maximum size of a game, in bytes. No legal game is as long. In a file that contains something
/// else, the end of a game may be far away.
const MAX_BYTES: usize = 1 << 20;

/// The bytes of a game that is not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawGame {
    /// The number of the game in its file, from 1.
    number: u64,
    /// The offset of the game in its file.
    offset: u64,
    bytes: Vec<u8>,
}

impl RawGame {
    /// Checks the game, and decodes it. Errors give `file` as the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the game is malformed or incomplete.
    pub fn decode(&self, file: &Path) -> Result<Game, DataError> {
        decode::game(&self.bytes).map_err(|(offset, kind)| DataError {
            file: file.to_owned(),
            game: self.number,
            offset: self.offset + offset as u64,
            kind,
        })
    }
}

/// Iterates over the games of a file, without checking them. Ends after the first error.
#[derive(Debug)]
pub struct RawGames<R> {
    input: R,
    /// The name of the source, for errors.
    file: PathBuf,
    /// The number of bytes read.
    offset: u64,
    /// The number of games read.
    games: u64,
    /// Whether there was an error or the end of the file.
    ended: bool,
}

impl<R: Read> RawGames<R> {
    /// Creates a reader of the games in `input`, which should be buffered. Errors give `name` as
    /// the file.
    pub fn new(input: R, name: impl Into<PathBuf>) -> Self {
        Self {
            input,
            file: name.into(),
            offset: 0,
            games: 0,
            ended: false,
        }
    }

    /// Returns the number of bytes read so far.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.offset
    }

    /// Returns the number of games read so far.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the name of the source.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Returns the source.
    pub fn into_input(self) -> R {
        self.input
    }

    /// Reads the bytes of the next game, or those before the end of the file.
    fn game(&mut self) -> io::Result<Vec<u8>> {
        let mut game = Vec::new();
        self.read::<START_BYTES>(&mut game)?;
        while !self.ended && game.len() < MAX_BYTES {
            self.read::<MOVE_BYTES>(&mut game)?;
            if game.ends_with(&[0; MOVE_BYTES]) && game.len() % MOVE_BYTES == 0 {
                break;
            }
        }
        Ok(game)
    }

    /// Appends the next `N` bytes to `game`, or those before the end of the file.
    fn read<const N: usize>(&mut self, game: &mut Vec<u8>) -> io::Result<()> {
        let mut bytes = [0; N];
        let mut filled = 0;
        while filled < N && !self.ended {
            match self.input.read(&mut bytes[filled..]) {
                Ok(0) => self.ended = true,
                Ok(more) => filled += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        game.extend(&bytes[..filled]);
        self.offset += filled as u64;
        Ok(())
    }
}

impl<R: Read> Iterator for RawGames<R> {
    type Item = Result<RawGame, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let (number, offset) = (self.games + 1, self.offset);
        match self.game() {
            Ok(bytes) if bytes.is_empty() => None,
            Ok(bytes) => {
                self.games = number;
                Some(Ok(RawGame {
                    number,
                    offset,
                    bytes,
                }))
            }
            Err(error) => {
                self.ended = true;
                Some(Err(DataError {
                    file: self.file.clone(),
                    game: number,
                    offset: self.offset,
                    kind: error.into(),
                }))
            }
        }
    }
}
