//! The generator, and the functions that call it with a sink.

use super::legality::GeneratorContext;
use super::sink::{CONTINUE, Count, Flow, List, PieceList, Sink, StopAtFirst};
use super::{castling, pawns, pieces};
use crate::chess::{
    Bitboard, Black, Board, Color, Legality, MoveList, PieceMove, Side, Wanted, White,
};

/// Emits the `wanted` moves of the pieces on `movers`, as far as `legality` allows them. All other
/// functions call this one.
#[inline(always)]
pub(crate) fn generate<S: Side, K: Sink<S>>(
    board: &Board,
    legality: &Legality,
    wanted: Wanted,
    movers: Bitboard,
    sink: &mut K,
) -> Flow {
    let cx = GeneratorContext::new::<S>(board, legality, wanted, movers);
    pieces::emit_king_moves::<S, K>(&cx, sink)?;
    // In double check, only the king can move.
    if legality.checkers.more_than_one() {
        return CONTINUE;
    }
    castling::emit_castling::<S, K>(&cx, sink)?;
    pawns::emit_pawn_moves::<S, K>(&cx, sink)?;
    pieces::emit_knight_moves::<S, K>(&cx, sink)?;
    pieces::emit_slider_moves::<S, K>(&cx, sink)
}

/// Calls [`generate`] for the side to move.
#[inline(always)]
fn generate_for_side_to_move<K: Sink<White> + Sink<Black>>(
    board: &Board,
    legality: &Legality,
    wanted: Wanted,
    movers: Bitboard,
    sink: &mut K,
) -> Flow {
    match board.side_to_move() {
        Color::White => generate::<White, K>(board, legality, wanted, movers, sink),
        Color::Black => generate::<Black, K>(board, legality, wanted, movers, sink),
    }
}

/// Appends to `list` the legal moves of the pieces on `movers` that are of the kind `wanted`.
/// `legality` must be that of `board`. Callers that already have it need not compute it again.
///
/// ```
/// use ferz::chess::{Bitboard, Board, Legality, MoveList, PieceType, Wanted, generate_moves};
/// let board = Board::default();
/// let legality = Legality::of(&board);
/// let mut moves = MoveList::new();
/// let knights = board.of_type(PieceType::Knight);
/// generate_moves(&board, &legality, Wanted::All, knights, &mut moves);
/// assert_eq!(moves.len(), 4);
/// ```
pub fn generate_moves(
    board: &Board,
    legality: &Legality,
    wanted: Wanted,
    movers: Bitboard,
    list: &mut MoveList,
) {
    let sink = &mut List(list);
    // A list accepts every move, so the generator never stops early.
    let _: Flow = generate_for_side_to_move(board, legality, wanted, movers, sink);
}

/// Appends to `list` the legal moves of the kind `wanted`, with the types of the moving pieces.
///
/// ```
/// use ferz::chess::{Board, Legality, MoveList, PieceType, Wanted, generate_piece_moves};
/// let board = Board::default();
/// let mut moves = MoveList::with_pieces();
/// generate_piece_moves(&board, &Legality::of(&board), Wanted::Quiets, &mut moves);
/// let knights = moves.iter().filter(|mv| mv.piece == PieceType::Knight);
/// assert_eq!(knights.count(), 4);
/// ```
pub fn generate_piece_moves(
    board: &Board,
    legality: &Legality,
    wanted: Wanted,
    list: &mut MoveList<PieceMove>,
) {
    let (sink, movers) = (&mut PieceList(list), Bitboard::ALL);
    // A list accepts every move, so the generator never stops early.
    let _: Flow = generate_for_side_to_move(board, legality, wanted, movers, sink);
}

/// Appends all legal moves to `list`.
#[inline]
pub fn generate_legal_moves(board: &Board, list: &mut MoveList) {
    generate_moves(
        board,
        &Legality::of(board),
        Wanted::All,
        Bitboard::ALL,
        list,
    );
}

