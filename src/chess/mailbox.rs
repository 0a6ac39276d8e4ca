//! The mailbox generator: a second move generator, to test the first. It is slow, easy to read, and
//! independent.
//!
//! It shares only types with the generator in `movegen/`, so the two are unlikely to have the same
//! error; tests compare them. It follows the classical description: a board array with a border, so
//! that a step off the board is detected; a table of steps and a sliding flag for each piece type;
//! loops over pieces, directions and steps. It generates pseudo-legal moves, makes each on a copy,
//! and drops it if the king can be captured. See <https://www.chessprogramming.org/10x12_Board>.

use super::{Board, Color, File, Move, MoveKind, Piece, PieceType, Rank, Square};

/// The board with a border of -1: one column on each side, and two rows below and above for the
/// knight. One column suffices, because a jump over the right edge arrives in the left border of
/// the next row. The first row is below White's first rank.
#[rustfmt::skip]
static MAILBOX: [i8; 120] = [
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1,  0,  1,  2,  3,  4,  5,  6,  7, -1,
    -1,  8,  9, 10, 11, 12, 13, 14, 15, -1,
    -1, 16, 17, 18, 19, 20, 21, 22, 23, -1,
    -1, 24, 25, 26, 27, 28, 29, 30, 31, -1,
    -1, 32, 33, 34, 35, 36, 37, 38, 39, -1,
    -1, 40, 41, 42, 43, 44, 45, 46, 47, -1,
    -1, 48, 49, 50, 51, 52, 53, 54, 55, -1,
    -1, 56, 57, 58, 59, 60, 61, 62, 63, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
];

/// The index of each square in [`MAILBOX`].
#[rustfmt::skip]
static MAILBOX64: [i8; 64] = [
    21, 22, 23, 24, 25, 26, 27, 28,
    31, 32, 33, 34, 35, 36, 37, 38,
    41, 42, 43, 44, 45, 46, 47, 48,
    51, 52, 53, 54, 55, 56, 57, 58,
    61, 62, 63, 64, 65, 66, 67, 68,
    71, 72, 73, 74, 75, 76, 77, 78,
    81, 82, 83, 84, 85, 86, 87, 88,
    91, 92, 93, 94, 95, 96, 97, 98,
];

/// The steps of each piece type, as differences of indices in [`MAILBOX`]: 10 is one rank up, 1 is
/// one file to the right. Pawns are handled separately.
static OFFSET: [&[i8]; 6] = [
    &[],
    &[-21, -19, -12, -8, 8, 12, 19, 21],
    &[-11, -9, 9, 11],
    &[-10, -1, 1, 10],
    &[-11, -10, -9, -1, 1, 9, 10, 11],
    &[-11, -10, -9, -1, 1, 9, 10, 11],
];

/// Whether each piece type slides, that is, repeats its step until a piece is in the way.
static SLIDE: [bool; 6] = [false, false, true, true, true, false];

/// The forward step of a pawn, by color.
static AHEAD: [i8; 2] = [10, -10];

/// The rank from which a pawn may push two squares, by color.
static PAWN_RANK: [Rank; 2] = [Rank::Second, Rank::Seventh];

/// The back rank, by color: the rank of castling, and of the opponent's promotions.
static BACK_RANK: [Rank; 2] = [Rank::First, Rank::Eighth];

/// Returns the square that is `offset` from `from`, or `None` if it is off the board.
fn step(from: Square, offset: i8) -> Option<Square> {
    let target = MAILBOX[(MAILBOX64[from.index()] + offset) as usize];
    usize::try_from(target).ok().map(Square::from_index)
}

/// Returns the targets of king and rook in castling: files g and f, or c and d, of their rank.
fn castling_targets(king: Square, rook: Square) -> (Square, Square) {
    let (king_file, rook_file) = if king.file() < rook.file() {
        (File::G, File::F)
    } else {
        (File::C, File::D)
    };
    let on_rank = |file| Square::new(file, king.rank());
    (on_rank(king_file), on_rank(rook_file))
}

