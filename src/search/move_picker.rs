//! Hands out the moves of a position one by one, those first that are likely to be best.
//!
//! The stages: the table's move, captures that win or hold, quiet moves by their history,
//! and captures that lose. Moves of a stage are generated when it is reached, for often an
//! earlier one ends the search of the position.
//! See <https://www.chessprogramming.org/Move_Ordering>.

use super::history::{Context, History};
use super::params::good_capture_margin;
use super::see::{self, wins_at_least};
use crate::chess::{Bitboard, Move, MoveList, Position, Wanted, generate_moves};

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

/// A move and, in the bits above it, what it is ordered by: so that moves are compared as
/// numbers, many at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ScoredMove(i64);

impl ScoredMove {
    #[inline]
    fn new(mv: Move, score: i32) -> Self {
        Self(i64::from(score) << 16 | i64::from(mv.bits()))
    }

    #[inline]
    fn mv(self) -> Move {
        Move::from_bits(self.0 as u16).expect("made of a move")
    }

    #[inline]
    const fn score(self) -> i32 {
        (self.0 >> 16) as i32
    }
}

/// Where the pickers of all positions on the searched line keep their moves: each puts its
/// own on top, and takes them off when it is done.
#[derive(Clone, Debug, Default)]
pub struct MoveStack {
    moves: Vec<ScoredMove>,
    /// What the generator fills.
    generated: MoveList,
}

/// What moves are ordered by.
#[derive(Clone, Copy, Debug)]
pub struct Ordering<'a> {
    /// Where the moves are to be made.
    pub position: &'a Position,
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
    table_move: Option<Move>,
    captures_only: bool,
    skips_quiets: bool,
    unordered: bool,
    /// What a capture must win to be a good one.
    threshold: i32,
    /// Where this picker's moves begin on the stack.
    start: usize,
    /// Where the losing captures, which lie at the start, end.
    bad_end: usize,
    /// The next move to hand out, and behind the last one of the stage.
    next: usize,
    end: usize,
    /// What the move handed out last was ordered by.
    score: i32,
}

impl MovePicker {
    /// All legal moves. `table_move` may be any move.
    #[must_use]
    pub fn new(stack: &MoveStack, position: &Position, table_move: Option<Move>) -> Self {
        let start = stack.moves.len();
        Self {
            stage: Stage::TableMove,
            generated: false,
            table_move: table_move.filter(|&mv| position.is_legal(mv)),
            captures_only: false,
            skips_quiets: false,
            unordered: false,
            threshold: -good_capture_margin(),
            start,
            bad_end: start,
            next: start,
            end: start,
            score: 0,
        }
    }

    /// Captures and promotions only, and of these only such as win at least `threshold`.
    /// The table's move is handed out if it is a capture or a promotion.
    #[must_use]
    pub fn captures(
        stack: &MoveStack,
        position: &Position,
        table_move: Option<Move>,
        threshold: i32,
    ) -> Self {
        Self {
            captures_only: true,
            threshold,
            ..Self::new(stack, position, table_move.filter(|mv| !mv.is_quiet()))
        }
    }

    /// The next move, or none when all have been handed out.
    pub fn next(&mut self, stack: &mut MoveStack, ordering: &Ordering) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GoodCaptures;
                    if self.table_move.is_some() {
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
                        return Some(stack.moves[self.next - 1].mv());
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
    pub const fn history(&self) -> i32 {
        self.score
    }

    /// From now on no quiet move is handed out: none of those left is worth trying.
    pub const fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// From now on the order does not matter: what is still wanted is rare.
    pub const fn stop_ordering(&mut self) {
        self.unordered = true;
    }

    /// Takes the moves off the stack; to be called when no more moves are wanted.
    pub fn finish(self, stack: &mut MoveStack) {
        stack.moves.truncate(self.start);
    }

    const fn enter(&mut self, stage: Stage) {
        self.stage = stage;
        self.generated = false;
    }

    fn next_good_capture(&mut self, stack: &mut MoveStack, ordering: &Ordering) -> Option<Move> {
        let Ordering {
            position, history, ..
        } = *ordering;
        if !self.generated {
            self.generate(stack, position, Wanted::Captures, |mv| {
                history.capture_score(position.board(), mv)
            });
        }
        while let Some(mv) = self.pick(stack) {
            if wins_at_least(position.board(), mv, self.threshold, &see::values()) {
                return Some(mv);
            }
            // Those handed out have left their places.
            stack.moves[self.bad_end] = ScoredMove::new(mv, 0);
            self.bad_end += 1;
        }
        None
    }

    fn next_quiet(&mut self, stack: &mut MoveStack, ordering: &Ordering) -> Option<Move> {
        if self.skips_quiets {
            return None;
        }
        if !self.generated {
            let scorer = ordering
                .history
                .quiet_scorer(ordering.position, ordering.context);
            self.generate(stack, ordering.position, Wanted::Quiets, |mv| {
                scorer.score(mv)
            });
        }
        self.pick(stack)
    }

    /// Puts the moves of a stage on the stack, in the place of those handed out.
    fn generate(
        &mut self,
        stack: &mut MoveStack,
        position: &Position,
        wanted: Wanted,
        score: impl Fn(Move) -> i32,
    ) {
        self.generated = true;
        let list = &mut stack.generated;
        list.clear();
        let (board, legality) = (position.board(), position.legality());
        generate_moves(board, legality, wanted, Bitboard::ALL, list);
        stack.moves.truncate(self.bad_end);
        self.next = self.bad_end;
        let scored = list.iter().map(|&mv| ScoredMove::new(mv, score(mv)));
        stack.moves.extend(scored);
        self.end = stack.moves.len();
    }

    /// The best move left of the stage, but the table's, which has been handed out.
    fn pick(&mut self, stack: &mut MoveStack) -> Option<Move> {
        while self.next < self.end {
            if !self.unordered {
                let moves = &mut stack.moves[self.next..self.end];
                let best = moves.iter().copied().max().expect("there is one left");
                let place = moves.iter().position(|&scored| scored == best);
                moves.swap(0, place.expect("it is one of them"));
            }
            let scored = stack.moves[self.next];
            self.next += 1;
            if Some(scored.mv()) != self.table_move {
                self.score = scored.score();
                return Some(scored.mv());
            }
        }
        None
    }
}
