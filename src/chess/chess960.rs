//! The 960 starting positions of Chess960, by their numbers.
//!
//! The digits of the number, in mixed radix, give the files of the pieces: first the bishops, one
//! on each square color, then the queen and the knights among the free files. Rook, king and rook
//! take the last three files, in this order. See
//! <https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme>.

use super::{Board, PieceType};

/// The number of starting positions. They are numbered from 0.
pub const STARTS: u16 = 960;

/// The number of the initial position of standard chess.
pub const STANDARD: u16 = 518;

/// The files of the knights, as indices into the five files left free by bishops and queen.
#[rustfmt::skip]
const KNIGHTS: [[usize; 2]; 10] = [
    [0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4],
];

/// Returns the back rank of the starting position with this number, from the a-file.
///
/// ```
/// use ferz::chess::chess960::{STANDARD, back_rank};
/// let letters: String = back_rank(STANDARD).iter().map(|piece| piece.letter()).collect();
/// assert_eq!(letters, "rnbqkbnr");
/// ```
///
/// # Panics
///
/// Panics if `number` is not below [`STARTS`].
#[must_use]
pub fn back_rank(number: u16) -> [PieceType; 8] {
    assert!(number < STARTS, "there is no starting position {number}");
    let mut left = usize::from(number);
    let mut digit = |base| {
        let digit = left % base;
        left /= base;
        digit
    };
    // On the first rank, b, d, f and h are light squares, and a, c, e and g dark ones.
    let mut files = [None; 8];
    files[2 * digit(4) + 1] = Some(PieceType::Bishop);
    files[2 * digit(4)] = Some(PieceType::Bishop);
    put(&mut files, PieceType::Queen, digit(6));
    let [first, second] = KNIGHTS[digit(10)];
    // The second knight first, so that the index of the first still counts the same free files.
    put(&mut files, PieceType::Knight, second);
    put(&mut files, PieceType::Knight, first);
    // The king goes between the rooks.
    put(&mut files, PieceType::King, 1);
    files.map(|piece| piece.unwrap_or(PieceType::Rook))
}

/// Puts a piece on the file with index `n` among the free files.
fn put(files: &mut [Option<PieceType>; 8], piece: PieceType, n: usize) {
    let mut free = files.iter_mut().filter(|file| file.is_none());
    *free
        .nth(n)
        .expect("a digit is below the number of free files") = Some(piece);
}

/// Returns the initial position of a game of Chess960, or of double Fischer random chess if the
/// numbers of the two sides differ.
///
/// ```
/// use ferz::chess::{Board, chess960::{STANDARD, start}};
/// assert_eq!(start(STANDARD, STANDARD), Board::default());
/// ```
///
/// # Panics
///
/// Panics if a number is not below [`STARTS`].
#[must_use]
pub fn start(white: u16, black: u16) -> Board {
    let letters = |number| String::from_iter(back_rank(number).map(PieceType::letter));
    let (first_rank, eighth_rank) = (letters(white).to_uppercase(), letters(black));
    // Each side has two rooks, so KQkq gives all castling rights.
    format!("{eighth_rank}/pppppppp/8/8/8/8/PPPPPPPP/{first_rank} w KQkq - 0 1")
        .parse()
        .expect("all starting positions are valid")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::chess::color::Color;

    fn letters(number: u16) -> String {
        String::from_iter(back_rank(number).map(PieceType::letter))
    }

    /// Checks the example of the article, and the first and last rows of its two tables. The table
    /// of bishops goes from 0 to 15, and that of the other pieces from 0 to 944.
    #[test]
    fn numbers_agree_with_the_published_scheme() {
        assert_eq!(letters(0), "bbqnnrkr");
        assert_eq!(letters(15), "qnnrkrbb");
        assert_eq!(letters(STANDARD), "rnbqkbnr");
        assert_eq!(letters(944), "bbrkrnnq");
        assert_eq!(letters(959), "rkrnnqbb");
    }

    #[test]
    fn all_starting_positions_differ_and_obey_the_rules_of_chess960() {
        let all: HashSet<String> = (0..STARTS).map(letters).collect();
        assert_eq!(all.len(), usize::from(STARTS));
        for start in all {
            let mut sorted: Vec<char> = start.chars().collect();
            sorted.sort_unstable();
            assert_eq!(String::from_iter(sorted), "bbknnqrr");
            let order = start.replace(['b', 'n', 'q'], "");
            assert_eq!(order, "rkr", "{start}");
            let bishops: Vec<usize> = start.match_indices('b').map(|(file, _)| file).collect();
            assert_ne!(bishops[0] % 2, bishops[1] % 2, "{start}");
        }
    }

    #[test]
    fn both_sides_may_castle_with_both_rooks_from_every_start() {
        for number in 0..STARTS {
            let (white, black) = (number, STARTS - 1 - number);
            let board = start(white, black);
            for (color, start) in [(Color::White, white), (Color::Black, black)] {
                let squares = color.back_rank().bitboard().iter();
                let pieces: Vec<_> = squares.filter_map(|at| board.piece_type_at(at)).collect();
                assert_eq!(pieces, back_rank(start), "{board:?}");
                assert_eq!(
                    board.castling().rooks_of(color),
                    board.of(color, PieceType::Rook)
                );
            }
        }
    }
}
