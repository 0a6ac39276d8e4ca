//! Whole UCI sessions: many lines, some of them sent while a search runs.
//!
//! The bytes of the fuzzer are converted to a short [script] of lines. The engine runs in this
//! process, and its output is compared with the answers that the script expects.

mod compose;
mod script;
mod stored_output;
mod transcript;

use std::io::{self, BufReader, Read};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use ferz::cli::EXTRA_COMMANDS;
use ferz::uci::{TextInput, TextOutput};
use script::{Script, Step};
use stored_output::StoredOutput;

/// Runs the session that the bytes describe, and checks the output.
pub fn check(data: &[u8]) {
    count_panics();
    let script = Script::of(data);
    let output = StoredOutput::default();
    let input = BufReader::new(Input {
        steps: script.steps.clone().into_iter(),
        line: io::Cursor::default(),
        output: output.clone(),
    });
    let before = PANICS.load(Ordering::SeqCst);
    let ended = ferz::uci::run(
        TextInput::new(input, false),
        TextOutput(output.clone()),
        None,
        EXTRA_COMMANDS,
    );
    assert!(ended.is_ok(), "{ended:?}");
    assert_eq!(PANICS.load(Ordering::SeqCst), before, "a thread panicked");
    transcript::check(&script, &output);
}

/// The number of panics in threads of sessions since the program started, caught or not.
static PANICS: AtomicUsize = AtomicUsize::new(0);

/// Installs a hook that counts panics in the threads of a session. They would go unnoticed
/// otherwise: the engine catches its own panics, and the reader thread is not joined.
fn count_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let thread = thread::current();
            if matches!(thread.name(), Some("engine" | "search" | "reader")) {
                PANICS.fetch_add(1, Ordering::SeqCst);
            }
            usual(info);
        }));
    });
}

/// The input of the engine: supplies the lines of a script at the right times.
struct Input {
    steps: std::vec::IntoIter<Step>,
    /// The unread rest of the current line.
    line: io::Cursor<Vec<u8>>,
    output: StoredOutput,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.line.read(buffer)?;
            if count > 0 {
                return Ok(count);
            }
            match self.steps.next() {
                None => return Ok(0),
                Some(Step::Line(line)) => self.line = io::Cursor::new(line),
                Some(Step::Pause(time)) => thread::sleep(time),
                Some(Step::Wait(answers)) => self.output.wait_for(&answers),
            }
        }
    }
}
