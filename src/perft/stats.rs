//! Detailed perft: the number of captures, checks, mates and other kinds of moves.
//!
//! Row *n* counts the *n*-th moves of all variations. One walk computes all rows.
//!
//! Only few moves of the last ply are made on a board. The squares from which each kind of piece
//! gives check, and the pieces that can discover a check, are computed once per position. A
//! move that gives check is made to detect checkmate. Any other move is made only if it could
//! be stalemate (see `stalemate_targets`).
//!
//! The definitions agree with the tables of
//! <https://www.chessprogramming.org/Perft_Results>.

use std::ops::AddAssign;
use std::sync::atomic::AtomicBool;

use super::parallel::{Method, for_each_subtree, subtrees};
use super::walk::{STOP_CHECK_DEPTH, for_each_child};
use crate::chess::attacks::{attacks, queen_attacks};
use crate::chess::movegen::{self, CONTINUE, Flow, Legality, Sink};
use crate::chess::{
    Bitboard, Black, Board, CastlingSide, CheckSquares, Color, MoveKind, NoObserver, PieceType,
    Side, Square, White,
};
use crate::support::stop_flag;

/// Defines [`Statistics`] by its columns, in the order of the published tables. Those do not have
/// the last column.
macro_rules! statistics {
    ($($(#[$doc:meta])* $column:ident,)*) => {
        /// The counts of all moves of one ply.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[cfg_attr(feature = "cli", derive(serde::Serialize))]
        pub struct Statistics { $($(#[$doc])* pub $column: u64,)* }

        impl Statistics {
            /// The names of the columns.
            pub const COLUMNS: [&str; 10] = [$(stringify!($column)),*];

            /// Returns the counts in the order of [`Self::COLUMNS`].
            #[must_use]
            pub const fn row(&self) -> [u64; 10] {
                [$(self.$column),*]
            }
        }

        impl AddAssign for Statistics {
            fn add_assign(&mut self, other: Self) {
                $(self.$column += other.$column;)*
            }
        }
    };
}

statistics! {
    /// All moves: the perft count.
    nodes,
    /// Captures, including en passant and promotions that capture.
    captures,
    /// En passant captures.
    en_passant,
    /// Castling moves.
    castles,
    /// Promotions: four for each pawn and each square on which it can promote.
    promotions,
    /// Moves that give check, including checkmates.
    checks,
    /// Checks by a single piece that was not moved. Castling counts as a move of king and rook.
    discovered_checks,
    /// Checks by two pieces. They are not among the `discovered_checks`.
    double_checks,
    /// Checks without a legal reply.
    checkmates,
    /// Moves that give no check and leave no legal reply.
    stalemates,
}

/// Returns the statistics of the plies 1 to `depth`; `None` if the method's `stop` was set
/// before the end.
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
    let mut sums = vec![Statistics::default(); depth as usize];
    // The subtrees begin two plies below the root. The plies above them take little time.
    let (above, below) = sums.split_at_mut(depth.min(2) as usize);
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
    Some(sums)
}

/// Adds the legal moves of `board` to the first row, the moves of the next ply to the second row,
/// and so on. Ends early if `stop` is set.
fn add_below(board: &Board, rows: &mut [Statistics], stop: &AtomicBool) {
    match board.side_to_move() {
        Color::White => add_below_side::<White>(board, rows, stop),
        Color::Black => add_below_side::<Black>(board, rows, stop),
    }
}

/// Does the same as [`add_below`] for a known side to move.
fn add_below_side<S: Side>(board: &Board, rows: &mut [Statistics], stop: &AtomicBool) {
    let Some((row, deeper)) = rows.split_first_mut() else {
        return;
    };
    let mut sink = StatisticsSink {
        board,
        checks: CheckSquares::of_side::<S>(board),
        stalemate_targets: stalemate_targets::<S>(board),
        row,
    };
    let legality = Legality::of_side::<S>(board);
    movegen::generate_all::<S>(board, &legality, &mut sink);
    let is_stopped = deeper.len() + 1 >= STOP_CHECK_DEPTH as usize && stop_flag::is_set(stop);
    if !deeper.is_empty() && !is_stopped {
        for_each_child::<S>(board, |child| {
            add_below_side::<S::Opponent>(child, deeper, stop);
        });
    }
}

/// Returns the squares to which a non-checking move of `S` might stalemate. After such a move to
/// any other square, the opponent has a legal reply.
///
/// The function looks for one piece of the opponent that can always reply. This piece must not
/// share a rank, file or diagonal with its king, so that it can never be pinned. It is one of
/// these:
///
/// * A pawn that can push one square. Only a capture of the pawn, or a piece that moves in front of
///   it, prevents the push.
/// * Another piece that has a move. If something blocks the move, the piece captures it. So only a
///   capture of the piece prevents a reply.
#[inline(always)]
fn stalemate_targets<S: Side>(board: &Board) -> Bitboard {
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

/// The sink that adds moves to one row.
struct StatisticsSink<'a> {
    board: &'a Board,
    checks: CheckSquares,
    /// The squares returned by [`stalemate_targets`].
    stalemate_targets: Bitboard,
    row: &'a mut Statistics,
}

impl StatisticsSink<'_> {
    /// Adds the moves of one piece, except promotions, castling and en passant captures. Moves to
    /// the squares in `them` are captures; the others are of the given `kind`.
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
        let maybe_stalemate = targets & self.stalemate_targets;
        for to in direct | discovered | maybe_stalemate {
            let kind = if them.contains(to) {
                MoveKind::Capture
            } else {
                kind
            };
            let checks = (direct.contains(to), discovered.contains(to));
            self.add_made::<S>(piece, from, to, kind, checks);
        }
    }

    /// Makes a move, and adds its effects. `checks` says whether the move gives a direct check, and
    /// whether it discovers one.
    fn add_made<S: Side>(
        &mut self,
        piece: PieceType,
        from: Square,
        to: Square,
        kind: MoveKind,
        checks: (bool, bool),
    ) {
        let (direct, discovered) = checks;
        let mut after = *self.board;
        after.make_move_parts::<S, _>(piece, from, to, kind, &mut NoObserver);
        self.add_effects(&after, direct, discovered);
    }

    /// Adds the checks of a move and, if it leaves no reply, the checkmate or stalemate. `direct`
    /// says whether the moved piece gives check, and `discovered` whether another one does.
    #[inline]
    fn add_effects(&mut self, after: &Board, direct: bool, discovered: bool) {
        let has_reply = after.has_legal_moves();
        let is_check = direct || discovered;
        self.row.checks += u64::from(is_check);
        self.row.discovered_checks += u64::from(discovered && !direct);
        self.row.double_checks += u64::from(discovered && direct);
        self.row.checkmates += u64::from(is_check && !has_reply);
        self.row.stalemates += u64::from(!is_check && !has_reply);
    }

    /// Adds castling, an en passant capture or a promotion: these change more than the square
    /// of one piece.
    fn add_special<S: Side>(&mut self, piece: PieceType, from: Square, to: Square, kind: MoveKind) {
        let mut after = *self.board;
        after.make_move_parts::<S, _>(piece, from, to, kind, &mut NoObserver);
        let moved = if kind.is_castle() {
            CastlingSide::of(from, to).rook_target(S::COLOR)
        } else {
            to
        };
        let checkers = after.checkers();
        let is_double = checkers.more_than_one();
        let direct = is_double || checkers.contains(moved);
        let discovered = is_double || checkers.any() && !direct;
        self.row.nodes += 1;
        self.row.captures += u64::from(kind.is_capture());
        self.row.en_passant += u64::from(kind == MoveKind::EnPassant);
        self.row.castles += u64::from(kind.is_castle());
        self.row.promotions += u64::from(kind.promotion().is_some());
        self.add_effects(&after, direct, discovered);
    }
}

impl<S: Side> Sink<S> for StatisticsSink<'_> {
    #[inline(always)]
    fn add_move(&mut self, piece: PieceType, from: Square, to: Square, kind: MoveKind) -> Flow {
        match kind {
            MoveKind::Quiet | MoveKind::DoublePawnPush => {
                self.add::<S>(piece, from, to.bitboard(), Bitboard::EMPTY, kind);
            }
            MoveKind::Capture => self.add::<S>(piece, from, to.bitboard(), to.bitboard(), kind),
            _ => self.add_special::<S>(piece, from, to, kind),
        }
        CONTINUE
    }

    #[inline(always)]
    fn add_piece_moves(
        &mut self,
        piece: PieceType,
        from: Square,
        targets: Bitboard,
        them: Bitboard,
    ) -> Flow {
        self.add::<S>(piece, from, targets, them, MoveKind::Quiet);
        CONTINUE
    }
}
