//! Reads the output of the program, and checks everything that can be checked about it.

use std::collections::HashSet;

use ferz::chess::notation::{CastlingNotation, CoordinateMove};
use ferz::chess::{Move, Position, has_legal_moves, legal_moves};
use ferz::engine::Command;

use crate::parsed::command;
use crate::session::Session;

/// Whether this is one `info string`, and holds the words.
pub(crate) fn is_note(lines: &[String], words: &str) -> bool {
    matches!(lines, [line] if line.starts_with("info string ") && line.contains(words))
}

/// The FEN that `d` shows.
#[track_caller]
pub(crate) fn shown_fen(session: &mut Session) -> String {
    let lines = session.ask("d");
    let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
    fen.unwrap_or_else(|| panic!("no FEN in {lines:?}"))
        .to_owned()
}

/// The game that the words behind `position` describe.
#[track_caller]
pub(crate) fn game(setup: &str) -> Position {
    let Command::Position { fen, moves } = command(&format!("position {setup}")) else {
        panic!("{setup} is no position");
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

/// The legal move that is written so, in this notation and no other.
pub(crate) fn legal_move(
    position: &Position,
    written: &str,
    notation: CastlingNotation,
) -> Option<Move> {
    legal_moves(position.board())
        .into_iter()
        .find(|&mv| CoordinateMove::new(mv, notation).to_string() == written)
}

/// Whether nobody moves any more.
fn is_over(position: &Position) -> bool {
    !has_legal_moves(position.board())
        || position.is_threefold_repetition()
        || position.is_fifty_move_draw()
}

/// An `info` line about a position searched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Info {
    pub(crate) depth: u64,
    pub(crate) multipv: Option<u64>,
    /// Mates are counted from this far above 0.
    pub(crate) score: i64,
    pub(crate) is_mate: bool,
    pub(crate) is_bound: bool,
    pub(crate) wdl: Option<[u64; 3]>,
    pub(crate) nodes: u64,
    pub(crate) time: u64,
    pub(crate) pv: Vec<String>,
}

impl Info {
    /// Better than any number of centipawns.
    const MATE: i64 = 1_000_000;

    /// Full moves to the mate, negative for being mated.
    pub(crate) fn mate(&self) -> Option<i64> {
        let distance = Self::MATE - self.score.abs();
        self.is_mate.then(|| distance * self.score.signum())
    }

    /// Reads a line strictly: each attribute once, `depth` first, `pv` last, whole numbers.
    #[track_caller]
    fn parse(line: &str) -> Self {
        let mut info = Self::default();
        let mut words = line.split(' ').peekable();
        assert_eq!(words.next(), Some("info"), "{line}");
        assert_eq!(words.peek(), Some(&"depth"), "{line}");
        let mut seen = HashSet::new();
        while let Some(name) = words.next() {
            assert!(seen.insert(name), "{name} twice: {line}");
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
                _ => panic!("{name} is not an attribute of info: {line}"),
            }
        }
        info
    }
}

/// What a search has said, looked at from all sides.
#[derive(Debug)]
pub(crate) struct Searched {
    /// All lines with a score and a variation.
    pub(crate) infos: Vec<Info>,
    pub(crate) best: String,
}

impl Searched {
    /// Checks all that UCI and match runners want of the output of a search.
    #[track_caller]
    pub(crate) fn check(setup: &str, lines: &[String], notation: CastlingNotation) -> Self {
        let position = game(setup);
        let (last, infos) = lines.split_last().expect("a search says something");
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
        let final_line = infos
            .iter()
            .rfind(|info| info.multipv.unwrap_or(1) == 1)
            .unwrap_or_else(|| panic!("no line before {last}"));
        assert!(!final_line.is_bound, "{final_line:?}");
        match &best[..] {
            ["bestmove", mv] => assert_eq!(final_line.pv[0], *mv),
            ["bestmove", mv, "ponder", answer] => {
                assert_eq!(final_line.pv[..2], [*mv, *answer]);
            }
            _ => panic!("{last:?}"),
        }
        Self {
            best: best[1].to_owned(),
            infos,
        }
    }

    /// Every move of a variation is legal, and none is made when the game is over.
    #[track_caller]
    fn check_variation(position: &Position, info: &Info, notation: CastlingNotation) {
        let mut position = position.clone();
        for (i, written) in info.pv.iter().enumerate() {
            assert!(
                i == 0 || !is_over(&position),
                "{written} is played after the end: {info:?}"
            );
            let mv = legal_move(&position, written, notation);
            position.make_move(mv.unwrap_or_else(|| panic!("{written} is not legal: {info:?}")));
        }
        if let Some(moves) = info.mate() {
            let length = info.pv.len() as i64;
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert!(moves != 0 && length <= plies, "a longer mate: {info:?}");
            if length == plies {
                assert!(position.board().is_checkmate(), "no mate: {info:?}");
            }
        }
        if let Some(chances) = info.wdl {
            assert_eq!(chances.iter().sum::<u64>(), 1000, "{info:?}");
        }
    }

    /// Depth, time and nodes do not fall; the lines of one depth come together, best first.
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
                _ => panic!("a line without a rank: {pair:?}"),
            }
        }
        if let Some(first) = infos.first() {
            assert_eq!(first.multipv, Some(1), "{first:?}");
        }
    }

    pub(crate) fn last(&self) -> &Info {
        self.infos
            .iter()
            .rfind(|info| info.multipv.unwrap_or(1) == 1)
            .expect("checked")
    }
}

/// Sets up a position, searches it, and checks what is said.
#[track_caller]
pub(crate) fn search(session: &mut Session, setup: &str, go: &str) -> Searched {
    let lines = session.search(&format!("position {setup}\n{go}"));
    Searched::check(setup, &lines, CastlingNotation::KingMoves)
}
