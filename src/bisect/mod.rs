//! Finds the moves that another program's move generator gets wrong.
//!
//! Perft counts show that a generator has an error, but not where. By hand, one compares the
//! counts for each root move, makes a move whose counts differ, and repeats this. Here it is
//! done automatically. All positions are compared at depth 1, then all at depth 2, and so on,
//! so the first difference is at the lowest possible depth. Following it leads to a position where
//! the lists of moves differ.
//!
//! 1. [`positions`]: the built-in start positions; each is a [`MovePath`], a FEN with moves.
//! 2. `subject`: the program that is tested, a [`Subject`]: a [`UciSubject`], a
//!    [`ScriptSubject`], or a type of your own.
//! 3. `bisection`: compares all positions, depth by depth. `compare` compares one answer.
//! 4. `descent`: follows a difference to the position where it begins. `totals` finds the moves
//!    there if the subject prints only totals.
//! 5. [`diagnosis`]: finds the rule that the generator breaks there. `difference` is the result.
//! 6. `inspection`: compares and explains one answer that the caller has, without a subject.
//!
//! See <https://www.chessprogramming.org/Perft#Purpose>.

mod bisection;
mod compare;
mod descent;
pub mod diagnosis;
mod difference;
mod inspection;
mod path;
pub mod positions;
mod subject;
mod totals;

pub use bisection::{BisectResult, Bisection, Compared};
pub use compare::{Comparison, Counts};
pub use difference::{Contradiction, ContradictionKind, Difference};
pub use inspection::{ComparedMove, Inspection, inspect};
pub use path::MovePath;
pub use positions::StartPosition;
pub use subject::{
    PerftCommand, Question, ScriptSubject, Subject, SubjectError, SubjectErrorKind, UciSubject,
    command, reply, script_arguments,
};
