//! Suggestions for misspelled commands.
//! See <https://en.wikipedia.org/wiki/Spell_checker>.

use super::extra::ExtraCommand;
use super::help;
use crate::chess::notation::CoordinateMove;
use crate::support::quote::Quoted;
use crate::support::similar::nearest;

/// Returns the error message for an unknown command. It suggests the most similar command, if any.
pub(super) fn unknown(word: &str, extra: &[ExtraCommand]) -> String {
    let expected = match nearest(word, help::names(extra)) {
        Some(command) => format!("did you mean \"{command}\"?"),
        None if is_move(word) => format!("did you mean \"moves {word}\"?"),
        None => "type \"help\" for a list".to_owned(),
    };
    format!("unknown command {}; {expected}", Quoted(word))
}

/// Returns whether a word has the form of a move, in upper or lower case.
pub(super) fn is_move(word: &str) -> bool {
    let is_short = word.len() <= "e7e8q".len();
    is_short && word.to_ascii_lowercase().parse::<CoordinateMove>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_commands_are_recognized() {
        for (word, command) in [
            ("positoin", "position"),
            ("Position", "position"),
            ("postion", "position"),
            ("pos", "position"),
            ("setopton", "setoption"),
            ("ucinew", "ucinewgame"),
            ("isredy", "isready"),
            ("G0", "go"),
            ("D", "d"),
            ("sotp", "stop"),
            ("hepl", "help"),
            ("ext", "exit"),
            ("pertf", "perft"),
        ] {
            assert_eq!(nearest(word, help::names(&[])), Some(command), "{word}");
        }
        for word in [
            "joho",
            "x",
            "castle!",
            "e2e4",
            "resign",
            "\u{1F3A9}",
            "dd-mm-yy",
        ] {
            assert_eq!(nearest(word, help::names(&[])), None, "{word}");
        }
    }

    #[test]
    fn the_command_moves_is_suggested_for_a_move_alone() {
        assert!(unknown("e2e4", &[]).ends_with("did you mean \"moves e2e4\"?"));
        assert!(is_move("E7E8q") && !is_move("e2") && !is_move("KQkq"));
    }
}
