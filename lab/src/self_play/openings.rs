//! The openings of a match: random ones, or those of a book in random order.
//!
//! See <https://www.chessprogramming.org/Opening_Book>.

use fastrand::Rng;

use super::opening::{self, Attempt, RANDOM_PLIES, Starts};
use ferz::chess::{Board, Position};
use ferz::score::Score;

/// Numbered openings. The same seed and book give the same openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings {
    seed: u64,
    /// The positions of the book in random order; empty for random openings.
    book: Vec<Board>,
}

impl Openings {
    /// Creates openings of 8 or 9 random plies from the initial position.
    #[must_use]
    pub fn random(seed: u64) -> Self {
        Self {
            seed,
            book: Vec::new(),
        }
    }

    /// Creates openings from the positions of a book, in random order. No opening is repeated
    /// before all have been played. Positions in which the game is over are left out; returns `None`
    /// if there is no other.
    #[must_use]
    pub fn of_book(seed: u64, mut book: Vec<Board>) -> Option<Self> {
        book.retain(|&board| Position::new(board).outcome().is_none());
        Rng::with_seed(seed).shuffle(&mut book);
        (!book.is_empty()).then_some(Self { seed, book })
    }

    /// Returns the opening with this number. `score` returns the score of a position for either
    /// side, or `None` if its search was stopped. Returns `None` if a search was stopped.
    pub fn get(
        &self,
        number: u64,
        mut score: impl FnMut(&Position) -> Option<Score>,
    ) -> Option<Board> {
        if !self.book.is_empty() {
            return Some(self.book[(number % self.book.len() as u64) as usize]);
        }
        let mut rng = Rng::with_seed(pair_seed(self.seed, number));
        random_opening(Starts::Standard, &mut rng, &mut score)
    }
}

/// Plays random moves until a position is found in which neither side has a decisive lead.
/// Returns `None` if a search was stopped.
pub fn random_opening(
    starts: Starts,
    rng: &mut Rng,
    mut score: impl FnMut(&Position) -> Option<Score>,
) -> Option<Board> {
    loop {
        let first = opening::first_board(starts, rng);
        match opening::attempt(first, RANDOM_PLIES, rng, &mut score) {
            Attempt::Opening(board) => return Some(board),
            Attempt::Rejected => {}
            Attempt::Stopped => return None,
        }
    }
}

/// Returns the seed of a game or pair of games. With `seed + number` as the seed, neighboring
/// seeds would give mostly the same games.
#[must_use]
pub fn pair_seed(seed: u64, number: u64) -> u64 {
    Rng::with_seed(seed).u64(..).wrapping_add(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::chess::chess960::start;

    #[test]
    fn a_book_is_played_once_before_an_opening_is_repeated() {
        let book: Vec<Board> = (0..50).map(|number| start(number, number)).collect();
        let openings = |seed| {
            let openings = Openings::of_book(seed, book.clone()).expect("openings");
            let opening = |number| openings.get(number, |_| None).expect("a book");
            (0..100).map(opening).collect::<Vec<_>>()
        };
        let first = openings(1);
        assert_eq!(first[..50], first[50..]);
        assert!(book.iter().all(|board| first[..50].contains(board)));
        assert_ne!(first, openings(2));
        assert_eq!(first, openings(1));
    }

    #[test]
    fn random_openings_depend_on_seed_and_number() {
        let opening = |seed, number| Openings::random(seed).get(number, |_| Some(0));
        assert_eq!(opening(1, 2), opening(1, 2));
        assert_ne!(opening(1, 2), opening(1, 3));
        assert_ne!(opening(1, 2), opening(2, 2));
        assert_eq!(Openings::random(1).get(0, |_| None), None);
    }
}
