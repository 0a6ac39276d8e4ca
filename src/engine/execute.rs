//! Executes commands; those that set the position are here.
//!
//! If a position is rejected, the engine keeps the current one. A client that misses the error
//! message would think that the next result belongs to the rejected position. Therefore, a note
//! precedes what uses the position, except background tasks of callers, until a `position` is
//! accepted.

use super::lag::Lag;
use super::options::Change;
use super::{Command, Engine, Event};
use crate::chess::notation::CoordinateMove;
use crate::chess::{Board, Move, Position, SetupNote};
use crate::support::panics::{self, A_BUG};

impl Engine {
    /// Executes a command. A panic is reported as an error, and a `go` that panics is answered
    /// with a legal move. Without threads, a search or background task that the command starts has
    /// ended when this returns, and a panic ends the program.
    pub fn execute_caught(&mut self, command: Command) {
        let is_go = matches!(command, Command::Go(_));
        if panics::caught(|| self.execute(command)).is_none() {
            self.report_error(format!("this command hit {A_BUG}"));
            if is_go {
                self.stop_and_wait();
                self.answer_without_search();
            }
        }
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Identify => self.emit(Event::Identity),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                self.apply_pending_changes();
                self.emit(Event::Ready);
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => {
                self.seed = fastrand::u64(..);
                self.lag = Lag::default();
                self.schedule(Change::Clear);
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
                // Loads a network that was set during the last search.
                self.apply_pending_changes();
                self.note_rejected_position("eval");
                let network = self.pool.network().clone();
                self.emit(Event::Evaluation(Box::new(self.situation()), network));
            }
            Command::Run(task) => self.run_task(task),
            Command::Print(text) => self.emit(Event::Text(text)),
            Command::Note(note) => self.emit(Event::Note(note)),
            Command::Error(message) => self.report_error(message),
            // `run` handles those that end the program.
            Command::Register | Command::Quit | Command::OutputClosed | Command::EndOfInput => {}
        }
    }

    /// Sets the position, or reports why it is rejected and keeps the current one.
    fn set_position(&mut self, fen: Option<&str>, moves: &[CoordinateMove]) {
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
    fn make_moves(&mut self, moves: &[CoordinateMove]) {
        self.note_rejected_position("moves");
        match after_moves(self.position.clone(), moves) {
            Ok((position, made)) => {
                let all = [std::mem::take(&mut self.moves), made].concat();
                self.set_game(position, all);
            }
            Err(message) => self.report_error(format!("moves: {message}")),
        }
    }

    /// Takes back moves, or reports that there are not as many.
    fn undo(&mut self, count: u32) {
        self.note_rejected_position("undo");
        let (made, count) = (self.moves.len(), count as usize);
        let Some(left) = made.checked_sub(count) else {
            let moves = if made == 1 { "move" } else { "moves" };
            self.report_error(format!(
                "undo: cannot take back {count}; found {made} {moves}"
            ));
            return;
        };
        let mut position = self.position.clone();
        (0..count).for_each(|_| position.unmake_move());
        self.set_game(position, self.moves[..left].to_vec());
    }

    /// Replaces the position and the moves that led to it.
    fn set_game(&mut self, position: Position, moves: Vec<Move>) {
        self.position = position;
        self.moves = moves;
        self.position_rejected = false;
        self.announce_position();
    }

    /// Reports why a position is rejected, and keeps the current one.
    fn reject_position(&mut self, message: String) {
        self.position_rejected = true;
        self.report_error(message);
    }

    /// If the last position was rejected, emits a note that `command` uses an earlier one.
    pub(super) fn note_rejected_position(&self, command: &str) {
        if self.position_rejected {
            let fen = self.fen();
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
pub fn after_moves(
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
