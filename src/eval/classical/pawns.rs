//! Pawns among themselves: their worth and places, and the structure they form.
//!
//! Only pawns matter here, and they move seldom: what is found is kept in a table by the key
//! of the pawns, one for each thread, and with it what they are worth as a shelter for the
//! kings, which seldom move either. See <https://www.chessprogramming.org/Pawn_Structure>
//! and <https://www.chessprogramming.org/Pawn_Hash_Table>.

use super::spans::{Files, ahead, beside, drawn, passed_pawns, rank_for};
use super::tally::Tally;
use crate::chess::attacks::pawns_attacks;
use crate::chess::{Bitboard, Board, PieceType};
use crate::chess::{Black, Side, White};

/// What other terms want to know of the pawns, by color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PawnStructure {
    /// Pawns that no enemy pawn can stop or take on their way.
    pub passed: [Bitboard; 2],
    /// Every square that pawns attack or may come to attack.
    pub spans: [Bitboard; 2],
}

/// Adds the terms of both sides' pawns, and tells what others want to know of them.
pub fn pawns<T: Tally>(board: &Board, tally: &mut T) -> PawnStructure {
    let white = Pawns::new::<White>(board);
    let black = Pawns::new::<Black>(board);
    white.terms::<White, T>(&black, tally);
    black.terms::<Black, T>(&white, tally);
    PawnStructure {
        passed: [white.passed::<White>(&black), black.passed::<Black>(&white)],
        spans: [white.span, black.span],
    }
}

/// The pawns of one side.
struct Pawns {
    set: Bitboard,
    /// Squares they attack.
    attacks: Bitboard,
    /// Squares they attack or may come to attack.
    span: Bitboard,
    /// Squares ahead of them.
    ahead: Bitboard,
}

impl Pawns {
    fn new<S: Side>(board: &Board) -> Self {
        let set = board.of(S::COLOR, PieceType::Pawn);
        let attacks = pawns_attacks(S::COLOR, set);
        Self {
            set,
            attacks,
            span: attacks | ahead::<S>(attacks),
            ahead: ahead::<S>(set),
        }
    }

    /// Passed pawns, only the foremost where two stand on one file.
    fn passed<S: Side>(&self, theirs: &Self) -> Bitboard {
        let behind_ours = ahead::<S::Opponent>(self.set);
        passed_pawns::<S>(self.set, theirs.set) & !behind_ours
    }

    fn terms<S: Side, T: Tally>(&self, theirs: &Self, tally: &mut T) {
        self.each::<S, T>(tally);
        self.weaknesses::<S, T>(theirs, tally);
    }

    /// What each pawn is worth: itself, its square, those that stand with it.
    fn each<S: Side, T: Tally>(&self, tally: &mut T) {
        tally.add::<S>(|w| w.material[0], self.set.count() as i32);
        for pawn in self.set {
            tally.add::<S>(|w| w.squares[0][drawn::<S>(pawn)], 1);
        }
        for pawn in self.set & beside(self.set) {
            tally.add::<S>(|w| w.phalanx[rank_for::<S>(pawn)], 1);
        }
        for pawn in self.set & self.attacks {
            tally.add::<S>(|w| w.supported[rank_for::<S>(pawn)], 1);
        }
    }

    /// Pawns that need the help of pieces: alone, behind another, or left behind.
    fn weaknesses<S: Side, T: Tally>(&self, theirs: &Self, tally: &mut T) {
        let isolated = self.set & !beside(Files::of(self.set).squares());
        let doubled = self.set & ahead::<S::Opponent>(self.set);
        // Its step ahead is attacked by a pawn, and no pawn of ours guards that square or
        // ever can.
        let stops = self.set.forward(S::COLOR) & theirs.attacks & !self.span;
        let backward = stops.forward(!S::COLOR) & !isolated;
        // An enemy pawn ahead closes the file to the enemy's rooks.
        let opposed = theirs.ahead;
        for (index, side) in [(0, !opposed), (1, opposed)] {
            tally.add::<S>(|w| w.isolated[index], (isolated & side).count() as i32);
            tally.add::<S>(|w| w.backward[index], (backward & side).count() as i32);
        }
        tally.add::<S>(|w| w.doubled, doubled.count() as i32);
    }
}
