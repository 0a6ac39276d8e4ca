//! Parses the output of the program, and checks the output of searches.

use std::collections::HashSet;

use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::chess::{Move, Position};
use ferz::engine::Command;

use crate::parsed::command;
use crate::session::Session;

/// Returns whether the output is a single `info string` that contains `words`.
pub(crate) fn has_info_string(lines: &[String], words: &str) -> bool {
    matches!(lines, [line] if line.starts_with("info string ") && line.contains(words))
}

/// Returns the game that the arguments of `position` describe.
#[track_caller]
pub(crate) fn game(setup: &str) -> Position {
    let Command::Position { fen, moves } = command(&format!("position {setup}")) else {
        panic!("{setup} is not a position");
    };
    let board = fen.map_or_else(Default::default, |fen| {
        fen.parse()
            .unwrap_or_else(|error| panic!("{setup}: {error}"))
    });
    let mut position = Position::new(board);
    for written in moves {
        let mv = written.resolve(position.board());
        position.make_move(mv.unwrap_or_else(|| panic!("{setup}: {written} is not legal")));
    }
    position
}

/// Returns the legal move that has this text in this notation.
pub(crate) fn legal_move(
    position: &Position,
    written: &str,
    notation: CastlingNotation,
) -> Option<Move> {
    position
        .board()
        .legal_moves()
        .into_iter()
        .find(|&mv| CoordinateMove::new(mv, notation).to_string() == written)
}

/// Returns whether the game is over by checkmate, stalemate, repetition or the fifty-move rule.
fn is_over(position: &Position) -> bool {
    !position.board().has_legal_moves()
        || position.is_threefold_repetition()
        || position.is_fifty_move_draw()
}

/// The attributes of an `info` line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Info {
    pub(crate) depth: u64,
    pub(crate) multipv: Option<u64>,
    /// Centipawns. A mate in n moves is `MATE - n`, and being mated in n moves is `n - MATE`.
    pub(crate) score: i64,
    pub(crate) is_mate: bool,
    pub(crate) is_bound: bool,
    /// Chances of a win, a draw and a loss, in permille.
    pub(crate) wdl: Option<[u64; 3]>,
    pub(crate) nodes: u64,
    /// Milliseconds.
    pub(crate) time: u64,
    pub(crate) pv: Vec<String>,
}

impl Info {
    /// A value above every score in centipawns.
    const MATE: i64 = 1_000_000;

    /// Returns the number of moves to mate, negative if the side to move is mated.
    pub(crate) fn mate(&self) -> Option<i64> {
        let distance = Self::MATE - self.score.abs();
        self.is_mate.then(|| distance * self.score.signum())
    }

    /// Parses a line strictly: `depth` comes first and `pv` last, no attribute comes twice, and
    /// all numbers are whole.
    #[track_caller]
    fn parse(line: &str) -> Self {
        let mut info = Self::default();
        let mut words = line.split(' ').peekable();
        assert_eq!(words.next(), Some("info"), "{line}");
        assert_eq!(words.peek(), Some(&"depth"), "{line}");
        let mut seen = HashSet::new();
        while let Some(name) = words.next() {
            assert!(seen.insert(name), "{name} appears twice: {line}");
            let mut number = || -> i64 {
                let word = words.next().unwrap_or_default();
                let digits = word.trim_start_matches('-');
                assert!(
                    digits.starts_with(|c: char| c.is_ascii_digit()),
                    "{name} {word}: {line}"
                );
                word.parse().unwrap_or_else(|_| panic!("{word}: {line}"))
            };
            let mut count = || u64::try_from(number()).unwrap_or_else(|_| panic!("{line}"));
            match name {
                "depth" => info.depth = count(),
                "seldepth" | "nps" | "tbhits" | "currmovenumber" => {
                    count();
                }
                "multipv" => info.multipv = Some(count()),
                "nodes" => info.nodes = count(),
                "time" => info.time = count(),
                "hashfull" => assert!(count() <= 1000, "{line}"),
                "wdl" => info.wdl = Some([count(), count(), count()]),
                "score" => {
                    let kind = words.next().unwrap_or_default();
                    let value = words.next().and_then(|word| word.parse::<i64>().ok());
                    let value = value.unwrap_or_else(|| panic!("{line}"));
                    (info.is_mate, info.score) = match kind {
                        "cp" => (false, value),
                        "mate" if value > 0 => (true, Self::MATE - value),
                        "mate" => (true, -Self::MATE - value),
                        _ => panic!("{line}"),
                    };
                    while let Some(_bound) =
                        words.next_if(|word| ["lowerbound", "upperbound"].contains(word))
                    {
                        assert!(!info.is_bound, "{line}");
                        info.is_bound = true;
                    }
                }
                "pv" => {
                    info.pv = words.by_ref().map(str::to_owned).collect();
                    assert!(!info.pv.is_empty(), "{line}");
                }
                "currmove" => assert!(words.next().is_some(), "{line}"),
                _ => panic!("{name} is an unknown attribute: {line}"),
            }
        }
        info
    }
}

