//! Endgame tables in Syzygy's format: what is won, drawn and lost, exactly.
//!
//! A position with few men is looked up instead of searched. The tables of one kind tell its
//! value (*WDL*), those of the other how many half-moves it takes to the next capture or pawn
//! move with best play (*DTZ*), which is what the 50-move rule asks about.
//!
//! The crate `pyrrhic-rs` reads them; here is what makes it safe to use: `files` looks at
//! every file before, and what is asked of it is only what the files found can answer.
//! See <https://www.chessprogramming.org/Syzygy_Bases>.

mod available;
mod checksum;
mod error;
mod files;
mod header;
mod kind;
mod material;
mod probing;
mod pyrrhic;
mod tables;

pub use error::Problem;
pub use material::{MOST_MEN, Material};
pub use probing::{Judged, Outcome, Probing};
pub use tables::{Opened, SEPARATOR, Tables};
