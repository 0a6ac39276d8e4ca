//! Hands out the moves of a position one by one, those first that are likely to be best.
//!
//! The stages: the table's move, captures that win or hold, quiet moves by their history,
//! and captures that lose. Moves of a stage are generated when it is reached, for often an
//! earlier one ends the search of the position.
//! See <https://www.chessprogramming.org/Move_Ordering>.

use super::history::{Context, History, Scene};
use super::params::good_capture_margin;
use super::see::{self, wins_at_least};
use crate::chess::{
    Bitboard, Board, CheckSquares, Legality, Move, MoveList, PieceMove, PieceType, Wanted,
    generate_piece_moves, is_legal,
};

/// Where a picker is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The move that the table has.
    TableMove,
    /// Captures and promotions, the best first; those that lose are set aside.
    GoodCaptures,
    /// All other moves, those first that did well elsewhere.
    Quiets,
    /// The captures set aside.
    BadCaptures,
    /// All have been handed out.
    Done,
}

/// Which quiet moves are still of interest.
#[derive(Clone, Copy, Debug)]
enum Quiets {
    All,
    /// Those that give check.
    Checks(CheckSquares),
    None,
}

/// A move; in the bits above it, what it is ordered by, and in those below it, what moves,
/// and its place among the moves of its stage. So moves are compared as numbers, many at a
/// time, and the best says where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ScoredMove(i64);

impl ScoredMove {
    /// `place` is below 256: no position has so many moves.
    #[inline]
    fn new(PieceMove { mv, piece }: PieceMove, score: i32, place: usize) -> Self {
        let below = (piece.index() << 8 | place) as i64;
        Self(i64::from(score) << 32 | i64::from(mv.bits()) << 16 | below)
    }

    #[inline]
    fn piece_move(self) -> PieceMove {
        PieceMove {
            mv: Move::from_bits((self.0 >> 16) as u16).expect("made of a move"),
            piece: PieceType::ALL[(self.0 >> 8) as u8 as usize],
        }
    }

    #[inline]
    const fn score(self) -> i32 {
        (self.0 >> 32) as i32
    }

    #[inline]
    const fn place(self) -> usize {
        self.0 as u8 as usize
    }

    /// The same move at another place.
    #[inline]
    const fn at(self, place: usize) -> Self {
        Self(self.0 & !0xFF | place as i64)
    }
}

/// Where the pickers of all positions on the searched line keep their moves: each puts its
/// own on top, and takes them off when it is done.
#[derive(Clone, Debug)]
pub struct MoveStack {
    moves: Vec<ScoredMove>,
    /// What the generator fills.
    generated: MoveList<PieceMove>,
}

impl Default for MoveStack {
    fn default() -> Self {
        Self {
            moves: Vec::new(),
            generated: MoveList::with_pieces(),
        }
    }
}

/// What moves are ordered by.
#[derive(Clone, Copy, Debug)]
pub struct Ordering<'a> {
    /// Where the moves are to be made.
    pub board: &'a Board,
    /// How well moves did so far.
    pub history: &'a History,
    /// The moves that led here.
    pub context: Context,
}

/// Hands out moves; see the head of [this module](self).
#[derive(Clone, Copy, Debug)]
pub struct MovePicker {
    stage: Stage,
    generated: bool,
    table_move: Option<PieceMove>,
    legality: Legality,
    captures_only: bool,
    quiets: Quiets,
    /// What a capture must win to be a good one.
    threshold: i32,
    /// Where this picker's moves begin on the stack.
    start: usize,
    /// Where the losing captures, which lie at the start, end.
    bad_end: usize,
    /// Where the moves of the stage began.
    first: usize,
    /// The next move to hand out, and behind the last one of the stage.
    next: usize,
    end: usize,
    /// What the move handed out last was ordered by.
    score: i32,
    /// How many moves have been handed out or passed over.
    number: i32,
}

impl MovePicker {
    /// All legal moves. `table_move` may be any move.
    #[must_use]
    pub fn new(stack: &MoveStack, board: &Board, table_move: Option<Move>) -> Self {
        let start = stack.moves.len();
        let legality = Legality::of(board);
        Self {
            stage: Stage::TableMove,
            generated: false,
            table_move: table_move
                .filter(|&mv| is_legal(board, &legality, mv))
                .map(|mv| board.piece_move(mv)),
            legality,
            captures_only: false,
            quiets: Quiets::All,
            threshold: -good_capture_margin(),
            start,
            bad_end: start,
            first: start,
            next: start,
            end: start,
            score: 0,
            number: 0,
        }
    }

    /// Captures and promotions only, and of these only such as win at least `threshold`.
    /// The table's move is handed out if it is a capture or a promotion.
    #[must_use]
    pub fn captures(
        stack: &MoveStack,
        board: &Board,
        table_move: Option<Move>,
        threshold: i32,
    ) -> Self {
        Self {
            captures_only: true,
            threshold,
            ..Self::new(stack, board, table_move.filter(|mv| !mv.is_quiet()))
        }
    }

