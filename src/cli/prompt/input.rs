//! Reads the lines of the prompt.
//!
//! After each line, an `isready` of our own waits until the engine has executed it. While something
//! runs, lines are read without the editor (on Unix; elsewhere, they are read afterwards).

use std::collections::VecDeque;
use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use crate::chess::Board;
use crate::engine::Command;
use crate::uci::game::GameReader;
use crate::uci::{LineSource, parse};
use crossbeam_channel::{Receiver, Sender};
use rustyline::error::ReadlineError;

#[cfg(unix)]
use super::editor;
use super::editor::LineEditor;
use super::shared::{Asker, HOW_TO_LEAVE, Notice, Shared, Target};
#[cfg(unix)]
use super::terminal::{self, RestoredMode, read_line};
use super::translate::translate;
use crate::cli::EXTRA_COMMANDS;

/// How often typed lines and the end of what runs are looked for.
#[cfg(unix)]
const POLL: std::time::Duration = std::time::Duration::from_millis(20);

/// The input of the prompt.
pub struct PromptInput {
    editor: LineEditor,
    shared: Arc<Shared>,
    notices: Receiver<Notice>,
    /// Receives a message when Ctrl-C in the editor ends the session.
    leave: Sender<()>,
    /// Lines that were pasted or typed, but not yet sent.
    pending: VecDeque<String>,
    /// The game that was begun by earlier lines.
    game: GameReader,
    /// Whether a search or background task runs.
    is_busy: bool,
    /// Whether a search or background task has ended since the last line.
    is_after_result: bool,
    /// Whether a line has been sent since the editor was active.
    is_after_line: bool,
    /// Whether Ctrl-C was pressed since the last line was sent.
    is_interrupted: bool,
    /// Number of `isready`s that are not yet answered.
    unanswered: usize,
    /// Whether an `isready` is to be sent before the next line is read.
    must_ask: bool,
    /// Whether the last line has been read.
    has_ended: bool,
}

