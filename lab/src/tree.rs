//! Positions of the search tree, to train networks.
//!
//! The positions of games are those that good play leads to, but a search evaluates others: those
//! that it must refute. So a player also labels some positions of the trees of its searches, each by
//! a short search. These labels have no later scores and no result.

use std::collections::HashSet;

use fastrand::Rng;
use ferz::bench::opening::soft_limits;
use ferz::chess::{Key, Move, Position};
use ferz::eval::is_known_endgame;
use ferz::score::{Score, is_mate};
use ferz::search::solo::Solo;

use crate::data::{Labels, Record, has_winning_capture};
use crate::self_play::TRAINING_LEAD;

/// Maximum number of positions that are taken from the tree of one search.
const POSITIONS_PER_SEARCH: usize = 3;

/// Maximum number of walks through the tree of one search to find them.
const WALKS_PER_SEARCH: usize = 8;

/// The soft node limit of the search of a game's move, as a multiple of that of a label.
const NODES_FACTOR: u64 = 4;

/// Maximum difference of a static evaluation from the score at the root, in centipawns. The windows
/// of a search are near that score. Of other positions, it needs to know only that they are worse
/// for one side.
const MAX_DISTANCE: Score = 100;

/// Maximum number of moves from the root to a position.
const MAX_PLIES: usize = 20;

/// Takes positions from the trees of the searches of one game.
#[derive(Debug)]
pub struct TreeSampler {
    rng: Rng,
    soft_nodes: u64,
    /// The keys of the positions labeled so far, taken or not.
    labeled: HashSet<Key>,
    /// The positions taken so far, with their labels.
    pub records: Vec<Record>,
}

impl TreeSampler {
    /// Creates the sampler of a game whose moves are searched with this soft node limit.
    pub fn new(rng: Rng, game_nodes: u64) -> Self {
        Self {
            rng,
            soft_nodes: game_nodes.div_ceil(NODES_FACTOR),
            labeled: HashSet::new(),
            records: Vec::new(),
        }
    }

    /// Takes positions from the tree of the last search of `solo`, which searched `root` with this
    /// score for the side to move, and labels them. Returns `None` if `solo` was stopped.
    pub fn sample(&mut self, solo: &mut Solo, root: &Position, score: Score) -> Option<()> {
        if score.abs() > TRAINING_LEAD {
            return Some(());
        }
        let (mut position, made) = (root.clone(), root.moves_made());
        let enough = self.records.len() + POSITIONS_PER_SEARCH;
        for _ in 0..WALKS_PER_SEARCH {
            if self.records.len() == enough {
                break;
            }
            if let Some(plies) = self.walk(solo, &mut position, score) {
                go_back(&mut position, made + plies);
                self.label(solo, &position)?;
            }
            go_back(&mut position, made);
        }
        Some(())
    }

    /// Walks through the tree by random moves to positions that the search has visited, as long as
    /// there are any. Returns the number of moves to one of the positions passed that suit
    /// training, at random; `None` if none of them does.
    fn walk(&mut self, solo: &Solo, position: &mut Position, score: Score) -> Option<usize> {
        let (mut chosen, mut suitable, mut expected) = (None, 0, score);
        for plies in 1..=MAX_PLIES {
            let Some(eval) = self.step(solo, position) else {
                break;
            };
            expected = -expected;
            let is_near = eval.is_some_and(|eval| (eval - expected).abs() <= MAX_DISTANCE);
            if is_near && self.is_new(position) {
                suitable += 1;
                if self.rng.usize(..suitable) == 0 {
                    chosen = Some(plies);
                }
            }
        }
        chosen
    }

    /// Makes a random move among those to positions that the search has visited. Returns the static
    /// evaluation after it, which is `None` in check; `None` if there is no such move.
    fn step(&mut self, solo: &Solo, position: &mut Position) -> Option<Option<Score>> {
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        self.rng.shuffle(&mut moves);
        for mv in moves {
            position.make_move(mv);
            if let Some(eval) = solo.visited(position) {
                return Some(eval);
            }
            position.unmake_move();
        }
        None
    }

    /// Returns whether the position was not taken yet, and a static evaluation can be fitted to it
    /// as far as is known before it is searched.
    fn is_new(&self, position: &Position) -> bool {
        let board = position.board();
        !self.labeled.contains(&position.keys().all)
            && !position.is_draw()
            && !is_known_endgame(board)
            && !has_winning_capture(board)
    }

    /// Labels a position with a search, and takes it if it suits training. Returns `None` if `solo`
    /// was stopped.
    fn label(&mut self, solo: &mut Solo, position: &Position) -> Option<()> {
        self.labeled.insert(position.keys().all);
        let result = solo.search_unless_stopped(position.clone(), soft_limits(self.soft_nodes))?;
        let score = result.score();
        if result.best_move.is_some_and(Move::is_quiet) && !is_mate(score) {
            let labels = Labels {
                score,
                ..Labels::default()
            };
            self.records.push(Record::new(position.board(), &labels));
        }
        Some(())
    }
}

/// Takes moves back until there are `count`.
fn go_back(position: &mut Position, count: usize) {
    while position.moves_made() > count {
        position.unmake_move();
    }
}
