//! History tables: how often moves caused beta cutoffs.
//!
//! Quiet moves are stored by origin, target and threats, and also by the moves before them
//! (continuation history) and by the pawns of the position (pawn history). Captures are stored by
//! piece, target and victim. All updates have *gravity*: the nearer an entry is to its bound, the
//! less a bonus changes it. So old results fade.
//! See <https://www.chessprogramming.org/History_Heuristic>.

use super::params::{
    HISTORY_MAX, capture_history_weight, capture_victim_weight, history_bonus_max,
    history_bonus_offset, history_bonus_per_depth, history_malus_max, history_malus_offset,
    history_malus_per_depth,
};
use super::see;
use crate::chess::{
    Bitboard, Board, Color, Key, Move, Piece, PieceMove, PieceType, Position, Square,
};
use crate::support::memory::prefetch;

/// Number of pieces: six types in two colors.
const PIECES: usize = 12;

/// Index of "no victim" in the capture history, for promotions without capture.
const NO_VICTIM: usize = 6;

/// Number of rows of the pawn history, a power of two. Positions share a row if their keys of the
/// pawns are equal in the lowest bits.
const PAWN_ROWS: usize = 1024;

/// A piece and its target square: the index of a move in all tables but the one by origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u16);

impl PieceTo {
    /// Number of possible values.
    pub const COUNT: usize = PIECES * 64;

    /// Creates the index of `piece` moving to `to`.
    #[inline]
    pub const fn new(piece: Piece, to: Square) -> Self {
        let piece_index = piece.color.index() * PIECES / 2 + piece.kind.index();
        Self((piece_index * 64 + to.index()) as u16)
    }

    /// Returns the index of a move of the side to move.
    #[inline]
    pub fn of(board: &Board, PieceMove { mv, piece }: PieceMove) -> Self {
        Self::new(Piece::new(board.side_to_move(), piece), mv.to())
    }

    /// Returns the target square.
    pub const fn to(self) -> Square {
        Square::ALL[self.index() % 64]
    }

    /// Returns the value as an array index below [`Self::COUNT`].
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The moves that led to a position, as continuation history uses them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContinuationContext {
    /// The moves made 1, 2 and 4 plies ago; `None` for a null move and before the root.
    pub before: [Option<PieceTo>; 3],
}

/// The properties of a position that the history of its quiet moves depends on.
#[derive(Clone, Copy, Debug)]
pub struct QuietContext<'a> {
    board: &'a Board,
    /// The squares that the opponent attacks if our king is taken off the board.
    attacked: Bitboard,
    continuation: ContinuationContext,
    /// The key of the pawns of both sides.
    pawns: Key,
}

impl<'a> QuietContext<'a> {
    /// Creates the context of a position. `attacked` are the squares that the opponent attacks if
    /// our king is taken off the board, and `continuation` are the moves that led to the position.
    #[inline]
    pub fn new(
        position: &'a Position,
        attacked: Bitboard,
        continuation: ContinuationContext,
    ) -> Self {
        Self {
            board: position.board(),
            attacked,
            continuation,
            pawns: position.keys().pawns,
        }
    }

    /// Returns the board of the position.
    pub const fn board(&self) -> &'a Board {
        self.board
    }

    /// Returns the row of the position in the pawn history.
    #[inline]
    const fn pawn_row(&self) -> usize {
        self.pawns as usize % PAWN_ROWS
    }
}

/// The place of a quiet move's entry in the history by color, threats, origin and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuietEntry {
    color: Color,
    /// See [`threats_index`].
    threats: usize,
    mv: Move,
}

impl QuietEntry {
    /// Returns the place of the entry of a quiet move of the side to move. `attacked` are the
    /// squares that the opponent attacks if our king is taken off the board.
    pub fn new(board: &Board, attacked: Bitboard, mv: Move) -> Self {
        Self {
            color: board.side_to_move(),
            threats: threats_index(attacked, mv),
            mv,
        }
    }
}

