//! Which single move leads from one position to another, told by their keys alone.
//!
//! Keys of positions that one move of a piece connects differ by that move's key, whatever
//! else is on the board. A table of all such keys tells a search that the side to move can
//! go back to an earlier position, before it has tried. Each key has two places in the
//! table, and lies in one of them (cuckoo hashing). After Marcel van Kervinck; see
//! <https://www.chessprogramming.org/Repetitions> and
//! <https://www.chessprogramming.org/Cuckoo_Hashing>.

use std::sync::LazyLock;

use super::attacks::attacks;
use super::bitboard::Bitboard;
use super::color::Color;
use super::piece::{Piece, PieceType};
use super::square::Square;
use super::zobrist::{Key, move_key};

/// More than twice the number of moves, so that all find a place; a power of two.
const PLACES: usize = 8192;

/// How many moves there are: of knights, bishops, rooks, queens and kings of both colors,
/// between two squares in either direction.
#[cfg(test)]
const MOVES: usize = 3668;

/// The key of a move and the two squares it connects; a key of 0 is an empty place.
type Entry = (Key, Square, Square);

static TABLE: LazyLock<Box<[Entry]>> = LazyLock::new(table);

/// The two places for a key.
const fn places(key: Key) -> [usize; 2] {
    [
        key as usize & (PLACES - 1),
        (key >> 16) as usize & (PLACES - 1),
    ]
}

/// All moves that can be taken back, each in one of its places.
fn table() -> Box<[Entry]> {
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

/// Puts an entry in its first place; what lay there goes to its other place, and so on.
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

/// The squares between which a piece moves, if that is what two positions, whose keys
/// combined by exclusive or are `difference`, differ by.
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
    fn every_move_has_its_place() {
        let filled = TABLE.iter().filter(|entry| entry.0 != 0).count();
        assert_eq!(filled, MOVES);
        for &(key, from, to) in TABLE.iter().filter(|entry| entry.0 != 0) {
            assert_eq!(connecting_move(key), Some((from, to)));
        }
        assert_eq!(connecting_move(1), None);
    }
}
