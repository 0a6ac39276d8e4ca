//! Executes commands, and applies changes of the pool, which have to wait until no job runs in it.
//!
//! If a position is rejected, the engine keeps the current one. A client that misses the error
//! message would think that the next result belongs to the rejected position. Therefore, a note
//! precedes every result until a position is accepted.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use super::lag::Lag;
use super::options::{Upkeep, declarations};
use super::{Command, Engine, Event};
use crate::chess::notation::CoordinateMove;
use crate::chess::{Board, Move, Position, SetupNote};
use crate::eval::network::embedded::EMBEDDED_NAME;
use crate::eval::network::{LoadError, Network, NetworkFile};
use crate::search::pool::ResizeError;
use crate::support::panics::{self, A_BUG};
use crate::support::quote::Named;
use crate::syzygy::{Opened, Tablebases};

impl Engine {
    /// Executes a command. A panic is reported as an error, and a `go` that panics is answered
    /// with a legal move.
    pub(super) fn execute_caught(&mut self, command: Command) {
        let is_go = matches!(command, Command::Go(_));
        if panics::caught(|| self.execute(command)).is_none() {
            self.error(format!("this command hit {A_BUG}"));
            if is_go {
                self.stop_and_wait();
                self.answer_without_search();
            }
        }
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Identify => self.emit(Event::Identity(declarations())),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                self.do_pending_upkeep();
                self.emit(Event::Ready);
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => {
                self.seed = fastrand::u64(..);
                self.lag = Lag::default();
                self.schedule(Upkeep::Clear);
            }
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            Command::InvalidPosition(message) => self.reject_position(message),
            Command::Moves(moves) => self.make_moves(&moves),
            Command::Undo(count) => self.undo(count),
            Command::Flip => {
                self.note_rejected_position("flip");
                let flipped = Position::new(self.position.board().flipped());
                self.set_game(flipped, Vec::new());
            }
            Command::Go(go) => self.go(go),
            Command::Perft(depth) => self.perft(depth),
            Command::Stop | Command::Interrupt => self.pool.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Display => {
                self.note_rejected_position("d");
                self.emit(Event::Display(Box::new(self.situation())));
            }
            Command::Evaluate => {
                // A network that was set during the last search.
                self.do_pending_upkeep();
                self.note_rejected_position("eval");
                let network = self.pool.network().clone();
                self.emit(Event::Evaluation(Box::new(self.situation()), network));
            }
            Command::Run(task) => self.run_task(task),
            Command::Print(text) => self.emit(Event::Text(text)),
            Command::Note(note) => self.emit(Event::Note(note)),
            Command::Error(message) => self.error(message),
            Command::Register | Command::Quit | Command::OutputClosed | Command::EndOfInput => {}
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let notation = self.castling_notation();
        let effect = self.options.set(name, value);
        if self.castling_notation() != notation {
            self.announce_position();
        }
        match effect {
            Ok(None) => {}
            Ok(Some(upkeep)) => self.schedule(upkeep),
            Err(error) => self.error(format!("setoption: {error}")),
        }
    }

    /// Applies a change to the pool as soon as no job runs in it.
    pub(super) fn schedule(&mut self, upkeep: Upkeep) {
        self.pending.push(upkeep);
        self.do_pending_upkeep();
    }

    /// Applies the pending changes to the pool, unless a job runs in it.
    pub(super) fn do_pending_upkeep(&mut self) {
        if self.pool.is_running() {
            return;
        }
        self.pool.wait();
        for upkeep in std::mem::take(&mut self.pending) {
            match upkeep {
                Upkeep::Resize => self.resize(),
                Upkeep::Clear => self.pool.clear(),
                Upkeep::OpenTables => self.open_tables(),
                Upkeep::Probing => self.pool.set_probing(self.options.probing),
                Upkeep::LoadNetwork => self.load_network(),
            }
        }
    }

    /// Stops the running job and applies the pending changes, so that another job can start.
    pub(super) fn free_pool(&mut self) {
        self.stop_and_wait();
        self.do_pending_upkeep();
    }

    /// Resizes the pool and its transposition table. If that fails, reports an error and
    /// restores the old value of the option that could not be applied.
    fn resize(&mut self) {
        let (threads, megabytes) = (self.options.threads, self.options.hash_megabytes);
        if (self.pool.threads(), self.pool.megabytes()) == (threads.get(), megabytes) {
            return;
        }
        let Err(error) = self.pool.resize(threads, megabytes) else {
            return;
        };
        let (old_threads, old_megabytes) = (self.pool.threads(), self.pool.megabytes());
        let (name, kept) = match error {
            ResizeError::Table(_) if megabytes != old_megabytes => {
                self.options.hash_megabytes = old_megabytes;
                ("Hash", format!("{old_megabytes} MB"))
            }
            _ => {
                self.options.threads = NonZeroUsize::new(old_threads).unwrap_or(NonZeroUsize::MIN);
                ("Threads", old_threads.to_string())
            }
        };
        self.error(format!("setoption: {name}: {error}; keeping {kept}"));
        // The new value of the other option may still be possible.
        self.resize();
    }

