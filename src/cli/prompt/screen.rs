//! Lines on the terminal, the last of which may be live: replaced by the next one.
//! See <https://en.wikipedia.org/wiki/ANSI_escape_code>.

use std::io::{self, Write};

use console::{Term, truncate_str};

use crate::cli::display::style::Style;

/// Erases the rest of the line.
const ERASE: &str = "\u{1b}[K";

/// The output of the prompt.
#[derive(Debug)]
pub struct Screen {
    style: Style,
    /// Whether the cursor is on a live line.
    is_live: bool,
}

impl Screen {
    /// Returns a screen without a live line.
    pub const fn new(style: Style) -> Self {
        Self {
            style,
            is_live: false,
        }
    }

    /// Prints text and a line break. A live line stays above it.
    pub fn print(&mut self, text: &str) -> io::Result<()> {
        self.end_live_line()?;
        let mut output = io::stdout();
        writeln!(output, "{}", text.trim_end_matches('\n'))?;
        output.flush()
    }

    /// Prints a live line, in place of the last one if there is one. It is shortened to the width
    /// of the terminal, because only one row can be replaced.
    pub fn print_live(&mut self, line: &str) -> io::Result<()> {
        self.is_live = true;
        let mut output = io::stdout();
        let end = if self.style.unicode { "…" } else { "..." };
        let line = truncate_str(line, width().saturating_sub(1), end);
        write!(output, "\r{line}{ERASE}")?;
        output.flush()
    }

    /// Erases the live line, if there is one.
    pub fn erase_live_line(&mut self) -> io::Result<()> {
        if self.is_live {
            self.is_live = false;
            write!(io::stdout(), "\r{ERASE}")?;
        }
        Ok(())
    }

    /// Keeps the live line: what is printed next comes after it.
    pub fn end_live_line(&mut self) -> io::Result<()> {
        if self.is_live {
            self.is_live = false;
            writeln!(io::stdout())?;
        }
        Ok(())
    }
}

/// Returns the width of the terminal, in columns.
fn width() -> usize {
    Term::stdout().size().1.into()
}
