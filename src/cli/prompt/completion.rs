//! Completes commands, options, moves and names of files.
//! See <https://docs.rs/rustyline/latest/rustyline/completion/>.

use std::collections::BTreeSet;
use std::fs;
use std::path::{MAIN_SEPARATOR, MAIN_SEPARATOR_STR};

use crate::chess::notation::CoordinateMove;
use crate::chess::san::San;
use crate::chess::{Board, san};
use crate::engine::Situation;
use crate::engine::options::{Declaration, OptionType, declarations};
use crate::uci::help;
use rustyline::completion::Pair;

use super::moves::set_up;
use super::words;
use crate::cli::{EXTRA_COMMANDS, without_number};

/// The limits of `go`.
#[rustfmt::skip]
const LIMITS: [&str; 12] = [
    "depth", "nodes", "movetime", "infinite", "mate", "perft", "searchmoves", "wtime", "btime",
    "winc", "binc", "movestogo",
];

/// Returns the start of the word to replace, and its completions. `line` ends at the cursor.
pub fn complete(line: &str, situation: &Situation) -> (usize, Vec<Pair>) {
    let start = line.rfind(' ').map_or(0, |space| space + 1);
    let words: Vec<&str> = line[..start].split_whitespace().collect();
    let word = &line[start..];
    let of = |names: &[&str]| matching(names.iter().copied(), word);
    let moves = |before: &[&str]| moves(&situation.board, before, word);
    let found = match words.as_slice() {
        // Without a letter, the commands alone are a list that can be read.
        [] if word.is_empty() => matching(commands(), word),
        [] => {
            let options = declarations().iter().map(|option| option.name);
            let commands = matching(commands(), word);
            [commands, moves(&[]), matching(options, word)].concat()
        }
        ["help" | "?"] => matching(commands().chain(["all"]), word),
        ["d"] => of(&["black", "white"]),
        ["debug"] => of(&["on", "off"]),
        ["position"] => of(&["startpos", "fen"]),
        ["position", "startpos"] => of(&["moves"]),
        ["position", before @ ..] => after_position(before, word),
        ["go", ..] if words.contains(&"searchmoves") => moves(&[]),
        ["go", ..] => of(&LIMITS),
        ["setoption", ..] => return option(line, start),
        ["bench", _, _, _] | ["genfens", .., "book"] => file_names(word),
        ["moves", before @ ..] | before => moves(before),
    };
    (start, found)
}

/// Returns the names of all commands.
fn commands() -> impl Iterator<Item = &'static str> {
    let is_own = |name: &&str| help::find(name, EXTRA_COMMANDS).is_none();
    words::names()
        .filter(is_own)
        .chain(help::names(EXTRA_COMMANDS))
}

/// Returns the names that begin with `word`, in upper or lower case.
fn matching<'a>(names: impl Iterator<Item = &'a str>, word: &str) -> Vec<Pair> {
    let begins = |name: &&str| {
        let head = name.get(..word.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(word))
    };
    let pair = |name: &str| Pair {
        display: name.to_owned(),
        replacement: format!("{name} "),
    };
    names.filter(begins).map(pair).collect()
}

/// Returns the legal moves after the moves `before` that begin with `word`: in coordinate notation
/// if `word` is the beginning of one, otherwise in SAN.
fn moves(board: &Board, before: &[&str], word: &str) -> Vec<Pair> {
    let mut board = *board;
    let played = before.iter().map(|word| without_number(word));
    for text in played.filter(|text| !text.is_empty()) {
        let Ok(mv) = san::parse(&board, text) else {
            return Vec::new();
        };
        board.make_move(mv);
    }
    let legal = board.legal_moves();
    let san = legal.iter().map(|&mv| San::new(&board, mv).to_string());
    let mut names: Vec<String> = san.filter(|san| san.starts_with(word)).collect();
    if names.is_empty() {
        let notation = crate::cli::castling_notation(&board, false);
        let written = legal
            .iter()
            .map(|&mv| CoordinateMove::new(mv, notation).to_string());
        names = written.collect();
    }
    names.sort();
    matching(names.iter().map(String::as_str), word)
}

/// Completes `position` after its first words.
fn after_position(before: &[&str], word: &str) -> Vec<Pair> {
    let Some(at) = before.iter().position(|&word| word == "moves") else {
        // A FEN has four to six fields after "fen".
        return match before.len() {
            5.. => matching(["moves"].into_iter(), word),
            _ => Vec::new(),
        };
    };
    let board = set_up(&before[..at]);
    board.map_or_else(Vec::new, |board| moves(&board, &before[at + 1..], word))
}

