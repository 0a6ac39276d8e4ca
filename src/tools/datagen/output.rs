//! The file that games go to. One that has games already is gone on with.
//!
//! A game is written at once, so that whatever ends the program leaves at most one torn
//! game, the last; that is dropped. Nothing else is ever taken out of a file: where it is
//! wrong in any other way, it is left as it is. See <https://crates.io/crates/viriformat>.

use std::fs::{File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{Error, Player};
use crate::tools::games::{DataError, Game, Problem, Reader, Summary, encode};

/// A file of games, open for more.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    file: File,
    summary: Summary,
    dropped: u64,
}

impl Output {
    /// Opens a file, makes it if there is none, and checks what it holds: every game by the
    /// rules, and the last one by letting `player` play it again. `None` if that was stopped.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, if another program is writing it, if a game in
    /// it breaks the rules, or if the last one is none of the player's.
    pub fn open(path: &Path, player: &mut Player) -> Result<Option<Self>, Error> {
        let failed = |error| Error::Write {
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
            summary: Summary::default(),
            dropped: 0,
        };
        let last = output.read()?;
        if let (Some(last), Some(number)) = (last, output.summary.games.checked_sub(1)) {
            match player.play(number) {
                None => return Ok(None),
                Some(game) if game == last => {}
                Some(_) => {
                    return Err(Error::OtherGames {
                        file: path.to_owned(),
                        game: output.summary.games,
                    });
                }
            }
        }
        output.drop_torn_end().map_err(failed)?;
        Ok(Some(output))
    }

    /// Reads all games, and gives the last one back.
    fn read(&mut self) -> Result<Option<Game>, Error> {
        let mut games = Reader::new(io::BufReader::new(&self.file), &self.path);
        let mut last = None;
        loop {
            let before = games.bytes();
            match games.next() {
                None => return Ok(last),
                Some(Ok(game)) => {
                    self.summary.add(&game, games.bytes() - before);
                    last = Some(game);
                }
                Some(Err(DataError {
                    problem: Problem::Torn,
                    ..
                })) => {
                    return Ok(last);
                }
                Some(Err(error)) => return Err(error.into()),
            }
        }
    }

    /// Cuts off what follows the last whole game, and goes there.
    fn drop_torn_end(&mut self) -> io::Result<()> {
        let whole = self.summary.bytes;
        self.dropped = self.file.seek(SeekFrom::End(0))?.saturating_sub(whole);
        if self.dropped > 0 {
            self.file.set_len(whole)?;
        }
        self.file.seek(SeekFrom::Start(whole))?;
        Ok(())
    }

    /// What the file holds.
    #[must_use]
    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The bytes of a torn game that were cut off when the file was opened; 0 for none.
    #[must_use]
    pub const fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Writes a game behind the others.
    ///
    /// # Errors
    ///
    /// If the file takes no more.
    pub fn write(&mut self, game: &Game) -> Result<(), Error> {
        let bytes = encode(game);
        self.file.write_all(&bytes).map_err(|error| Error::Write {
            file: self.path.clone(),
            error,
        })?;
        self.summary.add(game, bytes.len() as u64);
        Ok(())
    }
}
