//! Plays random games and makes all comparisons in each position.
//!
//! Some kinds of moves are chosen more often than others, so that rare rules soon apply. For
//! example, an en passant capture is illegal if it removes the only two pieces between the king and
//! an enemy slider on the same rank. Without these preferences, this case did not occur in nearly
//! two million positions. With them, it occurs in about one position in 20,000.

use fastrand::Rng;
use ferz::chess::chess960::{STANDARD, STARTS, start};
use ferz::chess::notation::CoordinateMove;
use ferz::chess::{Board, Color, Move, MoveKind, PieceType, Position, Rank, Square};
use ferz::cli::castling_notation;

use super::inspection::{Inspection, Mismatch, Reference};
use super::report::{Failure, Occurrence, Report};
use crate::support::add_counts;

/// Maximum length of a game in plies. Much longer games have few pieces left.
const MAX_PLIES: usize = 150;

/// Selects moves.
type Filter = fn(&Board, Move) -> bool;

/// Plays the game with this seed, and inspects every position.
pub(super) fn play<R: Reference>(seed: u64, reference: &impl Fn(&Board) -> R) -> Report {
    let mut rng = Rng::with_seed(seed);
    let (kind, start) = choose_start(&mut rng);
    let style = if rng.bool() {
        keeps_castling_rights
    } else {
        is_king_advance
    };
    let mut report = Report::default();
    report.seen[Occurrence::Games as usize] += 1;
    report.seen[kind as usize] += 1;
    let (mut position, mut reference) = (Position::new(start), reference(&start));
    let (notation, mut played) = (castling_notation(&start, false), Vec::new());
    loop {
        let moves = position.board().legal_moves();
        count(position.board(), &moves, &mut report.seen);
        let mut inspection = Inspection::new(position.board(), &moves);
        inspection.compare_all(&mut position, &reference);
        add_counts(&mut report.checks, &inspection.checks);
        let ends = !inspection.mismatches.is_empty()
            || played.len() == MAX_PLIES
            || position.board().has_insufficient_material();
        let mut choose = || choose_move(&mut rng, position.board(), &moves, style);
        let Some(mv) = (!ends).then(&mut choose).flatten() else {
            let failure = |mismatch: Mismatch| Failure {
                check: mismatch.check,
                seed,
                start: start.to_string(),
                moves: played.clone(),
                fen: position.board().to_string(),
                expected: mismatch.expected,
                found: mismatch.found,
            };
            report.failures = inspection.mismatches.into_iter().map(failure).collect();
            return report;
        };
        reference = reference.make_move(mv);
        position.make_move(mv);
        played.push(CoordinateMove::new(mv, notation).to_string());
    }
}

/// Counts what occurs in a position with these legal moves.
fn count(board: &Board, moves: &[Move], seen: &mut [u64]) {
    let (checkers, no_moves) = (board.checkers(), moves.is_empty());
    let mut add = |occurrence, occurs: bool| seen[occurrence as usize] += u64::from(occurs);
    add(Occurrence::Positions, true);
    add(Occurrence::InCheck, checkers.any());
    add(Occurrence::DoubleCheck, checkers.more_than_one());
    add(Occurrence::Checkmates, no_moves && checkers.any());
    add(Occurrence::Stalemates, no_moves && checkers.is_empty());
    for mv in moves {
        add(Occurrence::Moves, true);
        add(Occurrence::Captures, mv.is_capture());
        add(Occurrence::EnPassant, mv.is_en_passant());
        add(Occurrence::Castles, mv.is_castle());
        add(Occurrence::Promotions, mv.promotion().is_some());
    }
}

/// Chooses a starting position of standard chess, Chess960 or double Fischer random.
fn choose_start(rng: &mut Rng) -> (Occurrence, Board) {
    let number = rng.u16(..STARTS);
    match rng.u32(..3) {
        0 => (Occurrence::Standard, start(STANDARD, STANDARD)),
        1 => (Occurrence::Chess960, start(number, number)),
        _ => (
            Occurrence::DoubleFischerRandom,
            start(number, rng.u16(..STARTS)),
        ),
    }
}

/// Chooses a move; `None` if there is none. A quarter of all choices prefer rare moves, half prefer
/// moves of the game's style, and the rest have no preference.
fn choose_move(rng: &mut Rng, board: &Board, moves: &[Move], style: Filter) -> Option<Move> {
    let filtered = |matches: Filter| -> Vec<Move> {
        let moves = moves.iter().copied();
        moves.filter(|&mv| matches(board, mv)).collect()
    };
    let preferred = match rng.u32(..4) {
        0 => filtered(is_rare),
        1 | 2 => filtered(style),
        _ => Vec::new(),
    };
    match &preferred[..] {
        [] => rng.choice(moves).copied(),
        preferred => rng.choice(preferred).copied(),
    }
}

/// Returns whether the move is castling, a promotion, an en passant capture, or a double pawn push
/// that may allow an en passant capture.
fn is_rare(board: &Board, mv: Move) -> bool {
    let their_pawns = board.of(!board.side_to_move(), PieceType::Pawn);
    let to = mv.to().bitboard();
    match mv.kind() {
        MoveKind::EnPassant => true,
        MoveKind::DoublePawnPush => (to.east() | to.west()).intersects(their_pawns),
        kind => kind.is_castle() || kind.promotion().is_some(),
    }
}

/// Returns whether the king approaches the rank from which the pawns of its side capture en
/// passant, so that checks and pins occur there.
fn is_king_advance(board: &Board, mv: Move) -> bool {
    let us = board.side_to_move();
    let rank = match us {
        Color::White => Rank::Fifth,
        Color::Black => Rank::Fourth,
    };
    let distance = |square: Square| square.rank().index().abs_diff(rank.index());
    mv.from() == board.king(us) && distance(mv.to()) < distance(mv.from())
}

/// Returns whether the move keeps all castling rights of its side, or castles, so that castling and
/// its obstacles occur.
fn keeps_castling_rights(board: &Board, mv: Move) -> bool {
    let us = board.side_to_move();
    let rooks = board.castling().rooks_of(us);
    let gives_up = rooks.contains(mv.from()) || rooks.any() && mv.from() == board.king(us);
    mv.is_castle() || !gives_up
}
