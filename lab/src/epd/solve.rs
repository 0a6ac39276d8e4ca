//! Searches test positions, and compares the results with the expected ones.
//!
//! Each search starts with an empty transposition table and empty histories, so the results
//! depend neither on the order of the positions nor on the number of simultaneous searches.

use std::time::Instant;

use ferz::chess::san::San;
use ferz::chess::{Board, Move, Position};
use ferz::score::Meaning;
use ferz::search::limits::Limits;
use ferz::search::pool::Pool;
use ferz::search::{SearchRequest, Variation};
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
pub struct SearchedPosition {
    #[serde(flatten)]
    position: EpdPosition,
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

/// Searches a position. An expected mate ends the search when it is found.
pub fn solve(pool: &mut Pool, position: EpdPosition, limits: &Limits) -> SearchedPosition {
    let limits = Limits {
        // The mate limit applies only to mates by the side to move.
        mate: position
            .moves_to_mate
            .and_then(|moves| u32::try_from(moves).ok()),
        ..limits.clone()
    };
    let started = Instant::now();
    pool.clear();
    let result = pool.search(SearchRequest {
        started,
        ..SearchRequest::new(Position::new(position.board), limits)
    });
    let (variation, seconds) = (result.last_variation(), started.elapsed().as_secs_f64());
    let fault = find_fault(&position, result.best_move, variation);
    SearchedPosition {
        played: result.best_move.map(|mv| san(&position.board, mv)),
        score: variation.map(|found| match Meaning::of(found.score) {
            Meaning::Centipawns(value) => ScoreObject::Centipawns(value),
            Meaning::Mate(moves) => ScoreObject::Mate(moves),
        }),
        depth: variation.map_or(0, |found| found.depth),
        nodes: variation.map_or(0, |found| found.nodes),
        seconds,
        pv: variation.map_or_else(Vec::new, |found| legal_sans(position.board, &found.pv)),
        solved: fault.is_none(),
        fault,
        position,
    }
}

fn san(board: &Board, mv: Move) -> String {
    San::new(board, mv).to_string()
}

/// Returns the reason why a result is not as expected. If a mate is expected, any move that mates
/// in time is accepted; best moves and moves to avoid are not checked.
fn find_fault(
    position: &EpdPosition,
    played: Option<Move>,
    variation: Option<&Variation>,
) -> Option<&'static str> {
    let Some(mv) = played else {
        return Some(NO_MOVE);
    };
    if let Some(expected) = position.moves_to_mate {
        return match variation.map(|found| (&found.pv, Meaning::of(found.score))) {
            Some((pv, Meaning::Mate(moves)))
                if moves.signum() == expected.signum() && moves.abs() <= expected.abs() =>
            {
                let proves = pv.first() == Some(&mv) && ends_with_mate(position, pv, moves);
                (!proves).then_some(FALSE_MATE)
            }
            _ => Some(NO_MATE),
        };
    }
    let written = san(&position.board, mv);
    if !position.best_moves.is_empty() && !position.best_moves.contains(&written) {
        Some(NOT_BEST)
    } else {
        position.avoid_moves.contains(&written).then_some(TO_AVOID)
    }
}

/// Returns whether the variation is legal and ends with mate after exactly this number of moves. If
/// the number is negative, the opponent mates.
fn ends_with_mate(position: &EpdPosition, pv: &[Move], moves: i32) -> bool {
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
fn legal_sans(mut board: Board, moves: &[Move]) -> Vec<String> {
    let legal = moves.iter().map_while(|&mv| {
        let before = board;
        board.try_make_move(mv).ok()?;
        Some(san(&before, mv))
    });
    legal.collect()
}

impl SearchedPosition {
    /// Formats the file, line and id of the position, the played move, and the expected result.
    pub fn text(&self) -> String {
        let position = &self.position;
        let id = position.id.as_ref().map(|id| format!(" {id}:"));
        let score = match self.score {
            Some(ScoreObject::Centipawns(value)) => format!(" ({:+.2})", f64::from(value) / 100.0),
            Some(ScoreObject::Mate(moves @ 1..)) => format!(" (mate in {moves})"),
            Some(ScoreObject::Mate(moves)) => format!(" (mated in {})", moves.abs()),
            None => String::new(),
        };
        let list = |opcode: &str, moves: &[String]| match moves {
            [] => String::new(),
            moves => format!(", {opcode} {}", moves.join(" ")),
        };
        let mate = match position.moves_to_mate {
            Some(moves @ 1..) => format!(", dm {moves}"),
            Some(moves) => format!(", bm #{moves}"),
            None => String::new(),
        };
        format!(
            "{}:{}:{} played {}{score}{}{}{mate}: {}\n",
            position.file,
            position.line,
            id.unwrap_or_default(),
            self.played.as_deref().unwrap_or("nothing"),
            list("bm", &position.best_moves),
            list("am", &position.avoid_moves),
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
    use std::time::Duration;

    #[test]
    fn a_mate_counts_only_if_its_variation_mates() {
        // White mates in one with the rook; no other move mates.
        let (positions, _) = read("", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - dm 2;");
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
            let variation = Variation {
                depth: 1,
                selective_depth: 1,
                rank: 1,
                score,
                bound: Bound::Exact,
                is_tablebase_draw: false,
                nodes: 1,
                elapsed: Duration::ZERO,
                hash_full: 0,
                tablebase_hits: 0,
                pv: pv.to_vec(),
            };
            let found = find_fault(position, Some(played), Some(&variation));
            assert_eq!(found, expected, "{variation:?}");
        }
        assert_eq!(find_fault(position, Some(rook), None), Some(NO_MATE));
    }
}
