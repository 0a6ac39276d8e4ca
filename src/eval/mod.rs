//! Judging a position without looking ahead.
//!
//! Each term is one function, for either side, with a value for the middlegame and one for
//! the endgame; the two are blended by how much material is left. In the order in which
//! they work: [`layout`] says which weights there are and [`weights`] has their values;
//! the terms of `pawns` and the kings' shelters come from a table, those of `material`,
//! `mobility`, `pieces`, `passed`, `threats` and `king_safety` look at a `context`; a
//! [`tally`] adds them up. [`endgame`] knows better in some endings. [`Evaluator`] is all that
//! the search sees.
//! See <https://www.chessprogramming.org/Evaluation> and
//! <https://www.chessprogramming.org/Tapered_Eval>.

mod context;
pub mod endgame;
mod king_safety;
pub mod layout;
mod material;
mod mobility;
mod passed;
mod pawns;
mod pieces;
mod spans;
pub mod tally;
mod tapered;
mod threats;
mod trace;
pub mod wdl;
pub mod weights;

use crate::chess::color::{Black, Side, White};
use crate::chess::{Board, Color, Keys, PieceType};
use crate::score::{EVALUATION_BOUND, Score};
use context::Context;
use layout::Term;
use pawns::{PawnStructure, PawnTable};
use tally::{Counts, Sum, Tally};
pub use tapered::Tapered;
pub use trace::{Trace, trace};
pub use wdl::winning_chances;
use weights::WEIGHTS;

/// What a piece of each type is worth in an exchange, in centipawns: round figures that
/// ordering moves and counting exchanges need, and that tuning the weights leaves alone.
/// The king is never traded.
const PIECE_VALUES: [Score; 6] = [82, 325, 340, 470, 980, 0];

/// The phase of the initial position, in minor pieces: a rook counts two, a queen four.
pub const FULL_PHASE: i32 = 24;

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
fn endgame_scale(board: &Board, counts: &Counts) -> Option<i32> {
    let values = |color| Term::ALL.map(|term| counts.value(color, term, &WEIGHTS));
    let [white, black] = Color::ALL.map(|color| values(color).into_iter().sum::<Tapered>());
    match endgame::known(board) {
        Some(_) => None,
        None => Some(endgame::factor(board, (white - black).endgame())),
    }
}

/// Adds all terms.
fn add_all_terms<T: Tally>(board: &Board, tally: &mut T) {
    let structure = pawns::pawns(board, tally);
    king_safety::shelter::<White, T>(board, tally);
    king_safety::shelter::<Black, T>(board, tally);
    add_terms(board, structure, tally);
}

/// Adds all terms but those that the pawn table keeps: of pawns, and of shelters.
fn add_terms<T: Tally>(board: &Board, structure: PawnStructure, tally: &mut T) {
    let mut cx = Context::new(board, structure);
    // This finds the attacks of both sides; the other terms ask for them.
    mobility::mobility::<White, T>(&mut cx, tally);
    mobility::mobility::<Black, T>(&mut cx, tally);
    add_terms_of::<White, T>(&cx, tally);
    add_terms_of::<Black, T>(&cx, tally);
}

fn add_terms_of<S: Side, T: Tally>(cx: &Context, tally: &mut T) {
    material::material::<S, T>(cx, tally);
    pieces::rooks_on_files::<S, T>(cx, tally);
    pieces::minor_pieces::<S, T>(cx, tally);
    pieces::bishops_and_pawns::<S, T>(cx, tally);
    passed::passed_pawns::<S, T>(cx, tally);
    threats::threats::<S, T>(cx, tally);
    king_safety::king_attack::<S, T>(cx, tally);
    // The right to move is worth a little.
    let on_move = cx.board.side_to_move() == S::COLOR;
    tally.add::<S>(|w| w.tempo, i32::from(on_move));
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

/// How much of the middlegame's material is left: [`FULL_PHASE`] down to 0.
#[must_use]
pub fn phase(board: &Board) -> i32 {
    let count = |kind| board.of_type(kind).count() as i32;
    let minors = count(PieceType::Knight) + count(PieceType::Bishop);
    let phase = minors + 2 * count(PieceType::Rook) + 4 * count(PieceType::Queen);
    phase.min(FULL_PHASE)
}

/// The value of a piece in an exchange, in centipawns: what captures are ordered by.
#[inline]
#[must_use]
pub const fn piece_value(kind: PieceType) -> Score {
    PIECE_VALUES[kind.index()]
}

#[cfg(test)]
mod tests;
