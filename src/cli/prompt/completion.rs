//! Completes commands, options, moves and names of files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{MAIN_SEPARATOR, MAIN_SEPARATOR_STR};

use crate::chess::Board;
use crate::chess::notation::CoordinateMove;
use crate::chess::san::San;
use crate::engine::Situation;
use crate::engine::options::{self, OptionType};
use crate::uci::help;
use rustyline::completion::Pair;

use super::translate::setup_board;
use super::words;
use crate::cli::{EXTRA_COMMANDS, castling_notation, make_moves, parse_moves};

/// The limits of `go`, without `ponder`, which is for programs.
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
    let moves = |before: &[&str]| moves(&situation.board, before, word);
    let found = match words.as_slice() {
        // Without a letter, only the commands: a list with moves and options would be too long.
        [] if word.is_empty() => matching(commands(), word),
        [] => {
            let options = options::all().iter().map(|option| option.name);
            let commands = matching(commands(), word);
            [commands, moves(&[]), matching(options, word)].concat()
        }
        ["help" | "?"] => matching(commands().chain(["all"]), word),
        ["d"] => matching(["black", "white"], word),
        ["debug"] => matching(["on", "off"], word),
        ["position"] => matching(["startpos", "fen"], word),
        ["position", "startpos"] => matching(["moves"], word),
        ["position", before @ ..] => after_position(before, word),
        ["go", ..] if words.contains(&"searchmoves") => moves(&[]),
        ["go", ..] => matching(LIMITS, word),
        ["setoption", ..] => return option(line, start),
        ["bench", _, _, _] | ["genfens", .., "book"] | ["export_net"] => file_names(word),
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
fn matching<'a>(names: impl IntoIterator<Item = &'a str>, word: &str) -> Vec<Pair> {
    let begins = |name: &&str| {
        let head = name.get(..word.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(word))
    };
    let pair = |name: &str| Pair {
        display: name.to_owned(),
        replacement: format!("{name} "),
    };
    names.into_iter().filter(begins).map(pair).collect()
}

/// Returns the legal moves after the moves `before` that begin with `word`: in SAN if one does,
/// otherwise in coordinate notation.
fn moves(board: &Board, before: &[&str], word: &str) -> Vec<Pair> {
    let Ok(played) = parse_moves(*board, &before.join(" ")) else {
        return Vec::new();
    };
    let board = make_moves(*board, &played);
    let legal = board.legal_moves();
    let san = legal.iter().map(|&mv| San::new(&board, mv).to_string());
    let mut names: Vec<String> = san.filter(|san| san.starts_with(word)).collect();
    if names.is_empty() {
        let notation = castling_notation(&board, false);
        let written = legal.iter().map(|&mv| CoordinateMove::new(mv, notation));
        names = written.map(|mv| mv.to_string()).collect();
    }
    names.sort();
    matching(names.iter().map(String::as_str), word)
}

/// Completes `position` after its first words.
fn after_position(before: &[&str], word: &str) -> Vec<Pair> {
    let Some(at) = before.iter().position(|&earlier| earlier == "moves") else {
        // A FEN has four to six fields after "fen".
        return match before.len() {
            5.. => matching(["moves"], word),
            _ => Vec::new(),
        };
    };
    let board = setup_board(&before[..at]);
    board.map_or_else(Vec::new, |board| moves(&board, &before[at + 1..], word))
}

/// Completes `setoption name NAME value VALUE`. Names and values may have spaces.
fn option(line: &str, start: usize) -> (usize, Vec<Pair>) {
    const NAME: &str = "setoption name ";
    const VALUE: &str = " value ";
    let Some(rest) = line.strip_prefix(NAME) else {
        return (start, matching(["name"], &line[start..]));
    };
    let Some((name, value)) = rest.split_once(VALUE) else {
        let names = options::all().iter().map(|option| option.name);
        let mut found = matching(names, rest);
        if rest.ends_with(' ') && options::find(rest.trim()).is_some() {
            found.push(Pair {
                display: "value".to_owned(),
                replacement: format!("{rest}value "),
            });
        }
        return (NAME.len(), found);
    };
    let found = match options::find(name.trim()).map(|option| &option.kind) {
        Some(OptionType::Check { .. }) => matching(["false", "true"], value),
        Some(OptionType::Spin {
            default, min, max, ..
        }) => {
            let numbers = BTreeSet::from([min, default, max]);
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            matching(numbers.iter().map(String::as_str), value)
        }
        Some(OptionType::Text { .. }) => file_names(value),
        Some(OptionType::Button) | None => Vec::new(),
    };
    (line.len() - value.len(), found)
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
    use super::super::shared::Shared;
    use super::*;
    use crate::report::display::style::Style;

    /// Returns the completions of the last word, joined. Each must begin as the word does.
    fn completed(line: &str) -> String {
        let situation = Shared::new(Style::PLAIN).state().situation.clone();
        let (start, found) = complete(line, &situation);
        let word = line[start..].to_lowercase();
        let begins = |pair: &Pair| pair.replacement.to_lowercase().starts_with(&word);
        assert!(found.iter().all(begins), "{line}");
        let found: Vec<String> = found.into_iter().map(|pair| pair.replacement).collect();
        found.join("|")
    }

    #[test]
    #[rustfmt::skip]
    fn words_are_completed_where_they_may_stand() {
        for (line, expected) in [
            ("ucin", "ucinewgame "),
            ("Nf", "Nf3 "),
            ("e2", "e2e3 |e2e4 "),
            ("b", "bench |b3 |b4 "),
            ("ne", "new "),
            ("ha", "Hash "),
            ("joho", ""),
            ("e4 e5 2.Nf3 Nc", "Nc6 "),
            ("moves e4 e7", "e7e5 |e7e6 "),
            ("moves e4 e4 N", ""),
            ("position startpos moves e2e4 Nh", "Nh6 "),
            ("position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves O-", "O-O-O "),
            ("go searchmoves a4", "a4 "),
            ("go searchmoves a4 e4", "e4 "),
            ("go dep", "depth "),
            ("help specht", ""),
            ("position s", "startpos "),
            ("debug o", "on |off "),
            ("setoption n", "name "),
            ("setoption name move", "Move Overhead "),
            ("setoption name Move Overhead ", "Move Overhead value "),
            ("setoption name ponder value t", "true "),
            ("setoption name Hash value 3", "33554432 "),
            ("setoption name Threads value ", "1 |1024 "),
            ("setoption name EvalFile value src/chess/mov",
                "src/chess/movegen/|src/chess/moves.rs"),
            ("setoption name EvalFile value Cargo.t", "Cargo.toml"),
        ] {
            assert_eq!(completed(line), expected, "{line}");
        }
        assert!(!completed("").contains("e4 "));
    }
}
