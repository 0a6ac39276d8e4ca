//! Data about a position that several evaluation terms share, computed once.

use super::pawns::PawnStructure;
use super::spans::FileSet;
use crate::chess::attacks::{king_attacks, pawns_attacks};
use crate::chess::{Bitboard, Board, Color, PieceType, Side, Square};

/// The squares that one side attacks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AttackMaps {
    /// Attacked squares, by the type of the attacking piece.
    pub by: [Bitboard; 6],
    /// Squares attacked by at least one piece.
    pub all: Bitboard,
    /// Squares attacked by at least two pieces.
    pub twice: Bitboard,
}

impl AttackMaps {
    /// Adds the squares that one piece attacks.
    #[inline]
    pub fn add(&mut self, kind: PieceType, attacked: Bitboard) {
        self.twice |= self.all & attacked;
        self.all |= attacked;
        self.by[kind.index()] |= attacked;
    }
}

/// A position with the shared data of the evaluation terms.
#[derive(Debug)]
pub(super) struct EvalContext<'b> {
    /// The position to evaluate.
    pub board: &'b Board,
    /// All occupied squares.
    pub occupied: Bitboard,
    /// Passed pawns and pawn attack spans of both sides.
    pub structure: PawnStructure,
    /// Files with at least one pawn, by the pawn's color.
    pub pawn_files: [FileSet; 2],
    /// Attack maps, by color. Initially they contain the attacks of pawns and king; the mobility
    /// term adds those of all other pieces.
    attacks: [AttackMaps; 2],
    /// King zones, by the king's color; see [`king_zone`].
    zones: [Bitboard; 2],
}

impl<'b> EvalContext<'b> {
    /// Computes the shared data of `board`. The attack maps contain only pawn and king attacks.
    pub fn new(board: &'b Board, structure: PawnStructure) -> Self {
        Self {
            board,
            occupied: board.occupied(),
            structure,
            pawn_files: Color::ALL.map(|color| FileSet::of(board.of(color, PieceType::Pawn))),
            attacks: Color::ALL.map(|color| pawn_and_king_attacks(board, color)),
            zones: Color::ALL.map(|color| king_zone(board, color)),
        }
    }

    /// Returns the squares of all pieces of `S` of type `kind`.
    #[inline]
    pub fn pieces<S: Side>(&self, kind: PieceType) -> Bitboard {
        self.board.of(S::COLOR, kind)
    }

    /// Returns the square of the king of `S`.
    #[inline]
    pub fn king<S: Side>(&self) -> Square {
        self.board.king(S::COLOR)
    }

    /// Returns the attack maps of `S`.
    #[inline]
    pub fn attacks<S: Side>(&self) -> &AttackMaps {
        &self.attacks[S::COLOR.index()]
    }

    /// Adds the squares that a piece of `S` attacks to the attack maps of `S`.
    #[inline]
    pub fn add_attacks<S: Side>(&mut self, kind: PieceType, attacked: Bitboard) {
        self.attacks[S::COLOR.index()].add(kind, attacked);
    }

    /// Returns the king zone of `S`; see [`king_zone`].
    #[inline]
    pub fn king_zone<S: Side>(&self) -> Bitboard {
        self.zones[S::COLOR.index()]
    }
}

/// Returns the attack maps of the pawns and the king of `color`.
fn pawn_and_king_attacks(board: &Board, color: Color) -> AttackMaps {
    let pawns = board.of(color, PieceType::Pawn);
    let ahead = pawns.forward(color);
    let mut attacks = AttackMaps::default();
    attacks.add(PieceType::Pawn, pawns_attacks(color, pawns));
    attacks.twice = ahead.east() & ahead.west();
    attacks.add(PieceType::King, king_attacks(board.king(color)));
    attacks
}

/// Returns the king zone of `color`: the squares on which enemy attacks endanger its king. These
/// are the king's square, its neighbors, and three squares on the next rank ahead of these.
///
/// ```text
/// . . X X X . . .
/// . . X X X . . .
/// . . X K X . . .
/// . . X X X . . .
/// ```
fn king_zone(board: &Board, color: Color) -> Bitboard {
    let king = board.king(color);
    let near = king_attacks(king) | king.bitboard();
    near | near.forward(color)
}