/// Returns the squares of one rank from `a` to `b`, both included.
fn squares_from_to(a: Square, b: Square) -> impl Iterator<Item = Square> {
    let files = a.file().min(b.file()).index()..=a.file().max(b.file()).index();
    files.map(move |file| Square::new(File::from_index(file), a.rank()))
}

/// A position, as the mailbox generator represents it.
///
/// ```
/// use ferz::chess::{Board, mailbox::Mailbox};
/// let start = Mailbox::from(&Board::default());
/// assert_eq!(start.legal_moves().len(), 20);
/// assert_eq!(start.perft(2), 400);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mailbox {
    /// The piece on each square, from a1 to h8.
    pub squares: [Option<Piece>; 64],
    /// The side to move.
    pub side_to_move: Color,
    /// The rooks that may still castle, in no particular order.
    pub castling_rooks: Vec<Square>,
    /// The square that a pawn has just skipped. [`Mailbox::make_move`] sets it after every double
    /// push; a [`Board`] has it only if an en passant capture is legal.
    pub en_passant: Option<Square>,
}

impl From<&Board> for Mailbox {
    fn from(board: &Board) -> Self {
        Self {
            squares: Square::ALL.map(|square| board.piece_at(square)),
            side_to_move: board.side_to_move(),
            castling_rooks: board.castling().rooks().into_iter().collect(),
            en_passant: board.en_passant(),
        }
    }
}

/// Pieces on squares.
impl Mailbox {
    /// Returns the piece on `square`.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    fn ahead(&self) -> i8 {
        AHEAD[self.side_to_move.index()]
    }

    fn is_empty(&self, square: Square) -> bool {
        self.piece_at(square).is_none()
    }

    fn is_ours(&self, square: Square, kind: PieceType) -> bool {
        self.piece_at(square) == Some(Piece::new(self.side_to_move, kind))
    }

    fn is_enemy(&self, square: Square) -> bool {
        self.piece_at(square)
            .is_some_and(|piece| piece.color != self.side_to_move)
    }

    /// Returns the square of the king of `color`, or `None` if it was captured after a move that a
    /// faulty generator allowed.
    #[must_use]
    pub fn king(&self, color: Color) -> Option<Square> {
        let king = Piece::new(color, PieceType::King);
        let mut squares = Square::ALL.into_iter();
        squares.find(|&square| self.piece_at(square) == Some(king))
    }
}

/// Attacks.
impl Mailbox {
    /// Returns whether a piece of color `by` attacks `square`.
    #[must_use]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.attackers(square, by).next().is_some()
    }

    /// Returns the squares of the pieces of color `by` that attack `square`.
    pub fn attackers(&self, square: Square, by: Color) -> impl Iterator<Item = Square> + '_ {
        Square::ALL.into_iter().filter(move |&from| {
            self.piece_at(from)
                .is_some_and(|piece| piece.color == by && self.attacks(piece, from, square))
        })
    }

    fn attacks(&self, piece: Piece, from: Square, target: Square) -> bool {
        if piece.kind == PieceType::Pawn {
            let ahead = AHEAD[piece.color.index()];
            let mut offsets = [ahead - 1, ahead + 1].into_iter();
            return offsets.any(|offset| step(from, offset) == Some(target));
        }
        let mut offsets = OFFSET[piece.kind.index()].iter();
        offsets.any(|&offset| self.attacks_along(piece.kind, from, offset, target))
    }

    fn attacks_along(&self, kind: PieceType, from: Square, offset: i8, target: Square) -> bool {
        let mut at = from;
        while let Some(to) = step(at, offset) {
            if to == target {
                return true;
            }
            if !SLIDE[kind.index()] || !self.is_empty(to) {
                return false;
            }
            at = to;
        }
        false
    }

    /// Returns whether the king of `color` can be captured.
    fn is_king_attacked(&self, color: Color) -> bool {
        self.king(color)
            .is_some_and(|king| self.is_attacked(king, !color))
    }
}

