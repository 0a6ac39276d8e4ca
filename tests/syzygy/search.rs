//! The search with tablebases.

use std::collections::HashMap;
use std::fs;
use std::sync::Arc;

use ferz::chess::{Board, Color, Move, Position};
use ferz::score::{DRAW, EVALUATION_BOUND, Score, TABLEBASE_WIN, is_mate};
use ferz::search::limits::Limits;
use ferz::search::pool::Pool;
use ferz::search::{SearchRequest, Variation};
use ferz::syzygy::{Tablebases, Wdl};

use crate::common::files::{empty_folder, syzygy_folder};
use crate::common::random::{Rng, random_board, scaled};
use crate::{all_materials, all_tables, board, copy_contents, open};

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

    /// Searches `nodes` nodes. Returns the last `multi_pv` variations reported and the best move.
    fn search(
        &mut self,
        position: &Position,
        nodes: u64,
        multi_pv: usize,
    ) -> (Vec<Variation>, Move) {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let request = SearchRequest {
            multi_pv,
            ..SearchRequest::new(position.clone(), limits)
        };
        let mut result = self.pool.search(request);
        let last = result.variations.len().saturating_sub(multi_pv);
        let best_move = result.best_move.expect("there is a legal move");
        (result.variations.split_off(last), best_move)
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
    let mut rng = Rng::new(3);
    let mut searcher = Searcher::new(&tables);
    for material in ["KBNk", "KQkr", "KBNk", "KPkp", "KPPk"] {
        let start = std::iter::repeat_with(|| random_board(material, &mut rng))
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
    let mut rng = Rng::new(4);
    // The win takes at least 20 moves, and none of them resets the halfmove clock.
    let far = std::iter::repeat_with(|| random_board("KBNk", &mut rng))
        .find(|board| {
            let probed = tables.probe_moves(board).expect("all tables are present");
            let wins = probed.iter().filter(|of_move| of_move.wdl == Wdl::Win);
            wins.filter_map(|of_move| of_move.dtz)
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

/// All of these mates need one ply more than the fifty-move rule leaves. Their tables contain
/// distances in moves.
#[test]
fn a_rounded_distance_does_not_hide_that_the_fifty_move_rule_prevents_the_win() {
    let Some(tables) = all_tables() else { return };
    let mut searcher = Searcher::new(&tables);
    for fen in [
        "8/8/5N2/8/8/8/5K1k/5B2 w - - 98 100",
        "8/8/8/8/8/6KB/7N/7k b - - 97 90",
        "8/8/6k1/3B4/3K4/4N3/8/8 w - - 54 106",
        "8/8/8/8/6B1/6K1/7N/7k w - - 96 90",
    ] {
        let position = Position::new(board(fen));
        assert_eq!(searcher.score(&position), DRAW, "{fen}");
        let limits = Limits {
            mate: Some(3),
            nodes: Some(20_000),
            ..Limits::default()
        };
        let result = searcher.pool.search(SearchRequest::new(position, limits));
        let scores = result.variations.iter().map(|variation| variation.score);
        assert!(scores.into_iter().all(|score| score == DRAW), "{fen}");
    }
}

/// Without DTZ tables, nothing but the search knows how long the win takes.
#[test]
fn wdl_tables_alone_do_not_claim_a_win_that_the_fifty_move_rule_prevents() {
    let Some(source) = syzygy_folder() else {
        return;
    };
    let target = empty_folder("without distances");
    for name in ["KBNvK.rtbw", "KBvK.rtbw", "KNvK.rtbw"] {
        copy_contents(&source.join(name), &target.join(name));
    }
    let tables = open(target.to_str().unwrap()).0.expect("usable tables");
    let mut searcher = Searcher::new(&Arc::new(tables));
    let mut score = |clock| {
        let fen = format!("8/8/5N2/8/8/8/5K1k/5B2 w - - {clock} 100");
        searcher.search(&Position::new(board(&fen)), 5_000, 1).0[0].score
    };
    assert_eq!(score(98), DRAW);
    assert!(is_mate(score(97)));
    fs::remove_dir_all(target).unwrap();
}

/// A search of all moves for a win within the fifty-move rule. It probes only WDL tables, so it is
/// independent of the DTZ tables that it verifies.
struct Proof<'a> {
    tables: &'a Tablebases,
    winner: Color,
    /// The results of the positions searched so far. Positions that differ only in the halfmove
    /// clock, and so in the plies left, are different positions.
    known: HashMap<Board, bool>,
}

impl Proof<'_> {
    /// Returns whether the winner can mate, or capture or move a pawn and keep the win, before the
    /// halfmove clock exceeds 100.
    fn holds(&mut self, board: &Board) -> bool {
        let moves = board.legal_moves();
        let winner_moves = board.side_to_move() == self.winner;
        if moves.is_empty() {
            return board.is_in_check() && !winner_moves;
        }
        if board.halfmove_clock() >= 100 {
            return false;
        }
        if let Some(&known) = self.known.get(board) {
            return known;
        }
        let mut keeps_win = |mv: Move| {
            let after = board.after(mv);
            if after.halfmove_clock() > 0 {
                return self.holds(&after);
            }
            let wdl = self.tables.probe_wdl(&after).expect("the table is present");
            wdl == if winner_moves { Wdl::Loss } else { Wdl::Win }
        };
        let holds = if winner_moves {
            moves.into_iter().any(&mut keeps_win)
        } else {
            moves.into_iter().all(&mut keeps_win)
        };
        self.known.insert(*board, holds);
        holds
    }
}

/// Longest distance to zeroing that a search of all moves can prove at once, in plies.
const MAX_PLIES: u16 = 7;

/// Returns the distance to zeroing of a position with a halfmove clock of 0, and the side that
/// wins. `None` if neither wins or the distance is longer than [`MAX_PLIES`].
fn distance_and_winner(tables: &Tablebases, board: &Board) -> Option<(u16, Color)> {
    let probed = tables.probe_moves(board).expect("all tables are present");
    let best = probed.iter().map(|of_move| of_move.wdl).max()?;
    let best_moves = probed.iter().filter(|of_move| of_move.wdl == best);
    let distances = best_moves.filter_map(|of_move| of_move.dtz);
    let (distance, winner) = match best {
        Wdl::Win => (distances.min()?, board.side_to_move()),
        Wdl::Loss => (distances.max()?, !board.side_to_move()),
        _ => return None,
    };
    (distance <= MAX_PLIES).then_some((distance, winner))
}

/// Proves by search that the fifty-move rule is applied exactly: in random positions with each
/// material, whose halfmove clocks leave one ply less than the distance to zeroing, as many, or one
/// more.
#[test]
fn wins_near_the_fifty_move_limit_are_those_that_a_search_of_all_moves_proves() {
    let Some(tables) = all_tables() else { return };
    let (mut rng, mut searcher) = (Rng::new(8), Searcher::new(&tables));
    let mut wins_and_draws = [0, 0];
    for material in all_materials() {
        for _ in 0..scaled(50) {
            let start = random_board(&material, &mut rng);
            let Some((distance, winner)) = distance_and_winner(&tables, &start) else {
                continue;
            };
            // If nothing is left, the game is over.
            for left in (distance - 1).max(1)..=distance + 1 {
                let fen = start.to_string();
                let fen = fen.replace(" 0 1", &format!(" {} 100", 100 - left));
                let position = Position::new(board(&fen));
                let board = position.board();
                let mut proof = Proof {
                    tables: &tables,
                    winner,
                    known: HashMap::new(),
                };
                let proved = proof.holds(board);
                let expected = match proved {
                    true if winner == board.side_to_move() => 1,
                    true => -1,
                    false => 0,
                };
                assert_eq!(searcher.score(&position).signum(), expected, "{fen}");
                wins_and_draws[usize::from(!proved)] += 1;
            }
        }
    }
    assert!(
        wins_and_draws.iter().all(|&count| count > scaled(300)),
        "{wins_and_draws:?}"
    );
}

#[test]
fn positions_after_captures_are_probed_in_the_search_tree() {
    let Some(tables) = all_tables() else { return };
    let mut searcher = Searcher::new(&tables);
    // After Rxa4, the position has four pieces and is a tablebase win.
    let position = Position::new(board("8/7k/8/8/r2R4/3K4/7P/8 w - - 0 1"));
    let (variations, mv) = searcher.search(&position, 2_000, 1);
    assert!(variations[0].tablebase_hits > 0);
    assert_eq!(mv.to_string(), "d4a4");
}

#[test]
fn the_variations_of_multi_pv_are_in_the_order_of_the_tables() {
    let Some(tables) = all_tables() else { return };
    // Some moves win, others draw.
    let start = board("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1");
    let probed = tables.probe_moves(&start).expect("all tables are present");
    let mut searcher = Searcher::new(&tables);
    let (variations, best) = searcher.search(&Position::new(start), 3_000, probed.len());
    assert_eq!(variations.len(), probed.len());
    let wdl = |mv: Move| probed.iter().find(|probed| probed.mv == mv).unwrap().wdl;
    let ranks = variations.iter().map(|variation| wdl(variation.pv[0]));
    assert!(ranks.is_sorted_by(|better, worse| better >= worse));
    assert_eq!(variations[0].pv[0], best);
    for variation in &variations {
        let expected = match wdl(variation.pv[0]) {
            Wdl::Win => TABLEBASE_WIN,
            Wdl::Loss => -TABLEBASE_WIN,
            _ => DRAW,
        };
        let score = variation.score;
        assert!(is_mate(score) || score == expected, "{variation:?}");
    }
}

#[test]
fn tablebase_scores_are_between_evaluations_and_mates() {
    assert_eq!((EVALUATION_BOUND, TABLEBASE_WIN), (19_759, 20_000));
    assert!(!is_mate(TABLEBASE_WIN));
}
