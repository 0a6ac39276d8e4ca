//! The search with tables.

use std::sync::Arc;

use ferz::chess::{Board, Move, Position};
use ferz::score::{DRAW, EVALUATION_BOUND, Score, TABLEBASE_WIN, is_mate};
use ferz::search::limits::Limits;
use ferz::search::pool::Pool;
use ferz::search::{Job, Line};
use ferz::syzygy::{Outcome, Tables};

use crate::common::random::{Rng, random_board};
use crate::{all_tables, board, turn};

/// A thread with tables, and what its searches report.
struct Searcher {
    pool: Pool,
}

impl Searcher {
    fn new(tables: &Arc<Tables>) -> Self {
        let mut pool = Pool::new(1.try_into().unwrap(), 1).unwrap();
        pool.set_tables(Some(tables.clone()));
        Self { pool }
    }

    /// The last lines and the move of a search of so many nodes.
    fn search(&mut self, position: &Position, nodes: u64, lines: usize) -> (Vec<Line>, Move) {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let job = Job {
            lines,
            ..Job::new(position.clone(), limits)
        };
        let mut result = self.pool.search(job).unwrap();
        let last = result.lines.len().saturating_sub(lines);
        let best_move = result.best_move.expect("a move");
        (result.lines.split_off(last), best_move)
    }

    fn score(&mut self, position: &Position) -> Score {
        self.search(position, 300, 1).0[0].score
    }
}

/// The longest way to lose: what the engine has to beat.
fn best_defence(tables: &Tables, board: &Board) -> Move {
    let judged = tables.judge_moves(board).expect("all tables");
    let best = judged
        .iter()
        .max_by_key(|judged| (judged.outcome, judged.distance));
    best.expect("a move").mv
}

/// With so few nodes the search alone would not find the mates, nor know of the rule.
#[test]
fn won_endings_are_won_within_fifty_moves_against_the_best_defence() {
    let _turn = turn();
    let Some(tables) = all_tables() else { return };
    let mut random = Rng::new(3);
    let mut searcher = Searcher::new(&tables);
    for men in ["KBNk", "KQkr", "KBNk", "KPkp", "KPPk"] {
        let start = std::iter::repeat_with(|| random_board(men, &mut random))
            .find(|board| tables.outcome(board) == Some(Outcome::Win))
            .expect("an endless iterator");
        let mut position = Position::new(start);
        while !position.board().legal_moves().is_empty() {
            assert!(!position.is_draw(), "{start:?} was only drawn");
            let mv = if position.side_to_move() == start.side_to_move() {
                searcher.search(&position, 200, 1).1
            } else {
                best_defence(&tables, position.board())
            };
            position.make_move(mv);
        }
        assert!(
            position.board().is_checkmate(),
            "{start:?} ended in stalemate"
        );
    }
}

#[test]
fn a_win_that_the_fifty_move_rule_ends_is_a_draw() {
    let _turn = turn();
    let Some(tables) = all_tables() else { return };
    let mut random = Rng::new(4);
    // A mate in 20 moves or more, pieces being what they are.
    let far = std::iter::repeat_with(|| random_board("KBNk", &mut random))
        .find(|board| {
            let judged = tables.judge_moves(board).expect("all tables");
            let wins = judged
                .iter()
                .filter(|judged| judged.outcome == Outcome::Win);
            wins.filter_map(|judged| judged.distance)
                .min()
                .is_some_and(|least| least >= 40)
        })
        .expect("an endless iterator");
    let fen = far.to_string();
    let at = |clock: u32| board(&fen.replace(" 0 1", &format!(" {clock} 90")));
    let best = |clock| {
        let judged = tables.judge_moves(&at(clock)).expect("all tables");
        judged.iter().map(|judged| judged.outcome).max()
    };
    assert_eq!(best(20), Some(Outcome::Win));
    assert_eq!(best(80), Some(Outcome::CursedWin));
    let mut searcher = Searcher::new(&tables);
    assert_eq!(searcher.score(&Position::new(at(20))), TABLEBASE_WIN);
    assert_eq!(searcher.score(&Position::new(at(80))), DRAW);
}

#[test]
fn captures_that_lead_into_the_tables_are_looked_up_in_the_tree() {
    let _turn = turn();
    let Some(tables) = all_tables() else { return };
    let mut searcher = Searcher::new(&tables);
    // Rook takes rook, and what is left is won, as the tables say.
    let position = Position::new(board("8/7k/8/8/r2R4/3K4/7P/8 w - - 0 1"));
    let (lines, mv) = searcher.search(&position, 2_000, 1);
    assert!(lines[0].tablebase_hits > 0);
    assert_eq!(mv.to_string(), "d4a4");
}

#[test]
fn several_lines_keep_the_order_of_the_tables() {
    let _turn = turn();
    let Some(tables) = all_tables() else { return };
    // The pawn's moves draw or win; some of the king's draw.
    let start = board("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1");
    let judged = tables.judge_moves(&start).expect("all tables");
    let mut searcher = Searcher::new(&tables);
    let (lines, best) = searcher.search(&Position::new(start), 3_000, judged.len());
    assert_eq!(lines.len(), judged.len());
    let outcome = |mv: Move| {
        judged
            .iter()
            .find(|judged| judged.mv == mv)
            .unwrap()
            .outcome
    };
    assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(outcome(line.pv[0]))));
    assert_eq!(lines[0].pv[0], best);
    for line in &lines {
        let expected = match outcome(line.pv[0]) {
            Outcome::Win => TABLEBASE_WIN,
            Outcome::Loss => -TABLEBASE_WIN,
            _ => DRAW,
        };
        assert!(is_mate(line.score) || line.score == expected, "{line:?}");
    }
}

#[test]
fn scores_of_tables_lie_between_evaluations_and_mates() {
    assert!(EVALUATION_BOUND < TABLEBASE_WIN && !is_mate(TABLEBASE_WIN));
}
