//! What several terms want to know of a position, worked out once.
//!
//! See <https://www.chessprogramming.org/Attack_and_Defend_Maps>.

use super::pawns::PawnStructure;
use super::spans::Files;
use crate::chess::Side;
use crate::chess::attacks::{king_attacks, pawns_attacks};
use crate::chess::{Bitboard, Board, Color, PieceType, Square};

/// What one side attacks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attacks {
    /// By piece type.
    pub by: [Bitboard; 6],
    /// By anything.
    pub all: Bitboard,
    /// By two pieces or more.
    pub twice: Bitboard,
}

impl Attacks {
    /// Adds what one piece attacks.
    #[inline]
    pub fn add(&mut self, kind: PieceType, attacked: Bitboard) {
        self.twice |= self.all & attacked;
        self.all |= attacked;
        self.by[kind.index()] |= attacked;
    }
}

/// A position as the terms see it.
#[derive(Debug)]
pub(super) struct Context<'b> {
    pub board: &'b Board,
    pub occupied: Bitboard,
    pub structure: PawnStructure,
    /// By color, the files on which pawns stand.
    pub pawn_files: [Files; 2],
    /// By color. At first of pawns and king alone; the mobility term visits all pieces and
    /// adds theirs.
    attacks: [Attacks; 2],
    /// The squares about the king of this color where attackers are dangerous.
    zones: [Bitboard; 2],
}

impl<'b> Context<'b> {
    pub fn new(board: &'b Board, structure: PawnStructure) -> Self {
        Self {
            board,
            occupied: board.occupied(),
            structure,
            pawn_files: Color::ALL.map(|color| Files::of(board.of(color, PieceType::Pawn))),
            attacks: [
                pawn_and_king_attacks(board, Color::White),
                pawn_and_king_attacks(board, Color::Black),
            ],
            zones: [
                king_zone(board, Color::White),
                king_zone(board, Color::Black),
            ],
        }
    }

    /// Where the pieces of `S` of this kind stand.
    #[inline]
    pub fn ours<S: Side>(&self, kind: PieceType) -> Bitboard {
        self.board.of(S::COLOR, kind)
    }

    /// The king of `S`.
    #[inline]
    pub fn king<S: Side>(&self) -> Square {
        self.board.king(S::COLOR)
    }

    /// What `S` attacks.
    #[inline]
    pub fn attacks<S: Side>(&self) -> &Attacks {
        &self.attacks[S::COLOR.index()]
    }

    /// Adds what a piece of `S` attacks.
    #[inline]
    pub fn add_attacks<S: Side>(&mut self, kind: PieceType, attacked: Bitboard) {
        self.attacks[S::COLOR.index()].add(kind, attacked);
    }

    /// The squares about the king of `S` where attackers are dangerous.
    #[inline]
    pub fn king_zone<S: Side>(&self) -> Bitboard {
        self.zones[S::COLOR.index()]
    }
}

fn pawn_and_king_attacks(board: &Board, color: Color) -> Attacks {
    let pawns = board.of(color, PieceType::Pawn);
    let ahead = pawns.forward(color);
    let mut attacks = Attacks::default();
    attacks.add(PieceType::Pawn, pawns_attacks(color, pawns));
    attacks.twice = ahead.east() & ahead.west();
    attacks.add(PieceType::King, king_attacks(board.king(color)));
    attacks
}

/// The king's square, its neighbours, and the three squares ahead of those.
fn king_zone(board: &Board, color: Color) -> Bitboard {
    let king = board.king(color);
    let near = king_attacks(king) | king.bitboard();
    near | near.forward(color)
}
