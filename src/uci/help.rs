//! The texts of `help`, and commands that the caller of [`run`](super::run) adds, such as `bench`.

use std::sync::Arc;

use crate::engine::TaskFunction;

/// Help text of a command.
#[derive(Clone, Copy, Debug)]
pub struct Help {
    /// Name of the command.
    pub name: &'static str,
    /// Arguments, as in the usage line.
    pub arguments: &'static str,
    /// Short description, for the list of commands.
    pub summary: &'static str,
    /// More lines, for `help COMMAND`; may be empty.
    pub details: &'static str,
}

/// An extra command, which runs a [`BackgroundTask`](crate::engine::BackgroundTask).
#[derive(Clone, Copy, Debug)]
pub struct ExtraCommand {
    /// Name and help text.
    pub help: Help,
    /// Parses the arguments. Returns the function to run, or an error message.
    pub parse: fn(&[&str]) -> Result<Arc<TaskFunction>, String>,
}

const fn entry(
    name: &'static str,
    arguments: &'static str,
    summary: &'static str,
    details: &'static str,
) -> Help {
    Help {
        name,
        arguments,
        summary,
        details,
    }
}

/// First line of the list of all commands.
const HEAD: &str = "ferz is a UCI chess engine. Commands (\"help go\" explains one):";

/// Width of the column of commands with their arguments, in characters.
const WIDTH: usize = 37;

/// Commands that use the engine. Those that a person needs come first.
#[rustfmt::skip]
const ENGINE: [Help; 14] = [
    entry("position", "startpos|fen FEN [moves ...]", "set the position; a FEN alone does the same",
        "Missing fields of the FEN are taken from \"- - 0 1\", with a note; operations of an\n\
         EPD after it are ignored with a note, except the counters hmvc and fmvn.\n\
         Example: position startpos moves e2e4 e7e5"),
    entry("moves", "MOVE...", "make moves on the position",
        "If one of the moves is illegal, none is made.\n\
         Example: moves e2e4 e7e5"),
    entry("undo", "[N]", "take back N moves; 1 by default", ""),
    entry("go", "[LIMIT...]", "search the position",
        "All limits apply together. Without any, the search runs until \"stop\".\n\
         If only one side has a clock, it is that of both.\n\
         depth N                            maximum depth, in plies\n\
         nodes N                            maximum number of nodes\n\
         movetime MS                        time for this move, in milliseconds\n\
         wtime MS, btime MS                 time left on the clock of White, of Black\n\
         winc MS, binc MS                   increment for each move of White, of Black\n\
         movestogo N                        moves until the next time control\n\
         mate N                             search for a mate in N moves\n\
         infinite                           search until \"stop\"\n\
         ponder                             search until \"ponderhit\" or \"stop\"\n\
         searchmoves MOVE...                search only these root moves\n\
         perft N                            count leaf nodes, as \"perft N\" does\n\
         Example: go wtime 60000 btime 60000 winc 1000 binc 1000"),
    entry("stop", "", "end the search and print the best move", ""),
    entry("d", "", "print the position", ""),
    entry("eval", "", "print the static evaluation, piece by piece", ""),
    entry("flip", "", "swap the colors of the position", ""),
    entry("perft", "N", "count leaf nodes at depth N, by root move",
        "The same as \"go perft N\". Example: perft 5"),
    entry("setoption", "name NAME [value VALUE]", "set an option",
        "\"uci\" lists the options with their defaults and ranges.\n\
         Example: setoption name Hash value 64"),
    entry("ucinewgame", "", "start a new game: clear the hash table", ""),
    entry("ponderhit", "", "the opponent played the expected move", ""),
    entry("uci", "", "print name, author and options", ""),
    entry("isready", "", "print readyok when earlier commands are done", ""),
];

/// Commands about the program, listed after the extra commands.
#[rustfmt::skip]
const PROGRAM: [Help; 8] = [
    entry("compiler", "", "print how this program was built", ""),
    entry("license", "", "print the licence", ""),
    entry("debug", "on|off", "print more about each search", ""),
    entry("register", "", "accepted and ignored", ""),
    entry("help", "[COMMAND]", "print this list, or explain a command", ""),
    entry("?", "[COMMAND]", "the same as \"help\"", ""),
    entry("quit", "", "end the program", ""),
    entry("exit", "", "the same as \"quit\"", ""),
];

impl Help {
    /// Returns the command with its arguments.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments)
            .trim_end()
            .to_owned()
    }

    /// Returns the explanation of the command.
    pub fn text(&self) -> String {
        let text = format!(
            "Usage: {}\n{}\n{}",
            self.usage(),
            self.summary,
            self.details
        );
        text.trim_end().to_owned()
    }
}

/// Returns all commands, in the order of the list.
fn entries(extra: &[ExtraCommand]) -> impl Iterator<Item = &Help> {
    let extra = extra.iter().map(|command| &command.help);
    ENGINE.iter().chain(extra).chain(&PROGRAM)
}

/// Returns the names of all commands.
pub fn names(extra: &[ExtraCommand]) -> impl Iterator<Item = &'static str> {
    entries(extra).map(|entry| entry.name)
}

/// Returns the list of all commands.
pub fn list(extra: &[ExtraCommand]) -> String {
    let line = |entry: &Help| format!("\n{:WIDTH$} {}", entry.usage(), entry.summary);
    let lines: String = entries(extra).map(line).collect();
    HEAD.to_owned() + &lines
}

/// Returns the help entry of a command; `None` if there is no such command.
pub fn find<'a>(command: &str, extra: &'a [ExtraCommand]) -> Option<&'a Help> {
    entries(extra).find(|entry| entry.name == command)
}

/// Returns all texts that `help` can print, for tests.
pub fn texts(extra: &[ExtraCommand]) -> impl Iterator<Item = String> {
    std::iter::once(list(extra)).chain(entries(extra).map(Help::text))
}
