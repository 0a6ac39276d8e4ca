//! A position and how it was reached: from a FEN, by moves.
//!
//! A program that is asked about a position gets the FEN and the moves, so that it has to
//! make them; and what went wrong on the way is found in the boards before. See
//! <https://www.chessprogramming.org/Forsyth-Edwards_Notation#En_passant_target_square> for
//! why the FEN is kept as it was written.

use crate::chess::CastlingStyle;
use crate::chess::notation::{CastlingNotation, CoordinateMove};
use crate::chess::{Board, FenError, Move, MoveKind, SetupNote, Square};

/// A position, and the moves that led there from a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The FEN at the beginning, as it was written but for what was dropped, with all six
    /// fields.
    start: String,
    /// What is unusual about the first position.
    notes: Vec<SetupNote>,
    /// The boards on the way: the first, and one for each move.
    boards: Vec<Board>,
    moves: Vec<Move>,
}

impl Path {
    /// The position of a FEN, with no move made. It may be one that no game reaches.
    ///
    /// # Errors
    ///
    /// If the FEN is malformed, or the position cannot be played.
    pub fn new(fen: &str) -> Result<Self, FenError> {
        let (board, notes) = Board::from_fen(fen)?;
        let mut fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        // What was dropped is not sent to the other program either: some crash on it.
        let played = board.to_string();
        for note in notes.iter().filter(|note| note.is_dropped()) {
            match note {
                SetupNote::EnPassant { .. } => fields[3] = "-",
                _ => fields[2] = played.split(' ').nth(2).unwrap_or("-"),
            }
        }
        // Not all programs forgive that the clocks are missing.
        let clocks = ["0", "1"];
        fields.extend(clocks.into_iter().skip(fields.len().saturating_sub(4)));
        Ok(Self {
            start: fields.join(" "),
            notes,
            boards: vec![board],
            moves: Vec::new(),
        })
    }

