//! Searches test positions, and compares the results with the expected ones.
//!
//! Each search starts with an empty transposition table and empty histories, so the results
//! depend neither on the order of the positions nor on the number of simultaneous searches.

use std::time::Instant;

use ferz::chess::san::San;
use ferz::chess::{Board, Move, Position};
use ferz::score::Meaning;
use ferz::search::limits::Limits;
use ferz::search::pool::{Pool, TooFewThreads};
use ferz::search::{Job, Line};
use serde::Serialize;

use super::read::EpdPosition;

const NO_MOVE: &str = "there is no legal move";
const NOT_BEST: &str = "not a best move";
const TO_AVOID: &str = "a move to avoid";
/// The search reported no mate for the expected side, or a mate in too many moves.
const NO_MATE: &str = "no mate in this number of moves";
/// The variation of a reported mate is illegal, has the wrong length, or does not mate.
const FALSE_MATE: &str = "a mate score, but its variation does not mate";

/// A position with its expected result and the result of the search. Moves are in SAN.
#[derive(Serialize)]
pub struct SolvedPosition {
    file: String,
    /// The line in the file, from 1.
    line: usize,
    id: Option<String>,
    comment: Option<String>,
    fen: String,
    best_moves: Vec<String>,
    avoid_moves: Vec<String>,
    /// The number of moves to mate; negative if the side to move is mated.
    mate_in: Option<i32>,
    played: Option<String>,
    score: Option<ScoreObject>,
    depth: u32,
    pub nodes: u64,
    seconds: f64,
    pv: Vec<String>,
    pub solved: bool,
    /// The reason why the position is not solved.
    fault: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum ScoreObject {
    Centipawns(i32),
    Mate(i32),
}

/// Searches a position of a file. An expected mate ends the search when it is found.
///
/// # Errors
///
/// Returns an error if a thread cannot be started.
pub fn solve(
    pool: &mut Pool,
    file: &str,
    position: &EpdPosition,
    limits: &Limits,
) -> Result<SolvedPosition, TooFewThreads> {
    let limits = Limits {
        // The mate limit applies only to mates by the side to move.
        mate: position.mate_in.and_then(|moves| u32::try_from(moves).ok()),
        ..limits.clone()
    };
    let started = Instant::now();
    pool.clear();
    let result = pool.search(Job {
        started,
        ..Job::new(Position::new(position.board), limits)
    })?;
    let (board, line) = (&position.board, result.last_line());
    let san = |mv| San::new(board, mv).to_string();
    let fault = fault(position, result.best_move, line);
    Ok(SolvedPosition {
        file: file.to_owned(),
        line: position.line,
        id: position.id.clone(),
        comment: position.comment.clone(),
        fen: board.to_string(),
        best_moves: position.best_moves.iter().copied().map(san).collect(),
        avoid_moves: position.avoid_moves.iter().copied().map(san).collect(),
        mate_in: position.mate_in,
        played: result.best_move.map(san),
        score: line.map(|line| match Meaning::of(line.score) {
            Meaning::Centipawns(value) => ScoreObject::Centipawns(value),
            Meaning::Mate(moves) => ScoreObject::Mate(moves),
        }),
        depth: line.map_or(0, |line| line.depth),
        nodes: line.map_or(0, |line| line.nodes),
        seconds: started.elapsed().as_secs_f64(),
        pv: line.map_or_else(Vec::new, |line| sans(*board, &line.pv)),
        solved: fault.is_none(),
        fault,
    })
}

/// Returns the reason why a result is not as expected. If a mate is expected, any move that mates
/// in time is accepted; best moves and moves to avoid are not checked.
fn fault(
    position: &EpdPosition,
    played: Option<Move>,
    line: Option<&Line>,
) -> Option<&'static str> {
    let Some(mv) = played else {
        return Some(NO_MOVE);
    };
    if let Some(expected) = position.mate_in {
        return match line.map(|line| (line, Meaning::of(line.score))) {
            Some((line, Meaning::Mate(moves)))
                if moves.signum() == expected.signum() && moves.abs() <= expected.abs() =>
            {
                let proves = line.pv.first() == Some(&mv) && mates(position, &line.pv, moves);
                (!proves).then_some(FALSE_MATE)
            }
            _ => Some(NO_MATE),
        };
    }
    if !position.best_moves.is_empty() && !position.best_moves.contains(&mv) {
        Some(NOT_BEST)
    } else {
        position.avoid_moves.contains(&mv).then_some(TO_AVOID)
    }
}

/// Returns whether the variation is legal and ends with mate after exactly this number of moves. If
/// the number is negative, the opponent mates.
fn mates(position: &EpdPosition, pv: &[Move], moves: i32) -> bool {
    let mut board = position.board;
    let plies = match moves {
        1.. => 2 * moves - 1,
        _ => -2 * moves,
    };
    pv.iter().all(|&mv| board.try_make_move(mv).is_ok())
        && pv.len() as i32 == plies
        && board.is_checkmate()
}

