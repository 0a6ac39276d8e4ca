//! The log, written on a thread of its own: a slow or full disk must not cost time on the clock.
//!
//! Lines wait in a queue. When it is full, further lines are lost and counted, for the game
//! goes before its record; the count is written when there is room again.
//! See <https://docs.rs/env_logger>, which makes the lines.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use ferz::quote::Named;

/// Some seconds of all that a busy engine and its GUI say to each other.
const QUEUE: usize = 1 << 13;

/// How long the beginning of the program waits for the file to be open: a named pipe may take
/// for ever.
const OPENING: Duration = Duration::from_millis(100);

/// How long the end of the program waits for the rest of the log.
const FAREWELL: Duration = Duration::from_millis(30);

/// What the thread that writes is given.
enum Item {
    /// Lines, with their ends.
    Text(Vec<u8>),
    /// Say when all that came before is written.
    Flush(Sender<()>),
}

/// The end of the queue that lines go into.
struct Queue {
    items: Sender<Item>,
    lost: Arc<AtomicU64>,
}

impl Write for Queue {
    /// Takes all bytes, or loses them all: whoever logs can do nothing about it.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.items.try_send(Item::Text(bytes.to_vec())).is_err() {
            self.lost.fetch_add(1, Relaxed);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The log of the program, from [`start`](Journal::start) on.
pub struct Journal {
    items: Sender<Item>,
}

impl Journal {
    /// Sends logs to a file, or to standard error, never to standard output. A file that cannot
    /// be written is no reason not to play: that is said, and standard error gets the log.
    pub fn start(file: Option<&Path>) -> Self {
        let (items, receiver) = bounded(QUEUE);
        let lost = Arc::new(AtomicU64::new(0));
        let queue = Queue {
            items: items.clone(),
            lost: lost.clone(),
        };
        let (opened, told) = bounded(1);
        let file = file.map(Path::to_owned);
        let write = move || {
            let sink = Sink::open(file.as_deref());
            // Whoever wanted to know has waited long enough if it has gone.
            let _: Result<(), _> = opened.send(sink.is_file);
            sink.write(&receiver, &lost);
        };
        let thread = thread::Builder::new().name("log".to_owned()).spawn(write);
        if let Err(error) = thread {
            super::complain(format!("no thread for the log, which is lost: {error}"));
        }
        // A log file is asked for to see what happened: without RUST_LOG it has it all.
        let default = match told.recv_timeout(OPENING) {
            Ok(false) | Err(RecvTimeoutError::Disconnected) => "warn",
            Ok(true) | Err(RecvTimeoutError::Timeout) => "debug",
        };
        let environment = env_logger::Env::default().default_filter_or(default);
        env_logger::Builder::from_env(environment)
            .format_timestamp_micros()
            .target(env_logger::Target::Pipe(Box::new(queue)))
            .init();
        Self { items }
    }

    /// Waits until all is written, or not longer than a moment.
    pub fn finish(self) {
        let (done, written) = bounded(1);
        let flush = Item::Flush(done);
        if self.items.send_timeout(flush, FAREWELL).is_ok() {
            // Too late is lost.
            let _: Result<(), _> = written.recv_timeout(FAREWELL);
        }
    }
}

/// Where the log goes.
struct Sink {
    writer: Box<dyn Write + Send>,
    name: String,
    is_file: bool,
}

impl Sink {
    fn open(file: Option<&Path>) -> Self {
        if let Some(path) = file {
            let name = format!("the log file {}", Named(path));
            match File::options().append(true).create(true).open(path) {
                Ok(file) => {
                    return Self {
                        writer: Box::new(file),
                        name,
                        is_file: true,
                    };
                }
                Err(error) => {
                    super::complain(format!("cannot write {name}: {error}; going on without it"));
                }
            }
        }
        Self {
            writer: Box::new(io::stderr()),
            name: "standard error".to_owned(),
            is_file: false,
        }
    }

    /// Writes what comes out of the queue, for as long as the program runs. That it cannot be
    /// written is said once; it is tried again each time, for a full disk may be emptied.
    fn write(mut self, items: &Receiver<Item>, lost: &AtomicU64) {
        let mut complained = false;
        for item in items {
            let text = match item {
                Item::Text(text) => text,
                Item::Flush(done) => {
                    let _: Result<(), _> = done.send(());
                    continue;
                }
            };
            if let Err(error) = self.write_text(&text, lost.swap(0, Relaxed))
                && !complained
            {
                complained = true;
                super::complain(format!("cannot write {}: {error}", self.name));
            }
        }
    }

    fn write_text(&mut self, text: &[u8], lost: u64) -> io::Result<()> {
        if lost > 0 {
            let why = "for they came faster than they could be written";
            writeln!(self.writer, "[{lost} lines of the log are lost, {why}]")?;
        }
        self.writer.write_all(text)?;
        self.writer.flush()
    }
}
