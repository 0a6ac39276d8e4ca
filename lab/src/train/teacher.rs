//! The teacher: positions near those of games, labeled with the evaluation of the program.
//!
//! A search that labels a position takes a thousand times as long as an evaluation. So a network
//! can first learn from many more positions what the present evaluation knows. Positions that
//! random moves lead to differ from those of games more than the positions in a search do, so that
//! the network also learns what blunders cost.

use fastrand::Rng;
use ferz::chess::{Board, Position};
use ferz::eval::{Evaluator, is_known_endgame};
use ferz::score::Score;

/// Number of random moves in a walk.
pub const WALK_PLIES: usize = 3;

/// Walks from the positions of games by random moves, and evaluates the positions on its way.
#[derive(Default)]
pub struct Teacher {
    evaluator: Evaluator,
}

impl Teacher {
    /// Takes `walks` walks from `board`. Calls `visit` with `board` and the positions after each
    /// random move, and their evaluation in centipawns from the view of the side to move. Leaves
    /// out positions that the network is not asked for in a search: in check, without a legal move,
    /// and known endgames. A position can occur more than once.
    pub fn visit(
        &mut self,
        board: &Board,
        walks: usize,
        random: &mut Rng,
        mut visit: impl FnMut(&Board, Score),
    ) {
        let mut position = Position::new(*board);
        let mut show = |shown: &Position| {
            if !shown.is_in_check() && !is_known_endgame(shown.board()) {
                visit(shown.board(), self.evaluator.evaluate(shown.board()));
            }
        };
        show(&position);
        for _ in 0..walks {
            for _ in 0..WALK_PLIES {
                let Some(mv) = random.choice(position.legal_moves()) else {
                    break;
                };
                position.make_move(mv);
                show(&position);
            }
            while position.moves_made() > 0 {
                position.unmake_move();
            }
        }
    }
}
