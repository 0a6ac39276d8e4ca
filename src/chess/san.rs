//! Standard algebraic notation (SAN): `Nf3`, `exd8=Q+`, `O-O`.
//!
//! [`San`] writes standard SAN. [`parse`] also accepts common variants that name exactly one legal
//! move. See <https://www.chessprogramming.org/Algebraic_Chess_Notation#SAN>.

use std::fmt;

use super::notation::CoordinateMove;
use super::{Board, File, Move, MoveKind, PieceType, Rank, Square};
use crate::support::quote::Quoted;

/// A legal move of a board. Its [`Display`](fmt::Display) form is SAN.
///
/// ```
/// use ferz::chess::{Board, san};
/// let board = Board::default();
/// let mv = san::parse(&board, "Ng1f3").unwrap();
/// assert_eq!(san::San::new(&board, mv).to_string(), "Nf3");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct San<'a> {
    board: &'a Board,
    mv: Move,
}

impl<'a> San<'a> {
    /// Returns the move for formatting. It must be legal on this board.
    #[must_use]
    pub const fn new(board: &'a Board, mv: Move) -> Self {
        Self { board, mv }
    }
}

impl fmt::Display for San<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, mv } = *self;
        match mv.kind() {
            MoveKind::KingsideCastle => write!(f, "O-O")?,
            MoveKind::QueensideCastle => write!(f, "O-O-O")?,
            _ => {
                let piece = board.piece_move(mv).piece;
                match piece {
                    PieceType::Pawn if mv.is_capture() => {
                        write!(f, "{}", mv.from().file().letter())?;
                    }
                    PieceType::Pawn => {}
                    _ => write!(f, "{}", capital(piece))?,
                }
                write_origin(f, board, mv, piece)?;
                let takes = if mv.is_capture() { "x" } else { "" };
                write!(f, "{takes}{}", mv.to())?;
                if let Some(promotion) = mv.promotion() {
                    write!(f, "={}", capital(promotion))?;
                }
            }
        }
        let after = board.after(mv);
        match (after.is_in_check(), after.is_checkmate()) {
            (_, true) => write!(f, "#"),
            (true, false) => write!(f, "+"),
            (false, false) => Ok(()),
        }
    }
}

/// Writes what is needed of the origin if other pieces of the same type can make a move to the same
/// target: the file if it suffices, otherwise the rank if it suffices, otherwise both.
fn write_origin(
    f: &mut fmt::Formatter<'_>,
    board: &Board,
    mv: Move,
    piece: PieceType,
) -> fmt::Result {
    // Pawns that can capture on the same square are on different files, which are always written.
    if piece == PieceType::Pawn {
        return Ok(());
    }
    let others: Vec<Square> = board
        .legal_moves()
        .into_iter()
        .filter(|other| other.to() == mv.to() && !other.is_castle())
        .filter(|&other| board.piece_move(other).piece == piece && other.from() != mv.from())
        .map(Move::from)
        .collect();
    let (file, rank) = (mv.from().file(), mv.from().rank());
    if others.is_empty() {
        Ok(())
    } else if others.iter().all(|other| other.file() != file) {
        write!(f, "{}", file.letter())
    } else if others.iter().all(|other| other.rank() != rank) {
        write!(f, "{}", rank.digit())
    } else {
        write!(f, "{}", mv.from())
    }
}

