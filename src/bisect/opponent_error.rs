//! Errors of a tested engine that gives no counts. An error contains the engine's last output.
//! See <https://www.chessprogramming.org/Debugging>.

use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use crate::support::quote::Quoted;

/// The reason why a program gives no counts.
#[derive(Debug, thiserror::Error)]
pub enum OpponentErrorKind {
    /// The system could not start the program.
    #[error("cannot be started: {0}")]
    CannotStart(io::Error),
    /// The program ended.
    #[error("ended {}", describe_end(*.0))]
    Ended(ExitStatus),
    /// The program closed its output but still runs.
    #[error("closed its output without an answer")]
    Closed,
    /// The program did not answer within this time.
    #[error("gave no answer within {} s", .0.as_secs_f64())]
    Silence(Duration),
    /// The program printed this number of lines without an answer.
    #[error("printed {0} lines without an answer")]
    Flood(usize),
    /// The program does not support this perft command.
    #[error(
        "does not seem to support {}: it answered without a count; expected lines like \"e2e4: 20\" or a total",
        Quoted(.0)
    )]
    NoPerft(String),
}

impl OpponentErrorKind {
    /// Returns a stable name for JSON.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        match self {
            Self::CannotStart(_) => "cannot-start",
            Self::Ended(_) => "ended",
            Self::Closed => "closed-output",
            Self::Silence(_) => "no-answer-in-time",
            Self::Flood(_) => "flood",
            Self::NoPerft(_) => "no-perft",
        }
    }
}

/// Returns how a program ended, in words.
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

/// An error of a program, with the last question and the output since.
#[derive(Debug, thiserror::Error)]
pub struct OpponentError {
    /// The command that started the program.
    pub command: String,
    /// The reason.
    pub kind: OpponentErrorKind,
    /// The last question, possibly several lines.
    pub asked: String,
    /// The first and last lines of standard output since the question.
    pub printed: Vec<String>,
    /// The first and last lines of standard error since the question.
    pub stderr: Vec<String>,
}

impl OpponentError {
    /// Returns the error in one line, without the output.
    #[must_use]
    pub fn summary(&self) -> String {
        format!("{} {}", Quoted(&self.command), self.kind)
    }
}

/// Writes the summary in the first line, then the lines of the question, of standard output and of
/// standard error.
impl fmt::Display for OpponentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary())?;
        let has_started = !matches!(self.kind, OpponentErrorKind::CannotStart(_));
        let nothing = [String::from("(nothing)")];
        let printed = match self.printed.as_slice() {
            [] if has_started => &nothing,
            lines => lines,
        };
        write_lines(f, "asked", self.asked.lines())?;
        write_lines(f, "printed", printed.iter().map(String::as_str))?;
        write_lines(f, "stderr", self.stderr.iter().map(String::as_str))
    }
}

/// Writes each line on its own line, with a title before the first.
fn write_lines<'a>(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    lines: impl Iterator<Item = &'a str>,
) -> fmt::Result {
    for (i, line) in lines.enumerate() {
        let title = if i == 0 { title } else { "" };
        write!(f, "\n  {title:<9}{}", shortened(line))?;
    }
    Ok(())
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
