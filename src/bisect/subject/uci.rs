//! A subject that is a UCI engine, which counts on `go perft N` or another command.
//!
//! UCI has no perft, so it does not define where an answer ends. Two signs show the end:
//!
//! * A total that is the sum of the counts before it. Most engines print one.
//! * `readyok`, the answer to `isready`, which is sent after the perft command. Most engines print
//!   it after counting; an engine that counts on another thread prints it at once.
//!
//! An answer with both signs is complete. The total may be missing, or may not be the sum of the
//! counts. Then the end is found from the answer to a first question about the initial position,
//! which has shown which lines the subject prints (`AnswerStyle`), and whether it prints `readyok`
//! after counting. If the end is still unknown, the answer ends when the subject has printed
//! nothing for some time. But the subject may be silent because it is still counting. So if the
//! number of counts is not the number of legal moves, the question is repeated.

use std::process::Stdio;
use std::str::FromStr;
use std::time::{Duration, Instant};

use super::interface::{
    LONG_SILENCE, Question, SILENCE, Subject, SubjectError, SubjectErrorKind, time_allowed,
};
use super::process::Process;
use super::reply::Reply;
use crate::chess::Board;
use crate::chess::notation::CastlingNotation;
use crate::support::quote::Quoted;

/// The command that asks a UCI engine for its perft counts, with the placeholder `{depth}`, and
/// possibly `{fen}`.
///
/// UCI has no perft. Stockfish's `go perft N` is the most common extension. Ethereal, Carp,
/// Akimbo and Reckless accept `perft N`. Demolito prints a count for each move after
/// `perft N div`. Weiss takes the position from the command: `perft N FEN`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftCommand(String);

impl PerftCommand {
    const DEPTH: &str = "{depth}";
    const FEN: &str = "{fen}";

    /// Returns the command for a depth and a position.
    pub fn with(&self, depth: u32, fen: &str) -> String {
        let command = self.0.replace(Self::DEPTH, &depth.to_string());
        command.replace(Self::FEN, fen)
    }
}

/// Stockfish's command.
impl Default for PerftCommand {
    fn default() -> Self {
        Self("go perft {depth}".to_owned())
    }
}

impl FromStr for PerftCommand {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let quoted = Quoted(text);
        if text.contains(['\n', '\r']) {
            return Err(format!(
                "{quoted} has more than one line; expected one line such as \"perft {{depth}}\""
            ));
        }
        let in_braces = text.match_indices('{').filter_map(|(start, _)| {
            let end = text[start..].find('}')?;
            Some(&text[start..=start + end])
        });
        for place in in_braces {
            if ![Self::DEPTH, Self::FEN].contains(&place) {
                let place = Quoted(place);
                return Err(format!("{place} is unknown; expected {{depth}} or {{fen}}"));
            }
        }
        if !text.contains(Self::DEPTH) {
            return Err(format!(
                "{quoted} has no {{depth}}; expected a command such as \"perft {{depth}}\""
            ));
        }
        Ok(Self(text.trim().to_owned()))
    }
}

/// Depth of the first question, about the initial position. It takes long enough that a subject
/// that counts on another thread prints `readyok` before its counts.
const FIRST_DEPTH: u32 = 2;

/// A question as the subject gets it, and what is known about the answer.
struct Request {
    /// The UCI commands.
    text: String,
    depth: u32,
    /// Time allowed for the answer.
    limit: Duration,
    board: Board,
    legal_moves: usize,
}

/// The form of a subject's answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnswerStyle {
    /// Unknown before the end of the first answer.
    Unknown,
    /// A count for each move, but no total.
    Counts,
    /// A count for each move, then the total.
    CountsAndTotal,
    /// Only a total.
    TotalOnly {
        /// Number of lines in an answer that look like a total.
        lines: usize,
    },
}

/// An answer, and whether it is certainly complete.
struct Answer {
    reply: Reply,
    /// `false` if it ended by silence and the number of counts is not the number of legal moves:
    /// counts may be missing, or may belong to the previous answer. A first answer that is only a
    /// total is certain.
    is_certain: bool,
}

/// A running UCI engine.
#[derive(Debug)]
pub struct UciSubject {
    process: Process,
    /// The words of its command.
    words: Vec<String>,
    perft_command: PerftCommand,
    castling: CastlingNotation,
    timeout: Option<Duration>,
    /// The name that it gives itself.
    pub name: Option<String>,
    /// Whether it has the option `UCI_Chess960`.
    pub has_chess960: bool,
    style: AnswerStyle,
    /// Whether it has printed `readyok` after its counts in all answers so far.
    is_ready_after_counting: bool,
}

