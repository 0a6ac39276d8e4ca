//! Coordinate notation, the move format of UCI: origin, target, promotion.
//!
//! Castling is written as the king's move (`e1g1`), or as king takes rook (`e1h1`). Chess960 needs
//! the latter, because there the same king's move may be legal without castling. Both are
//! parsed. See
//! <https://www.chessprogramming.org/Algebraic_Chess_Notation#Pure_coordinate_notation>.

use std::fmt;
use std::str::FromStr;

use super::{Board, File, Move, MoveKind, PieceType, Square};
use crate::support::quote::Quoted;

/// A move in coordinate notation. Its meaning depends on the board.
///
/// ```
/// use ferz::chess::{Board, MoveKind};
/// use ferz::chess::notation::{CastlingNotation, CoordinateMove};
/// let text: CoordinateMove = "e2e4".parse().unwrap();
/// let mv = text.resolve(&Board::default()).unwrap();
/// assert_eq!(mv.kind(), MoveKind::DoublePawnPush);
/// assert_eq!(CoordinateMove::new(mv, CastlingNotation::KingMoves), text);
/// assert_eq!(text.to_string(), "e2e4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CoordinateMove {
    /// The origin.
    pub from: Square,
    /// The target.
    pub to: Square,
    /// The piece type that a pawn promotes to.
    pub promotion: Option<PieceType>,
}

/// The notation of castling moves. See [`CoordinateMove::new`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingNotation {
    /// By the origin and target of the king: `e1g1`.
    KingMoves,
    /// By the squares of king and rook: `e1h1`.
    KingTakesRook,
}

impl CoordinateMove {
    /// Returns the move in coordinate notation, with castling in the given notation.
    #[must_use]
    pub fn new(mv: Move, castling: CastlingNotation) -> Self {
        let king_to = |file| Square::new(file, mv.from().rank());
        let to = match (mv.kind(), castling) {
            (MoveKind::KingsideCastle, CastlingNotation::KingMoves) => king_to(File::G),
            (MoveKind::QueensideCastle, CastlingNotation::KingMoves) => king_to(File::C),
            _ => mv.to(),
        };
        Self {
            from: mv.from(),
            to,
            promotion: mv.promotion(),
        }
    }

    /// Returns the legal move of `board` that this notation names. If it names both a king's move
    /// and castling, the king's move is returned.
    #[must_use]
    pub fn resolve(self, board: &Board) -> Option<Move> {
        let moves = board.legal_moves();
        let find = |castling| {
            moves
                .iter()
                .copied()
                .find(|&mv| Self::new(mv, castling) == self)
        };
        // `KingTakesRook` is tried first: with it, castling is never written like a king's move.
        find(CastlingNotation::KingTakesRook).or_else(|| find(CastlingNotation::KingMoves))
    }
}

/// Formats the move as `e2e4` or `e7e8q`.
impl fmt::Display for CoordinateMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion
            .map_or(Ok(()), |piece| write!(f, "{}", piece.letter()))
    }
}

/// The error of parsing a [`CoordinateMove`].
///
/// ```
/// use ferz::chess::notation::CoordinateMove;
/// let error = "e9e4".parse::<CoordinateMove>().unwrap_err();
/// assert!(error.to_string().starts_with(r#""e9e4" is not a move"#));
/// for text in ["", "e2", "e2e", "i2e4", "e7e8k", "e7e8p", "e7e8qq", "0000", "é2e4"] {
///     assert!(text.parse::<CoordinateMove>().is_err(), "{text}");
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseMoveError(pub String);

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} is not a move; expected two squares and, where a pawn promotes, one of q r b n, like e2e4 or e7e8q",
            Quoted(&self.0)
        )
    }
}

impl std::error::Error for ParseMoveError {}

impl FromStr for CoordinateMove {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let parse = || {
            let from = text.get(..2)?.parse().ok()?;
            let to = text.get(2..4)?.parse().ok()?;
            let mut rest = text.get(4..)?.chars();
            let promotion = rest.next().map(PieceType::from_letter);
            let can_be = |kind: PieceType| PieceType::PROMOTIONS.contains(&kind);
            let known = promotion.is_none_or(|piece| piece.is_some_and(can_be));
            (known && rest.next().is_none()).then_some(Self {
                from,
                to,
                promotion: promotion.flatten(),
            })
        };
        parse().ok_or_else(|| ParseMoveError(text.to_owned()))
    }
}
