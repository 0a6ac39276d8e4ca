//! The argument `--book` of subcommands that play games.
//! See <https://www.chessprogramming.org/Opening_Book>.

use std::path::PathBuf;

use crate::self_play::Openings;
use clap::Args;
use ferz::bench::positions_file::read_boards;
use ferz::support::quote::Named;

/// Argument that sets the openings.
#[derive(Debug, Args)]
pub struct Book {
    /// Openings, as FENs or EPDs on lines, in random order [default: 8 or 9 random plies]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

impl Book {
    /// Returns the file.
    pub fn file(&self) -> Option<&PathBuf> {
        self.book.as_ref()
    }

    /// Returns the openings, and a description that differs between books.
    ///
    /// # Errors
    ///
    /// Returns an error if the book cannot be read, or has no position to play from.
    pub fn openings(&self, seed: u64) -> Result<(Openings, String), String> {
        let Some(file) = &self.book else {
            return Ok((Openings::random(seed), "random".to_owned()));
        };
        let boards = read_boards(file).map_err(|error| format!("--book: {error}"))?;
        let mut checksum = 0;
        for board in &boards {
            checksum = crc32c::crc32c_append(checksum, board.to_string().as_bytes());
        }
        let description = format!("{} positions, CRC-32C {checksum:08x}", boards.len());
        let openings = Openings::of_book(seed, boards).ok_or_else(|| {
            format!(
                "--book: {}: the game is over in every position; expected openings",
                Named(file)
            )
        })?;
        Ok((openings, description))
    }
}
