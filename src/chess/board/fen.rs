//! Reading and writing Forsyth-Edwards Notation (FEN), and the board as an 8×8 diagram.
//!
//! Castling rights are read as standard FEN, X-FEN (`KQkq` are the outermost rooks) or Shredder-FEN
//! (the files of the rooks, `HAha`), in any combination. The last four fields may be missing: there
//! are then no castling rights and no en passant square, the halfmove clock is 0 and the fullmove
//! number 1. The text is first parsed into a [`Setup`], which is well formed but may be invalid,
//! and then validated (`validate.rs`). See
//! <https://www.chessprogramming.org/Forsyth-Edwards_Notation>.

use std::fmt;
use std::str::FromStr;

use super::make_move::NoObserver;
use super::validate::Setup;
use crate::chess::{
    Board, CastlingLetter, CastlingSide, Color, File, InvalidPosition, Piece, Rank, RookName,
    SetupNote, Square,
};
use crate::support::quote::Quoted;

/// Largest halfmove clock and fullmove number of a FEN. Moves do not count beyond it.
const MAX_CLOCK: u16 = u16::MAX;

/// An error in a FEN: the field, what was found, and what was expected. The message quotes
/// the text found and is always one line.
///
/// ```
/// use ferz::chess::Board;
/// let error = "8/8/8/8/8/8/8 w - - 0 1".parse::<Board>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#"the FEN has 7 ranks: "8/8/8/8/8/8/8"; expected 8, separated by "/""#
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum FenError {
    /// A required field is missing.
    MissingField { field: &'static str, found: usize },
    /// There is text after the sixth field.
    TrailingText(String),
    /// The piece placement does not have eight ranks.
    RankCount { ranks: usize, text: String },
    /// A rank does not have eight squares.
    RankLength {
        rank: Rank,
        squares: usize,
        text: String,
    },
    /// A rank contains a character that is neither a piece nor a number of empty squares.
    PieceLetter {
        rank: Rank,
        letter: char,
        text: String,
    },
    /// The side to move is neither `w` nor `b`.
    SideToMove(String),
    /// The castling rights are neither `-` nor one to four different letters.
    Castling(String),
    /// The en passant field is neither a square nor `-`.
    EnPassant(String),
    /// The halfmove clock or the fullmove number is not a number in range.
    Clock { field: &'static str, text: String },
    /// The FEN is well formed, but the position cannot be played.
    Invalid(InvalidPosition),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut wrong = |field: &str, text: &str, expected: &str| {
            write!(f, "the FEN's {field} {}; expected {expected}", Quoted(text))
        };
        match self {
            Self::MissingField { field, found } => write!(
                f,
                "the FEN has {} and no {field}; expected 4 to 6 fields",
                format_count(*found, "field")
            ),
            Self::TrailingText(text) => write!(
                f,
                "the FEN has text after its sixth field: {}; expected 4 to 6 fields",
                Quoted(text)
            ),
            Self::RankCount { ranks, text } => write!(
                f,
                "the FEN has {}: {}; expected 8, separated by \"/\"",
                format_count(*ranks, "rank"),
                Quoted(text)
            ),
            Self::RankLength {
                rank,
                squares,
                text,
            } => write!(
                f,
                "rank {} of the FEN has {}: {}; expected 8",
                rank.digit(),
                format_count(*squares, "square"),
                Quoted(text)
            ),
            Self::PieceLetter { rank, letter, text } => write!(
                f,
                "rank {} of the FEN contains {}: {}; expected only PNBRQKpnbrqk and 1 to 8",
                rank.digit(),
                Quoted(letter.encode_utf8(&mut [0; 4])),
                Quoted(text)
            ),
            Self::SideToMove(text) => wrong("side to move is", text, "w or b"),
            Self::Castling(text) => wrong(
                "castling rights are",
                text,
                "- or up to four different letters of KQkq or of the rooks' files",
            ),
            Self::EnPassant(text) => wrong("en passant square is", text, "- or a square like e3"),
            Self::Clock { field, text } => wrong(
                &format!("{field} is"),
                text,
                &format!("a number from 0 to {MAX_CLOCK}"),
            ),
            Self::Invalid(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FenError {}

impl From<InvalidPosition> for FenError {
    fn from(error: InvalidPosition) -> Self {
        Self::Invalid(error)
    }
}

/// Formats a number with a noun: "1 rank", "7 ranks".
fn format_count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        const REQUIRED: [&str; 2] = ["piece placement", "side to move"];
        let mut fields = fen.split_ascii_whitespace();
        let mut found = 0;
        let mut required = || {
            let missing = FenError::MissingField {
                field: REQUIRED[found],
                found,
            };
            found += 1;
            fields.next().ok_or(missing)
        };

        let mut board = Board::EMPTY;
        parse_placement(required()?, &mut board)?;
        board.side_to_move = match required()? {
            "w" => Color::White,
            "b" => Color::Black,
            text => return Err(FenError::SideToMove(text.to_owned())),
        };
        let (castling, en_passant) = (fields.next(), fields.next());
        let incomplete = match (castling, en_passant) {
            (None, _) => Some(2),
            (_, None) => Some(3),
            _ => None,
        };
        let castling = parse_castling(castling.unwrap_or("-"))?;
        let en_passant = match en_passant.unwrap_or("-") {
            "-" => None,
            text => Some(
                text.parse()
                    .map_err(|_| FenError::EnPassant(text.to_owned()))?,
            ),
        };
        board.halfmove_clock = parse_clock("halfmove clock", fields.next().unwrap_or("0"))?;
        board.fullmove_number = parse_clock("move number", fields.next().unwrap_or("1"))?.max(1);
        match fields.next() {
            Some(text) => Err(FenError::TrailingText(text.to_owned())),
            None => Ok(Self {
                board,
                castling,
                en_passant,
                incomplete,
            }),
        }
    }
}

fn parse_placement(placement: &str, board: &mut Board) -> Result<(), FenError> {
    let ranks: Vec<&str> = placement.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::RankCount {
            ranks: ranks.len(),
            text: placement.to_owned(),
        });
    }
    for (text, rank) in ranks.into_iter().zip(Rank::ALL.into_iter().rev()) {
        let mut squares = 0;
        for letter in text.chars() {
            if let Some(piece) = Piece::from_letter(letter) {
                if squares < 8 {
                    let square = Square::new(File::from_index(squares), rank);
                    board.add(piece, square, &mut NoObserver);
                }
                squares += 1;
            } else if let '1'..='8' = letter {
                squares += letter as usize - '0' as usize;
            } else {
                return Err(FenError::PieceLetter {
                    rank,
                    letter,
                    text: text.to_owned(),
                });
            }
        }
        if squares != 8 {
            return Err(FenError::RankLength {
                rank,
                squares,
                text: text.to_owned(),
            });
        }
    }
    Ok(())
}

fn parse_castling(text: &str) -> Result<Vec<CastlingLetter>, FenError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let error = || FenError::Castling(text.to_owned());
    let mut letters = Vec::with_capacity(4);
    for letter in text.chars() {
        let letter = CastlingLetter::from_letter(letter).ok_or_else(error)?;
        if letters.len() == 4 || letters.contains(&letter) {
            return Err(error());
        }
        letters.push(letter);
    }
    Ok(letters)
}

