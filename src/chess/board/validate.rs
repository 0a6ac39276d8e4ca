//! A position that is not validated yet, as a FEN or a builder describes it, and its validation, so
//! that the rest of the program can rely on it.
//!
//! A position that cannot be played is rejected: a side without exactly one king, a king that can
//! be captured, pawns on the back ranks, more pieces than a side can have. A position that can be
//! played is accepted even if it cannot arise in a game, because perft suites and composed problems
//! contain such positions. A [`SetupNote`] reports checks that no game, not even of Chess960, leads
//! to. Castling rights and en passant squares without effect are dropped, so move generation need
//! not check them.

use std::fmt;

use crate::chess::attacks::line_through;
use crate::chess::{Bitboard, Board, CastlingSide, Color, File, PieceType, Rank, Square};

/// A castling right, as one letter of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingLetter {
    /// The side that has the right.
    pub color: Color,
    /// The rook.
    pub rook: RookName,
}

/// The name of a castling rook in a FEN. See [`CastlingLetter`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RookName {
    /// `K` or `Q`: the outermost rook on this side of the king.
    Outermost(CastlingSide),
    /// `A` to `H`: the rook on this file.
    OnFile(File),
}

impl CastlingLetter {
    pub(super) fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let rook = match letter.to_ascii_lowercase() {
            'k' => RookName::Outermost(CastlingSide::King),
            'q' => RookName::Outermost(CastlingSide::Queen),
            _ => RookName::OnFile(File::from_letter(letter)?),
        };
        Some(Self { color, rook })
    }
}

/// Formats the letter as in a FEN: uppercase for White, lowercase for Black.
impl fmt::Display for CastlingLetter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.rook {
            RookName::Outermost(CastlingSide::King) => 'k',
            RookName::Outermost(CastlingSide::Queen) => 'q',
            RookName::OnFile(file) => file.letter(),
        };
        match self.color {
            Color::White => write!(f, "{}", letter.to_ascii_uppercase()),
            Color::Black => write!(f, "{letter}"),
        }
    }
}

/// A well-formed position that may be invalid. `Setup::validate` turns it into a [`Board`].
#[derive(Clone, Debug)]
pub(super) struct Setup {
    /// The pieces, side to move, halfmove clock and fullmove number. Castling rights and en passant
    /// square are not set yet.
    pub(super) board: Board,
    /// The castling rights as given.
    pub(super) castling: Vec<CastlingLetter>,
    /// The en passant square as given.
    pub(super) en_passant: Option<Square>,
    /// Number of fields of the FEN if castling rights or the en passant square are missing.
    pub(super) incomplete: Option<usize>,
}

/// The reason why a position cannot be played: the field of the FEN, what was found in it, and
/// what was expected.
///
/// ```
/// use ferz::chess::{Board, FenError};
/// let error = "8/8/8/8/8/8/8/4K3 w - - 0 1".parse::<Board>().unwrap_err();
/// assert!(matches!(error, FenError::Invalid(_)));
/// assert_eq!(error.to_string(), "pieces: black has 0 kings; expected exactly 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum InvalidPosition {
    /// A side does not have exactly one king.
    KingCount { color: Color, count: u32 },
    /// A side has more than 16 pieces, pawns included.
    TooManyPieces { color: Color, count: u32 },
    /// A side has more than 8 pawns.
    TooManyPawns { color: Color, count: u32 },
    /// A side has more promoted pieces than missing pawns.
    TooManyPromoted {
        color: Color,
        promoted: u32,
        pawns: u32,
    },
    /// A pawn stands on the first or eighth rank.
    PawnOnBackRank(Square),
    /// The king of the side that is not to move is attacked.
    OpponentInCheck(Color),
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::KingCount { color, count } => {
                write!(f, "pieces: {color} has {count} kings; expected exactly 1")
            }
            Self::TooManyPieces { color, count } => {
                write!(f, "pieces: {color} has {count} pieces; expected at most 16")
            }
            Self::TooManyPawns { color, count } => {
                write!(f, "pieces: {color} has {count} pawns; expected at most 8")
            }
            Self::TooManyPromoted {
                color,
                promoted,
                pawns,
            } => write!(
                f,
                "pieces: {color} has at least {} pawns and promoted pieces; expected at most 8",
                promoted + pawns
            ),
            Self::PawnOnBackRank(square) => write!(
                f,
                "pieces: a pawn stands on {square}; expected none on the first rank and the eighth"
            ),
            Self::OpponentInCheck(color) => write!(
                f,
                "side to move: {}, while {color} is in check; expected the side in check to move",
                !color
            ),
        }
    }
}

impl std::error::Error for InvalidPosition {}

