//! Syzygy endgame tablebases: the exact result of every position with few pieces.
//!
//! There are two kinds of tables. WDL tables contain the result (*win, draw, loss*). DTZ tables
//! contain the *distance to zeroing*: the number of plies to the next capture or pawn move, which
//! resets the counter of the fifty-move rule. The search probes WDL tables in its tree; DTZ tables
//! rank the moves at the root.
//!
//! [`Tablebases`] opens the tables: `files` finds and checks them, with `header` and `checksum`. A
//! probe (`probe`) searches the captures and reads the values of positions from the tables
//! (`tables`): `index` and `squares` compute the index of a position, `compression` decodes its
//! value.
//!
//! See <https://www.chessprogramming.org/Syzygy_Bases>.

mod checksum;
mod compression;
mod files;
mod format;
mod header;
mod index;
mod material;
mod probe;
mod squares;
mod tablebases;
mod tables;
mod wdl;

pub use format::TablebaseError;
pub use material::{MAX_PIECES, Material};
pub use tablebases::{Opened, Probing, SEPARATOR, Tablebases};
pub use wdl::{ProbedMove, Wdl};
