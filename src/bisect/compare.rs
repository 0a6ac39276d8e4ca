//! Compares the counts of the tested engine with those of ferz.

use serde::Serialize;

use super::opponent::{Opponent, OpponentError, OpponentErrorKind, Question};
use super::path::MovePath;
use super::reply::Reply;
use crate::chess::notation::CoordinateMove;
use crate::chess::{Board, CastlingSide, Move, PieceType};

/// Two counts that should be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// The count of ferz.
    pub ours: u64,
    /// The count of the tested engine.
    pub theirs: u64,
}

impl Counts {
    /// Returns whether the counts are equal.
    pub const fn is_equal(self) -> bool {
        self.ours == self.theirs
    }
}

/// The differences between an answer of the tested engine and the counts of ferz.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Comparison {
    /// The legal moves that the engine does not list.
    pub missing: Vec<Move>,
    /// The moves that the engine lists although they are illegal or already listed.
    pub extra: Vec<String>,
    /// The moves that both list with different counts.
    pub counts: Vec<(Move, Counts)>,
    /// Promotions that the engine prints in four lines without a piece (`a7a8`), and whose counts
    /// are not the four counts of ferz. It is unknown which count belongs to which promotion.
    pub unnamed: Vec<Move>,
    /// Whether the engine prints any promotion in four lines without a piece.
    pub has_unnamed: bool,
    /// The totals, if the engine prints only a total.
    pub totals: Option<Counts>,
    /// The engine's total, if it is not the sum of its counts. This is not a difference: the
    /// number may be the total of something else.
    pub wrong_total: Option<u64>,
}

impl Comparison {
    /// Asks the engine for its counts after `path` and compares them with `ours`.
    pub fn ask(
        opponent: &mut dyn Opponent,
        path: &MovePath,
        depth: u32,
        ours: &[(Move, u64)],
    ) -> Result<Self, OpponentError> {
        let nodes = ours.iter().map(|count| count.1).sum();
        let reply = opponent.divide(&Question {
            path,
            unchecked_move: None,
            depth,
            nodes,
        })?;
        let totals = reply.total.filter(|_| !opponent.prints_moves());
        let Some(theirs) = totals else {
            return Ok(Self::new(path.board(), ours, &reply));
        };
        let ours = nodes;
        Ok(Self {
            totals: Some(Counts { ours, theirs }),
            ..Self::default()
        })
    }

    /// Compares an answer with `ours`, the counts of ferz.
    pub fn new(board: &Board, ours: &[(Move, u64)], reply: &Reply) -> Self {
        let mut comparison = Self {
            wrong_total: reply.total.filter(|_| !reply.is_complete()),
            ..Self::default()
        };
        let mut theirs: Vec<(Move, u64)> = Vec::with_capacity(reply.counts.len());
        for (text, count) in comparison.name_promotions(ours, &reply.counts) {
            match resolve(&text, board) {
                Some(mv) if theirs.iter().all(|known| known.0 != mv) => theirs.push((mv, count)),
                _ => comparison.extra.push(text),
            }
        }
        for &(mv, ours) in ours {
            match theirs.iter().find(|known| known.0 == mv) {
                None => comparison.missing.push(mv),
                Some(&(_, theirs)) if theirs != ours => {
                    comparison.counts.push((mv, Counts { ours, theirs }));
                }
                Some(_) => {}
            }
        }
        comparison
    }

    /// Adds the pieces to promotions that the engine prints in four lines without a piece, and
    /// returns all its counts. A line gets the piece of a promotion with the same count; lines
    /// without such a promotion get the remaining pieces in any order.
    fn name_promotions(
        &mut self,
        ours: &[(Move, u64)],
        theirs: &[(String, u64)],
    ) -> Vec<(String, u64)> {
        let mut named = theirs.to_vec();
        let is_queen = |mv: Move| mv.promotion() == Some(PieceType::Queen);
        for &(queen, _) in ours.iter().filter(|count| is_queen(count.0)) {
            let text = without_piece(queen);
            let promotions = ours.iter().copied();
            let promotions = promotions.filter(|count| is_same_promotion(queen, count.0));
            let promotions: Vec<(Move, u64)> = promotions.collect();
            if named.iter().filter(|line| line.0 == text).count() != promotions.len() {
                continue;
            }
            self.has_unnamed = true;
            let mut open = promotions.clone();
            for line in named.iter_mut().filter(|line| line.0 == text) {
                if let Some(at) = open.iter().position(|count| count.1 == line.1) {
                    line.0 = open.remove(at).0.to_string();
                }
            }
            if !open.is_empty() {
                self.unnamed.extend(promotions.iter().map(|count| count.0));
            }
            let others = named.iter_mut().filter(|line| line.0 == text);
            for (line, (mv, _)) in others.zip(open) {
                line.0 = mv.to_string();
            }
        }
        named
    }

