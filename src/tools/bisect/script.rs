//! A script for the tool perftree: it is run for each question, and prints the answer.
//!
//! It is called as `SCRIPT DEPTH FEN "MOVES"`, the last only if there are moves, and prints
//! a line `e2e4 600` for each move, an empty line, and the total, or the total alone. What it
//! prints is read as generously as what an engine prints.
//! See <https://github.com/agausmann/perftree>.

use std::process::Stdio;
use std::time::Instant;

use super::fault::{Fault, Problem};
use super::path::Path;
use super::process::Program;
use super::reply::{self, Reply};
use super::{Opponent, Patience, Question};
use crate::chess::notation::CastlingNotation;

/// A script and how it is to be asked.
#[derive(Clone, Debug)]
pub struct Script {
    /// The command and its arguments, before those of the question.
    pub words: Vec<String>,
    /// How castling is written in the moves.
    pub castling: CastlingNotation,
    /// How long it may take.
    pub patience: Patience,
    /// Whether its answers had totals alone until now.
    prints_totals_alone: bool,
}

impl Script {
    /// A script of which no answer is known.
    #[must_use]
    pub const fn new(words: Vec<String>, castling: CastlingNotation, patience: Patience) -> Self {
        Self {
            words,
            castling,
            patience,
            prints_totals_alone: false,
        }
    }
}

/// The arguments for a question: the depth, the FEN, and the moves from there, if there are any,
/// with `tried` as the last one.
#[must_use]
pub fn arguments(
    path: &Path,
    depth: u32,
    tried: Option<&str>,
    castling: CastlingNotation,
) -> Vec<String> {
    let moves = path.written_moves_and(tried, castling);
    let mut arguments = vec![depth.to_string(), path.start().to_owned()];
    arguments.extend(Some(moves).filter(|moves| !moves.is_empty()));
    arguments
}

impl Opponent for Script {
    fn prints_moves(&self) -> bool {
        !self.prints_totals_alone
    }

    fn divide(&mut self, question: &Question<'_>) -> Result<Reply, Fault> {
        let path = question.path;
        let arguments = arguments(path, question.depth, question.tried, self.castling);
        let limit = self.patience.limit(question.nodes);
        let deadline = Instant::now() + limit;
        let mut program = Program::start(&self.words, &arguments, Stdio::null())?;
        let mut reply = Reply::default();
        let problem = loop {
            match program.line(deadline) {
                Ok(Some(line)) => reply.add(reply::parse(&line)),
                Ok(None) => break Problem::Silence(limit),
                Err(problem) => break problem,
            }
        };
        match problem {
            // This is how an answer ends.
            Problem::Ended(status) if status.success() => {}
            _ => return Err(program.fault(problem)),
        }
        if !path.board().has_legal_moves() || reply.total == Some(0) {
            return Ok(reply);
        }
        if reply == Reply::default() {
            return Err(program.fault(problem));
        }
        self.prints_totals_alone = reply.is_total_alone();
        Ok(reply)
    }
}
