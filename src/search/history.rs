//! What moves did well before: quiet moves by where they lead and what is attacked there,
//! captures by what they take, and both as answers to the moves before them.
//!
//! Every entry has *gravity*: a bonus moves it the less the nearer it is to its bound, so
//! that old merits fade. See <https://www.chessprogramming.org/History_Heuristic>.

use super::params::{
    HISTORY_MAX, capture_history_weight, capture_victim_weight, history_bonus_max,
    history_bonus_offset, history_bonus_per_depth, history_malus_max, history_malus_offset,
    history_malus_per_depth,
};
use super::see;
use crate::chess::{Bitboard, Board, Move, Piece, PieceMove, PieceType, Square};

/// Kinds of pieces, both colors together.
const PIECES: usize = 12;

/// What kind of piece, and of which color, went where: a move as others answer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u16);

impl PieceTo {
    /// How many there are.
    pub const COUNT: usize = PIECES * 64;

    /// A piece that goes to a square.
    #[inline]
    #[must_use]
    pub const fn new(piece: Piece, to: Square) -> Self {
        let kind = piece.color.index() * 6 + piece.kind.index();
        Self((kind * 64 + to.index()) as u16)
    }

    /// What a move of the side to move does.
    #[inline]
    #[must_use]
    pub fn of(board: &Board, PieceMove { mv, piece }: PieceMove) -> Self {
        Self::new(Piece::new(board.side_to_move(), piece), mv.to())
    }

    /// An index below [`Self::COUNT`].
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The moves that led to a position: the last, the one before it, and the one two further
/// back; `None` for a null move and before the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// See above.
    pub before: [Option<PieceTo>; 3],
}

/// A position as the history of its quiet moves sees it.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// What stands where.
    pub board: &'a Board,
    /// The squares that the enemy attacks, seeing through our king.
    pub attacked: Bitboard,
    /// The moves that led here.
    pub context: Context,
}

/// By what a move does.
type ByPieceTo = [i16; PieceTo::COUNT];

/// What is known of answers to no move.
static NOTHING: ByPieceTo = [0; PieceTo::COUNT];

/// By origin and target.
type FromTo = [[i16; 64]; 64];

/// How well moves did; entries stay within ±[`HISTORY_MAX`].
#[derive(Clone, Debug)]
pub struct History {
    /// Quiet moves, by color; by whether origin and target are attacked; by origin, target.
    quiet: Box<[[FromTo; 4]; 2]>,
    /// Captures and promotions, by what is captured, 6 for nothing; by piece and target.
    capture: Box<[ByPieceTo; 7]>,
    /// Quiet moves as answers: by the earlier move, then by the answer.
    continuation: Box<[ByPieceTo]>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            quiet: Box::new([[[[0; 64]; 64]; 4]; 2]),
            capture: Box::new([[0; PieceTo::COUNT]; 7]),
            continuation: vec![[0; PieceTo::COUNT]; PieceTo::COUNT].into(),
        }
    }
}

/// Scores the quiet moves of one position.
pub struct QuietScorer<'a> {
    scene: Scene<'a>,
    quiet: &'a [FromTo; 4],
    /// Of the moves before, as far as there are any; of zeros, as far as not.
    continuations: [&'a ByPieceTo; 3],
}

impl QuietScorer<'_> {
    /// How well a quiet move did so far, from all that is remembered.
    #[inline]
    #[must_use]
    pub fn score(&self, piece_move: PieceMove) -> i32 {
        let mv = piece_move.mv;
        let threats = threats(self.scene.attacked, mv);
        let mut score = i32::from(self.quiet[threats][mv.from().index()][mv.to().index()]);
        let piece_to = PieceTo::of(self.scene.board, piece_move).index();
        for continuation in self.continuations {
            score += i32::from(continuation[piece_to]);
        }
        score
    }
}

/// A move away from an attack, into one, both or neither: an index below 4.
#[inline]
fn threats(attacked: Bitboard, mv: Move) -> usize {
    usize::from(attacked.contains(mv.from())) * 2 + usize::from(attacked.contains(mv.to()))
}

impl History {
    /// What scores the quiet moves of `scene`.
    #[inline]
    #[must_use]
    pub fn quiet_scorer<'a>(&'a self, scene: Scene<'a>) -> QuietScorer<'a> {
        let continuation = |before: Option<PieceTo>| {
            before.map_or(&NOTHING, |before| &self.continuation[before.index()])
        };
        QuietScorer {
            scene,
            quiet: &self.quiet[scene.board.side_to_move().index()],
            continuations: scene.context.before.map(continuation),
        }
    }

    /// How well a capture or promotion promises to do: by its victim and what is gained by
    /// promotion (<https://www.chessprogramming.org/MVV-LVA>), and by how it did so far.
    #[inline]
    #[must_use]
    pub fn capture_score(&self, board: &Board, piece_move: PieceMove) -> i32 {
        let mv = piece_move.mv;
        let values = see::values();
        let victim = board.captured_type(mv);
        let gained = victim.map_or(0, |kind| values[kind.index()])
            + mv.promotion().map_or(0, |kind| values[kind.index()]);
        let history = self.capture(board, piece_move);
        gained * capture_victim_weight() + history * capture_history_weight() / 64
    }

