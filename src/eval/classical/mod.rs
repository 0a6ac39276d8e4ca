//! The hand-crafted evaluation: a sum of terms, each a documented function with tapered weights.
//!
//! [`layout`] declares the weights and [`weights`] has their values. The terms of `pawns` and
//! the kings' shelters are kept in the pawn table; those of `material`, `mobility`, `pieces`,
//! `passed`, `threats` and `king_safety` read a `context`. A [`tally`] adds them up.
//! See <https://www.chessprogramming.org/Evaluation>.

mod context;
mod king_safety;
pub mod layout;
mod material;
mod mobility;
mod passed;
pub(super) mod pawns;
mod pieces;
mod spans;
pub mod tally;
pub mod tapered;
mod threats;
pub mod weights;

use crate::chess::Board;
use crate::chess::color::{Black, Side, White};
use context::Context;
use pawns::PawnStructure;
use tally::Tally;

/// Adds all terms.
pub(super) fn add_all_terms<T: Tally>(board: &Board, tally: &mut T) {
    let structure = pawns::pawns(board, tally);
    king_safety::shelter::<White, T>(board, tally);
    king_safety::shelter::<Black, T>(board, tally);
    add_terms(board, structure, tally);
}

/// Adds all terms but those that the pawn table keeps: of pawns, and of shelters.
pub(super) fn add_terms<T: Tally>(board: &Board, structure: PawnStructure, tally: &mut T) {
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
