//! A whole session: many lines, some of them said while a search runs.
//!
//! Bytes become a [script] of lines that is sure to end soon; the engine runs in memory, and
//! all that it says is held against what the script asked for. See
//! <https://backscattering.de/chess/uci/>.

mod compose;
mod screen;
mod script;
mod transcript;

use std::io::{self, BufReader, Read};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use ferz::tools::bench::COMMANDS;
use screen::Screen;
use script::{Script, Step};

/// Runs the session that the bytes make.
pub fn check(data: &[u8]) {
    count_panics();
    let script = Script::of(data);
    let screen = Screen::default();
    let input = BufReader::new(Input {
        steps: script.steps.clone().into_iter(),
        line: io::Cursor::default(),
        screen: screen.clone(),
    });
    let before = PANICS.load(Ordering::SeqCst);
    let ended = ferz::uci::run(input, screen.clone(), None, &COMMANDS);
    assert!(ended.is_ok(), "{ended:?}");
    assert_eq!(PANICS.load(Ordering::SeqCst), before, "a thread panicked");
    transcript::check(&script, &screen);
}

/// Panics of threads of a session since the program began, caught or not.
static PANICS: AtomicUsize = AtomicUsize::new(0);

/// Has panics of a session's threads counted: the engine catches its own, and the thread that
/// reads the script is not waited for.
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

/// Gives the lines of a script when their time has come.
struct Input {
    steps: std::vec::IntoIter<Step>,
    /// The line that is being read.
    line: io::Cursor<Vec<u8>>,
    screen: Screen,
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
                Some(Step::Wait(answers)) => self.screen.wait_for(&answers),
            }
        }
    }
}
