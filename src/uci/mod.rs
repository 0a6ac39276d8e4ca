//! The Universal Chess Interface: commands and answers as lines of text.
//!
//! [`run`] is the program: one thread reads lines and turns them into
//! [`Command`]s ([`parse`]), the engine thread obeys them, and
//! what it says is printed ([`mod@print`]). The two threads share a channel, and the file of the
//! option `Debug Log File`.
//! Commands that UCI does not have are in `nonstandard`, and [`help`] explains all.
//! This module alone names the crate `vampirc_uci`, which parses and prints for us.
//! See <https://www.chessprogramming.org/UCI>.

mod extra;
mod go;
pub mod help;
mod nonstandard;
pub mod parse;
mod position;
pub mod print;
mod set_option;
mod suggest;
mod traffic;
mod words;

use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, after, bounded, never, select};

use crate::engine::{Command, Ending, Engine, Event, Output};
use crate::support::memory::OutOfMemory;
use crate::support::panics::{self, A_BUG};
pub use extra::{ExtraCommand, Help};
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
    /// The answers cannot be written.
    #[error("cannot write to standard output: {0}")]
    Output(#[source] io::Error),
}

/// After `quit` or Ctrl-C, a write that is blocked for this long is abandoned.
const FAREWELL: Duration = Duration::from_millis(100);

/// The same after a `quit` that was the end of the input: then it is more likely a script, whose
/// output is read slowly, than a client that has lost interest.
const FAREWELL_TO_SCRIPT: Duration = Duration::from_secs(10);

/// How often that is checked.
const POLL: Duration = Duration::from_millis(5);

/// Since when something is being written; `None` while nothing is.
type Writing = Arc<Mutex<Option<Instant>>>;

/// Why the output was given up; `None` while it takes what is written.
type Failure = Arc<Mutex<Option<io::Error>>>;

/// Reads commands from `input` and answers on `output` until either says that it is over.
/// Each message on `interrupts`, if there are any, ends what runs, or the program where nothing
/// does.
///
/// # Errors
///
/// If the engine cannot be started, or if its answers cannot be written, unless that is because
/// nobody reads them: a closed pipe is no error.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    interrupts: Option<Receiver<()>>,
    extra: &'static [ExtraCommand],
) -> Result<Ending, RunError> {
    let (commands, receiver) = crossbeam_channel::unbounded();
    let (writing, failure) = (Writing::default(), Failure::default());
    let traffic = Traffic::default();
    let printer = printer(
        output,
        writing.clone(),
        failure.clone(),
        traffic.clone(),
        commands.clone(),
    );
    let engine = Engine::new(printer)?;
    let named = |name: &str| thread::Builder::new().name(name.to_owned());
    // Nothing is ever sent here: the channel closes when the engine ends, however it does.
    let (running, ended) = bounded::<()>(0);
    let engine = named("engine").spawn(move || {
        let _running = running;
        engine.run(&receiver)
    });
    let engine = engine.map_err(RunError::NoThread)?;
    let (quit, told) = bounded(1);
    let interrupt = commands.clone();
    // Nobody waits for this thread: when the output has closed, its input may go on.
    let reader =
        named("reader").spawn(move || read_commands(input, extra, &traffic, &commands, &quit));
    reader.map_err(RunError::NoThread)?;
    let signals = Signals {
        ended,
        quit: told,
        interrupts: interrupts.unwrap_or_else(never),
    };
    match signals.wait(&interrupt, &writing) {
        Some(ending) => {
            log::warn!("nobody reads the output; leaving without a word");
            Ok(ending)
        }
        None => {
            let ending = engine.join().map_err(|_| RunError::Panicked)?;
            let failure = failure
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take();
            match failure {
                Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                    Err(RunError::Output(error))
                }
                _ => Ok(ending),
            }
        }
    }
}

/// What tells of the end of the program.
struct Signals {
    /// Closed when the engine has ended.
    ended: Receiver<()>,
    /// A message when `quit` was read; closed at the end of the input.
    quit: Receiver<()>,
    /// A message for each Ctrl-C.
    interrupts: Receiver<()>,
}

