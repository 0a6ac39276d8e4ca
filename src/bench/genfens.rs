//! The command `genfens`: random openings for data generation in OpenBench.
//!
//! A client of OpenBench starts `ferz "genfens N seed S book FILE" quit` on each of its threads,
//! and makes an opening book of the lines `info string genfens FEN`. Each opening must follow the
//! last within 15 seconds. See <https://github.com/AndyGrant/OpenBench> (`Client/genfens.py`).

use std::error::Error;
use std::path::PathBuf;

use fastrand::Rng;

use super::opening::{self, Attempt, RANDOM_PLIES, Starts};
use super::positions_file::read_boards;
use crate::chess::Position;
use crate::engine::{Event, TaskInput};
use crate::search::solo::Solo;
use crate::support::quote::{Named, Quoted};

/// Default number of random plies after a position of a book. Half of the openings have one more.
const RANDOM_PLIES_AFTER_BOOK: u8 = 4;

/// Maximum of the argument `plies`.
const MAX_RANDOM_PLIES: u8 = 99;

/// Soft node limit of the search that evaluates an opening, as in `ferz-lab datagen` by default.
const NODES: u64 = 1_000;

/// Size of the transposition table, in MB.
const HASH_MEGABYTES: usize = 8;

/// Number of rejected openings in a row after which the positions of a book count as decided.
const MAX_ATTEMPTS: u32 = 1_000;

/// Usage, for error messages.
const EXPECTED: &str = "expected genfens N seed S book None|FILE [chess960|dfrc] [plies N]";

/// The openings that `genfens` prints. The same values give the same openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenFens {
    /// Number of openings.
    pub count: u64,
    /// Seed of the random moves.
    pub seed: u64,
    /// Positions before the random moves.
    pub source: Source,
    /// Number of random plies; half of the openings have one more.
    pub plies: u8,
}

/// Positions before the random moves of an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Starting positions.
    Starts(Starts),
    /// The positions of a file.
    Book(PathBuf),
}

impl GenFens {
    /// Prints the openings as notes, each as soon as it is found. Returns `None` if it was stopped.
    pub fn run(&self, input: &TaskInput) -> Result<Option<()>, Box<dyn Error>> {
        let book = match &self.source {
            Source::Book(file) => read_boards(file)?,
            Source::Starts(_) => Vec::new(),
        };
        let mut rng = Rng::with_seed(self.seed);
        let mut solo = Solo::stopped_by(HASH_MEGABYTES, &input.stop)?;
        solo.set_network(input.network.clone());
        let mut score = |position: &Position| {
            let limits = opening::soft_limits(NODES);
            let result = solo.search_unless_stopped(position.clone(), limits);
            result.map(|result| result.score())
        };
        let (mut found, mut attempts) = (0, 0);
        while found < self.count {
            let first = match &self.source {
                Source::Starts(starts) => opening::first_board(*starts, &mut rng),
                Source::Book(_) => *rng.choice(&book).expect("a book has positions"),
            };
            match opening::attempt(first, self.plies, &mut rng, &mut score) {
                Attempt::Opening(board) => {
                    (input.on_event)(Event::Note(format!("genfens {board}")));
                    (found, attempts) = (found + 1, 0);
                }
                Attempt::Rejected => attempts += 1,
                Attempt::Stopped => return Ok(None),
            }
            if let (Source::Book(file), MAX_ATTEMPTS) = (&self.source, attempts) {
                let why = "found no undecided opening in";
                let expected = "attempts; expected balanced positions";
                return Err(format!("{}: {why} {attempts} {expected}", Named(file)).into());
            }
        }
        Ok(Some(()))
    }
}

/// Parses the arguments of `genfens`. `chess960` and `dfrc` take precedence over the book:
/// OpenBench plays Chess960 only if there is a book with a name that says so.
pub fn parse_genfens(words: &[&str]) -> Result<GenFens, String> {
    let [count, "seed", seed, "book", book, extra @ ..] = words else {
        let found = match words {
            [] => "nothing".to_owned(),
            _ => Quoted(&words.join(" ")).to_string(),
        };
        return Err(format!("found {found}; {EXPECTED}"));
    };
    let count = number("N", count, u64::MAX)?;
    let seed = number("seed", seed, u64::MAX)?;
    let mut source = if book.eq_ignore_ascii_case("none") {
        Source::Starts(Starts::Standard)
    } else {
        Source::Book(PathBuf::from(book))
    };
    let (mut plies, mut extra) = (None, extra.iter());
    while let Some(&word) = extra.next() {
        match word {
            "plies" => {
                let text = extra.next().copied().unwrap_or_default();
                plies = Some(number("plies", text, MAX_RANDOM_PLIES.into())? as u8);
            }
            "chess960" => source = Source::Starts(Starts::Chess960),
            "dfrc" => source = Source::Starts(Starts::DoubleFischerRandom),
            _ => return Err(format!("found {}; {EXPECTED}", Quoted(word))),
        }
    }
    let plies = plies.unwrap_or(match source {
        Source::Starts(_) => RANDOM_PLIES,
        Source::Book(_) => RANDOM_PLIES_AFTER_BOOK,
    });
    Ok(GenFens {
        count,
        seed,
        source,
        plies,
    })
}

/// Parses a whole number from 0 to `most`.
fn number(name: &str, text: &str, most: u64) -> Result<u64, String> {
    let found = text.parse().ok().filter(|&number: &u64| number <= most);
    let found_text = Quoted(text);
    found.ok_or_else(|| {
        format!("{name}: found {found_text}; expected a whole number from 0 to {most}")
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::chess::Board;

    /// Returns the openings of a command, as FENs.
    fn openings(words: &str) -> Vec<String> {
        let words: Vec<&str> = words.split(' ').collect();
        let (sender, events) = crossbeam_channel::unbounded();
        let input = TaskInput {
            on_event: Arc::new(move |event| sender.send(event).expect("it is received")),
            ..TaskInput::default()
        };
        let settings = parse_genfens(&words).expect("valid arguments");
        let done = settings.run(&input).expect("enough memory");
        assert_eq!(done, Some(()));
        let fen = |event| match event {
            Event::Note(note) => note.strip_prefix("genfens ").expect("a FEN").to_owned(),
            _ => panic!("expected a note, found {event:?}"),
        };
        events.try_iter().map(fen).collect()
    }

    #[test]
    fn openings_are_legal_positions_after_the_given_number_of_plies() {
        for (extra, fewest) in [
            ("", 8),
            (" plies 3", 3),
            (" chess960", 8),
            (" dfrc plies 2", 2),
        ] {
            let fens = openings(&format!("20 seed 7 book None{extra}"));
            assert_eq!(fens.len(), 20);
            let mut plies = fens.iter().map(|fen| {
                let board: Board = fen.parse().expect("a legal position");
                2 * (board.fullmove_number() - 1) + u16::from(board.side_to_move() as u8)
            });
            assert!(
                plies.all(|plies| plies == fewest || plies == fewest + 1),
                "{fens:?}"
            );
        }
    }

    #[test]
    fn the_seed_determines_the_openings() {
        let first = openings("5 seed 1 book None");
        assert_eq!(first, openings("5 seed 1 book None"));
        assert_eq!(first[..3], openings("3 seed 1 book None"));
        assert_ne!(first, openings("5 seed 2 book None"));
    }

    #[test]
    fn chess960_takes_precedence_over_the_book() {
        let first = openings("5 seed 1 book None dfrc");
        assert_eq!(first, openings("5 seed 1 book DFRC.epd dfrc"));
        assert_ne!(first, openings("5 seed 1 book FRC.epd chess960"));
    }
}