    /// Returns the moves whose counts differ, or may differ.
    pub fn suspects(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = self.counts.iter().map(|count| count.0).collect();
        let unnamed = self.unnamed.iter().filter(|mv| !moves.contains(mv));
        let unnamed: Vec<Move> = unnamed.copied().collect();
        moves.extend(unnamed);
        moves
    }

    /// Returns whether both list the same moves.
    pub const fn has_same_moves(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty()
    }

    /// Returns whether there is no difference.
    pub fn is_equal(&self) -> bool {
        self.has_same_moves() && self.counts.is_empty() && self.totals.is_none_or(Counts::is_equal)
    }
}

/// Returns the squares of a promotion without its piece, as some engines print it.
pub(super) fn without_piece(mv: Move) -> String {
    format!("{}{}", mv.from(), mv.to())
}

/// Returns whether two moves are promotions of the same pawn on the same square.
pub(super) fn is_same_promotion(mv: Move, other: Move) -> bool {
    mv.promotion().is_some() && (mv.from(), mv.to()) == (other.from(), other.to())
}

/// Returns the legal move that a program writes as `text`. Castling may also be written with
/// letters.
pub fn resolve(text: &str, board: &Board) -> Option<Move> {
    let Some(side) = castling_side(text) else {
        return text.parse::<CoordinateMove>().ok()?.resolve(board);
    };
    let mut moves = board.legal_moves().into_iter();
    moves.find(|mv| mv.kind() == side.move_kind())
}

/// Returns the error of an answer in which the count of a legal move cannot be read, and no other line
/// counts the move. An answer that consists of a total has no such error: what it prints for the moves
/// is something else, such as their times.
pub(super) fn unreadable_count(board: &Board, reply: &Reply) -> Option<OpponentErrorKind> {
    if reply.counts.is_empty() && reply.total.is_some() {
        return None;
    }
    let counted = reply.counts.iter();
    let counted: Vec<Move> = counted
        .filter_map(|(text, _)| resolve(text, board))
        .collect();
    let is_uncounted = |text: &str| resolve(text, board).is_some_and(|mv| !counted.contains(&mv));
    let mut lines = reply.unreadable.iter();
    let (_, line) = lines.find(|(text, _)| is_uncounted(text))?;
    Some(OpponentErrorKind::Unreadable(line.as_str().into()))
}