impl UciSubject {
    /// Starts a UCI engine and asks the first question. `timeout` is the time allowed for an
    /// answer; with `None`, it depends on the number of nodes.
    pub fn start(
        words: &[String],
        perft_command: PerftCommand,
        castling: CastlingNotation,
        timeout: Option<Duration>,
    ) -> Result<Self, SubjectError> {
        let mut subject = Self {
            process: Process::start(words, &[], Stdio::piped())?,
            words: words.to_owned(),
            perft_command,
            castling,
            timeout,
            name: None,
            has_chess960: false,
            style: AnswerStyle::Unknown,
            is_ready_after_counting: false,
        };
        subject.process.send("uci");
        subject.wait_for("uciok")?;
        subject.process.send(match castling {
            CastlingNotation::KingMoves => "ucinewgame\nisready",
            CastlingNotation::KingTakesRook => {
                "setoption name UCI_Chess960 value true\nucinewgame\nisready"
            }
        });
        subject.wait_for("readyok")?;
        let board = Board::default();
        let (position, fen) = ("position startpos", Board::START_FEN);
        let first = subject.ask(&subject.request(position, fen, FIRST_DEPTH, 0, &board))?;
        subject.style = match first.reply.total {
            None => AnswerStyle::Counts,
            Some(_) if !first.reply.counts.is_empty() => AnswerStyle::CountsAndTotal,
            Some(_) => AnswerStyle::TotalOnly {
                lines: first.reply.total_lines,
            },
        };
        if !first.is_certain {
            subject.drain()?;
        }
        Ok(subject)
    }

    fn request(&self, position: &str, fen: &str, depth: u32, nodes: u64, board: &Board) -> Request {
        let command = self.perft_command.with(depth, fen);
        Request {
            text: format!("{position}\n{command}\nisready"),
            depth,
            limit: time_allowed(self.timeout, nodes),
            board: *board,
            legal_moves: board.legal_moves().len(),
        }
    }

    /// Reads lines up to the line `word`. Takes the subject's name and options from them.
    fn wait_for(&mut self, word: &str) -> Result<(), SubjectError> {
        let limit = time_allowed(self.timeout, 0);
        let deadline = Instant::now() + limit;
        loop {
            let Some(line) = self.next_line(deadline)? else {
                return Err(self.process.fail(SubjectErrorKind::Silence(limit)));
            };
            if line.trim() == word {
                return Ok(());
            }
            self.has_chess960 |= line.contains("UCI_Chess960");
            if let Some(name) = line.trim().strip_prefix("id name ") {
                self.name = Some(name.to_owned());
            }
        }
    }

    /// Returns the next line, or `None` if there is none before the deadline.
    fn next_line(&mut self, deadline: Instant) -> Result<Option<String>, SubjectError> {
        let line = self.process.next_line(deadline);
        line.map_err(|kind| self.process.fail(kind))
    }

    /// Asks for the counts of a position.
    fn ask(&mut self, request: &Request) -> Result<Answer, SubjectError> {
        self.process.send(&request.text);
        let deadline = Instant::now() + request.limit;
        let is_first = self.style == AnswerStyle::Unknown;
        let mut reply = Reply::default();
        // The number of counts before `readyok`, or the number of totals if there are no counts.
        let mut counted_when_ready = None;
        loop {
            let silence = counted_when_ready.and_then(|_| self.silence_that_ends(&reply, request));
            let until = silence.map_or(deadline, |time| deadline.min(Instant::now() + time));
            let line = self.next_line(until)?;
            let is_silent = line.is_none();
            match line.as_deref() {
                None if until < deadline => {}
                None => {
                    let unreadable = reply.unreadable_count(&request.board);
                    let kind = unreadable.map_or(
                        SubjectErrorKind::Silence(request.limit),
                        SubjectErrorKind::unreadable,
                    );
                    return Err(self.process.fail(kind));
                }
                Some(line) if line.trim() == "readyok" => {
                    counted_when_ready = Some(counted(&reply));
                }
                Some(line) if is_first && reply.counts.is_empty() && is_search(line) => {
                    return Err(self.no_perft());
                }
                Some(line) => reply.add(line),
            }
            if counted_when_ready.is_none() {
                continue;
            }
            let ready_came_last = counted_when_ready == Some(counted(&reply));
            if is_silent || self.is_complete(&reply, request, ready_came_last) {
                self.is_ready_after_counting = ready_came_last
                    && (self.is_ready_after_counting || (is_first && counted(&reply) > 0));
                return self.check(reply, request, is_silent);
            }
        }
    }

    /// Checks a reply that has ended, by silence or because it is complete.
    fn check(
        &mut self,
        reply: Reply,
        request: &Request,
        is_silent: bool,
    ) -> Result<Answer, SubjectError> {
        let is_first_without_counts = self.style == AnswerStyle::Unknown && reply.counts.is_empty();
        // An error message such as "unknown command: perft 2" repeats the depth, which looks like a
        // total. No total at all (`None`) is less than any.
        let depth = Some(u64::from(FIRST_DEPTH));
        if is_silent && is_first_without_counts && reply.total <= depth {
            return Err(self.no_perft());
        }
        if let Some(line) = reply.unreadable_count(&request.board) {
            return Err(self.process.fail(SubjectErrorKind::unreadable(line)));
        }
        let is_all = is_first_without_counts || reply.counts.len() == request.legal_moves;
        Ok(Answer {
            reply,
            is_certain: !is_silent || is_all,
        })
    }

