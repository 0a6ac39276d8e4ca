//! The file of generated games. New games are appended to an existing file.
//!
//! Each game is written by one call. If the program is killed, at most the last game in the
//! file is incomplete, and it is removed when the file is opened again. A file with any other
//! error is never changed. See <https://crates.io/crates/viriformat>.

use std::fs::{File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::DatagenError;
use super::player::Player;
use crate::games::{Game, GameReader, GameSummary, Torn, encode};

/// A file of games, open for appending.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    file: File,
    summary: GameSummary,
    /// The size of the incomplete game that was removed, in bytes.
    dropped: u64,
}

impl GameFile {
    /// Opens or creates a file, and checks its games: all of them by the rules of chess, and the
    /// last one also by playing it again with `player`. Returns `None` if `player` was stopped.
    ///
    /// # Errors
    ///
    /// Returns an error as [`open_with`](Self::open_with) does.
    pub fn open(path: &Path, player: &mut Player) -> Result<Option<Self>, DatagenError> {
        Self::open_with(path, player, &mut |_, _| ())
    }

    /// Does the same as [`open`](Self::open), and calls `progress` after each game that is read,
    /// with the number of bytes read and the size of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or written, if another program is writing it, if
    /// a game in it is invalid, or if `player` plays the last game differently.
    pub fn open_with(
        path: &Path,
        player: &mut Player,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Option<Self>, DatagenError> {
        let failed = |error| DatagenError::Write {
            file: path.to_owned(),
            error,
        };
        let mut options = File::options();
        let options = options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(failed)?;
        file.try_lock().map_err(|error| {
            failed(match error {
                TryLockError::WouldBlock => io::Error::other("another program is writing it"),
                TryLockError::Error(error) => error,
            })
        })?;
        let mut output = Self {
            path: path.to_owned(),
            file,
            summary: GameSummary::default(),
            dropped: 0,
        };
        let last = output.read(progress)?;
        if let (Some(last), Some(number)) = (last, output.summary.games.checked_sub(1)) {
            match player.play(number) {
                None => return Ok(None),
                Some(game) if game == last => {}
                Some(_) => {
                    return Err(DatagenError::OtherGames {
                        file: path.to_owned(),
                        game: output.summary.games,
                    });
                }
            }
        }
        output.drop_incomplete_game().map_err(failed)?;
        Ok(Some(output))
    }

    /// Reads all games, and returns the last one.
    fn read(&mut self, progress: &mut dyn FnMut(u64, u64)) -> Result<Option<Game>, DatagenError> {
        // Only the progress needs the size.
        let size = self.file.metadata().map_or(0, |found| found.len());
        let mut games = GameReader::new(io::BufReader::new(&self.file), &self.path);
        let mut last = None;
        loop {
            let before = games.bytes();
            match games.next() {
                None => return Ok(last),
                Some(Ok(game)) => {
                    self.summary.add(&game, games.bytes() - before);
                    last = Some(game);
                    progress(games.bytes(), size);
                }
                Some(Err(error)) if error.is::<Torn>() => return Ok(last),
                Some(Err(error)) => return Err(error.into()),
            }
        }
    }

    /// Removes an incomplete game at the end of the file, and seeks to the end.
    fn drop_incomplete_game(&mut self) -> io::Result<()> {
        let whole = self.summary.bytes;
        self.dropped = self.file.seek(SeekFrom::End(0))?.saturating_sub(whole);
        if self.dropped > 0 {
            self.file.set_len(whole)?;
        }
        self.file.seek(SeekFrom::Start(whole))?;
        Ok(())
    }

    /// Returns statistics of the games in the file.
    #[must_use]
    pub const fn summary(&self) -> &GameSummary {
        &self.summary
    }

    /// Returns the size of the incomplete game that was removed when the file was opened, in
    /// bytes; 0 if there was none.
    #[must_use]
    pub const fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Appends a game.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn write(&mut self, game: &Game) -> Result<(), DatagenError> {
        let bytes = encode(game);
        self.file
            .write_all(&bytes)
            .map_err(|error| DatagenError::Write {
                file: self.path.clone(),
                error,
            })?;
        self.summary.add(game, bytes.len() as u64);
        Ok(())
    }
}
