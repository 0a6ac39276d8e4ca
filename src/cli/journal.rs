//! The log. A separate thread writes it, so that a slow or full disk costs no time on the clock.
//!
//! Lines wait in a queue. When the queue is full, further lines are dropped and counted; their
//! number is written as soon as there is room again.
//! See <https://docs.rs/env_logger>, which formats the lines.

use std::cell::Cell;
use std::env;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crate::support::quote::Named;
use crossbeam_channel::{Receiver, Sender, bounded};
use log::{Level, LevelFilter, Log, Metadata, Record};

/// Capacity of the queue, in records: a few seconds of the traffic between engine and GUI.
const QUEUE: usize = 1 << 13;

/// Maximum time to wait at startup for the log file to be opened; opening a named pipe can block
/// forever. A timeout loses no records, because they wait in the queue.
const OPEN_TIMEOUT: Duration = Duration::from_millis(100);

/// Maximum time of each wait at exit: first for a free place in the queue, then for the rest of the
/// log.
const FLUSH_TIMEOUT: Duration = Duration::from_millis(30);

/// Item of the queue.
enum Item {
    /// Lines, including their line ends.
    Text(Level, Vec<u8>),
    /// Request to send a message when all earlier items are written.
    Flush(Sender<()>),
}

thread_local! {
    /// Level of the record that this thread is logging.
    static LEVEL: Cell<Level> = const { Cell::new(Level::Error) };
}

/// Sending end of the queue.
#[derive(Clone)]
struct LogQueue {
    items: Sender<Item>,
    /// Number of records dropped since the last write.
    lost: Arc<AtomicU64>,
}

impl Write for LogQueue {
    /// Puts all bytes into the queue, or drops them if it is full. Never fails.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let item = Item::Text(LEVEL.get(), bytes.to_vec());
        if self.items.try_send(item).is_err() {
            self.lost.fetch_add(1, Relaxed);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Logger that formats records as lines, and puts the lines into the queue with their levels.
struct Logger(env_logger::Logger);

impl Logger {
    /// Creates a logger of the records that pass `filter`, which has the syntax of `RUST_LOG`.
    fn new(filter: &str, queue: LogQueue) -> Self {
        let mut builder = env_logger::Builder::new();
        builder
            .parse_filters(filter)
            .format_timestamp_micros()
            .target(env_logger::Target::Pipe(Box::new(queue)));
        Self(builder.build())
    }
}

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        self.0.enabled(metadata)
    }

    fn log(&self, record: &Record<'_>) {
        LEVEL.set(record.level());
        self.0.log(record);
    }

    fn flush(&self) {
        self.0.flush();
    }
}

/// Returns the default level: `debug` for a log file, `error` for standard error.
const fn default_level(has_file: bool) -> LevelFilter {
    if has_file {
        LevelFilter::Debug
    } else {
        LevelFilter::Error
    }
}

/// The log of the program.
pub struct Journal {
    items: Sender<Item>,
}

impl Journal {
    /// Starts logging to a file, or to standard error if there is none. If the file cannot be
    /// opened, reports that, and logs to standard error: the engine can still play.
    pub fn start(file: Option<&Path>) -> Self {
        let (items, receiver) = bounded(QUEUE);
        let queue = LogQueue {
            items: items.clone(),
            lost: Arc::default(),
        };
        let lost = queue.lost.clone();
        let filter = env::var("RUST_LOG").ok();
        let has_file = file.is_some();
        let default = default_level(has_file).to_string();
        let logger = Logger::new(filter.as_deref().unwrap_or(&default), queue);
        let (file, has_filter) = (file.map(Path::to_owned), filter.is_some());
        let (opened, is_open) = bounded(1);
        let write = move || {
            let sink = LogWriter::open(file.as_deref(), has_filter);
            // Fails if the receiver has timed out.
            let _: Result<(), _> = opened.send(());
            sink.write(&receiver, &lost);
        };
        let thread = thread::Builder::new().name("log".to_owned()).spawn(write);
        if let Err(error) = thread {
            super::print_error(format!(
                "cannot start the log thread, logging nothing: {error}"
            ));
        }
        if has_file {
            // A timeout is ignored.
            let _: Result<(), _> = is_open.recv_timeout(OPEN_TIMEOUT);
        }
        log::set_max_level(logger.0.filter());
        log::set_boxed_logger(Box::new(logger)).expect("the logger is set only once");
        Self { items }
    }

