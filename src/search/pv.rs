//! The principal variation: the line that both sides are expected to play.
//!
//! See <https://www.chessprogramming.org/Principal_Variation#Collecting_the_PV>.

use crate::chess::Move;
use crate::score::MAX_PLY;

/// Lines by ply: the best line found from each ply of the current one.
#[derive(Clone, Debug)]
pub struct PvTable {
    lines: Vec<Vec<Move>>,
}

impl Default for PvTable {
    fn default() -> Self {
        Self {
            lines: vec![Vec::new(); MAX_PLY + 2],
        }
    }
}

impl PvTable {
    /// Forgets the line from `ply`.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// The line from `ply` is now `mv` and then the line from the next ply.
    pub fn extend(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }

    /// The line from `ply`.
    #[inline]
    #[must_use]
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }
}
