//! Requests of the page: each is a line of JSON, `{"id": 1, "ask": "position", …}`. It is answered
//! by lines of JSON with the same `id`; the last one has `"done": true`, and perhaps an `error`.
//!
//! `text` is what a person typed: nothing for the initial position, a FEN, an EPD, a `position`
//! command, or a game in PGN; `moves` are made after it.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::chess::san::San;
use ferz::chess::{Board, CastlingSide, Move, Position, Square};
use ferz::engine::{self, Command};
use ferz::perft::parallel::{Method, PerftProgress, divide_parallel};
use ferz::perft::stats::{Statistics, statistics};
use ferz::uci::parse;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::pgn;
use crate::session::print;

/// Maximum depth of a count, in plies. Greater ones take years.
const MAX_DEPTH: u32 = 20;

/// How often the progress of a count is reported.
const PROGRESS: Duration = Duration::from_millis(100);

/// A request. What it does not use is empty.
#[derive(Deserialize)]
struct Request {
    id: u64,
    ask: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    depth: u32,
    #[serde(default)]
    paste: String,
}

/// Answers a request. A count ends early if `stop` is set.
pub fn answer(line: &str, stop: &AtomicBool) {
    match serde_json::from_str::<Request>(line) {
        Ok(request) => {
            let result = request
                .answer(stop)
                .unwrap_or_else(|error| json!({"error": error}));
            request.reply(result, true);
        }
        Err(error) => print(&format!(
            "{}\n",
            json!({"error": error.to_string(), "done": true})
        )),
    }
}

/// What a request is about: a position, and how it was reached.
struct Subject {
    start: Board,
    position: Position,
    moves: Vec<Move>,
    tags: Value,
    /// What the engine notes on the text.
    notes: Vec<String>,
}

impl Request {
    fn answer(&self, stop: &AtomicBool) -> Result<Value, String> {
        let subject = Subject::new(&self.text, &self.moves)?;
        match self.ask.as_str() {
            "position" => Ok(subject.describe()),
            "count" => self.count(subject.position.board(), stop),
            "stats" => self.statistics(subject.position.board(), stop),
            other => Err(format!("unknown request {other:?}")),
        }
    }

    /// Prints a reply.
    fn reply(&self, mut reply: Value, is_last: bool) {
        reply["id"] = self.id.into();
        if is_last {
            reply["done"] = true.into();
        }
        print(&format!("{reply}\n"));
    }

    fn depth(&self, min: u32) -> Result<u32, String> {
        match self.depth {
            depth if (min..=MAX_DEPTH).contains(&depth) => Ok(depth),
            depth => Err(format!(
                "depth: found {depth}; expected a whole number from {min} to {MAX_DEPTH}"
            )),
        }
    }

    /// Counts below each move, and reports each count when it is known.
    fn count(&self, board: &Board, stop: &AtomicBool) -> Result<Value, String> {
        let (depth, started) = (self.depth(1)?, Instant::now());
        let notation = notation(board);
        let (moves, mut total) = (board.legal_moves(), 0);
        for (i, &mv) in moves.iter().enumerate() {
            let Some(count) = self.count_below(board.after(mv), depth, (i, moves.len()), stop)
            else {
                return Ok(json!({"stopped": true}));
            };
            total += count;
            let written = CoordinateMove::new(mv, notation).to_string();
            let san = San::new(board, mv).to_string();
            self.reply(json!({"move": written, "san": san, "count": count}), false);
        }
        Ok(json!({"total": total, "seconds": started.elapsed().as_secs_f64()}))
    }

    /// Counts below one of several moves; `None` if `stop` was set.
    fn count_below(
        &self,
        board: Board,
        depth: u32,
        (index, moves): (usize, usize),
        stop: &AtomicBool,
    ) -> Option<u64> {
        if depth == 1 {
            return Some(1);
        }
        let reported = std::sync::Mutex::new(Instant::now());
        let method = Method {
            threads: 1,
            stop,
            progress: &|PerftProgress { done, total }| {
                let mut reported = reported.lock().expect("there is one thread");
                if reported.elapsed() > PROGRESS {
                    *reported = Instant::now();
                    let part = (index as f64 + done as f64 / total as f64) / moves as f64;
                    self.reply(json!({"fraction": part}), false);
                }
            },
        };
        let counts = divide_parallel(&board, depth - 1, None, &method)?;
        Some(counts.iter().map(|count| count.1).sum())
    }

    /// Counts the moves of each depth by kind.
    fn statistics(&self, board: &Board, stop: &AtomicBool) -> Result<Value, String> {
        let method = Method {
            threads: 1,
            stop,
            progress: &|_| {},
        };
        let Some(rows) = statistics(board, self.depth(1)?, &method) else {
            return Ok(json!({"stopped": true}));
        };
        let rows = rows.iter().enumerate().map(|(i, row)| {
            let depth = [i as u64 + 1];
            depth.into_iter().chain(row.row()).collect::<Vec<u64>>()
        });
        let columns = ["depth"].into_iter().chain(Statistics::COLUMNS);
        Ok(json!({
            "columns": columns.collect::<Vec<_>>(),
            "rows": rows.collect::<Vec<_>>(),
        }))
    }
}

