//! A position and the moves that lead to it from a FEN.
//!
//! The subject gets the FEN and the moves, so that its own code makes the moves. The boards
//! before each move are kept, for example to find the move that ended a castling right. The FEN is
//! kept as it was written, except missing and dropped parts. In particular, its en passant square
//! stays, because programs treat it differently; see
//! <https://www.chessprogramming.org/Forsyth-Edwards_Notation#En_passant_target_square>.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::chess::notation::{CastlingNotation, CoordinateMove};
use crate::chess::{Board, CastlingStyle, FenError, Move, MoveKind, SetupNote, Square};

/// A position and the moves that lead to it from a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovePath {
    /// The FEN, with all six fields and without the parts that were dropped.
    start_fen: String,
    /// The parts of the first FEN that were assumed or dropped, and the reasons why no game reaches
    /// its position.
    pub notes: Vec<SetupNote>,
    /// The first board and the board after each move.
    boards: Vec<Board>,
    moves: Vec<Move>,
    /// The notation of castling moves.
    pub notation: CastlingNotation,
}

impl MovePath {
    /// Creates a path without moves. The position need not be reachable in a game. Castling is
    /// written as the king's move.
    pub fn new(fen: &str) -> Result<Self, FenError> {
        let (board, notes) = Board::from_fen(fen)?;
        let mut fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        // Some programs reject a FEN without these fields. `from_fen` requires the two before them.
        let defaults = ["-", "-", "0", "1"];
        fields.extend(defaults.into_iter().skip(fields.len() - 2));
        // Some programs crash on the parts that ferz drops.
        let board_fen = board.to_string();
        for note in notes.iter().filter(|note| note.is_dropped()) {
            match note {
                SetupNote::EnPassant { .. } => fields[3] = "-",
                // A castling right.
                _ => fields[2] = board_fen.split(' ').nth(2).unwrap_or("-"),
            }
        }
        Ok(Self {
            start_fen: fields.join(" "),
            notes,
            boards: vec![board],
            moves: Vec::new(),
            notation: CastlingNotation::KingMoves,
        })
    }

    /// Returns the path with one more move, which must be legal.
    pub fn after(&self, mv: Move) -> Self {
        let mut path = self.clone();
        path.boards.push(self.board().after(mv));
        path.moves.push(mv);
        path
    }

    /// Returns the path to the same position that begins with the FEN after the first `count`
    /// moves. Returns `None` if ferz rejects this FEN.
    pub(super) fn restarted_after(&self, count: usize) -> Option<Self> {
        let mut before = self.clone();
        before.boards.truncate(count + 1);
        before.moves.truncate(count);
        let mut restarted = Self::new(&before.fen()).ok()?;
        restarted.notation = self.notation;
        let rest = self.moves[count..].iter();
        Some(rest.fold(restarted, |path, &mv| path.after(mv)))
    }

    /// Returns the first FEN, with all six fields and without the parts that were dropped.
    pub fn start_fen(&self) -> &str {
        &self.start_fen
    }

    /// Returns the moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns a move in the notation of this path.
    pub fn written(&self, mv: Move) -> String {
        CoordinateMove::new(mv, self.notation).to_string()
    }

    /// Returns several moves in the notation of this path.
    pub fn all_written(&self, moves: &[Move]) -> Vec<String> {
        moves.iter().map(|&mv| self.written(mv)).collect()
    }

    /// Returns the moves as text, separated by blanks. The last one is `unchecked_move`, which
    /// may be illegal.
    pub fn written_moves(&self, unchecked_move: Option<&str>) -> String {
        let mut moves = self.all_written(&self.moves);
        moves.extend(unchecked_move.map(str::to_owned));
        moves.join(" ")
    }

    /// Returns the UCI command that sets up the position after the moves and `unchecked_move`.
    pub fn command(&self, unchecked_move: Option<&str>) -> String {
        let moves = self.written_moves(unchecked_move);
        let separator = if moves.is_empty() { "" } else { " moves " };
        format!("position fen {}{separator}{moves}", self.start_fen)
    }

    /// Returns the first position.
    pub fn first_board(&self) -> &Board {
        &self.boards[0]
    }

