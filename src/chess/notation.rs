//! Coordinate notation, the way UCI writes moves: origin, target, promotion.
//!
//! Castling is written as the king's move (`e1g1`), or as king takes rook (`e1h1`), which
//! Chess960 needs, since there a king's move may be just that. Both are understood.
//! See <https://www.chessprogramming.org/Algebraic_Chess_Notation#Pure_coordinate_notation>.

use std::fmt;
use std::str::FromStr;

use super::board::Board;
use super::castling::CastlingSide;
use super::moves::{Move, MoveKind};
use super::piece::PieceType;
use super::square::Square;
use crate::support::quote::Quoted;

/// A move as it is written: what it does depends on the board.
///
/// ```
/// use ferz::chess::{Board, MoveKind};
/// use ferz::chess::notation::CoordinateMove;
/// let text: CoordinateMove = "e2e4".parse().unwrap();
/// let mv = text.resolve(&Board::default()).unwrap();
/// assert_eq!(mv.kind(), MoveKind::DoublePawnPush);
/// assert!("e9e4".parse::<CoordinateMove>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CoordinateMove {
    /// Where the piece leaves.
    pub from: Square,
    /// Where it arrives.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<PieceType>,
}

/// How castling is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingNotation {
    /// By the king's origin and target: `e1g1`.
    KingMoves,
    /// By the squares of king and rook: `e1h1`.
    KingTakesRook,
}

impl CoordinateMove {
    /// A move as it is written in the given notation.
    #[must_use]
    pub fn new(mv: Move, castling: CastlingNotation) -> Self {
        let (from, promotion) = (mv.from(), mv.promotion());
        let side = match mv.kind() {
            MoveKind::KingsideCastle => CastlingSide::King,
            MoveKind::QueensideCastle => CastlingSide::Queen,
            _ => {
                return Self {
                    from,
                    to: mv.to(),
                    promotion,
                };
            }
        };
        let to = match castling {
            CastlingNotation::KingMoves => {
                Square::new(side.king_target(super::Color::White).file(), from.rank())
            }
            CastlingNotation::KingTakesRook => mv.to(),
        };
        Self {
            from,
            to,
            promotion,
        }
    }

    /// The legal move that this stands for on `board`. Where a king's move and castling
    /// are written alike, it is the king's move.
    #[must_use]
    pub fn resolve(self, board: &Board) -> Option<Move> {
        let moves = board.legal_moves();
        let written = |castling| {
            moves
                .iter()
                .copied()
                .find(|&mv| Self::new(mv, castling) == self)
        };
        // A king's step is the same in both notations, and is tried first.
        written(CastlingNotation::KingTakesRook).or_else(|| written(CastlingNotation::KingMoves))
    }
}

/// `e2e4`, `e7e8q`.
impl fmt::Display for CoordinateMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion
            .map_or(Ok(()), |piece| write!(f, "{}", piece.letter()))
    }
}

/// A text that is not a move in coordinate notation.
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
            let known = match promotion {
                None => true,
                Some(piece) => piece.is_some_and(|p| PieceType::PROMOTIONS.contains(&p)),
            };
            (known && rest.next().is_none()).then_some(Self {
                from,
                to,
                promotion: promotion.flatten(),
            })
        };
        parse().ok_or_else(|| ParseMoveError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(fen: &str, text: &str) -> Option<MoveKind> {
        let board: Board = fen.parse().expect("a legal position");
        text.parse::<CoordinateMove>()
            .ok()?
            .resolve(&board)
            .map(Move::kind)
    }

    #[test]
    fn both_spellings_of_castling_are_understood() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
        for text in ["e8g8", "e8h8"] {
            assert_eq!(resolve(fen, text), Some(MoveKind::KingsideCastle));
        }
        for text in ["e8c8", "e8a8"] {
            assert_eq!(resolve(fen, text), Some(MoveKind::QueensideCastle));
        }
        assert_eq!(resolve(fen, "e1g1"), None);
    }

    #[test]
    fn a_kings_step_goes_before_castling_written_alike() {
        let fen = "4k3/8/8/8/8/8/8/5K1R w K - 0 1";
        assert_eq!(resolve(fen, "f1g1"), Some(MoveKind::Quiet));
        assert_eq!(resolve(fen, "f1h1"), Some(MoveKind::KingsideCastle));
    }

    #[test]
    fn castling_is_written_as_asked() {
        let kingside = Move::new(Square::E8, Square::H8, MoveKind::KingsideCastle);
        let written = |notation| CoordinateMove::new(kingside, notation).to_string();
        assert_eq!(written(CastlingNotation::KingMoves), "e8g8");
        assert_eq!(written(CastlingNotation::KingTakesRook), "e8h8");
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for text in [
            "", "e2", "e2e", "e2e9", "i2e4", "e7e8k", "e7e8p", "e7e8qq", "0000", "é2e4",
        ] {
            assert_eq!(
                text.parse::<CoordinateMove>(),
                Err(ParseMoveError(text.to_owned()))
            );
        }
    }
}