impl LineSource for PromptInput {
    fn next_line(&mut self) -> io::Result<Option<String>> {
        #[cfg(unix)]
        terminal::accept_suspension();
        while !self.has_ended {
            if self.must_ask {
                self.must_ask = false;
                self.unanswered += 1;
                self.shared.state().askers.push_back(Asker::Prompt);
                return Ok(Some("isready".to_owned()));
            }
            let line = match self.wait_for_engine()? {
                Some(line) => line,
                None if self.must_ask || self.has_ended => continue,
                None => match self.edited_line()? {
                    Some(line) => line,
                    None => continue,
                },
            };
            if let Some(line) = self.translate(&line) {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    fn is_typed(&self) -> bool {
        true
    }
}

impl PromptInput {
    /// Creates the input, with the history of earlier sessions.
    pub fn new(
        shared: Arc<Shared>,
        notices: Receiver<Notice>,
        leave: Sender<()>,
    ) -> io::Result<Self> {
        Ok(Self {
            editor: LineEditor::new(shared.clone())?,
            shared,
            notices,
            leave,
            pending: VecDeque::new(),
            game: GameReader::default(),
            is_busy: false,
            is_after_result: false,
            is_after_line: false,
            is_interrupted: false,
            unanswered: 0,
            must_ask: false,
            has_ended: false,
        })
    }

    /// Returns the next line to execute: a pending one, one typed while something runs, or `stop`
    /// after Ctrl-C. Returns `None` if nothing runs and nothing is pending, if `must_ask` was set,
    /// or at the end of the session.
    fn wait_for_engine(&mut self) -> io::Result<Option<String>> {
        #[cfg(unix)]
        let mut silence = None;
        loop {
            while let Ok(notice) = self.notices.try_recv() {
                self.handle(notice);
            }
            if self.must_ask {
                return Ok(None);
            }
            if self.is_busy && std::mem::take(&mut self.is_interrupted) {
                return Ok(Some("stop".to_owned()));
            }
            if self.unanswered == 0 {
                // Unlike in a script, a pasted `quit` waits even for a search, which can still be
                // stopped.
                let waits = self.is_busy && self.pending.front().is_some_and(|line| is_quit(line));
                if !waits && let Some(line) = self.pending.pop_front() {
                    return Ok(Some(line));
                }
                if !self.is_busy {
                    return Ok(None);
                }
            }
            #[cfg(unix)]
            if self.is_busy {
                silence.get_or_insert_with(RestoredMode::without_echo);
                match read_line(POLL)? {
                    Some(line) => return self.take_typed(&line).map(Some),
                    None => continue,
                }
            }
            match self.notices.recv() {
                Ok(notice) => self.handle(notice),
                // The session has ended.
                Err(_) => self.has_ended = true,
            }
            if self.has_ended {
                return Ok(None);
            }
        }
    }

    fn handle(&mut self, notice: Notice) {
        match notice {
            Notice::Started => self.is_busy = true,
            Notice::Ended => {
                (self.is_busy, self.is_after_result) = (false, true);
                // Commands may have waited for the end.
                self.must_ask = true;
            }
            Notice::Ready => {
                self.unanswered = self.unanswered.saturating_sub(1);
                // Ctrl-C pressed during a command that is neither a search nor a background task.
                self.is_interrupted &= self.is_busy || self.unanswered > 0;
            }
            // What has been sent may not have started yet.
            Notice::Interrupt => self.is_interrupted = self.is_busy || self.unanswered > 0,
        }
    }

    /// Shows a line that was typed while something runs, and returns the line to execute. Enter
    /// alone stops what runs, and so does `quit`, which is executed after that.
    #[cfg(unix)]
    fn take_typed(&mut self, line: &str) -> io::Result<String> {
        if !line.trim().is_empty() {
            let prompt = editor::prompt(self.shared.style);
            self.shared.screen().print(&format!("{prompt}{line}"))?;
        }
        let is_quit = is_quit(line);
        if is_quit {
            self.pending.clear();
            self.pending.push_back(line.to_owned());
        }
        let stops = is_quit || line.trim().is_empty();
        Ok(if stops { "stop" } else { line }.to_owned())
    }

    /// Reads a line with the editor. A paste may have several.
    fn edited_line(&mut self) -> io::Result<Option<String>> {
        let is_after_line = std::mem::take(&mut self.is_after_line);
        self.shared.state().editing = Some((Instant::now(), is_after_line));
        let edited = self.editor.read();
        let is_late = {
            let mut state = self.shared.state();
            let is_late = state.target_of_signal() == Target::EndedCommand;
            state.editing = None;
            is_late
        };
        match edited {
            Ok(text) => {
                self.is_after_result = false;
                self.shared.state().has_warned = false;
                if text.trim().is_empty() {
                    self.game.close();
                }
                self.pending.extend(text.lines().map(str::to_owned));
                Ok(self.pending.pop_front())
            }
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                self.refuse("found bytes that are not UTF-8; ignored the line");
                Ok(None)
            }
            // Ctrl-D on an empty line, or the terminal was closed.
            Err(ReadlineError::Eof) => {
                self.has_ended = true;
                Ok(None)
            }
            // Ctrl-C on an empty line.
            Err(ReadlineError::Interrupted) if is_late || self.has_something_to_lose() => {
                self.game.close();
                self.shared.state().has_warned = true;
                self.say(HOW_TO_LEAVE);
                Ok(None)
            }
            Err(ReadlineError::Interrupted) => {
                // The session ends, because nothing runs, and this thread with it. Returning would
                // end the input, which has another exit status.
                let _: Result<(), _> = self.leave.try_send(());
                loop {
                    thread::park();
                }
            }
            Err(error) => Err(io::Error::other(error)),
        }
    }

    /// Returns whether leaving now would lose a game, or the result of a command that has just
    /// ended, for which Ctrl-C may have been meant. Returns `false` after the warning.
    fn has_something_to_lose(&self) -> bool {
        let state = self.shared.state();
        let situation = &state.situation;
        let has_game = situation.last_move.is_some() || situation.board != Board::default();
        !state.has_warned && (has_game || self.is_after_result)
    }

    /// Reports why a line is not executed.
    fn refuse(&self, why: impl Display) {
        let red = console::Style::new().red();
        self.print(red, &format!("error: {why}"));
    }

    /// Prints a message that is not an error.
    fn say(&self, text: &str) {
        self.print(console::Style::new().dim(), text);
    }

    fn print(&self, style: console::Style, text: &str) {
        // If writing fails, the next event ends the session.
        let _: io::Result<()> = self.shared.print(style, text);
    }

    /// Translates a line, and prints what it means for the prompt itself. Returns the line for the
    /// engine; `None` if there is none, such as for an empty line, or if it has an illegal move,
    /// which is reported. If there are several, the others are the next pending ones.
    fn translate(&mut self, line: &str) -> Option<String> {
        let board = self.shared.state().situation.board;
        let translation = match translate(line, &mut self.pending, &mut self.game, &board) {
            Ok(translation) => translation,
            Err(error) => {
                self.refuse(error);
                return None;
            }
        };
        translation.notes.iter().for_each(|note| self.say(note));
        if let Some(text) = &translation.text {
            self.print(console::Style::new(), text);
        }
        if let Some(side) = translation.side {
            self.shared.state().side = side;
        }
        let mut lines = translation.lines.into_iter();
        let first = lines.next()?;
        for later in lines.rev() {
            self.pending.push_front(later);
        }
        for command in parse::line(&first, EXTRA_COMMANDS) {
            match command {
                Command::IsReady => self.shared.state().askers.push_back(Asker::User),
                Command::Quit => self.has_ended = true,
                _ => {}
            }
        }
        self.must_ask = !self.has_ended;
        self.is_after_line = true;
        Some(first)
    }
}

/// Returns whether a line ends the session.
fn is_quit(line: &str) -> bool {
    parse::line(line, EXTRA_COMMANDS).contains(&Command::Quit)
}
