//! Probes positions and moves.
//!
//! The value of a position in a WDL table is exact only if no capture is at least as good;
//! otherwise the table contains whatever compresses best. Tables also ignore en passant. So a probe
//! searches the captures, and probes the tables of the positions after them.
//!
//! Distances to zeroing (DTZ) are signed plies from the view of the side to move: positive if it
//! wins, negative if it loses, and 0 for a draw. Wins and losses that the fifty-move rule turns
//! into draws have distances of more than 100 plies. A DTZ table may store distances in moves. Such
//! a distance is rounded: the true one is the same, or longer by one ply. If this ply decides
//! whether the fifty-move rule prevents the win, a search finds the true distance if it is short;
//! otherwise the distance counts as one ply longer.

use std::collections::HashMap;

use super::header::StoredDistance;
use super::tables::{StoredDtz, TableSet};
use super::{ProbedMove, Wdl};
use crate::chess::{Board, Color, FIFTY_MOVE_PLIES, Move, MoveList, PieceType, generate_captures};

/// Limit of the fifty-move rule in plies.
const FIFTY_MOVE_LIMIT: i32 = FIFTY_MOVE_PLIES as i32;

/// Maximum rounded distance, in plies, whose true distance is searched. Longer searches rarely end
/// within [`MAX_SEARCHED`].
const MAX_SEARCHED_PLIES: i32 = 15;

/// Maximum number of positions to search at the root for true distances. A position takes about
/// 0.05 ms. Wins of up to [`MAX_SEARCHED_PLIES`] take some hundreds.
const MAX_SEARCHED: usize = 500;

/// Result of a probe of the WDL tables.
#[derive(Clone, Copy, Debug)]
struct WdlProbe {
    wdl: Wdl,
    /// Whether a capture is known to be a best move, so that the DTZ table need not be probed.
    by_capture: bool,
}

/// Returns the result of `board`, assuming that its halfmove clock is 0.
pub(super) fn probe_wdl(tables: &TableSet, board: &Board) -> Option<Wdl> {
    probe_wdl_and_captures(tables, board).map(|probe| probe.wdl)
}

/// Returns the result of `board`, and whether it is known to be that of a capture.
fn probe_wdl_and_captures(tables: &TableSet, board: &Board) -> Option<WdlProbe> {
    // `None` is less than any result.
    let (mut capture, mut en_passant) = (None, None);
    for mv in captures(board) {
        let beta = capture.unwrap_or(Wdl::Loss).opposite();
        let value = search_captures(tables, &board.after(mv), Wdl::Loss, beta)?.opposite();
        let best = if mv.is_en_passant() {
            &mut en_passant
        } else {
            &mut capture
        };
        *best = (*best).max(Some(value));
        if value == Wdl::Win {
            // No other move can be better, so the table need not be probed.
            return Some(combine(capture, en_passant, Wdl::Loss, || false));
        }
    }
    let stored = tables.wdl(board)?;
    let has_only_en_passant = || has_only_en_passant(board);
    Some(combine(capture, en_passant, stored, has_only_en_passant))
}

/// Combines the best result of a capture, that of en passant and the entry of the table.
fn combine(
    capture: Option<Wdl>,
    en_passant: Option<Wdl>,
    stored: Wdl,
    has_only_en_passant: impl FnOnce() -> bool,
) -> WdlProbe {
    // If all legal moves are en passant captures, which the table ignores, it contains a stalemate.
    if let Some(wdl) = en_passant
        && en_passant > capture
        && (wdl > stored || stored == Wdl::Draw && has_only_en_passant())
    {
        return WdlProbe {
            wdl,
            by_capture: true,
        };
    }
    let best = capture.max(en_passant).filter(|&value| value >= stored);
    WdlProbe {
        wdl: best.unwrap_or(stored),
        by_capture: best.is_some_and(|value| value > Wdl::Draw),
    }
}

/// Returns whether all legal moves are en passant captures, and the side to move is not in check.
fn has_only_en_passant(board: &Board) -> bool {
    !board.is_in_check() && board.legal_moves().iter().all(|mv| mv.is_en_passant())
}

/// Returns the result of a position without en passant captures, by alpha-beta search over the
/// captures. The result is exact if it is between `alpha` and `beta`; otherwise it is a bound.
fn search_captures(tables: &TableSet, board: &Board, alpha: Wdl, beta: Wdl) -> Option<Wdl> {
    let mut best = alpha;
    for mv in captures(board) {
        let after = board.after(mv);
        let value = search_captures(tables, &after, beta.opposite(), best.opposite())?.opposite();
        if value >= beta {
            return Some(value);
        }
        best = best.max(value);
    }
    Some(best.max(tables.wdl(board)?))
}

/// Returns the legal captures.
#[inline]
fn captures(board: &Board) -> impl Iterator<Item = Move> {
    let mut moves = MoveList::new();
    // Also promotions without capture.
    generate_captures(board, &mut moves);
    moves.into_iter().filter(|mv| mv.is_capture())
}

