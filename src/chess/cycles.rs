//! Upcoming repetitions: finds, from the keys of two positions, the reversible move between them.
//!
//! If one reversible move connects two positions, their keys differ by the key of that move. With
//! a table of the keys of all moves, the search detects that the side to move can return to an
//! earlier position. It need not make the move for this. Each key has two places in the table and
//! is in one of them (cuckoo hashing). The method is Marcel van Kervinck's; see
//! <https://www.chessprogramming.org/Repetitions> and
//! <https://www.chessprogramming.org/Cuckoo_Hashing>.

use std::sync::LazyLock;

use super::attacks::attacks;
use super::zobrist::move_key;
use super::{Bitboard, Color, Key, Piece, PieceType, Square};

/// The number of places in the table: a power of two, and more than twice `MOVES`, so that a place
/// is found for every key.
const PLACES: usize = 8192;

/// The number of moves in the table: those of the knights, bishops, rooks, queens and kings of both
/// colors. A move and its reverse count as one.
#[cfg(test)]
const MOVES: usize = 3668;

/// The key of a move and the two squares that it connects. A key of 0 marks an empty place.
type Entry = (Key, Square, Square);

static TABLE: LazyLock<Box<[Entry]>> = LazyLock::new(build_table);

/// Returns the two possible places of a key.
const fn places(key: Key) -> [usize; 2] {
    [
        key as usize & (PLACES - 1),
        (key >> 16) as usize & (PLACES - 1),
    ]
}

/// Builds the table of all reversible moves.
fn build_table() -> Box<[Entry]> {
    let mut table = vec![(0, Square::A1, Square::A1); PLACES].into_boxed_slice();
    let kinds = PieceType::ALL.into_iter().skip(1);
    for (kind, color) in kinds.flat_map(|kind| Color::ALL.map(|color| (kind, color))) {
        for from in Bitboard::ALL {
            let later = |to: &Square| to.index() > from.index();
            let reached = attacks(kind, color, from, Bitboard::EMPTY);
            for to in reached.into_iter().filter(later) {
                let key = move_key(Piece::new(color, kind), from, to);
                insert(&mut table, (key, from, to));
            }
        }
    }
    table
}

/// Inserts an entry in its first place. An entry that was there moves to its other place, and may
/// displace a third one, until a place is empty.
fn insert(table: &mut [Entry], mut entry: Entry) {
    let mut place = places(entry.0)[0];
    loop {
        std::mem::swap(&mut table[place], &mut entry);
        if entry.0 == 0 {
            return;
        }
        let [first, second] = places(entry.0);
        place = if place == first { second } else { first };
    }
}

/// Returns the two squares of the reversible move that connects two positions, lower index first.
/// `difference` is the exclusive or of the keys of the positions. Returns `None` if no single move
/// connects them.
#[inline]
pub(super) fn connecting_move(difference: Key) -> Option<(Square, Square)> {
    let entries = places(difference).map(|place| TABLE[place]);
    let (_, from, to) = entries.into_iter().find(|entry| entry.0 == difference)?;
    Some((from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_found_by_its_key() {
        let filled = TABLE.iter().filter(|entry| entry.0 != 0).count();
        assert_eq!(filled, MOVES);
        for &(key, from, to) in TABLE.iter().filter(|entry| entry.0 != 0) {
            assert_eq!(connecting_move(key), Some((from, to)));
        }
        assert_eq!(connecting_move(1), None);
    }
}
