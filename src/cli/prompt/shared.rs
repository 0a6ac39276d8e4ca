//! What the two ends of the prompt share: the position, the screen, and who sent each `isready`.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::chess::notation::CastlingNotation;
use crate::chess::{Board, Color, Position};
use crate::engine::Situation;
use console::truncate_str;

use crate::cli::terminal::width;
use crate::report::display::style::Style;
use crate::report::display::wrap::fit;

/// The sender of an `isready`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    /// The user: the reply is shown.
    User,
    /// The prompt: it waits for the reply before it reads the next line.
    Prompt,
}

/// What the view tells the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A search or background task starts.
    Started,
    /// A search or background task has ended.
    Ended,
    /// All commands before an `isready` of the prompt are done.
    Ready,
    /// Ctrl-C was pressed while the editor was not active.
    Interrupt,
}

/// What a Ctrl-C that arrives as a signal is meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The command that the engine executes.
    Command,
    /// A command that has just ended by itself.
    EndedCommand,
    /// The session.
    Session,
}

/// Message at the first Ctrl-C on an empty line if a game or a result would be lost.
pub const HOW_TO_LEAVE: &str = "Ctrl-C again or \"quit\" leaves ferz.";

/// For this time after the editor became active again, Ctrl-C is taken as meant for the command of
/// the last line.
const LATE: Duration = Duration::from_millis(500);

/// Erases the rest of the line. See <https://en.wikipedia.org/wiki/ANSI_escape_code>.
const ERASE: &str = "\u{1b}[K";

/// The state that both ends share.
pub struct State {
    /// The position of the engine.
    pub situation: Situation,
    /// The senders of the `isready`s that are not yet answered.
    pub askers: VecDeque<Asker>,
    /// The side from which boards are seen.
    pub side: Color,
    /// Time at which the editor became active, and whether a line was executed since it was active
    /// last; `None` while it is not active.
    pub editing: Option<(Instant, bool)>,
    /// Whether [`HOW_TO_LEAVE`] has been printed since the last line.
    pub has_warned: bool,
}

impl State {
    /// Returns what a Ctrl-C is meant for that arrives as a signal now. In the editor, Ctrl-C is a
    /// key, so that a signal comes from outside, or from the moment before the editor began.
    pub fn target_of_signal(&self) -> Target {
        match self.editing {
            None => Target::Command,
            Some((since, true)) if since.elapsed() < LATE && !self.has_warned => {
                Target::EndedCommand
            }
            Some(_) => Target::Session,
        }
    }
}

/// What becomes of a live line when other text follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// It stays.
    Permanent,
    /// It is erased.
    Temporary,
}

/// The output of the prompt: lines, the last of which may be live, replaced by the next one.
pub struct Screen {
    style: Style,
    /// Whether the cursor is on a live line, and what becomes of that line.
    live: Option<Lifetime>,
}

impl Screen {
    /// Prints text and a line break. A permanent live line stays above it.
    pub fn print(&mut self, text: &str) -> io::Result<()> {
        self.end_live_line()?;
        write(format_args!("{}\n", text.trim_end_matches('\n')))
    }

    /// Prints a live line, in place of the last one if there is one. It is shortened to the width
    /// of the terminal, because only one row can be replaced.
    pub fn print_live(&mut self, line: &str, lifetime: Lifetime) -> io::Result<()> {
        self.live = Some(lifetime);
        let end = if self.style.unicode { "…" } else { "..." };
        let line = truncate_str(line, width().saturating_sub(1), end);
        write(format_args!("\r{line}{ERASE}"))
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

/// Writes at once, so that no other output comes between.
fn write(text: std::fmt::Arguments<'_>) -> io::Result<()> {
    let mut output = io::stdout();
    output.write_all(text.to_string().as_bytes())?;
    output.flush()
}

/// The state and the screen. A write to the screen may block, so that it has a lock of its own.
pub struct Shared {
    /// What the terminal can show.
    pub style: Style,
    state: Mutex<State>,
    screen: Mutex<Screen>,
}

impl Shared {
    /// Creates the state at the start of a session, and a screen without a live line.
    pub fn new(style: Style) -> Self {
        let board = Board::default();
        let situation = Situation {
            board,
            key: Position::new(board).keys().all,
            last_move: None,
            notation: CastlingNotation::KingMoves,
            termination: None,
        };
        Self {
            style,
            state: Mutex::new(State {
                situation,
                askers: VecDeque::new(),
                side: Color::White,
                editing: None,
                has_warned: false,
            }),
            screen: Mutex::new(Screen { style, live: None }),
        }
    }

    /// Returns the state, which must be held only for a moment.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the screen. It must not be held while waiting for the other end.
    pub fn screen(&self) -> MutexGuard<'_, Screen> {
        self.screen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prints text in a style, broken at words where the terminal is too narrow.
    pub fn print(&self, style: console::Style, text: &str) -> io::Result<()> {
        let text = self.style.paint(style, fit(text, width()));
        self.screen().print(&text)
    }

    /// Prints [`HOW_TO_LEAVE`] above the empty line of the editor, which begins with `prompt`.
    pub fn print_how_to_leave(&self, prompt: &str) -> io::Result<()> {
        let text = fit(HOW_TO_LEAVE, width());
        let text = self.style.paint(console::Style::new().dim(), text);
        let _screen = self.screen();
        write(format_args!("\r{ERASE}{text}\n{prompt}"))
    }
}
