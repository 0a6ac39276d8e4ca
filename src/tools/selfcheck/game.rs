//! Where the games begin and how they go on.
//!
//! Moves are random, but some are drawn more often than chance would have it, for what is
//! rare must be met too. That two pawns alone shield the king on their rank, and one could
//! take the other en passant, did not happen in nearly two million positions that had no
//! such help; now it does in one of some twenty thousand.
//! See <https://www.chessprogramming.org/Chess960>.

use fastrand::Rng;

use super::check::Seen;
use super::inspect::inspect;
use super::{Failure, Reference, Tally};
use crate::chess::chess960::{STANDARD, STARTS, start};
use crate::chess::{Board, Color, Move, MoveKind, PieceType, Position, Rank, Square};

/// Games are broken off after so many half-moves: much longer ones have little on the board.
const MAX_PLIES: usize = 150;

/// What kings do in a game.
#[derive(Clone, Copy)]
enum Style {
    /// They wait for castling, and meet what prevents it.
    KingsStay,
    /// They go to meet the enemy, where there are checks and pins from all sides.
    KingsWalk,
}

/// What a game leaves behind.
pub(super) struct Record {
    pub tally: Tally,
    pub failures: Vec<Failure>,
}

/// Plays the game of this seed, and checks every position.
pub(super) fn play<R: Reference>(seed: u64, reference: &impl Fn(&Board) -> R) -> Record {
    let mut rng = Rng::with_seed(seed);
    let (kind, start) = draw_start(&mut rng);
    let style = if rng.bool() {
        Style::KingsStay
    } else {
        Style::KingsWalk
    };
    let mut tally = Tally::default();
    tally.see(Seen::Games, 1);
    tally.see(kind, 1);
    let (mut position, mut reference) = (Position::new(start), reference(&start));
    let mut played = Vec::new();
    loop {
        let moves = position.board().legal_moves();
        let mismatches = inspect(&mut position, &moves, &reference, &mut tally);
        let ends = !mismatches.is_empty()
            || played.len() == MAX_PLIES
            || position.board().has_insufficient_material();
        let mv = if ends {
            None
        } else {
            draw_move(&mut rng, position.board(), &moves, style)
        };
        let Some(mv) = mv else {
            let failure = |mismatch| Failure {
                seed,
                start,
                moves: played.clone(),
                board: *position.board(),
                mismatch,
            };
            let failures = mismatches.into_iter().map(failure).collect();
            return Record { tally, failures };
        };
        reference = reference.make_move(mv);
        position.make_move(mv);
        played.push(mv);
    }
}

/// The initial position, or one of Chess960, or of double Fischer random.
fn draw_start(rng: &mut Rng) -> (Seen, Board) {
    let number = rng.u16(..STARTS);
    match rng.u32(..3) {
        0 => (Seen::Standard, start(STANDARD, STANDARD)),
        1 => (Seen::Chess960, start(number, number)),
        _ => (Seen::DoubleFischerRandom, start(number, rng.u16(..STARTS))),
    }
}

/// One of the moves; `None` where there is none. A quarter are rare ones and half are in
/// the game's style, where there are such.
fn draw_move(rng: &mut Rng, board: &Board, moves: &[Move], style: Style) -> Option<Move> {
    let those = |is_one: fn(&Board, Move) -> bool| -> Vec<Move> {
        moves
            .iter()
            .copied()
            .filter(|&mv| is_one(board, mv))
            .collect()
    };
    let preferred = match (rng.u32(..4), style) {
        (0, _) => those(is_rare),
        (1 | 2, Style::KingsStay) => those(keeps_castling_rights),
        (1 | 2, Style::KingsWalk) => those(is_step_ahead),
        _ => Vec::new(),
    };
    let from = if preferred.is_empty() {
        moves
    } else {
        &preferred
    };
    rng.choice(from).copied()
}

/// Castling, promotion and en passant, and what may let the enemy take en passant.
fn is_rare(board: &Board, mv: Move) -> bool {
    let their_pawns = board.of(!board.side_to_move(), PieceType::Pawn);
    let to = mv.to().bitboard();
    match mv.kind() {
        MoveKind::EnPassant => true,
        MoveKind::DoublePawnPush => (to.east() | to.west()).intersects(their_pawns),
        kind => kind.is_castle() || kind.promotion().is_some(),
    }
}

/// Whether the king comes nearer to the rank where its pawns take en passant.
fn is_step_ahead(board: &Board, mv: Move) -> bool {
    let us = board.side_to_move();
    let rank = match us {
        Color::White => Rank::Fifth,
        Color::Black => Rank::Fourth,
    };
    let distance = |square: Square| square.rank().index().abs_diff(rank.index());
    mv.from() == board.king(us) && distance(mv.to()) < distance(mv.from())
}

/// Whether a side that may still castle still may after the move, or castles.
fn keeps_castling_rights(board: &Board, mv: Move) -> bool {
    let us = board.side_to_move();
    let rooks = board.castling().rooks_of(us);
    let gives_up = rooks.contains(mv.from()) || rooks.any() && mv.from() == board.king(us);
    mv.is_castle() || !gives_up
}
