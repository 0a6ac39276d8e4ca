//! Perft in detail: how many of the moves counted are captures, checks, mates and so on.
//!
//! A number tells of the last move of each line: row *n* tells what the *n*-th half-moves
//! did. All rows come from one walk.
//!
//! Few of the last moves need be made. From where a piece would give check, and which pieces
//! would uncover one, is worked out once for all moves of a position; a check is then made
//! to see whether it mates, and another move only where it could stalemate (see `prevents_reply`).
//!
//! The definitions are those that give the tables of
//! <https://www.chessprogramming.org/Perft_Results>.

use std::ops::{AddAssign, ControlFlow};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use super::parallel::{Method, for_each_subtree, subtrees};
use super::{INTERRUPTED_DEPTH, for_each_child};
use crate::chess::Bitboard;
use crate::chess::attacks::{attacks, queen_attacks};
use crate::chess::movegen::{self, Legality, Sink, Wanted};
use crate::chess::{Black, Side, White};
use crate::chess::{Board, CastlingSide, CheckSquares, Color, MoveKind, PieceType, Square};

/// What the last moves of all lines of one length did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// The moves, which are as many as the positions they lead to: what perft counts.
    pub nodes: u64,
    /// Moves that take a piece, en passant and promotions that take included.
    pub captures: u64,
    /// Captures en passant.
    pub en_passant: u64,
    /// Castling moves.
    pub castles: u64,
    /// Promotions: four for each pawn that can go to a square of the last rank.
    pub promotions: u64,
    /// Moves that give check, mates included.
    pub checks: u64,
    /// Checks by one piece that is not the one that moved; castling moves king and rook.
    pub discovered_checks: u64,
    /// Checks by two pieces, whichever moved; none of them is in `discovered_checks`.
    pub double_checks: u64,
    /// Checks that have no legal answer.
    pub checkmates: u64,
    /// Moves that give no check and leave no legal answer.
    pub stalemates: u64,
}

impl Statistics {
    /// The names of the columns, in the order of the published tables, which have all but
    /// the last.
    pub const COLUMNS: [&str; 10] = [
        "nodes",
        "captures",
        "en_passant",
        "castles",
        "promotions",
        "checks",
        "discovered_checks",
        "double_checks",
        "checkmates",
        "stalemates",
    ];

    /// The numbers in the order of [`Self::COLUMNS`].
    #[must_use]
    pub const fn row(&self) -> [u64; 10] {
        [
            self.nodes,
            self.captures,
            self.en_passant,
            self.castles,
            self.promotions,
            self.checks,
            self.discovered_checks,
            self.double_checks,
            self.checkmates,
            self.stalemates,
        ]
    }
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.captures += other.captures;
        self.en_passant += other.en_passant;
        self.castles += other.castles;
        self.promotions += other.promotions;
        self.checks += other.checks;
        self.discovered_checks += other.discovered_checks;
        self.double_checks += other.double_checks;
        self.checkmates += other.checkmates;
        self.stalemates += other.stalemates;
    }
}

/// The statistics of the moves at depths 1, 2, and so on to `depth`; `None` if the method's
/// `stop` was set before the end.
///
/// ```
/// use ferz::chess::Board;
/// use ferz::perft::{parallel::Method, stats::statistics};
/// let method = Method {
///     threads: 1,
///     stop: &false.into(),
///     progress: &|_| {},
/// };
/// let rows = statistics(&Board::default(), 3, &method).unwrap();
/// assert_eq!((rows[2].nodes, rows[2].captures, rows[2].checks), (8902, 34, 12));
/// ```
#[must_use]
pub fn statistics(board: &Board, depth: u32, method: &Method<'_>) -> Option<Vec<Statistics>> {
    if depth == 0 {
        return Some(Vec::new());
    }
    let mut rows = vec![Statistics::default(); depth as usize];
    // The sub-trees are two half-moves below; what is above them is soon counted.
    let (above, below) = rows.split_at_mut(depth.min(2) as usize);
    add_below(board, above, method.stop);
    for_each_subtree(
        &subtrees(board, depth, &board.legal_moves()),
        method,
        |subtree| {
            let mut rows = vec![Statistics::default(); subtree.depth as usize];
            add_below(&subtree.board, &mut rows, method.stop);
            rows
        },
        |_, rows| {
            for (sum, row) in below.iter_mut().zip(rows) {
                *sum += row;
            }
        },
    )?;
    Some(rows)
}

/// Adds the moves of `board` to the first row, those of the boards that they lead to to the
/// second, and so on; not to the end if `stop` is set.
fn add_below(board: &Board, rows: &mut [Statistics], stop: &AtomicBool) {
    match board.side_to_move() {
        Color::White => add_below_side::<White>(board, rows, stop),
        Color::Black => add_below_side::<Black>(board, rows, stop),
    }
}

/// [`add_below`] where the side to move is known.
fn add_below_side<S: Side>(board: &Board, rows: &mut [Statistics], stop: &AtomicBool) {
    let Some((row, deeper)) = rows.split_first_mut() else {
        return;
    };
    let mut moves = Moves {
        board,
        checks: CheckSquares::of(board),
        prevents_reply: prevents_reply::<S>(board),
        row,
    };
    let legality = Legality::of_side::<S>(board);
    // Nothing stops a count.
    let _: ControlFlow<()> =
        movegen::generate::<S, _>(board, &legality, Wanted::All, Bitboard::ALL, &mut moves);
    let is_stopped = deeper.len() + 1 >= INTERRUPTED_DEPTH as usize && stop.load(Ordering::Relaxed);
    if !deeper.is_empty() && !is_stopped {
        for_each_child::<S>(board, |child| {
            add_below_side::<S::Opponent>(child, deeper, stop);
        });
    }
}

