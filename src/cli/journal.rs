//! The log, written on a thread of its own: a slow or full disk must not cost time on the clock.
//!
//! Lines wait in a queue. When it is full, further lines are lost and counted, for the game
//! goes before its record; the count is written when there is room again.
//! See <https://docs.rs/env_logger>, which makes the lines.

use std::cell::Cell;
use std::env;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};
use ferz::support::quote::Named;
use log::{Level, LevelFilter, Log, Metadata, Record};

/// Some seconds of all that a busy engine and its GUI say to each other.
const QUEUE: usize = 1 << 13;

/// How long the beginning of the program waits for the file to be open: a named pipe may take
/// for ever. What is logged does not depend on it.
const OPENING: Duration = Duration::from_millis(100);

/// How long the end of the program waits for the rest of the log.
const FAREWELL: Duration = Duration::from_millis(30);

/// What the thread that writes is given.
enum Item {
    /// Lines, with their ends.
    Text(Level, Vec<u8>),
    /// Say when all that came before is written.
    Flush(Sender<()>),
}

thread_local! {
    /// The level of the record that this thread is logging.
    static LEVEL: Cell<Level> = const { Cell::new(Level::Error) };
}

/// The end of the queue that lines go into.
#[derive(Clone)]
struct Queue {
    items: Sender<Item>,
    lost: Arc<AtomicU64>,
}

impl Write for Queue {
    /// Takes all bytes, or loses them all: whoever logs can do nothing about it.
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

/// Makes lines of records, and puts them into a queue with their levels.
struct Logger(env_logger::Logger);

impl Logger {
    /// A logger of the records that pass this filter, which is written as in `RUST_LOG`.
    fn new(filter: &str, queue: Queue) -> Self {
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

/// What to log where the user does not say so: everything in a log file, which is asked for to
/// see what happened; on standard error, errors alone.
const fn usual_level(has_file: bool) -> LevelFilter {
    if has_file {
        LevelFilter::Debug
    } else {
        LevelFilter::Error
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
        let queue = Queue {
            items: items.clone(),
            lost: Arc::default(),
        };
        let lost = queue.lost.clone();
        let asked = env::var("RUST_LOG").ok();
        let has_file = file.is_some();
        let usual = usual_level(has_file).to_string();
        let logger = Logger::new(asked.as_deref().unwrap_or(&usual), queue);
        let (file, is_asked) = (file.map(Path::to_owned), asked.is_some());
        let (opened, told) = bounded(1);
        let write = move || {
            let sink = Sink::open(file.as_deref(), is_asked);
            // Whoever wanted to know has waited long enough if it has gone.
            let _: Result<(), _> = opened.send(());
            sink.write(&receiver, &lost);
        };
        let thread = thread::Builder::new().name("log".to_owned()).spawn(write);
        if let Err(error) = thread {
            super::print_error(format!("no thread for the log, which is lost: {error}"));
        }
        if has_file {
            // Too late, or never, is as good.
            let _: Result<(), _> = told.recv_timeout(OPENING);
        }
        log::set_max_level(logger.0.filter());
        log::set_boxed_logger(Box::new(logger)).expect("there is one log");
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
    /// Lines of lesser importance are dropped.
    level: LevelFilter,
}

impl Sink {
    /// The file, or standard error where there is none or it cannot be opened. `is_asked`:
    /// whether the user said what to log, wherever it goes.
    fn open(file: Option<&Path>, is_asked: bool) -> Self {
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
                        "cannot write {name}: {error}; going on without it"
                    ));
                }
            }
        }
        Self {
            writer: Box::new(io::stderr()),
            name: "standard error".to_owned(),
            level: if is_asked {
                LevelFilter::max()
            } else {
                usual_level(false)
            },
        }
    }

    /// Writes what comes out of the queue, for as long as the program runs. That it cannot be
    /// written is said once; it is tried again each time, for a full disk may be emptied.
    fn write(mut self, items: &Receiver<Item>, lost: &AtomicU64) {
        let mut complained = false;
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
                && !complained
            {
                complained = true;
                super::print_error(format!("cannot write {}: {error}", self.name));
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

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// A queue with both ends.
    fn queue() -> (Queue, Receiver<Item>) {
        let (items, receiver) = bounded(QUEUE);
        let lost = Arc::default();
        (Queue { items, lost }, receiver)
    }

    fn log_one_line_of_each_level(logger: &Logger) {
        for level in Level::iter() {
            let mut record = Record::builder();
            let record = record.target("ferz::uci").level(level);
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

    /// No thread of the log is started here, so none can be late.
    #[test]
    fn what_is_logged_does_not_depend_on_when_the_logs_thread_starts() {
        for (has_file, expected) in [
            (false, &[Level::Error][..]),
            (
                true,
                &[Level::Error, Level::Warn, Level::Info, Level::Debug],
            ),
        ] {
            let (queue, receiver) = queue();
            let logger = Logger::new(usual_level(has_file).as_str(), queue);
            log_one_line_of_each_level(&logger);
            assert_eq!(levels(&receiver), expected, "with a file: {has_file}");
        }
    }

    /// What a sink has been given to write.
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
    fn standard_error_in_place_of_a_file_gets_errors_alone_unless_more_is_asked_for() {
        let file = Path::new("/no such folder/ferz.log");
        for (is_asked, lines) in [(false, 1), (true, 4)] {
            let (queue, receiver) = queue();
            let logger = Logger::new(usual_level(true).as_str(), queue);
            log_one_line_of_each_level(&logger);
            // The queue has no more ends that could be written to.
            drop(logger);
            let written = Written::default();
            let mut sink = Sink::open(Some(file), is_asked);
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
