//! A UCI engine that counts by `go perft N` or another command.
//!
//! When an answer is complete is the question here. UCI has no perft, so it has no rule;
//! but the total that most engines print is the sum of the counts before it, and an engine
//! answers `isready`, which is sent after `go perft`, either when it has counted or at once
//! (as an engine that counts on other threads does). With both there, nothing more will
//! come. Where only one of them comes, a first question about the initial position has
//! shown which of the two this engine is to be judged by, and likewise for an engine that
//! prints a total and no counts. With neither there is only silence to go by, and an engine
//! may be silent because it counts; so an answer that ends so, and has not as many moves as
//! there are, is asked for again before it is believed.
//! See <https://www.chessprogramming.org/UCI>.

use std::process::Stdio;
use std::time::{Duration, Instant};

use super::ask::Ask;
use super::fault::{Fault, Problem};
use super::path::Path;
use super::process::Program;
use super::reply::{self, Reply};
use super::{Opponent, Patience, Question};
use crate::chess::Board;
use crate::chess::notation::CastlingNotation;

/// An engine that has answered `isready`, has counted something, and then is silent for this
/// time has no more to say, unless it prints totals and has not yet.
const SILENCE: Duration = Duration::from_millis(500);

/// The same where moves are missing, so that it may well have more to say.
const LONG_SILENCE: Duration = Duration::from_secs(2);

/// The first question: about the initial position, which has 20 moves. It is so deep that an
/// engine with threads of its own is ready before it has counted.
const FIRST_POSITION: &str = "position startpos";
const FIRST_DEPTH: u32 = 2;
const FIRST_MOVES: usize = 20;

/// What an engine is asked.
#[derive(Clone, Copy, Debug)]
struct Request<'a> {
    /// The command that sets up the position.
    position: &'a str,
    /// The position's FEN.
    fen: &'a str,
    /// The depth, in half-moves.
    depth: u32,
    /// How long the answer may take.
    limit: Duration,
    /// How many legal moves there are.
    moves: usize,
}

/// How an answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// By a sign that it is complete, or by silence when there was a count for each move.
    Sure,
    /// By silence, with more or fewer counts than moves: perhaps some were yet to come, or
    /// belonged to the answer before.
    Doubtful,
}

/// An engine, ready to be asked.
#[derive(Debug)]
pub struct Engine {
    program: Program,
    /// The words of its command.
    words: Vec<String>,
    ask: Ask,
    castling: CastlingNotation,
    patience: Patience,
    /// What it calls itself.
    name: Option<String>,
    /// Whether it has the option that Chess960 needs.
    has_chess960: bool,
    /// Whether it ends its answers with a total; `None` before the first.
    prints_totals: Option<bool>,
    /// Whether it prints the count below each move.
    prints_moves: bool,
    /// If it does not, how many lines of an answer look like a total.
    totals: usize,
    /// Whether it answers `isready` when it has counted, not before.
    answers_in_order: bool,
}

