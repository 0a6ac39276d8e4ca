//! A UCI engine that knows `go perft N`.
//!
//! When an answer is complete is the question here. UCI has no perft, so it has no rule;
//! but the total that most engines print is the sum of the counts before it, and an engine
//! answers `isready`, which is sent behind `go perft`, either when it has counted or at once
//! (as an engine that counts on other threads does). With both there, nothing more will
//! come. Where only one of them comes, a first question about the initial position has
//! shown which of the two this engine is to be judged by.
//! See <https://www.chessprogramming.org/UCI>.

use std::process::Stdio;
use std::time::{Duration, Instant};

use super::fault::{Fault, Problem};
use super::process::Program;
use super::reply::{self, Reply};
use super::{Opponent, Patience, Question};
use crate::chess::has_legal_moves;
use crate::chess::notation::CastlingNotation;

/// Who has answered `isready`, has counted something, and then is silent for so long has no
/// more to say, unless it prints totals and has not yet.
const SILENCE: Duration = Duration::from_millis(500);

/// Who is silent for so long at the first question has no answer to it.
const FIRST_SILENCE: Duration = Duration::from_secs(2);

/// The depth of the first question, deep enough that an engine with threads of its own is
/// ready before it has counted.
const FIRST_DEPTH: u32 = 2;

/// An engine, ready to be asked.
#[derive(Debug)]
pub struct Engine {
    program: Program,
    castling: CastlingNotation,
    patience: Patience,
    /// What it calls itself.
    name: Option<String>,
    /// Whether it has the option that Chess960 needs.
    has_chess960: bool,
    /// Whether it ends its answers with a total; `None` before the first.
    prints_totals: Option<bool>,
    /// Whether it answers `isready` when it has counted, not before.
    answers_in_order: bool,
}

impl Engine {
    /// Starts an engine, and finds out how it counts.
    ///
    /// # Errors
    ///
    /// If it does not start, does not answer as UCI wants, or does not know `go perft`.
    pub fn start(
        words: &[String],
        castling: CastlingNotation,
        patience: Patience,
    ) -> Result<Self, Fault> {
        let mut engine = Self {
            program: Program::start(words, &[], Stdio::piped())?,
            castling,
            patience,
            name: None,
            has_chess960: false,
            prints_totals: None,
            answers_in_order: false,
        };
        engine.greet()?;
        let first = engine.ask("position startpos", FIRST_DEPTH, patience.limit(0), false)?;
        engine.prints_totals = Some(first.total.is_some());
        Ok(engine)
    }

    /// What the engine calls itself.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whether the engine announces the option `UCI_Chess960`.
    #[must_use]
    pub const fn has_chess960(&self) -> bool {
        self.has_chess960
    }

    fn greet(&mut self) -> Result<(), Fault> {
        self.program.tell("uci");
        self.wait_for("uciok")?;
        let mut greeting = "ucinewgame\nisready".to_owned();
        if self.castling == CastlingNotation::KingTakesRook {
            greeting = format!("setoption name UCI_Chess960 value true\n{greeting}");
        }
        self.program.tell(&greeting);
        self.wait_for("readyok")
    }

    /// Reads on to a line, and takes from the others what it tells about itself.
    fn wait_for(&mut self, word: &str) -> Result<(), Fault> {
        let limit = self.patience.limit(0);
        let deadline = Instant::now() + limit;
        loop {
            match self.program.line(deadline) {
                Ok(Some(line)) if line.trim() == word => return Ok(()),
                Ok(Some(line)) => {
                    self.has_chess960 |= line.contains("UCI_Chess960");
                    if let Some(name) = line.trim().strip_prefix("id name ") {
                        self.name = Some(name.to_owned());
                    }
                }
                Ok(None) => return Err(self.program.fault(Problem::Silence(limit))),
                Err(problem) => return Err(self.program.fault(problem)),
            }
        }
    }

    /// Asks for the counts below a position. Where it has no legal move, the answer
    /// `may_be_empty`.
    fn ask(
        &mut self,
        position: &str,
        depth: u32,
        limit: Duration,
        may_be_empty: bool,
    ) -> Result<Reply, Fault> {
        self.program
            .tell(&format!("{position}\ngo perft {depth}\nisready"));
        let deadline = Instant::now() + limit;
        let mut reply = Reply::default();
        let mut is_ready = false;
        loop {
            let silence = self.silence_that_ends(&reply, may_be_empty);
            let silence = silence
                .filter(|_| is_ready)
                .map(|time| Instant::now() + time);
            let until = silence.map_or(deadline, |end| end.min(deadline));
            match self.program.line(until) {
                Ok(Some(line)) if line.trim() == "readyok" => {
                    is_ready = true;
                    if self.prints_totals.is_none() {
                        self.answers_in_order = !reply.counts.is_empty();
                    }
                }
                Ok(Some(line)) => {
                    if self.prints_totals.is_none() && reply.counts.is_empty() && is_search(&line) {
                        return Err(self.program.fault(Problem::NoPerft));
                    }
                    reply.add(reply::parse(&line));
                }
                Ok(None) if until < deadline => return self.after_silence(reply),
                Ok(None) => return Err(self.program.fault(Problem::Silence(limit))),
                Err(problem) => return Err(self.program.fault(problem)),
            }
            if is_ready && self.is_all(&reply) {
                return Ok(reply);
            }
        }
    }

    /// Whether the engine, which is ready, has said all.
    fn is_all(&self, reply: &Reply) -> bool {
        match self.prints_totals {
            Some(false) => self.answers_in_order,
            Some(true) if self.answers_in_order && reply.total.is_some() => true,
            _ => reply.is_complete(),
        }
    }

    /// How long the engine, which is ready, has to be silent until it has said all; `None`
    /// where it has not, however long it is silent.
    fn silence_that_ends(&self, reply: &Reply, may_be_empty: bool) -> Option<Duration> {
        let is_answer = if reply.counts.is_empty() {
            may_be_empty
        } else {
            reply.total.is_some() || self.prints_totals != Some(true)
        };
        match self.prints_totals {
            None if reply.total.is_some() => Some(SILENCE),
            None if !is_answer => Some(FIRST_SILENCE),
            _ => is_answer.then_some(SILENCE),
        }
    }

    /// What it means that nothing has come for a while.
    fn after_silence(&mut self, reply: Reply) -> Result<Reply, Fault> {
        match (self.prints_totals, reply.counts.is_empty(), reply.total) {
            (None, true, None) => Err(self.program.fault(Problem::NoPerft)),
            (None, true, Some(_)) => Err(self.program.fault(Problem::NoMoves)),
            _ => Ok(reply),
        }
    }
}

/// Whether a line is that of a search: what an engine does that takes `perft` for a limit it
/// does not know.
fn is_search(line: &str) -> bool {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("bestmove") => true,
        Some("info") => words.next() != Some("string") && words.any(|word| word == "score"),
        _ => false,
    }
}

impl Opponent for Engine {
    fn divide(&mut self, question: &Question<'_>) -> Result<Reply, Fault> {
        let path = question.path;
        let mut position = format!("position fen {}", path.start());
        if !path.moves().is_empty() {
            position += &format!(" moves {}", path.written_moves(self.castling));
        }
        let may_be_empty = !has_legal_moves(path.board());
        let limit = self.patience.limit(question.nodes);
        self.ask(&position, question.depth, limit, may_be_empty)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.program.dismiss("quit");
    }
}
