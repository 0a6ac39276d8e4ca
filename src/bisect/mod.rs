//! Finds the moves that another program's move generator gets wrong.
//!
//! Perft counts show that a generator has an error, but not where. By hand, one compares the
//! counts for each root move, makes a move whose counts differ, and repeats this. Here it is
//! done automatically. All positions are compared at depth 1, then all at depth 2, and so on,
//! so the first difference is at the lowest possible depth. Following it leads to a position where
//! the lists of moves differ. [`diagnosis`] finds the rule that the generator breaks there.
//!
//! * [`opponent`]: the other program, as a trait. [`engine`] and [`script`] are programs that
//!   are started by a [`command`] and run by [`process`]; an engine is asked with a
//!   [`perft_command`]. [`opponent_error`]: why a program gives no counts.
//! * [`path`], [`positions`]: the positions to compare.
//! * [`bisection`], [`descent`]: comparing all positions, and following a difference to where
//!   it begins. [`probe`] finds the moves if the engine prints only totals.
//! * [`reply`], [`compare`]: parsing the output of the engine, and comparing its counts.
//! * [`result`], [`difference`]: what a comparison returns.
//! * [`diagnosis`]: the rule that is broken.
//!
//! See <https://www.chessprogramming.org/Perft#Purpose>.

pub mod bisection;
pub mod command;
pub mod compare;
pub mod descent;
pub mod diagnosis;
pub mod difference;
pub mod engine;
pub mod opponent;
pub mod opponent_error;
pub mod path;
pub mod perft_command;
pub mod positions;
pub mod probe;
pub mod process;
pub mod reply;
pub mod result;
pub mod script;

pub use bisection::{BisectProgress, Bisection};
pub use difference::{
    Contradiction, ContradictionKind, Difference, DifferenceKind, MoveDifference,
};
pub use opponent::{Opponent, Question, TimeLimit};
pub use positions::StartPosition;
pub use result::{BisectResult, Compared, WrongCount};
