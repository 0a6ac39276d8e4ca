//! Readers of files of games.

use std::fmt;
use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Error, Result, anyhow, ensure};
use viriformat::dataformat::Game as ViriGame;

use super::file::MAGIC;
use super::format::decode;
use super::games::{Game, Torn};
use super::trees;
use crate::support::cannot_read;
use ferz::cli::input;
use ferz::cli::progress::ProgressBar;
use ferz::support::quote::Named;

/// What is wrong with a game that is not complete.
const TORN: &str = "the file ends within this game; expected four zero bytes at the end of a game";

/// The bytes of a game that is not checked yet, so that several threads can check games.
pub(super) struct RawGame {
    number: u64,
    /// The offset of the game in its file.
    offset: u64,
    bytes: Vec<u8>,
}

impl RawGame {
    /// Checks the game, and decodes it. Errors give `file` as the file.
    pub fn decode(&self, file: &Path) -> Result<Game> {
        let message = |at: usize, error: &dyn fmt::Display| {
            let (file, game, byte) = (Named(file), self.number, self.offset + at as u64);
            format!("{file}: game {game}, byte {byte}: {error}")
        };
        match decode(&self.bytes) {
            Ok(Some(game)) => Ok(game),
            Ok(None) => Err(Torn(message(0, &TORN)).into()),
            Err((at, error)) => Err(Error::msg(message(at, &error))),
        }
    }
}

/// Iterates over the games of a file or another source of bytes, and checks each game completely
/// before returning it. Ends after the first error: a file with an error is not reliable training
/// data.
#[derive(Debug)]
pub struct GameReader<R> {
    pub(super) input: R,
    /// The name of the source, for errors.
    file: PathBuf,
    /// The number of bytes read.
    bytes: u64,
    /// The number of games read.
    pub(super) games: u64,
    /// Whether there was an error or the end of the file.
    ended: bool,
}

impl<R: BufRead> GameReader<R> {
    /// Maximum size of a game, in bytes. No legal game is as long. In a file that contains
    /// something else, the end of a game may be far away.
    const MAX_BYTES: u64 = 1 << 20;

    /// Creates a reader of the games in `input`. Errors give `name` as the file.
    pub fn new(input: R, name: impl Into<PathBuf>) -> Self {
        Self {
            input,
            file: name.into(),
            bytes: 0,
            games: 0,
            ended: false,
        }
    }

    /// Returns the number of bytes read so far. Between two games, this is the total size of the
    /// games read.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Reads the next game without checking it. An incomplete game is an error only of
    /// [`RawGame::decode`], because other errors may explain it.
    pub(super) fn next_raw(&mut self) -> Option<Result<RawGame>> {
        if self.ended {
            return None;
        }
        let (offset, mut bytes) = (self.bytes, Vec::new());
        let mut input = self.input.by_ref().take(Self::MAX_BYTES);
        let read = ViriGame::deserialise_fast_into_buffer(&mut input, &mut bytes);
        // Nothing was read.
        let is_at_end = input.limit() == Self::MAX_BYTES;
        self.bytes += bytes.len() as u64;
        self.ended = read.is_err();
        match read {
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => {
                return Some(Err(match self.bytes {
                    0 => cannot_read(&self.file)(error),
                    end => {
                        let file = Named(&self.file);
                        anyhow!("cannot read {file} after byte {end}: {error}")
                    }
                }));
            }
            Err(_) if is_at_end => return None,
            _ => self.games += 1,
        }
        let number = self.games;
        Some(Ok(RawGame {
            number,
            offset,
            bytes,
        }))
    }
}

impl<R: BufRead> Iterator for GameReader<R> {
    type Item = Result<Game>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.next_raw()?.and_then(|raw| raw.decode(&self.file));
        self.ended |= game.is_err();
        Some(game)
    }
}

/// Opens a file of games.
pub(super) fn open(file: &Path) -> Result<GameReader<BufReader<Box<dyn Read>>>> {
    let name = input::name(file);
    let mut input = BufReader::new(input::open(file).map_err(cannot_read(&name))?);
    // The reader of games reports an error in reading.
    let start = input.fill_buf().unwrap_or_default();
    for (magic, found) in [
        (MAGIC, "positions that ferz-lab data wrote"),
        (trees::MAGIC, "positions of search trees"),
    ] {
        ensure!(
            !start.starts_with(magic),
            "{}: found {found}; expected games in viriformat",
            Named(&name)
        );
    }
    Ok(GameReader::new(input, name))
}

/// Reads all games of several files, with a progress bar unless one of them is standard input or
/// another pipe. Calls `add` with each game and its size in bytes.
pub fn for_each_game(files: &[PathBuf], mut add: impl FnMut(&Game, u64)) -> Result<()> {
    let size = |file: &PathBuf| {
        let found = fs::metadata(file).ok().filter(fs::Metadata::is_file);
        found.map(|found| found.len())
    };
    let sum: Option<u64> = files.iter().map(size).sum();
    let bar = sum.map(|total| (ProgressBar::new("bytes of games"), total));
    let mut bytes_before = 0;
    for file in files {
        let (mut games, mut bytes) = (open(file)?, 0);
        while let Some(game) = games.next() {
            let game = game?;
            add(&game, games.bytes() - bytes);
            bytes = games.bytes();
            if let Some((bar, total)) = &bar {
                bar.show(bytes_before + bytes, *total);
            }
        }
        bytes_before += bytes;
    }
    Ok(())
}
