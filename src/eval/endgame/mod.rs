//! What is known about endings, beyond what adding up terms can say.
//!
//! * `mating`: a lone king against material that mates, and how to drive it there;
//! * `kpk`: king and pawn against king, exactly, from a table;
//! * `scaling`: endings in which a lead is worth little.
//!
//! `known` judges a position by itself, `scaled` takes from the evaluation's endgame half
//! what cannot be won. Both look at the number of men first, so that they cost next to
//! nothing while there are many. See <https://www.chessprogramming.org/Endgame>.

mod kpk;
mod mating;
mod scaling;

use super::classical::tapered::Tapered;
use super::values::piece_value;
use crate::chess::{Board, Color, Square};
use crate::score::Score;
pub(super) use scaling::FULL_SCALE;
use scaling::scale;

/// The least score of an ending that is won by what is known of it, in centipawns: above
/// what material alone is worth, and far below a mate.
pub const KNOWN_WIN: Score = 10_000;

/// The score from the view of the side to move, where knowledge alone gives it: one side
/// has its king and nothing else, and the other wins by force or cannot win at all.
#[inline]
pub(super) fn known(board: &Board) -> Option<Score> {
    let weak = Color::ALL
        .into_iter()
        .find(|&color| !board.of_color(color).more_than_one())?;
    let score = mating::against_lone_king(board, !weak)?;
    Some(if board.side_to_move() == weak {
        -score
    } else {
        score
    })
}

/// The sum of all terms, from White's view, with no more of its endgame half than the side
/// that leads there can hope to turn into a win.
#[inline]
pub(super) fn scaled(board: &Board, total: Tapered) -> Tapered {
    let factor = factor(board, total.endgame());
    if factor == FULL_SCALE {
        return total;
    }
    Tapered::new(total.middlegame(), total.endgame() * factor / FULL_SCALE)
}

/// How much of the endgame half of a score from White's view counts, in parts of
/// [`FULL_SCALE`].
pub(super) fn factor(board: &Board, endgame: Score) -> i32 {
    let strong = if endgame > 0 {
        Color::White
    } else {
        Color::Black
    };
    scale(board, strong)
}

/// How many moves of a king two squares are apart.
fn king_distance(a: Square, b: Square) -> i32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    files.max(ranks) as i32
}

/// The square as White would see it, were White the side `strong`.
fn from_white(strong: Color, square: Square) -> Square {
    match strong {
        Color::White => square,
        Color::Black => square.flip_rank(),
    }
}