    /// Returns the position after the moves.
    pub fn board(&self) -> &Board {
        self.boards.last().expect("a path has its first board")
    }

    /// Returns the moves, with the boards before and after each.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = (&Board, Move, &Board)> {
        let moves = self.moves.iter().copied();
        let steps = moves.zip(self.boards.windows(2));
        steps.map(|(mv, boards)| (&boards[0], mv, &boards[1]))
    }

    /// Returns the square that a pawn skipped if the last move was a double push, even if no pawn
    /// can capture there. Without moves, returns the en passant square of the FEN.
    pub fn skipped_square(&self) -> Option<Square> {
        match self.moves.last() {
            Some(mv) if mv.kind() == MoveKind::DoublePawnPush => {
                Some(mv.from().forward(!self.board().side_to_move()))
            }
            Some(_) => None,
            None => self.start_fen.split(' ').nth(3)?.parse().ok(),
        }
    }

    /// Returns the FEN of the position. After a double push, it always has an en passant square, so
    /// that a generator with illegal en passant captures shows its error. Castling rights are
    /// written as in the first FEN, by files or as `KQkq`.
    pub fn fen(&self) -> String {
        if self.moves.is_empty() {
            return self.start_fen.clone();
        }
        let rights = self.start_fen.split(' ').nth(2).unwrap_or_default();
        let is_file = |c: char| matches!(c.to_ascii_uppercase(), 'A'..='H');
        let style = if rights.contains(is_file) {
            CastlingStyle::Shredder
        } else {
            CastlingStyle::XFen
        };
        let fen = self.board().fen(style);
        let mut fields: Vec<&str> = fen.split(' ').collect();
        let skipped = self.skipped_square().map(|square| square.to_string());
        fields[3] = skipped.as_deref().unwrap_or("-");
        fields.join(" ")
    }
}

/// Serializes the first FEN, the moves from there, and the FEN of the position.
impl Serialize for MovePath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("MovePath", 3)?;
        object.serialize_field("start_fen", &self.start_fen)?;
        object.serialize_field("moves", &self.all_written(&self.moves))?;
        object.serialize_field("fen", &self.fen())?;
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bisect::subject::reply::resolve;

    fn path(fen: &str, moves: &str) -> MovePath {
        let path = MovePath::new(fen).expect("a FEN");
        moves.split_whitespace().fold(path, |path, text| {
            path.after(resolve(text, path.board()).expect("a legal move"))
        })
    }

    #[test]
    fn a_fen_gets_missing_clocks_and_loses_the_parts_that_are_dropped() {
        for (fen, start, notes) in [
            ("7k/8/8/8/8/8/8/K7 w - -", "7k/8/8/8/8/8/8/K7 w - - 0 1", 0),
            (
                "7k/8/8/8/8/8/8/K7 w - - 7",
                "7k/8/8/8/8/8/8/K7 w - - 7 1",
                0,
            ),
            (
                "4k3/8/8/8/8/8/8/R3K3 w KQ e6",
                "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
                2,
            ),
        ] {
            let path = path(fen, "");
            assert_eq!((path.start_fen(), path.notes.len()), (start, notes));
            assert_eq!((path.fen().as_str(), path.skipped_square()), (start, None));
        }
    }

    #[test]
    fn the_skipped_square_is_kept_if_no_pawn_can_capture_there() {
        let after = path(Board::START_FEN, "e2e4");
        assert_eq!(after.skipped_square(), Some(Square::E3));
        assert!(after.fen().ends_with(" b KQkq e3 0 1"), "{}", after.fen());
        let later = path(Board::START_FEN, "e2e4 g8f6");
        assert_eq!(later.skipped_square(), None);
        let pinned = path("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", "");
        assert_eq!(pinned.skipped_square(), Some(Square::D6));
        assert_eq!(pinned.board().en_passant(), None);
    }

    #[test]
    fn castling_rights_are_written_as_in_the_first_fen() {
        for (rights, after) in [("HAha", "HAa"), ("KQkq", "KQq"), ("Kq", "Kq"), ("Ha", "Ha")] {
            let path = path(&format!("r3k2r/8/8/8/8/8/8/R3K2R b {rights} - 0 1"), "h8g8");
            assert_eq!(path.fen().split(' ').nth(2), Some(after));
        }
    }
}
