//! Reads games, and checks each game completely before returning it.
//!
//! A file with an error is not reliable training data, so the reader stops at the first error. See
//! <https://www.chessprogramming.org/Automated_Tuning>.

use std::io::{self, Read};
use std::path::PathBuf;

use super::decode::{self, MOVE_BYTES, START_BYTES};
use super::error::{DataError, DataErrorKind};
use super::game::Game;

/// Iterates over the games of a file or another source of bytes. Ends after the first error.
///
/// ```
/// use ferz::chess::{Board, Outcome};
/// use ferz::tools::games::{Game, GameReader, encode};
/// let game = Game { start: Board::default(), moves: Vec::new(), outcome: Outcome::Draw };
/// let bytes = encode(&game);
/// let mut games = GameReader::new(&bytes[..], "a game in memory");
/// assert_eq!(games.next().unwrap().unwrap(), game);
/// assert!(games.next().is_none());
/// ```
#[derive(Debug)]
pub struct GameReader<R> {
    input: R,
    /// The name of the source, for errors.
    file: PathBuf,
    /// The number of bytes read.
    offset: u64,
    /// The number of games read.
    games: u64,
    /// Whether there was an error.
    failed: bool,
}

/// The offset of a malformed part, and the error.
type ReadFailure = (u64, DataErrorKind);

impl<R: Read> GameReader<R> {
    /// Creates a reader of the games in `input`, which should be buffered. Errors give `name` as
    /// the file.
    pub fn new(input: R, name: impl Into<PathBuf>) -> Self {
        Self {
            input,
            file: name.into(),
            offset: 0,
            games: 0,
            failed: false,
        }
    }

    /// Returns the number of bytes read so far. Between two games, this is the total size of the
    /// games read.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.offset
    }

    fn game(&mut self) -> Result<Option<Game>, ReadFailure> {
        let beginning = self.offset;
        let Some(bytes) = self.read::<START_BYTES>(beginning)? else {
            return Ok(None);
        };
        let (start, outcome) = decode::start(&bytes).map_err(|kind| (beginning, kind))?;
        let mut board = start;
        let mut moves = Vec::new();
        loop {
            let at = self.offset;
            let bytes = self.read::<MOVE_BYTES>(beginning)?;
            let bytes = bytes.ok_or((beginning, DataErrorKind::Torn))?;
            if bytes == [0; MOVE_BYTES] {
                break;
            }
            let played = decode::scored_move(&board, bytes).ok_or_else(|| {
                let bits = u16::from_le_bytes([bytes[0], bytes[1]]);
                let board = Box::new(board);
                (at, DataErrorKind::Move { bits, board })
            })?;
            moves.push(played);
            board = board.after(played.mv);
        }
        match board.outcome() {
            Some(by_rule) if by_rule != outcome => {
                let kind = DataErrorKind::Contradiction {
                    outcome,
                    by_rule,
                    board: Box::new(board),
                };
                Err((beginning, kind))
            }
            _ => Ok(Some(Game {
                start,
                moves,
                outcome,
            })),
        }
    }

    /// Returns the next bytes of the game that begins at `beginning`; `None` at the end.
    fn read<const N: usize>(&mut self, beginning: u64) -> Result<Option<[u8; N]>, ReadFailure> {
        let mut bytes = [0; N];
        let mut filled = 0;
        while filled < N {
            match self.input.read(&mut bytes[filled..]) {
                Ok(0) if filled == 0 => return Ok(None),
                Ok(0) => return Err((beginning, DataErrorKind::Torn)),
                Ok(more) => filled += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err((self.offset, error.into())),
            }
        }
        self.offset += N as u64;
        Ok(Some(bytes))
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<Game, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let game = self.game().map_err(|(offset, kind)| {
            self.failed = true;
            DataError {
                file: self.file.clone(),
                game: self.games + 1,
                offset,
                kind,
            }
        });
        let game = game.transpose()?;
        self.games += 1;
        Some(game)
    }
}
