//! Events: the output of the engine.
//!
//! [`Event`] and the search's [`Report`](crate::search::Report) are two types. A report contains
//! only what the search finds, with plain moves. An event contains moves in coordinate notation,
//! and also covers commands that are not searches.

use std::sync::Arc;
use std::time::Duration;

use super::options::Declaration;
use crate::chess::notation::{CastlingNotation, CoordinateMove};
use crate::chess::{Board, Move, Termination};
use crate::eval::network::Network;
use crate::search::Variation;

/// One output of the engine.
#[derive(Clone, Debug)]
pub enum Event {
    /// Reply to [`Command::Identify`](super::Command::Identify): the options.
    Identity(&'static [Declaration]),
    /// Reply to [`Command::IsReady`](super::Command::IsReady).
    Ready,
    /// A variation found by the search.
    Variation {
        line: Variation,
        /// The moves of the variation, with castling in the notation of the game.
        pv: Vec<CoordinateMove>,
        /// Probabilities of win, draw and loss, in permille; `None` if they are turned off.
        wdl: Option<[u32; 3]>,
    },
    /// The root move that is being searched.
    CurrentMove {
        /// Depth of the iteration, in plies.
        depth: u32,
        mv: CoordinateMove,
        /// Position of the move in the move order, from 1.
        number: usize,
    },
    /// The position has no legal move.
    NoMoves {
        /// Whether it is checkmate; otherwise it is stalemate.
        in_check: bool,
    },
    /// A search has ended.
    BestMove {
        /// The best move; `None` if there is no legal move.
        mv: Option<CoordinateMove>,
        /// The expected reply.
        ponder: Option<CoordinateMove>,
    },
    /// A perft has ended.
    Perft {
        /// Leaf nodes below each root move.
        divide: Vec<(CoordinateMove, u64)>,
        /// Leaf nodes below the root.
        total: u64,
        elapsed: Duration,
    },
    /// Reply to [`Command::Display`](super::Command::Display).
    Display(Box<Situation>),
    /// Reply to [`Command::Evaluate`](super::Command::Evaluate): the position, and the network of
    /// the evaluation.
    Evaluation(Box<Situation>, Arc<Network>),
    /// The position has changed, or how its moves are written. UCI has no message for it.
    Position(Box<Situation>),
    /// A search, perft or task starts. UCI has no message for it.
    Started,
    /// The search, perft or task has ended, and its result has been sent. UCI has no message for it.
    Ended,
    /// Progress of a perft or task. UCI has no message for it.
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

/// The position of the engine, with what is known of its game.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation {
    pub board: Board,
    /// The Zobrist key of the board.
    pub key: u64,
    /// The last move of the game, after the board on which it was made. `None` if the position was
    /// set up without moves.
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
        match self.notation {
            CastlingNotation::KingMoves => self.board.to_string(),
            CastlingNotation::KingTakesRook => self.board.shredder_fen(),
        }
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

/// Receiver of the events. It is called from several threads.
pub type Output = Arc<dyn Fn(Event) + Send + Sync>;
