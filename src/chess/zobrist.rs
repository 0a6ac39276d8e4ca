//! Zobrist keys. Each feature of a position has a pseudo-random number, and a key is the exclusive
//! or of these numbers, so a few operations update it after a move.
//!
//! There are six keys: one of the whole position, and five of parts of it. The search indexes
//! correction histories and caches with the latter. See
//! <https://www.chessprogramming.org/Zobrist_Hashing>.

use super::{Bitboard, Board, BoardObserver, Color, File, Piece, PieceType, Square};

/// A Zobrist key of a position or of a part of it.
pub type Key = u64;

struct Tables {
    pieces: [[[Key; 64]; 6]; 2],
    /// Indexed by the square of a rook with a castling right.
    castling: [Key; 64],
    en_passant: [Key; 8],
    black_to_move: Key,
    /// Indexed by the halfmove clock, in steps of [`CLOCK_STEP`] plies above [`CLOCK_FROM`].
    clock: [Key; CLOCK_KEYS],
}

static TABLES: Tables = tables();

/// Width of a step of the halfmove clock, in plies. Only a high clock changes the TT key, and only
/// in steps. Otherwise positions with different clocks could not share TT entries.
const CLOCK_STEP: usize = 8;

/// Halfmove clock, in plies, up to which the TT key does not depend on the clock.
const CLOCK_FROM: usize = 20;

/// Number of steps of the halfmove clock. The last step includes all greater values.
const CLOCK_KEYS: usize = 16;

/// Returns the next state of the generator SplitMix64, and a pseudo-random number
/// (<https://prng.di.unimi.it/splitmix64.c>).
const fn split_mix_64(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (state, z ^ (z >> 31))
}

/// Returns the next state of the generator after `N` keys, and these keys.
const fn fill<const N: usize>(mut state: u64) -> (u64, [Key; N]) {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        (state, keys[i]) = split_mix_64(state);
        i += 1;
    }
    (state, keys)
}

const fn tables() -> Tables {
    /// Arbitrary: the year of the oldest known text on shatranj, the origin of the piece ferz.
    const SEED: u64 = 840;
    let mut state = SEED;
    let mut pieces = [[[0; 64]; 6]; 2];
    let mut i = 0;
    while i < 12 {
        (state, pieces[i / 6][i % 6]) = fill(state);
        i += 1;
    }
    let (state, castling) = fill(state);
    let (state, en_passant) = fill(state);
    let (state, mut clock) = fill(state);
    // A low clock does not change the key.
    clock[0] = 0;
    Tables {
        pieces,
        castling,
        en_passant,
        black_to_move: split_mix_64(state).1,
        clock,
    }
}

/// Returns the exclusive or of the keys before and after `piece` moves from `from` to `to`, if only
/// that piece and the side to move change.
#[must_use]
pub fn move_key(piece: Piece, from: Square, to: Square) -> Key {
    let squares = &TABLES.pieces[piece.color.index()][piece.kind.index()];
    squares[from.index()] ^ squares[to.index()] ^ TABLES.black_to_move
}

/// Returns the key of a piece on a square: the exclusive or of the keys of two positions that
/// differ only in this piece.
#[inline]
#[must_use]
pub fn piece_key(piece: Piece, square: Square) -> Key {
    TABLES.pieces[piece.color.index()][piece.kind.index()][square.index()]
}

/// The keys of one position. Each call of [`Board::make_piece_move`] that gets them as its observer
/// updates them.
///
/// ```
/// use ferz::chess::{Board, Keys, Move, MoveKind, Square};
/// let mut board = Board::default();
/// let mut keys = Keys::of(&board);
/// let mv = Move::new(Square::G1, Square::F3, MoveKind::Quiet);
/// board.make_piece_move(board.piece_move(mv), &mut keys);
/// assert_eq!(keys, Keys::of(&board));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Keys {
    /// The key of the whole position: pieces, side to move, castling rights, en passant square.
    /// Positions that are equal under the repetition rule have equal keys.
    pub all: Key,
    /// The key of the pawns of both sides.
    pub pawns: Key,
    /// The keys of the pieces other than pawns, indexed by color.
    pub non_pawns: [Key; 2],
    /// The key of the knights, bishops and kings of both sides.
    pub minors: Key,
    /// The key of the rooks, queens and kings of both sides.
    pub majors: Key,
}

impl Keys {
    /// Computes the keys of `board` from scratch.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let mut keys = Self::default();
        for (square, piece) in board.pieces() {
            keys.toggle(piece, square);
        }
        keys.castling_changed(board.castling().rooks());
        if let Some(square) = board.en_passant() {
            keys.en_passant_changed(square.file());
        }
        if board.side_to_move() == Color::Black {
            keys.side_to_move_changed();
        }
        keys
    }

    /// Returns the key for the transposition table. It depends on the halfmove clock, because the
    /// score of a position changes when the fifty-move rule is near.
    #[inline]
    #[must_use]
    pub fn tt_key(&self, halfmove_clock: u16) -> Key {
        let step = usize::from(halfmove_clock)
            .saturating_sub(CLOCK_FROM)
            .div_ceil(CLOCK_STEP);
        self.all ^ TABLES.clock[step.min(CLOCK_KEYS - 1)]
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let key = piece_key(piece, square);
        let parts = &PARTS[piece.color.index()][piece.kind.index()];
        self.all ^= key;
        self.pawns ^= key & parts.pawns;
        self.non_pawns[0] ^= key & parts.non_pawns[0];
        self.non_pawns[1] ^= key & parts.non_pawns[1];
        self.minors ^= key & parts.minors;
        self.majors ^= key & parts.majors;
    }
}

/// Masks, indexed by color and piece type: for each key, all bits are set if the piece is part of
/// that key. Masks avoid a branch on the piece type.
static PARTS: [[Keys; 6]; 2] = parts();

const fn parts() -> [[Keys; 6]; 2] {
    const WHOLE: Keys = Keys {
        all: Key::MAX,
        pawns: 0,
        non_pawns: [0; 2],
        minors: 0,
        majors: 0,
    };
    let mut parts = [[WHOLE; 6]; 2];
    let mut color = 0;
    while color < 2 {
        let of = &mut parts[color];
        of[PieceType::Pawn.index()].pawns = Key::MAX;
        let mut kind = PieceType::Knight.index();
        while kind < 6 {
            of[kind].non_pawns[color] = Key::MAX;
            kind += 1;
        }
        of[PieceType::Knight.index()].minors = Key::MAX;
        of[PieceType::Bishop.index()].minors = Key::MAX;
        of[PieceType::Rook.index()].majors = Key::MAX;
        of[PieceType::Queen.index()].majors = Key::MAX;
        of[PieceType::King.index()].minors = Key::MAX;
        of[PieceType::King.index()].majors = Key::MAX;
        color += 1;
    }
    parts
}

impl BoardObserver for Keys {
    #[inline]
    fn piece_added(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
    }

    #[inline]
    fn piece_removed(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
    }

    #[inline]
    fn castling_changed(&mut self, rooks: Bitboard) {
        for rook in rooks {
            self.all ^= TABLES.castling[rook.index()];
        }
    }

    #[inline]
    fn en_passant_changed(&mut self, file: File) {
        self.all ^= TABLES.en_passant[file.index()];
    }

    #[inline]
    fn side_to_move_changed(&mut self) {
        self.all ^= TABLES.black_to_move;
    }
}
