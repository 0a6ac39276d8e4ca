//! The log. A separate thread writes it, so that a slow or full disk costs no time on the clock.
//!
//! Records wait in a queue. When the queue is full, further records are dropped and counted; their
//! number is written before the next record. The variable `RUST_LOG` selects the records, in the
//! syntax of `env_logger`.

use std::env;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crate::support::files::{open_log, set_log};
use crate::support::quote::Named;
use chrono::{SecondsFormat, Utc};
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
    /// A record as text, including its line end.
    Text(Level, String),
    /// Request to send a message when all earlier items are written.
    Flush(Sender<()>),
}

/// Logger that puts the records that pass its filter into the queue, or drops them if it is full.
struct Logger {
    filter: env_logger::Logger,
    items: Sender<Item>,
    /// Number of records dropped since the last write.
    lost: Arc<AtomicU64>,
}

impl Logger {
    /// Returns a logger of the records that pass `filter`, which has the syntax of `RUST_LOG`, and
    /// the other end of its queue.
    fn new(filter: &str) -> (Self, Receiver<Item>) {
        let (items, receiver) = bounded(QUEUE);
        let logger = Self {
            filter: env_logger::Builder::new().parse_filters(filter).build(),
            items,
            lost: Arc::default(),
        };
        (logger, receiver)
    }
}

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        self.filter.enabled(metadata)
    }

    fn log(&self, record: &Record<'_>) {
        if !self.filter.matches(record) {
            return;
        }
        let time = Utc::now().to_rfc3339_opts(SecondsFormat::Micros, true);
        let (level, target) = (record.level(), record.target());
        let message = record.args().to_string().replace('\n', "\n    ");
        let text = format!("[{time} {level:<5} {target}] {message}\n");
        if self.items.try_send(Item::Text(level, text)).is_err() {
            self.lost.fetch_add(1, Relaxed);
        }
    }

    fn flush(&self) {}
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
pub struct Journal(Sender<Item>);

impl Journal {
    /// Starts logging to a file, or to standard error if there is none. If the file cannot be
    /// opened, reports that, and logs to standard error: the engine can still play.
    pub fn start(file: Option<&Path>) -> Self {
        let filter = env::var("RUST_LOG").ok();
        let default = default_level(file.is_some()).as_str();
        let (logger, receiver) = Logger::new(filter.as_deref().unwrap_or(default));
        let journal = Self(logger.items.clone());
        if let Some(file) = file {
            set_log(file);
        }
        let (opened, open_signal) = bounded(1);
        let write = {
            let (file, has_filter) = (file.map(Path::to_owned), filter.is_some());
            let lost = logger.lost.clone();
            move || {
                let writer = LogWriter::open(file.as_deref(), has_filter);
                // Fails if the receiver has timed out.
                let _: Result<(), _> = opened.send(());
                writer.write(&receiver, &lost);
            }
        };
        let thread = thread::Builder::new().name("log".to_owned()).spawn(write);
        if let Err(error) = thread {
            super::print_error(format!(
                "cannot start the log thread, logging nothing: {error}"
            ));
        }
        if file.is_some() {
            // A timeout is ignored.
            let _: Result<(), _> = open_signal.recv_timeout(OPEN_TIMEOUT);
        }
        log::set_max_level(logger.filter.filter());
        log::set_boxed_logger(Box::new(logger)).expect("the logger is set only once");
        journal
    }

    /// Waits until the log is written, or until a timeout.
    pub fn finish(self) {
        let (done, written) = bounded(1);
        if self
            .0
            .send_timeout(Item::Flush(done), FLUSH_TIMEOUT)
            .is_ok()
        {
            // A timeout is ignored.
            let _: Result<(), _> = written.recv_timeout(FLUSH_TIMEOUT);
        }
    }
}

/// Destination of the log.
struct LogWriter {
    writer: Box<dyn Write + Send>,
    name: String,
    /// Records above this level are not written. The default filter of the logger is that of a
    /// file, which is too verbose for standard error if the file could not be opened.
    level: LevelFilter,
}

impl LogWriter {
    /// Opens the file. Uses standard error if there is no file or it cannot be opened. `has_filter`
    /// tells whether the user has set `RUST_LOG`.
    fn open(file: Option<&Path>, has_filter: bool) -> Self {
        if let Some(path) = file {
            let name = format!("the log file {}", Named(path));
            match open_log(path, &mut File::options()) {
                Ok(log) => {
                    return Self {
                        writer: Box::new(log),
                        name,
                        level: LevelFilter::max(),
                    };
                }
                Err(error) => super::print_error(format!(
                    "cannot write {name}: {error}; continuing without it"
                )),
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
    /// records are still written, because space on a full disk may become free.
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

    /// Writes a record, after a line with the number of those dropped before it.
    fn write_text(&mut self, text: &str, lost: u64) -> io::Result<()> {
        if lost > 0 {
            writeln!(
                self.writer,
                "[{lost} log lines dropped: the queue was full]"
            )?;
        }
        self.writer.write_all(text.as_bytes())?;
        self.writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    fn log_one_line_of_each_level(logger: &Logger) {
        for level in Level::iter() {
            let mut builder = Record::builder();
            let record = builder.target("crate::uci").level(level);
            logger.log(&record.args(format_args!("a line\nand more")).build());
        }
    }

    /// Starts no log thread, so that the result does not depend on timing.
    #[test]
    fn the_default_level_is_debug_with_a_file_and_error_without() {
        for (has_file, expected) in [
            (false, &["ERROR"][..]),
            (true, &["ERROR", "WARN ", "INFO ", "DEBUG"]),
        ] {
            let (logger, receiver) = Logger::new(default_level(has_file).as_str());
            log_one_line_of_each_level(&logger);
            let texts = receiver.try_iter().filter_map(|item| match item {
                Item::Text(_, text) => Some(text),
                Item::Flush(_) => None,
            });
            let texts: Vec<String> = texts.collect();
            assert_eq!(texts.len(), expected.len(), "with a file: {has_file}");
            for (text, level) in texts.iter().zip(expected) {
                let end = format!("Z {level} crate::uci] a line\n    and more\n");
                assert!(text.starts_with("[20") && text.ends_with(&end), "{text}");
            }
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
        for (has_filter, records) in [(false, 1), (true, 4)] {
            let (logger, receiver) = Logger::new(default_level(true).as_str());
            log_one_line_of_each_level(&logger);
            // This closes the queue.
            drop(logger);
            let written = Written::default();
            let mut writer = LogWriter::open(Some(file), has_filter);
            assert_eq!(writer.name, "standard error");
            writer.writer = Box::new(written.clone());
            writer.write(&receiver, &AtomicU64::new(0));
            let text = written.0.lock().expect("no panic").clone();
            let text = String::from_utf8(text).expect("lines of text");
            assert_eq!(text.matches("a line").count(), records, "{text}");
            assert!(text.contains("ERROR"), "{text}");
        }
    }
}