impl Engine {
    /// Starts an engine, and finds out how it counts.
    ///
    /// # Errors
    ///
    /// If it does not start, does not answer as UCI wants, or does not know the command
    /// that asks it to count.
    pub fn start(
        words: &[String],
        ask: Ask,
        castling: CastlingNotation,
        patience: Patience,
    ) -> Result<Self, Fault> {
        let mut engine = Self {
            program: Program::start(words, &[], Stdio::piped())?,
            words: words.to_owned(),
            ask,
            castling,
            patience,
            name: None,
            has_chess960: false,
            prints_totals: None,
            prints_moves: true,
            totals: 0,
            answers_in_order: false,
        };
        engine.greet()?;
        let request = Request {
            position: FIRST_POSITION,
            fen: Board::START_FEN,
            depth: FIRST_DEPTH,
            limit: patience.limit(0),
            moves: FIRST_MOVES,
        };
        let (first, end) = engine.ask(request)?;
        engine.prints_totals = Some(first.total.is_some());
        engine.prints_moves = !first.is_total_alone();
        engine.totals = first.totals;
        if end == End::Doubtful {
            engine.drain()?;
        }
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

    /// The commands that set up the position of a question. A refused move leaves the
    /// position that was there before, so that position is set up first.
    fn position(&self, question: &Question<'_>) -> String {
        let without = question.path.command(None, self.castling);
        match question.tried {
            None => without,
            tried => format!("{without}\n{}", question.path.command(tried, self.castling)),
        }
    }

    /// Asks for the counts below a position.
    fn ask(&mut self, request: Request<'_>) -> Result<(Reply, End), Fault> {
        let asked = self.ask.command(request.depth, request.fen);
        self.program
            .tell(&format!("{}\n{asked}\nisready", request.position));
        let deadline = Instant::now() + request.limit;
        let is_first = self.prints_totals.is_none();
        let mut reply = Reply::default();
        // How many counts, or totals without counts, had come when the engine was ready.
        let mut when_ready = None;
        loop {
            let silence = self.silence_that_ends(&reply, &request);
            let silence = silence.filter(|_| when_ready.is_some());
            let silence = silence.map(|time| Instant::now() + time);
            let until = silence.map_or(deadline, |end| end.min(deadline));
            let ended_by_silence = match self.program.line(until) {
                Ok(Some(line)) if line.trim() == "readyok" => {
                    when_ready = Some(counted(&reply));
                    false
                }
                Ok(Some(line)) => {
                    if is_first && reply.counts.is_empty() && is_search(&line) {
                        return Err(self.no_perft());
                    }
                    reply.add(reply::parse(&line));
                    false
                }
                Ok(None) if until < deadline => true,
                Ok(None) => return Err(self.program.fault(Problem::Silence(request.limit))),
                Err(problem) => return Err(self.program.fault(problem)),
            };
            let Some(when_ready) = when_ready else {
                continue;
            };
            let is_in_order = when_ready == counted(&reply);
            if ended_by_silence || self.is_all(&reply, &request, is_in_order) {
                self.answers_in_order =
                    is_in_order && (self.answers_in_order || is_first && counted(&reply) > 0);
                if !ended_by_silence {
                    return Ok((reply, End::Sure));
                }
                return self.after_silence(reply, &request);
            }
        }
    }

    /// Whether the engine, which is ready, has said all. It `is_in_order` if it was not ready
    /// before the last count.
    fn is_all(&self, reply: &Reply, request: &Request<'_>, is_in_order: bool) -> bool {
        if self.prints_totals.is_some() && !self.prints_moves {
            return reply.totals >= self.totals;
        }
        let is_in_order = is_in_order && self.answers_in_order;
        match self.prints_totals {
            // It may have looked so by chance, and then it is cut off here.
            Some(false) if is_in_order => reply.counts.len() >= request.moves,
            Some(true) if is_in_order && reply.total.is_some() => true,
            _ => reply.is_complete(),
        }
    }

    /// How long the engine, which is ready, has to be silent until it has said all; `None`
    /// where it has not, however long it is silent.
    fn silence_that_ends(&self, reply: &Reply, request: &Request<'_>) -> Option<Duration> {
        let has_enough = reply.counts.len() >= request.moves;
        // "perft 3" at the head is no total.
        let is_headed = self.prints_moves && reply.counts.is_empty() && request.moves > 0;
        match self.prints_totals {
            None if reply.total.is_some() => Some(SILENCE),
            _ if reply.total.is_some() && !is_headed => Some(SILENCE),
            Some(true) => None,
            _ if has_enough => Some(SILENCE),
            None => Some(LONG_SILENCE),
            Some(false) if self.answers_in_order => Some(SILENCE),
            // At depth 1 there is nothing to count, so what is silent for long has said all.
            // Deeper, it may count for long. And a move that is always missing has been
            // missed at depth 1 before.
            Some(false) => (request.depth == 1 && !reply.counts.is_empty()).then_some(LONG_SILENCE),
        }
    }

    /// What it means that nothing has come for a while.
    fn after_silence(
        &mut self,
        reply: Reply,
        request: &Request<'_>,
    ) -> Result<(Reply, End), Fault> {
        match (self.prints_totals, reply.counts.is_empty(), reply.total) {
            (None, true, None) => Err(self.no_perft()),
            // That is the question in other words, as in "unknown command: perft 2".
            (None, true, Some(total)) if total <= u64::from(FIRST_DEPTH) => Err(self.no_perft()),
            (None, true, Some(_)) => Ok((reply, End::Sure)),
            _ if reply.counts.len() == request.moves => Ok((reply, End::Sure)),
            _ => Ok((reply, End::Doubtful)),
        }
    }

    /// The fault of an engine that does not know what it was asked.
    fn no_perft(&mut self) -> Fault {
        let asked = self.ask.template().to_owned();
        self.program.fault(Problem::NoPerft(asked))
    }

    /// Lets the engine say what it has yet to say, so that it does not become a part of its
    /// next answer.
    fn drain(&mut self) -> Result<(), Fault> {
        self.program.tell("isready");
        self.wait_for("readyok")?;
        let deadline = Instant::now() + self.patience.limit(0);
        loop {
            let until = Instant::now() + SILENCE;
            match self.program.line(until.min(deadline)) {
                Ok(Some(_)) => {}
                Ok(None) => return Ok(()),
                Err(problem) => return Err(self.program.fault(problem)),
            }
        }
    }
}

/// The number of counts in a reply, or of totals if it has no counts.
const fn counted(reply: &Reply) -> usize {
    if reply.counts.is_empty() {
        reply.totals
    } else {
        reply.counts.len()
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
        let path: &Path = question.path;
        let request = Request {
            position: &self.position(question),
            fen: &path.fen(),
            depth: question.depth,
            limit: self.patience.limit(question.nodes),
            moves: path.board().legal_moves().len(),
        };
        let (mut reply, end) = self.ask(request)?;
        if end == End::Doubtful {
            self.drain()?;
            (reply, _) = self.ask(request)?;
        }
        Ok(reply)
    }

    fn prints_moves(&self) -> bool {
        self.prints_moves
    }

    fn restart(&mut self) -> Result<(), Fault> {
        *self = Self::start(&self.words, self.ask.clone(), self.castling, self.patience)?;
        Ok(())
    }

    fn makes_moves(&self) -> bool {
        !self.ask.has_fen()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.program.dismiss("quit");
    }
}
