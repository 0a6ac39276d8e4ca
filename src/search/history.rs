//! What moves did well before: killers by ply, and a history by origin and target.
//!
//! See <https://www.chessprogramming.org/History_Heuristic> and
//! <https://www.chessprogramming.org/Killer_Heuristic>.

use super::params::{HISTORY_MAX, history_bonus_max, history_bonus_per_depth};
use crate::chess::{Color, Move};

/// How well quiet moves did, by side to move, origin and target; entries stay within
/// ±[`HISTORY_MAX`].
#[derive(Clone, Debug)]
pub struct History {
    table: Box<[[[i16; 64]; 64]; 2]>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            table: Box::new([[[0; 64]; 64]; 2]),
        }
    }
}

impl History {
    /// How well this move did so far.
    #[inline]
    #[must_use]
    pub fn get(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.table[side.index()][mv.from().index()][mv.to().index()])
    }

    /// Rewards the quiet move that refuted a position at this depth, and takes from those
    /// that were tried before it.
    pub fn update(&mut self, side: Color, best: Move, tried: &[Move], depth: i32) {
        let bonus = (history_bonus_per_depth() * depth).min(history_bonus_max());
        self.add(side, best, bonus);
        for &mv in tried {
            self.add(side, mv, -bonus);
        }
    }

    /// Adds a bonus, the less the nearer the entry is to its bound: old merits fade.
    fn add(&mut self, side: Color, mv: Move, bonus: i32) {
        let entry = &mut self.table[side.index()][mv.from().index()][mv.to().index()];
        let old = i32::from(*entry);
        *entry = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }
}

/// The last two quiet moves that refuted a position at one ply.
#[derive(Clone, Copy, Debug, Default)]
pub struct Killers([Option<Move>; 2]);

impl Killers {
    /// Remembers a move, before the others.
    #[inline]
    pub fn add(&mut self, mv: Move) {
        if self.0[0] != Some(mv) {
            self.0 = [Some(mv), self.0[0]];
        }
    }

    /// The moves, the latest first.
    #[inline]
    #[must_use]
    pub const fn moves(&self) -> [Option<Move>; 2] {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{MoveKind, Square};

    #[test]
    fn history_stays_in_bounds_and_prefers_what_worked() {
        let good = Move::new(Square::G1, Square::F3, MoveKind::Quiet);
        let bad = Move::new(Square::B1, Square::A3, MoveKind::Quiet);
        let mut history = History::default();
        for depth in 1..2000 {
            history.update(Color::White, good, &[bad], depth);
        }
        assert!(history.get(Color::White, good) > HISTORY_MAX * 9 / 10);
        assert!(history.get(Color::White, good) <= HISTORY_MAX);
        assert!(history.get(Color::White, bad) < -HISTORY_MAX * 9 / 10);
        assert_eq!(history.get(Color::Black, good), 0);
    }

    #[test]
    fn killers_are_two_different_moves() {
        let mv = |to| Move::new(Square::A1, to, MoveKind::Quiet);
        let mut killers = Killers::default();
        for to in [Square::A2, Square::A3, Square::A3] {
            killers.add(mv(to));
        }
        assert_eq!(
            killers.moves(),
            [Some(mv(Square::A3)), Some(mv(Square::A2))]
        );
    }
}
