//! Tests that a panic in the engine does not lose the game: it is caught in its thread, every `go`
//! is still answered, and the engine keeps running.
//!
//! The tests inject a panic into the function that receives the engine's events, because all
//! threads of the engine call it.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};
use ferz::chess::Board;
use ferz::cli::EXTRA_COMMANDS;
use ferz::engine::{Command, Ending, Engine, Event};
use ferz::search::Report;
use ferz::uci::{parse, print};

/// Maximum time to wait for an event.
const TIMEOUT: Duration = Duration::from_secs(20);

/// An engine that panics when it emits certain events.
struct Buggy {
    commands: Sender<Command>,
    events: Receiver<Event>,
    engine: thread::JoinHandle<Ending>,
}

impl Buggy {
    /// Starts an engine that panics at the events for which `is_bug` returns true. Events without a
    /// message in UCI are dropped.
    fn start(is_bug: impl Fn(&Event) -> bool + Send + Sync + 'static) -> Self {
        let (sender, events) = unbounded();
        let output = Arc::new(move |event: Event| {
            assert!(!is_bug(&event), "a panic injected by the test");
            if print::text_of(&event).is_empty() {
                return;
            }
            // Fails after the end of the test, when the channel is closed.
            let _ = sender.send(event);
        });
        let engine = Engine::new(output).expect("memory for a small transposition table");
        let (commands, receiver) = unbounded();
        let engine = thread::spawn(move || engine.run(&receiver));
        Self {
            commands,
            events,
            engine,
        }
    }

    /// Sends a line of UCI.
    fn send(&self, line: &str) {
        for command in parse::line(line, EXTRA_COMMANDS) {
            self.commands.send(command).expect("the engine runs");
        }
    }

    /// Returns the events up to and including the first for which `is_last` returns true.
    fn events_to(&self, is_last: impl Fn(&Event) -> bool) -> Vec<Event> {
        let mut events = Vec::new();
        loop {
            let event = self.events.recv_timeout(TIMEOUT).expect("an event in time");
            let over = is_last(&event);
            events.push(event);
            if over {
                return events;
            }
        }
    }

    /// Returns the next best move as text, and the events before it.
    fn best_move(&self) -> (String, Vec<Event>) {
        let is_best_move = |event: &Event| matches!(event.report(), Some(Report::BestMove { .. }));
        let mut events = self.events_to(is_best_move);
        let last = events.pop();
        match last.as_ref().and_then(Event::report) {
            Some(Report::BestMove { mv: Some(mv), .. }) => (mv.to_string(), events),
            other => panic!("expected a best move, found {other:?}"),
        }
    }

    /// Asserts that the engine answers `isready`, and emits no other event before that.
    fn assert_ready(&self) {
        self.send("isready");
        let events = self.events_to(|event| matches!(event, Event::Ready));
        assert_eq!(events.len(), 1, "{events:?}");
    }

    /// Ends the engine, and asserts that its thread has not panicked.
    fn quit(self) {
        self.send("quit");
        self.engine
            .join()
            .expect("the engine thread does not panic");
    }
}

/// Returns the error messages among the events.
fn errors<'a>(events: &'a [Event]) -> Vec<&'a str> {
    let error = |event: &'a Event| match event {
        Event::Error(error) => Some(error.as_str()),
        _ => None,
    };
    events.iter().filter_map(error).collect()
}

/// Returns whether the event is a variation of this depth.
fn is_variation(event: &Event, depth: u32) -> bool {
    matches!(event.report(), Some(Report::Variation(variation)) if variation.depth == depth)
}

/// The error after a panic in a search.
const SEARCH_ERROR: &str =
    "go: the search hit a bug in ferz (see the log); playing the best move so far";

#[test]
fn a_search_that_panics_returns_the_best_move_so_far_and_the_next_search_works() {
    for threads in [1, 3] {
        let buggy = Buggy::start(|event| is_variation(event, 5));
        buggy.send(&format!("setoption name Threads value {threads}"));
        // The capture of the queen is by far the best move at every depth.
        buggy.send("position fen 7k/8/8/3q4/4P3/8/8/K7 w - - 0 1");
        for _ in 0..3 {
            buggy.send("go depth 9");
            let (mv, events) = buggy.best_move();
            assert_eq!(mv, "e4d5");
            assert_eq!(errors(&events), [SEARCH_ERROR]);
            assert!(
                events.iter().any(|event| is_variation(event, 4)),
                "{events:?}"
            );
            buggy.assert_ready();
        }
        buggy.send("go depth 4");
        let (mv, events) = buggy.best_move();
        assert_eq!((mv.as_str(), errors(&events)), ("e4d5", vec![]));
        buggy.quit();
    }
}

#[test]
fn a_search_that_panics_before_its_first_variation_returns_a_legal_move() {
    let buggy = Buggy::start(|event| matches!(event.report(), Some(Report::Variation(_))));
    let legal: Vec<String> = Board::default()
        .legal_moves()
        .iter()
        .map(ToString::to_string)
        .collect();
    buggy.send("go wtime 1000 btime 1000");
    let (mv, events) = buggy.best_move();
    assert!(legal.contains(&mv), "{mv}");
    assert_eq!(errors(&events), [SEARCH_ERROR]);
    buggy.send("go depth 3 searchmoves a2a3");
    assert_eq!(buggy.best_move().0, "a2a3");
    buggy.quit();
}

#[test]
fn an_infinite_or_pondering_search_that_panics_still_waits_for_stop_or_ponderhit() {
    let buggy = Buggy::start(|event| is_variation(event, 3));
    for (go, end) in [
        ("go infinite", "stop"),
        ("go ponder wtime 100 btime 100", "ponderhit"),
    ] {
        buggy.send(go);
        buggy.events_to(|event| matches!(event, Event::Error(_)));
        let early = buggy.events.recv_timeout(Duration::from_millis(100));
        assert!(early.is_err(), "{go}: {early:?}");
        buggy.send(end);
        buggy.best_move();
        buggy.assert_ready();
    }
    let started = Instant::now();
    buggy.send("go infinite");
    buggy.quit();
    assert!(started.elapsed() < TIMEOUT);
}

#[test]
fn a_command_that_panics_gives_an_error_and_the_engine_keeps_running() {
    let is_result = |event: &Event| {
        matches!(
            event,
            Event::Display(_) | Event::Text(_) | Event::Perft { .. }
        )
    };
    let buggy = Buggy::start(is_result);
    for (command, error) in [
        ("d", "this command hit a bug in ferz (see the log)"),
        ("go perft 2", "go perft: hit a bug in ferz (see the log)"),
        ("bench 1", "bench: hit a bug in ferz (see the log)"),
    ] {
        buggy.send(command);
        let events = buggy.events_to(|event| matches!(event, Event::Error(_)));
        assert_eq!(errors(&events), [error], "{command}");
        buggy.assert_ready();
    }
    buggy.send("go depth 2");
    buggy.best_move();
    buggy.quit();
}

#[test]
fn a_go_that_panics_before_its_search_starts_is_answered() {
    // With `debug on`, the engine thread reports the time limits before the search starts.
    let buggy = Buggy::start(|event| matches!(event, Event::Note(_)));
    buggy.send("debug on");
    buggy.send("go wtime 1000 btime 1000");
    let (_, events) = buggy.best_move();
    assert_eq!(
        errors(&events),
        ["this command hit a bug in ferz (see the log)"]
    );
    buggy.send("debug off");
    buggy.send("go depth 2");
    assert!(errors(&buggy.best_move().1).is_empty());
    buggy.quit();
}