/// A distance to zeroing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Dtz {
    /// The distance in plies: positive if the side to move wins, negative if it loses.
    plies: i32,
    /// Whether the true distance may be one ply longer.
    is_rounded: bool,
}

impl Dtz {
    /// Returns a distance that is not rounded.
    const fn exact(plies: i32) -> Self {
        let is_rounded = false;
        Self { plies, is_rounded }
    }

    /// Returns the distance of a position in which a zeroing move keeps the result.
    const fn of_zeroing(wdl: Wdl) -> Self {
        Self::exact(match wdl {
            Wdl::Win => 1,
            Wdl::CursedWin => FIFTY_MOVE_LIMIT + 1,
            Wdl::Draw => 0,
            Wdl::BlessedLoss => -(FIFTY_MOVE_LIMIT + 1),
            Wdl::Loss => -1,
        })
    }

    /// Returns the distance before a move that does not zero the clock. `self` is the distance
    /// after it, from the view of the other side.
    fn before(self, after: &Board) -> Self {
        if after.is_checkmate() {
            return Self::exact(1);
        }
        let plies = -self.plies - self.plies.signum();
        Self { plies, ..self }
    }

    /// Returns a key that is least for the best move of the side that wins, with positive
    /// distances, and for the best move of the side that loses, with negative ones.
    fn order(self) -> (i32, i32) {
        (self.plies, self.plies.signum() * i32::from(self.is_rounded))
    }

    /// Returns the number of plies, without the sign.
    const fn count(self) -> i32 {
        self.plies.abs()
    }
}

/// Returns the distance to zeroing of `board`, assuming that its halfmove clock is 0.
fn probe_dtz(tables: &TableSet, board: &Board) -> Option<Dtz> {
    let WdlProbe { wdl, by_capture } = probe_wdl_and_captures(tables, board)?;
    let zeroing = Dtz::of_zeroing(wdl);
    if wdl == Wdl::Draw || by_capture {
        return Some(zeroing);
    }
    if wdl > Wdl::Draw {
        let is_push = |mv: &Move| {
            let is_pawn = board.piece_type_at(mv.from()) == Some(PieceType::Pawn);
            is_pawn && !mv.is_capture()
        };
        for mv in board.legal_moves().into_iter().filter(is_push) {
            if probe_wdl(tables, &board.after(mv))?.opposite() == wdl {
                return Some(zeroing);
            }
        }
    }
    match tables.dtz(board, wdl)? {
        StoredDtz::Distance(StoredDistance { plies, is_rounded }) => Some(Dtz {
            plies: zeroing.plies + zeroing.plies.signum() * plies,
            is_rounded,
        }),
        StoredDtz::OtherSideToMove => dtz_by_moves(tables, board, zeroing),
    }
}

/// Returns the distance to zeroing by a search of one ply, for the side to move that the table does
/// not contain. `zeroing` is the distance if a zeroing move is best.
///
/// The positions after the moves have the side to move that the table contains, even if the file is
/// damaged, so the recursion ends.
fn dtz_by_moves(tables: &TableSet, board: &Board, zeroing: Dtz) -> Option<Dtz> {
    // Winning moves that zero the clock have been tried before. The side that loses has at least
    // the distance of a zeroing move.
    let loses = zeroing.plies < 0;
    let mut best = loses.then_some(zeroing);
    for mv in board.legal_moves() {
        let after = board.after(mv);
        if after.halfmove_clock() == 0 {
            continue;
        }
        let dtz = probe_dtz(tables, &after)?.before(&after);
        if loses || dtz.plies > 0 {
            best = Some(best.map_or(dtz, |best| {
                std::cmp::min_by_key(best, dtz, |dtz| dtz.order())
            }));
        }
    }
    best
}

/// Search that finds whether a win is in time where the table's rounded distances leave this open.
struct InTimeSearch<'a> {
    tables: &'a TableSet,
    /// The results of the positions searched so far. Their halfmove clocks give the plies left.
    known: HashMap<Board, bool>,
}

impl InTimeSearch<'_> {
    /// Returns whether `winner` can zero the clock, or mate, in at most `plies` plies and keep the
    /// win. `false` also if this is not proved after [`MAX_SEARCHED`] positions.
    fn is_proved(&mut self, board: &Board, winner: Color, plies: i32) -> bool {
        let wins = board.side_to_move() == winner;
        if board.is_checkmate() {
            return !wins;
        }
        let Some(dtz) = probe_dtz(self.tables, board).filter(|dtz| dtz.plies != 0) else {
            return false;
        };
        if (dtz.plies > 0) != wins || dtz.count() > plies {
            return false;
        }
        if dtz.count() < plies || !dtz.is_rounded {
            return true;
        }
        if let Some(&known) = self.known.get(board) {
            return known;
        }
        if self.known.len() >= MAX_SEARCHED {
            return false;
        }
        // A winning move that zeroes the clock would be an exact distance. If the side that loses
        // zeroes it, this is in time.
        let moves = board.legal_moves().into_iter().map(|mv| board.after(mv));
        let mut others = moves.filter(|after| after.halfmove_clock() > 0);
        let mut keeps = |after: Board| self.is_proved(&after, winner, plies - 1);
        let proved = if wins {
            others.any(&mut keeps)
        } else {
            others.all(&mut keeps)
        };
        self.known.insert(*board, proved);
        proved
    }
}

