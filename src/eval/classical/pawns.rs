//! Pawn structure: the value and placement of pawns, and how they support or obstruct each other.
//!
//! These terms depend only on the pawns, so the pawn hash table caches their sum.
//! See <https://www.chessprogramming.org/Pawn_Structure>.

use super::spans::{FileSet, beside, front_span, passed_pawns, relative_rank, table_index};
use super::tally::Tally;
use crate::chess::attacks::pawns_attacks;
use crate::chess::{Bitboard, Board, PieceType};
use crate::chess::{Black, Side, White};

/// Properties of the pawns that other terms read, by color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PawnStructure {
    /// Passed pawns: no enemy pawn can block or capture them on their way. If several are on one
    /// file, only the front one is included.
    pub passed: [Bitboard; 2],
    /// Squares that pawns attack now, or can attack after advancing.
    pub attack_spans: [Bitboard; 2],
}

/// Adds the pawn terms of both sides and returns the properties that other terms read.
pub fn pawns<T: Tally>(board: &Board, tally: &mut T) -> PawnStructure {
    let white = Pawns::new::<White>(board);
    let black = Pawns::new::<Black>(board);
    white.terms::<White, T>(&black, tally);
    black.terms::<Black, T>(&white, tally);
    PawnStructure {
        passed: [white.passed::<White>(&black), black.passed::<Black>(&white)],
        attack_spans: [white.attack_span, black.attack_span],
    }
}

/// The pawns of one side.
struct Pawns {
    /// Squares of the pawns.
    set: Bitboard,
    /// Attacked squares.
    attacks: Bitboard,
    /// Squares attacked now or after advancing.
    attack_span: Bitboard,
    /// Squares in front of the pawns, on their files.
    front_span: Bitboard,
}

impl Pawns {
    fn new<S: Side>(board: &Board) -> Self {
        let set = board.of(S::COLOR, PieceType::Pawn);
        let attacks = pawns_attacks(S::COLOR, set);
        Self {
            set,
            attacks,
            attack_span: attacks | front_span::<S>(attacks),
            front_span: front_span::<S>(set),
        }
    }

    /// Returns the passed pawns. If several are on one file, only the front one is included.
    fn passed<S: Side>(&self, theirs: &Self) -> Bitboard {
        let behind_ours = front_span::<S::Opponent>(self.set);
        passed_pawns::<S>(self.set, theirs.set) & !behind_ours
    }

    /// Adds the terms of these pawns.
    fn terms<S: Side, T: Tally>(&self, theirs: &Self, tally: &mut T) {
        self.values_and_support::<S, T>(tally);
        self.weaknesses::<S, T>(theirs, tally);
    }

    /// Adds material and placement of each pawn, and bonuses for pawns that support each other:
    /// pawns side by side (a phalanx), and pawns that another pawn protects.
    fn values_and_support<S: Side, T: Tally>(&self, tally: &mut T) {
        tally.add::<S>(|w| w.material[0], self.set.count() as i32);
        for pawn in self.set {
            tally.add::<S>(|w| w.piece_square[0][table_index::<S>(pawn)], 1);
        }
        for pawn in self.set & beside(self.set) {
            tally.add::<S>(|w| w.phalanx[relative_rank::<S>(pawn)], 1);
        }
        for pawn in self.set & self.attacks {
            tally.add::<S>(|w| w.supported_pawn[relative_rank::<S>(pawn)], 1);
        }
    }

    /// Adds isolated, backward and doubled pawns.
    ///
    /// A pawn is isolated if no own pawn is on an adjacent file. It is backward if it is not
    /// isolated, an enemy pawn attacks the square in front of it and no own pawn can ever protect
    /// that square. It is doubled if another own pawn is in front of it on its file. Isolated and
    /// backward pawns are weaker if no enemy pawn shields them from rooks on the file.
    fn weaknesses<S: Side, T: Tally>(&self, theirs: &Self, tally: &mut T) {
        let isolated = self.set & !beside(FileSet::of(self.set).squares());
        let doubled = self.set & front_span::<S::Opponent>(self.set);
        let stops = self.set.forward(S::COLOR) & theirs.attacks & !self.attack_span;
        let backward = stops.forward(!S::COLOR) & !isolated;
        let opposed = theirs.front_span;
        for (index, side) in [(0, !opposed), (1, opposed)] {
            tally.add::<S>(|w| w.isolated_pawn[index], (isolated & side).count() as i32);
            tally.add::<S>(|w| w.backward_pawn[index], (backward & side).count() as i32);
        }
        tally.add::<S>(|w| w.doubled_pawn, doubled.count() as i32);
    }
}
