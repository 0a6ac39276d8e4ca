//! Code shared by the integration tests: positions drawn as diagrams, moves in coordinate notation,
//! random games and positions, move generators with errors, and files.

#![allow(
    dead_code,
    reason = "each test is a crate of its own and uses only part of this module"
)]

pub mod broken;
pub mod files;
pub mod random;

use std::fmt;

use ferz::chess::notation::CoordinateMove;
use ferz::chess::{Board, File, Move, Piece, Rank, Square};

/// A position drawn as text, with marks on some squares.
///
/// The first line contains the FEN fields that follow the placement: side to move, castling
/// rights and en passant square. The ranks follow, starting with the eighth. Upper-case
/// letters are White's pieces, and `.` is an empty square. A mark precedes a piece or replaces
/// the dot of an empty square:
///
/// ```text
/// w - -
/// . . . . . . . k
/// . . . . . . . .
/// . . .xp . . . .      The rook (>R)
/// . . . * . . . .      can capture a pawn (xp)
/// . . P>R * * P .      or move to an empty square (*).
/// . . . P . . . .
/// . . . . . . . .
/// . . . . K . . .
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    side_to_move: String,
    castling: String,
    en_passant: String,
    /// The mark of each square; a space if there is none.
    marks: [char; 64],
    /// The FEN letter of the piece on each square; a dot if the square is empty.
    pieces: [char; 64],
}

impl Diagram {
    /// Parses a diagram.
    ///
    /// # Panics
    ///
    /// Panics if the text is not a diagram.
    #[track_caller]
    pub fn parse(text: &str) -> Self {
        let lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
        assert_eq!(
            lines.len(),
            9,
            "expected a line of FEN fields and 8 ranks: {text}"
        );
        let mut diagram = Self::empty(lines[0]);
        for (line, rank) in lines[1..].iter().zip(Rank::ALL.into_iter().rev()) {
            // If the a-file has no mark, the line began with a space, which `trim` has removed.
            let cells: Vec<char> = if line.len() == 15 { " " } else { "" }
                .chars()
                .chain(line.chars())
                .collect();
            assert_eq!(cells.len(), 16, "expected 8 squares: {line}");
            for (file, cell) in File::ALL.into_iter().zip(cells.chunks_exact(2)) {
                let index = Square::new(file, rank).index();
                (diagram.marks[index], diagram.pieces[index]) = match *cell {
                    [mark, piece] if Piece::from_letter(piece).is_some() => (mark, piece),
                    [' ', '.'] => (' ', '.'),
                    [' ', mark] => (mark, '.'),
                    _ => panic!("expected a square, found {cell:?}: {line}"),
                };
            }
        }
        diagram
    }

    /// Returns the diagram of a board, without marks.
    pub fn of(board: &Board) -> Self {
        let fen = board.to_string();
        let (_, state) = fen.split_once(' ').expect("a FEN has 6 fields");
        let mut diagram = Self::empty(state);
        for (square, piece) in board.pieces() {
            diagram.pieces[square.index()] = piece.letter();
        }
        diagram
    }

    /// Returns an empty board with these FEN fields: side to move, castling rights, en passant
    /// square.
    fn empty(state: &str) -> Self {
        let mut fields = state.split_ascii_whitespace().map(str::to_owned);
        let mut field = || {
            fields
                .next()
                .expect("3 FEN fields: side to move, castling rights, en passant square")
        };
        Self {
            side_to_move: field(),
            castling: field(),
            en_passant: field(),
            marks: [' '; 64],
            pieces: ['.'; 64],
        }
    }

    /// Returns the board.
    ///
    /// # Panics
    ///
    /// Panics if the position is invalid.
    #[track_caller]
    pub fn board(&self) -> Board {
        let rank = |rank: &[char]| rank.iter().collect::<String>().replace('.', "1");
        let ranks: Vec<String> = self.pieces.rchunks_exact(8).map(rank).collect();
        let state = [&self.side_to_move, &self.castling, &self.en_passant].map(String::as_str);
        let fen = format!("{} {}", ranks.join("/"), state.join(" "));
        fen.parse()
            .unwrap_or_else(|error| panic!("{error}\n{self}"))
    }

    /// Returns the squares with this mark.
    pub fn marked(&self, mark: char) -> impl Iterator<Item = Square> + '_ {
        let has_mark = move |square: &Square| self.marks[square.index()] == mark;
        Square::ALL.into_iter().filter(has_mark)
    }

    /// Sets the mark of a square.
    pub fn mark(&mut self, square: Square, mark: char) {
        self.marks[square.index()] = mark;
    }

    /// Returns a copy that keeps only these marks.
    pub fn only(&self, marks: &[char]) -> Self {
        let mut diagram = self.clone();
        diagram.marks = self.marks.map(|m| if marks.contains(&m) { m } else { ' ' });
        diagram
    }

    /// Returns the same position with the colors swapped.
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

    /// Returns the mirror image that swaps the a-file and the h-file. Returns `None` if there
    /// are castling rights, because castling is not symmetrical.
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

/// Returns the legal move with this coordinate notation. Accepts both notations of castling:
/// `e1g1` and `e1h1`.
///
/// # Panics
///
/// Panics if the move is not legal.
#[track_caller]
pub fn find_move(board: &Board, name: &str) -> Move {
    let written: Option<CoordinateMove> = name.parse().ok();
    let mv = written.and_then(|written| written.resolve(board));
    mv.unwrap_or_else(|| panic!("expected a legal move, found {name}: {board:?}"))
}

/// Returns the board after these moves, given in coordinate notation and separated by spaces.
#[track_caller]
pub fn play(board: &Board, names: &str) -> Board {
    let mut board = *board;
    for name in names.split_ascii_whitespace() {
        let mv = find_move(&board, name);
        board.make_move(mv);
    }
    board
}