/// Pseudo-legal moves.
impl Mailbox {
    /// Returns the moves that follow the rules of each piece, whether or not they leave the king in
    /// check. Castling is included if the castling right remains and its squares are empty, even if
    /// they are attacked.
    #[must_use]
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in Square::ALL {
            match self.piece_at(from) {
                Some(piece) if piece.color != self.side_to_move => {}
                Some(piece) if piece.kind == PieceType::Pawn => self.gen_pawn(from, &mut moves),
                Some(piece) => self.gen_piece(piece.kind, from, &mut moves),
                None => {}
            }
        }
        self.gen_en_passant(&mut moves);
        self.gen_castling(&mut moves);
        moves
    }

    /// Generates the moves of a piece other than a pawn, except castling.
    fn gen_piece(&self, kind: PieceType, from: Square, moves: &mut Vec<Move>) {
        for &offset in OFFSET[kind.index()] {
            let mut at = from;
            while let Some(to) = step(at, offset) {
                if self.is_empty(to) {
                    self.gen_move(from, to, MoveKind::Quiet, moves);
                } else if self.is_enemy(to) {
                    self.gen_move(from, to, MoveKind::Capture, moves);
                }
                if !SLIDE[kind.index()] || !self.is_empty(to) {
                    break;
                }
                at = to;
            }
        }
    }

    /// Generates the captures and pushes of a pawn.
    fn gen_pawn(&self, from: Square, moves: &mut Vec<Move>) {
        let ahead = self.ahead();
        for offset in [ahead - 1, ahead + 1] {
            if let Some(to) = step(from, offset)
                && self.is_enemy(to)
            {
                self.gen_move(from, to, MoveKind::Capture, moves);
            }
        }
        if let Some(to) = step(from, ahead)
            && self.is_empty(to)
        {
            self.gen_move(from, to, MoveKind::Quiet, moves);
            if from.rank() == PAWN_RANK[self.side_to_move.index()] {
                self.gen_double_push(from, to, moves);
            }
        }
    }

    fn gen_double_push(&self, from: Square, skipped: Square, moves: &mut Vec<Move>) {
        if let Some(to) = step(skipped, self.ahead())
            && self.is_empty(to)
        {
            self.gen_move(from, to, MoveKind::DoublePawnPush, moves);
        }
    }

    /// Generates en passant captures by pawns diagonally behind the en passant square.
    fn gen_en_passant(&self, moves: &mut Vec<Move>) {
        let Some(to) = self.en_passant else {
            return;
        };
        for offset in [1 - self.ahead(), -1 - self.ahead()] {
            if let Some(from) = step(to, offset)
                && self.is_ours(from, PieceType::Pawn)
            {
                self.gen_move(from, to, MoveKind::EnPassant, moves);
            }
        }
    }

    /// Adds a move, or the four promotions of a pawn that arrives on the last rank.
    fn gen_move(&self, from: Square, to: Square, kind: MoveKind, moves: &mut Vec<Move>) {
        if BACK_RANK.contains(&to.rank()) && self.is_ours(from, PieceType::Pawn) {
            gen_promote(from, to, kind, moves);
        } else {
            moves.push(Move::new(from, to, kind));
        }
    }

    /// Generates castling if the right remains and nothing is in the way of king and rook.
    fn gen_castling(&self, moves: &mut Vec<Move>) {
        let Some(king) = self.king(self.side_to_move) else {
            return;
        };
        let ours = BACK_RANK[self.side_to_move.index()];
        for &rook in &self.castling_rooks {
            if rook.rank() == ours && self.castling_path_is_free(king, rook) {
                let kind = if king.file() < rook.file() {
                    MoveKind::KingsideCastle
                } else {
                    MoveKind::QueensideCastle
                };
                self.gen_move(king, rook, kind, moves);
            }
        }
    }

    /// Returns whether no other piece stands on the squares that king and rook cross or arrive on.
    fn castling_path_is_free(&self, king: Square, rook: Square) -> bool {
        let (king_to, rook_to) = castling_targets(king, rook);
        let mut path = squares_from_to(king, king_to).chain(squares_from_to(rook, rook_to));
        path.all(|square| square == king || square == rook || self.is_empty(square))
    }
}

