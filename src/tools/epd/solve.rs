//! Searching the positions of EPD files, and judging what the search answers.
//!
//! Each search starts with nothing learned, so that the order of the positions, and how many
//! are searched at once, changes no answer. See
//! <https://www.chessprogramming.org/Test-Positions>.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Sender, unbounded};

use super::Case;
use crate::chess::{Move, Position};
use crate::score::Meaning;
use crate::search::limits::Limits;
use crate::search::pool::{Pool, TooFewThreads};
use crate::search::{Job, Line};
use crate::support::memory::OutOfMemory;

/// How much each position is searched.
#[derive(Clone, Debug)]
pub struct Effort {
    /// What ends a search. Where a mate is asked for, finding it does, too.
    pub limits: Limits,
    /// Threads of each search.
    pub threads: NonZeroUsize,
    /// The size of each search's table.
    pub hash_megabytes: usize,
    /// Positions that are searched at the same time.
    pub jobs: NonZeroUsize,
}

/// What a search answered, and whether that was right.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The move; `None` where there is none to play.
    pub played: Option<Move>,
    /// The last line reported.
    pub line: Option<Line>,
    /// How long it took.
    pub elapsed: Duration,
    /// What is wrong with it; `None` where it is solved.
    pub fault: Option<Fault>,
}

/// Why an answer is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The position has no legal moves.
    #[error("there is no move to play")]
    NoMove,
    /// It is none of those that are best.
    #[error("not a best move")]
    NotBest,
    /// It is one of those that should not be played.
    #[error("a move to avoid")]
    ToAvoid,
    /// No mate was announced, or one that is too far.
    #[error("no mate so soon")]
    NoMate,
    /// The line of the mate that was announced is not legal, or too long, or does not mate.
    #[error("a mate whose line does not mate")]
    FalseMate,
}

/// Why positions could not be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// There is no memory for the tables.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// There are no threads to search with.
    #[error(transparent)]
    Threads(#[from] TooFewThreads),
}

/// Searches all positions, and shows each solution in their order as soon as it is known;
/// ends early when `show` says so.
///
/// # Errors
///
/// If the system does not give the memory or the threads.
pub fn solve(
    cases: &[Case],
    effort: &Effort,
    mut show: impl FnMut(&Case, Solution) -> ControlFlow<()>,
) -> Result<(), SolveError> {
    let jobs = effort.jobs.get().min(cases.len());
    let pool = |_| Pool::new(effort.threads, effort.hash_megabytes);
    let pools: Vec<Pool> = (0..jobs).map(pool).collect::<Result<_, _>>()?;
    let next = &AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, solutions) = unbounded();
        for (started, pool) in pools.into_iter().enumerate() {
            let sender = sender.clone();
            let work = move || solve_next(pool, cases, next, effort, &sender);
            let thread = thread::Builder::new().spawn_scoped(scope, work);
            match (thread, started) {
                (Ok(_), _) => {}
                (Err(_), 0) => {
                    return Err(TooFewThreads {
                        asked: jobs,
                        started,
                    }
                    .into());
                }
                // Those there are do all the work.
                (Err(_), _) => break,
            }
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (number, solution) in solutions {
            waiting.insert(number, solution);
            while let Some(solution) = waiting.remove(&due) {
                let shown = solution.map(|solution| show(&cases[due], solution));
                if !matches!(shown, Ok(ControlFlow::Continue(()))) {
                    next.store(cases.len(), Ordering::Relaxed);
                    return shown.map(drop).map_err(SolveError::from);
                }
                due += 1;
            }
        }
        Ok(())
    })
}

/// Searches one position after the other that nobody else has begun.
fn solve_next(
    mut pool: Pool,
    cases: &[Case],
    next: &AtomicUsize,
    effort: &Effort,
    solutions: &Sender<(usize, Result<Solution, TooFewThreads>)>,
) {
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(case) = cases.get(number) else {
            return;
        };
        let solution = solve_one(&mut pool, case, &effort.limits);
        if solutions.send((number, solution)).is_err() {
            return;
        }
    }
}

/// Searches one position.
fn solve_one(pool: &mut Pool, case: &Case, limits: &Limits) -> Result<Solution, TooFewThreads> {
    let limits = Limits {
        // There is no limit of this kind for the side that is mated.
        mate: case.mate_in.and_then(|moves| u32::try_from(moves).ok()),
        ..limits.clone()
    };
    let started = Instant::now();
    pool.clear();
    let mut result = pool.search(Job {
        started,
        ..Job::new(Position::new(case.board), limits)
    })?;
    Ok(Solution {
        fault: fault(case, result.best_move, result.last_line()),
        played: result.best_move,
        line: result.lines.pop(),
        elapsed: started.elapsed(),
    })
}

