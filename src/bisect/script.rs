//! A script for the tool perftree. It is run once for each question, and its output is the answer.
//!
//! It is called as `SCRIPT DEPTH FEN "MOVES"`, without the last argument if there are no moves.
//! It prints a line `e2e4 600` for each move, an empty line, and the total, or only the total.
//! Its output may have any form that is accepted from engines.
//! See <https://github.com/agausmann/perftree>.

use std::process::Stdio;
use std::time::{Duration, Instant};

use super::opponent::{Opponent, OpponentError, OpponentErrorKind, Question, time_allowed};
use super::path::MovePath;
use super::process::Program;
use super::reply::{self, Reply};

/// A script that prints perft counts.
#[derive(Clone, Debug)]
pub struct Script {
    /// The command and its arguments, without those of the question.
    words: Vec<String>,
    timeout: Option<Duration>,
    /// Whether its last answer was not only a total.
    prints_moves: bool,
}

impl Script {
    /// Creates a script from the words of its command. `timeout` is the time allowed for an answer;
    /// with `None`, it depends on the number of nodes.
    pub const fn new(words: Vec<String>, timeout: Option<Duration>) -> Self {
        Self {
            words,
            timeout,
            prints_moves: true,
        }
    }
}

/// Returns the arguments for a question: the depth, the FEN, and the moves if there are any.
/// `unchecked_move` is the last of the moves.
pub fn arguments(path: &MovePath, depth: u32, unchecked_move: Option<&str>) -> Vec<String> {
    let moves = path.written_moves(unchecked_move);
    let mut arguments = vec![depth.to_string(), path.start().to_owned()];
    arguments.extend(Some(moves).filter(|moves| !moves.is_empty()));
    arguments
}

impl Opponent for Script {
    fn prints_moves(&self) -> bool {
        self.prints_moves
    }

    fn divide(&mut self, question: &Question<'_>) -> Result<Reply, OpponentError> {
        let path = question.path;
        let arguments = arguments(path, question.depth, question.unchecked_move);
        let limit = time_allowed(self.timeout, question.nodes);
        let deadline = Instant::now() + limit;
        let mut program = Program::start(&self.words, &arguments, Stdio::null())?;
        let mut reply = Reply::default();
        let end = loop {
            match program.line(deadline) {
                Ok(Some(line)) => reply.add(reply::parse(&line)),
                Ok(None) => break OpponentErrorKind::Silence(limit),
                Err(end) => break end,
            }
        };
        // A script ends after its answer.
        let is_complete = matches!(end, OpponentErrorKind::Ended(status) if status.success());
        let may_be_empty = !path.board().has_legal_moves() || reply.total == Some(0);
        if !is_complete || reply == Reply::default() && !may_be_empty {
            return Err(program.error(end));
        }
        if !may_be_empty {
            self.prints_moves = !reply.counts.is_empty() || reply.total.is_none();
        }
        Ok(reply)
    }
}
