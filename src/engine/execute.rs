//! What each command does.
//! See <https://www.chessprogramming.org/UCI#GUI_to_Engine>.

use super::command::Command;
use super::event::Event;
use super::lag::Lag;
use super::options::{Effect, declarations};
use super::state::{Engine, Upkeep};
use crate::chess::Position;
use crate::support::panics::{self, A_BUG};

impl Engine {
    /// Obeys a command; should there be a bug in the way, that is all that comes of it, but
    /// for the answer that every `go` must have.
    pub(super) fn obey_or_say(&mut self, command: Command) {
        let is_go = matches!(command, Command::Go(_));
        if panics::caught(|| self.obey(command)).is_none() {
            self.error(format!("this command met {A_BUG}"));
            if is_go {
                self.end();
                self.answer_without_search();
            }
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Identify => self.say(Event::Identity(declarations())),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                self.settle();
                self.say(Event::Ready);
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => {
                self.seed = fastrand::u64(..);
                self.lag = Lag::default();
                self.later(Upkeep::Clear);
            }
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            Command::RefusePosition(message) => self.refuse_position(message),
            Command::Moves(moves) => self.play_on(&moves),
            Command::Flip => {
                self.remind_of_refusal("flip");
                self.position = Position::new(self.position.board().flipped());
                self.position_refused = false;
            }
            Command::Go(go) => self.go(go),
            Command::Perft(depth) => self.perft(depth),
            Command::Stop | Command::Interrupt => self.pool.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Display => {
                self.remind_of_refusal("d");
                self.say(Event::Text(self.display()));
            }
            Command::Evaluate => {
                self.remind_of_refusal("eval");
                self.say(Event::Text(self.evaluation()));
            }
            Command::Run(task) => self.run_task(task),
            Command::Print(text) => self.say(Event::Text(text)),
            Command::Note(note) => self.say(Event::Note(note)),
            Command::Refuse(message) => self.error(message),
            Command::Register | Command::Quit | Command::OutputClosed | Command::EndOfInput => {}
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.options.set(name, value) {
            Ok(Effect::None) => {}
            Ok(Effect::OpenTables) => self.later(Upkeep::OpenTables),
            Ok(Effect::Probing) => self.later(Upkeep::Probing),
            Ok(Effect::Resize) => self.later(Upkeep::Resize),
            Ok(Effect::ClearHash) => self.later(Upkeep::Clear),
            Err(error) => self.error(format!("setoption: {error}")),
        }
    }
}