/// Returns the side of a castling move written with letters.
pub(super) fn castling_side(text: &str) -> Option<CastlingSide> {
    match text {
        "O-O" => Some(CastlingSide::King),
        "O-O-O" => Some(CastlingSide::Queen),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::divide;

    /// Compares lines of a program with perft of a position.
    fn compare<T: AsRef<str>>(fen: &str, depth: u32, lines: &[T]) -> Comparison {
        let board = fen.parse().expect("a FEN");
        let mut reply = Reply::default();
        lines.iter().for_each(|line| reply.add(line.as_ref()));
        Comparison::new(&board, &divide(&board, depth), &reply)
    }

    const FEN: &str = "4k3/8/8/8/8/8/p7/4K2R b K - 0 1";
    const KING: [&str; 5] = ["e8d7 1", "e8e7 1", "e8f7 1", "e8d8 1", "e8f8 1"];
    const PAWN: [&str; 4] = ["a2a1q 1", "a2a1r 1", "a2a1b 1", "a2a1n 1"];

    #[test]
    fn missing_extra_and_repeated_moves_and_wrong_counts_are_reported_in_any_order() {
        let mut lines = [&KING[..], &PAWN[..]].concat();
        assert!(compare(FEN, 1, &lines).is_equal());
        lines.reverse();
        assert!(compare(FEN, 1, &lines).is_equal());
        let lines = [&KING[..4], &PAWN[..], &["e8d7 1", "e8g8 1", "a2a1k 1"]].concat();
        let comparison = compare(FEN, 1, &lines);
        let missing: Vec<String> = comparison.missing.iter().map(Move::to_string).collect();
        assert_eq!(missing, ["e8f8"]);
        assert_eq!(comparison.extra, ["e8d7", "e8g8", "a2a1k"]);
        assert_eq!(comparison.counts, []);
        let lines = [&["e8d7 0"], &KING[1..], &PAWN[..]].concat();
        let comparison = compare(FEN, 1, &lines);
        assert!(comparison.has_same_moves() && !comparison.is_equal());
        let (mv, counts) = comparison.counts[0];
        assert_eq!((mv.to_string().as_str(), counts.theirs), ("e8d7", 0));
    }

    #[test]
    fn only_four_lines_of_a_promotion_without_its_piece_are_the_four_promotions() {
        for count in 1..=5 {
            let comparison = compare(FEN, 1, &[&KING[..], &["a2a1 1"; 5][..count]].concat());
            assert_eq!(comparison.is_equal() && comparison.has_unnamed, count == 4);
            assert_eq!(comparison.extra.len(), if count == 4 { 0 } else { count });
        }
    }

    /// The promotions to queen and rook give check, so the four counts differ.
    #[test]
    fn unnamed_promotions_are_compared_as_a_set() {
        let fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        let ours = divide(&fen.parse().expect("a FEN"), 2);
        let line = |&(mv, count): &(Move, u64)| format!("{}: {count}", without_piece(mv));
        let mut lines: Vec<String> = ours.iter().rev().map(line).collect();
        assert!(compare(fen, 2, &lines).is_equal());
        let promotion = lines.iter_mut().find(|line| line.starts_with("a7a8"));
        promotion.expect("a promotion").push('7');
        let comparison = compare(fen, 2, &lines);
        assert!(comparison.has_same_moves() && !comparison.is_equal());
        assert_eq!(comparison.suspects().len(), 4);
    }

    /// The king has two moves, and may castle.
    #[test]
    fn a_count_that_cannot_be_read_is_an_error_if_nothing_else_counts_its_legal_move() {
        let board: Board = "k7/8/8/8/8/8/3PPP2/4K2R w K - 0 1".parse().expect("a FEN");
        let found = |lines: &[&str]| {
            let mut reply = Reply::default();
            lines.iter().for_each(|line| reply.add(line));
            unreadable_count(&board, &reply).map(|kind| kind.to_string())
        };
        for (lines, is_error) in [
            (&["e1d1: 1", "e1g1: 1.0"][..], true),
            (&["e1d1: 1", "O-O: NaN", "Nodes: 1"], true),
            (&["e1d1: 1.0", "e1d1: 1.0"], true),
            // Another line counts the move.
            (&["O-O 0.2 ms", "e1d1: 1", "e1g1: 1"], false),
            (&["e1d1: 1", "e1h1: 1", "O-O: 50.0%"], false),
            // Black's move, and a move to an own piece.
            (&["e1d1: 1", "e7e5 [0.01s]", "e1e2: 1.0"], false),
            // Times beside a total.
            (&["e1d1 0.01s", "e1g1 0.01s", "Nodes: 9"], false),
        ] {
            assert_eq!(found(lines).is_some(), is_error, "{lines:?}");
        }
        let message = "printed \"e1g1: 1.0\", whose count cannot be read; expected a whole number";
        assert_eq!(found(&["e1d1: 1", " e1g1: 1.0 "]).as_deref(), Some(message));
    }

    #[test]
    fn all_spellings_of_castling_are_the_same_move() {
        let board = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse().expect("a FEN");
        for (texts, side) in [
            (["O-O", "e1g1", "e1h1"], CastlingSide::King),
            (["O-O-O", "e1c1", "e1a1"], CastlingSide::Queen),
        ] {
            let moves = texts.map(|text| resolve(text, &board).map(Move::kind));
            assert_eq!(moves, [Some(side.move_kind()); 3]);
        }
    }
}
