//! Making moves on a board.
//!
//! A move changes the board itself; callers that unmake moves keep a copy
//! ([`Position`](crate::chess::Position) does). An observer can update state derived from the
//! board, such as its Zobrist keys. The mutators at the end of this file report every change to it.

use crate::chess::{
    Bitboard, Black, Board, CastlingPaths, Color, File, Move, MoveKind, Piece, PieceMove,
    PieceType, Side, Square, White,
};

/// Observer of the changes that [`Board::make_piece_move`] makes to a board. All methods do nothing
/// by default.
///
/// [`Keys`](crate::chess::Keys) is an observer, and shows how to pass one.
pub trait BoardObserver {
    /// Whether [`piece_removed`](Self::piece_removed) must be called for captured pieces. If not,
    /// the board need not look up their types.
    const NEEDS_CAPTURED_PIECE: bool = true;

    /// Called when a piece is put on an empty square.
    fn piece_added(&mut self, _piece: Piece, _square: Square) {}
    /// Called when a piece is removed.
    fn piece_removed(&mut self, _piece: Piece, _square: Square) {}
    /// Called once per move with the rooks whose castling rights are lost, often none.
    fn castling_changed(&mut self, _rooks: Bitboard) {}
    /// Called when the en passant square on this file is set or cleared.
    fn en_passant_changed(&mut self, _file: File) {}
    /// Called when the turn passes to the other side.
    fn side_to_move_changed(&mut self) {}
}

/// An observer that does nothing: the compiler removes the calls.
#[derive(Clone, Copy, Debug)]
pub struct NoObserver;

impl BoardObserver for NoObserver {
    const NEEDS_CAPTURED_PIECE: bool = false;
}

impl Board {
    /// Makes a legal move, without checking that it is legal. [`Board::play`] and
    /// [`Board::try_make_move`] check.
    ///
    /// An illegal move panics, or leaves an invalid board, on which later calls may panic or return
    /// wrong results.
    ///
    /// ```
    /// use ferz::chess::{Board, Move, MoveKind, Square};
    /// let mut board = Board::default();
    /// board.make_move(Move::new(Square::G1, Square::F3, MoveKind::Quiet));
    /// assert_eq!(board.to_string(), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if no piece stands on the origin of the move.
    #[inline]
    pub fn make_move(&mut self, mv: Move) {
        self.make_piece_move(self.piece_move(mv), &mut NoObserver);
    }

    /// Makes a legal move, without checking that it is legal, for callers that know the type of
    /// the moving piece. Every change is reported to `observer`; [`Keys`](crate::chess::Keys)
    /// has an example.
    #[inline]
    pub fn make_piece_move<O: BoardObserver>(
        &mut self,
        PieceMove { mv, piece }: PieceMove,
        observer: &mut O,
    ) {
        match self.side_to_move {
            Color::White => {
                self.make_move_parts::<White, O>(piece, mv.from(), mv.to(), mv.kind(), observer);
            }
            Color::Black => {
                self.make_move_parts::<Black, O>(piece, mv.from(), mv.to(), mv.kind(), observer);
            }
        }
    }

