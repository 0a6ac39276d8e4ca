//! Move ordering: returns the moves of a position one by one, promising moves first.
//!
//! The stages are the TT move, good captures and promotions, quiet moves by history and
//! [`QuietBonus`], and losing captures. The moves of a stage are generated when it is reached,
//! because a move of an earlier stage often causes a beta cutoff.
//! See <https://www.chessprogramming.org/Move_Ordering>.

use super::history::{ContinuationContext, History, QuietContext};
use super::packed_move::PackedMove;
use super::params::good_capture_divisor;
use super::quiet_bonus::QuietBonus;
use super::see::{self, wins_at_least};
use crate::chess::{
    Board, CheckSquares, Legality, Move, MoveList, PieceMove, Position, Wanted,
    generate_piece_moves, is_legal,
};

/// The stages of a picker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The TT move.
    TtMove,
    /// Captures and promotions, best first. Losing ones are set aside.
    GoodCaptures,
    /// Quiet moves, best first.
    Quiets,
    /// The captures that were set aside.
    BadCaptures,
    /// All moves have been returned.
    Done,
}

/// The quiet moves that a picker still returns.
#[derive(Clone, Copy, Debug)]
enum Quiets {
    All,
    /// Only moves that give check.
    Checks(CheckSquares),
    None,
}

/// The moves of the pickers of all nodes from the root to the current one. A picker pushes its
/// moves above those of its parent node, and [`MovePicker::finish`] removes them. If the search is
/// stopped, all nodes are left at once without finishing their pickers, so each search begins
/// with [`clear`](Self::clear).
#[derive(Clone, Debug)]
pub struct MoveStack {
    moves: Vec<PackedMove>,
    /// Output buffer of the move generator.
    generated: MoveList<PieceMove>,
}

impl MoveStack {
    /// Removes the moves of all pickers.
    pub fn clear(&mut self) {
        self.moves.clear();
    }
}

impl Default for MoveStack {
    fn default() -> Self {
        Self {
            moves: Vec::new(),
            generated: MoveList::with_pieces(),
        }
    }
}

/// Iterates over the moves of one position in order. See [this module](self).
///
/// Its moves on the stack, first in the stage of good captures, then in that of quiet moves:
///
/// ```text
/// start = first     bad_end          next            end
/// | losing captures | returned moves | moves to come |
///
/// start             bad_end = first  next            end
/// | losing captures | returned moves | moves to come |
/// ```
#[derive(Debug)]
pub struct MovePicker {
    stage: Stage,
    /// Whether the moves of the stage have been generated.
    generated: bool,
    /// The TT move, which is returned first, or the excluded move; left out of all later stages.
    tt_move: Option<PieceMove>,
    legality: Legality,
    /// The minimum material gain of a picker of captures, in centipawns; `None` for a picker of all
    /// moves, whose good captures may lose the more material the better their score is.
    threshold: Option<i32>,
    quiets: Quiets,
    /// Start of this picker's moves.
    start: usize,
    /// End of the losing captures, which begin at `start`.
    bad_end: usize,
    /// Start of the moves of the stage.
    first: usize,
    /// Next move to return.
    next: usize,
    /// End of the moves of the stage.
    end: usize,
    /// The last move returned: ordering score of a capture, history score of a quiet move.
    score: i32,
    /// Number of moves returned, or skipped by `skip_quiets_without_check`.
    move_count: i32,
}

impl MovePicker {
    /// Creates a picker of all legal moves. `legality` is that of `board`. `tt_move` is ignored if
    /// it is not legal.
    pub fn new(
        stack: &MoveStack,
        board: &Board,
        legality: Legality,
        tt_move: Option<Move>,
    ) -> Self {
        let start = stack.moves.len();
        Self {
            stage: Stage::TtMove,
            generated: false,
            tt_move: tt_move
                .filter(|&mv| is_legal(board, &legality, mv))
                .map(|mv| board.piece_move(mv)),
            legality,
            threshold: None,
            quiets: Quiets::All,
            start,
            bad_end: start,
            first: start,
            next: start,
            end: start,
            score: 0,
            move_count: 0,
        }
    }

