//! What a position must satisfy to be one that the rest of the program can rely on.
//!
//! A position that cannot be played is refused: kings missing or doubled, a king that can be
//! captured, pawns on the back ranks, more men than a side can have. A position that can be
//! played but that no game reaches is accepted, in Chess960 too, with [`SetupNote`]s: perft
//! suites and composed problems have such positions. Castling rights and en passant squares
//! that mean nothing are dropped, so move generation needs no checks of its own.
//! See <https://www.chessprogramming.org/Chess_Position#Legality>.

use std::fmt;

use super::setup::{CastlingLetter, RookName, Setup};
use super::state::Board;
use crate::chess::attacks::line;
use crate::chess::bitboard::Bitboard;
use crate::chess::castling::CastlingSide;
use crate::chess::color::Color;
use crate::chess::piece::PieceType;
use crate::chess::square::{File, Rank, Square};

/// Why a position cannot be played: the field of the FEN, what was found in it, what was
/// expected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum InvalidPosition {
    /// A side does not have exactly one king.
    KingCount { color: Color, count: u32 },
    /// A side has more men than it began with.
    TooManyPieces { color: Color, count: u32 },
    /// A side has more pawns than it began with.
    TooManyPawns { color: Color, count: u32 },
    /// A side has more promoted pieces than pawns that could have promoted.
    TooManyPromoted {
        color: Color,
        promoted: u32,
        pawns: u32,
    },
    /// A pawn stands on the first or eighth rank.
    PawnOnBackRank(Square),
    /// The side that just moved left its king attacked.
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

/// What is unusual about a position that can be played: what was dropped from the FEN, or
/// why no game reaches the position. The [`Display`](fmt::Display) text is one line for users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum SetupNote {
    /// Dropped: a castling right of a king that is not on its back rank.
    CastlingKing {
        letter: CastlingLetter,
        king: Square,
    },
    /// Dropped: a castling right of a rook that is not there.
    CastlingRook { letter: CastlingLetter },
    /// Dropped: a second castling right on one side of the king.
    CastlingTwice { letter: CastlingLetter },
    /// Dropped: an en passant square that no pawn can just have passed.
    EnPassant { square: Square, color: Color },
    /// Accepted: checks on the side to move that no single move gives.
    ImpossibleCheck { color: Color, checkers: Bitboard },
    /// Accepted: an en passant square of a double push before which the side that is now to
    /// move was already in check.
    EnPassantInCheck {
        square: Square,
        color: Color,
        attackers: Bitboard,
    },
}

impl SetupNote {
    /// Whether a part of the FEN was dropped, so that the board's own FEN differs from it.
    #[must_use]
    pub const fn is_dropped(&self) -> bool {
        !matches!(
            self,
            Self::ImpossibleCheck { .. } | Self::EnPassantInCheck { .. }
        )
    }
}

impl fmt::Display for SetupNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::CastlingKing { letter, king } => write!(
                f,
                "castling right {letter} is dropped: the {} king is on {king}; expected it on its back rank",
                letter.color
            ),
            Self::CastlingRook { letter } => write!(
                f,
                "castling right {letter} is dropped: there is no {} rook {}; expected one",
                letter.color,
                place_of(letter)
            ),
            Self::CastlingTwice { letter } => write!(
                f,
                "castling right {letter} is dropped: it is a second right on the same side of the {} king; expected one on each side",
                letter.color
            ),
            Self::EnPassant { square, color } => write!(
                f,
                "en passant square {square} is dropped: no {color} pawn can just have passed it; expected - or a square that one has passed"
            ),
            Self::ImpossibleCheck { color, checkers } => write!(
                f,
                "no game reaches this position: {color} is in check from {}; expected checks that one move can give",
                checkers.names(", ")
            ),
            Self::EnPassantInCheck {
                square,
                color,
                attackers,
            } => write!(
                f,
                "no game reaches this position: {color} was in check from {} before the pawn passed {square}; expected no check then",
                attackers.names(", ")
            ),
        }
    }
}

/// Where the rook must be that a letter means.
fn place_of(letter: CastlingLetter) -> String {
    let square = |file| Square::new(file, letter.color.back_rank());
    match letter.rook {
        RookName::OnFile(file) => format!("on {}", square(file)),
        RookName::Outermost(side) => {
            let corner = match side {
                CastlingSide::King => square(File::H),
                CastlingSide::Queen => square(File::A),
            };
            format!("from the king to {corner}")
        }
    }
}