/// Appends all pseudo-legal moves to `list`: they follow the rules of each piece, but may leave the
/// king in check. Castling is included if the right remains and its squares are empty, even if they
/// are attacked. En passant is included if the board has an en passant square. A board has one
/// only if an en passant capture is legal.
///
/// ```
/// use ferz::chess::{Board, MoveList, generate_pseudo_legal_moves};
/// let board: Board = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse()?;
/// let mut moves = MoveList::new();
/// generate_pseudo_legal_moves(&board, &mut moves);
/// assert_eq!((moves.len(), board.legal_moves().len()), (5, 3));
/// # Ok::<(), ferz::chess::FenError>(())
/// ```
#[inline]
pub fn generate_pseudo_legal_moves(board: &Board, list: &mut MoveList) {
    generate_moves(
        board,
        &Legality::ignored(board),
        Wanted::All,
        Bitboard::ALL,
        list,
    );
}

/// Appends the legal captures, en passant included, and the promotions to `list`.
#[inline]
pub fn generate_captures(board: &Board, list: &mut MoveList) {
    generate_moves(
        board,
        &Legality::of(board),
        Wanted::Captures,
        Bitboard::ALL,
        list,
    );
}

/// Appends the legal moves that neither capture nor promote to `list`, castling included.
#[inline]
pub fn generate_quiets(board: &Board, list: &mut MoveList) {
    generate_moves(
        board,
        &Legality::of(board),
        Wanted::Quiets,
        Bitboard::ALL,
        list,
    );
}

/// Passes all legal moves of side `S`, which must be the side to move, to a sink that accepts every
/// move. `legality` must be that of `board`.
#[inline(always)]
pub(crate) fn generate_all<S: Side>(board: &Board, legality: &Legality, sink: &mut impl Sink<S>) {
    let (wanted, movers) = (Wanted::All, Bitboard::ALL);
    // The sink never stops the generator.
    let _: Flow = generate::<S, _>(board, legality, wanted, movers, sink);
}

/// Counts the legal moves of side `S`, which must be the side to move. Perft uses this for bulk
/// counting at the last ply.
#[inline(always)]
pub(crate) fn count_moves<S: Side>(board: &Board) -> u64 {
    count_moves_with_legality::<S>(board, &Legality::of_side::<S>(board))
}

/// Calls [`count_moves`] with the `legality` of `board`, for callers that already have it.
#[inline(always)]
pub(crate) fn count_moves_with_legality<S: Side>(board: &Board, legality: &Legality) -> u64 {
    let mut sink = Count(0);
    generate_all::<S>(board, legality, &mut sink);
    sink.0
}

impl Board {
    /// Returns the legal moves. [`generate_legal_moves`] appends to an existing list;
    /// [`generate_captures`] and [`generate_quiets`] generate only a part of the moves.
    ///
    /// ```
    /// use ferz::chess::Board;
    /// let board = Board::default();
    /// let moves: Vec<String> = board.legal_moves().iter().map(|mv| mv.to_string()).collect();
    /// assert_eq!(moves.len(), 20);
    /// assert!(moves.contains(&"e2e4".to_owned()));
    /// ```
    #[inline]
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        generate_legal_moves(self, &mut list);
        list
    }

    /// Counts the legal moves, without listing them.
    ///
    /// ```
    /// assert_eq!(ferz::chess::Board::default().count_legal_moves(), 20);
    /// ```
    #[inline]
    #[must_use]
    pub fn count_legal_moves(&self) -> u64 {
        match self.side_to_move() {
            Color::White => count_moves::<White>(self),
            Color::Black => count_moves::<Black>(self),
        }
    }

    /// Returns whether there is a legal move. The generator stops at the first one.
    ///
    /// ```
    /// use ferz::chess::Board;
    /// let stalemate: Board = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert!(!stalemate.has_legal_moves());
    /// # Ok::<(), ferz::chess::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn has_legal_moves(&self) -> bool {
        let legality = Legality::of(self);
        generate_for_side_to_move(
            self,
            &legality,
            Wanted::All,
            Bitboard::ALL,
            &mut StopAtFirst,
        )
        .is_break()
    }
}