/// A note on a valid position: a part of the FEN that was dropped or assumed, or a reason why the
/// position cannot arise in a game. It formats as one line for users.
///
/// [`Board::from_fen`] returns these notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum SetupNote {
    /// Assumed: no en passant square, and no castling rights if only two fields were found.
    MissingFields { found: usize },
    /// Dropped: the castling right of a king that is not on its back rank.
    CastlingKing {
        letter: CastlingLetter,
        king: Square,
    },
    /// Dropped: a castling right without a rook on the square or side that it names.
    CastlingRook { letter: CastlingLetter },
    /// Dropped: a second castling right on the same side of the king.
    CastlingTwice { letter: CastlingLetter },
    /// Dropped: an en passant square that no pawn can just have skipped.
    EnPassant { square: Square, color: Color },
    /// Accepted: the side to move is in check from several pieces, but no single move can give this
    /// check.
    ImpossibleCheck { color: Color, checkers: Bitboard },
    /// Accepted: an en passant square, although the side to move was in check before the double
    /// push of its opponent.
    EnPassantInCheck {
        square: Square,
        color: Color,
        attackers: Bitboard,
    },
}

impl SetupNote {
    /// Returns whether a part of the given FEN was dropped. If so, the FEN of the board differs.
    #[must_use]
    pub const fn is_dropped(&self) -> bool {
        !matches!(
            self,
            Self::MissingFields { .. }
                | Self::ImpossibleCheck { .. }
                | Self::EnPassantInCheck { .. }
        )
    }
}

impl fmt::Display for SetupNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::MissingFields { found } => {
                let assumed = if found == 2 {
                    "no castling rights and no en passant square"
                } else {
                    "no en passant square"
                };
                write!(
                    f,
                    "the FEN has {found} fields; assuming {assumed}; expected 4 to 6 fields"
                )
            }
            Self::CastlingKing { letter, king } => write!(
                f,
                "castling right {letter} is dropped: the {} king is on {king}; expected it on its back rank",
                letter.color
            ),
            Self::CastlingRook { letter } => write!(
                f,
                "castling right {letter} is dropped: there is no {} rook {}; expected one",
                letter.color,
                expected_place(letter)
            ),
            Self::CastlingTwice { letter } => write!(
                f,
                "castling right {letter} is dropped: it is a second right on the same side of the {} king; expected one on each side",
                letter.color
            ),
            Self::EnPassant { square, color } => write!(
                f,
                "en passant square {square} is dropped: no {color} pawn can just have skipped it; expected \"-\" or the square that the last move skipped"
            ),
            Self::ImpossibleCheck { color, checkers } => write!(
                f,
                "this position cannot arise in a game: {color} is in check from {}; expected checks that a single move can give",
                checkers.names(", ")
            ),
            Self::EnPassantInCheck {
                square,
                color,
                attackers,
            } => write!(
                f,
                "this position cannot arise in a game: {color} was in check from {} before the double push over {square}; expected no check",
                attackers.names(", ")
            ),
        }
    }
}

/// Describes where a castling letter requires a rook.
fn expected_place(letter: CastlingLetter) -> String {
    let square = |file| Square::new(file, letter.color.back_rank());
    match letter.rook {
        RookName::OnFile(file) => format!("on {}", square(file)),
        RookName::Outermost(side) => {
            let corner = match side {
                CastlingSide::King => square(File::H),
                CastlingSide::Queen => square(File::A),
            };
            format!("on the squares from the king to {corner}")
        }
    }
}

impl Setup {
    /// Returns the board of this setup, with notes: what was dropped or assumed, and why the
    /// position cannot arise in a game. An en passant square without a pawn that can capture is
    /// dropped without a note: most programs write the en passant square after every double push.
    ///
    /// # Errors
    ///
    /// Returns an error if the position cannot be played: the first reason that is found.
    pub(super) fn validate(&self) -> Result<(Board, Vec<SetupNote>), InvalidPosition> {
        let mut board = self.board;
        for color in Color::ALL {
            check_counts(&board, color)?;
        }
        let back_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
        if let Some(square) = (board.of_type(PieceType::Pawn) & back_ranks).first() {
            return Err(InvalidPosition::PawnOnBackRank(square));
        }
        let opponent = !board.side_to_move;
        if board.is_square_attacked(board.king(opponent), board.side_to_move) {
            return Err(InvalidPosition::OpponentInCheck(opponent));
        }
        let mut notes = Vec::from_iter(
            self.incomplete
                .map(|found| SetupNote::MissingFields { found }),
        );
        for &letter in &self.castling {
            notes.extend(add_castling_right(&mut board, letter).err());
        }
        let skipped = self.en_passant.filter(|&square| {
            let dropped = check_en_passant(&board, square).err();
            notes.extend(dropped);
            dropped.is_none()
        });
        notes.extend(check_before_push(&board, skipped).or_else(|| impossible_check(&board)));
        board.en_passant =
            skipped.filter(|&square| board.has_legal_en_passant(board.side_to_move, square));
        Ok((board, notes))
    }
}

