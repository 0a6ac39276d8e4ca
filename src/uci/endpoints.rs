//! The endpoints of a session: where its lines come from, and where its events go.
//!
//! Usually, both are streams of text ([`TextInput`], [`TextOutput`]). A prompt for people is
//! another pair.

use std::io::{self, BufRead, Write};

use super::parse::MAX_LINE_BYTES;
use crate::engine::Event;
use crate::support::text_lines::{LineRead, decode, read_line};

/// The source of the lines of a session.
pub trait LineSource: Send + 'static {
    /// Waits for a line and returns it, without its line end; `None` at the end of the input. It is
    /// called after the commands of the previous line have been sent to the engine.
    /// An error ends the input.
    fn next_line(&mut self) -> io::Result<Option<String>>;

    /// Returns whether a person types the lines, so that each is executed at once, even if that
    /// ends a search that would end by itself.
    fn is_typed(&self) -> bool {
        false
    }
}

/// The destination of the events of a session.
pub trait EventSink: Send + 'static {
    /// Does the slow work, such as a search, for the event that is printed next. The time of
    /// [`print`](Self::print) is limited after `quit` or Ctrl-C, because a write may block forever.
    fn prepare(&mut self, _: &Event) {}

    /// Prints an event and flushes the output. `text` is the event as UCI prints it, possibly
    /// empty. An error ends the session.
    fn print(&mut self, event: &Event, text: &str) -> io::Result<()>;
}

/// An input of lines of text. Invalid UTF-8 is replaced, and a byte order mark at the start is
/// dropped: some programs send one. A line that is too long for the parser is cut, but still too
/// long, so that the parser reports it; its rest is skipped.
#[derive(Debug)]
pub struct TextInput<R> {
    input: R,
    is_typed: bool,
    /// Whether a line has been read.
    has_begun: bool,
    /// Whether the last line was cut. Its rest, which may have no end, is not skipped before the
    /// line is reported.
    is_cut: bool,
}

impl<R> TextInput<R> {
    /// Creates the input. `is_typed` tells whether a person types the lines.
    pub const fn new(input: R, is_typed: bool) -> Self {
        Self {
            input,
            is_typed,
            has_begun: false,
            is_cut: false,
        }
    }
}

impl<R: BufRead + Send + 'static> LineSource for TextInput<R> {
    fn next_line(&mut self) -> io::Result<Option<String>> {
        if std::mem::take(&mut self.is_cut) {
            self.input.skip_until(b'\n')?;
        }
        let mut bytes = Vec::new();
        let read = read_line(&mut self.input, MAX_LINE_BYTES, &mut bytes)?;
        if read == LineRead::End {
            return Ok(None);
        }
        self.is_cut = read == LineRead::Cut;
        let text = if std::mem::replace(&mut self.has_begun, true) {
            String::from_utf8_lossy(&bytes)
        } else {
            decode(&bytes)
        };
        Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned()))
    }

    fn is_typed(&self) -> bool {
        self.is_typed
    }
}

/// An output of lines of text.
#[derive(Debug)]
pub struct TextOutput<W>(pub W);

impl<W: Write + Send + 'static> EventSink for TextOutput<W> {
    fn print(&mut self, _: &Event, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.0.write_all(text.as_bytes())?;
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As in a browser, where more may be read after the end.
    #[test]
    fn only_the_rest_of_a_line_that_is_too_long_is_skipped() {
        let long = "x".repeat(2 * MAX_LINE_BYTES);
        let mut input = TextInput::new(io::Cursor::new(Vec::new()), false);
        let mut next = |more: &str| {
            input.input.get_mut().extend(more.bytes());
            input.next_line().expect("a cursor has no errors")
        };
        assert!(next(&format!("{long}\n")).is_some_and(|line| line.len() > MAX_LINE_BYTES));
        assert_eq!(next(""), None);
        assert_eq!(next("isready\n").as_deref(), Some("isready"));
    }
}
