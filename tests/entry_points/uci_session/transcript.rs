//! Compares the output of a session with the answers that its script expects.

use ferz::chess::notation::CoordinateMove;
use ferz::chess::{Board, Move};
use ferz::cli::EXTRA_COMMANDS;
use ferz::engine::about;
use ferz::uci::help;

use super::script::{Script, Search};
use super::stored_output::StoredOutput;

/// Asserts that every line has a known form, and that the number of answers of each kind is right.
pub fn check(script: &Script, output: &StoredOutput) {
    let (text, answers) = (&output.text(), output.answers());
    assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
    let mut searches = script.searches.iter();
    let mut search = searches.next();
    for line in text.lines() {
        assert!(!line.contains(char::is_control), "{line:?}");
        assert!(!line.starts_with(' '), "{line:?}");
        assert!(has_known_form(line), "{line:?} in\n{text}");
        if let Some(best) = line.strip_prefix("bestmove ") {
            assert_best(
                best,
                search.unwrap_or_else(|| panic!("no search is running:\n{text}")),
            );
            search = searches.next();
        }
        if let Some((_, pv)) = line.split_once(" pv ").filter(|_| is_search_info(line)) {
            assert_pv(
                pv,
                search.unwrap_or_else(|| panic!("no search is running:\n{text}")),
            );
        }
    }
    assert_eq!(answers, script.answers, "{script:#?}\n{text}");
    let count = |is_one: &dyn Fn(&str) -> bool| text.lines().filter(|line| is_one(line)).count();
    let starts = |start: &'static str| count(&move |line| line.starts_with(start));
    assert_eq!(count(&|line| line == "uciok"), script.identities);
    assert_eq!(starts("Fen: "), script.displays);
    let evaluations = starts("Score for ") + starts("No evaluation: ");
    assert_eq!(evaluations, script.evaluations);
    for first in &script.printed {
        let times = script
            .printed
            .iter()
            .filter(|other| *other == first)
            .count();
        assert_eq!(count(&|line| line == first), times, "{first}");
    }
    let benches = count(&is_bench) + starts("info string bench was stopped");
    assert_eq!(benches, script.benches);
    assert_eq!(
        starts("info string error: "),
        script.errors,
        "{script:#?}\n{text}"
    );
}

/// Returns whether a line is an `info` line of a search.
fn is_search_info(line: &str) -> bool {
    line.starts_with("info ") && !line.starts_with("info string ")
}

/// Returns whether a line has a form that the engine prints.
fn has_known_form(line: &str) -> bool {
    /// The beginnings of lines that commands print.
    const STARTS: [&str; 28] = [
        "id name ",
        "id author ",
        "option name ",
        "bestmove ",
        "info string ",
        "Nodes searched: ",
        "+---+---+",
        "a   b   c   d ",
        "Fen: ",
        "Key: ",
        "Checkers: ",
        "Legal moves: ",
        "Result: ",
        "No evaluation: ",
        "Centipawns from White's view. ",
        "it. They do not add up",
        "Known endgame: ",
        "Drawish endgame: ",
        "Score for ",
        "Final evaluation",
        "Compil",
        "Microarchitecture level",
        "====",
        "Total time (ms) : ",
        "Nodes searched  : ",
        "Nodes/second    : ",
        "+-------+",
        ".   a       b ",
    ];
    matches!(line, "" | "uciok" | "readyok")
        || is_search_info(line) && is_info(&line["info ".len()..])
        || STARTS.iter().any(|start| line.starts_with(start))
        // Rows of the table of pieces, and of a board.
        || matches!(line.matches('|').count(), 3 | 9)
        || is_bench(line)
        || is_divide(line)
        || about::LICENSE.lines().any(|known| known == line)
        || help::texts(EXTRA_COMMANDS).any(|text| text.lines().any(|known| known == line))
}

/// Returns whether a word is a `T`.
fn is_a<T: std::str::FromStr>(word: &str) -> bool {
    word.parse::<T>().is_ok()
}

/// Returns whether a line is the result of a bench.
fn is_bench(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    matches!(words[..], [nodes, "nodes", nps, "nps"] if is_a::<u64>(nodes) && is_a::<u64>(nps))
}

/// Returns whether a line is the perft count of a move.
fn is_divide(line: &str) -> bool {
    line.split_once(": ")
        .is_some_and(|(mv, count)| mv.parse::<CoordinateMove>().is_ok() && is_a::<u64>(count))
}

/// Returns whether the text consists of `info` attributes with valid values.
fn is_info(attributes: &str) -> bool {
    let mut words = attributes.split(' ').peekable();
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap_or_default();
        let fits = match word {
            "depth" | "seldepth" | "multipv" | "currmovenumber" => is_a::<u8>(value()),
            "nodes" | "nps" | "tbhits" | "time" => is_a::<u64>(value()),
            "hashfull" => value()
                .parse::<u16>()
                .is_ok_and(|permille| permille <= 1000),
            "wdl" => {
                let chances: Vec<u32> = (0..3).filter_map(|_| value().parse().ok()).collect();
                chances.len() == 3 && chances.iter().sum::<u32>() == 1000
            }
            "score" => {
                let is_score = match value() {
                    "cp" => is_a::<i32>(value()),
                    "mate" => is_a::<i8>(value()),
                    _ => false,
                };
                let bounds = ["lowerbound", "upperbound"];
                let _: Option<&str> = words.next_if(|next| bounds.contains(next));
                is_score
            }
            "currmove" => is_a::<CoordinateMove>(value()),
            // `assert_pv` checks the moves.
            "pv" => return words.peek().is_some(),
            _ => false,
        };
        if !fits {
            return false;
        }
    }
    true
}

/// Parses a move, which must be legal.
#[track_caller]
fn legal(text: &str, board: &Board) -> Move {
    let written = text.parse::<CoordinateMove>();
    let mv = written.ok().and_then(|written| written.resolve(board));
    mv.unwrap_or_else(|| panic!("{text:?} is not legal: {board:?}"))
}

/// Asserts that the best move is a root move of the search, and that the ponder move is legal.
fn assert_best(text: &str, search: &Search) {
    if text == "(none)" {
        let moves = search.board.legal_moves();
        assert!(
            moves.is_empty(),
            "no best move, although there are legal moves: {search:?}"
        );
        return;
    }
    let (best, ponder) = match text.split_once(" ponder ") {
        Some((best, ponder)) => (best, Some(ponder)),
        None => (text, None),
    };
    let best = legal(best, &search.board);
    assert!(
        search.moves.is_empty() || search.moves.contains(&best),
        "{text}: {search:?}"
    );
    if let Some(ponder) = ponder {
        legal(ponder, &search.board.after(best));
    }
}

/// Asserts that all moves of the variation are legal and the first is a root move of the search.
fn assert_pv(text: &str, search: &Search) {
    let mut board = search.board;
    for (i, word) in text.split(' ').enumerate() {
        let mv = legal(word, &board);
        let is_root_move = search.moves.is_empty() || search.moves.contains(&mv);
        assert!(i > 0 || is_root_move, "{text}: {search:?}");
        board = board.after(mv);
    }
}