    /// The next move, or none when all have been handed out.
    pub fn next(&mut self, stack: &mut MoveStack, ordering: &Ordering) -> Option<PieceMove> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GoodCaptures;
                    if self.table_move.is_some() {
                        self.number = 1;
                        return self.table_move;
                    }
                }
                Stage::GoodCaptures => {
                    if let Some(mv) = self.next_good_capture(stack, ordering) {
                        return Some(mv);
                    }
                    self.enter(if self.captures_only {
                        Stage::Done
                    } else {
                        Stage::Quiets
                    });
                }
                Stage::Quiets => {
                    if let Some(mv) = self.next_quiet(stack, ordering) {
                        return Some(mv);
                    }
                    self.enter(Stage::BadCaptures);
                    (self.next, self.end) = (self.start, self.bad_end);
                }
                Stage::BadCaptures => {
                    if self.next < self.end {
                        self.next += 1;
                        self.number += 1;
                        return Some(stack.moves[self.next - 1].piece_move());
                    }
                    self.enter(Stage::Done);
                }
                Stage::Done => return None,
            }
        }
    }

    /// What history said of the quiet move handed out last when the moves were put in order.
    /// Nothing, that is 0, for the table's move: it went before all order.
    #[must_use]
    pub fn quiet_history(&self, mv: Move) -> Option<i32> {
        mv.is_quiet().then_some(self.score)
    }

    /// From now on no quiet move is handed out: none of those left is worth trying.
    pub const fn skip_quiets(&mut self) {
        self.quiets = Quiets::None;
    }

    /// From now on all quiet moves are passed over but those that give check, in any order:
    /// they are rare.
    pub const fn only_checks(&mut self, checks: CheckSquares) {
        self.quiets = Quiets::Checks(checks);
    }

    /// Whether quiet moves may still be handed out that do not give check.
    #[must_use]
    pub const fn wants_quiets(&self) -> bool {
        let over = matches!(self.stage, Stage::BadCaptures | Stage::Done);
        matches!(self.quiets, Quiets::All) && !over
    }

    /// The squares that the enemy attacks, seeing through our king.
    #[must_use]
    pub const fn attacked(&self) -> Bitboard {
        self.legality.attacked
    }

    /// What the history of quiet moves looks at.
    #[inline]
    #[must_use]
    pub const fn scene<'b>(&self, board: &'b Board, context: Context) -> Scene<'b> {
        Scene {
            board,
            attacked: self.attacked(),
            context,
        }
    }

    /// The number of the move handed out last among the moves of the position, from 1;
    /// those passed over count, the captures that were set aside not yet.
    #[must_use]
    pub const fn number(&self) -> i32 {
        self.number
    }

    /// Takes the moves off the stack; to be called when no more moves are wanted.
    pub fn finish(self, stack: &mut MoveStack) {
        stack.moves.truncate(self.start);
    }

    const fn enter(&mut self, stage: Stage) {
        self.stage = stage;
        self.generated = false;
    }

    fn next_good_capture(
        &mut self,
        stack: &mut MoveStack,
        ordering: &Ordering,
    ) -> Option<PieceMove> {
        let Ordering { board, history, .. } = *ordering;
        if !self.generated {
            self.generate(stack, board, Wanted::Captures, |mv| {
                history.capture_score(board, mv)
            });
        }
        while let Some(mv) = self.pick(stack) {
            if wins_at_least(board, mv.mv, self.threshold, &see::values()) {
                return Some(mv);
            }
            // Those handed out have left their places.
            stack.moves[self.bad_end] = ScoredMove::new(mv, 0, 0);
            self.bad_end += 1;
            self.number -= 1;
        }
        None
    }

    fn next_quiet(&mut self, stack: &mut MoveStack, ordering: &Ordering) -> Option<PieceMove> {
        let Ordering {
            board,
            history,
            context,
        } = *ordering;
        let scene = self.scene(board, context);
        match self.quiets {
            Quiets::All => {
                if !self.generated {
                    let scorer = history.quiet_scorer(scene);
                    self.generate(stack, board, Wanted::Quiets, |mv| scorer.score(mv));
                }
                self.pick(stack)
            }
            Quiets::Checks(checks) => {
                if !self.generated {
                    // Few of them are wanted, and in any order.
                    self.generate(stack, board, Wanted::Quiets, |_| 0);
                }
                let mv = self.pick_check(stack, board, &checks)?;
                self.score = history.quiet_scorer(scene).score(mv);
                Some(mv)
            }
            Quiets::None => None,
        }
    }

    /// Puts the moves of a stage on the stack, in the place of those handed out.
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
        let scored = moves.map(|(place, &mv)| ScoredMove::new(mv, score(mv), place));
        stack.moves.extend(scored);
        self.end = stack.moves.len();
    }

    /// The best move left of the stage, but the table's, which has been handed out.
    fn pick(&mut self, stack: &mut MoveStack) -> Option<PieceMove> {
        while self.next < self.end {
            let moves = &mut stack.moves[self.first..self.end];
            let next = self.next - self.first;
            let left = moves[next..].iter().copied();
            let best = left.max().expect("there is one left");
            moves[best.place()] = moves[next].at(best.place());
            self.next += 1;
            let mv = best.piece_move();
            if Some(mv) != self.table_move {
                self.score = best.score();
                self.number += 1;
                return Some(mv);
            }
        }
        None
    }

    /// The next move of the stage that gives check, but the table's.
    fn pick_check(
        &mut self,
        stack: &MoveStack,
        board: &Board,
        checks: &CheckSquares,
    ) -> Option<PieceMove> {
        while self.next < self.end {
            let mv = stack.moves[self.next].piece_move();
            self.next += 1;
            if Some(mv) != self.table_move {
                self.number += 1;
                if checks.is_given_by(board, mv) {
                    return Some(mv);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions with captures that win and lose, promotions, castling, checks of every kind
    /// and en passant; one of them in check.
    const FENS: [&str; 5] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
        "8/1k2P2p/8/2pP2B1/4R3/8/8/4K2R w K c6 0 1",
        "4k3/8/8/8/6Q1/2n5/3p4/4K3 w - - 0 1",
    ];

    /// All that a picker hands out, with the numbers it gives; `told` may tell it something
    /// before each move.
    fn handed_out(
        board: &Board,
        table_move: Option<Move>,
        mut told: impl FnMut(&mut MovePicker),
    ) -> Vec<(PieceMove, i32)> {
        let (history, mut stack) = (History::default(), MoveStack::default());
        let ordering = Ordering {
            board,
            history: &history,
            context: Context::default(),
        };
        let mut picker = MovePicker::new(&stack, board, table_move);
        let mut moves = Vec::new();
        loop {
            told(&mut picker);
            let Some(mv) = picker.next(&mut stack, &ordering) else {
                break;
            };
            moves.push((mv, picker.number()));
        }
        picker.finish(&mut stack);
        assert!(stack.moves.is_empty());
        moves
    }

    fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
        moves.sort_by_key(|mv| mv.bits());
        moves
    }

    #[test]
    fn every_legal_move_is_handed_out_once_with_what_makes_it() {
        for fen in FENS {
            let board: Board = fen.parse().expect("legal");
            let legal = sorted(board.legal_moves().to_vec());
            for table_move in legal.iter().copied().map(Some).chain([None]) {
                let moves = handed_out(&board, table_move, |_| {});
                for (i, &(mv, number)) in moves.iter().enumerate() {
                    assert_eq!(mv, board.piece_move(mv.mv), "{fen}");
                    assert_eq!(number as usize, i + 1, "{fen}");
                }
                let moves: Vec<Move> = moves.iter().map(|(mv, _)| mv.mv).collect();
                assert!(table_move.is_none_or(|mv| moves[0] == mv), "{fen}");
                assert_eq!(sorted(moves), legal, "{fen}");
            }
        }
    }

    #[test]
    fn when_checks_alone_are_wanted_other_quiet_moves_are_passed_over_but_counted() {
        for fen in FENS {
            let board: Board = fen.parse().expect("legal");
            let checks = CheckSquares::of(&board);
            let wanted = |mv: &Move| {
                let check = checks.is_given_by(&board, board.piece_move(*mv));
                !mv.is_quiet() || check
            };
            let legal = board.legal_moves();
            for handed_out_before in 0..legal.len() {
                let mut calls = 0;
                let moves = handed_out(&board, None, |picker| {
                    if calls == handed_out_before {
                        picker.only_checks(checks);
                        assert!(!picker.wants_quiets());
                    }
                    calls += 1;
                });
                let numbers: Vec<i32> = moves.iter().map(|&(_, number)| number).collect();
                assert!(numbers.is_sorted_by(|a, b| a < b), "{fen}: {numbers:?}");
                assert!(numbers.iter().all(|&n| n as usize <= legal.len()), "{fen}");
                let before = handed_out_before.min(moves.len());
                let moves: Vec<Move> = moves.iter().map(|(mv, _)| mv.mv).collect();
                assert!(moves[before..].iter().all(wanted), "{fen}");
                let checks_and_captures = legal.iter().copied().filter(wanted).collect();
                let handed_out = moves.iter().copied().filter(wanted).collect();
                assert_eq!(sorted(handed_out), sorted(checks_and_captures), "{fen}");
            }
        }
    }
}