/// The output of a search that has passed all checks.
#[derive(Debug)]
pub(crate) struct SearchOutput {
    /// All `info` lines with a principal variation.
    pub(crate) infos: Vec<Info>,
    /// The move after `bestmove`.
    pub(crate) best: String,
}

impl SearchOutput {
    /// Checks everything that UCI and match runners require of the output of a search.
    #[track_caller]
    pub(crate) fn check(setup: &str, lines: &[String], notation: CastlingNotation) -> Self {
        let position = game(setup);
        let (last, infos) = lines
            .split_last()
            .expect("a search prints at least one line");
        let infos: Vec<Info> = infos
            .iter()
            .filter(|line| !line.starts_with("info string "))
            .map(|line| Info::parse(line))
            .filter(|info| !info.pv.is_empty())
            .collect();
        for info in &infos {
            Self::check_variation(&position, info, notation);
        }
        Self::check_order(&infos);
        let best: Vec<&str> = last.split(' ').collect();
        let last_info = infos
            .iter()
            .rfind(|info| info.multipv.unwrap_or(1) == 1)
            .unwrap_or_else(|| panic!("no info line before {last}"));
        assert!(!last_info.is_bound, "{last_info:?}");
        match &best[..] {
            ["bestmove", mv] => assert_eq!(last_info.pv[0], *mv),
            ["bestmove", mv, "ponder", answer] => {
                assert_eq!(last_info.pv[..2], [*mv, *answer]);
            }
            _ => panic!("{last:?}"),
        }
        Self {
            best: best[1].to_owned(),
            infos,
        }
    }

    /// Fails unless every move of the variation is legal and none follows the end of the game.
    #[track_caller]
    fn check_variation(position: &Position, info: &Info, notation: CastlingNotation) {
        let mut position = position.clone();
        for (i, written) in info.pv.iter().enumerate() {
            assert!(
                i == 0 || !is_over(&position),
                "{written} follows the end of the game: {info:?}"
            );
            let mv = legal_move(&position, written, notation);
            position.make_move(mv.unwrap_or_else(|| panic!("{written} is not legal: {info:?}")));
        }
        if let Some(moves) = info.mate() {
            let length = info.pv.len() as i64;
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert!(
                moves != 0 && length <= plies,
                "the variation is longer than the mate: {info:?}"
            );
            if length == plies {
                assert!(
                    position.board().is_checkmate(),
                    "the variation does not end in mate: {info:?}"
                );
            }
        }
        if let Some(chances) = info.wdl {
            assert_eq!(chances.iter().sum::<u64>(), 1000, "{info:?}");
        }
    }

    /// Fails unless depth, time and nodes never decrease, and the MultiPV lines of one iteration
    /// are consecutive, best first.
    #[track_caller]
    fn check_order(infos: &[Info]) {
        for pair in infos.windows(2) {
            let [earlier, later] = pair else {
                unreachable!("windows of two")
            };
            assert!(earlier.depth <= later.depth, "{pair:?}");
            assert!(earlier.time <= later.time, "{pair:?}");
            assert!(earlier.nodes <= later.nodes, "{pair:?}");
            match (earlier.multipv, later.multipv) {
                (Some(_), Some(1)) => {}
                (Some(rank), Some(next)) => {
                    assert_eq!(next, rank + 1, "{pair:?}");
                    assert_eq!(earlier.depth, later.depth, "{pair:?}");
                    assert!(earlier.score >= later.score, "{pair:?}");
                    assert_ne!(earlier.pv[0], later.pv[0], "{pair:?}");
                }
                _ => panic!("a line without multipv: {pair:?}"),
            }
        }
        if let Some(first) = infos.first() {
            assert_eq!(first.multipv, Some(1), "{first:?}");
        }
    }

    /// Returns the last `info` line of the best variation.
    pub(crate) fn last(&self) -> &Info {
        self.infos
            .iter()
            .rfind(|info| info.multipv.unwrap_or(1) == 1)
            .expect("check() has found such a line")
    }
}

/// Sends lines that start a search, and returns the number after `word` in its last `info` line.
#[track_caller]
pub(crate) fn searched_number(session: &mut Session, lines: &str, word: &str) -> i64 {
    let output = session.search(lines);
    let last = &output[output.len() - 2];
    let (_, rest) = last
        .split_once(&format!(" {word} "))
        .unwrap_or_else(|| panic!("no {word}: {last}"));
    let number = rest
        .split(' ')
        .next()
        .and_then(|number| number.parse().ok());
    number.unwrap_or_else(|| panic!("no number after {word}: {last}"))
}

/// Sets up a position, searches it, and checks the output.
#[track_caller]
pub(crate) fn search(session: &mut Session, setup: &str, go: &str) -> SearchOutput {
    let lines = session.search(&format!("position {setup}\n{go}"));
    SearchOutput::check(setup, &lines, CastlingNotation::KingMoves)
}