/// Returns squares such that the opponent has a legal reply to every move that gives no check
/// and arrives on none of them.
///
/// The reply is the move of a piece that is on no line with its king, so that nothing can
/// pin it. Only a move to one of the squares returned can prevent it:
///
/// * A pawn pushes one square, unless it is captured or a piece stops in front of it.
/// * Another piece makes a move that it has already, or captures the piece that blocks that
///   move, unless it is captured itself.
#[inline(always)]
fn prevents_reply<S: Side>(board: &Board) -> Bitboard {
    let king = board.king(!S::COLOR);
    let them = board.of_color(!S::COLOR);
    let free = them & !queen_attacks(king, Bitboard::EMPTY) & !king.bitboard();
    let pawns = free & board.of_type(PieceType::Pawn);
    if let Some(step) = (pawns.forward(!S::COLOR) & !board.occupied()).first() {
        return step.bitboard() | step.forward(S::COLOR).bitboard();
    }
    let mut others = (free & !pawns).into_iter();
    let can_move = |&piece: &Square| {
        let targets = |kind| attacks(kind, !S::COLOR, piece, board.occupied()) & !them;
        board
            .piece_type_at(piece)
            .is_some_and(|kind| targets(kind).any())
    };
    let piece = others.find(can_move);
    piece.map_or(Bitboard::ALL, Square::bitboard)
}

/// The sink that adds moves to a row of statistics.
struct Moves<'a> {
    board: &'a Board,
    checks: CheckSquares,
    /// See [`prevents_reply`].
    prevents_reply: Bitboard,
    row: &'a mut Statistics,
}

impl Moves<'_> {
    /// Adds moves of one piece that change nothing but its place and what it takes; those on
    /// `them` are captures, the others of `kind`.
    #[inline(always)]
    fn add<S: Side>(
        &mut self,
        piece: PieceType,
        from: Square,
        targets: Bitboard,
        them: Bitboard,
        kind: MoveKind,
    ) {
        self.row.nodes += u64::from(targets.count());
        self.row.captures += u64::from((targets & them).count());
        let direct = targets & self.checks.direct(piece);
        let discovered = targets & self.checks.discovered(from);
        let unsure = targets & self.prevents_reply;
        for to in direct | discovered | unsure {
            let kind = if them.contains(to) {
                MoveKind::Capture
            } else {
                kind
            };
            let checks = (direct.contains(to), discovered.contains(to));
            self.look_at::<S>(piece, from, to, kind, checks);
        }
    }

    /// Adds what is not known before the move is made. `checks`: whether the piece gives
    /// check from where it arrives, and whether it uncovers one.
    fn look_at<S: Side>(
        &mut self,
        piece: PieceType,
        from: Square,
        to: Square,
        kind: MoveKind,
        checks: (bool, bool),
    ) {
        let mut after = *self.board;
        after.make_move_parts::<S, ()>(piece, from, to, kind, &mut ());
        let has_answer = after.has_legal_moves();
        let (direct, discovered) = checks;
        let is_check = direct || discovered;
        self.row.checks += u64::from(is_check);
        self.row.discovered_checks += u64::from(discovered && !direct);
        self.row.double_checks += u64::from(discovered && direct);
        self.row.checkmates += u64::from(is_check && !has_answer);
        self.row.stalemates += u64::from(!is_check && !has_answer);
    }

    /// Adds a move of one of the rarer kinds, which move or change more than one piece:
    /// castling, en passant, promotion.
    fn add_special<S: Side>(&mut self, piece: PieceType, from: Square, to: Square, kind: MoveKind) {
        let mut after = *self.board;
        after.make_move_parts::<S, ()>(piece, from, to, kind, &mut ());
        let moved = if kind.is_castle() {
            CastlingSide::of(from, to).rook_target(S::COLOR)
        } else {
            to
        };
        let checkers = after.checkers();
        let is_check = checkers.any();
        let is_double = checkers.more_than_one();
        let has_answer = after.has_legal_moves();
        *self.row += Statistics {
            nodes: 1,
            captures: u64::from(kind.is_capture()),
            en_passant: u64::from(kind == MoveKind::EnPassant),
            castles: u64::from(kind.is_castle()),
            promotions: u64::from(kind.promotion().is_some()),
            checks: u64::from(is_check),
            discovered_checks: u64::from(is_check && !is_double && !checkers.contains(moved)),
            double_checks: u64::from(is_double),
            checkmates: u64::from(is_check && !has_answer),
            stalemates: u64::from(!is_check && !has_answer),
        };
    }
}

impl<S: Side> Sink<S> for Moves<'_> {
    #[inline(always)]
    fn one(
        &mut self,
        piece: PieceType,
        from: Square,
        to: Square,
        kind: MoveKind,
    ) -> ControlFlow<()> {
        match kind {
            MoveKind::Quiet | MoveKind::DoublePawnPush => {
                self.add::<S>(piece, from, to.bitboard(), Bitboard::EMPTY, kind);
            }
            MoveKind::Capture => self.add::<S>(piece, from, to.bitboard(), to.bitboard(), kind),
            _ => self.add_special::<S>(piece, from, to, kind),
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn piece(
        &mut self,
        piece: PieceType,
        from: Square,
        targets: Bitboard,
        them: Bitboard,
    ) -> ControlFlow<()> {
        self.add::<S>(piece, from, targets, them, MoveKind::Quiet);
        ControlFlow::Continue(())
    }
}
