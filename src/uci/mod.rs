//! The Universal Chess Interface: commands and answers as lines of text.
//!
//! [`run`] is the program: this thread reads lines and turns them into
//! [`Command`]s ([`parse`]), the engine thread obeys them, and
//! what it says is printed ([`mod@print`]). The two threads share a channel and nothing else.
//! This module alone names the crate `vampirc_uci`, which parses and prints for us.
//! See <https://www.chessprogramming.org/UCI>.

pub mod parse;
pub mod print;

use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crossbeam_channel::Sender;

use crate::engine::{Command, Engine, Event, Output};
use crate::memory::OutOfMemory;
use parse::MAX_LINE_BYTES;

/// Why the engine could not run, or not to the end.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// There is no memory for the default hash.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// There is no thread for the engine.
    #[error("the system has no thread to give: {0}")]
    NoThread(#[source] io::Error),
    /// The engine thread met a bug; what it had to say is on standard error.
    #[error("the engine thread panicked, which is a bug")]
    Panicked,
}

/// Reads commands from `input` and answers on `output` until either says that it is over.
///
/// # Errors
///
/// If the engine cannot be started.
pub fn run(input: impl BufRead, output: impl Write + Send + 'static) -> Result<(), RunError> {
    let (sender, receiver) = crossbeam_channel::unbounded();
    let engine = Engine::new(printer(output, sender.clone()))?;
    let engine = thread::Builder::new()
        .name("engine".to_owned())
        .spawn(move || engine.run(&receiver))
        .map_err(RunError::NoThread)?;
    read_commands(input, &sender);
    engine.join().map_err(|_| RunError::Panicked)
}

/// Prints events on one writer, each whole and at once. When nobody reads them any more,
/// it sends the engine home: else a search might go on for hours for nobody.
fn printer(output: impl Write + Send + 'static, commands: Sender<Command>) -> Output {
    let output = Mutex::new(output);
    Arc::new(move |event: Event| {
        let text = print::event(&event);
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        for line in text.lines() {
            log::debug!(">> {line}");
        }
        if let Err(error) = output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush())
        {
            log::warn!("output failed: {error}");
            // An engine that has gone already needs no telling.
            let _: Result<(), _> = commands.send(Command::Quit);
        }
    })
}

/// Sends what each line asks for, until a line or the end of input says that it is over.
fn read_commands(mut input: impl BufRead, commands: &Sender<Command>) {
    loop {
        let line = match read_line(&mut input) {
            Ok(Some(line)) => line,
            Ok(None) => break,
            Err(error) => {
                log::error!("input failed: {error}");
                break;
            }
        };
        log::debug!("<< {line}");
        for command in parse::line(&line) {
            let over = command == Command::Quit;
            if commands.send(command).is_err() || over {
                return;
            }
        }
    }
    // An engine that has gone away needs no telling.
    let _: Result<(), _> = commands.send(Command::EndOfInput);
}

/// The next line without its end, whatever bytes it holds; `None` at the end of input. A
/// line that is too long is cut, and its rest is skipped.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input
        .by_ref()
        .take(MAX_LINE_BYTES as u64 + 1)
        .read_until(b'\n', &mut bytes)?
        == 0
    {
        return Ok(None);
    }
    if bytes.len() > MAX_LINE_BYTES && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(Some(
        String::from_utf8_lossy(&bytes)
            .trim_end_matches(['\r', '\n'])
            .to_owned(),
    ))
}