    /// Opens the tablebases, reports their number, and reports damaged files.
    fn open_tables(&mut self) {
        // The old tablebases are closed even if the new folders have none.
        self.pool.set_tables(None);
        if self.options.syzygy_path.is_empty() {
            return;
        }
        let Opened { tablebases, errors } = Tablebases::open(&self.options.syzygy_path);
        self.errors("SyzygyPath", errors.iter().map(ToString::to_string));
        if let Some(tables) = tablebases {
            self.emit(Event::Note(tables.summary()));
            self.pool.set_tables(Some(Arc::new(tables)));
        }
    }

    /// Loads the network of the option `EvalFile`. If that fails, reports an error and keeps the
    /// network in use.
    fn load_network(&mut self) {
        match network(&self.options.eval_file) {
            Ok(network) => {
                self.network_in_use.clone_from(&self.options.eval_file);
                // Otherwise, a client that sets all options to their defaults would clear the hash.
                if network != *self.pool.network() {
                    self.pool.set_network(network);
                }
            }
            Err(error) => {
                let kept = match self.network_in_use.as_str() {
                    "" => EMBEDDED_NAME,
                    path => path,
                };
                let kept = Named(Path::new(kept));
                self.error(format!("setoption: EvalFile: {error}; keeping {kept}"));
                self.options.eval_file.clone_from(&self.network_in_use);
            }
        }
    }

    /// Sets the position, or reports why it is rejected and keeps the current one.
    pub(super) fn set_position(&mut self, fen: Option<&str>, moves: &[CoordinateMove]) {
        match position(fen, moves) {
            Ok((position, made, notes)) => {
                for note in notes {
                    self.emit(Event::Note(format!("position: {note}")));
                }
                self.set_game(position, made);
            }
            Err(message) => self.reject_position(message),
        }
    }

    /// Makes moves on the current position, or reports why they are rejected and makes none.
    pub(super) fn make_moves(&mut self, moves: &[CoordinateMove]) {
        self.note_rejected_position("moves");
        match after_moves(self.position.clone(), moves) {
            Ok((position, made)) => {
                let moves = [std::mem::take(&mut self.moves), made].concat();
                self.set_game(position, moves);
            }
            Err(message) => self.error(format!("moves: {message}")),
        }
    }

    /// Takes back moves, or reports that there are not as many.
    pub(super) fn undo(&mut self, count: u32) {
        self.note_rejected_position("undo");
        let (made, count) = (self.moves.len(), count as usize);
        let Some(left) = made.checked_sub(count) else {
            let moves = if made == 1 { "move" } else { "moves" };
            self.error(format!(
                "undo: cannot take back {count}; found {made} {moves}"
            ));
            return;
        };
        let mut position = self.position.clone();
        (0..count).for_each(|_| position.unmake_move());
        self.set_game(position, self.moves[..left].to_vec());
    }

    /// Replaces the position and the moves that led to it.
    pub(super) fn set_game(&mut self, position: Position, moves: Vec<Move>) {
        self.position = position;
        self.moves = moves;
        self.position_rejected = false;
        self.announce_position();
    }

    /// Reports why a position is rejected, and keeps the current one.
    pub(super) fn reject_position(&mut self, message: String) {
        self.position_rejected = true;
        self.error(message);
    }

    /// If the last position was rejected, emits a note that `command` uses an earlier one.
    pub(super) fn note_rejected_position(&self, command: &str) {
        if self.position_rejected {
            let fen = self.situation().fen();
            self.emit(Event::Note(format!(
                "{command}: the last position was rejected; using the previous position: {fen}"
            )));
        }
    }
}

/// Returns the position that a `position` command describes, its moves, and notes on its FEN.
fn position(
    fen: Option<&str>,
    moves: &[CoordinateMove],
) -> Result<(Position, Vec<Move>, Vec<SetupNote>), String> {
    let (board, notes) = match fen {
        None => (Board::default(), Vec::new()),
        Some(fen) => Board::from_fen(fen).map_err(|error| format!("position: {error}"))?,
    };
    let (position, made) =
        after_moves(Position::new(board), moves).map_err(|error| format!("position: {error}"))?;
    Ok((position, made, notes))
}

/// Returns the position after these moves, and the moves, or an error if one of them is illegal.
fn after_moves(
    mut position: Position,
    moves: &[CoordinateMove],
) -> Result<(Position, Vec<Move>), String> {
    let mut made = Vec::with_capacity(moves.len());
    for (i, written) in moves.iter().enumerate() {
        let mv = written.resolve(position.board()).ok_or_else(|| {
            format!(
                "move {} of the list: \"{written}\" is not legal on {}",
                i + 1,
                position.board()
            )
        })?;
        position.make_move(mv);
        made.push(mv);
    }
    Ok((position, made))
}

/// Returns the network that a value of the option `EvalFile` selects.
fn network(value: &str) -> Result<Arc<Network>, LoadError> {
    match value {
        "" | EMBEDDED_NAME => Ok(Network::embedded().clone()),
        path => Ok(Arc::new(NetworkFile::load(Path::new(path))?.network)),
    }
}
