//! The results of games, and the rules that end them.

use std::fmt;

use super::{Bitboard, Board, Color, PieceType};

/// A game is a draw by the fifty-move rule (FIDE 9.3) after this number of plies without a capture
/// or pawn move.
pub const FIFTY_MOVE_PLIES: u16 = 100;

/// The result of a game: who won, or a draw.
///
/// An `Outcome` does not say why the game ended: games also end by adjudication, resignation
/// or agreement. [`Termination`] is the rule of chess that ended a game.
///
/// ```
/// use ferz::chess::{Color, Outcome};
/// let outcome = Outcome::win_of(Color::Black);
/// assert_eq!(outcome, Outcome::BlackWins);
/// assert_eq!(outcome.points(), 0.0);
/// assert_eq!(outcome.to_string(), "0-1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// White won.
    WhiteWins,
    /// A draw.
    Draw,
    /// Black won.
    BlackWins,
}

impl Outcome {
    /// Returns the outcome of a game that `color` wins.
    #[must_use]
    pub const fn win_of(color: Color) -> Self {
        match color {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Returns White's points: 1, 0.5 or 0.
    #[must_use]
    pub const fn points(self) -> f64 {
        match self {
            Self::WhiteWins => 1.0,
            Self::Draw => 0.5,
            Self::BlackWins => 0.0,
        }
    }
}

/// Formats the outcome as in PGN: `1-0`, `1/2-1/2` or `0-1`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WhiteWins => "1-0",
            Self::Draw => "1/2-1/2",
            Self::BlackWins => "0-1",
        })
    }
}

/// The rule of chess that ended a game. [`Termination::outcome`] is the result.
///
/// ```
/// use ferz::chess::{Color, Outcome, Termination};
/// let mate = Termination::Checkmate { winner: Color::White };
/// assert_eq!(mate.outcome(), Outcome::WhiteWins);
/// assert_eq!(mate.to_string(), "checkmate, White wins");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// The side that gave checkmate.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// The position has occurred three times.
    ThreefoldRepetition,
    /// Each side has made 50 moves in a row without a capture or pawn move.
    FiftyMoves,
    /// Neither side has enough material to checkmate.
    InsufficientMaterial,
}

impl Termination {
    /// Returns the result of a game that ends by this rule.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self {
            Self::Checkmate { winner } => Outcome::win_of(winner),
            _ => Outcome::Draw,
        }
    }
}

/// Formats the rule and the winner, as in "checkmate, White wins".
impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checkmate { winner } => {
                let winner = match winner {
                    Color::White => "White",
                    Color::Black => "Black",
                };
                write!(f, "checkmate, {winner} wins")
            }
            Self::Stalemate => write!(f, "stalemate, a draw"),
            Self::ThreefoldRepetition => write!(f, "draw by threefold repetition"),
            Self::FiftyMoves => write!(f, "draw by the fifty-move rule"),
            Self::InsufficientMaterial => write!(f, "draw by insufficient material"),
        }
    }
}

/// The ends of games that depend on the board alone, not on the moves before.
impl Board {
    /// Returns whether the side to move is in check and has no legal move.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_in_check() && !self.has_legal_moves()
    }

    /// Returns whether the side to move is not in check and has no legal move.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_in_check() && !self.has_legal_moves()
    }

    /// Returns whether neither side can checkmate, even if the opponent helps: bare kings,
    /// one minor piece, or only bishops on squares of one color (FIDE 5.2.2).
    #[must_use]
    pub fn has_insufficient_material(&self) -> bool {
        let of = |kind| self.of_type(kind);
        let mating = of(PieceType::Pawn) | of(PieceType::Rook) | of(PieceType::Queen);
        if mating.any() {
            return false;
        }
        let (knights, bishops) = (of(PieceType::Knight), of(PieceType::Bishop));
        if knights.any() {
            return (knights | bishops).count() == 1;
        }
        !bishops.intersects(Bitboard::DARK) || !bishops.intersects(!Bitboard::DARK)
    }

    /// Returns the rule that ends the game on this board: checkmate, stalemate or
    /// insufficient material. The other rules depend on the moves before; see
    /// [`Position::termination`](super::Position::termination).
    ///
    /// ```
    /// use ferz::chess::{Board, Termination};
    /// let board: Board = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert_eq!(board.termination(), Some(Termination::Stalemate));
    /// # Ok::<(), ferz::chess::FenError>(())
    /// ```
    #[must_use]
    pub fn termination(&self) -> Option<Termination> {
        if !self.has_legal_moves() {
            let winner = !self.side_to_move();
            Some(if self.is_in_check() {
                Termination::Checkmate { winner }
            } else {
                Termination::Stalemate
            })
        } else if self.has_insufficient_material() {
            Some(Termination::InsufficientMaterial)
        } else {
            None
        }
    }

    /// Returns the outcome of a game that ends on this board by [`Board::termination`].
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.termination().map(Termination::outcome)
    }
}
