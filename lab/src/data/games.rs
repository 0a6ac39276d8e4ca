//! Games that the engine played against itself, their positions, and readers of files of games.
//!
//! See <https://www.chessprogramming.org/Automated_Tuning>.

use std::fmt;
use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Error, Result, anyhow, ensure};
use viriformat::dataformat::Game as ViriGame;

use super::file::{MAGIC, cannot_read};
use super::format::decode;
use ferz::chess::{Board, Move, MoveList, Outcome, generate_captures};
use ferz::cli::input;
use ferz::cli::progress::ProgressBar;
use ferz::score::{Score, is_mate};
use ferz::search::see;
use ferz::support::quote::Named;

/// A played move, and the search score of the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// The score from White's view, in centipawns or as a mate score. It must fit in 16 bits.
    pub score: Score,
}

/// A game. All of its moves are legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The first position, after any random opening moves.
    pub start: Board,
    /// The moves.
    pub moves: Vec<ScoredMove>,
    /// The result.
    pub outcome: Outcome,
}

impl Game {
    /// Returns all positions in which a move was played, in order.
    pub fn samples(&self) -> impl Iterator<Item = Sample> + '_ {
        let mut next = self.start;
        self.moves.iter().enumerate().map(move |(ply, played)| {
            let board = next;
            next = board.after(played.mv);
            Sample {
                board,
                mv: played.mv,
                score: played.score,
                outcome: self.outcome,
                ply,
            }
        })
    }

    /// Returns the position after the last move.
    pub fn end(&self) -> Board {
        let moves = self.moves.iter();
        moves.fold(self.start, |board, played| board.after(played.mv))
    }
}

/// A position of a game, as a training sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position.
    pub board: Board,
    /// The played move: the best move of the search.
    pub mv: Move,
    /// The score of the search, from White's view.
    pub score: Score,
    /// The result of the game.
    pub outcome: Outcome,
    /// The number of plies since the first position of the game.
    pub ply: usize,
}

impl Sample {
    /// Returns whether the position is quiet, so that its static evaluation is meaningful: the
    /// side to move is not in check, the best move is neither a capture nor a promotion, and the
    /// score is not a mate.
    pub fn is_quiet(&self) -> bool {
        self.mv.is_quiet() && !is_mate(self.score) && !self.board.is_in_check()
    }

    /// Returns whether a static evaluation can be fitted to the position: it is
    /// [quiet](Self::is_quiet), and no capture wins material. In other positions the score depends
    /// on tactics, which a static evaluation does not see.
    pub fn suits_static_eval(&self) -> bool {
        let wins_material = |&mv: &Move| see::wins_at_least(&self.board, mv, 1, &see::values());
        self.is_quiet() && {
            let mut captures = MoveList::new();
            generate_captures(&self.board, &mut captures);
            !captures.iter().any(wins_material)
        }
    }
}

/// Formats the sample as `FEN | score | result` for trainers of networks. The score and the
/// result (1.0, 0.5 or 0.0 points) are from White's view.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = self.outcome.points();
        write!(f, "{} | {} | {points:.1}", self.board, self.score)
    }
}

/// What is wrong with a game that is not complete.
const TORN: &str = "the file ends within this game; expected four zero bytes at the end of a game";

/// The error of a file that ends within its last game: its message.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Torn(String);

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
    /// Maximum size of a game, in bytes. No legal game is as long. In a file that contains something
    /// else, the end of a game may be far away.
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
        let is_at_end = input.limit() == Self::MAX_BYTES;
        self.bytes += bytes.len() as u64;
        self.ended = read.is_err();
        match read {
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => {
                return Some(Err(match self.bytes {
                    0 => cannot_read(&self.file)(error),
                    read => {
                        let file = Named(&self.file);
                        anyhow!("cannot read {file} after byte {read}: {error}")
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
    let is_prepared = input.fill_buf().is_ok_and(|start| start.starts_with(MAGIC));
    ensure!(
        !is_prepared,
        "{}: found positions that ferz-lab data wrote; expected games in viriformat",
        Named(&name)
    );
    Ok(GameReader::new(input, name))
}

/// Reads all games of several files, with a progress bar unless one of them is standard input or
/// another pipe. Calls `add` with each game and its size in bytes.
pub fn for_each_game(files: &[PathBuf], mut add: impl FnMut(&Game, u64)) -> Result<()> {
    let size = |file: &PathBuf| {
        let found = fs::metadata(file).ok().filter(fs::Metadata::is_file);
        found.map(|found| found.len())
    };
    let total: Option<u64> = files.iter().map(size).sum();
    let bar = total.map(|total| (ProgressBar::new("bytes of games"), total));
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
