//! The pawn hash table: caches pawn structure and king shelter by the pawn key.
//!
//! Pawns and kings seldom move, so most lookups during a search are hits. See
//! <https://www.chessprogramming.org/Pawn_Hash_Table>.

use super::pawns::{PawnStructure, pawns};
use super::shelter::shelter;
use super::tally::Sum;
use super::tapered::Tapered;
use crate::chess::{Black, Side, White};
use crate::chess::{Board, Key, Square};

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
                shelter::<S, _>(board, &mut sum);
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

/// Number of entries, a power of two. An entry has 64 bytes, so the table takes 256 kB and fits
/// into the L2 cache.
const ENTRIES: usize = 1 << 12;

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
            let structure = pawns(board, &mut sum);
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
