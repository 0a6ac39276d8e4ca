//! The moves that lead to a difference, and the marks on its board.
//! See <https://www.chessprogramming.org/Portable_Game_Notation#Movetext_Section>.

use crate::bisect::compare::resolve;
use crate::bisect::path::MovePath;
use crate::bisect::{Difference, DifferenceKind};
use crate::chess::{Board, Move};

use crate::cli::display::marks::{Mark, Marks};
use crate::cli::display::svg::BoardPicture;
use crate::cli::display::variation::numbered;

/// A move of a path.
pub struct Step<'a> {
    /// The move with its number, such as `1. e4` or `1... e5`.
    pub text: String,
    /// The move.
    pub mv: Move,
    /// The position after the move.
    pub after: &'a Board,
}

/// Returns the moves of a path.
pub fn steps(path: &MovePath) -> impl Iterator<Item = Step<'_>> {
    path.steps().map(|(before, mv, after)| Step {
        text: numbered(before, mv, true),
        mv,
        after,
    })
}

/// Returns the move that the marks of a difference show.
pub fn marked_move(difference: &Difference) -> Option<&str> {
    match &difference.kind {
        DifferenceKind::Moves(moves) => moves.diagnosis.main_move().map(|main| main.mv.as_str()),
        DifferenceKind::Contradiction(contradiction) => contradiction.mv.as_deref(),
    }
}

/// Returns the marks that show the difference on the last board of its path.
pub fn marks(difference: &Difference) -> Marks {
    let squares = match &difference.kind {
        DifferenceKind::Moves(moves) => moves.diagnosis.squares,
        DifferenceKind::Contradiction(_) => {
            let mv = marked_move(difference);
            let mv = mv.and_then(|mv| resolve(mv, difference.path.board()));
            return mv.map_or_else(Marks::default, Marks::of_move);
        }
    };
    // The first mark of a square stays. A captured checker is more than the target of a move.
    let mut marks = Marks::default();
    marks.add(squares.pin, Mark::Pin);
    marks.add(squares.attackers, Mark::Attacker);
    marks.add(squares.moved, Mark::Move);
    marks.add(squares.path, Mark::Path);
    marks
}

/// Returns the picture of the position of a difference.
pub fn picture(difference: &Difference) -> BoardPicture<'_> {
    let path = &difference.path;
    let picture = BoardPicture::new(path.board()).title(path.fen());
    let picture = picture.marks(marks(difference));
    let step = match &difference.kind {
        DifferenceKind::Moves(moves) => moves.diagnosis.squares.step,
        DifferenceKind::Contradiction(_) => None,
    };
    match step {
        Some((from, to)) => picture.arrow_between(from, to),
        None => picture,
    }
}
