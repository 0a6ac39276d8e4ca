//! The Universal Chess Interface: commands and events as lines of text.
//!
//! [`run`] is a whole session. A reader thread takes lines from one endpoint and turns them into
//! [`Command`]s ([`parse`]). The engine thread executes them and sends [`Event`]s, which are turned
//! into text ([`mod@print`]) for the other endpoint. The two threads share only a channel and the
//! file of the option `Debug Log File`. The endpoints are streams of text, or a prompt for people
//! ([`LineSource`], [`EventSink`]). The caller can add commands ([`ExtraCommand`]); [`help`]
//! describes all commands. Only this module uses the crate `vampirc_uci`: its parser for commands
//! of one word, and its messages for output.
//! See <https://www.chessprogramming.org/UCI>.

mod debug_log;
mod endpoints;
pub mod game;
mod go;
pub mod help;
pub mod parse;
pub mod print;
mod words;

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, after, bounded, never, select};

use crate::engine::{self, Command, Ending, Engine, Event};
use crate::search::pool::PoolError;
use crate::support::panics::{self, A_BUG};
use crate::support::threads::end_signal;
use debug_log::DebugLog;
pub use endpoints::{EventSink, LineSource, TextInput, TextOutput};
pub use help::{ExtraCommand, Help};
pub use parse::start_of_moves;