    /// How well a capture or promotion did so far.
    #[inline]
    #[must_use]
    pub fn capture(&self, board: &Board, piece_move: PieceMove) -> i32 {
        let victim = board
            .captured_type(piece_move.mv)
            .map_or(6, PieceType::index);
        i32::from(self.capture[victim][PieceTo::of(board, piece_move).index()])
    }

    /// The quiet move `best` refuted `scene` after a search of this depth, and those tried
    /// before it did not.
    pub fn reward_quiet(&mut self, scene: Scene, best: Move, tried: &[Move], depth: i32) {
        self.add_quiet(scene, best, bonus(depth));
        for &mv in tried {
            self.add_quiet(scene, mv, -malus(depth));
        }
    }

    fn add_quiet(&mut self, scene: Scene, mv: Move, bonus: i32) {
        let board = scene.board;
        let threats = threats(scene.attacked, mv);
        let by_color = &mut self.quiet[board.side_to_move().index()];
        add(
            &mut by_color[threats][mv.from().index()][mv.to().index()],
            bonus,
        );
        let answer = PieceTo::of(board, board.piece_move(mv));
        for before in scene.context.before.into_iter().flatten() {
            add(
                &mut self.continuation[before.index()][answer.index()],
                bonus,
            );
        }
    }

    /// After a search of this depth, the captures `tried` did not refute `board`, but
    /// `best` did, if it is one of them.
    pub fn reward_capture(
        &mut self,
        board: &Board,
        best: Option<Move>,
        tried: &[Move],
        depth: i32,
    ) {
        if let Some(best) = best {
            self.add_capture(board, best, bonus(depth));
        }
        for &mv in tried {
            self.add_capture(board, mv, -malus(depth));
        }
    }

    fn add_capture(&mut self, board: &Board, mv: Move, bonus: i32) {
        let victim = board.captured_type(mv).map_or(6, PieceType::index);
        add(
            &mut self.capture[victim][PieceTo::of(board, board.piece_move(mv)).index()],
            bonus,
        );
    }
}

/// What a move gains that refuted a position after a search of this depth.
fn bonus(depth: i32) -> i32 {
    (history_bonus_per_depth() * depth - history_bonus_offset()).clamp(0, history_bonus_max())
}

/// What a move loses that was tried in vain.
fn malus(depth: i32) -> i32 {
    (history_malus_per_depth() * depth - history_malus_offset()).clamp(0, history_malus_max())
}

/// Adds a bonus with gravity, which keeps the entry within ±[`HISTORY_MAX`].
#[inline]
fn add(entry: &mut i16, bonus: i32) {
    add_within::<HISTORY_MAX>(entry, bonus);
}

/// Adds with gravity, which keeps the entry within ±`MAX`; the change must not be larger.
#[inline]
pub(super) fn add_within<const MAX: i32>(entry: &mut i16, change: i32) {
    let old = i32::from(*entry);
    *entry = (old + change - old * change.abs() / MAX) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Legality, MoveKind};

    #[test]
    fn history_stays_in_bounds_and_prefers_what_worked() {
        let board = Board::default();
        let good = Move::new(Square::G1, Square::F3, MoveKind::Quiet);
        let bad = Move::new(Square::B1, Square::A3, MoveKind::Quiet);
        let context = Context {
            before: [
                Some(PieceTo::of(&board, board.piece_move(good))),
                None,
                None,
            ],
        };
        let scene = |context| Scene {
            board: &board,
            attacked: Legality::of(&board).attacked,
            context,
        };
        let mut history = History::default();
        for depth in 1..2000 {
            history.reward_quiet(scene(context), good, &[bad], depth);
        }
        let scores = |context| {
            let scorer = history.quiet_scorer(scene(context));
            [good, bad].map(|mv| scorer.score(board.piece_move(mv)))
        };
        let [good_alone, bad_alone] = scores(Context::default());
        assert!((HISTORY_MAX * 9 / 10..=HISTORY_MAX).contains(&good_alone));
        assert!((-HISTORY_MAX..=-HISTORY_MAX * 9 / 10).contains(&bad_alone));
        // As an answer to a move it did well after, it is better still.
        assert!(scores(context)[0] > good_alone + HISTORY_MAX * 9 / 10);
    }

    #[test]
    fn the_bigger_victim_goes_first_until_experience_says_otherwise() {
        let board: Board = "4k3/8/8/1q1p1r2/2P1P3/8/8/4K3 w - - 0 1"
            .parse()
            .expect("legal");
        let capture = |from, to| Move::new(from, to, MoveKind::Capture);
        let queen = capture(Square::C4, Square::B5);
        let rook = capture(Square::E4, Square::F5);
        let pawn = capture(Square::E4, Square::D5);
        let mut history = History::default();
        let score = |history: &History, mv| history.capture_score(&board, board.piece_move(mv));
        assert!(score(&history, queen) > score(&history, rook));
        assert!(score(&history, rook) > score(&history, pawn));
        let before = score(&history, pawn);
        for _ in 0..100 {
            history.reward_capture(&board, Some(pawn), &[rook], 10);
        }
        assert!(score(&history, pawn) > before);
        assert!(history.capture(&board, board.piece_move(rook)) < 0);
    }
}
