//! The principal variation: the line that both sides are expected to play.
//!
//! The search collects it in a [`PvTable`]; [`complete`] makes of it what is reported.
//! See <https://www.chessprogramming.org/Principal_Variation#Collecting_the_PV>.

use super::tt::{Table, table_key};
use crate::chess::{Move, Position};
use crate::score::{MAX_PLY, Score, mate_in, mated_in, plies_to_mate};

/// Lines by ply: the best line found from each ply of the current one.
#[derive(Clone, Debug)]
pub struct PvTable {
    lines: Vec<Vec<Move>>,
}

impl Default for PvTable {
    fn default() -> Self {
        Self {
            lines: vec![Vec::new(); MAX_PLY + 2],
        }
    }
}

impl PvTable {
    /// Forgets the line from `ply`.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// The line from `ply` is now `mv` and then the line from the next ply.
    pub fn extend(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }

    /// The line from `ply`.
    #[inline]
    #[must_use]
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }
}

/// A line from `root` as it can be told: no further than the game goes, and as long as
/// `depth` half-moves where the table knows how it goes on.
///
/// A line that was cut off in the search, for its first move was too good, has one move
/// alone; the table has the answer that a GUI ponders on.
#[must_use]
pub fn complete(
    root: &mut Position,
    line: &[Move],
    score: Score,
    depth: usize,
    table: &Table,
) -> Vec<Move> {
    // A mate is as far away as its score says.
    let mate = plies_to_mate(score);
    let most = mate.unwrap_or_else(|| depth.max(line.len())).min(MAX_PLY);
    let position = root;
    let mut told: Vec<Move> = Vec::with_capacity(most);
    while told.len() < most && (told.is_empty() || !is_over(position)) {
        let known = line.get(told.len()).copied();
        let next = known
            .or_else(|| next_of_mate(position, told.len(), mate?, table))
            .or_else(|| {
                // After a repetition, TT moves only repeat the cycle.
                let goes_on = told.is_empty() || position.repetitions() == 0;
                let hit = table.probe(table_key(position), told.len());
                hit.filter(|_| goes_on)?.mv
            });
        let Some(mv) = next.filter(|&mv| position.is_legal(mv)) else {
            break;
        };
        position.make_move(mv);
        told.push(mv);
    }
    let is_mate = position.board().is_checkmate();
    for _ in &told {
        position.unmake_move();
    }
    // What the table knows may be older than the score. A mate told to its end is one, and
    // nothing else ends with one.
    let should_mate = mate == Some(told.len());
    if should_mate != is_mate {
        let most = if should_mate { most - 1 } else { most };
        told.truncate(line.len().min(most).max(1));
    }
    told
}

/// A move after which the transposition table knows the mate that is `mate` plies from the root,
/// or the move that mates. `position` is `ply` plies from the root.
///
/// The entries of positions in which all moves lose have no move; those of the positions after
/// these moves tell which of them holds out longest.
fn next_of_mate(position: &mut Position, ply: usize, mate: usize, table: &Table) -> Option<Move> {
    let left = mate.checked_sub(ply + 1)?;
    let child_score = if left % 2 == 0 {
        mated_in(mate)
    } else {
        mate_in(mate)
    };
    position.board().legal_moves().into_iter().find(|&mv| {
        position.make_move(mv);
        let fits = if left == 0 {
            position.board().is_checkmate()
        } else {
            let hit = table.probe(table_key(position), ply + 1);
            hit.is_some_and(|hit| hit.score == child_score)
        };
        position.unmake_move();
        fits
    })
}

/// Whether the game ends here.
fn is_over(position: &Position) -> bool {
    !position.board().has_legal_moves()
        || position.is_threefold_repetition()
        || position.is_fifty_move_draw()
        || position.is_insufficient_material()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{Bound, DRAW};
    use crate::search::tt::Hit;

    #[test]
    fn no_line_goes_on_where_neither_side_can_mate() {
        let mut position = Position::new("8/8/8/3k4/8/8/4r3/4K3 w - - 0 1".parse().expect("legal"));
        let capture = position
            .board()
            .legal_moves()
            .into_iter()
            .find(|mv| mv.is_capture());
        let capture = capture.expect("the rook hangs");
        // Sixteen bits of a key let a stranger's entry pass for that of the bare kings.
        let table = Table::new(1).expect("memory");
        position.make_move(capture);
        let stranger = Hit {
            mv: position.board().legal_moves().first().copied(),
            score: DRAW,
            evaluation: DRAW,
            depth: 9,
            bound: Some(Bound::Exact),
            pv: false,
        };
        table.store(table_key(&position), 1, &stranger);
        position.unmake_move();
        let line = complete(&mut position, &[capture], DRAW, 9, &table);
        assert_eq!(line, [capture]);
    }
}
