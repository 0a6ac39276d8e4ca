//! The list of all evaluation terms, and the short ones among them: material, pieces in relation to
//! pawns, passed pawns, tempo.

use super::context::EvalContext;
use super::pawns::{self, PawnStructure};
use super::spans::{front_span, rank_squares, relative_rank};
use super::tally::Tally;
use super::{king_safety, mobility, threats};
use crate::chess::{Bitboard, Black, Board, PieceType, Rank, Side, Square, White};

/// First relative rank (from 0) on which the king distances of a passed pawn count: the fourth
/// rank.
const FIRST_KING_RANK: usize = 3;

/// Adds all terms.
pub(in crate::eval) fn add_all_terms<T: Tally>(board: &Board, tally: &mut T) {
    let structure = pawns::add_pawns(board, tally);
    pawns::add_shelter::<White, T>(board, tally);
    pawns::add_shelter::<Black, T>(board, tally);
    add_terms(board, structure, tally);
}

/// Adds all terms except pawn structure and king shelter, which the pawn hash table caches.
pub(in crate::eval) fn add_terms<T: Tally>(board: &Board, structure: PawnStructure, tally: &mut T) {
    let mut cx = EvalContext::new(board, structure);
    // Mobility comes first: it completes the attack maps that the other terms read.
    mobility::add_mobility::<White, T>(&mut cx, tally);
    mobility::add_mobility::<Black, T>(&mut cx, tally);
    add_terms_of::<White, T>(&cx, tally);
    add_terms_of::<Black, T>(&cx, tally);
}

/// Adds the terms of `S` that follow mobility. Some of them need the complete attack maps.
fn add_terms_of<S: Side, T: Tally>(cx: &EvalContext, tally: &mut T) {
    add_material::<S, T>(cx, tally);
    add_rooks_on_files::<S, T>(cx, tally);
    add_minor_pieces::<S, T>(cx, tally);
    add_bishops_and_pawns::<S, T>(cx, tally);
    add_passed_pawns::<S, T>(cx, tally);
    threats::add_threats::<S, T>(cx, tally);
    king_safety::add_king_attack::<S, T>(cx, tally);
    add_tempo::<S, T>(cx, tally);
}

/// Adds the material of `S`, from knights to queens, and the bishop pair: two bishops that
/// together attack squares of both colors. The material of pawns is part of the pawn terms.
fn add_material<S: Side, T: Tally>(cx: &EvalContext, tally: &mut T) {
    use PieceType::{Bishop, Knight, Queen, Rook};
    for kind in [Knight, Bishop, Rook, Queen] {
        let count = cx.pieces::<S>(kind).count();
        tally.add::<S>(|w| w.material[kind.index()], count as i32);
    }
    let bishops = cx.pieces::<S>(Bishop);
    let pair = bishops.intersects(Bitboard::DARK) && bishops.intersects(!Bitboard::DARK);
    tally.add::<S>(|w| w.bishop_pair, i32::from(pair));
}

/// Adds the rooks of `S` on half-open files, where they attack enemy pawns, and on open files,
/// which lead to the enemy's back ranks.
fn add_rooks_on_files<S: Side, T: Tally>(cx: &EvalContext, tally: &mut T) {
    let ours = cx.pawn_files[S::COLOR.index()].squares();
    let theirs = cx.pawn_files[S::Opponent::COLOR.index()].squares();
    let rooks = cx.pieces::<S>(PieceType::Rook) & !ours;
    let half_open = (rooks & theirs).count() as i32;
    let open = (rooks & !theirs).count() as i32;
    tally.add::<S>(|w| w.rook_on_file[0], half_open);
    tally.add::<S>(|w| w.rook_on_file[1], open);
}

/// Adds the knights and bishops of `S` on outposts and those directly behind a pawn.
///
/// An outpost is a square on the fourth to sixth rank of `S` that an own pawn protects and that
/// no enemy pawn can ever attack.
fn add_minor_pieces<S: Side, T: Tally>(cx: &EvalContext, tally: &mut T) {
    let [fourth, fifth, sixth] = [Rank::Fourth, Rank::Fifth, Rank::Sixth].map(rank_squares::<S>);
    let advanced = fourth | fifth | sixth;
    let protected = cx.attacks::<S>().by[PieceType::Pawn.index()];
    let outposts = advanced & protected & !cx.structure.attack_spans[S::Opponent::COLOR.index()];
    let knights = cx.pieces::<S>(PieceType::Knight);
    let bishops = cx.pieces::<S>(PieceType::Bishop);
    tally.add::<S>(|w| w.knight_outpost, (knights & outposts).count() as i32);
    tally.add::<S>(|w| w.bishop_outpost, (bishops & outposts).count() as i32);

    let pawns = cx.board.of_type(PieceType::Pawn);
    let behind = (knights | bishops) & pawns.forward(!S::COLOR);
    tally.add::<S>(|w| w.minor_behind_pawn, behind.count() as i32);
}

/// Adds the bad bishops of `S`: bishops restricted by own pawns on squares of their color.
fn add_bishops_and_pawns<S: Side, T: Tally>(cx: &EvalContext, tally: &mut T) {
    let bishops = cx.pieces::<S>(PieceType::Bishop);
    let pawns = cx.pieces::<S>(PieceType::Pawn);
    for color in [Bitboard::DARK, !Bitboard::DARK] {
        let pairs = (bishops & color).count() * (pawns & color).count();
        tally.add::<S>(|w| w.bishop_pawns, pairs as i32);
    }
}

/// Adds the terms of all passed pawns of `S`.
fn add_passed_pawns<S: Side, T: Tally>(cx: &EvalContext, tally: &mut T) {
    for pawn in cx.structure.passed[S::COLOR.index()] {
        add_passed_pawn::<S, T>(cx, pawn, tally);
    }
}

/// Adds the terms of one passed pawn of `S`. No enemy pawn can stop it, so its value depends on
/// the pieces that block or attack its path, and on which king is nearer.
fn add_passed_pawn<S: Side, T: Tally>(cx: &EvalContext, pawn: Square, tally: &mut T) {
    let rank = relative_rank::<S>(pawn);
    tally.add::<S>(|w| w.passed_pawn[rank], 1);

    let stop = pawn.forward(S::COLOR);
    let unsafe_squares = cx.occupied | cx.attacks::<S::Opponent>().all;
    if cx.occupied.contains(stop) {
        tally.add::<S>(|w| w.passed_blocked[rank], 1);
    } else if !unsafe_squares.contains(stop) {
        tally.add::<S>(|w| w.passed_safe_push[rank], 1);
    }
    if !unsafe_squares.intersects(front_span::<S>(pawn.bitboard())) {
        tally.add::<S>(|w| w.passed_free_path[rank], 1);
    }
    if rank >= FIRST_KING_RANK {
        let times = (rank + 1 - FIRST_KING_RANK) as i32;
        let ours = cx.king::<S>().distance(stop);
        let theirs = cx.king::<S::Opponent>().distance(stop);
        tally.add::<S>(|w| w.passed_own_king[ours], times);
        tally.add::<S>(|w| w.passed_enemy_king[theirs], times);
    }
}

/// Adds the tempo bonus if `S` is to move: having the move is a small advantage.
#[inline]
fn add_tempo<S: Side, T: Tally>(cx: &EvalContext, tally: &mut T) {
    let to_move = cx.board.side_to_move() == S::COLOR;
    tally.add::<S>(|w| w.tempo, i32::from(to_move));
}
