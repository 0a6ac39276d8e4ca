//! The generator, and the functions that call it with one sink or another.
//!
//! See <https://www.chessprogramming.org/Move_Generation>.

use std::ops::ControlFlow;

use super::context::{Context, Wanted};
use super::legality::Legality;
use super::sink::{Any, Count, List, PieceList, Sink};
use super::{castling, king, knights, pawns, sliders};
use crate::chess::bitboard::Bitboard;
use crate::chess::board::Board;
use crate::chess::color::{Black, Color, Side, White};
use crate::chess::moves::{Move, MoveList, PieceMove};

/// The generator: the moves of the pieces on `movers` that `legality` lets through.
#[inline(always)]
pub(crate) fn generate<S: Side, K: Sink<S>>(
    board: &Board,
    legality: &Legality,
    wanted: Wanted,
    movers: Bitboard,
    sink: &mut K,
) -> ControlFlow<()> {
    let cx = Context::new::<S>(board, legality, wanted, movers);
    king::king_moves::<S, K>(&cx, sink)?;
    // Two checks cannot both be answered but by the king.
    if legality.checkers.more_than_one() {
        return ControlFlow::Continue(());
    }
    castling::castles::<S, K>(&cx, sink)?;
    pawns::pawn_moves::<S, K>(&cx, sink)?;
    knights::knight_moves::<S, K>(&cx, sink)?;
    sliders::slider_moves::<S, K>(&cx, sink)
}

/// [`generate`] for the side to move, whichever it is.
#[inline(always)]
fn generate_for_side_to_move<K: Sink<White> + Sink<Black>>(
    board: &Board,
    legality: &Legality,
    wanted: Wanted,
    movers: Bitboard,
    sink: &mut K,
) -> ControlFlow<()> {
    match board.side_to_move() {
        Color::White => generate::<White, K>(board, legality, wanted, movers, sink),
        Color::Black => generate::<Black, K>(board, legality, wanted, movers, sink),
    }
}

/// Adds to `list` those legal moves of the side to move that are `wanted` and start on
/// `movers`. Callers that have the position's [`Legality`] save working it out again.
pub fn generate_moves(
    board: &Board,
    legality: &Legality,
    wanted: Wanted,
    movers: Bitboard,
    list: &mut MoveList,
) {
    let sink = &mut List(list);
    // A list takes every move, so the flow never breaks off.
    let _: ControlFlow<()> = generate_for_side_to_move(board, legality, wanted, movers, sink);
}

/// [`generate_moves`] for those who want to know what moves: all of the `wanted` ones.
pub fn generate_piece_moves(
    board: &Board,
    legality: &Legality,
    wanted: Wanted,
    list: &mut MoveList<PieceMove>,
) {
    let (sink, movers) = (&mut PieceList(list), Bitboard::ALL);
    // As above.
    let _: ControlFlow<()> = generate_for_side_to_move(board, legality, wanted, movers, sink);
}

/// Adds all legal moves to `list`.
///
/// ```
/// use ferz::chess::{Board, MoveList, generate_legal_moves};
/// let mut moves = MoveList::new();
/// generate_legal_moves(&Board::default(), &mut moves);
/// assert_eq!(moves.len(), 20);
/// ```
#[inline]
pub fn generate_legal_moves(board: &Board, list: &mut MoveList) {
    generate_moves(
        board,
        &Legality::of(board),
        Wanted::All,
        Bitboard::ALL,
        list,
    );
}

/// Adds to `list` all moves that follow the rules of each piece, whether or not they leave
/// the king in check. Castling needs its right and a free way here, and no more; en passant
/// a square on the board, which a board keeps only where some pawn can take on it legally.
#[inline]
pub fn generate_pseudo_legal_moves(board: &Board, list: &mut MoveList) {
    generate_moves(
        board,
        &Legality::ignored(board),
        Wanted::All,
        Bitboard::ALL,
        list,
    );
}

/// Adds to `list` the legal captures, en passant included, and the promotions.
#[inline]
pub fn generate_captures(board: &Board, list: &mut MoveList) {
    generate_moves(
        board,
        &Legality::of(board),
        Wanted::Captures,
        Bitboard::ALL,
        list,
    );
}

/// Adds to `list` the legal moves that neither capture nor promote, castling included.
#[inline]
pub fn generate_quiets(board: &Board, list: &mut MoveList) {
    generate_moves(
        board,
        &Legality::of(board),
        Wanted::Quiets,
        Bitboard::ALL,
        list,
    );
}

/// Adds to `list` the legal answers to a check; nothing where there is no check.
#[inline]
pub fn generate_evasions(board: &Board, list: &mut MoveList) {
    let legality = Legality::of(board);
    if legality.checkers.any() {
        generate_moves(board, &legality, Wanted::All, Bitboard::ALL, list);
    }
}

/// The number of legal moves, counted without listing them.
#[inline]
#[must_use]
pub fn count_legal_moves(board: &Board) -> u64 {
    match board.side_to_move() {
        Color::White => count::<White>(board),
        Color::Black => count::<Black>(board),
    }
}

/// [`count_legal_moves`] where the side to move is known: the last ply of perft.
#[inline(always)]
pub(crate) fn count<S: Side>(board: &Board) -> u64 {
    let mut sink = Count(0);
    let legality = Legality::of_side::<S>(board);
    // Nothing stops a count.
    let _: ControlFlow<()> =
        generate::<S, _>(board, &legality, Wanted::All, Bitboard::ALL, &mut sink);
    sink.0
}

/// Whether there is a legal move; looks no further than the first.
#[inline]
#[must_use]
pub fn has_legal_moves(board: &Board) -> bool {
    let legality = Legality::of(board);
    generate_for_side_to_move(board, &legality, Wanted::All, Bitboard::ALL, &mut Any).is_break()
}

/// The legal moves as a new list: for callers who are in no hurry.
#[must_use]
pub fn legal_moves(board: &Board) -> Vec<Move> {
    let mut list = MoveList::new();
    generate_legal_moves(board, &mut list);
    list.to_vec()
}