fn parse_clock(field: &'static str, text: &str) -> Result<u16, FenError> {
    // `parse` alone accepts a plus sign.
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    number.ok_or_else(|| FenError::Clock {
        field,
        text: text.to_owned(),
    })
}

/// Parses a FEN. The castling rights may be those of standard FEN, X-FEN or Shredder-FEN, and the
/// last four fields may be missing. [`Board::from_fen`] also reports what was dropped or assumed.
///
/// ```
/// use ferz::chess::Board;
/// let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
/// assert_eq!(fen.parse::<Board>()?.to_string(), fen);
/// assert_eq!("r3k2r/8/8/8/8/8/8/R3K2R w HAha -".parse::<Board>()?.to_string(), fen);
/// assert!("not a FEN".parse::<Board>().is_err());
/// # Ok::<(), ferz::chess::FenError>(())
/// ```
impl FromStr for Board {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen).map(|(board, _)| board)
    }
}

impl Board {
    /// Parses a FEN, and returns the board and notes: what was dropped or assumed, and why the
    /// position cannot arise in a game. See [`SetupNote`].
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a FEN, or if the position cannot be played.
    ///
    /// ```
    /// use ferz::chess::Board;
    /// let (board, notes) = Board::from_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1")?;
    /// assert_eq!(board.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    /// assert!(notes[0].to_string().starts_with("castling right K is dropped: "));
    /// # Ok::<(), ferz::chess::FenError>(())
    /// ```
    pub fn from_fen(fen: &str) -> Result<(Self, Vec<SetupNote>), FenError> {
        Ok(fen.parse::<Setup>()?.validate()?)
    }
}

