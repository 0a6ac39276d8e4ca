//! The Universal Chess Interface: commands and answers as lines of text.
//!
//! [`run`] is the program: one thread reads lines and turns them into
//! [`Command`]s ([`parse`]), the engine thread obeys them, and
//! what it says is printed ([`mod@print`]). The two threads share a channel, and the file of the
//! option `Debug Log File`.
//! Commands that UCI does not have are in `own`, and [`help`] explains all.
//! This module alone names the crate `vampirc_uci`, which parses and prints for us.
//! See <https://www.chessprogramming.org/UCI>.

pub mod help;
pub mod measure;
mod own;
pub mod parse;
pub mod print;
mod suggest;
mod traffic;

use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, Sender, bounded, select};

use crate::bug::{self, A_BUG};
use crate::engine::{Command, Engine, Event, Output};
use crate::memory::OutOfMemory;
use parse::MAX_LINE_BYTES;
use traffic::Traffic;

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

/// How long nobody may read what is said, once it was told to quit. Then it is not said.
const FAREWELL: Duration = Duration::from_millis(100);

/// How often that is looked after.
const POLL: Duration = Duration::from_millis(5);

/// Since when something is being written; `None` while nothing is.
type Writing = Arc<Mutex<Option<Instant>>>;

/// Reads commands from `input` and answers on `output` until either says that it is over.
///
/// # Errors
///
/// If the engine cannot be started.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), RunError> {
    let (commands, receiver) = crossbeam_channel::unbounded();
    let writing = Writing::default();
    let traffic = Traffic::default();
    let printer = printer(output, writing.clone(), traffic.clone(), commands.clone());
    let engine = Engine::new(printer)?;
    let named = |name: &str| thread::Builder::new().name(name.to_owned());
    // Nothing is ever sent here: the channel closes when the engine ends, however it does.
    let (running, ended) = bounded::<()>(0);
    let engine = named("engine").spawn(move || {
        engine.run(&receiver);
        drop(running);
    });
    let engine = engine.map_err(RunError::NoThread)?;
    let (quit, told) = bounded(1);
    // Nobody waits for this thread: when the output has closed, its input may go on.
    let reader = named("reader").spawn(move || read_commands(input, &traffic, &commands, &quit));
    reader.map_err(RunError::NoThread)?;
    // The end of the input, unlike a quit, lets the engine take its time.
    let was_quit = select! {
        recv(ended) -> _ => false,
        recv(told) -> told => told.is_ok(),
    };
    while was_quit && ended.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
        let since = *writing.lock().unwrap_or_else(PoisonError::into_inner);
        if since.is_some_and(|since| since.elapsed() > FAREWELL) {
            log::warn!("nobody reads the output; leaving without a word");
            return Ok(());
        }
    }
    engine.join().map_err(|_| RunError::Panicked)
}

/// Prints events on one writer, each whole and at once. When nobody reads them any more,
/// it sends the engine home: else a search might go on for hours for nobody.
fn printer(
    output: impl Write + Send + 'static,
    writing: Writing,
    traffic: Traffic,
    commands: Sender<Command>,
) -> Output {
    let output = Mutex::new(output);
    Arc::new(move |event: Event| {
        let text = print::event(&event);
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        for line in text.lines() {
            log::debug!(">> {line}");
            traffic.printed(line);
        }
        let is_writing = |since| *writing.lock().unwrap_or_else(PoisonError::into_inner) = since;
        is_writing(Some(Instant::now()));
        let result = output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush());
        is_writing(None);
        if let Err(error) = result {
            log::warn!("output failed: {error}");
            // An engine that has gone already needs no telling.
            let _: Result<(), _> = commands.send(Command::Quit);
        }
    })
}

/// Sends what each line asks for, until a line or the end of input says that it is over. That
/// a line did is told to `quit` as well.
fn read_commands(
    mut input: impl BufRead,
    traffic: &Traffic,
    commands: &Sender<Command>,
    quit: &Sender<()>,
) {
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
        traffic.read(&line);
        let parsed = bug::caught(|| parse::line(&line))
            .unwrap_or_else(|| vec![Command::Refuse(format!("this line met {A_BUG}"))]);
        for command in parsed {
            let command = traffic.follow(command);
            let over = command == Command::Quit;
            // An engine that has gone away needs no telling.
            let gone = commands.send(command).is_err();
            if over {
                let _: Result<(), _> = quit.send(());
            }
            if gone || over {
                return;
            }
        }
    }
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