/// Error that ends a session, or prevents it from starting.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// There is not enough memory for a search thread and a transposition table of the default size.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// A thread could not be started.
    #[error("cannot start a thread: {0}")]
    NoThread(#[source] io::Error),
    /// The engine thread panicked because of a bug. The message is in the log.
    #[error("the engine thread panicked; this is a bug")]
    Panicked,
    /// Writing to the output failed.
    #[error("cannot write to standard output: {0}")]
    Output(#[source] io::Error),
    /// Reading the input failed. All commands before the error were executed.
    #[error("cannot read standard input: {0}")]
    Input(#[source] io::Error),
}

/// After `quit` or Ctrl-C, a write that is blocked for this long is abandoned.
const WRITE_TIMEOUT: Duration = Duration::from_millis(100);

/// Used instead of [`WRITE_TIMEOUT`] if the input ends after `quit`: then the input is probably a
/// script whose output is read slowly, not a client that stopped reading.
const SCRIPT_WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// How often blocked writes are checked.
const POLL: Duration = Duration::from_millis(5);

/// Start time of the write in progress; `None` if there is none.
type Writing = Arc<Mutex<Option<Instant>>>;

/// Error that ended the input or the output; `None` if all reads or writes have succeeded.
type IoFailure = Arc<Mutex<Option<io::Error>>>;

/// Runs a UCI session, until `quit`, the end of `input`, or the end of `output`.
///
/// Each message on `interrupts` stops what runs, or ends the session if nothing runs.
/// `extra` are the commands that the session has in addition to those of UCI.
/// A closed pipe of the output is not an error.
pub fn run(
    input: impl LineSource,
    output: impl EventSink,
    interrupts: Option<Receiver<()>>,
    extra: &'static [ExtraCommand],
) -> Result<Ending, RunError> {
    let (commands, received_commands) = crossbeam_channel::unbounded();
    let writing = Writing::default();
    let (input_failure, output_failure) = (IoFailure::default(), IoFailure::default());
    let debug_log = DebugLog::new(commands.clone());
    let printer = printer(
        output,
        writing.clone(),
        output_failure.clone(),
        debug_log.clone(),
        commands.clone(),
    );
    let engine = Engine::new(printer)?.typed(input.is_typed());
    let thread = |name: &str| thread::Builder::new().name(name.to_owned());
    let (running, ended) = end_signal();
    let engine_thread = thread("engine").spawn(move || {
        let _running = running;
        engine.run(&received_commands)
    });
    let engine_thread = engine_thread.map_err(RunError::NoThread)?;
    let (quit, quits) = bounded(1);
    let (interrupt, failure) = (commands.clone(), input_failure.clone());
    // This thread is not joined: after the output has closed, the input may stay open.
    let reader_thread = thread("reader")
        .spawn(move || read_commands(input, extra, &debug_log, &commands, &quit, &failure));
    reader_thread.map_err(RunError::NoThread)?;
    let signals = Signals {
        ended,
        quit: quits,
        interrupts: interrupts.unwrap_or_else(never),
    };
    if let Some(ending) = signals.wait(&interrupt, &writing) {
        log::warn!("the output is blocked; exiting without waiting for it");
        return Ok(ending);
    }
    let ending = engine_thread.join().map_err(|_| RunError::Panicked)?;
    // A program at the other end that has ended is no error.
    let is_error = |error: &io::Error| {
        use io::ErrorKind::{BrokenPipe, ConnectionReset};
        !matches!(error.kind(), BrokenPipe | ConnectionReset)
    };
    let write_error = locked(&output_failure).take().filter(is_error);
    let read_error = locked(&input_failure).take().filter(is_error);
    match (write_error, read_error) {
        (Some(error), _) => Err(RunError::Output(error)),
        (_, Some(error)) => Err(RunError::Input(error)),
        _ => Ok(ending),
    }
}

/// Locks a mutex. Its content is valid even if a thread panicked while it held the lock.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The channels that announce the end of the session.
struct Signals {
    /// Closes when the engine has ended.
    ended: Receiver<()>,
    /// Receives a message after `quit`; closes at the end of the input.
    quit: Receiver<()>,
    /// Receives a message for each Ctrl-C.
    interrupts: Receiver<()>,
}

impl Signals {
    /// Waits until the engine has ended, and forwards interrupts to it. If the output is
    /// blocked after `quit` or Ctrl-C, returns the ending without waiting for the engine. The end
    /// of the input alone does not limit the time of a write.
    fn wait(mut self, commands: &Sender<Command>, writing: &Writing) -> Option<Ending> {
        let mut timeout_after_quit: Option<Duration> = None;
        let mut interrupted: Option<Instant> = None;
        loop {
            // The session may go on after Ctrl-C, so writes that block later are waited for again.
            let just_interrupted = interrupted.is_some_and(|at| at.elapsed() < 2 * WRITE_TIMEOUT);
            let timeout = if just_interrupted {
                Some(WRITE_TIMEOUT)
            } else {
                timeout_after_quit
            };
            let pause = timeout.map_or_else(never, |_| after(POLL));
            select! {
                recv(self.ended) -> _ => return None,
                recv(self.quit) -> message => match message {
                    Ok(()) => timeout_after_quit = Some(WRITE_TIMEOUT),
                    Err(_) => {
                        timeout_after_quit = timeout_after_quit.map(|_| SCRIPT_WRITE_TIMEOUT);
                        self.quit = never();
                    }
                },
                recv(self.interrupts) -> message => match message {
                    Ok(()) => {
                        interrupted = Some(Instant::now());
                        // Sending fails if the engine has already ended.
                        let _: Result<(), _> = commands.send(Command::Interrupt);
                    }
                    Err(_) => self.interrupts = never(),
                },
                recv(pause) -> _ => {}
            }
            let since = *locked(writing);
            let blocked = since.map_or(Duration::ZERO, |since| since.elapsed());
            if timeout.is_some_and(|timeout| blocked > timeout) {
                return Some(if just_interrupted {
                    Ending::Interrupted
                } else {
                    Ending::Finished
                });
            }
        }
    }
}

/// Returns a function that prints events, and flushes the output after each. After the first
/// write error, nothing more is written, and the engine receives [`Command::OutputClosed`], because
/// a search whose output nobody reads could run for hours.
fn printer(
    output: impl EventSink,
    writing: Writing,
    failure: IoFailure,
    debug_log: DebugLog,
    commands: Sender<Command>,
) -> engine::EventHandler {
    let output = Mutex::new(output);
    Arc::new(move |event: Event| {
        let text = print::text_of(&event);
        let mut output = locked(&output);
        for line in text.lines() {
            debug_log.write(">>", line);
        }
        // `failure` is not locked during a write, which may block forever: `run` reads it.
        if locked(&failure).is_some() {
            return;
        }
        output.prepare(&event);
        let set_writing = |since| *locked(&writing) = since;
        set_writing(Some(Instant::now()));
        let result = output.print(&event, &text);
        set_writing(None);
        if let Err(error) = result {
            log::info!("output failed: {error}");
            *locked(&failure) = Some(error);
            // Sending fails if the engine has already ended.
            let _: Result<(), _> = commands.send(Command::OutputClosed);
        }
    })
}

/// Sends the commands of each line to the engine, until the end of the input.
///
/// The first `quit` also sends a message on the channel `quit`. After it, only `stop` and further
/// `quit`s are forwarded, both as `stop`. They end a running background task;
/// otherwise the first `quit` would be executed only after it. There is another reason to read the
/// input to its end: the end extends the time limit of a blocked write to [`SCRIPT_WRITE_TIMEOUT`].
///
/// An error ends the input, and is stored in `failure`, unless the session has ended before.
fn read_commands(
    mut input: impl LineSource,
    extra: &[ExtraCommand],
    debug_log: &DebugLog,
    commands: &Sender<Command>,
    quit: &Sender<()>,
    failure: &IoFailure,
) {
    let mut has_quit = false;
    loop {
        let line = match panics::caught(|| input.next_line()).unwrap_or(Ok(None)) {
            Ok(Some(line)) => line,
            Ok(None) => break,
            Err(error) => {
                log::info!("input failed: {error}");
                if !has_quit {
                    *locked(failure) = Some(error);
                }
                break;
            }
        };
        debug_log.write("<<", &line);
        let parsed = panics::caught(|| parse::line(&line, extra))
            .unwrap_or_else(|| vec![Command::Error(format!("this line hit {A_BUG}"))]);
        for command in parsed {
            let mut command = debug_log.apply_option(command);
            let is_quit = command == Command::Quit;
            if has_quit {
                if !is_quit && command != Command::Stop {
                    continue;
                }
                command = Command::Stop;
            }
            // Sending fails if the engine has already ended.
            if commands.send(command).is_err() {
                return;
            }
            if is_quit && !has_quit {
                has_quit = true;
                let _: Result<(), _> = quit.send(());
            }
        }
    }
    if !has_quit {
        let _: Result<(), _> = commands.send(Command::EndOfInput);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An output that records whether each step happens during a write.
    struct Recorder {
        writing: Writing,
        steps: Arc<Mutex<Vec<(&'static str, bool)>>>,
    }

    impl Recorder {
        fn record(&self, step: &'static str) {
            let is_writing = self.writing.lock().expect("no panic").is_some();
            let mut steps = self.steps.lock().expect("no panic");
            steps.push((step, is_writing));
        }
    }

    impl EventSink for Recorder {
        fn prepare(&mut self, _: &Event) {
            self.record("prepare");
        }

        fn print(&mut self, _: &Event, _: &str) -> io::Result<()> {
            self.record("print");
            Ok(())
        }
    }

    #[test]
    fn what_an_output_prepares_does_not_count_as_a_blocked_write() {
        let (writing, steps) = (Writing::default(), Arc::<Mutex<Vec<_>>>::default());
        let recorder = Recorder {
            writing: writing.clone(),
            steps: steps.clone(),
        };
        let (commands, _receiver) = crossbeam_channel::unbounded();
        let failure = IoFailure::default();
        let print = printer(
            recorder,
            writing,
            failure,
            DebugLog::new(commands.clone()),
            commands,
        );
        print(Event::Ready);
        let steps = steps.lock().expect("no panic");
        assert_eq!(*steps, [("prepare", false), ("print", true)]);
    }

    #[test]
    fn a_blocked_output_after_quit_is_not_an_interruption_even_after_an_earlier_ctrl_c() {
        let (_running, ended) = end_signal();
        let (quit, quits) = bounded(1);
        let (interrupt, interrupts) = bounded(1);
        let (commands, _receiver) = crossbeam_channel::unbounded();
        let writing = Writing::default();
        let since = writing.clone();
        let signals = Signals {
            ended,
            quit: quits,
            interrupts,
        };
        let waiting = thread::spawn(move || signals.wait(&commands, &since));
        interrupt.send(()).expect("the receiver is alive");
        thread::sleep(3 * WRITE_TIMEOUT);
        *writing.lock().expect("no panic") = Some(Instant::now());
        quit.send(()).expect("the receiver is alive");
        assert_eq!(waiting.join().expect("no panic"), Some(Ending::Finished));
    }
}
