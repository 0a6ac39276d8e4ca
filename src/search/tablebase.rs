//! Tablebases in the search: the tables and settings of a thread, and the ranks of root moves.
//!
//! At the root, moves are ranked by outcome and by distance to zeroing (DTZ), so that a win is
//! completed before the fifty-move rule ends the game. The search then chooses among the moves of
//! the best rank. See <https://www.chessprogramming.org/Syzygy_Bases>.

use std::sync::Arc;

use crate::chess::{FIFTY_MOVE_PLIES, Position};
use crate::score::{DRAW, Score, TABLEBASE_WIN};
use crate::syzygy::{ProbedMove, Probing, Tablebases, Wdl};

/// Halfmove clock at which the game is a draw, in plies.
const FIFTY_MOVES: i32 = FIFTY_MOVE_PLIES as i32;

/// Rank of moves that win before the fifty-move rule applies. Draws have rank 0; losing moves have
/// negative ranks.
const BEST_RANK: i32 = 100_000;

/// The tablebases of a search thread.
#[derive(Debug, Default)]
pub(super) struct TablebaseAccess {
    pub tables: Option<Arc<Tablebases>>,
    pub probing: Probing,
    /// In the tree, positions with at most this many pieces, pawns included, are probed; 0 if none
    /// are.
    pub max_pieces: u32,
}

/// Returns the rank of a root move. A move of higher rank is always preferred; among moves of the
/// same rank, the search chooses. `clock` is the halfmove clock. `repeated` is true if a position
/// has repeated since the last zeroing move.
pub(super) fn rank(probed: &ProbedMove, clock: i32, repeated: bool) -> i32 {
    let sign = match probed.wdl {
        Wdl::Draw => return 0,
        Wdl::Win | Wdl::CursedWin => 1,
        Wdl::Loss | Wdl::BlessedLoss => -1,
    };
    let late = matches!(probed.wdl, Wdl::CursedWin | Wdl::BlessedLoss);
    let Some(distance) = probed.dtz.map(i32::from) else {
        return sign * if late { 1 } else { BEST_RANK };
    };
    // While the fifty-move limit is far, all moves have the same rank, and the search chooses.
    // After a repetition, the winning side must make progress, so it follows the DTZ. The losing
    // side follows the DTZ only if the fifty-move rule may save it.
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

/// Returns the score of a tablebase outcome at the root, reported unless the search finds a mate.
pub(super) const fn score(wdl: Wdl) -> Score {
    match wdl {
        Wdl::Win => TABLEBASE_WIN,
        Wdl::Loss => -TABLEBASE_WIN,
        Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => DRAW,
    }
}

/// Returns whether a position has occurred twice since the last capture or pawn move.
pub(super) fn has_repeated(position: &Position) -> bool {
    let mut position = position.clone();
    let reach = usize::from(position.board().halfmove_clock()).min(position.moves_made());
    (0..reach).any(|_| {
        let repeated = position.repetitions() > 0;
        position.unmake_move();
        repeated
    })
}
