//! Events: what the engine reports.

use std::sync::Arc;
use std::time::Duration;

use crate::chess::notation::{CastlingNotation, CoordinateMove};
use crate::chess::{Board, Move, Termination};
use crate::eval::network::Network;
use crate::search::Report;

/// Something that the engine reports to its [`EventHandler`].
#[derive(Clone, Debug)]
pub enum Event {
    /// Reply to [`Command::Identify`](super::Command::Identify).
    Identity,
    /// Reply to [`Command::IsReady`](super::Command::IsReady).
    Ready,
    /// A report of the running search, except [`Report::NoMate`] and [`Report::Bug`], which become
    /// a note and an error.
    Search {
        report: Report,
        /// How castling moves are written.
        notation: CastlingNotation,
        /// Whether the probabilities of win, draw and loss are reported with a score.
        show_wdl: bool,
    },
    /// The result of a perft.
    Perft {
        /// Leaf nodes below each root move.
        divide: Vec<(Move, u64)>,
        /// Leaf nodes below the root.
        total: u64,
        elapsed: Duration,
        /// How castling moves are written.
        notation: CastlingNotation,
    },
    /// Reply to [`Command::Display`](super::Command::Display).
    Display(Box<Situation>),
    /// Reply to [`Command::Evaluate`](super::Command::Evaluate): the position, and the network of
    /// the evaluation.
    Evaluation(Box<Situation>, Arc<Network>),
    /// The position has changed, or how its moves are written. UCI has no message for it.
    Position(Box<Situation>),
    /// A search or background task starts. UCI has no message for it.
    Started,
    /// The search or background task has ended, and its result has been sent. UCI has no message
    /// for it.
    Ended,
    /// Progress of a background task. UCI has no message for it.
    Progress {
        /// Parts done.
        done: u64,
        /// All parts.
        total: u64,
    },
    /// Output of a command; may have several lines, or none.
    Text(String),
    /// A note to the user.
    Note(String),
    /// Error message of a command that was rejected or failed.
    Error(String),
}

impl Event {
    /// Returns the report of the search; `None` for other events.
    pub const fn report(&self) -> Option<&Report> {
        match self {
            Self::Search { report, .. } => Some(report),
            _ => None,
        }
    }
}

/// The position of the engine, with what is known of its game.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation {
    pub board: Board,
    /// The Zobrist key of the board.
    pub key: u64,
    /// The board before the last move, and that move; `None` if no move has been made since the
    /// position was set up.
    pub last_move: Option<(Board, Move)>,
    /// How castling moves are written.
    pub notation: CastlingNotation,
    /// How the game has ended; `None` if it has not.
    pub termination: Option<Termination>,
}

impl Situation {
    /// Returns the FEN of the board; a Shredder-FEN if castling moves are written as king takes
    /// rook.
    pub fn fen(&self) -> String {
        fen(&self.board, self.notation)
    }

    /// Returns the legal moves in coordinate notation, sorted.
    pub fn sorted_moves(&self) -> Vec<String> {
        let written = |mv| CoordinateMove::new(mv, self.notation).to_string();
        let moves = self.board.legal_moves().into_iter();
        let mut moves: Vec<String> = moves.map(written).collect();
        moves.sort();
        moves
    }
}

/// Returns the FEN of `board`; a Shredder-FEN if castling moves are written as king takes rook.
pub(super) fn fen(board: &Board, notation: CastlingNotation) -> String {
    match notation {
        CastlingNotation::KingMoves => board.to_string(),
        CastlingNotation::KingTakesRook => board.shredder_fen(),
    }
}

/// Function that receives the events. It is called from several threads.
pub type EventHandler = Arc<dyn Fn(Event) + Send + Sync>;