/// The notation of castling rights in a FEN. See [`Board::fen`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingStyle {
    /// `KQkq`, or the file of the rook if it is not the outermost one.
    XFen,
    /// The files of the rooks, `HAha`.
    Shredder,
}

impl Board {
    /// Returns the Shredder-FEN, in which castling rights are the files of the rooks.
    ///
    /// ```
    /// let board = ferz::chess::Board::default();
    /// assert!(board.shredder_fen().ends_with(" w HAha - 0 1"));
    /// ```
    #[must_use]
    pub fn shredder_fen(&self) -> String {
        self.fen(CastlingStyle::Shredder)
    }

    /// Returns the FEN with castling rights in this notation.
    #[must_use]
    pub fn fen(&self, style: CastlingStyle) -> String {
        let ranks: Vec<String> = Rank::ALL
            .into_iter()
            .rev()
            .map(|r| self.fen_rank(r))
            .collect();
        format!(
            "{} {} {} {} {} {}",
            ranks.join("/"),
            if self.side_to_move == Color::White {
                'w'
            } else {
                'b'
            },
            self.fen_castling(style),
            self.en_passant
                .map_or_else(|| "-".to_owned(), |square| square.to_string()),
            self.halfmove_clock,
            self.fullmove_number,
        )
    }

    /// Returns the board as text: eight lines of pieces, the eighth rank first, with the names of
    /// ranks and files.
    ///
    /// ```
    /// let board = ferz::chess::Board::default();
    /// let diagram = "\
    /// 8  r n b q k b n r
    /// 7  p p p p p p p p
    /// 6  . . . . . . . .
    /// 5  . . . . . . . .
    /// 4  . . . . . . . .
    /// 3  . . . . . . . .
    /// 2  P P P P P P P P
    /// 1  R N B Q K B N R
    /// +  a b c d e f g h";
    /// assert_eq!(board.diagram(), diagram);
    /// ```
    #[must_use]
    pub fn diagram(&self) -> String {
        let letter = |square| self.piece_at(square).map_or('.', Piece::letter);
        let row = |rank: Rank| {
            let letters = File::ALL.map(|file| letter(Square::new(file, rank)).to_string());
            format!("{}  {}\n", rank.digit(), letters.join(" "))
        };
        let rows: String = Rank::ALL.into_iter().rev().map(row).collect();
        // No line begins with a space, because some parsers of UCI output reject such a line.
        rows + "+  a b c d e f g h"
    }

    fn fen_rank(&self, rank: Rank) -> String {
        let mut text = String::with_capacity(8);
        let mut empty = 0;
        for file in File::ALL {
            let Some(piece) = self.piece_at(Square::new(file, rank)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(piece.letter());
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    }

    fn fen_castling(&self, style: CastlingStyle) -> String {
        let mut text = String::with_capacity(4);
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let Some(rook) = self.castling.rook(color, side, self.king(color)) else {
                    continue;
                };
                let outermost = self.outermost_rook(color, side) == Some(rook);
                let rook = match style {
                    CastlingStyle::XFen if outermost => RookName::Outermost(side),
                    _ => RookName::OnFile(rook.file()),
                };
                text += &CastlingLetter { color, rook }.to_string();
            }
        }
        if text.is_empty() {
            "-".to_owned()
        } else {
            text
        }
    }
}

/// Formats the X-FEN, which in standard chess is the same as standard FEN.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen(CastlingStyle::XFen))
    }
}

/// Formats the FEN and the diagram, so that a failed assertion shows the board.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}\n{}", self.diagram())
    }
}