    /// Creates a picker of all legal moves but one, `excluded`. There is no TT move.
    pub fn without(stack: &MoveStack, board: &Board, legality: Legality, excluded: Move) -> Self {
        // As if a TT move had been returned.
        Self {
            stage: Stage::GoodCaptures,
            ..Self::new(stack, board, legality, Some(excluded))
        }
    }

    /// Creates a picker of captures and promotions that win at least `threshold` centipawns. The
    /// TT move is returned if it is a capture or a promotion.
    pub fn captures(
        stack: &MoveStack,
        board: &Board,
        legality: Legality,
        tt_move: Option<Move>,
        threshold: i32,
    ) -> Self {
        Self {
            threshold: Some(threshold),
            ..Self::new(stack, board, legality, tt_move.filter(|mv| !mv.is_quiet()))
        }
    }

    /// Returns the next move, or `None` after the last. `continuation` are the moves that led to
    /// the position.
    pub fn next(
        &mut self,
        stack: &mut MoveStack,
        position: &Position,
        history: &History,
        continuation: ContinuationContext,
    ) -> Option<PieceMove> {
        let board = position.board();
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GoodCaptures;
                    if self.tt_move.is_some() {
                        self.move_count = 1;
                        return self.tt_move;
                    }
                }
                Stage::GoodCaptures => {
                    if let Some(piece_move) = self.next_good_capture(stack, board, history) {
                        return Some(piece_move);
                    }
                    self.enter(if self.threshold.is_some() {
                        Stage::Done
                    } else {
                        Stage::Quiets
                    });
                }
                Stage::Quiets => {
                    let attacked = self.legality.attacked;
                    let context = QuietContext::new(position, attacked, continuation);
                    let piece_move = self.next_quiet(stack, history, context);
                    if piece_move.is_some() {
                        return piece_move;
                    }
                    self.enter(Stage::BadCaptures);
                    (self.next, self.end) = (self.start, self.bad_end);
                }
                Stage::BadCaptures => {
                    if let Some(piece_move) = self.next_bad_capture(stack) {
                        return Some(piece_move);
                    }
                    self.enter(Stage::Done);
                }
                Stage::Done => return None,
            }
        }
    }

    /// Returns the history score of `mv`, the last move returned, or `None` if it is not quiet.
    /// The TT move has score 0, because it is returned before the moves are scored.
    pub fn quiet_history(&self, mv: Move) -> Option<i32> {
        mv.is_quiet().then_some(self.score)
    }

    /// Skips all quiet moves from now on, without counting them: for the quiescence search.
    pub const fn skip_quiets(&mut self) {
        self.quiets = Quiets::None;
    }

    /// Skips all quiet moves without check from now on. Quiet checks are rare, so they are
    /// returned in any order.
    pub const fn skip_quiets_without_check(&mut self, checks: CheckSquares) {
        self.quiets = Quiets::Checks(checks);
    }

    /// Returns whether quiet moves without check may still be returned.
    pub const fn returns_all_quiets(&self) -> bool {
        let over = matches!(self.stage, Stage::BadCaptures | Stage::Done);
        matches!(self.quiets, Quiets::All) && !over
    }

    /// Returns the number of the last move returned, from 1. Moves skipped by
    /// [`Self::skip_quiets_without_check`] are counted, and captures that were set aside are
    /// counted when they are returned.
    pub const fn move_count(&self) -> i32 {
        self.move_count
    }

    /// Removes the moves of this picker from the stack. Called when the node needs no more moves.
    pub fn finish(self, stack: &mut MoveStack) {
        stack.moves.truncate(self.start);
    }

    /// Begins a stage, whose moves are generated when the next move is asked for.
    const fn enter(&mut self, stage: Stage) {
        self.stage = stage;
        self.generated = false;
    }

    /// Returns the next capture or promotion that wins enough, and sets aside those before it.
    fn next_good_capture(
        &mut self,
        stack: &mut MoveStack,
        board: &Board,
        history: &History,
    ) -> Option<PieceMove> {
        if !self.generated {
            let score = |piece_move| history.capture_score(board, piece_move);
            self.generate(stack, board, Wanted::Captures, score);
        }
        while let Some(piece_move) = self.pick(stack) {
            let by_score = -self.score / good_capture_divisor();
            let threshold = self.threshold.unwrap_or(by_score);
            if wins_at_least(board, piece_move.mv, threshold, &see::values()) {
                self.move_count += 1;
                return Some(piece_move);
            }
            // It takes the place of a move that was picked before, or its own.
            stack.moves[self.bad_end] = PackedMove::new(piece_move, 0, 0);
            self.bad_end += 1;
        }
        None
    }

    /// Returns the next quiet move among those that are not skipped.
    fn next_quiet(
        &mut self,
        stack: &mut MoveStack,
        history: &History,
        context: QuietContext,
    ) -> Option<PieceMove> {
        let board = context.board();
        let piece_move = match self.quiets {
            Quiets::All => {
                if !self.generated {
                    let scorer = history.quiet_scorer(context);
                    scorer.prefetch();
                    let score = |piece_move| scorer.score(piece_move);
                    self.generate(stack, board, Wanted::Quiets, score);
                    // In a loop of its own, because the history scores wait for memory.
                    let bonus = QuietBonus::new(board);
                    for mv in &mut stack.moves[self.first..self.end] {
                        *mv = mv.raised_by(bonus.of(mv.piece_move()));
                    }
                }
                let piece_move = self.pick(stack)?;
                self.move_count += 1;
                piece_move
            }
            Quiets::Checks(checks) => {
                if !self.generated {
                    self.generate(stack, board, Wanted::Quiets, |_| 0);
                }
                self.pick_check(stack, board, &checks)?
            }
            Quiets::None => return None,
        };
        // Pruning and reductions depend on the history, not on the order.
        self.score = history.quiet_scorer(context).score(piece_move);
        Some(piece_move)
    }

    /// Returns the next of the captures that were set aside.
    fn next_bad_capture(&mut self, stack: &MoveStack) -> Option<PieceMove> {
        if self.next == self.end {
            return None;
        }
        self.next += 1;
        self.move_count += 1;
        Some(stack.moves[self.next - 1].piece_move())
    }

    /// Generates the moves of a stage; they replace those of the previous stage.
    fn generate(
        &mut self,
        stack: &mut MoveStack,
        board: &Board,
        wanted: Wanted,
        score: impl Fn(PieceMove) -> i32,
    ) {
        self.generated = true;
        let list = &mut stack.generated;
        list.clear();
        generate_piece_moves(board, &self.legality, wanted, list);
        stack.moves.truncate(self.bad_end);
        (self.first, self.next) = (self.bad_end, self.bad_end);
        let moves = list.iter().enumerate();
        let scored = moves.map(|(index, &mv)| PackedMove::new(mv, score(mv), index));
        stack.moves.extend(scored);
        self.end = stack.moves.len();
    }

    /// Picks the best remaining move of the stage, other than the TT move.
    fn pick(&mut self, stack: &mut MoveStack) -> Option<PieceMove> {
        while self.next < self.end {
            let moves = &mut stack.moves[self.first..self.end];
            let next = self.next - self.first;
            let left = moves[next..].iter().copied();
            let best = left.max().expect("next is below end");
            // Removes the best move: the next one takes its place.
            moves[best.index()] = moves[next].at(best.index());
            self.next += 1;
            let piece_move = best.piece_move();
            if Some(piece_move) != self.tt_move {
                self.score = best.score();
                return Some(piece_move);
            }
        }
        None
    }

    /// Picks the next move of the stage that gives check, other than the TT move. Counts the moves
    /// up to it.
    fn pick_check(
        &mut self,
        stack: &MoveStack,
        board: &Board,
        checks: &CheckSquares,
    ) -> Option<PieceMove> {
        while self.next < self.end {
            let piece_move = stack.moves[self.next].piece_move();
            self.next += 1;
            if Some(piece_move) != self.tt_move {
                self.move_count += 1;
                if checks.is_given_by(board, piece_move) {
                    return Some(piece_move);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions with winning and losing captures, promotions, castling, en passant, and checks of
    /// every kind. In one of them, the side to move is in check.
    const FENS: [&str; 5] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
        "8/1k2P2p/8/2pP2B1/4R3/8/8/4K2R w K c6 0 1",
        "4k3/8/8/8/6Q1/2n5/3p4/4K3 w - - 0 1",
    ];

    /// Returns a picker of all legal moves on an empty stack.
    fn picker(board: &Board, tt_move: Option<Move>) -> MovePicker {
        MovePicker::new(&MoveStack::default(), board, Legality::of(board), tt_move)
    }

    /// Returns all moves of a picker with their move counts. `before_each` is called with the
    /// picker before each move.
    fn picked(
        board: &Board,
        mut picker: MovePicker,
        mut before_each: impl FnMut(&mut MovePicker),
    ) -> Vec<(PieceMove, i32)> {
        let (history, mut stack) = (History::default(), MoveStack::default());
        let position = Position::new(*board);
        let continuation = ContinuationContext::default();
        let mut moves = Vec::new();
        loop {
            before_each(&mut picker);
            let Some(piece_move) = picker.next(&mut stack, &position, &history, continuation)
            else {
                break;
            };
            moves.push((piece_move, picker.move_count()));
        }
        picker.finish(&mut stack);
        assert!(stack.moves.is_empty());
        moves
    }

    fn moves(counted: &[(PieceMove, i32)]) -> Vec<Move> {
        counted
            .iter()
            .map(|(piece_move, _)| piece_move.mv)
            .collect()
    }

    fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
        moves.sort_by_key(|mv| mv.bits());
        moves
    }

    #[test]
    fn every_legal_move_is_returned_once_with_its_piece() {
        for fen in FENS {
            let board: Board = fen.parse().expect("legal");
            let legal = sorted(board.legal_moves().to_vec());
            for tt_move in legal.iter().copied().map(Some).chain([None]) {
                let counted = picked(&board, picker(&board, tt_move), |_| {});
                for (i, &(piece_move, count)) in counted.iter().enumerate() {
                    assert_eq!(piece_move, board.piece_move(piece_move.mv), "{fen}");
                    assert_eq!(count as usize, i + 1, "{fen}");
                }
                let moves = moves(&counted);
                assert!(tt_move.is_none_or(|mv| moves[0] == mv), "{fen}");
                assert_eq!(sorted(moves), legal, "{fen}");
            }
        }
    }

    #[test]
    fn a_picker_without_a_move_returns_and_counts_all_others() {
        for fen in FENS {
            let board: Board = fen.parse().expect("legal");
            let legal = board.legal_moves();
            for &excluded in &legal {
                let (stack, legality) = (MoveStack::default(), Legality::of(&board));
                let picker = MovePicker::without(&stack, &board, legality, excluded);
                let counted = picked(&board, picker, |_| {});
                let last_count = counted.last().map_or(0, |&(_, count)| count as usize);
                assert_eq!(last_count, legal.len() - 1, "{fen}");
                let others = legal.iter().copied().filter(|&mv| mv != excluded).collect();
                assert_eq!(sorted(moves(&counted)), sorted(others), "{fen}");
            }
        }
    }

    #[test]
    fn skipped_quiet_moves_without_check_are_counted() {
        for fen in FENS {
            let board: Board = fen.parse().expect("legal");
            let checks = CheckSquares::of(&board);
            let is_wanted = |mv: &Move| {
                let check = checks.is_given_by(&board, board.piece_move(*mv));
                !mv.is_quiet() || check
            };
            let legal = board.legal_moves();
            for returned_before in 0..legal.len() {
                let mut calls = 0;
                let counted = picked(&board, picker(&board, None), |picker| {
                    if calls == returned_before {
                        picker.skip_quiets_without_check(checks);
                        assert!(!picker.returns_all_quiets());
                    }
                    calls += 1;
                });
                let counts: Vec<i32> = counted.iter().map(|&(_, count)| count).collect();
                assert!(counts.is_sorted_by(|a, b| a < b), "{fen}: {counts:?}");
                assert!(counts.iter().all(|&n| n as usize <= legal.len()), "{fen}");
                let before = returned_before.min(counted.len());
                let moves = moves(&counted);
                assert!(moves[before..].iter().all(is_wanted), "{fen}");
                let checks_and_captures = legal.iter().copied().filter(is_wanted).collect();
                let picked = moves.iter().copied().filter(is_wanted).collect();
                assert_eq!(sorted(picked), sorted(checks_and_captures), "{fen}");
            }
        }
    }
}
