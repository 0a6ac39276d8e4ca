//! The trait of a subject, the questions to it, and its errors.

use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use super::reply::Reply;
use crate::bisect::path::MovePath;
use crate::support::quote::Quoted;

/// A program whose perft counts are compared with those of ferz.
pub trait Subject {
    /// Returns the subject's count for each move that it lists, or only its total. A wrong count is
    /// not an error.
    fn divide(&mut self, question: &Question<'_>) -> Result<Reply, SubjectError>;

    /// Returns whether the subject prints a count for each move, not only the total. Known after
    /// the first answer.
    fn prints_moves(&self) -> bool {
        true
    }

    /// Restarts the subject after an error, so that it can answer more questions.
    fn restart(&mut self) -> Result<(), SubjectError> {
        Ok(())
    }

    /// Returns whether the subject makes the moves of a path itself. Returns `false` if each
    /// question gives it the FEN of the position after these moves.
    fn makes_moves(&self) -> bool {
        true
    }
}

/// A request for the perft counts of a position.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    pub path: &'a MovePath,
    /// A move to make after the moves of the path. It may be illegal.
    pub unchecked_move: Option<&'a str>,
    /// Perft depth in plies, at least 1.
    pub depth: u32,
    /// The total of ferz, from which the time limit is calculated.
    pub nodes: u64,
}

/// Silence that ends an answer in which nothing is missing.
pub(super) const SILENCE: Duration = Duration::from_millis(500);

/// Silence that ends an answer in which counts for moves are missing, or may be.
pub(super) const LONG_SILENCE: Duration = Duration::from_secs(2);

/// Returns the time allowed to count `nodes`: `timeout`, or else 10 s and 1 s more for each 100,000
/// nodes, because a subject is assumed to count at least that number per second.
pub(super) fn time_allowed(timeout: Option<Duration>, nodes: u64) -> Duration {
    timeout.unwrap_or_else(|| Duration::from_secs(10 + nodes / 100_000))
}

/// The reason why a subject gives no counts.
#[derive(Debug, thiserror::Error)]
pub enum SubjectErrorKind {
    /// The system could not start the subject.
    #[error("cannot be started: {0}")]
    CannotStart(io::Error),
    /// The subject ended.
    #[error("ended {}", describe_end(*.0))]
    Ended(ExitStatus),
    /// The subject closed its output but still runs.
    #[error("closed its output without an answer")]
    Closed,
    /// The subject did not answer within this time.
    #[error("gave no answer within {} s", .0.as_secs_f64())]
    Silence(Duration),
    /// The subject printed this number of lines without an answer.
    #[error("printed {0} lines without an answer")]
    Flood(usize),
    /// The subject printed this line, whose count cannot be read.
    #[error("printed {}, whose count cannot be read; expected a whole number", Quoted(.0))]
    Unreadable(Box<str>),
    /// The subject does not support this perft command.
    #[error(
        "does not seem to support {}: it answered without a count; expected lines like \"e2e4: 20\" or a total",
        Quoted(.0)
    )]
    NoPerft(String),
}

impl SubjectErrorKind {
    pub(in crate::bisect) fn unreadable(line: &str) -> Self {
        Self::Unreadable(line.into())
    }

    /// Returns a stable name for JSON.
    pub const fn id(&self) -> &'static str {
        match self {
            Self::CannotStart(_) => "cannot-start",
            Self::Ended(_) => "ended",
            Self::Closed => "closed-output",
            Self::Silence(_) => "no-answer-in-time",
            Self::Flood(_) => "flood",
            Self::Unreadable(_) => "unreadable-count",
            Self::NoPerft(_) => "no-perft",
        }
    }
}

/// Returns how a subject ended, in words.
fn describe_end(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        // These numbers are the same on all Unix systems.
        let name = match signal {
            4 => " (illegal instruction)",
            6 => " (abort)",
            8 => " (arithmetic error)",
            9 => " (killed)",
            11 => " (invalid memory access)",
            _ => "",
        };
        return format!("by signal {signal}{name}");
    }
    match status.code() {
        Some(code) => format!("with exit status {code}"),
        None => "in an unknown way".to_owned(),
    }
}

/// An error of a subject, with the last question and the output since.
#[derive(Debug, thiserror::Error)]
pub struct SubjectError {
    /// The command that started the subject.
    pub command: String,
    pub kind: SubjectErrorKind,
    /// The last question, possibly several lines.
    pub asked: String,
    /// The first and last lines of standard output since the question.
    pub printed: Vec<String>,
    /// The first and last lines of standard error since the question.
    pub stderr: Vec<String>,
}

impl SubjectError {
    /// Returns the error in one line, without the output.
    pub fn summary(&self) -> String {
        format!("{} {}", Quoted(&self.command), self.kind)
    }
}

/// Writes the summary in the first line, then the lines of the question, of standard output and of
/// standard error, with a title before the first line of each.
impl fmt::Display for SubjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary())?;
        let has_started = !matches!(self.kind, SubjectErrorKind::CannotStart(_));
        let mut printed: Vec<&str> = self.printed.iter().map(String::as_str).collect();
        if printed.is_empty() && has_started {
            printed.push("(nothing)");
        }
        for (title, lines) in [
            ("asked", self.asked.lines().collect()),
            ("printed", printed),
            ("stderr", self.stderr.iter().map(String::as_str).collect()),
        ] {
            for (i, line) in lines.into_iter().enumerate() {
                let title = if i == 0 { title } else { "" };
                write!(f, "\n  {title:<9}{}", shortened(line))?;
            }
        }
        Ok(())
    }
}

/// Returns a line without control characters, cut after a maximum length.
fn shortened(line: &str) -> String {
    /// Maximum length in characters.
    const MAX: usize = 160;
    let printable = |c| match c {
        '\t' => ' ',
        c if c.is_control() => '?',
        c => c,
    };
    let mut text: String = line.chars().take(MAX).map(printable).collect();
    if line.chars().nth(MAX).is_some() {
        text.push('…');
    }
    text
}
