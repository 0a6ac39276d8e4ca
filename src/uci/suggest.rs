//! What was most likely meant by a word that is not a command.
//! See <https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance>.

use super::extra::ExtraCommand;
use super::help;
use crate::chess::notation::CoordinateMove;
use crate::support::quote::Quoted;

/// Longer words are not compared with the commands: none of them is so long.
const LONGEST: usize = 20;

/// A beginning of a command that is at least this long stands for it.
const SHORTEST_BEGINNING: usize = 3;

/// Returns what is said of a word that is not a command, with the command that was most likely
/// meant, if there is one.
pub(super) fn unknown(word: &str, extra: &[ExtraCommand]) -> String {
    let expected = match nearest(word, extra) {
        Some(command) => format!("did you mean \"{command}\"?"),
        None if is_move(word) => format!("did you mean \"moves {word}\"?"),
        None => "expected one that \"help\" lists".to_owned(),
    };
    format!("unknown command {}; {expected}", Quoted(word))
}

/// Whether a word is written like a move, in any case.
pub(super) fn is_move(word: &str) -> bool {
    // The crate is slow with what is no move, so it is not asked.
    let is_short = word.len() <= "e7e8q".len();
    is_short && word.to_ascii_lowercase().parse::<CoordinateMove>().is_ok()
}

/// The command that differs least from a word: by the case of letters, by a letter in three
/// that is wrong, missing, doubled or exchanged with the next, or by a missing end.
fn nearest(word: &str, extra: &[ExtraCommand]) -> Option<&'static str> {
    if word.chars().count() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let begins = |name: &&str| word.len() >= SHORTEST_BEGINNING && name.starts_with(&word);
    let distance = |name: &&str| strsim::damerau_levenshtein(&word, name);
    let is_near = |name: &&str| {
        let letters = name.len().min(word.chars().count());
        let most = (letters / 3).max(1);
        letters > 1 && distance(name) <= most || distance(name) == 0
    };
    let near = help::names(extra).filter(is_near).min_by_key(distance);
    near.or_else(|| help::names(extra).find(begins))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_that_was_meant_is_found() {
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
    fn a_move_alone_may_be_meant_to_be_played() {
        assert!(unknown("e2e4", &[]).ends_with("did you mean \"moves e2e4\"?"));
        assert!(is_move("E7E8q") && !is_move("e2") && !is_move("KQkq"));
    }
}