/// What is wrong with an answer. Where a mate is asked for, a mate of that side is what counts,
/// by whichever move it begins.
fn fault(case: &Case, played: Option<Move>, line: Option<&Line>) -> Option<Fault> {
    let Some(mv) = played else {
        return Some(Fault::NoMove);
    };
    if let Some(most) = case.mate_in {
        return match line.map(|line| (line, Meaning::of(line.score))) {
            Some((line, Meaning::Mate(moves)))
                if moves.signum() == most.signum() && moves.abs() <= most.abs() =>
            {
                let proves = line.pv.first() == played.as_ref() && mates(case, &line.pv, moves);
                (!proves).then_some(Fault::FalseMate)
            }
            _ => Some(Fault::NoMate),
        };
    }
    if !case.best_moves.is_empty() && !case.best_moves.contains(&mv) {
        Some(Fault::NotBest)
    } else if case.avoid_moves.contains(&mv) {
        Some(Fault::ToAvoid)
    } else {
        None
    }
}

/// Whether the line is legal and mates in exactly this number of moves, or, if it is negative,
/// lets the other side do so.
fn mates(case: &Case, pv: &[Move], moves: i32) -> bool {
    let mut position = Position::new(case.board);
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
    use crate::chess::san;
    use crate::score::{Bound, mate_in};
    use crate::tools::epd::read;

    /// White mates in one by the rook, and in no other way.
    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";

    /// Black has one move, and is mated by the next.
    const CORNERED: &str = "k7/7R/8/8/8/8/1K6/6R1 b - -";

    fn effort(jobs: usize) -> Effort {
        Effort {
            limits: Limits::depth(3),
            threads: NonZeroUsize::MIN,
            hash_megabytes: 1,
            jobs: NonZeroUsize::new(jobs).expect("a number above 0"),
        }
    }

    /// What is wrong with the answers to a file.
    fn faults(text: &str, jobs: usize) -> Vec<(usize, Option<Fault>)> {
        let (cases, errors) = read(text);
        assert_eq!(errors, []);
        let mut found = Vec::new();
        solve(&cases, &effort(jobs), |case, solution| {
            found.push((case.line, solution.fault));
            ControlFlow::Continue(())
        })
        .expect("memory and threads");
        found
    }

    #[test]
    fn answers_are_judged_in_the_order_of_the_file() {
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
            (2, Some(Fault::NotBest)),
            (3, Some(Fault::ToAvoid)),
            (4, None),
            (5, None),
            (6, None),
            (7, Some(Fault::NoMate)),
            (8, Some(Fault::NoMove)),
            (9, None),
            (10, Some(Fault::NoMate)),
            (11, None),
            (12, None),
            (13, Some(Fault::NoMate)),
        ];
        for jobs in [1, 3, 20] {
            assert_eq!(faults(&text, jobs), expected);
        }
    }

    #[test]
    fn it_ends_early_when_told() {
        let (cases, _) = read(&format!("{BACK_RANK} dm 1;\n").repeat(50));
        let mut shown = 0;
        let result = solve(&cases, &effort(2), |_, _| {
            shown += 1;
            ControlFlow::Break(())
        });
        assert_eq!((result, shown), (Ok(()), 1));
    }

    #[test]
    fn a_mate_counts_only_if_its_line_mates() {
        let (cases, _) = read(&format!("{BACK_RANK} dm 2;"));
        let case = &cases[0];
        let [rook, pawn] = ["Rd8", "f4"].map(|text| san::parse(&case.board, text).expect("legal"));
        let answer = case.board.after(pawn).legal_moves()[0];
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
            (pawn, line(mate_in(1), &[rook]), Some(Fault::FalseMate)),
            (pawn, line(mate_in(1), &[pawn]), Some(Fault::FalseMate)),
            (rook, line(mate_in(3), &[rook]), Some(Fault::FalseMate)),
            (
                rook,
                line(mate_in(1), &[rook, pawn]),
                Some(Fault::FalseMate),
            ),
            (
                pawn,
                line(mate_in(3), &[pawn, answer, answer]),
                Some(Fault::FalseMate),
            ),
            (rook, line(mate_in(5), &[rook]), Some(Fault::NoMate)),
            (rook, line(900, &[rook]), Some(Fault::NoMate)),
        ] {
            assert_eq!(fault(case, Some(played), Some(&line)), expected, "{line:?}");
        }
        assert_eq!(fault(case, Some(rook), None), Some(Fault::NoMate));
    }
}
