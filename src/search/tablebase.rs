//! The endgame tables in the search: positions with few men are looked up.
//!
//! Behind a capture or a pawn move the outcome alone is enough. At the root the moves are
//! ranked by the distance to the next one as well, so that wins are won before the 50-move
//! rule ends them; then the search chooses among moves that keep the outcome, and needs no
//! tables in its tree. See <https://www.chessprogramming.org/Syzygy_Bases>.

use std::sync::Arc;

use crate::chess::{FIFTY_MOVE_PLIES, Position};
use crate::score::{DRAW, Score, TABLE_WIN};
use crate::syzygy::{Judged, Outcome, Probing, Tables};

/// Half-moves without capture or pawn move after which the game is a draw.
const FIFTY_MOVES: i32 = FIFTY_MOVE_PLIES as i32;

/// The rank of a move that wins in time, of whatever distance; its negative is that of one
/// that loses soon. Drawn moves have rank 0.
const BEST_RANK: i32 = 100_000;

/// What a thread of the search has of the tables.
#[derive(Debug, Default)]
pub(super) struct Tablebase {
    pub tables: Option<Arc<Tables>>,
    pub probing: Probing,
    /// Positions in the tree with no more men are looked up.
    pub most_men: u32,
}

/// How good a move is: a higher rank is always preferred, and among moves of one rank the
/// search chooses.
pub(super) fn rank(judged: &Judged, clock: i32, repeated: bool) -> i32 {
    let sign = match judged.outcome {
        Outcome::Draw => return 0,
        Outcome::Win | Outcome::CursedWin => 1,
        Outcome::Loss | Outcome::BlessedLoss => -1,
    };
    let late = matches!(judged.outcome, Outcome::CursedWin | Outcome::BlessedLoss);
    let Some(distance) = judged.distance.map(i32::from) else {
        return sign * if late { 1 } else { BEST_RANK };
    };
    // Once a position has come back, the search may be going round in circles. A defender
    // is as stubborn as the tables can tell only where the 50-move rule may save it.
    let free = if sign > 0 {
        distance + clock < FIFTY_MOVES && !repeated
    } else {
        2 * distance + clock < FIFTY_MOVES
    };
    sign * if free {
        BEST_RANK
    } else {
        BEST_RANK - distance - clock
    }
}

/// What to say of a move's outcome, where the search knows no mate.
pub(super) const fn score(outcome: Outcome) -> Score {
    match outcome {
        Outcome::Win => TABLE_WIN,
        Outcome::Loss => -TABLE_WIN,
        Outcome::CursedWin | Outcome::Draw | Outcome::BlessedLoss => DRAW,
    }
}

/// Whether a position has stood on the board twice since the last capture or pawn move.
pub(super) fn has_repeated(position: &Position) -> bool {
    let mut position = position.clone();
    let reach = usize::from(position.board().halfmove_clock()).min(position.moves_made());
    (0..reach).any(|_| {
        let repeated = position.repetitions() > 0;
        position.unmake_move();
        repeated
    })
}
