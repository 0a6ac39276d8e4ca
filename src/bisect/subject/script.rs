//! A subject that is a script for the tool perftree. It is run once for each question, and its
//! output is the answer.
//!
//! It is called as `SCRIPT DEPTH FEN "MOVES"`, without the last argument if there are no moves.
//! It prints a line `e2e4 600` for each move, an empty line, and the total, or only the total.
//! Its output may have any form that is accepted from engines.
//! See <https://github.com/agausmann/perftree>.

use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::interface::{
    LONG_SILENCE, Question, SILENCE, Subject, SubjectError, SubjectErrorKind, time_allowed,
};
use super::process::Process;
use super::reply::Reply;
use crate::bisect::path::MovePath;

/// Interval between checks for the end of the script.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Silence that ends an answer whose total is the sum of its counts.
const SHORT_SILENCE: Duration = Duration::from_millis(100);

/// A script that prints perft counts.
#[derive(Clone, Debug)]
pub struct ScriptSubject {
    /// The command and its arguments, without those of the question.
    words: Vec<String>,
    timeout: Option<Duration>,
    /// Whether its last answer was not only a total.
    prints_moves: bool,
}

impl ScriptSubject {
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
pub fn script_arguments(path: &MovePath, depth: u32, unchecked_move: Option<&str>) -> Vec<String> {
    let moves = path.written_moves(unchecked_move);
    let mut arguments = vec![depth.to_string(), path.start_fen().to_owned()];
    arguments.extend(Some(moves).filter(|moves| !moves.is_empty()));
    arguments
}

/// Returns the duration of silence that ends an answer after the script has ended, while a process
/// that it has started keeps its output open. Returns `None` if silence does not end the answer.
fn silence_that_ends(reply: &Reply, expected: Expected, status: ExitStatus) -> Option<Duration> {
    let has_counts = !reply.counts.is_empty();
    if reply.is_complete() {
        return Some(SHORT_SILENCE);
    }
    if reply.counts.len() >= expected.moves || !status.success() {
        return Some(SILENCE);
    }
    // Depth 1 is counted at once, so the other moves are missing.
    let lacks_moves = has_counts && expected.depth == 1;
    // A number up to the depth may be that of a heading such as "perft 3".
    let has_only_total = !has_counts && reply.total > Some(expected.depth.into());
    (lacks_moves || has_only_total).then_some(LONG_SILENCE)
}

/// What is expected of an answer.
#[derive(Clone, Copy)]
struct Expected {
    depth: u32,
    /// Number of legal moves; `usize::MAX` if the position is not known.
    moves: usize,
}

/// Reads the output of a script until its end, or until silence after the end of the script, but at
/// most for the time `limit`. Returns the answer, and what ended it, as an error kind.
fn read_answer(
    process: &mut Process,
    expected: Expected,
    limit: Duration,
) -> (Reply, SubjectErrorKind) {
    let deadline = Instant::now() + limit;
    // The exit status, and the time of the last line or of the end of the script.
    let (mut status, mut last) = (None, Instant::now());
    let mut reply = Reply::default();
    loop {
        match process.next_line(deadline.min(Instant::now() + POLL_INTERVAL)) {
            Ok(Some(line)) => {
                reply.add(&line);
                last = Instant::now();
            }
            Err(end) => return (reply, end),
            Ok(None) if Instant::now() >= deadline => {
                return (reply, SubjectErrorKind::Silence(limit));
            }
            Ok(None) => match status {
                None => {
                    status = process.status();
                    // Its last lines may still be in the pipe.
                    last = Instant::now();
                }
                Some(status) => {
                    let silence = silence_that_ends(&reply, expected, status);
                    if silence.is_some_and(|silence| last.elapsed() > silence) {
                        return (reply, SubjectErrorKind::Ended(status));
                    }
                }
            },
        }
    }
}

impl Subject for ScriptSubject {
    fn prints_moves(&self) -> bool {
        self.prints_moves
    }

    fn divide(&mut self, question: &Question<'_>) -> Result<Reply, SubjectError> {
        let path = question.path;
        let arguments = script_arguments(path, question.depth, question.unchecked_move);
        let limit = time_allowed(self.timeout, question.nodes);
        let mut process = Process::start(&self.words, &arguments, Stdio::null())?;
        // An unchecked move may be illegal, and the script may or may not make it.
        let is_position_known = question.unchecked_move.is_none();
        let moves = if is_position_known {
            path.board().legal_moves().len()
        } else {
            usize::MAX
        };
        let depth = question.depth;
        let (reply, end) = read_answer(&mut process, Expected { depth, moves }, limit);
        let may_be_empty = !path.board().has_legal_moves() || reply.total == Some(0);
        let is_empty = reply == Reply::default() && !may_be_empty;
        let unreadable = || {
            let line = reply.unreadable_count(path.board());
            Some(SubjectErrorKind::unreadable(
                line.filter(|_| is_position_known)?,
            ))
        };
        let error = match end {
            // A script ends after its answer.
            SubjectErrorKind::Ended(status) if status.success() => {
                unreadable().or(is_empty.then_some(end))
            }
            SubjectErrorKind::Silence(_) => Some(unreadable().unwrap_or(end)),
            end => Some(end),
        };
        if let Some(error) = error {
            return Err(process.fail(error));
        }
        if !may_be_empty {
            self.prints_moves = !reply.counts.is_empty() || reply.total.is_none();
        }
        Ok(reply)
    }
}