/// Adds the four promotions.
fn gen_promote(from: Square, to: Square, kind: MoveKind, moves: &mut Vec<Move>) {
    for piece in PieceType::PROMOTIONS {
        let kind = MoveKind::promotion_to(piece, kind == MoveKind::Capture);
        moves.push(Move::new(from, to, kind));
    }
}

/// Legal moves: pseudo-legal moves that are made to test them.
impl Mailbox {
    /// Returns the legal moves.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.pseudo_legal_moves();
        moves.retain(|&mv| self.is_safe(mv));
        moves
    }

    /// Returns whether a pseudo-legal move is legal: the king cannot be captured after it, and does
    /// not castle out of check or across an attacked square.
    #[must_use]
    pub fn is_safe(&self, mv: Move) -> bool {
        self.castling_is_safe(mv) && !self.make_move(mv).is_king_attacked(self.side_to_move)
    }

    /// Returns whether the squares of a castling king, from origin to target, are not attacked.
    /// Returns true for other moves.
    fn castling_is_safe(&self, mv: Move) -> bool {
        if !mv.is_castle() {
            return true;
        }
        let (king_to, _) = castling_targets(mv.from(), mv.to());
        !squares_from_to(mv.from(), king_to)
            .any(|square| self.is_attacked(square, !self.side_to_move))
    }

    /// Returns the perft count: the number of leaf nodes at `depth`.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let below = |&mv| self.make_move(mv).perft(depth - 1);
        self.legal_moves().iter().map(below).sum()
    }
}

/// Making moves.
impl Mailbox {
    /// Returns the position after a pseudo-legal move.
    #[must_use]
    pub fn make_move(&self, mv: Move) -> Self {
        let mut after = self.clone();
        after.remove_rights_of_king(mv.from());
        after.remove_right_of_rook(mv.from());
        after.remove_right_of_rook(mv.to());
        match mv.kind() {
            MoveKind::KingsideCastle | MoveKind::QueensideCastle => after.castle(mv),
            MoveKind::EnPassant => after.capture_en_passant(mv),
            _ => after.move_piece(mv),
        }
        after.en_passant = self.skipped_square(mv);
        after.side_to_move = !self.side_to_move;
        after
    }

    /// Moves a piece to its target, where it replaces the captured piece. A pawn may promote.
    fn move_piece(&mut self, mv: Move) {
        let moved = self.squares[mv.from().index()].take();
        self.squares[mv.to().index()] = match mv.promotion() {
            Some(kind) => Some(Piece::new(self.side_to_move, kind)),
            None => moved,
        };
    }

    /// Captures en passant: the captured pawn is one step behind the target.
    fn capture_en_passant(&mut self, mv: Move) {
        self.move_piece(mv);
        if let Some(taken) = step(mv.to(), -self.ahead()) {
            self.squares[taken.index()] = None;
        }
    }

    /// Castles. Both pieces are removed before either is put down, because each may go to the
    /// square of the other.
    fn castle(&mut self, mv: Move) {
        let (king_to, rook_to) = castling_targets(mv.from(), mv.to());
        let king = self.squares[mv.from().index()].take();
        let rook = self.squares[mv.to().index()].take();
        self.squares[king_to.index()] = king;
        self.squares[rook_to.index()] = rook;
    }

    /// Removes the castling rights of a king that moves.
    fn remove_rights_of_king(&mut self, from: Square) {
        if self.is_ours(from, PieceType::King) {
            let ours = BACK_RANK[self.side_to_move.index()];
            self.castling_rooks.retain(|rook| rook.rank() != ours);
        }
    }

    /// Removes the castling right of a rook that moves or is captured.
    fn remove_right_of_rook(&mut self, square: Square) {
        self.castling_rooks.retain(|&rook| rook != square);
    }

    fn skipped_square(&self, mv: Move) -> Option<Square> {
        let behind = step(mv.to(), -self.ahead());
        behind.filter(|_| mv.kind() == MoveKind::DoublePawnPush)
    }
}
