//! What can be wrong with a program that is asked for its counts, so that nothing can be
//! said about its moves. See <https://www.chessprogramming.org/Debugging>.

use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use crate::support::quote::Quoted;

/// What is wrong with a program.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// It could not be started.
    #[error("cannot be started: {0}")]
    CannotStart(io::Error),
    /// It has ended.
    #[error("ended {}", describe_end(*.0))]
    Ended(ExitStatus),
    /// It runs, but has closed its output.
    #[error("closed its output without an answer")]
    Closed,
    /// It did not answer in time.
    #[error("gave no answer within {} s", .0.as_secs_f64())]
    Silence(Duration),
    /// It prints more and more, and not what is waited for.
    #[error("printed {0} lines that are no answer to what it was asked")]
    Flood(usize),
    /// It does not know the command by which it was asked to count, which this is.
    #[error(
        "does not seem to know {}: it answered without a count; expected lines like \"e2e4: 20\", or a total",
        Quoted(.0)
    )]
    NoPerft(String),
}

impl Problem {
    /// A name that does not change.
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

/// How a program ended, in words.
fn describe_end(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        /// The signals that programs crash by; these numbers are the same on all systems.
        const NAMES: [(i32, &str); 5] = [
            (4, "illegal instruction"),
            (6, "abort"),
            (8, "arithmetic error"),
            (9, "killed"),
            (11, "invalid memory access"),
        ];
        let name = NAMES.iter().find(|name| name.0 == signal);
        let name = name.map_or(String::new(), |name| format!(" ({})", name.1));
        return format!("by signal {signal}{name}");
    }
    match status.code() {
        Some(code) => format!("with exit status {code}"),
        None => "in an unknown way".to_owned(),
    }
}

/// What is wrong with a program, what it had been asked, and its last words.
#[derive(Debug, thiserror::Error)]
pub struct Fault {
    /// The command that started it.
    pub command: String,
    /// What is wrong.
    pub problem: Problem,
    /// What it was to answer, line by line.
    pub asked: String,
    /// What it printed since, the first and the last lines of it.
    pub said: Vec<String>,
    /// The same of its standard error.
    pub errors: Vec<String>,
}

/// What is wrong in one line, and then a line for each that was said.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Quoted(&self.command), self.problem)?;
        let has_started = !matches!(self.problem, Problem::CannotStart(_));
        let nothing = [String::from("(nothing)")];
        let printed = match self.said.as_slice() {
            [] if has_started => &nothing,
            said => said,
        };
        write_lines(f, "asked", self.asked.lines())?;
        write_lines(f, "printed", printed.iter().map(String::as_str))?;
        write_lines(f, "stderr", self.errors.iter().map(String::as_str))
    }
}

/// Lines under each other, the title before the first.
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

/// A line of the program, without what would upset a terminal.
fn shortened(line: &str) -> String {
    /// Longer lines are cut, in characters.
    const MAX: usize = 160;
    let mut text: String = line
        .chars()
        .take(MAX)
        .map(|c| match c {
            '\t' => ' ',
            c if c.is_control() => '?',
            c => c,
        })
        .collect();
    if line.chars().nth(MAX).is_some() {
        text.push('…');
    }
    text
}