impl Subject {
    /// Reads the text that a person typed, and the moves after it.
    fn new(text: &str, more: &[String]) -> Result<Self, String> {
        let text = text.trim();
        let first = text.split_whitespace().next().unwrap_or_default();
        let mut subject = match first {
            "" => Self::of_command("position startpos")?,
            "startpos" => Self::of_command(&format!("position {text}"))?,
            "position" => Self::of_command(text)?,
            _ if first.contains('/') => Self::of_command(text)?,
            _ => Self::of_game(pgn::parse(text)?)?,
        };
        for text in more {
            let written: CoordinateMove = text.parse().map_err(|error| format!("{error}"))?;
            let board = subject.position.board();
            let mv = written
                .resolve(board)
                .ok_or_else(|| format!("\"{written}\" is not legal on {board}"))?;
            subject.position.make_move(mv);
            subject.moves.push(mv);
        }
        Ok(subject)
    }

    /// Reads a `position` command or a FEN.
    fn of_command(line: &str) -> Result<Self, String> {
        let mut notes = Vec::new();
        for command in parse::line(line, &[]) {
            match command {
                Command::Note(note) => notes.push(note),
                Command::Position { fen, moves } => {
                    let (position, moves, more) = engine::position(fen.as_deref(), &moves)?;
                    notes.extend(more.iter().map(ToString::to_string));
                    let (start, _, _) = engine::position(fen.as_deref(), &[])?;
                    return Ok(Self {
                        start: *start.board(),
                        position,
                        moves,
                        tags: json!({}),
                        notes,
                    });
                }
                Command::InvalidPosition(error) | Command::Error(error) => return Err(error),
                _ => {}
            }
        }
        Err("found another command; expected a position".to_owned())
    }

    fn of_game(game: pgn::Game) -> Result<Self, String> {
        let fen = game.tags.get("FEN").map(String::as_str);
        let (mut position, _, notes) = engine::position(fen, &[])?;
        let start = *position.board();
        game.moves.iter().for_each(|&mv| position.make_move(mv));
        Ok(Self {
            start,
            position,
            moves: game.moves,
            tags: json!(game.tags),
            notes: notes.iter().map(ToString::to_string).collect(),
        })
    }

    /// Returns the position, the moves that led to it, and the legal moves.
    fn describe(&self) -> Value {
        let board = self.position.board();
        let notation = notation(&self.start);
        let written = |mv| CoordinateMove::new(mv, notation).to_string();
        let (mut before, mut sans) = (self.start, Vec::new());
        for &mv in &self.moves {
            sans.push(San::new(&before, mv).to_string());
            before = before.after(mv);
        }
        let legal = board.legal_moves().into_iter().map(|mv| {
            let san = San::new(board, mv).to_string();
            let (from, to) = (mv.from().to_string(), target(mv, board).to_string());
            json!({"move": written(mv), "san": san, "from": from, "to": to})
        });
        let moves: Vec<String> = self.moves.iter().copied().map(written).collect();
        let king = board.king(board.side_to_move()).to_string();
        json!({
            "start": fen(&self.start),
            "fen": fen(board),
            "turn": board.side_to_move().to_string(),
            "legal": legal.collect::<Vec<_>>(),
            "check": board.is_in_check().then_some(king),
            "end": self.position.termination().map(|end| end.to_string()),
            "chess960": notation == CastlingNotation::KingTakesRook,
            "line": command(&self.start, &moves),
            "moves": moves,
            "sans": sans,
            "tags": self.tags,
            "notes": self.notes,
        })
    }
}

/// Returns the square on which the piece that moves stands after a move.
fn target(mv: Move, board: &Board) -> Square {
    let sides = [CastlingSide::King, CastlingSide::Queen];
    let side = sides.into_iter().find(|side| mv.kind() == side.move_kind());
    side.map_or(mv.to(), |side| side.king_target(board.side_to_move()))
}

/// Returns the notation of castling that other programs expect in a game from this position.
fn notation(board: &Board) -> CastlingNotation {
    if board.needs_chess960_notation() {
        CastlingNotation::KingTakesRook
    } else {
        CastlingNotation::KingMoves
    }
}

/// Returns the FEN of a position, with castling rights by files where the letters `KQkq` are not
/// enough.
fn fen(board: &Board) -> String {
    match notation(board) {
        CastlingNotation::KingMoves => board.to_string(),
        CastlingNotation::KingTakesRook => board.shredder_fen(),
    }
}

/// Returns the UCI command that sets a position.
fn command(start: &Board, moves: &[String]) -> String {
    let setup = match fen(start) {
        fen if fen == Board::START_FEN => "startpos".to_owned(),
        fen => format!("fen {fen}"),
    };
    match moves {
        [] => format!("position {setup}"),
        _ => format!("position {setup} moves {}", moves.join(" ")),
    }
}
