//! Commands that the prompt adds to those of UCI, or extends by short forms, which would be
//! ambiguous in a pipe.
//!
//! [`WORDS`] is the table that help, hints, colors and completion use, too.

use crate::chess::Color;
use crate::engine::options::{self, UciOption};
use crate::support::quote::Quoted;
use crate::support::similar::nearest;
use crate::uci::{Help, help};

use crate::cli::EXTRA_COMMANDS;

/// What a line, or the lines of a game, become.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Translation {
    /// Notes to the user.
    pub notes: Vec<String>,
    /// A text to print.
    pub text: Option<String>,
    /// The side from which boards are seen from now on.
    pub side: Option<Color>,
    /// The lines of UCI.
    pub lines: Vec<String>,
}

impl From<String> for Translation {
    fn from(line: String) -> Self {
        Self {
            lines: vec![line],
            ..Self::default()
        }
    }
}

/// The words that stand for UCI commands, and other forms of commands, as `help` explains them.
#[rustfmt::skip]
pub const WORDS: [Help; 4] = [
    Help { name: "new", arguments: "", summary: "start a new game from the initial position",
        details: "The same as \"ucinewgame\" and \"position startpos\"." },
    Help { name: "fen", arguments: "FEN", summary: "set the position from a FEN",
        details: "The same as \"position fen FEN\"." },
    Help { name: "go", arguments: "[N | TIME | LIMIT...]", summary: "search N plies, or for a time: go 20, go 5s",
        details: "TIME is a number with ms, s or m. Without arguments, the search runs until Enter.\n" },
    Help { name: "d", arguments: "[black|white]", summary: "draw the board, from the side of Black or White",
        details: "The side is kept for the boards that follow." },
];

/// What `help` says first: what is typed, and what it does.
#[rustfmt::skip]
const FIRST: [(&str, &str); 3] = [
    ("e4, 1. e4 e5, e2e4", "play moves"),
    ("a game (PGN)", "set the position after its last move"),
    ("a FEN", "set the position"),
];

/// The commands that `help` explains, in this order. The others are only named.
const EXPLAINED: [&str; 9] = [
    "new", "undo", "go", "stop", "d", "eval", "perft", "flip", "quit",
];

/// Width of the column of commands with their arguments, in characters.
const WIDTH: usize = 27;

/// Translates a line that begins with a word of the prompt or the name of an option, or returns why
/// it is refused; `None` for other lines.
pub fn translate(words: &[&str]) -> Option<Result<Translation, String>> {
    let print = |text| Translation {
        text: Some(text),
        ..Translation::default()
    };
    let view = |side| Translation {
        side: Some(side),
        ..Translation::from("d".to_owned())
    };
    Some(Ok(match words {
        ["new"] => Translation {
            lines: vec!["ucinewgame".to_owned(), "position startpos".to_owned()],
            ..Translation::default()
        },
        ["fen", fen @ ..] => format!("position fen {}", fen.join(" ")).into(),
        ["go", limit @ ..] if limit.first().is_some_and(|word| is_like_number(word)) => {
            let limit = limit.join(" ");
            let expected = "expected plies like 20, or a time like 5s";
            let error = || format!("go: found {}; {expected}", Quoted(&limit));
            return Some(go(&limit).map(Translation::from).ok_or_else(error));
        }
        ["d", "black"] => view(Color::Black),
        ["d", "white"] => view(Color::White),
        ["help" | "?"] => print(list()),
        ["help" | "?", "all"] => print(help::list(EXTRA_COMMANDS)),
        ["help" | "?", topic] => print(explain(topic)?),
        _ => option(words)?.into(),
    }))
}

/// Returns whether a word begins as a number does, with a digit or a point.
fn is_like_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || c == '.')
}

/// Returns the UCI command for `go 20`, `go 5s` or `go 5 s`.
fn go(limit: &str) -> Option<String> {
    if limit.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(format!("go depth {limit}"));
    }
    let number = limit.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &limit[number.len()..] {
        "ms" => 1.0,
        "s" => 1_000.0,
        "m" | "min" => 60_000.0,
        _ => return None,
    };
    let number = number.trim_end();
    let is_decimal = number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let time = number.parse::<f64>().ok().filter(|_| is_decimal)?;
    Some(format!("go movetime {:.0}", time * factor))
}

