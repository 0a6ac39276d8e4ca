//! Executes commands.
//! See <https://www.chessprogramming.org/UCI#GUI_to_Engine>.

use super::command::Command;
use super::event::Event;
use super::lag::Lag;
use super::options::{Effect, declarations};
use super::state::{Engine, Upkeep};
use crate::chess::Position;
use crate::support::panics::{self, A_BUG};

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
            Ok(Effect::None) => {}
            Ok(Effect::OpenTables) => self.schedule(Upkeep::OpenTables),
            Ok(Effect::Probing) => self.schedule(Upkeep::Probing),
            Ok(Effect::LoadNetwork) => self.schedule(Upkeep::LoadNetwork),
            Ok(Effect::Resize) => self.schedule(Upkeep::Resize),
            Ok(Effect::ClearHash) => self.schedule(Upkeep::Clear),
            Err(error) => self.error(format!("setoption: {error}")),
        }
    }
}