    /// One move further; it must be legal.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut path = self.clone();
        path.boards.push(self.board().after(mv));
        path.moves.push(mv);
        path
    }

    /// The FEN at the beginning, as it was written but for what was dropped, with all six
    /// fields.
    #[must_use]
    pub fn start(&self) -> &str {
        &self.start
    }

    /// What was dropped from the first FEN, or why no game reaches its position.
    #[must_use]
    pub fn notes(&self) -> &[SetupNote] {
        &self.notes
    }

    /// The moves from there.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves from there as text, apart by blanks.
    #[must_use]
    pub fn written_moves(&self, castling: CastlingNotation) -> String {
        let written = |&mv: &Move| CoordinateMove::new(mv, castling).to_string();
        let moves: Vec<String> = self.moves.iter().map(written).collect();
        moves.join(" ")
    }

    /// The same, and after them the move `tried`, if there is one; it need not be legal.
    #[must_use]
    pub fn written_moves_and(&self, tried: Option<&str>, castling: CastlingNotation) -> String {
        let moves = self.written_moves(castling);
        let moves = format!("{moves} {}", tried.unwrap_or_default());
        moves.trim().to_owned()
    }

    /// The UCI command that sets up the position after these moves.
    #[must_use]
    pub fn command(&self, tried: Option<&str>, castling: CastlingNotation) -> String {
        let moves = self.written_moves_and(tried, castling);
        let separator = if moves.is_empty() { "" } else { " moves " };
        format!("position fen {}{separator}{moves}", self.start)
    }

    /// The position at the beginning.
    #[must_use]
    pub fn first_board(&self) -> &Board {
        &self.boards[0]
    }

    /// The position.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.boards.last().expect("a path has its first board")
    }

    /// The moves, the last first, with the boards before and after each.
    pub fn steps_back(&self) -> impl Iterator<Item = (&Board, Move, &Board)> {
        let moves = self.moves.iter().copied();
        let steps = moves.zip(self.boards.windows(2));
        steps.rev().map(|(mv, boards)| (&boards[0], mv, &boards[1]))
    }

    /// The square that the last move, a double push, passed over: whether or not a pawn can
    /// take there. With no move made, the one that the FEN names.
    #[must_use]
    pub fn passed_square(&self) -> Option<Square> {
        match self.moves.last() {
            Some(mv) if mv.kind() == MoveKind::DoublePawnPush => {
                Some(mv.from().forward(!self.board().side_to_move()))
            }
            Some(_) => None,
            None => self.start.split(' ').nth(3)?.parse().ok(),
        }
    }

    /// The position's FEN, with an en passant square after each double push: a program that
    /// takes en passant where it must not has to hear of it. Castling rights are written as
    /// in the FEN at the beginning, by files or as `KQkq`.
    #[must_use]
    pub fn fen(&self) -> String {
        if self.moves.is_empty() {
            return self.start.clone();
        }
        let fen = self.board().fen(self.castling_style());
        let mut fields: Vec<&str> = fen.split(' ').collect();
        let passed = self.passed_square().map(|square| square.to_string());
        fields[3] = passed.as_deref().unwrap_or("-");
        fields.join(" ")
    }

    /// How the FEN at the beginning writes castling rights.
    fn castling_style(&self) -> CastlingStyle {
        let rights = self.start.split(' ').nth(2).unwrap_or_default();
        let is_file = |c: char| matches!(c.to_ascii_uppercase(), 'A'..='H');
        if rights.contains(is_file) {
            CastlingStyle::Shredder
        } else {
            CastlingStyle::XFen
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(fen: &str, moves: &str) -> Path {
        let path = Path::new(fen).expect("a FEN");
        moves.split_whitespace().fold(path, |path, text| {
            let written: CoordinateMove = text.parse().expect("a move");
            path.after(written.resolve(path.board()).expect("a legal move"))
        })
    }

    #[test]
    fn missing_clocks_are_added() {
        let written = "7k/8/8/8/8/8/8/K7 w - -";
        for (clocks, all) in [("", " 0 1"), (" 7", " 7 1"), (" 7 9", " 7 9")] {
            let path = path(&format!("{written}{clocks}"), "");
            assert_eq!(path.start(), format!("{written}{all}"));
            assert_eq!(path.fen(), path.start());
        }
    }

    #[test]
    fn what_is_dropped_from_a_fen_is_not_sent_either() {
        let path = path("4k3/8/8/8/8/8/8/R3K3 w KQ e6", "");
        assert_eq!(path.start(), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
        assert_eq!(path.notes().len(), 2);
        assert_eq!(path.passed_square(), None);
    }

    #[test]
    fn the_square_passed_is_told_where_nobody_can_take_too() {
        let after = path(Board::START_FEN, "e2e4");
        assert_eq!(after.passed_square(), Some(Square::E3));
        assert!(after.fen().ends_with(" b KQkq e3 0 1"), "{}", after.fen());
        let later = path(Board::START_FEN, "e2e4 g8f6");
        assert_eq!(later.passed_square(), None);
        let pinned = "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1";
        assert_eq!(path(pinned, "").passed_square(), Some(Square::D6));
        assert_eq!(path(pinned, "").board().en_passant(), None);
    }

    #[test]
    fn castling_rights_are_written_as_at_the_beginning() {
        for (rights, after) in [("HAha", "HAa"), ("KQkq", "KQq"), ("Kq", "Kq"), ("Ha", "Ha")] {
            let path = path(&format!("r3k2r/8/8/8/8/8/8/R3K2R b {rights} - 0 1"), "h8g8");
            assert_eq!(path.fen().split(' ').nth(2), Some(after));
        }
    }

    #[test]
    fn the_way_back_has_the_last_move_first() {
        let path = path(Board::START_FEN, "e2e4 e7e5");
        let steps: Vec<(String, Move)> = path
            .steps_back()
            .map(|(before, mv, after)| {
                assert_eq!(before.after(mv), *after);
                (before.to_string(), mv)
            })
            .collect();
        assert_eq!(steps.len(), 2);
        assert_eq!(steps[1].0, Board::START_FEN);
        assert_eq!(path.written_moves(CastlingNotation::KingMoves), "e2e4 e7e5");
    }
}
