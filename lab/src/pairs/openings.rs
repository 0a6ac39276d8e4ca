//! The openings of game pairs: random ones, or those of a book in random order.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use fastrand::Rng;
use ferz::bench::positions_file::read_boards;
use ferz::chess::{Board, Position};
use ferz::score::Score;
use ferz::support::quote::Named;

use crate::self_play::{Starts, numbered_seed, random_opening};

/// Argument that sets the openings.
#[derive(Debug, Args)]
pub struct Book {
    /// Openings, as FENs or EPDs on lines, in random order [default: 8 or 9 random plies]
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,
}

impl Book {
    /// Returns the openings, and a description that differs between books.
    pub fn openings(&self, seed: u64) -> Result<(Openings, String)> {
        let Some(file) = &self.book else {
            let book = Vec::new();
            return Ok((Openings { seed, book }, "random".to_owned()));
        };
        let boards = read_boards(file).context("--book")?;
        let checksum = boards.iter().fold(0, |checksum, board| {
            crc32c::crc32c_append(checksum, board.to_string().as_bytes())
        });
        let description = format!("{} positions, CRC-32C {checksum:08x}", boards.len());
        let openings = Openings::of_book(seed, boards).with_context(|| {
            let file = Named(file);
            format!("--book: {file}: the game is over in every position; expected openings")
        })?;
        Ok((openings, description))
    }
}

/// Numbered openings. The same seed and book give the same openings.
#[derive(Debug, PartialEq)]
pub struct Openings {
    seed: u64,
    /// The positions of the book in random order; empty for openings of 8 or 9 random plies from the
    /// initial position.
    book: Vec<Board>,
}

impl Openings {
    /// Creates openings from the positions of a book, in random order. No opening is repeated
    /// before all have been played. Positions in which the game is over are left out; returns `None`
    /// if there is no other.
    fn of_book(seed: u64, mut book: Vec<Board>) -> Option<Self> {
        book.retain(|&board| Position::new(board).outcome().is_none());
        Rng::with_seed(seed).shuffle(&mut book);
        (!book.is_empty()).then_some(Self { seed, book })
    }

    /// Returns the opening with this number. `score` returns the score of a position for either
    /// side, or `None` if its search was stopped. Returns `None` if a search was stopped.
    pub fn get(&self, number: u64, score: impl FnMut(&Position) -> Option<Score>) -> Option<Board> {
        if !self.book.is_empty() {
            return Some(self.book[(number % self.book.len() as u64) as usize]);
        }
        let mut rng = Rng::with_seed(numbered_seed(self.seed, number));
        random_opening(Starts::Standard, &mut rng, score)
    }
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
        let random = |seed| Openings {
            seed,
            book: Vec::new(),
        };
        let opening = |seed, number| random(seed).get(number, |_| Some(0));
        assert_eq!(opening(1, 2), opening(1, 2));
        assert_ne!(opening(1, 2), opening(1, 3));
        assert_ne!(opening(1, 2), opening(2, 2));
        assert_eq!(random(1).get(0, |_| None), None);
    }
}
