//! What the integration tests share: positions drawn as diagrams, and games played by the
//! names of their moves.

#![allow(
    dead_code,
    reason = "each test file compiles this for itself and uses a part"
)]

pub mod broken;
pub mod files;
pub mod random;

use std::fmt;

use ferz::chess::notation::CoordinateMove;
use ferz::chess::{Board, File, Move, Piece, Rank, Square};

/// A position drawn in text, with marks on some of its squares.
///
/// The first line is what a FEN says behind the pieces (side to move, castling rights, en
/// passant square), then come the ranks, the eighth first. Upper case is White, `.` is an
/// empty square. A mark stands in front of a piece, or in the place of an empty square:
///
/// ```text
/// w - -
/// . . . . . . . k
/// . . . . . . . .
/// . . .xp . . . .      the rook (>R)
/// . . . * . . . .      takes a pawn (xp)
/// . . P>R * * P .      or goes to an empty square (*)
/// . . . P . . . .
/// . . . . . . . .
/// . . . . K . . .
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    side_to_move: String,
    castling: String,
    en_passant: String,
    /// The mark of each square, or a space.
    marks: [char; 64],
    /// The FEN letter of each piece, or a dot.
    pieces: [char; 64],
}

impl Diagram {
    /// Reads a drawing.
    #[track_caller]
    pub fn parse(text: &str) -> Self {
        let lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
        assert_eq!(lines.len(), 9, "expected a line and eight ranks: {text}");
        let mut diagram = Self::empty(lines[0]);
        for (line, rank) in lines[1..].iter().zip(Rank::ALL.into_iter().rev()) {
            // Without a mark on the a-file, the line's first character has been trimmed.
            let cells: Vec<char> = if line.len() == 15 { " " } else { "" }
                .chars()
                .chain(line.chars())
                .collect();
            assert_eq!(cells.len(), 16, "expected eight squares: {line}");
            for (file, cell) in File::ALL.into_iter().zip(cells.chunks_exact(2)) {
                let index = Square::new(file, rank).index();
                (diagram.marks[index], diagram.pieces[index]) = match *cell {
                    [mark, piece] if Piece::from_letter(piece).is_some() => (mark, piece),
                    [' ', '.'] => (' ', '.'),
                    [' ', mark] => (mark, '.'),
                    _ => panic!("{cell:?} is no square: {line}"),
                };
            }
        }
        diagram
    }

    /// A board's drawing, without marks.
    pub fn of(board: &Board) -> Self {
        let fen = board.to_string();
        let (_, state) = fen.split_once(' ').expect("a FEN has six fields");
        let mut diagram = Self::empty(state);
        for (square, piece) in board.pieces() {
            diagram.pieces[square.index()] = piece.letter();
        }
        diagram
    }

    fn empty(state: &str) -> Self {
        let mut fields = state.split_ascii_whitespace().map(str::to_owned);
        let mut field = || fields.next().expect("a FEN has three fields of state");
        Self {
            side_to_move: field(),
            castling: field(),
            en_passant: field(),
            marks: [' '; 64],
            pieces: ['.'; 64],
        }
    }

    /// The board that is drawn.
    #[track_caller]
    pub fn board(&self) -> Board {
        let rank = |rank: &[char]| rank.iter().collect::<String>().replace('.', "1");
        let ranks: Vec<String> = self.pieces.rchunks_exact(8).map(rank).collect();
        let state = [&self.side_to_move, &self.castling, &self.en_passant].map(String::as_str);
        let fen = format!("{} {}", ranks.join("/"), state.join(" "));
        fen.parse()
            .unwrap_or_else(|error| panic!("{error}\n{self}"))
    }

    /// The squares with this mark.
    pub fn marked(&self, mark: char) -> impl Iterator<Item = Square> + '_ {
        let has_it = move |square: &Square| self.marks[square.index()] == mark;
        Square::ALL.into_iter().filter(has_it)
    }

    /// Sets a square's mark.
    pub fn mark(&mut self, square: Square, mark: char) {
        self.marks[square.index()] = mark;
    }

    /// The same drawing with no marks but these.
    pub fn only(&self, marks: &[char]) -> Self {
        let mut diagram = self.clone();
        diagram.marks = self.marks.map(|m| if marks.contains(&m) { m } else { ' ' });
        diagram
    }

    /// The same position with White and Black exchanged.
    pub fn colors_swapped(&self) -> Self {
        let swap_case = |c: char| match c {
            c if c.is_ascii_uppercase() => c.to_ascii_lowercase(),
            c => c.to_ascii_uppercase(),
        };
        let from = |i: usize| Square::from_index(i).flip_rank().index();
        let side_to_move = if self.side_to_move == "w" { "b" } else { "w" };
        let en_passant = match self.en_passant.parse::<Square>() {
            Ok(square) => square.flip_rank().to_string(),
            Err(_) => self.en_passant.clone(),
        };
        Self {
            side_to_move: side_to_move.to_owned(),
            castling: self.castling.chars().map(swap_case).collect(),
            en_passant,
            marks: std::array::from_fn(|i| self.marks[from(i)]),
            pieces: std::array::from_fn(|i| swap_case(self.pieces[from(i)])),
        }
    }

    /// The same position with left and right exchanged; castling is not symmetrical.
    pub fn files_mirrored(&self) -> Option<Self> {
        let mirror = |square: Square| {
            Square::new(File::from_index(7 - square.file().index()), square.rank())
        };
        let from = |i: usize| mirror(Square::from_index(i)).index();
        let en_passant = match self.en_passant.parse::<Square>() {
            Ok(square) => mirror(square).to_string(),
            Err(_) => self.en_passant.clone(),
        };
        (self.castling == "-").then(|| Self {
            en_passant,
            marks: std::array::from_fn(|i| self.marks[from(i)]),
            pieces: std::array::from_fn(|i| self.pieces[from(i)]),
            ..self.clone()
        })
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} {}",
            self.side_to_move, self.castling, self.en_passant
        )?;
        for rank in Rank::ALL.into_iter().rev() {
            writeln!(f)?;
            for file in File::ALL {
                let index = Square::new(file, rank).index();
                match (self.marks[index], self.pieces[index]) {
                    (' ', '.') => write!(f, " .")?,
                    (mark, '.') => write!(f, " {mark}")?,
                    (mark, piece) => write!(f, "{mark}{piece}")?,
                }
            }
        }
        Ok(())
    }
}

/// The legal move of this name; castling in either notation: `e1g1`, `e1h1`.
#[track_caller]
pub fn find_move(board: &Board, name: &str) -> Move {
    let written: Option<CoordinateMove> = name.parse().ok();
    let mv = written.and_then(|written| written.resolve(board));
    mv.unwrap_or_else(|| panic!("{name} is not legal here: {board:?}"))
}

/// The board after these moves.
#[track_caller]
pub fn play(board: &Board, names: &str) -> Board {
    let mut board = *board;
    for name in names.split_ascii_whitespace() {
        let mv = find_move(&board, name);
        board.make_move(mv, &mut ());
    }
    board
}