/// Entries by piece and target square.
type ByPieceTo = [i16; PieceTo::COUNT];

/// Continuation history of a missing move.
static NO_CONTINUATION: ByPieceTo = [0; PieceTo::COUNT];

/// Entries by origin and target square.
type FromTo = [[i16; 64]; 64];

/// The history tables of one thread. Entries stay within ±[`HISTORY_MAX`].
#[derive(Clone, Debug)]
pub struct History {
    /// Quiet moves: by color; by threats to origin and target; by origin and target.
    quiet: Box<[[FromTo; 4]; 2]>,
    /// Captures and promotions: by victim, or [`NO_VICTIM`]; by piece and target.
    capture: Box<[ByPieceTo; 7]>,
    /// Quiet moves: by an earlier move; by piece and target.
    continuation: Box<[ByPieceTo]>,
    /// Quiet moves: by the pawns ([`PAWN_ROWS`]); by piece and target.
    pawn: Box<[ByPieceTo]>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            quiet: Box::new([[[[0; 64]; 64]; 4]; 2]),
            capture: Box::new([[0; PieceTo::COUNT]; 7]),
            continuation: vec![[0; PieceTo::COUNT]; PieceTo::COUNT].into(),
            pawn: vec![[0; PieceTo::COUNT]; PAWN_ROWS].into(),
        }
    }
}

impl History {
    /// Clears all tables in place. New tables would make the use of memory fluctuate.
    pub fn clear(&mut self) {
        for from_to in self.quiet.as_flattened_mut() {
            from_to.as_flattened_mut().fill(0);
        }
        self.capture.as_flattened_mut().fill(0);
        clear_rows(&mut self.continuation);
        clear_rows(&mut self.pawn);
    }
}

/// Clears a table. It does not write to empty rows, so that their pages need no memory.
pub(super) fn clear_rows(rows: &mut [ByPieceTo]) {
    for row in rows {
        if *row != NO_CONTINUATION {
            row.fill(0);
        }
    }
}

/// Computes the history scores of the quiet moves of one position.
pub struct QuietScorer<'a> {
    context: QuietContext<'a>,
    quiet: &'a [FromTo; 4],
    /// The tables of the earlier moves; [`NO_CONTINUATION`] for a missing move.
    continuations: [&'a ByPieceTo; 3],
    pawn: &'a ByPieceTo,
}

impl QuietScorer<'_> {
    /// Prefetches the pawn history of the side to move: twelve cache lines. Without this, the
    /// table costs about 4 % of the speed.
    #[inline]
    pub fn prefetch(&self) {
        const HALF: usize = PieceTo::COUNT / 2;
        const PER_LINE: usize = 64 / size_of::<i16>();
        let start = self.context.board.side_to_move().index() * HALF;
        for entry in self.pawn[start..start + HALF].iter().step_by(PER_LINE) {
            prefetch(entry);
        }
    }

    /// Returns the history score of a quiet move: the sum of all its entries.
    #[inline]
    pub fn score(&self, piece_move: PieceMove) -> i32 {
        let mv = piece_move.mv;
        let threats = threats_index(self.context.attacked, mv);
        let piece_to = PieceTo::of(self.context.board, piece_move).index();
        let mut score = i32::from(self.quiet[threats][mv.from().index()][mv.to().index()]);
        score += i32::from(self.pawn[piece_to]);
        for continuation in self.continuations {
            score += i32::from(continuation[piece_to]);
        }
        score
    }
}

/// Returns the index of the threats to a move: bit 1 is set if its origin is attacked, bit 0 if
/// its target is.
#[inline]
fn threats_index(attacked: Bitboard, mv: Move) -> usize {
    usize::from(attacked.contains(mv.from())) * 2 + usize::from(attacked.contains(mv.to()))
}

