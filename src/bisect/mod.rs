//! Finds the moves that another program's move generator gets wrong.
//!
//! Perft counts show that a generator has an error, but not where. By hand, one compares the
//! counts for each root move, makes a move whose counts differ, and repeats this. Here it is
//! done automatically. All positions are compared at depth 1, then all at depth 2, and so on,
//! so the first difference is at the lowest possible depth. Following it leads to a position where
//! the lists of moves differ. [`diagnosis`] finds the rule that the generator breaks there.
//!
//! The other program is an [`Opponent`]: an [`Engine`], a [`Script`], or one of your own. If it
//! prints only totals, `probe` finds the moves.
//!
//! See <https://www.chessprogramming.org/Perft#Purpose>.

mod bisection;
pub mod command;
mod compare;
mod descent;
pub mod diagnosis;
mod difference;
mod engine;
mod opponent;
mod path;
pub mod positions;
mod probe;
mod process;
pub mod reply;
mod script;

pub use bisection::{BisectResult, Bisection, Compared};
pub use compare::{Counts, resolve};
pub use difference::{Contradiction, ContradictionKind, Difference};
pub use engine::{Engine, PerftCommand};
pub use opponent::{Opponent, OpponentError, OpponentErrorKind, Question};
pub use path::MovePath;
pub use positions::StartPosition;
pub use script::{Script, arguments as script_arguments};