/// The error of parsing a text that does not name exactly one legal move of the board.
///
/// ```
/// use ferz::chess::Board;
/// let error = Board::default().play("Nf4").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#""Nf4" is not legal on rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"#
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum SanError {
    /// The text is not a move. `similar` are legal moves with a similar spelling, if there are any.
    NotAMove { text: String, similar: Vec<String> },
    /// The move is not legal on the board. `similar` are legal moves that differ only in case.
    NotLegal {
        text: String,
        similar: Vec<String>,
        board: Box<Board>,
    },
    /// The text names several legal moves.
    Ambiguous {
        text: String,
        moves: Vec<String>,
        board: Box<Board>,
    },
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAMove { text, similar } => {
                write!(f, "{} is not a move; ", Quoted(text))?;
                match similar.as_slice() {
                    [] => write!(f, "expected one like e4, Nbd2, exd8=Q, O-O or e2e4"),
                    moves => write!(f, "did you mean {}?", moves.join(" or ")),
                }
            }
            Self::NotLegal {
                text,
                similar,
                board,
            } => {
                write!(f, "{} is not legal on {board}", Quoted(text))?;
                match similar.as_slice() {
                    [] => Ok(()),
                    moves => write!(f, "; did you mean {}?", moves.join(" or ")),
                }
            }
            Self::Ambiguous { text, moves, board } => write!(
                f,
                "{} is ambiguous on {board}; expected {}",
                Quoted(text),
                moves.join(" or ")
            ),
        }
    }
}

impl std::error::Error for SanError {}

/// Returns the legal move of `board` that a text names.
///
/// Common variants of SAN are accepted too: without `x`, `+` or `#`; with `!` or `?` at the end;
/// with more of the origin than necessary (`Ng1-f3`); with `P` for pawns; `e8Q` and `e8/Q` for
/// `e8=Q`; `0-0` and `OO` for `O-O`; and coordinate notation (`g1f3`).
///
/// # Errors
///
/// Returns an error if the text is not a move, or does not name exactly one legal move.
///
/// ```
/// use ferz::chess::{Board, san};
/// let board: Board = "4k3/8/8/8/8/8/4N3/N3K3 w - - 0 1".parse().unwrap();
/// assert!(san::parse(&board, "Nec3").is_ok());
/// let error = san::parse(&board, "Ka8").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "\"Ka8\" is not legal on 4k3/8/8/8/8/8/4N3/N3K3 w - - 0 1"
/// );
/// ```
pub fn parse(board: &Board, text: &str) -> Result<Move, SanError> {
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    if let Ok(coordinates) = bare.parse::<CoordinateMove>()
        && let Some(mv) = coordinates.resolve(board)
    {
        return Ok(mv);
    }
    let pattern = Pattern::parse(bare).ok_or_else(|| SanError::NotAMove {
        text: text.to_owned(),
        similar: similar(board, bare),
    })?;
    let legal = board.legal_moves().into_iter();
    let moves: Vec<Move> = legal.filter(|&mv| pattern.fits(board, mv)).collect();
    match *moves {
        [mv] => Ok(mv),
        [] => Err(SanError::NotLegal {
            text: text.to_owned(),
            similar: in_other_case(board, bare),
            board: Box::new(*board),
        }),
        _ => Err(SanError::Ambiguous {
            text: text.to_owned(),
            moves: moves
                .iter()
                .map(|&mv| San::new(board, mv).to_string())
                .collect(),
            board: Box::new(*board),
        }),
    }
}

/// Returns suggestions for a text that is not a move: the legal moves that differ only in case,
/// otherwise those that differ in one letter or one digit, if there are at most `MOST`.
fn similar(board: &Board, text: &str) -> Vec<String> {
    /// Maximum number of moves that are worth suggesting.
    const MOST: usize = 3;
    /// Length of the longest moves in bytes, without a check sign: `Qa1xb2`, `exd8=Q`.
    const LONGEST: usize = 6;
    let are_alike = |a: char, b: char| a.is_ascii_digit() == b.is_ascii_digit();
    let is_near = |name: &String| {
        let bare = name.trim_end_matches(['+', '#']);
        let pairs = bare.chars().zip(text.chars());
        let different: Vec<_> = pairs.filter(|(a, b)| a != b).collect();
        bare.len() == text.len() && matches!(*different, [(a, b)] if are_alike(a, b))
    };
    if text.len() > LONGEST {
        return Vec::new();
    }
    let same = in_other_case(board, text);
    if !same.is_empty() {
        return same;
    }
    let near: Vec<String> = spellings(board).filter(is_near).collect();
    match near.len() {
        0..=MOST => near,
        _ => Vec::new(),
    }
}

