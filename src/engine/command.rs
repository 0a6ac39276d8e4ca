//! What the engine can be asked to do.

use std::time::Instant;

use super::task::Task;
use crate::chess::notation::CoordinateMove;
use crate::search::limits::Limits;

/// One request to the engine thread, in the order in which they were made.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Say who you are and which options there are.
    Identify,
    /// Say more, or no longer.
    Debug(bool),
    /// Say when all that was asked before is done, except for a search, or for a count and what
    /// waits for its end.
    IsReady,
    /// Set an option; `value` is absent for buttons.
    SetOption {
        /// Its name, in any case.
        name: String,
        /// The text behind `value`.
        value: Option<String>,
    },
    /// Registration: accepted, for nothing is asked.
    Register,
    /// What follows belongs to another game.
    NewGame,
    /// Set up a position.
    Position {
        /// A FEN, or `None` for the initial position.
        fen: Option<String>,
        /// The moves made from there.
        moves: Vec<CoordinateMove>,
    },
    /// Play on from the present position; no move is made where one is not legal.
    Moves(Vec<CoordinateMove>),
    /// Exchange the colors in the position.
    Flip,
    /// Think about the position.
    Go(Go),
    /// Count the leaves below the position at this depth, in plies.
    Perft(u32),
    /// End what is running, and all that waits for it, and say the results.
    Stop,
    /// The user pressed Ctrl-C: end what is running, or the program where nothing is.
    Interrupt,
    /// The move that is pondered on was played.
    PonderHit,
    /// Show the position.
    Display,
    /// Show the evaluation of the position, term by term.
    Evaluate,
    /// Run a task.
    Run(Task),
    /// Print lines that do not depend on the engine's state.
    Print(String),
    /// Say something about the input that is well to know.
    Note(String),
    /// Say that a `position` could not be understood; the old position stays.
    RefusePosition(String),
    /// Say that the input could not be understood.
    Refuse(String),
    /// End the program, after a count or a bench that is running.
    Quit,
    /// Nobody can read the output any more: end the program at once.
    OutputClosed,
    /// There will be no more input.
    EndOfInput,
}

/// A request to search.
#[derive(Clone, Debug, PartialEq)]
pub struct Go {
    /// The limits that end the search.
    pub limits: Limits,
    /// The root moves to consider; all legal moves if empty.
    pub search_moves: Vec<CoordinateMove>,
    /// Whether a part of the request was not understood, and was skipped. Without a limit, such a
    /// search is short: else a slip in a limit would mean a search without end.
    pub skipped: bool,
    /// When the request came in: the clock is already running.
    pub received: Instant,
}
