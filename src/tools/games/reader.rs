//! Games from a file, each checked in full before it is given out.
//!
//! Data that is wrong somewhere is not to be learned from, so reading ends at the first
//! error. See <https://www.chessprogramming.org/Automated_Tuning>.

use std::fmt;
use std::io::{self, Read};
use std::path::PathBuf;

use super::Game;
use super::decode::{self, MOVE_BYTES, START_BYTES};
use crate::chess::{Board, FenError, Outcome, SetupNote, Square};
use crate::support::quote::Named;

/// Where a file is not what it should be.
#[derive(Debug, thiserror::Error)]
pub struct DataError {
    /// The file.
    pub file: PathBuf,
    /// The game, from 1.
    pub game: u64,
    /// Where the part of it begins that is wrong; where the game begins if it has no end.
    pub offset: u64,
    /// What is wrong.
    pub problem: Problem,
}

/// What cannot be read has no games in it that could be named.
impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, game, offset) = (Named(&self.file), self.game, self.offset);
        match &self.problem {
            Problem::Read(error) if offset == 0 => write!(f, "cannot read {file}: {error}"),
            Problem::Read(error) => write!(f, "cannot read {file} from byte {offset} on: {error}"),
            problem => write!(f, "{file}: game {game}, byte {offset}: {problem}"),
        }
    }
}

/// What is wrong with a game.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum Problem {
    /// The file could not be read.
    #[error("cannot be read: {0}")]
    Read(#[from] io::Error),
    /// The file ends before the game does.
    #[error("the file ends within this game; expected four bytes of zero to end it")]
    Torn,
    /// More squares are occupied than there are men.
    #[error("{0} squares are occupied; expected at most 32")]
    Men(u32),
    /// A number that stands for no piece, or for a castling rook elsewhere than at home.
    #[error(
        "the piece on {square} is {code}; expected 0 to 5, 6 for a rook on its back rank that may castle, or 8 more for Black"
    )]
    Piece { square: Square, code: u8 },
    /// A piece for which there is no square.
    #[error("there are more pieces than occupied squares; expected as many")]
    SurplusPiece,
    /// A number that stands for no square.
    #[error("the en passant square is {0}; expected 0 to 64")]
    EnPassant(u8),
    /// The game was a draw before it began.
    #[error(
        "the game begins after {0} half-moves without capture or pawn move; expected at most 100"
    )]
    Clock(u8),
    /// A number that stands for no result.
    #[error("the result is {0}; expected 0 (Black won), 1 (draw) or 2 (White won)")]
    Outcome(u8),
    /// The first position cannot be played.
    #[error("the first position is impossible: {0}")]
    Start(#[from] FenError),
    /// A castling right or an en passant square of the first position means nothing.
    #[error("the first position cannot be read without loss: {0}")]
    Setup(SetupNote),
    /// The rules forbid a move.
    #[error("the move {bits:#06x} is not legal on {board}")]
    Move { bits: u16, board: Box<Board> },
    /// The last position says that the game ended otherwise.
    #[error("the result is {outcome}; expected {by_rule}, for the game ends on {board}")]
    Contradiction {
        outcome: Outcome,
        by_rule: Outcome,
        board: Box<Board>,
    },
}

/// The games of a file, or of another source of bytes; it ends after the first error.
///
/// ```
/// use ferz::chess::{Board, Outcome};
/// use ferz::tools::games::{Game, Reader, encode};
/// let game = Game { start: Board::default(), moves: Vec::new(), outcome: Outcome::Draw };
/// let bytes = encode(&game);
/// let mut games = Reader::new(&bytes[..], "a game in memory");
/// assert_eq!(games.next().unwrap().unwrap(), game);
/// assert!(games.next().is_none());
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    /// What errors call it.
    file: PathBuf,
    /// Bytes read.
    offset: u64,
    /// Games read.
    games: u64,
    failed: bool,
}

/// What is wrong, and where it begins.
type Found = (u64, Problem);

impl<R: Read> Reader<R> {
    /// The games in these bytes, which had better be buffered; errors call them `name`.
    pub fn new(input: R, name: impl Into<PathBuf>) -> Self {
        Self {
            input,
            file: name.into(),
            offset: 0,
            games: 0,
            failed: false,
        }
    }

    /// The bytes of the games that have been read.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.offset
    }

    fn game(&mut self) -> Result<Option<Game>, Found> {
        let beginning = self.offset;
        let Some(bytes) = self.read::<START_BYTES>(beginning)? else {
            return Ok(None);
        };
        let (start, outcome) = decode::start(&bytes).map_err(|problem| (beginning, problem))?;
        let mut board = start;
        let mut moves = Vec::new();
        loop {
            let at = self.offset;
            let bytes = self.read::<MOVE_BYTES>(beginning)?;
            let bytes = bytes.ok_or((beginning, Problem::Torn))?;
            if bytes == [0; MOVE_BYTES] {
                break;
            }
            let played = decode::scored_move(&board, bytes).ok_or_else(|| {
                let bits = u16::from_le_bytes([bytes[0], bytes[1]]);
                let board = Box::new(board);
                (at, Problem::Move { bits, board })
            })?;
            moves.push(played);
            board = board.after(played.mv);
        }
        match board.outcome() {
            Some(by_rule) if by_rule != outcome => {
                let problem = Problem::Contradiction {
                    outcome,
                    by_rule,
                    board: Box::new(board),
                };
                Err((beginning, problem))
            }
            _ => Ok(Some(Game {
                start,
                moves,
                outcome,
            })),
        }
    }

    /// The next bytes of the game that begins at `beginning`; `None` where there are none.
    fn read<const N: usize>(&mut self, beginning: u64) -> Result<Option<[u8; N]>, Found> {
        let mut bytes = [0; N];
        let mut filled = 0;
        while filled < N {
            match self.input.read(&mut bytes[filled..]) {
                Ok(0) if filled == 0 => return Ok(None),
                Ok(0) => return Err((beginning, Problem::Torn)),
                Ok(more) => filled += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err((self.offset, error.into())),
            }
        }
        self.offset += N as u64;
        Ok(Some(bytes))
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Game, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let game = self.game().map_err(|(offset, problem)| {
            self.failed = true;
            DataError {
                file: self.file.clone(),
                game: self.games + 1,
                offset,
                problem,
            }
        });
        let game = game.transpose()?;
        self.games += 1;
        Some(game)
    }
}