/// Returns the index of the piece that `mv` captures, or [`NO_VICTIM`].
#[inline]
fn victim_index(board: &Board, mv: Move) -> usize {
    board.captured_type(mv).map_or(NO_VICTIM, PieceType::index)
}

impl History {
    /// Returns a scorer for the quiet moves of a position.
    #[inline]
    pub fn quiet_scorer<'a>(&'a self, context: QuietContext<'a>) -> QuietScorer<'a> {
        let continuation = |before: Option<PieceTo>| {
            before.map_or(&NO_CONTINUATION, |before| {
                &self.continuation[before.index()]
            })
        };
        QuietScorer {
            context,
            quiet: &self.quiet[context.board.side_to_move().index()],
            continuations: context.continuation.before.map(continuation),
            pawn: &self.pawn[context.pawn_row()],
        }
    }

    /// Returns the ordering score of a capture or promotion: the weighted sum of the material
    /// gained and the capture history.
    #[inline]
    pub fn capture_score(&self, board: &Board, piece_move: PieceMove) -> i32 {
        let mv = piece_move.mv;
        let values = see::values();
        let gained = board
            .captured_type(mv)
            .map_or(0, |kind| values[kind.index()])
            + mv.promotion().map_or(0, |kind| values[kind.index()]);
        let history = self.capture_history(board, piece_move);
        gained * capture_victim_weight() + history * capture_history_weight() / 64
    }

    /// Returns the history of a capture or promotion.
    #[inline]
    pub fn capture_history(&self, board: &Board, piece_move: PieceMove) -> i32 {
        let victim = victim_index(board, piece_move.mv);
        i32::from(self.capture[victim][PieceTo::of(board, piece_move).index()])
    }

    /// Updates the history after `best` caused a beta cutoff at this depth: a bonus for `best`, and
    /// a malus for the moves tried before it. Quiet moves get the malus only if `best` is quiet.
    pub fn update(
        &mut self,
        context: QuietContext,
        best: Move,
        quiets: &[Move],
        captures: &[Move],
        depth: i32,
    ) {
        if best.is_quiet() {
            self.add_quiet(context, best, cutoff_bonus(depth));
            for &mv in quiets {
                self.add_quiet(context, mv, -cutoff_malus(depth));
            }
        } else {
            self.add_capture(context.board, best, cutoff_bonus(depth));
        }
        for &mv in captures {
            self.add_capture(context.board, mv, -cutoff_malus(depth));
        }
    }

    /// Adds a bonus, or a malus if negative, to all entries of a quiet move.
    pub fn add_quiet(&mut self, context: QuietContext, mv: Move, bonus: i32) {
        let board = context.board;
        self.add_quiet_entry(QuietEntry::new(board, context.attacked, mv), bonus);
        let piece_to = PieceTo::of(board, board.piece_move(mv));
        self.add_continuation(context.continuation, piece_to, bonus);
        let entry = &mut self.pawn[context.pawn_row()][piece_to.index()];
        add_with_gravity::<HISTORY_MAX>(entry, bonus);
    }

    /// Adds a bonus, or a malus if negative, to the entries of a move in the continuation history.
    pub fn add_continuation(
        &mut self,
        continuation: ContinuationContext,
        piece_to: PieceTo,
        bonus: i32,
    ) {
        for before in continuation.before.into_iter().flatten() {
            let entry = &mut self.continuation[before.index()][piece_to.index()];
            add_with_gravity::<HISTORY_MAX>(entry, bonus);
        }
    }

    /// Adds a bonus, or a malus if negative, to one entry of the history by color, threats, origin
    /// and target.
    pub fn add_quiet_entry(&mut self, entry: QuietEntry, bonus: i32) {
        let QuietEntry { color, threats, mv } = entry;
        let by_threats = &mut self.quiet[color.index()][threats];
        add_with_gravity::<HISTORY_MAX>(&mut by_threats[mv.from().index()][mv.to().index()], bonus);
    }

