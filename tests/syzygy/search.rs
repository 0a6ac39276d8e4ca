//! The search with tablebases.

use std::sync::Arc;

use ferz::chess::{Board, Move, Position};
use ferz::score::{DRAW, EVALUATION_BOUND, Score, TABLEBASE_WIN, is_mate};
use ferz::search::limits::Limits;
use ferz::search::pool::Pool;
use ferz::search::{Job, Line};
use ferz::syzygy::{Tablebases, Wdl};

use crate::common::random::{Rng, random_board};
use crate::{all_tables, board};

/// A search pool with one thread and tablebases.
struct Searcher {
    pool: Pool,
}

impl Searcher {
    fn new(tables: &Arc<Tablebases>) -> Self {
        let mut pool = Pool::new(1.try_into().unwrap(), 1).unwrap();
        pool.set_tables(Some(tables.clone()));
        Self { pool }
    }

    /// Searches `nodes` nodes. Returns the last `lines` lines reported and the best move.
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
        let best_move = result.best_move.expect("there is a legal move");
        (result.lines.split_off(last), best_move)
    }

    /// Returns the score of a short search.
    fn score(&mut self, position: &Position) -> Score {
        self.search(position, 300, 1).0[0].score
    }
}

/// Returns the move with the best WDL result and, among those, the largest distance to zeroing.
fn best_defense(tables: &Tablebases, board: &Board) -> Move {
    let probed = tables.probe_moves(board).expect("all tables are present");
    let best = probed.iter().max_by_key(|probed| (probed.wdl, probed.dtz));
    best.expect("there is a legal move").mv
}

/// With so few nodes, the search alone would not find the mates.
#[test]
fn won_endgames_are_won_within_the_fifty_move_rule_against_the_best_defense() {
    let Some(tables) = all_tables() else { return };
    let mut random = Rng::new(3);
    let mut searcher = Searcher::new(&tables);
    for material in ["KBNk", "KQkr", "KBNk", "KPkp", "KPPk"] {
        let start = std::iter::repeat_with(|| random_board(material, &mut random))
            .find(|board| tables.probe_wdl(board) == Some(Wdl::Win))
            .expect("the iterator is infinite");
        let mut position = Position::new(start);
        while !position.board().legal_moves().is_empty() {
            assert!(!position.is_draw(), "{start:?} was only drawn");
            let mv = if position.side_to_move() == start.side_to_move() {
                searcher.search(&position, 200, 1).1
            } else {
                best_defense(&tables, position.board())
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
fn a_win_that_the_fifty_move_rule_prevents_scores_as_a_draw() {
    let Some(tables) = all_tables() else { return };
    let mut random = Rng::new(4);
    // The win takes at least 20 moves, and none of them resets the halfmove clock.
    let far = std::iter::repeat_with(|| random_board("KBNk", &mut random))
        .find(|board| {
            let probed = tables.probe_moves(board).expect("all tables are present");
            let wins = probed.iter().filter(|probed| probed.wdl == Wdl::Win);
            wins.filter_map(|probed| probed.dtz)
                .min()
                .is_some_and(|least| least >= 40)
        })
        .expect("the iterator is infinite");
    let fen = far.to_string();
    let at = |clock: u32| board(&fen.replace(" 0 1", &format!(" {clock} 90")));
    let best = |clock| {
        let probed = tables
            .probe_moves(&at(clock))
            .expect("all tables are present");
        probed.iter().map(|probed| probed.wdl).max()
    };
    assert_eq!(best(20), Some(Wdl::Win));
    assert_eq!(best(80), Some(Wdl::CursedWin));
    let mut searcher = Searcher::new(&tables);
    assert_eq!(searcher.score(&Position::new(at(20))), TABLEBASE_WIN);
    assert_eq!(searcher.score(&Position::new(at(80))), DRAW);
}

#[test]
fn positions_after_captures_are_probed_in_the_search_tree() {
    let Some(tables) = all_tables() else { return };
    let mut searcher = Searcher::new(&tables);
    // After Rxa4, the position has four pieces and is a tablebase win.
    let position = Position::new(board("8/7k/8/8/r2R4/3K4/7P/8 w - - 0 1"));
    let (lines, mv) = searcher.search(&position, 2_000, 1);
    assert!(lines[0].tablebase_hits > 0);
    assert_eq!(mv.to_string(), "d4a4");
}

#[test]
fn the_lines_of_multi_pv_are_in_the_order_of_the_tables() {
    let Some(tables) = all_tables() else { return };
    // Some moves win, others draw.
    let start = board("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1");
    let probed = tables.probe_moves(&start).expect("all tables are present");
    let mut searcher = Searcher::new(&tables);
    let (lines, best) = searcher.search(&Position::new(start), 3_000, probed.len());
    assert_eq!(lines.len(), probed.len());
    let wdl = |mv: Move| probed.iter().find(|probed| probed.mv == mv).unwrap().wdl;
    assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(wdl(line.pv[0]))));
    assert_eq!(lines[0].pv[0], best);
    for line in &lines {
        let expected = match wdl(line.pv[0]) {
            Wdl::Win => TABLEBASE_WIN,
            Wdl::Loss => -TABLEBASE_WIN,
            _ => DRAW,
        };
        assert!(is_mate(line.score) || line.score == expected, "{line:?}");
    }
}

#[test]
fn tablebase_scores_are_between_evaluations_and_mates() {
    assert!(EVALUATION_BOUND < TABLEBASE_WIN && !is_mate(TABLEBASE_WIN));
}
