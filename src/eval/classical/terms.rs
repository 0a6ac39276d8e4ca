//! The list of all evaluation terms.

use super::context::EvalContext;
use super::pawns::{self, PawnStructure};
use super::tally::Tally;
use super::{king_safety, material, mobility, passed, pieces, shelter, threats};
use crate::chess::Board;
use crate::chess::{Black, Side, White};

/// Adds all terms.
pub(in crate::eval) fn add_all_terms<T: Tally>(board: &Board, tally: &mut T) {
    let structure = pawns::pawns(board, tally);
    shelter::shelter::<White, T>(board, tally);
    shelter::shelter::<Black, T>(board, tally);
    add_terms(board, structure, tally);
}

/// Adds all terms except pawn structure and king shelter, which the pawn hash table caches.
pub(in crate::eval) fn add_terms<T: Tally>(board: &Board, structure: PawnStructure, tally: &mut T) {
    let mut cx = EvalContext::new(board, structure);
    // Mobility comes first: it completes the attack maps that the other terms read.
    mobility::mobility::<White, T>(&mut cx, tally);
    mobility::mobility::<Black, T>(&mut cx, tally);
    add_terms_of::<White, T>(&cx, tally);
    add_terms_of::<Black, T>(&cx, tally);
}

/// Adds the terms of `S` that follow mobility. Some of them need the complete attack maps.
fn add_terms_of<S: Side, T: Tally>(cx: &EvalContext, tally: &mut T) {
    material::material::<S, T>(cx, tally);
    pieces::rooks_on_files::<S, T>(cx, tally);
    pieces::minor_pieces::<S, T>(cx, tally);
    pieces::bishops_and_pawns::<S, T>(cx, tally);
    passed::passed_pawns::<S, T>(cx, tally);
    threats::threats::<S, T>(cx, tally);
    king_safety::king_attack::<S, T>(cx, tally);
    tempo::<S, T>(cx, tally);
}

/// Adds the tempo bonus if `S` is to move: having the move is a small advantage.
#[inline]
fn tempo<S: Side, T: Tally>(cx: &EvalContext, tally: &mut T) {
    let to_move = cx.board.side_to_move() == S::COLOR;
    tally.add::<S>(|w| w.tempo, i32::from(to_move));
}