/// Returns a sequence of moves in SAN, up to the first illegal one. Only a bug in the search
/// can produce an illegal move.
fn sans(mut board: Board, moves: &[Move]) -> Vec<String> {
    let legal = moves.iter().map_while(|&mv| {
        let before = board;
        board.try_make_move(mv).ok()?;
        Some(San::new(&before, mv).to_string())
    });
    legal.collect()
}

impl SolvedPosition {
    /// Formats the file, line and id of the position, the played move, and the expected result.
    pub fn text(&self) -> String {
        let id = self.id.as_ref().map(|id| format!(" {id}:"));
        let played = self.played.as_deref().unwrap_or("nothing");
        let score = match self.score {
            Some(ScoreObject::Centipawns(value)) => format!(" ({:+.2})", f64::from(value) / 100.0),
            Some(ScoreObject::Mate(moves @ 1..)) => format!(" (mate in {moves})"),
            Some(ScoreObject::Mate(moves)) => format!(" (mated in {})", moves.abs()),
            None => String::new(),
        };
        let moves = |opcode: &str, moves: &[String]| match moves {
            [] => String::new(),
            moves => format!(", {opcode} {}", moves.join(" ")),
        };
        let mate = match self.mate_in {
            Some(moves @ 1..) => format!(", dm {moves}"),
            Some(moves) => format!(", bm #{moves}"),
            None => String::new(),
        };
        format!(
            "{}:{}:{} played {played}{score}{}{}{mate}: {}\n",
            self.file,
            self.line,
            id.unwrap_or_default(),
            moves("bm", &self.best_moves),
            moves("am", &self.avoid_moves),
            self.fault.unwrap_or("solved"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::read::read;
    use super::*;
    use ferz::chess::san;
    use ferz::score::{Bound, mate_in};
    use std::num::NonZeroUsize;
    use std::time::Duration;

    /// White mates in one with the rook; no other move mates.
    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";

    /// Black's only move allows mate.
    const CORNERED: &str = "k7/7R/8/8/8/8/1K6/6R1 b - -";

    const MATED: &str = "3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - -";

    #[test]
    fn a_result_is_compared_with_each_kind_of_expected_result() {
        let mut pool = Pool::new(NonZeroUsize::MIN, 1).expect("enough memory");
        for (fen, operations, expected) in [
            (BACK_RANK, "bm Rd8; id \"right\"", None),
            (BACK_RANK, "bm Rd7 f4;", Some(NOT_BEST)),
            (BACK_RANK, "am Rd8;", Some(TO_AVOID)),
            (BACK_RANK, "am Rd7 f4;", None),
            (BACK_RANK, "dm 1;", None),
            (BACK_RANK, "dm 5; bm f4;", None),
            ("8/8/8/8/8/8/8/K6k w - -", "dm 3;", Some(NO_MATE)),
            (MATED, "dm 3;", Some(NO_MOVE)),
            (BACK_RANK, "bm #1;", None),
            (BACK_RANK, "bm #-1;", Some(NO_MATE)),
            (CORNERED, "bm #-1;", None),
            (CORNERED, "bm #-3;", None),
            (CORNERED, "ce +M1;", Some(NO_MATE)),
        ] {
            let (positions, errors) = read(&format!("{fen} {operations}"));
            assert_eq!(errors, []);
            let solved = solve(&mut pool, "", &positions[0], &Limits::depth(3));
            let fault = solved.expect("enough threads").fault;
            assert_eq!(fault, expected, "{fen} {operations}");
        }
    }

    #[test]
    fn a_mate_counts_only_if_its_variation_mates() {
        let (positions, _) = read(&format!("{BACK_RANK} dm 2;"));
        let position = &positions[0];
        let [rook, pawn] =
            ["Rd8", "f4"].map(|text| san::parse(&position.board, text).expect("legal"));
        let answer = position.board.after(pawn).legal_moves()[0];
        for (played, score, pv, expected) in [
            (rook, mate_in(1), &[rook][..], None),
            (pawn, mate_in(1), &[rook], Some(FALSE_MATE)),
            (pawn, mate_in(1), &[pawn], Some(FALSE_MATE)),
            (rook, mate_in(3), &[rook], Some(FALSE_MATE)),
            (rook, mate_in(1), &[rook, pawn], Some(FALSE_MATE)),
            (pawn, mate_in(3), &[pawn, answer, answer], Some(FALSE_MATE)),
            (rook, mate_in(5), &[rook], Some(NO_MATE)),
            (rook, 900, &[rook], Some(NO_MATE)),
        ] {
            let line = Line {
                depth: 1,
                selective_depth: 1,
                rank: 1,
                score,
                bound: Bound::Exact,
                nodes: 1,
                elapsed: Duration::ZERO,
                hash_full: 0,
                tablebase_hits: 0,
                pv: pv.to_vec(),
            };
            let found = fault(position, Some(played), Some(&line));
            assert_eq!(found, expected, "{line:?}");
        }
        assert_eq!(fault(position, Some(rook), None), Some(NO_MATE));
    }
}
