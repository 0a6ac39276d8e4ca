//! Lines on the terminal, the last of which may be live: replaced by the next one.
//! See <https://en.wikipedia.org/wiki/ANSI_escape_code>.

use std::io::{self, Write};

use console::truncate_str;

use crate::cli::display::style::Style;
use crate::cli::display::wrap::width;

/// Erases the rest of the line.
const ERASE: &str = "\u{1b}[K";

/// The output of the prompt.
#[derive(Debug)]
pub struct Screen {
    style: Style,
    /// Whether the cursor is on a live line, and what becomes of that line.
    live: Option<Lifetime>,
}

/// What becomes of a live line when other text follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// It stays.
    Permanent,
    /// It is erased.
    Temporary,
}

impl Screen {
    /// Returns a screen without a live line.
    pub const fn new(style: Style) -> Self {
        Self { style, live: None }
    }

    /// Prints text and a line break. A permanent live line stays above it.
    pub fn print(&mut self, text: &str) -> io::Result<()> {
        self.end_live_line()?;
        let mut output = io::stdout();
        let text = format!("{}\n", text.trim_end_matches('\n'));
        output.write_all(text.as_bytes())?;
        output.flush()
    }

    /// Prints text above the empty line of the editor, which begins with `prompt`.
    pub fn print_above(&mut self, text: &str, prompt: &str) -> io::Result<()> {
        let mut output = io::stdout();
        write!(output, "\r{ERASE}{text}\n{prompt}")?;
        output.flush()
    }

    /// Prints a live line, in place of the last one if there is one. It is shortened to the width
    /// of the terminal, because only one row can be replaced.
    pub fn print_live(&mut self, line: &str, lifetime: Lifetime) -> io::Result<()> {
        self.live = Some(lifetime);
        let mut output = io::stdout();
        let end = if self.style.unicode { "…" } else { "..." };
        let line = truncate_str(line, width().saturating_sub(1), end);
        write!(output, "\r{line}{ERASE}")?;
        output.flush()
    }

    /// Returns whether the cursor is on a live line.
    pub const fn is_live(&self) -> bool {
        self.live.is_some()
    }

    /// Ends the live line, if there is one: what is printed next comes after it or in its place.
    pub fn end_live_line(&mut self) -> io::Result<()> {
        match self.live.take() {
            None => Ok(()),
            Some(Lifetime::Permanent) => writeln!(io::stdout()),
            Some(Lifetime::Temporary) => write!(io::stdout(), "\r{ERASE}"),
        }
    }
}
