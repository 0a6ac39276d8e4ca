//! What a position must satisfy to be one that the rest of the program can rely on.
//!
//! Everything that no game can reach and that is easy to see is refused, in Chess960 too.
//! See <https://www.chessprogramming.org/Chess_Position#Legality>.

use super::Board;
use super::fen::{CastlingLetter, RookName, Setup};
use crate::chess::attacks::line;
use crate::chess::castling::CastlingSide;
use crate::chess::color::Color;
use crate::chess::movegen::legality::en_passant_is_possible;
use crate::chess::piece::PieceType;
use crate::chess::square::{File, Rank, Square};

/// Why no game can reach a position: the field of the FEN, what was found in it, what was
/// expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum InvalidPosition {
    /// A side does not have exactly one king.
    #[error("pieces: {color} has {count} kings; expected exactly 1")]
    KingCount { color: Color, count: u32 },
    /// A side has more men than it began with.
    #[error("pieces: {color} has {count} men; expected at most 16")]
    TooManyMen { color: Color, count: u32 },
    /// A side has more pawns than it began with.
    #[error("pieces: {color} has {count} pawns; expected at most 8")]
    TooManyPawns { color: Color, count: u32 },
    /// A side has more promoted pieces than pawns that could have promoted.
    #[error(
        "pieces: {color} has at least {} pawns and promoted pieces; expected at most 8",
        promoted + pawns
    )]
    TooManyPromoted {
        color: Color,
        promoted: u32,
        pawns: u32,
    },
    /// A pawn stands on the first or eighth rank.
    #[error("pieces: a pawn stands on {0}; expected none on the first rank and the eighth")]
    PawnOnBackRank(Square),
    /// The side that just moved left its king attacked.
    #[error("side to move: {}, while {} is in check; expected the side in check to move", !*.0, .0)]
    OpponentInCheck(Color),
    /// The checks on the side to move cannot all come from one move.
    #[error(
        "side to move: {color} is in check from {checkers}; expected checks that one move can give"
    )]
    ImpossibleCheck { color: Color, checkers: String },
    /// The pawn cannot have pushed two squares, for the other side was in check before.
    #[error(
        "en passant square: {square}, but {color} was in check from {attackers} before that pawn moved; expected -"
    )]
    EnPassantInCheck {
        square: Square,
        color: Color,
        attackers: String,
    },
    /// The king is not on its back rank.
    #[error("castling rights: {letter}, but the {color} king is on {king}; expected it on its back rank", color = letter.color)]
    CastlingKing {
        letter: CastlingLetter,
        king: Square,
    },
    /// There is no such rook.
    #[error("castling rights: {letter}, but there is no {} rook {}; expected one", letter.color, place_of(*letter))]
    CastlingRook { letter: CastlingLetter },
    /// A letter names a rook on a side that another letter has named one on.
    #[error("castling rights: {letter} is a second right on the same side of the {color} king; expected one on each side", color = letter.color)]
    CastlingTwice { letter: CastlingLetter },
    /// The square is not behind a pawn that can just have pushed two squares.
    #[error(
        "en passant square: {square} is not behind a {color} pawn that just moved two squares; expected - or one that is"
    )]
    EnPassant { square: Square, color: Color },
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
    /// The board of this setup, if a game can reach it.
    ///
    /// # Errors
    ///
    /// The first thing found that no game can bring about. An en passant square where
    /// nothing can capture is no error: most programs write one after every double push.
    pub fn validate(&self) -> Result<Board, InvalidPosition> {
        let board = self.playable()?;
        check_checkers(&board, self.en_passant)?;
        Ok(board)
    }

    /// The board of this setup, if moves can be generated on it. Unlike
    /// [`validate`](Self::validate), this lets checks pass that no move can bring about:
    /// perft suites have such positions, to see what a generator makes of them.
    ///
    /// # Errors
    ///
    /// The first thing found that does not fit the rules.
    pub fn playable(&self) -> Result<Board, InvalidPosition> {
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
        for &letter in &self.castling {
            give_right(&mut board, letter)?;
        }
        if let Some(square) = self.en_passant {
            check_en_passant(&board, square)?;
        }
        board.en_passant = self
            .en_passant
            .filter(|&square| en_passant_is_possible(&board, board.side_to_move, square));
        Ok(board)
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
        return Err(Invalid::TooManyMen { color, count: men });
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
fn give_right(board: &mut Board, letter: CastlingLetter) -> Result<(), Invalid> {
    let color = letter.color;
    let king = board.king(color);
    if king.rank() != color.back_rank() {
        return Err(Invalid::CastlingKing { letter, king });
    }
    let rook = match letter.rook {
        RookName::Outermost(side) => board.outermost_rook(color, side),
        RookName::OnFile(file) => Some(Square::new(file, color.back_rank())),
    };
    let rook = rook
        .filter(|&rook| board.of(color, PieceType::Rook).contains(rook))
        .ok_or(Invalid::CastlingRook { letter })?;
    if board
        .castling
        .rook(color, CastlingSide::of(king, rook), king)
        .is_some()
    {
        return Err(Invalid::CastlingTwice { letter });
    }
    board.castling = board.castling.with(rook);
    Ok(())
}

/// An en passant square lies on the right rank, behind a pawn, and that pawn's way to
/// where it stands is empty.
fn check_en_passant(board: &Board, square: Square) -> Result<(), Invalid> {
    let pusher = !board.side_to_move;
    let pushed = square.forward(pusher);
    let way = square.bitboard() | square.forward(!pusher).bitboard();
    let fits = square.rank() == pusher.skipped_rank()
        && board.of(pusher, PieceType::Pawn).contains(pushed)
        && !way.intersects(board.occupied());
    if fits {
        Ok(())
    } else {
        Err(Invalid::EnPassant {
            square,
            color: pusher,
        })
    }
}

/// One move gives check with the piece that moves, with a slider that it uncovers, or both.
fn check_checkers(board: &Board, en_passant: Option<Square>) -> Result<(), Invalid> {
    let color = board.side_to_move;
    let king = board.king(color);
    if let Some(square) = en_passant {
        // Take the push back, and there must be no check: the side that pushed could not
        // have moved with the other king under attack.
        let pushed = square.forward(!color).bitboard();
        let origin = square.forward(color).bitboard();
        let before = (board.occupied() & !pushed) | origin;
        let attackers = board.attackers_to(king, before) & board.of_color(!color) & !pushed;
        if attackers.any() {
            return Err(Invalid::EnPassantInCheck {
                square,
                color,
                attackers: attackers.names(", "),
            });
        }
    }
    let checkers = board.checkers();
    let sliders = board.diagonal_sliders(!color) | board.straight_sliders(!color);
    let possible = match (checkers.first(), checkers.last(), checkers.count()) {
        (_, _, 0 | 1) => true,
        // One of the two was uncovered, so it is a slider; and nothing that leaves a line
        // uncovers it on both sides of the king.
        (Some(a), Some(b), 2) => checkers.intersects(sliders) && !line(a, b).contains(king),
        _ => false,
    };
    if possible {
        return Ok(());
    }
    Err(Invalid::ImpossibleCheck {
        color,
        checkers: checkers.names(", "),
    })
}
