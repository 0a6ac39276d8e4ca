//! Suggestions for misspelled commands.
//! See <https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance>.

use super::extra::ExtraCommand;
use super::help;
use crate::chess::notation::CoordinateMove;
use crate::support::quote::Quoted;

/// Maximum length of a word to compare with the commands, in characters.
const MAX_LENGTH: usize = 20;

/// Minimum length of an abbreviation, in bytes.
const MIN_ABBREVIATION: usize = 3;

/// Returns the error message for an unknown command. It suggests the most similar command, if any.
pub(super) fn unknown(word: &str, extra: &[ExtraCommand]) -> String {
    let expected = match nearest(word, extra) {
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

/// Returns the command that is most similar to a word, ignoring case. One edit is allowed per three
/// letters, but always at least one. If no command is similar enough, returns one that the word
/// abbreviates.
fn nearest(word: &str, extra: &[ExtraCommand]) -> Option<&'static str> {
    if word.chars().count() > MAX_LENGTH {
        return None;
    }
    let word = word.to_lowercase();
    let is_abbreviated = |name: &&str| word.len() >= MIN_ABBREVIATION && name.starts_with(&word);
    let distance = |name: &&str| strsim::damerau_levenshtein(&word, name);
    let is_near = |name: &&str| {
        let letters = name.len().min(word.chars().count());
        let most = (letters / 3).max(1);
        letters > 1 && distance(name) <= most || distance(name) == 0
    };
    let near = help::names(extra).filter(is_near).min_by_key(distance);
    near.or_else(|| help::names(extra).find(is_abbreviated))
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
            assert_eq!(nearest(word, &[]), Some(command), "{word}");
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
            assert_eq!(nearest(word, &[]), None, "{word}");
        }
    }

    #[test]
    fn the_command_moves_is_suggested_for_a_move_alone() {
        assert!(unknown("e2e4", &[]).ends_with("did you mean \"moves e2e4\"?"));
        assert!(is_move("E7E8q") && !is_move("e2") && !is_move("KQkq"));
    }
}