    /// Returns the board after a legal move, without checking that it is legal; see
    /// [`Board::make_move`].
    ///
    /// ```
    /// use ferz::chess::Board;
    /// let board = Board::default();
    /// for &mv in board.legal_moves().iter() {
    ///     assert_eq!(board.after(mv).legal_moves().len(), 20);
    /// }
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if no piece stands on the origin of the move.
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut after = *self;
        after.make_move(mv);
        after
    }

    /// Makes a null move, for null-move pruning: passes the turn to the opponent. The side to move
    /// must not be in check.
    #[inline]
    pub(crate) fn make_null_move<O: BoardObserver>(&mut self, observer: &mut O) {
        self.clear_en_passant(observer);
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        match self.side_to_move {
            Color::White => self.end_turn::<White, O>(observer),
            Color::Black => self.end_turn::<Black, O>(observer),
        }
    }

    /// Makes a move that is given by its parts. If `piece_type` and `kind` are known at compile
    /// time, as in perft, the compiler removes most of the code.
    #[inline(always)]
    pub(crate) fn make_move_parts<S: Side, O: BoardObserver>(
        &mut self,
        piece_type: PieceType,
        from: Square,
        to: Square,
        kind: MoveKind,
        observer: &mut O,
    ) {
        self.clear_en_passant(observer);
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        match kind {
            MoveKind::KingsideCastle | MoveKind::QueensideCastle => {
                self.castle::<S, O>(from, to, observer);
            }
            MoveKind::EnPassant => {
                let captured = Piece::new(!S::COLOR, PieceType::Pawn);
                self.remove(captured, to.forward(!S::COLOR), observer);
                self.shift(Piece::new(S::COLOR, PieceType::Pawn), from, to, observer);
            }
            _ => {
                if kind.is_capture() {
                    self.capture(!S::COLOR, to, observer);
                }
                self.shift(Piece::new(S::COLOR, piece_type), from, to, observer);
            }
        }
        if let Some(promoted) = kind.promotion() {
            self.remove(Piece::new(S::COLOR, PieceType::Pawn), to, observer);
            self.add(Piece::new(S::COLOR, promoted), to, observer);
        }
        if piece_type == PieceType::Pawn || kind.is_capture() {
            self.halfmove_clock = 0;
        }
        self.update_castling::<S, O>(piece_type, from, to, kind, observer);
        self.end_turn::<S, O>(observer);
        if kind == MoveKind::DoublePawnPush {
            self.set_en_passant::<S, O>(from.forward(S::COLOR), observer);
        }
    }

    /// Moves king and rook to their targets. Each may stand on the target of the other.
    fn castle<S: Side, O: BoardObserver>(&mut self, king: Square, rook: Square, observer: &mut O) {
        let paths = CastlingPaths::of(S::COLOR, king, rook);
        let [king_piece, rook_piece] =
            [PieceType::King, PieceType::Rook].map(|piece_type| Piece::new(S::COLOR, piece_type));
        self.remove(king_piece, king, observer);
        self.remove(rook_piece, rook, observer);
        self.add(king_piece, paths.king_to, observer);
        self.add(rook_piece, paths.rook_to, observer);
    }

    /// Removes the castling rights of a king that moves, and of a rook that moves or is captured.
    #[inline(always)]
    fn update_castling<S: Side, O: BoardObserver>(
        &mut self,
        piece_type: PieceType,
        from: Square,
        to: Square,
        kind: MoveKind,
        observer: &mut O,
    ) {
        let mut touched = Bitboard::EMPTY;
        match piece_type {
            PieceType::King => touched |= S::COLOR.back_rank().bitboard(),
            PieceType::Rook => touched |= from.bitboard(),
            _ => {}
        }
        if kind.is_capture() {
            touched |= to.bitboard();
        }
        observer.castling_changed(self.castling.rooks() & touched);
        self.castling = self.castling.without(touched);
    }

    /// Sets the en passant square after a double push of side `S`, if a pawn of the opponent can
    /// legally capture there. If it were always set, two positions with the same legal moves could
    /// differ.
    #[inline(always)]
    fn set_en_passant<S: Side, O: BoardObserver>(&mut self, square: Square, observer: &mut O) {
        if self.has_legal_en_passant(!S::COLOR, square) {
            self.en_passant = Some(square);
            observer.en_passant_changed(square.file());
        }
    }

    #[inline(always)]
    fn clear_en_passant<O: BoardObserver>(&mut self, observer: &mut O) {
        if let Some(square) = self.en_passant.take() {
            observer.en_passant_changed(square.file());
        }
    }

    #[inline(always)]
    fn end_turn<S: Side, O: BoardObserver>(&mut self, observer: &mut O) {
        // White is 0 and Black 1: the number increases after each move of Black.
        self.fullmove_number = self.fullmove_number.saturating_add(S::COLOR as u16);
        self.side_to_move = !S::COLOR;
        observer.side_to_move_changed();
    }

    #[inline(always)]
    pub(super) fn add<O: BoardObserver>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        self.by_type[piece.kind.index()] |= square.bitboard();
        self.by_color[piece.color.index()] |= square.bitboard();
        observer.piece_added(piece, square);
    }

    #[inline(always)]
    pub(super) fn remove<O: BoardObserver>(
        &mut self,
        piece: Piece,
        square: Square,
        observer: &mut O,
    ) {
        self.by_type[piece.kind.index()] &= !square.bitboard();
        self.by_color[piece.color.index()] &= !square.bitboard();
        observer.piece_removed(piece, square);
    }

    #[inline(always)]
    fn shift<O: BoardObserver>(
        &mut self,
        piece: Piece,
        from: Square,
        to: Square,
        observer: &mut O,
    ) {
        let both = from.bitboard() | to.bitboard();
        self.by_type[piece.kind.index()] ^= both;
        self.by_color[piece.color.index()] ^= both;
        observer.piece_removed(piece, from);
        observer.piece_added(piece, to);
    }

    /// Removes the piece of `color` from `square`, whatever its type. The square is cleared in all
    /// six sets, so the type is looked up only for an observer that needs it.
    #[inline(always)]
    fn capture<O: BoardObserver>(&mut self, color: Color, square: Square, observer: &mut O) {
        if O::NEEDS_CAPTURED_PIECE
            && let Some(kind) = self.piece_type_at(square)
        {
            observer.piece_removed(Piece::new(color, kind), square);
        }
        for kind in PieceType::ALL {
            self.by_type[kind.index()] &= !square.bitboard();
        }
        self.by_color[color.index()] &= !square.bitboard();
    }
}