    /// Waits until the log is written, or until a timeout.
    pub fn finish(self) {
        let (done, written) = bounded(1);
        let flush = Item::Flush(done);
        if self.items.send_timeout(flush, FLUSH_TIMEOUT).is_ok() {
            // A timeout is ignored.
            let _: Result<(), _> = written.recv_timeout(FLUSH_TIMEOUT);
        }
    }
}

/// Destination of the log.
struct LogWriter {
    writer: Box<dyn Write + Send>,
    name: String,
    /// Maximum level: lines that are more verbose are dropped.
    level: LevelFilter,
}

impl LogWriter {
    /// Opens the file. Uses standard error if there is no file or it cannot be opened. `has_filter`
    /// tells whether the user has set `RUST_LOG`.
    fn open(file: Option<&Path>, has_filter: bool) -> Self {
        if let Some(path) = file {
            let name = format!("the log file {}", Named(path));
            match File::options().append(true).create(true).open(path) {
                Ok(file) => {
                    return Self {
                        writer: Box::new(file),
                        name,
                        level: LevelFilter::max(),
                    };
                }
                Err(error) => {
                    super::print_error(format!(
                        "cannot write {name}: {error}; continuing without it"
                    ));
                }
            }
        }
        Self {
            writer: Box::new(io::stderr()),
            name: "standard error".to_owned(),
            level: if has_filter {
                LevelFilter::max()
            } else {
                default_level(false)
            },
        }
    }

    /// Writes the items of the queue until it is closed. Only the first failure is reported. Later
    /// lines are still written, because space on a full disk may become free.
    fn write(mut self, items: &Receiver<Item>, lost: &AtomicU64) {
        let mut reported = false;
        for item in items {
            let text = match item {
                Item::Text(level, _) if level > self.level => continue,
                Item::Text(_, text) => text,
                Item::Flush(done) => {
                    let _: Result<(), _> = done.send(());
                    continue;
                }
            };
            if let Err(error) = self.write_text(&text, lost.swap(0, Relaxed))
                && !reported
            {
                reported = true;
                super::print_error(format!("cannot write {}: {error}", self.name));
            }
        }
    }

    fn write_text(&mut self, text: &[u8], lost: u64) -> io::Result<()> {
        if lost > 0 {
            writeln!(
                self.writer,
                "[{lost} log lines dropped: the queue was full]"
            )?;
        }
        self.writer.write_all(text)?;
        self.writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Returns both ends of a queue.
    fn queue() -> (LogQueue, Receiver<Item>) {
        let (items, receiver) = bounded(QUEUE);
        let lost = Arc::default();
        (LogQueue { items, lost }, receiver)
    }

    fn log_one_line_of_each_level(logger: &Logger) {
        for level in Level::iter() {
            let mut record = Record::builder();
            let record = record.target("crate::uci").level(level);
            logger.log(&record.args(format_args!("a line")).build());
        }
    }

    fn levels(receiver: &Receiver<Item>) -> Vec<Level> {
        let level = |item| match item {
            Item::Text(level, _) => Some(level),
            Item::Flush(_) => None,
        };
        receiver.try_iter().filter_map(level).collect()
    }

    /// Starts no log thread, so that the result does not depend on timing.
    #[test]
    fn the_default_level_is_debug_with_a_file_and_error_without() {
        for (has_file, expected) in [
            (false, &[Level::Error][..]),
            (
                true,
                &[Level::Error, Level::Warn, Level::Info, Level::Debug],
            ),
        ] {
            let (queue, receiver) = queue();
            let logger = Logger::new(default_level(has_file).as_str(), queue);
            log_one_line_of_each_level(&logger);
            assert_eq!(levels(&receiver), expected, "with a file: {has_file}");
        }
    }

    /// A writer that stores the bytes written.
    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("no panic").write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn standard_error_in_place_of_a_file_gets_only_errors_unless_there_is_a_filter() {
        let file = Path::new("/no such folder/ferz.log");
        for (has_filter, lines) in [(false, 1), (true, 4)] {
            let (queue, receiver) = queue();
            let logger = Logger::new(default_level(true).as_str(), queue);
            log_one_line_of_each_level(&logger);
            // This closes the queue.
            drop(logger);
            let written = Written::default();
            let mut sink = LogWriter::open(Some(file), has_filter);
            assert_eq!(sink.name, "standard error");
            sink.writer = Box::new(written.clone());
            sink.write(&receiver, &AtomicU64::new(0));
            let text = written.0.lock().expect("no panic").clone();
            let text = String::from_utf8(text).expect("lines of text");
            assert_eq!(text.lines().count(), lines, "{text}");
            assert!(text.contains("ERROR"), "{text}");
        }
    }
}
