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
use super::reply::Reply;

/// If a script has ended, but a process that it has started keeps its output open, this time without
/// a line ends an answer that may be complete.
const SILENCE: Duration = Duration::from_millis(500);

/// Interval between checks for the end of the script.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

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

/// Returns whether a reply has as many counts as there are legal moves, or only a total.
fn has_all(reply: &Reply, legal_moves: usize) -> bool {
    reply.counts.len() >= legal_moves || reply.counts.is_empty() && reply.total.is_some()
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
        let (mut reply, mut last) = (Reply::default(), Instant::now());
        let legal_moves = path.board().legal_moves().len();
        let end = loop {
            match program.line(deadline.min(Instant::now() + POLL_INTERVAL)) {
                Ok(Some(line)) => {
                    reply.add(&line);
                    last = Instant::now();
                }
                Err(end) => break end,
                Ok(None) => {
                    let is_all = reply.is_complete()
                        || last.elapsed() > SILENCE && has_all(&reply, legal_moves);
                    if let Some(status) = program.status().filter(|_| is_all) {
                        break OpponentErrorKind::Ended(status);
                    }
                    if Instant::now() >= deadline {
                        break OpponentErrorKind::Silence(limit);
                    }
                }
            }
        };
        // A script ends after its answer.
        let is_complete = matches!(end, OpponentErrorKind::Ended(status) if status.success());
        let may_be_empty = legal_moves == 0 || reply.total == Some(0);
        let has_failed = !is_complete || reply == Reply::default() && !may_be_empty;
        match reply.unreadable() {
            Some(line) => return Err(program.error(OpponentErrorKind::Unreadable(line))),
            None if has_failed => return Err(program.error(end)),
            None => {}
        }
        if !may_be_empty {
            self.prints_moves = !reply.counts.is_empty() || reply.total.is_none();
        }
        Ok(reply)
    }
}