/// Completes `setoption name NAME value VALUE`. Names and values may have spaces.
fn option(line: &str, start: usize) -> (usize, Vec<Pair>) {
    const NAME: &str = "setoption name ";
    const VALUE: &str = " value ";
    let Some(rest) = line.strip_prefix(NAME) else {
        return (start, matching(["name"].into_iter(), &line[start..]));
    };
    let Some((name, value)) = rest.split_once(VALUE) else {
        let names = declarations().iter().map(|option| option.name);
        let mut found = matching(names, rest);
        if rest.ends_with(' ') && declaration(rest.trim_end()).is_some() {
            found.push(Pair {
                display: "value".to_owned(),
                replacement: format!("{rest}value "),
            });
        }
        return (NAME.len(), found);
    };
    let found = match declaration(name).map(|option| option.kind) {
        Some(OptionType::Check { .. }) => matching(["false", "true"].into_iter(), value),
        Some(OptionType::Spin { default, min, max }) => {
            let numbers = BTreeSet::from([min, default, max]);
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            matching(numbers.iter().map(String::as_str), value)
        }
        Some(OptionType::Text { .. }) => file_names(value),
        Some(OptionType::Button) | None => Vec::new(),
    };
    (line.len() - value.len(), found)
}

fn declaration(name: &str) -> Option<&'static Declaration> {
    let mut options = declarations().iter();
    options.find(|option| option.name.eq_ignore_ascii_case(name.trim()))
}

/// Completes the name of a file. Names are not quoted or escaped, because UCI takes them literally.
fn file_names(path: &str) -> Vec<Pair> {
    let folder_end = path.rfind(MAIN_SEPARATOR).map_or(0, |at| at + 1);
    let (folder, begin) = path.split_at(folder_end);
    let entries = fs::read_dir(if folder.is_empty() { "." } else { folder });
    let pair = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let is_hidden = name.starts_with('.') && begin.is_empty();
        let is_match = name.starts_with(begin) && !is_hidden;
        // Of the target, for a symbolic link.
        let is_folder = entry.path().is_dir();
        let end = if is_folder { MAIN_SEPARATOR_STR } else { "" };
        is_match.then(|| Pair {
            display: name.clone() + end,
            replacement: format!("{folder}{name}{end}"),
        })
    };
    let entries = entries.into_iter().flatten().flatten();
    let mut found: Vec<Pair> = entries.filter_map(pair).collect();
    found.sort_by(|one, other| one.display.cmp(&other.display));
    found
}

#[cfg(test)]
mod tests {
    use crate::chess::notation::CastlingNotation;

    use super::*;

    /// Returns the line after each possible completion.
    fn completed(line: &str) -> Vec<String> {
        let situation = Situation {
            board: Board::default(),
            key: 0,
            last_move: None,
            notation: CastlingNotation::KingMoves,
            termination: None,
        };
        let (start, found) = complete(line, &situation);
        let line = |pair: Pair| line[..start].to_owned() + &pair.replacement;
        found.into_iter().map(line).collect()
    }

    #[test]
    fn words_are_completed_where_they_may_stand() {
        for (line, expected) in [
            ("ucin", &["ucinewgame "][..]),
            ("Nf", &["Nf3 "]),
            ("e2", &["e2e3 ", "e2e4 "]),
            ("b", &["bench ", "b3 ", "b4 "]),
            ("ne", &["new "]),
            ("ha", &["Hash "]),
            ("joho", &[]),
            ("e4 e5 2.Nf3 Nc", &["e4 e5 2.Nf3 Nc6 "]),
            ("moves e4 e7", &["moves e4 e7e5 ", "moves e4 e7e6 "]),
            ("moves e4 e4 N", &[]),
            (
                "position startpos moves e2e4 Nh",
                &["position startpos moves e2e4 Nh6 "],
            ),
            (
                "position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves O-",
                &["position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves O-O-O "],
            ),
            ("go searchmoves a4", &["go searchmoves a4 "]),
            ("go searchmoves a4 e4", &["go searchmoves a4 e4 "]),
            ("go dep", &["go depth "]),
            ("help specht", &[]),
            ("position s", &["position startpos "]),
            ("debug o", &["debug on ", "debug off "]),
            ("setoption n", &["setoption name "]),
        ] {
            assert_eq!(completed(line), expected, "{line}");
        }
        assert!(!completed("").contains(&"e4 ".to_owned()));
    }

    #[test]
    fn options_and_their_values_are_completed() {
        for (option, expected) in [
            ("move", &["Move Overhead "][..]),
            ("Move Overhead ", &["Move Overhead value "]),
            ("ponder value t", &["Ponder value true "]),
            ("Hash value 3", &["Hash value 33554432 "]),
            (
                "Threads value ",
                &["Threads value 1 ", "Threads value 1024 "],
            ),
            (
                "EvalFile value src/chess/mov",
                &[
                    "EvalFile value src/chess/movegen/",
                    "EvalFile value src/chess/moves.rs",
                ],
            ),
            ("EvalFile value Cargo.t", &["EvalFile value Cargo.toml"]),
        ] {
            let found = completed(&format!("setoption name {option}"));
            let expected = expected.iter().map(|end| format!("setoption name {end}"));
            let expected: Vec<String> = expected.collect();
            // The name is as it was typed.
            let is_same = |(one, other): (&String, &String)| one.eq_ignore_ascii_case(other);
            let are_same = found.iter().zip(&expected).all(is_same);
            assert!(found.len() == expected.len() && are_same, "{found:?}");
        }
    }
}