/// Returns the result and the distance to zeroing of each legal move, taking the halfmove clock of
/// `board` into account.
pub(super) fn probe_moves(tables: &TableSet, board: &Board) -> Option<Vec<ProbedMove>> {
    let clock = i32::from(board.halfmove_clock());
    let mut in_time = InTimeSearch {
        tables,
        known: HashMap::new(),
    };
    let probe = |mv: Move| {
        let after = board.after(mv);
        let mut dtz = if after.halfmove_clock() == 0 {
            Dtz::of_zeroing(probe_wdl(tables, &after)?.opposite())
        } else {
            probe_dtz(tables, &after)?.before(&after)
        };
        // With a clock of 0, a rounded distance of 100 plies is exact: the WDL table contains a
        // win.
        if dtz.is_rounded && clock > 0 && dtz.count() + clock == FIFTY_MOVE_LIMIT {
            let winner = if dtz.plies > 0 {
                board.side_to_move()
            } else {
                after.side_to_move()
            };
            let is_short = dtz.count() <= MAX_SEARCHED_PLIES;
            if !(is_short && in_time.is_proved(&after, winner, dtz.count() - 1)) {
                dtz.plies += dtz.plies.signum();
            }
        }
        Some(ProbedMove {
            mv,
            wdl: wdl_of_dtz(dtz.plies, clock),
            dtz: Some(u16::try_from(dtz.count()).ok()?),
        })
    };
    board.legal_moves().into_iter().map(probe).collect()
}

/// Returns the result of a distance to zeroing with this halfmove clock.
const fn wdl_of_dtz(dtz: i32, clock: i32) -> Wdl {
    let in_time = dtz.abs() + clock <= FIFTY_MOVE_LIMIT;
    match dtz.signum() {
        1 if in_time => Wdl::Win,
        1 => Wdl::CursedWin,
        0 => Wdl::Draw,
        _ if in_time => Wdl::Loss,
        _ => Wdl::BlessedLoss,
    }
}

#[cfg(test)]
mod tests {
    use super::Wdl::{BlessedLoss, CursedWin, Draw, Loss, Win};
    use super::*;

    /// Returns the result, and whether the DTZ table is not needed.
    fn combined(
        capture: Option<Wdl>,
        en_passant: Option<Wdl>,
        stored: Wdl,
        has_only_en_passant: bool,
    ) -> (Wdl, bool) {
        let WdlProbe { wdl, by_capture } =
            combine(capture, en_passant, stored, || has_only_en_passant);
        (wdl, by_capture)
    }

    #[test]
    fn a_capture_counts_if_it_is_at_least_as_good_as_the_entry() {
        assert_eq!(combined(None, None, CursedWin, false), (CursedWin, false));
        assert_eq!(combined(Some(Win), None, Draw, false), (Win, true));
        assert_eq!(combined(Some(CursedWin), None, Win, false), (Win, false));
        // The table has the distance of a loss, because the longest resistance counts.
        assert_eq!(combined(Some(Loss), None, Loss, false), (Loss, false));
        assert_eq!(combined(Some(Draw), None, Loss, false), (Draw, false));
    }

    #[test]
    fn en_passant_counts_if_it_is_better_or_the_only_move() {
        assert_eq!(
            combined(None, Some(BlessedLoss), Loss, false),
            (BlessedLoss, true)
        );
        assert_eq!(combined(Some(Win), Some(Draw), Loss, false), (Win, true));
        assert_eq!(combined(None, Some(Loss), Draw, false), (Draw, false));
        assert_eq!(combined(None, Some(Loss), Draw, true), (Loss, true));
        // In check without other moves, the table contains a mate.
        assert_eq!(combined(None, Some(Loss), Loss, true), (Loss, false));
    }

    #[test]
    fn only_en_passant_is_left_where_the_table_has_a_stalemate() {
        let has_only = |fen: &str| has_only_en_passant(&fen.parse().expect("a valid position"));
        assert!(has_only("8/8/8/8/3pP3/3K4/2Q5/k7 b - e3 0 1"));
        assert!(!has_only("8/7k/8/8/2Pp4/8/3K4/8 b - c3 0 1"));
    }

    #[test]
    fn a_win_must_zero_the_clock_by_ply_100() {
        assert_eq!(wdl_of_dtz(1, 99), Win);
        assert_eq!(wdl_of_dtz(1, 100), CursedWin);
        assert_eq!(wdl_of_dtz(101, 0), CursedWin);
        assert_eq!(wdl_of_dtz(-100, 0), Loss);
        assert_eq!(wdl_of_dtz(-100, 1), BlessedLoss);
        assert_eq!(wdl_of_dtz(0, 100), Draw);
    }
}
