//! Searches the positions of EPD files, and compares the results with the expected ones.
//!
//! Each search starts with an empty transposition table and empty histories, so the results
//! depend neither on the order of the positions nor on the number of simultaneous searches. See
//! <https://www.chessprogramming.org/Test-Positions>.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::position::EpdPosition;
use ferz::chess::{Move, Position};
use ferz::score::Meaning;
use ferz::search::limits::Limits;
use ferz::search::pool::{Pool, TooFewThreads};
use ferz::search::{Job, Line};
use ferz::support::memory::OutOfMemory;
use ferz::support::work_queue::map_in_order;

/// The options of the searches.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// The limits of each search. An expected mate also ends a search when it is found.
    pub limits: Limits,
    /// The number of threads of each search.
    pub threads: NonZeroUsize,
    /// The size of the transposition table of each search, in megabytes.
    pub hash_megabytes: usize,
    /// The number of simultaneous searches.
    pub jobs: NonZeroUsize,
}

/// The result of a search, and whether it is as expected.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The best move of the search; `None` if there is no legal move.
    pub played: Option<Move>,
    /// The last principal variation that the search reported.
    pub line: Option<Line>,
    /// The duration of the search.
    pub elapsed: Duration,
    /// The reason why the position is not solved; `None` if it is solved.
    pub fault: Option<SolveFault>,
}

/// The reasons why a position is not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveFault {
    /// The position has no legal moves.
    #[error("there is no legal move")]
    NoMove,
    /// The played move is not one of the best moves.
    #[error("not a best move")]
    NotBest,
    /// The played move is one of the moves to avoid.
    #[error("a move to avoid")]
    ToAvoid,
    /// The search reported no mate for the expected side, or a mate in too many moves.
    #[error("no mate in this number of moves")]
    NoMate,
    /// The variation of a reported mate is illegal, has the wrong length, or does not mate.
    #[error("a mate score, but its variation does not mate")]
    FalseMate,
}

/// The reasons why positions cannot be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// There is not enough memory for the transposition tables.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The system cannot start the threads.
    #[error(transparent)]
    Threads(#[from] TooFewThreads),
}

/// Searches all positions, and passes each solution to `show` in the order of the positions.
/// Ends early when `show` returns [`ControlFlow::Break`].
///
/// # Errors
///
/// Returns an error if there is not enough memory, or if a thread cannot be started.
pub fn solve(
    positions: &[EpdPosition],
    options: &SolveOptions,
    mut show: impl FnMut(&EpdPosition, Solution) -> ControlFlow<()> + Send,
) -> Result<(), SolveError> {
    let jobs = options.jobs.get().min(positions.len());
    let pool = |_| Pool::new(options.threads, options.hash_megabytes);
    let pools: Vec<Pool> = (0..jobs).map(pool).collect::<Result<_, _>>()?;
    let mut result = Ok(());
    map_in_order(
        positions,
        pools,
        |pool, position| Some((position, solve_one(pool, position, &options.limits))),
        |(position, solution)| match solution {
            Ok(solution) => show(position, solution),
            Err(error) => {
                result = Err(error.into());
                ControlFlow::Break(())
            }
        },
    );
    result
}

/// Searches one position.
fn solve_one(
    pool: &mut Pool,
    position: &EpdPosition,
    limits: &Limits,
) -> Result<Solution, TooFewThreads> {
    let limits = Limits {
        // The mate limit applies only to mates by the side to move.
        mate: position.mate_in.and_then(|moves| u32::try_from(moves).ok()),
        ..limits.clone()
    };
    let started = Instant::now();
    pool.clear();
    let mut result = pool.search(Job {
        started,
        ..Job::new(Position::new(position.board), limits)
    })?;
    Ok(Solution {
        fault: fault(position, result.best_move, result.last_line()),
        played: result.best_move,
        line: result.lines.pop(),
        elapsed: started.elapsed(),
    })
}

/// Returns the reason why a result is not as expected. If a mate is expected, any move that mates
/// in time is accepted; best moves and moves to avoid are not checked.
fn fault(position: &EpdPosition, played: Option<Move>, line: Option<&Line>) -> Option<SolveFault> {
    let Some(mv) = played else {
        return Some(SolveFault::NoMove);
    };
    if let Some(expected) = position.mate_in {
        return match line.map(|line| (line, Meaning::of(line.score))) {
            Some((line, Meaning::Mate(moves)))
                if moves.signum() == expected.signum() && moves.abs() <= expected.abs() =>
            {
                let proves = line.pv.first() == played.as_ref() && mates(position, &line.pv, moves);
                (!proves).then_some(SolveFault::FalseMate)
            }
            _ => Some(SolveFault::NoMate),
        };
    }
    if !position.best_moves.is_empty() && !position.best_moves.contains(&mv) {
        Some(SolveFault::NotBest)
    } else if position.avoid_moves.contains(&mv) {
        Some(SolveFault::ToAvoid)
    } else {
        None
    }
}

