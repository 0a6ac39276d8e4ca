//! Attacks on squares and on kings, whether an en passant capture leaves the king safe, and which
//! moves give check, computed before they are made.
//!
//! A move gives direct check if the piece attacks the opponent's king from the target square. It
//! gives discovered check if the piece leaves the line between that king and a slider of the side
//! that moves. See <https://www.chessprogramming.org/Square_Attacked_By>,
//! <https://www.chessprogramming.org/En_passant> and <https://www.chessprogramming.org/Check>.

use crate::chess::attacks::{
    attacks, between, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks,
    rook_attacks,
};
use crate::chess::{Bitboard, Black, Board, Color, PieceMove, PieceType, Side, Square, White};

impl Board {
    /// Returns the pieces of both colors that attack `square`, with sliders blocked by `occupied`.
    ///
    /// Attacks are symmetrical: a piece attacks the square if a piece of the same type on the
    /// square would attack it back. For a pawn, the piece on the square is a pawn of the other
    /// color.
    ///
    /// ```
    /// use ferz::chess::{Board, Square};
    /// let board = Board::default();
    /// let attackers = board.attackers_to(Square::F3, board.occupied());
    /// assert_eq!(attackers.names(" "), "g1 e2 g2");
    /// ```
    #[inline]
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.of_type(PieceType::Queen);
        (pawn_attacks(Color::Black, square) & self.of(Color::White, PieceType::Pawn))
            | (pawn_attacks(Color::White, square) & self.of(Color::Black, PieceType::Pawn))
            | (knight_attacks(square) & self.of_type(PieceType::Knight))
            | (king_attacks(square) & self.of_type(PieceType::King))
            | (bishop_attacks(square, occupied) & (self.of_type(PieceType::Bishop) | queens))
            | (rook_attacks(square, occupied) & (self.of_type(PieceType::Rook) | queens))
    }

    /// Returns whether a piece of color `by` attacks `square`.
    #[inline]
    #[must_use]
    pub fn is_square_attacked(&self, square: Square, by: Color) -> bool {
        self.attackers_to(square, self.occupied())
            .intersects(self.of_color(by))
    }

    /// Returns the pieces that give check to the side to move.
    ///
    /// ```
    /// use ferz::chess::Board;
    /// let board: Board = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(board.checkers().names(" "), "e2");
    /// assert!(board.is_in_check());
    /// # Ok::<(), ferz::chess::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        let us = self.side_to_move();
        self.attackers_to(self.king(us), self.occupied()) & self.of_color(!us)
    }

    /// Returns whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_in_check(&self) -> bool {
        self.is_square_attacked(self.king(self.side_to_move()), !self.side_to_move())
    }

    /// Returns whether the king of `us` is safe after `us` captures en passant from `from` to
    /// `to`. The capture removes two pawns from their squares, and both may have
    /// shielded the king:
    ///
    /// ```text
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . X . . . .      exd6 en passant would open
    /// K . . p P . . r      the rank to the rook
    /// . . . . . . . .
    /// ```
    ///
    /// This function is rarely called. It is not inlined, because inlining raises the register
    /// pressure of the generator and adds 4 % to the instructions of perft.
    #[inline(never)]
    pub(crate) fn en_passant_is_safe(&self, us: Color, from: Square, to: Square) -> bool {
        let king = self.king(us);
        let captured = to.forward(!us).bitboard();
        let occupied = (self.occupied() ^ from.bitboard() ^ captured) | to.bitboard();
        let leapers = (knight_attacks(king) & self.of(!us, PieceType::Knight))
            | (pawn_attacks(us, king) & self.of(!us, PieceType::Pawn) & !captured);
        let sliders = (bishop_attacks(king, occupied) & self.diagonal_sliders(!us))
            | (rook_attacks(king, occupied) & self.orthogonal_sliders(!us));
        (leapers | sliders).is_empty()
    }

    /// Returns whether a pawn of `us` can legally capture en passant on `square`.
    #[inline(always)]
    pub(super) fn has_legal_en_passant(&self, us: Color, square: Square) -> bool {
        let capturers = pawn_attacks(!us, square) & self.of(us, PieceType::Pawn);
        capturers
            .into_iter()
            .any(|from| self.en_passant_is_safe(us, from, square))
    }
}

