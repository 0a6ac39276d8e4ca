//! Requests of the page: each is a line of JSON, `{"id": 1, "ask": "position", …}`. It is answered
//! by lines of JSON with the same `id`; the last one has `"done": true`, and perhaps an `error`.
//!
//! Every request is about a position: `text`, which a person typed, and `moves` after it (see
//! [`Setup`]). Then:
//!
//! - `position`: the position, the moves to it, and its legal moves.
//! - `count`: perft `depth`, with a line for each move when it is counted.
//! - `stats`: the same by kinds of moves, for each depth.
//! - `compare`: these `counts`, by moves, beside `paste`, what another program printed.
//! - `evaluate`: the static evaluation, as `ferz eval --json` prints it.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ferz::chess::Board;
use ferz::chess::san::San;
use ferz::eval::network::Network;
use ferz::perft;
use ferz::perft::parallel::{Method, divide_parallel};
use ferz::perft::stats::{Statistics, statistics};
use ferz::report::eval::{Evaluation, json};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::compare;
use crate::setup::Setup;

/// Maximum depth of a count, in plies. Greater ones take years.
const MAX_DEPTH: u32 = 20;

/// Depth of the subtrees that are counted at once, in plies: they take some milliseconds.
const SMALL_DEPTH: u32 = 4;

/// How often the progress of a count is reported.
const PROGRESS: Duration = Duration::from_millis(100);

/// A request. What it does not use is empty.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Request {
    id: Value,
    ask: String,
    text: String,
    moves: Vec<String>,
    depth: u32,
    counts: BTreeMap<String, u64>,
    paste: String,
    answers: Vec<String>,
}

/// Answers a request. A count ends early if `stop` is set.
pub fn answer(line: &str, stop: &AtomicBool) {
    let request: Value = serde_json::from_str(line).unwrap_or_default();
    let id = request["id"].clone();
    let result = Request::deserialize(request).map_err(|error| error.to_string());
    let result = result.and_then(|read: Request| read.answer(stop));
    let mut last = result.unwrap_or_else(|error| json!({"error": error}));
    last["done"] = true.into();
    reply(&id, last);
}

/// Prints a reply.
fn reply(id: &Value, mut reply: Value) {
    reply["id"] = id.clone();
    println!("{reply}");
}

impl Request {
    fn answer(&self, stop: &AtomicBool) -> Result<Value, String> {
        let setup = Setup::new(&self.text, &self.moves)?;
        let board = setup.path.board();
        match self.ask.as_str() {
            "position" => Ok(setup.describe()),
            "count" => self.count(&setup, stop),
            "stats" => self.statistics(board, stop),
            "compare" => {
                let count = |mv| Some((mv, *self.counts.get(&setup.path.written(mv))?));
                let counts: Option<Vec<_>> = board.legal_moves().into_iter().map(count).collect();
                let counts = counts.ok_or("counts: a legal move is missing")?;
                let (path, depth) = (&setup.path, self.depth()?);
                compare::compare(path, depth, &counts, &self.paste, &self.answers)
            }
            "evaluate" => {
                let evaluation = Evaluation::new(board, Network::embedded(), 0)?;
                let text = json::document(&evaluation, setup.path.notation);
                let document: Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
                Ok(json!({"evaluation": document}))
            }
            other => Err(format!("unknown request {other:?}")),
        }
    }

    fn depth(&self) -> Result<u32, String> {
        let depth = Some(self.depth).filter(|depth| (1..=MAX_DEPTH).contains(depth));
        let error = || format!("depth: found {}; expected 1 to {MAX_DEPTH}", self.depth);
        depth.ok_or_else(error)
    }

    /// Counts below each move, and reports each count when it is known.
    fn count(&self, setup: &Setup, stop: &AtomicBool) -> Result<Value, String> {
        let (board, depth, started) = (setup.path.board(), self.depth()?, Instant::now());
        let (moves, mut total) = (board.legal_moves(), 0);
        let mut counting = Counting {
            id: &self.id,
            stop,
            done: 0.0,
            reported: started,
        };
        for &mv in &moves {
            let share = 1.0 / moves.len() as f64;
            let Some(count) = counting.count(&board.after(mv), depth - 1, share) else {
                return Ok(json!({"stopped": true}));
            };
            total += count;
            let (written, san) = (setup.path.written(mv), San::new(board, mv).to_string());
            reply(
                &self.id,
                json!({"move": written, "san": san, "count": count}),
            );
        }
        Ok(json!({"total": total, "seconds": started.elapsed().as_secs_f64()}))
    }

    /// Counts the moves of each depth by kind.
    fn statistics(&self, board: &Board, stop: &AtomicBool) -> Result<Value, String> {
        let Some(rows) = statistics(board, self.depth()?, &method(stop)) else {
            return Ok(json!({"stopped": true}));
        };
        let rows: Vec<[u64; 10]> = rows.iter().map(Statistics::row).collect();
        Ok(json!({"columns": Statistics::COLUMNS, "rows": rows}))
    }
}

fn method(stop: &AtomicBool) -> Method<'_> {
    Method {
        threads: 1,
        stop,
        progress: &|_| {},
    }
}

/// A count that runs.
struct Counting<'a> {
    id: &'a Value,
    stop: &'a AtomicBool,
    /// The part of the tree that is counted.
    done: f64,
    /// When that was reported last.
    reported: Instant,
}

impl Counting<'_> {
    /// Counts a subtree that is this share of the tree, and reports the progress; `None` if `stop`
    /// was set.
    fn count(&mut self, board: &Board, depth: u32, share: f64) -> Option<u64> {
        let moves = board.legal_moves();
        if depth > SMALL_DEPTH && !moves.is_empty() {
            let share = share / moves.len() as f64;
            let add = |sum, &mv| Some(sum + self.count(&board.after(mv), depth - 1, share)?);
            return moves.iter().try_fold(0, add);
        }
        let counts = divide_parallel(board, depth, None, &method(self.stop))?;
        self.done += share;
        if self.reported.elapsed() > PROGRESS {
            self.reported = Instant::now();
            reply(self.id, json!({"fraction": self.done}));
        }
        Some(perft::total(&counts, depth))
    }
}
