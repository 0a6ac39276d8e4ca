//! Terms that depend only on pawns and kings, and the hash table that caches them: the value and
//! placement of pawns, how they support or obstruct each other, and how they protect the kings.
//!
//! Pawns and kings seldom move, so most lookups during a search are hits.
//! See <https://www.chessprogramming.org/Pawn_Hash_Table>.

use super::spans::{FileSet, beside, front_span, passed_pawns, relative_rank, table_index};
use super::tally::{Sum, Tally};
use super::tapered::Tapered;
use crate::chess::attacks::pawns_attacks;
use crate::chess::{Bitboard, Black, Board, Color, Key, PieceType, Side, Square, White};

/// Shelter index for a file without a pawn in front of the king. No pawn has this distance.
const NO_PAWN: usize = 7;

/// Number of entries, a power of two. An entry has 64 bytes, so the table takes 256 kB and fits
/// into the L2 cache.
const ENTRIES: usize = 1 << 12;

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
pub fn add_pawns<T: Tally>(board: &Board, tally: &mut T) -> PawnStructure {
    let white = Pawns::new::<White>(board);
    let black = Pawns::new::<Black>(board);
    white.add_terms::<White, T>(&black, tally);
    black.add_terms::<Black, T>(&white, tally);
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
    fn add_terms<S: Side, T: Tally>(&self, theirs: &Self, tally: &mut T) {
        self.add_values_and_support::<S, T>(tally);
        self.add_weaknesses::<S, T>(theirs, tally);
    }

    /// Adds material and placement of each pawn, and bonuses for pawns that support each other:
    /// pawns side by side (a phalanx), and pawns that another pawn protects.
    fn add_values_and_support<S: Side, T: Tally>(&self, tally: &mut T) {
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
    fn add_weaknesses<S: Side, T: Tally>(&self, theirs: &Self, tally: &mut T) {
        let isolated = self.set & !beside(FileSet::of(self.set).squares());
        let doubled = self.set & front_span::<S::Opponent>(self.set);
        let stops = self.set.forward(S::COLOR) & theirs.attacks & !self.attack_span;
        let backward = stops.forward(!S::COLOR) & !isolated;
        let opposed = theirs.front_span;
        for (index, squares) in [(0, !opposed), (1, opposed)] {
            tally.add::<S>(
                |w| w.isolated_pawn[index],
                (isolated & squares).count() as i32,
            );
            tally.add::<S>(
                |w| w.backward_pawn[index],
                (backward & squares).count() as i32,
            );
        }
        tally.add::<S>(|w| w.doubled_pawn, doubled.count() as i32);
    }
}

/// Adds shelter and pawn storm for the king of `S`, on the three files around it. On each file,
/// only the nearest own pawn and the nearest enemy pawn matter; each is scored by its distance in
/// ranks from the king. Pawns behind the king do not count.
pub(super) fn add_shelter<S: Side, T: Tally>(board: &Board, tally: &mut T) {
    let king = board.king(S::COLOR);
    let rank = king.rank().bitboard();
    let not_behind = rank | front_span::<S>(rank);
    let our_pawns = board.of(S::COLOR, PieceType::Pawn) & not_behind;
    let their_pawns = board.of(!S::COLOR, PieceType::Pawn) & not_behind;
    for file in FileSet::around(king).iter() {
        let adjacent = usize::from(file != king.file());
        let nearest = |pawns: Bitboard| {
            let pawns = pawns & file.bitboard();
            let nearest = match S::COLOR {
                Color::White => pawns.first(),
                Color::Black => pawns.last(),
            };
            nearest.map_or(NO_PAWN, |pawn| {
                relative_rank::<S>(pawn) - relative_rank::<S>(king)
            })
        };
        let (ours, theirs) = (nearest(our_pawns), nearest(their_pawns));
        tally.add::<S>(|w| w.king_shelter[adjacent][ours], 1);
        let blocked = usize::from(theirs != NO_PAWN && ours + 1 == theirs);
        tally.add::<S>(|w| w.pawn_storm[blocked][theirs], 1);
    }
}

/// The cached results for one placement of the pawns.
#[derive(Clone, Copy, Debug, Default)]
struct PawnEntry {
    /// Pawn key of the position.
    key: Key,
    /// Sum of the pawn terms of both sides, from White's view.
    score: Tapered,
    structure: PawnStructure,
    /// Square and shelter score of each king, by color; `None` if not computed yet.
    shelters: [Option<(Square, Tapered)>; 2],
}

impl PawnEntry {
    /// Returns the shelter score of the king of `S`. Computes it unless it is cached for the king's
    /// square.
    #[inline]
    fn shelter<S: Side>(&mut self, board: &Board) -> Tapered {
        let king = board.king(S::COLOR);
        match &mut self.shelters[S::COLOR.index()] {
            Some((square, shelter)) if *square == king => *shelter,
            other => {
                let mut sum = Sum::default();
                add_shelter::<S, _>(board, &mut sum);
                other.insert((king, sum.total())).1
            }
        }
    }
}

/// A pawn hash table.
///
/// Empty entries have key 0, which is the key of positions without pawns. Their zero scores are
/// correct for these positions.
#[derive(Clone, Debug)]
pub struct PawnTable(Box<[PawnEntry]>);

impl Default for PawnTable {
    fn default() -> Self {
        Self(vec![PawnEntry::default(); ENTRIES].into_boxed_slice())
    }
}

impl PawnTable {
    /// Clears all entries.
    pub fn clear(&mut self) {
        self.0.fill(PawnEntry::default());
    }

    /// Returns the sum of pawn and shelter terms of `board` from White's view, and its pawn
    /// structure. `key` is the pawn key of `board`.
    #[inline]
    pub fn look_up(&mut self, board: &Board, key: Key) -> (Tapered, PawnStructure) {
        let entry = &mut self.0[key as usize % ENTRIES];
        if entry.key != key {
            let mut sum = Sum::default();
            let structure = add_pawns(board, &mut sum);
            *entry = PawnEntry {
                key,
                score: sum.total(),
                structure,
                ..PawnEntry::default()
            };
        }
        let shelters = entry.shelter::<White>(board) + entry.shelter::<Black>(board);
        (entry.score + shelters, entry.structure)
    }
}