    fn add_capture(&mut self, board: &Board, mv: Move, bonus: i32) {
        let piece_to = PieceTo::of(board, board.piece_move(mv));
        let entry = &mut self.capture[victim_index(board, mv)][piece_to.index()];
        add_with_gravity::<HISTORY_MAX>(entry, bonus);
    }
}

/// Returns the bonus of a move that caused a beta cutoff at this depth.
pub(super) fn cutoff_bonus(depth: i32) -> i32 {
    (history_bonus_per_depth() * depth - history_bonus_offset()).clamp(0, history_bonus_max())
}

/// Returns the malus of a move that was searched before the cutoff move, at this depth.
pub(super) fn cutoff_malus(depth: i32) -> i32 {
    (history_malus_per_depth() * depth - history_malus_offset()).clamp(0, history_malus_max())
}

/// Adds `change` with gravity, which keeps the entry within ±`MAX`. The absolute value of
/// `change` must be at most `MAX`.
#[inline]
pub(super) fn add_with_gravity<const MAX: i32>(entry: &mut i16, change: i32) {
    let old = i32::from(*entry);
    *entry = (old + change - old * change.abs() / MAX) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Legality, MoveKind};

    #[test]
    fn history_stays_in_bounds_and_prefers_cutoff_moves() {
        let board = Board::default();
        let good = Move::new(Square::G1, Square::F3, MoveKind::Quiet);
        let bad = Move::new(Square::B1, Square::A3, MoveKind::Quiet);
        let before = Some(PieceTo::of(&board, board.piece_move(good)));
        let after_good = ContinuationContext {
            before: [before, None, None],
        };
        let position = Position::new(board);
        let attacked = Legality::of(&board).attacked;
        let quiet = |continuation| QuietContext::new(&position, attacked, continuation);
        let same_pawns = quiet(ContinuationContext::default());
        let other_pawns = QuietContext {
            pawns: same_pawns.pawns ^ 1,
            ..same_pawns
        };
        let mut history = History::default();
        for depth in 1..2000 {
            history.update(quiet(after_good), good, &[bad], &[], depth);
        }
        let scores = |context| {
            let scorer = history.quiet_scorer(context);
            [good, bad].map(|mv| scorer.score(board.piece_move(mv)))
        };
        let [good_alone, bad_alone] = scores(other_pawns);
        assert!((HISTORY_MAX * 9 / 10..=HISTORY_MAX).contains(&good_alone));
        assert!((-HISTORY_MAX..=-HISTORY_MAX * 9 / 10).contains(&bad_alone));
        // With the same pawns, and after the same previous move, other tables add to the score.
        let [good_with_pawns, _] = scores(same_pawns);
        assert!(good_with_pawns > good_alone + HISTORY_MAX * 9 / 10);
        assert!(scores(quiet(after_good))[0] > good_with_pawns + HISTORY_MAX * 9 / 10);
    }

    #[test]
    fn captures_are_ordered_by_victim_and_by_history() {
        let fen = "4k3/8/8/1q1p1r2/2P1P3/8/8/4K3 w - - 0 1";
        let board: Board = fen.parse().expect("legal");
        let capture = |from, to| Move::new(from, to, MoveKind::Capture);
        let queen = capture(Square::C4, Square::B5);
        let rook = capture(Square::E4, Square::F5);
        let pawn = capture(Square::E4, Square::D5);
        let position = Position::new(board);
        let no_moves = ContinuationContext::default();
        let context = QuietContext::new(&position, Bitboard::EMPTY, no_moves);
        let score = |history: &History, mv| history.capture_score(&board, board.piece_move(mv));
        let mut history = History::default();
        assert!(score(&history, queen) > score(&history, rook));
        assert!(score(&history, rook) > score(&history, pawn));
        let before = score(&history, pawn);
        for _ in 0..100 {
            history.update(context, pawn, &[], &[rook], 10);
        }
        assert!(score(&history, pawn) > before);
        assert!(history.capture_history(&board, board.piece_move(rook)) < 0);
    }
}