use InvalidPosition as Invalid;

impl Setup {
    /// Returns the board of this setup, with notes on what was dropped and on why no game
    /// reaches it. An en passant square where no pawn can capture is dropped without a note:
    /// most programs write one after every double push.
    ///
    /// # Errors
    ///
    /// The first thing found that makes the position unplayable.
    pub(super) fn validate(&self) -> Result<(Board, Vec<SetupNote>), InvalidPosition> {
        let mut board = self.board;
        for color in Color::ALL {
            check_men(&board, color)?;
        }
        let back_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
        if let Some(square) = (board.of_type(PieceType::Pawn) & back_ranks).first() {
            return Err(Invalid::PawnOnBackRank(square));
        }
        let opponent = !board.side_to_move;
        if board.is_square_attacked(board.king(opponent), board.side_to_move) {
            return Err(Invalid::OpponentInCheck(opponent));
        }
        let mut notes = Vec::new();
        for &letter in &self.castling {
            notes.extend(give_right(&mut board, letter).err());
        }
        let passed = self.en_passant.filter(|&square| {
            let dropped = check_en_passant(&board, square).err();
            notes.extend(dropped);
            dropped.is_none()
        });
        notes.extend(check_before_push(&board, passed).or_else(|| impossible_check(&board)));
        board.en_passant =
            passed.filter(|&square| board.has_legal_en_passant(board.side_to_move, square));
        Ok((board, notes))
    }
}

/// One king, and no more men, pawns and promoted pieces than a game can give a side.
fn check_men(board: &Board, color: Color) -> Result<(), Invalid> {
    let count = |kind| board.of(color, kind).count();
    let kings = count(PieceType::King);
    if kings != 1 {
        return Err(Invalid::KingCount {
            color,
            count: kings,
        });
    }
    let men = board.of_color(color).count();
    if men > 16 {
        return Err(Invalid::TooManyPieces { color, count: men });
    }
    let pawns = count(PieceType::Pawn);
    if pawns > 8 {
        return Err(Invalid::TooManyPawns {
            color,
            count: pawns,
        });
    }
    let promoted = count(PieceType::Knight).saturating_sub(2)
        + count(PieceType::Bishop).saturating_sub(2)
        + count(PieceType::Rook).saturating_sub(2)
        + count(PieceType::Queen).saturating_sub(1);
    if promoted + pawns > 8 {
        return Err(Invalid::TooManyPromoted {
            color,
            promoted,
            pawns,
        });
    }
    Ok(())
}

/// Finds king and rook of a castling right and enters it.
fn give_right(board: &mut Board, letter: CastlingLetter) -> Result<(), SetupNote> {
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

/// An en passant square lies on the right rank, behind a pawn, and that pawn's way to
/// where it stands is empty.
fn check_en_passant(board: &Board, square: Square) -> Result<(), SetupNote> {
    let pusher = !board.side_to_move;
    let pushed = square.forward(pusher);
    let way = square.bitboard() | square.forward(!pusher).bitboard();
    let fits = square.rank() == pusher.en_passant_rank()
        && board.of(pusher, PieceType::Pawn).contains(pushed)
        && !way.intersects(board.occupied());
    if fits {
        Ok(())
    } else {
        Err(SetupNote::EnPassant {
            square,
            color: pusher,
        })
    }
}

/// The note on a double push past `passed` that no game has: the side that is now to move was
/// in check before it, so the side that pushed could have captured the king.
fn check_before_push(board: &Board, passed: Option<Square>) -> Option<SetupNote> {
    let square = passed?;
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

/// The note on checks that no game has: one move gives check with the piece that moves, with
/// a slider that it uncovers, or both.
fn impossible_check(board: &Board) -> Option<SetupNote> {
    let color = board.side_to_move;
    let king = board.king(color);
    let checkers = board.checkers();
    let sliders = board.diagonal_sliders(!color) | board.orthogonal_sliders(!color);
    let possible = match (checkers.first(), checkers.last(), checkers.count()) {
        (_, _, 0 | 1) => true,
        // One of the two was uncovered, so it is a slider; and no piece that leaves a line
        // uncovers it on both sides of the king.
        (Some(a), Some(b), 2) => checkers.intersects(sliders) && !line(a, b).contains(king),
        _ => false,
    };
    (!possible).then_some(SetupNote::ImpossibleCheck { color, checkers })
}