/// Returns the legal moves that differ from a text only in upper and lower case, such as `Nf3` for
/// `nf3`.
fn in_other_case(board: &Board, text: &str) -> Vec<String> {
    let is_same = |name: &String| {
        let bare = name.trim_end_matches(['+', '#']);
        bare.eq_ignore_ascii_case(text)
    };
    spellings(board).filter(is_same).collect()
}

/// Returns the legal moves in SAN and in coordinate notation, sorted.
fn spellings(board: &Board) -> impl Iterator<Item = String> {
    let legal = board.legal_moves();
    let names = |mv: &Move| [San::new(board, *mv).to_string(), mv.to_string()];
    let mut names: Vec<String> = legal.iter().flat_map(names).collect();
    names.sort();
    names.into_iter()
}

/// The parts of a move that a text specifies.
enum Pattern {
    Castle(MoveKind),
    Piece {
        piece: PieceType,
        from_file: Option<File>,
        from_rank: Option<Rank>,
        /// Whether the text has a capture sign. Without one, the move may still be a capture.
        takes: bool,
        to: Square,
        promotion: Option<PieceType>,
    },
}

impl Pattern {
    fn parse(text: &str) -> Option<Self> {
        match text.to_ascii_uppercase().replace('0', "O").as_str() {
            "O-O" | "OO" => return Some(Self::Castle(MoveKind::KingsideCastle)),
            "O-O-O" | "OOO" => return Some(Self::Castle(MoveKind::QueensideCastle)),
            _ => {}
        }
        let (piece, rest) = match text.chars().next()? {
            // A lower-case letter is a file.
            letter if letter.is_ascii_uppercase() => (PieceType::from_letter(letter)?, &text[1..]),
            _ => (PieceType::Pawn, text),
        };
        let (rest, promotion) = match rest.chars().next_back()? {
            letter if letter.is_ascii_alphabetic() => {
                let promotion = PieceType::from_letter(letter)?;
                let rest = &rest[..rest.len() - 1];
                let may_be = PieceType::PROMOTIONS.contains(&promotion);
                let promotion = may_be.then_some(promotion)?;
                (
                    rest.strip_suffix(['=', '/']).unwrap_or(rest),
                    Some(promotion),
                )
            }
            _ => (rest, None),
        };
        let (origin, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let to = to.parse().ok()?;
        let takes = origin.ends_with(['x', ':']);
        let origin = origin.strip_suffix(['x', ':', '-']).unwrap_or(origin);
        let names: Vec<char> = origin.chars().collect();
        let (from_file, from_rank) = match *names {
            [] => (None, None),
            [file, rank] => (
                Some(File::from_letter(file)?),
                Some(Rank::from_digit(rank)?),
            ),
            [one] => match File::from_letter(one) {
                None => (None, Some(Rank::from_digit(one)?)),
                file => (file, None),
            },
            _ => return None,
        };
        Some(Self::Piece {
            piece,
            from_file,
            from_rank,
            takes,
            to,
            promotion,
        })
    }

    fn fits(&self, board: &Board, mv: Move) -> bool {
        match *self {
            Self::Castle(kind) => mv.kind() == kind,
            Self::Piece {
                piece,
                from_file,
                from_rank,
                takes,
                to,
                promotion,
            } => {
                // The target of a castling move is the square of the rook.
                !mv.is_castle()
                    && board.piece_move(mv).piece == piece
                    && mv.to() == to
                    && from_file.is_none_or(|file| mv.from().file() == file)
                    && from_rank.is_none_or(|rank| mv.from().rank() == rank)
                    && (mv.is_capture() || !takes)
                    // A capture by a pawn needs the file of its origin: without it the text may be
                    // a misprint.
                    && (piece != PieceType::Pawn || !mv.is_capture() || from_file.is_some())
                    && promotion.is_none_or(|promotion| mv.promotion() == Some(promotion))
            }
        }
    }
}

/// Returns the letter of a piece in SAN.
const fn capital(piece: PieceType) -> char {
    piece.letter().to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROMOTION: &str = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    const CASTLING: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    const KNIGHTS: &str = "4k3/8/8/8/8/8/P3N3/1N1K4 w - - 0 1";
    const BISHOP: &str = "4k3/8/8/8/8/8/4B3/4K3 w - - 0 1";

    /// Returns the SAN of the move that the text names.
    fn exact_san(fen: &str, text: &str) -> Result<String, String> {
        let board: Board = fen.parse().expect("a legal position");
        let mv = parse(&board, text).map_err(|error| error.to_string())?;
        Ok(San::new(&board, mv).to_string())
    }

    #[test]
    fn common_variants_are_parsed() {
        for (fen, texts, expected) in [
            (
                PROMOTION,
                "exd8=Q+ exd8Q ed8=q e7xd8/Q# e7d8q Pe7xd8=Q!?",
                "exd8=Q+",
            ),
            (PROMOTION, "e8=B e8b e7-e8=B", "e8=B"),
            (CASTLING, "O-O 0-0 OO o-o e1g1 e1h1 0-0!", "O-O"),
            (CASTLING, "O-O-O 0-0-0 000 e1c1", "O-O-O"),
            (CASTLING, "Rf1 Rhf1 Rh1-f1 R1f1+ h1f1", "Rf1"),
            (KNIGHTS, "Nec3 Ne2c3 Ne2-c3+ e2c3", "Nec3"),
            (KNIGHTS, "a3 Pa3 a2a3 a2-a3", "a3"),
        ] {
            for text in texts.split(' ') {
                assert_eq!(exact_san(fen, text).as_deref(), Ok(expected), "{text}");
            }
        }
    }

    #[test]
    #[rustfmt::skip]
    fn texts_that_do_not_name_exactly_one_legal_move_are_rejected() {
        let start = Board::START_FEN;
        for (fen, text, message) in [
            (start, "Ng9", "not a move; expected one like e4, Nbd2, exd8=Q, O-O or e2e4"),
            (start, "nf3", "not a move; did you mean Nf3?"),
            (start, "Xf3", "not a move; did you mean Nf3?"),
            (start, "e9", "not a move; did you mean e3 or e4?"),
            (start, "e2e9", "not a move; did you mean e2e3 or e2e4?"),
            (BISHOP, "bc4", "not legal on FEN; did you mean Bc4?"),
            (start, "Nf4", "not legal on FEN"),
            (start, "Nxf3", "not legal on FEN"),
            (start, "e4=Q", "not legal on FEN"),
            (CASTLING, "Rh1xf1", "not legal on FEN"),
            (CASTLING, "Kh1", "not legal on FEN"),
            (PROMOTION, "d8=Q", "not legal on FEN"),
            (KNIGHTS, "Nc3", "ambiguous on FEN; expected Nbc3 or Nec3"),
            (PROMOTION, "e8", "ambiguous on FEN; expected e8=Q+ or e8=R+ or e8=B or e8=N"),
        ] {
            let expected = format!("\"{text}\" is {}", message.replace("FEN", fen));
            assert_eq!(exact_san(fen, text), Err(expected));
        }
        for text in [
            "", "+", "N", "Nf", "e", "é4", "Né4", "nf3", "Xf3", "e8=K", "e8=P", "O-O-O-O", "e2ee4",
            "Nxxf3", "Ngf", "--", "0000",
        ] {
            let error = exact_san(start, text).expect_err(text);
            assert!(
                error.starts_with(&format!("\"{text}\" is not a move")),
                "{error}"
            );
        }
    }
}
