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

use screen::Screen;
use script::{Script, Step};

/// Runs the session that the bytes make.
pub fn check(data: &[u8]) {
    count_panics();
    let script = Script::of(data);
    let screen = Screen::default();
    let input = BufReader::new(Input {
        steps: script.steps.iter(),
        line: &[],
        screen: &screen,
    });
    let before = PANICS.load(Ordering::SeqCst);
    let ended = ferz::uci::run(input, screen.clone());
    assert!(ended.is_ok(), "{ended:?}");
    assert_eq!(PANICS.load(Ordering::SeqCst), before, "a thread panicked");
    transcript::check(&script, &screen);
}

/// Panics of the engine's threads since the program began, caught or not.
static PANICS: AtomicUsize = AtomicUsize::new(0);

/// Has panics of the engine's threads counted, for the engine may catch them.
fn count_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let thread = thread::current();
            if matches!(thread.name(), Some("engine" | "search")) {
                PANICS.fetch_add(1, Ordering::SeqCst);
            }
            usual(info);
        }));
    });
}

/// Gives the lines of a script when their time has come.
struct Input<'a> {
    steps: std::slice::Iter<'a, Step>,
    /// What is left of the line that is being read.
    line: &'a [u8],
    screen: &'a Screen,
}

impl Read for Input<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.line.is_empty() {
            match self.steps.next() {
                None => return Ok(0),
                Some(Step::Line(line)) => self.line = line,
                Some(Step::Pause(time)) => thread::sleep(*time),
                Some(Step::Wait(answers)) => self.screen.wait_for(answers),
            }
        }
        let length = self.line.len().min(buffer.len());
        let (now, later) = self.line.split_at(length);
        buffer[..length].copy_from_slice(now);
        self.line = later;
        Ok(length)
    }
}