    /// Returns whether the answer is complete once `readyok` has arrived. `ready_came_last` is true
    /// if no count was printed after `readyok`.
    fn is_complete(&self, reply: &Reply, request: &Request, ready_came_last: bool) -> bool {
        let has_counted = ready_came_last && self.is_ready_after_counting;
        match self.style {
            AnswerStyle::TotalOnly { lines } => reply.total_lines >= lines,
            // `readyok` may have come last by coincidence, so the number of counts is compared with
            // the number of legal moves.
            AnswerStyle::Counts if has_counted => reply.counts.len() >= request.legal_moves,
            AnswerStyle::CountsAndTotal if has_counted && reply.total.is_some() => true,
            _ => reply.is_complete(),
        }
    }

    /// Returns the duration of silence after `readyok` that ends the answer, or `None` if silence
    /// does not end it.
    fn silence_that_ends(&self, reply: &Reply, request: &Request) -> Option<Duration> {
        // A heading such as "perft 3" looks like a total.
        let prints_moves = matches!(
            self.style,
            AnswerStyle::Counts | AnswerStyle::CountsAndTotal
        );
        let is_heading = prints_moves && reply.counts.is_empty() && request.legal_moves > 0;
        if reply.total.is_some() && !is_heading {
            return Some(SILENCE);
        }
        match self.style {
            AnswerStyle::CountsAndTotal | AnswerStyle::TotalOnly { .. } => None,
            _ if reply.counts.len() >= request.legal_moves => Some(SILENCE),
            AnswerStyle::Unknown => Some(LONG_SILENCE),
            AnswerStyle::Counts if self.is_ready_after_counting => Some(SILENCE),
            // Depth 1 is counted at once, so silence ends the answer. At greater depths, the
            // subject may be silent because it is still counting, so silence does not end the
            // answer. Nothing is lost: a move that is missing at every depth was already missing
            // at depth 1.
            AnswerStyle::Counts => {
                (request.depth == 1 && !reply.counts.is_empty()).then_some(LONG_SILENCE)
            }
        }
    }

    /// Returns the error of a subject that does not support the perft command.
    fn no_perft(&mut self) -> SubjectError {
        let command = self.perft_command.0.clone();
        self.process.fail(SubjectErrorKind::NoPerft(command))
    }

    /// Reads the rest of an answer, so that it does not become part of the next one.
    fn drain(&mut self) -> Result<(), SubjectError> {
        self.process.send("isready");
        self.wait_for("readyok")?;
        let deadline = Instant::now() + time_allowed(self.timeout, 0);
        while self
            .next_line(deadline.min(Instant::now() + SILENCE))?
            .is_some()
        {}
        Ok(())
    }
}

/// Returns the number of counts in a reply, or of totals if it has no counts.
const fn counted(reply: &Reply) -> usize {
    if reply.counts.is_empty() {
        reply.total_lines
    } else {
        reply.counts.len()
    }
}

/// Returns whether a line is the output of a search. Engines without `go perft` ignore the unknown
/// word after `go` and search.
fn is_search(line: &str) -> bool {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("bestmove") => true,
        Some("info") => words.next() != Some("string") && words.any(|word| word == "score"),
        _ => false,
    }
}

impl Subject for UciSubject {
    fn divide(&mut self, question: &Question<'_>) -> Result<Reply, SubjectError> {
        let path = question.path;
        let mut position = path.command(None);
        if question.unchecked_move.is_some() {
            // A subject that rejects the move keeps the position of the first command.
            position = format!("{position}\n{}", path.command(question.unchecked_move));
        }
        let (depth, nodes) = (question.depth, question.nodes);
        let request = self.request(&position, &path.fen(), depth, nodes, path.board());
        let mut answer = self.ask(&request)?;
        if !answer.is_certain {
            self.drain()?;
            answer = self.ask(&request)?;
        }
        Ok(answer.reply)
    }

    fn prints_moves(&self) -> bool {
        !matches!(self.style, AnswerStyle::TotalOnly { .. })
    }

    fn restart(&mut self) -> Result<(), SubjectError> {
        let command = self.perft_command.clone();
        *self = Self::start(&self.words, command, self.castling, self.timeout)?;
        Ok(())
    }

    fn makes_moves(&self) -> bool {
        !self.perft_command.0.contains(PerftCommand::FEN)
    }
}

impl Drop for UciSubject {
    fn drop(&mut self) {
        self.process.quit();
    }
}
