//! The static evaluation of a position, and what the tuner asks of it.

use super::classical::layout::Term;
use super::classical::pawn_table::PawnTable;
use super::classical::tally::{Counts, Sum};
use super::classical::tapered::Tapered;
use super::classical::terms::{add_all_terms, add_terms};
use super::classical::weights::WEIGHTS;
use super::endgame;
use super::values::{FULL_PHASE, phase};
use crate::chess::{Board, Color, Keys};
use crate::score::{EVALUATION_BOUND, Score};

/// The evaluation of one thread, with what it remembers of pawns.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    pawns: PawnTable,
}

impl Evaluator {
    /// Forgets earlier positions.
    pub fn clear(&mut self) {
        self.pawns.clear();
    }

    /// The score of `board`, whose keys these are, from the view of the side to move, in
    /// centipawns within ±[`EVALUATION_BOUND`].
    #[must_use]
    pub fn evaluate(&mut self, board: &Board, keys: &Keys) -> Score {
        if let Some(score) = endgame::known(board) {
            return score;
        }
        let (pawns, structure) = self.pawns.look_up(board, keys.pawns);
        let mut sum = Sum::from(pawns);
        add_terms(board, structure, &mut sum);
        score(board, sum.total())
    }
}

/// [`Evaluator::evaluate`] for those in no hurry: nothing is remembered.
#[must_use]
pub fn evaluate(board: &Board) -> Score {
    if let Some(score) = endgame::known(board) {
        return score;
    }
    let mut sum = Sum::default();
    add_all_terms(board, &mut sum);
    score(board, sum.total())
}

/// How often each weight counts in the evaluation of `board`.
#[must_use]
pub fn counts(board: &Board) -> Counts {
    let mut counts = Counts::default();
    add_all_terms(board, &mut counts);
    counts
}

/// What part of the endgame half of the sum that these counts make is believed in the
/// evaluation of `board`, from 0 to 1; `None` in endings that are judged by other knowledge.
#[must_use]
pub fn endgame_share(board: &Board, counts: &Counts) -> Option<f32> {
    let scale = endgame_scale(board, counts)?;
    Some(scale as f32 / endgame::FULL_SCALE as f32)
}

/// The same in parts of [`endgame::FULL_SCALE`].
pub(super) fn endgame_scale(board: &Board, counts: &Counts) -> Option<i32> {
    let values = |color| Term::ALL.map(|term| counts.value(color, term, &WEIGHTS));
    let [white, black] = Color::ALL.map(|color| values(color).into_iter().sum::<Tapered>());
    match endgame::known(board) {
        Some(_) => None,
        None => Some(endgame::factor(board, (white - black).endgame())),
    }
}

/// The score that the sum of all terms makes, from the view of the side to move.
fn score(board: &Board, total: Tapered) -> Score {
    let total = endgame::scaled(board, total);
    let white = total.blend(phase(board), FULL_PHASE);
    let score = match board.side_to_move() {
        Color::White => white,
        Color::Black => -white,
    };
    score.clamp(-EVALUATION_BOUND, EVALUATION_BOUND)
}
