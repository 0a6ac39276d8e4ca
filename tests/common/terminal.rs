//! Runs the ferz executable at a terminal: types keys, and reads the screen.
//!
//! A terminal emulator interprets what the program writes, so tests see what a person would see.

#![allow(
    dead_code,
    reason = "each test is a crate of its own and uses only part of this module"
)]

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::os::fd::{AsFd, OwnedFd};
use std::process::Child;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::blocking::{Command, Pty};

/// Maximum time to wait for a text or for the end of the program. The machine may be busy.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Interval at which the screen is checked.
const POLL: Duration = Duration::from_millis(5);

/// Size of the terminal, in rows and columns.
pub const SIZE: [NonZero<u16>; 2] = [NonZero::new(50).unwrap(), NonZero::new(90).unwrap()];

/// The program at a terminal. Dropping it kills the program.
pub struct Terminal {
    program: Child,
    keyboard: Pty,
    screen: Arc<Mutex<vt100::Parser>>,
}

impl Terminal {
    /// Starts the program with arguments and environment variables. The locale has UTF-8, and the
    /// history of input lines is in the folder `state`.
    pub fn start(state: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        Self::start_sized(SIZE, state, arguments, environment)
    }

    /// Starts the program in a terminal of this size, in rows and columns.
    pub fn start_sized(
        size: [NonZero<u16>; 2],
        state: &str,
        arguments: &[&str],
        environment: &[(&str, &str)],
    ) -> Self {
        let (pty, pts) = pty_process::blocking::open().expect("a terminal");
        let [rows, columns] = size;
        pty.resize(pty_process::Size::new(rows.get(), columns.get()))
            .expect("the size is set");
        let program = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .args(arguments)
            .env_remove("RUST_LOG")
            .env_remove("NO_COLOR")
            .env_remove("LC_ALL")
            .env_remove("LC_CTYPE")
            .env("LANG", "C.UTF-8")
            .env("TERM", "xterm-256color")
            .env("XDG_STATE_HOME", state)
            .envs(environment.iter().copied())
            .spawn(pts)
            .expect("the program starts");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 1000)));
        let output: OwnedFd = pty.as_fd().try_clone_to_owned().expect("a handle");
        let parser = screen.clone();
        thread::spawn(move || {
            let (mut output, mut bytes) = (File::from(output), [0; 4096]);
            // Reading fails when the program has ended.
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                let mut parser = parser.lock().expect("no panic with the lock");
                parser.process(&bytes[..count]);
            }
        });
        Self {
            program,
            keyboard: pty,
            screen,
        }
    }

    /// Types keys. `\r` is Enter, `\t` Tab, `\x03` Ctrl-C and `\x04` Ctrl-D.
    pub fn type_keys(&mut self, keys: &str) {
        self.type_bytes(keys.as_bytes());
    }

    /// Types bytes, which need not be UTF-8.
    pub fn type_bytes(&mut self, bytes: &[u8]) {
        let typed = self.keyboard.write_all(bytes);
        typed.expect("the program reads the terminal");
    }

    /// Types a line at the prompt.
    #[track_caller]
    pub fn enter(&mut self, line: &str) {
        self.wait_for("the prompt", |screen| screen.ends_with("ferz>"));
        // In one piece: an Enter that arrives alone after a search has begun would stop it.
        self.type_keys(&format!("{line}\r"));
    }

    /// Sends a signal to the program.
    pub fn signal(&self, name: &str) {
        let script = format!("kill -{name} {}", self.program.id());
        let sent = std::process::Command::new("sh")
            .args(["-c", &script])
            .status();
        assert!(sent.expect("a shell").success());
    }

    /// Changes the width of the terminal.
    pub fn resize(&self, columns: u16) {
        let [rows, _] = SIZE;
        let columns = NonZero::new(columns).expect("at least one column");
        let mut parser = self.screen.lock().expect("no panic with the lock");
        parser.screen_mut().set_size(rows, columns);
        let size = pty_process::Size::new(rows.get(), columns.get());
        self.keyboard.resize(size).expect("the size is set");
    }

    /// Returns the text on the screen, without spaces at the end.
    pub fn text(&self) -> String {
        let text = self.with_screen(vt100::Screen::contents);
        text.trim_end().to_owned()
    }

    /// Returns the rows that the terminal has broken because the program did not.
    pub fn broken_rows(&self) -> Vec<String> {
        self.with_screen(|screen| {
            let (rows, columns) = screen.size();
            let texts: Vec<String> = screen.rows(0, columns.get()).collect();
            let broken = (0..rows.get()).filter(|&row| screen.row_wrapped(row));
            broken.map(|row| texts[usize::from(row)].clone()).collect()
        })
    }

    /// Returns the screen with its colors, as escape sequences.
    pub fn formatted(&self) -> String {
        self.with_screen(vt100::Screen::contents_formatted)
    }

    /// Calls a function with the screen.
    pub fn with_screen<T>(&self, f: impl FnOnce(&vt100::Screen) -> T) -> T {
        f(self.screen.lock().expect("no panic with the lock").screen())
    }

    /// Waits until the screen shows a text, and returns the screen.
    #[track_caller]
    pub fn expect(&self, text: &str) -> String {
        self.wait_for(text, |screen| screen.contains(text))
    }

    /// Waits until the text on the screen fulfills a condition, and returns it.
    #[track_caller]
    pub fn wait_for(&self, what: &str, condition: impl Fn(&str) -> bool) -> String {
        let started = Instant::now();
        loop {
            let screen = self.text();
            if condition(&screen) {
                return screen;
            }
            let took = started.elapsed();
            assert!(took < TIMEOUT, "expected {what}, found\n{screen}");
            thread::sleep(POLL);
        }
    }

    /// Waits for the end of the program, and returns its exit status and the screen.
    #[track_caller]
    pub fn end(&mut self) -> (Option<i32>, String) {
        let started = Instant::now();
        loop {
            if let Some(status) = self.program.try_wait().expect("the status is known") {
                // The last output may still be on its way.
                thread::sleep(10 * POLL);
                return (status.code(), self.text());
            }
            let took = started.elapsed();
            assert!(took < TIMEOUT, "still running:\n{}", self.text());
            thread::sleep(POLL);
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Fails if the program has ended.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