/// Returns whether the variation is legal and ends with mate after exactly this number of moves. If
/// the number is negative, the opponent mates.
fn mates(position: &EpdPosition, pv: &[Move], moves: i32) -> bool {
    let mut position = Position::new(position.board);
    for &mv in pv {
        if !position.is_legal(mv) {
            return false;
        }
        position.make_move(mv);
    }
    let plies = match moves {
        1.. => 2 * moves - 1,
        _ => -2 * moves,
    };
    pv.len() as i32 == plies && position.board().is_checkmate()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::read;
    use ferz::chess::san;
    use ferz::score::{Bound, mate_in};

    /// White mates in one with the rook; no other move mates.
    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";

    /// Black's only move allows mate.
    const CORNERED: &str = "k7/7R/8/8/8/8/1K6/6R1 b - -";

    fn options(jobs: usize) -> SolveOptions {
        SolveOptions {
            limits: Limits::depth(3),
            threads: NonZeroUsize::MIN,
            hash_megabytes: 1,
            jobs: NonZeroUsize::new(jobs).expect("a number above 0"),
        }
    }

    /// Returns the line and the fault of each position.
    fn faults(text: &str, jobs: usize) -> Vec<(usize, Option<SolveFault>)> {
        let (positions, errors) = read(text);
        assert_eq!(errors, []);
        let mut found = Vec::new();
        solve(&positions, &options(jobs), |position, solution| {
            found.push((position.line, solution.fault));
            ControlFlow::Continue(())
        })
        .expect("enough memory and threads");
        found
    }

    #[test]
    fn solutions_arrive_in_the_order_of_the_file() {
        let mated = "3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - -";
        let text = format!(
            "{BACK_RANK} bm Rd8; id \"right\"\n\
             {BACK_RANK} bm Rd7 f4;\n\
             {BACK_RANK} am Rd8;\n\
             {BACK_RANK} am Rd7 f4;\n\
             {BACK_RANK} dm 1;\n\
             {BACK_RANK} dm 5; bm f4;\n\
             8/8/8/8/8/8/8/K6k w - - dm 3;\n\
             {mated} dm 3;\n\
             {BACK_RANK} bm #1;\n\
             {BACK_RANK} bm #-1;\n\
             {CORNERED} bm #-1;\n\
             {CORNERED} bm #-3;\n\
             {CORNERED} ce +M1;\n"
        );
        let expected = [
            (1, None),
            (2, Some(SolveFault::NotBest)),
            (3, Some(SolveFault::ToAvoid)),
            (4, None),
            (5, None),
            (6, None),
            (7, Some(SolveFault::NoMate)),
            (8, Some(SolveFault::NoMove)),
            (9, None),
            (10, Some(SolveFault::NoMate)),
            (11, None),
            (12, None),
            (13, Some(SolveFault::NoMate)),
        ];
        for jobs in [1, 3, 20] {
            assert_eq!(faults(&text, jobs), expected);
        }
    }

    #[test]
    fn a_break_ends_the_searches_early() {
        let (positions, _) = read(&format!("{BACK_RANK} dm 1;\n").repeat(50));
        let mut shown = 0;
        let result = solve(&positions, &options(2), |_, _| {
            shown += 1;
            ControlFlow::Break(())
        });
        assert_eq!((result, shown), (Ok(()), 1));
    }

    #[test]
    fn a_mate_counts_only_if_its_variation_mates() {
        let (positions, _) = read(&format!("{BACK_RANK} dm 2;"));
        let position = &positions[0];
        let [rook, pawn] =
            ["Rd8", "f4"].map(|text| san::parse(&position.board, text).expect("legal"));
        let answer = position.board.after(pawn).legal_moves()[0];
        let line = |score, pv: &[Move]| Line {
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
        for (played, line, expected) in [
            (rook, line(mate_in(1), &[rook]), None),
            (pawn, line(mate_in(1), &[rook]), Some(SolveFault::FalseMate)),
            (pawn, line(mate_in(1), &[pawn]), Some(SolveFault::FalseMate)),
            (rook, line(mate_in(3), &[rook]), Some(SolveFault::FalseMate)),
            (
                rook,
                line(mate_in(1), &[rook, pawn]),
                Some(SolveFault::FalseMate),
            ),
            (
                pawn,
                line(mate_in(3), &[pawn, answer, answer]),
                Some(SolveFault::FalseMate),
            ),
            (rook, line(mate_in(5), &[rook]), Some(SolveFault::NoMate)),
            (rook, line(900, &[rook]), Some(SolveFault::NoMate)),
        ] {
            assert_eq!(
                fault(position, Some(played), Some(&line)),
                expected,
                "{line:?}"
            );
        }
        assert_eq!(fault(position, Some(rook), None), Some(SolveFault::NoMate));
    }
}
