//! All terms of the evaluation, one after the other.

use super::context::Context;
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

/// Adds all terms but those that the pawn table keeps: of pawns, and of shelters.
pub(in crate::eval) fn add_terms<T: Tally>(board: &Board, structure: PawnStructure, tally: &mut T) {
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