impl Signals {
    /// Waits until the engine has ended; passes interrupts on to it. Does not wait, and returns
    /// an ending, if the program is to end but its output is blocked. The end of the input,
    /// unlike a quit, lets the engine take its time.
    fn wait(mut self, commands: &Sender<Command>, writing: &Writing) -> Option<Ending> {
        // How long a write may be blocked after `quit`.
        let mut patience: Option<Duration> = None;
        let mut interrupted: Option<Instant> = None;
        loop {
            let just_interrupted = interrupted.is_some_and(|at| at.elapsed() < 2 * FAREWELL);
            let patience_now = if just_interrupted {
                Some(FAREWELL)
            } else {
                patience
            };
            let pause = patience_now.map_or_else(never, |_| after(POLL));
            select! {
                recv(self.ended) -> _ => return None,
                recv(self.quit) -> message => match message {
                    Ok(()) => patience = Some(FAREWELL),
                    Err(_) => {
                        patience = patience.map(|_| FAREWELL_TO_SCRIPT);
                        self.quit = never();
                    }
                },
                recv(self.interrupts) -> message => match message {
                    Ok(()) => {
                        interrupted = Some(Instant::now());
                        // An engine that has gone already needs no telling.
                        let _: Result<(), _> = commands.send(Command::Interrupt);
                    }
                    Err(_) => self.interrupts = never(),
                },
                recv(pause) -> _ => {}
            }
            let since = *writing.lock().unwrap_or_else(PoisonError::into_inner);
            let blocked = since.map_or(Duration::ZERO, |since| since.elapsed());
            if patience_now.is_some_and(|patience| blocked > patience) {
                return Some(if just_interrupted {
                    Ending::Interrupted
                } else {
                    Ending::Finished
                });
            }
        }
    }
}

/// Prints events on one writer, each whole and at once. When nobody reads them any more,
/// the engine is ended: without a reader, a search could run for hours in vain. The first failure
/// is kept, and nothing more is written.
fn printer(
    output: impl Write + Send + 'static,
    writing: Writing,
    failure: Failure,
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
        // Never locked during a write, which may block without end.
        let known_failure = || failure.lock().unwrap_or_else(PoisonError::into_inner);
        if known_failure().is_some() {
            return;
        }
        let is_writing = |since| *writing.lock().unwrap_or_else(PoisonError::into_inner) = since;
        is_writing(Some(Instant::now()));
        let result = output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush());
        is_writing(None);
        if let Err(error) = result {
            log::info!("output failed: {error}");
            *known_failure() = Some(error);
            // An engine that has gone already needs no telling.
            let _: Result<(), _> = commands.send(Command::OutputClosed);
        }
    })
}

/// Sends what each line asks for, until the end of input. `quit` is told when a line says so:
/// after that only `stop` and another `quit` are obeyed, which end a count that the first one
/// waits for. The input is read on for those, and because its end may show that the other side
/// has gone.
fn read_commands(
    mut input: impl BufRead,
    extra: &[ExtraCommand],
    traffic: &Traffic,
    commands: &Sender<Command>,
    quit: &Sender<()>,
) {
    let mut is_over = false;
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
        let parsed = panics::caught(|| parse::line(&line, extra))
            .unwrap_or_else(|| vec![Command::Refuse(format!("this line met {A_BUG}"))]);
        for command in parsed {
            let mut command = traffic.follow(command);
            let is_quit = command == Command::Quit;
            if is_over {
                if !is_quit && command != Command::Stop {
                    continue;
                }
                command = Command::Stop;
            }
            // An engine that has gone away needs no telling.
            if commands.send(command).is_err() {
                return;
            }
            if is_quit && !is_over {
                is_over = true;
                let _: Result<(), _> = quit.send(());
            }
        }
    }
    if !is_over {
        let _: Result<(), _> = commands.send(Command::EndOfInput);
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blocked_output_after_quit_is_no_interruption_though_there_was_one_before() {
        let (_running, ended) = bounded::<()>(0);
        let (quit, told) = bounded(1);
        let (interrupt, interrupts) = bounded(1);
        let (commands, _receiver) = crossbeam_channel::unbounded();
        let writing = Writing::default();
        let since = writing.clone();
        let signals = Signals {
            ended,
            quit: told,
            interrupts,
        };
        let waiting = thread::spawn(move || signals.wait(&commands, &since));
        interrupt.send(()).expect("the other end is here");
        thread::sleep(3 * FAREWELL);
        *writing.lock().expect("no panic") = Some(Instant::now());
        quit.send(()).expect("the other end is here");
        assert_eq!(waiting.join().expect("no panic"), Some(Ending::Finished));
    }
}
