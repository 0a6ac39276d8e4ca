//! A script for the tool perftree: it is run for each question, and prints the answer.
//!
//! It is called as `SCRIPT DEPTH FEN "MOVES"`, the last only if there are moves, and prints
//! a line `e2e4 600` for each move, an empty line, and the total. What it prints is read as
//! generously as what an engine prints. See <https://github.com/agausmann/perftree>.

use std::process::Stdio;
use std::time::Instant;

use super::fault::{Fault, Problem};
use super::process::Program;
use super::reply::{self, Reply};
use super::{Opponent, Patience, Question};
use crate::chess::has_legal_moves;
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
}

impl Opponent for Script {
    fn divide(&mut self, question: &Question<'_>) -> Result<Reply, Fault> {
        let path = question.path;
        let mut arguments = vec![question.depth.to_string(), path.start().to_owned()];
        if !path.moves().is_empty() {
            arguments.push(path.written_moves(self.castling));
        }
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
        let has_answered = !reply.counts.is_empty() || reply.total == Some(0);
        match reply.total {
            _ if has_answered || !has_legal_moves(path.board()) => Ok(reply),
            Some(_) => Err(program.fault(Problem::NoMoves)),
            None => Err(program.fault(problem)),
        }
    }
}
