//! The squares that show on a board why a move is legal or illegal: the move, the attackers, the
//! pin, and what the move crosses.
//!
//! They follow from the position and the rule, not from the words of the explanation.
//! See <https://www.chessprogramming.org/Legal_Move>.

use super::castling;
use super::describe::{captured_en_passant, enemies_at};
use super::extra::parse;
use super::rule::Rule;
use crate::bisect::compare::resolve;
use crate::bisect::path::MovePath;
use crate::chess::attacks::between;
use crate::chess::{
    Bitboard, Board, CastlingPaths, CastlingSide, Move, MoveKind, Piece, PieceType, Square,
};

/// The squares that show why a move is legal or illegal. A square may be in several of the sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeySquares {
    /// Origin and target of the move; of the king, if it is castling.
    pub step: Option<(Square, Square)>,
    /// Origin and target of the move, the pawn that is captured en passant, and the rook that
    /// castles.
    pub moved: Bitboard,
    /// The pieces that give check, that attack the king after the move, or that attack a square
    /// that matters for castling.
    pub attackers: Bitboard,
    /// The pinned piece that moves, and the pieces that pin it.
    pub pin: Bitboard,
    /// The squares that a castling king crosses, and the pieces over which a move jumps.
    pub path: Bitboard,
}

impl KeySquares {
    /// Returns the squares for a missing or extra move to which `rule` applies.
    #[must_use]
    pub fn new(path: &MovePath, text: &str, rule: Rule) -> Self {
        let board = path.board();
        if let Some(mv) = resolve(text, board) {
            return Self::of_legal(board, mv);
        }
        match parse(text, board) {
            Some((_, to, _)) if rule.is_castling() => Self::of_illegal_castling(path, to, rule),
            Some((from, to, _)) => Self::of_illegal(board, from, to, rule),
            None => Self::default(),
        }
    }

    fn of_step(from: Square, to: Square) -> Self {
        Self {
            step: Some((from, to)),
            moved: from.bitboard() | to.bitboard(),
            ..Self::default()
        }
    }

    fn of_legal(board: &Board, mv: Move) -> Self {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() {
            return Self::of_legal_castling(board, from, to);
        }
        let mut squares = Self::of_step(from, to);
        if mv.kind() == MoveKind::EnPassant {
            squares.moved |= captured_en_passant(board, to).bitboard();
        }
        squares.attackers = board.checkers();
        let king = board.king(board.side_to_move());
        let behind = enemies_at(board, king, board.occupied() & !from.bitboard());
        squares.set_pin(from, king, behind & !board.checkers());
        squares
    }

    /// Attacks on squares that the king does not cross do not matter, which generators get wrong.
    fn of_legal_castling(board: &Board, king: Square, rook: Square) -> Self {
        let paths = CastlingPaths::of(board.side_to_move(), king, rook);
        let crossed = paths.must_be_free | paths.rook_to.bitboard() | rook.bitboard();
        let crossed = crossed & !paths.king_path & !king.bitboard();
        Self {
            attackers: attackers(board, crossed, board.occupied()),
            path: paths.king_path,
            moved: king.bitboard() | rook.bitboard() | paths.king_to.bitboard(),
            step: Some((king, paths.king_to)),
            ..Self::default()
        }
    }

    fn of_illegal(board: &Board, from: Square, to: Square, rule: Rule) -> Self {
        let mut squares = Self::of_step(from, to);
        let taken = taken_en_passant(board, from, to);
        squares.moved |= taken;
        match rule {
            Rule::SlidesThroughPieces | Rule::DoublePushOverPiece => {
                squares.path = between(from, to) & board.occupied();
            }
            Rule::CheckIgnored
            | Rule::DoubleCheck
            | Rule::PinnedPiece
            | Rule::EnPassantUncoversCheck
            | Rule::KingIntoCheck
            | Rule::KingTakesProtected
            | Rule::KingStaysOnLine
            | Rule::KingNextToKing => squares.expose_king(board, from, to, taken),
            _ => {}
        }
        squares
    }

    /// Adds the pieces that attack the king after an illegal move, and those that give check
    /// before it.
    fn expose_king(&mut self, board: &Board, from: Square, to: Square, taken: Bitboard) {
        let king = board.king(board.side_to_move());
        let is_kings = from == king;
        let left = board.occupied() & !(from.bitboard() | taken) | to.bitboard();
        let after = if is_kings { to } else { king };
        let attackers = enemies_at(board, after, left) & !(taken | to.bitboard());
        if is_kings {
            self.attackers = attackers;
            return;
        }
        self.attackers = attackers | board.checkers();
        // Two pawns leave the line in a capture en passant: neither needs to be pinned.
        if taken.is_empty() {
            self.set_pin(from, king, attackers & !board.checkers());
        }
    }

    /// Sets the pin of the piece on `from` by `pinning`, if there are any and it is not the king.
    fn set_pin(&mut self, from: Square, king: Square, pinning: Bitboard) {
        if from != king && pinning.any() {
            self.pin = pinning | from.bitboard();
            self.attackers &= !pinning;
        }
    }

    /// `to` is the target of the king or the square of the rook.
    fn of_illegal_castling(path: &MovePath, to: Square, rule: Rule) -> Self {
        let board = path.board();
        let us = board.side_to_move();
        let king = board.king(us);
        let side = CastlingSide::of(king, to);
        let Some(rook) = board.castling().rook(us, side, king) else {
            let rook = castling::loss(path, side).map_or(Bitboard::EMPTY, |loss| loss.2.bitboard());
            let mut squares = Self::of_step(king, to);
            squares.moved |= rook;
            squares.path = between(king, to);
            return squares;
        };
        let paths = CastlingPaths::of(us, king, rook);
        let mut squares = Self::of_legal_castling(board, king, rook);
        let both = king.bitboard() | rook.bitboard();
        let after = board.occupied() & !both | paths.king_to.bitboard() | paths.rook_to.bitboard();
        squares.attackers = match rule {
            Rule::CastlingOutOfCheck => board.checkers(),
            Rule::CastlingThroughCheck | Rule::CastlingIntoCheck => {
                attackers(board, paths.king_path, board.occupied())
            }
            Rule::CastlingRookShieldsKing => enemies_at(board, paths.king_to, after),
            _ => Bitboard::EMPTY,
        };
        if rule == Rule::CastlingPathBlocked {
            squares.path |= paths.must_be_free & board.occupied();
        }
        squares
    }
}

/// Returns the pieces of the side not to move that attack any of `squares`.
fn attackers(board: &Board, squares: Bitboard, occupied: Bitboard) -> Bitboard {
    let attackers = |square| enemies_at(board, square, occupied);
    squares
        .iter()
        .fold(Bitboard::EMPTY, |all, square| all | attackers(square))
}

/// Returns the square of the pawn that an illegal capture en passant takes; empty if the move does
/// not look like one.
fn taken_en_passant(board: &Board, from: Square, to: Square) -> Bitboard {
    let us = board.side_to_move();
    let is_pawn = board.piece_at(from) == Some(Piece::new(us, PieceType::Pawn));
    let is_step = from.file() != to.file() && board.piece_at(to).is_none();
    if !is_pawn || !is_step || to.rank() != (!us).en_passant_rank() {
        return Bitboard::EMPTY;
    }
    captured_en_passant(board, to).bitboard() & board.of(!us, PieceType::Pawn)
}