/// Returns the `setoption` of a line that begins with the name of an option.
fn option(words: &[&str]) -> Option<String> {
    let (option, count) = named_option(words)?;
    let value = words[count..].join(" ");
    Some(match value.as_str() {
        "" => format!("setoption name {}", option.name),
        value => format!("setoption name {} value {value}", option.name),
    })
}

/// Returns the option whose name these words begin with, and the number of words of the name.
fn named_option(words: &[&str]) -> Option<(&'static UciOption, usize)> {
    let count = |option: &&UciOption| option.name.split(' ').count();
    let is_named = |option: &&UciOption| {
        let name = words.get(..count(option)).map(|words| words.join(" "));
        name.is_some_and(|name| name.eq_ignore_ascii_case(option.name))
    };
    let option = options::all().iter().find(is_named)?;
    Some((option, count(&option)))
}

/// Returns whether a line begins with a word of the prompt or with the name of an option.
pub fn is_known(words: &[&str]) -> bool {
    names().any(|name| words.first() == Some(&name)) || named_option(words).is_some()
}

/// Returns the names of the words of the prompt.
pub fn names() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|word| word.name)
}

/// Returns the error message for an unknown first word of a line if it is similar to a word of the
/// prompt, or to an option.
pub fn correction(word: &str) -> Option<String> {
    let commands: Vec<&str> = help::names(EXTRA_COMMANDS).collect();
    let options = options::all().iter().map(|option| option.name);
    let near = nearest(word, commands.iter().copied().chain(names()).chain(options))?;
    let is_command = commands.contains(&near);
    // The message for a command is that of UCI.
    (!is_command).then(|| format!("unknown command {}; did you mean \"{near}\"?", Quoted(word)))
}

/// Returns the arguments of a command as in its usage line.
pub fn arguments(command: &str) -> Option<&'static str> {
    entry(command).map(|entry| entry.arguments)
}

/// Returns the list of commands. It fits in a terminal of 24 rows.
fn list() -> String {
    let row = |typed: &str, does: &str| format!("{typed:WIDTH$}{does}\n");
    let mut text = "Type a move, a position or a command:\n".to_owned();
    for (typed, does) in FIRST {
        text += &row(typed, does);
    }
    for name in EXPLAINED {
        let entry = entry(name).expect("the table has this command");
        text += &row(&entry.usage(), entry.summary);
    }
    text += &row(
        "Hash 64, MultiPV 3, ...",
        "set an option; \"uci\" lists them",
    );
    text += &row(
        "help NAME, help all",
        "explain a command, or list all commands",
    );
    let is_other = |name: &&str| !EXPLAINED.contains(name);
    let others: Vec<&str> = help::names(EXTRA_COMMANDS).filter(is_other).collect();
    text + &format!("Other commands: {}", others.join(", "))
}

/// Returns the help entry of a command; that of the prompt, if it has one.
fn entry(name: &str) -> Option<&'static Help> {
    let own = WORDS.iter().find(|word| word.name == name);
    own.or_else(|| help::find(name, EXTRA_COMMANDS))
}

/// Returns the explanation of a command of the prompt, followed by that of the UCI command of this
/// name; `None` if the prompt has none of its own.
fn explain(name: &str) -> Option<String> {
    let own = WORDS.iter().find(|word| word.name == name)?.text();
    let uci_details = help::find(name, EXTRA_COMMANDS).map_or("", |entry| entry.details);
    Some(format!("{own}\n{uci_details}").trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_all_commands_and_fits_on_a_small_screen() {
        let list = crate::report::display::wrap::fit(&list(), 80);
        assert!(list.lines().count() < 23, "{list}");
        for name in help::names(EXTRA_COMMANDS) {
            assert!(list.contains(name), "{name}");
        }
    }
}