/// The squares and pieces that decide which moves of one position give check. They are computed
/// once for all moves of the position.
///
/// ```
/// use ferz::chess::{Board, CheckSquares};
/// let board: Board = "4k3/8/8/8/8/8/4N3/4K2R w K - 0 1".parse()?;
/// let checks = CheckSquares::of(&board);
/// let moves = board.legal_moves();
/// let giving = moves.iter().filter(|&&mv| checks.is_given_by(&board, board.piece_move(mv)));
/// assert_eq!(giving.map(|mv| mv.to_string()).collect::<Vec<_>>(), ["h1h8"]);
/// # Ok::<(), ferz::chess::FenError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    /// The square of the opponent's king.
    king: Square,
    /// By [`PieceType`]: the squares from which a piece of the side to move gives check.
    direct: [Bitboard; 6],
    /// The discovered-check candidates: pieces of the side to move that stand alone between the
    /// opponent's king and a slider of their own side.
    shields: Bitboard,
}

impl CheckSquares {
    /// Computes the check squares of the side to move.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        match board.side_to_move() {
            Color::White => Self::of_side::<White>(board),
            Color::Black => Self::of_side::<Black>(board),
        }
    }

    /// Computes the check squares of side `S`.
    #[inline(always)]
    pub(crate) fn of_side<S: Side>(board: &Board) -> Self {
        let us = S::COLOR;
        let king = board.king(!us);
        let occupied = board.occupied();
        let (diagonal, orthogonal) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        let mut this = Self {
            king,
            direct: [
                // A pawn of the other color on the king's square would attack exactly the squares
                // from which a pawn gives check.
                pawn_attacks(!us, king),
                knight_attacks(king),
                diagonal,
                orthogonal,
                diagonal | orthogonal,
                Bitboard::EMPTY,
            ],
            shields: Bitboard::EMPTY,
        };
        // Sliders that would attack the king if the pieces of their own side were removed.
        let (ours, theirs) = (board.of_color(us), board.of_color(!us));
        let sliders = (bishop_attacks(king, theirs) & board.diagonal_sliders(us))
            | (rook_attacks(king, theirs) & board.orthogonal_sliders(us));
        for slider in sliders {
            let shield = between(king, slider) & ours;
            if !shield.more_than_one() {
                this.shields |= shield;
            }
        }
        this
    }

    /// Returns the squares from which a piece of this type gives check.
    #[inline(always)]
    pub(crate) const fn direct(&self, kind: PieceType) -> Bitboard {
        self.direct[kind.index()]
    }

    /// Returns the squares to which a move of the piece on `from` gives a discovered check.
    #[inline(always)]
    pub(crate) fn discovered(&self, from: Square) -> Bitboard {
        if self.shields.contains(from) {
            !line(self.king, from)
        } else {
            Bitboard::EMPTY
        }
    }

    /// Returns whether the legal move `mv` gives check.
    #[inline]
    #[must_use]
    pub fn is_given_by(&self, board: &Board, PieceMove { mv, piece }: PieceMove) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() || mv.is_en_passant() {
            // These moves change the occupancy of several squares. They are rare, so make the
            // move on a copy and test for check.
            return board.after(mv).is_in_check();
        }
        if self.shields.contains(from) && !line(self.king, from).contains(to) {
            return true;
        }
        match mv.promotion() {
            Some(kind) => {
                let occupied = board.occupied() ^ from.bitboard();
                attacks(kind, board.side_to_move(), to, occupied).contains(self.king)
            }
            None => self.direct(piece).contains(to),
        }
    }
}