/// Checks the number of kings, pieces, pawns and promoted pieces of one side.
fn check_counts(board: &Board, color: Color) -> Result<(), InvalidPosition> {
    let count = |kind| board.of(color, kind).count();
    let kings = count(PieceType::King);
    if kings != 1 {
        return Err(InvalidPosition::KingCount {
            color,
            count: kings,
        });
    }
    let pieces = board.of_color(color).count();
    if pieces > 16 {
        return Err(InvalidPosition::TooManyPieces {
            color,
            count: pieces,
        });
    }
    let pawns = count(PieceType::Pawn);
    if pawns > 8 {
        return Err(InvalidPosition::TooManyPawns {
            color,
            count: pawns,
        });
    }
    let promoted = count(PieceType::Knight).saturating_sub(2)
        + count(PieceType::Bishop).saturating_sub(2)
        + count(PieceType::Rook).saturating_sub(2)
        + count(PieceType::Queen).saturating_sub(1);
    if promoted + pawns > 8 {
        return Err(InvalidPosition::TooManyPromoted {
            color,
            promoted,
            pawns,
        });
    }
    Ok(())
}

/// Finds the king and the rook of a castling right, and adds the right to the board.
fn add_castling_right(board: &mut Board, letter: CastlingLetter) -> Result<(), SetupNote> {
    let color = letter.color;
    let king = board.king(color);
    if king.rank() != color.back_rank() {
        return Err(SetupNote::CastlingKing { letter, king });
    }
    let rook = match letter.rook {
        RookName::Outermost(side) => board.outermost_rook(color, side),
        RookName::OnFile(file) => Some(Square::new(file, color.back_rank())),
    };
    let rook = rook
        .filter(|&rook| board.of(color, PieceType::Rook).contains(rook))
        .ok_or(SetupNote::CastlingRook { letter })?;
    if board
        .castling
        .rook(color, CastlingSide::of(king, rook), king)
        .is_some()
    {
        return Err(SetupNote::CastlingTwice { letter });
    }
    board.castling = board.castling.with(rook);
    Ok(())
}

/// Checks that a pawn can just have skipped this square: it is on the right rank, the pawn stands
/// in front of it, and the square and the origin of the pawn are empty.
fn check_en_passant(board: &Board, square: Square) -> Result<(), SetupNote> {
    let pusher = !board.side_to_move;
    let pushed = square.forward(pusher);
    let path = square.bitboard() | square.forward(!pusher).bitboard();
    let fits = square.rank() == pusher.skipped_rank()
        && board.of(pusher, PieceType::Pawn).contains(pushed)
        && !path.intersects(board.occupied());
    if fits {
        Ok(())
    } else {
        Err(SetupNote::EnPassant {
            square,
            color: pusher,
        })
    }
}

/// Returns a note if the side to move was already in check before the double push over `skipped`:
/// instead of pushing, the opponent could have captured the king.
fn check_before_push(board: &Board, skipped: Option<Square>) -> Option<SetupNote> {
    let square = skipped?;
    let color = board.side_to_move;
    let pushed = square.forward(!color).bitboard();
    let origin = square.forward(color).bitboard();
    let before = (board.occupied() & !pushed) | origin;
    let king = board.king(color);
    let attackers = board.attackers_to(king, before) & board.of_color(!color) & !pushed;
    attackers.any().then_some(SetupNote::EnPassantInCheck {
        square,
        color,
        attackers,
    })
}

/// Returns a note if no single move gives the current checks. A move gives check with the moved
/// piece, with a slider that it uncovers, or with both.
fn impossible_check(board: &Board) -> Option<SetupNote> {
    let color = board.side_to_move;
    let king = board.king(color);
    let checkers = board.checkers();
    let sliders = board.diagonal_sliders(!color) | board.orthogonal_sliders(!color);
    let possible = match (checkers.first(), checkers.last(), checkers.count()) {
        (_, _, 0 | 1) => true,
        // One of the two was uncovered, so it is a slider. The king must not stand between them on
        // the line through both: the moved piece would have had to jump over the king.
        (Some(a), Some(b), 2) => checkers.intersects(sliders) && !line_through(a, b).contains(king),
        _ => false,
    };
    (!possible).then_some(SetupNote::ImpossibleCheck { color, checkers })
}
