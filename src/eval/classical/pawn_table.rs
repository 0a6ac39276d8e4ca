//! The pawn hash table: the terms of pawns and of shelters, kept by the key of the pawns.
//! See <https://www.chessprogramming.org/Pawn_Hash_Table>.

use super::pawns::{PawnStructure, pawns};
use super::shelter::shelter;
use super::tally::Sum;
use super::tapered::Tapered;
use crate::chess::{Black, Side, White};
use crate::chess::{Board, Key, Square};

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
