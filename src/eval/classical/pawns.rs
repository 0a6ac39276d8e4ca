//! Pawns among themselves: their worth and places, and the structure they form.
//!
//! Only pawns matter here, and they move seldom: what is found is kept in a table by the key
//! of the pawns, one for each thread, and with it what they are worth as a shelter for the
//! kings, which seldom move either. See <https://www.chessprogramming.org/Pawn_Structure>
//! and <https://www.chessprogramming.org/Pawn_Hash_Table>.

use super::king_safety::shelter;
use super::spans::{Files, ahead, beside, drawn, rank_for};
use super::tally::{Sum, Tally};
use super::tapered::Tapered;
use crate::chess::attacks::pawns_attacks;
use crate::chess::color::{Black, Side, White};
use crate::chess::{Bitboard, Board, Key, PieceType, Square};

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

    /// The foremost pawn of a file, where no enemy pawn is ahead of it or can take it.
    fn passed<S: Side>(&self, theirs: &Self) -> Bitboard {
        let behind_ours = ahead::<S::Opponent>(self.set);
        self.set & !behind_ours & !theirs.ahead & !theirs.span
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

/// What was found for one set of pawns.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: Key,
    score: Tapered,
    structure: PawnStructure,
    /// By color, what shelter the king has, and on which square.
    shelters: [Option<(Square, Tapered)>; 2],
}

impl Entry {
    /// What shelter the king of `S` has.
    #[inline]
    fn shelter<S: Side>(&mut self, board: &Board) -> Tapered {
        let king = board.king(S::COLOR);
        match &mut self.shelters[S::COLOR.index()] {
            Some((square, shelter)) if *square == king => *shelter,
            other => {
                let mut sum = Sum::default();
                shelter::<S, _>(board, &mut sum);
                other.insert((king, sum.total())).1
            }
        }
    }
}

/// Remembers the terms of pawns, and of the shelters they give, by their key. Where there are
/// no pawns the key is 0, and an entry of zeros is right.
#[derive(Clone, Debug)]
pub struct PawnTable(Box<[Entry]>);

/// A power of two; 64 bytes each stay within a second-level cache.
const ENTRIES: usize = 1 << 12;

impl Default for PawnTable {
    fn default() -> Self {
        Self(vec![Entry::default(); ENTRIES].into_boxed_slice())
    }
}

impl PawnTable {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.fill(Entry::default());
    }

    /// The sum of the terms of the pawns of `board`, whose key this is, and of the shelters
    /// they give, and their structure.
    #[inline]
    pub fn look_up(&mut self, board: &Board, key: Key) -> (Tapered, PawnStructure) {
        let entry = &mut self.0[key as usize % ENTRIES];
        if entry.key != key {
            let mut sum = Sum::default();
            let structure = pawns(board, &mut sum);
            *entry = Entry {
                key,
                score: sum.total(),
                structure,
                ..Entry::default()
            };
        }
        let shelters = entry.shelter::<White>(board) + entry.shelter::<Black>(board);
        (entry.score + shelters, entry.structure)
    }
}
