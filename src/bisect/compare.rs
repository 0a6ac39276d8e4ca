//! Compares one answer of the subject with the counts of ferz.

use serde::Serialize;

use super::path::MovePath;
use super::subject::reply::{Reply, resolve};
use super::subject::{Question, Subject, SubjectError};
use crate::chess::{Board, Move, PieceType};

/// Two counts that should be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// The count of ferz.
    pub ours: u64,
    /// The count of the subject.
    pub theirs: u64,
}

impl Counts {
    /// Returns whether the counts are equal.
    pub const fn is_equal(self) -> bool {
        self.ours == self.theirs
    }
}

/// The differences between an answer of the subject and the counts of ferz.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The legal moves that the subject does not list.
    pub missing: Vec<Move>,
    /// The moves that the subject lists although they are illegal or already listed.
    pub extra: Vec<String>,
    /// The moves that both list with different counts.
    pub counts: Vec<(Move, Counts)>,
    /// Promotions that the subject prints in four lines without a piece (`a7a8`), and whose counts
    /// are not the four counts of ferz. It is unknown which count belongs to which promotion.
    pub unnamed: Vec<Move>,
    /// Whether the subject prints any promotion in four lines without a piece.
    pub has_unnamed: bool,
    /// The totals, if the subject prints only a total.
    pub totals: Option<Counts>,
    /// The subject's total, if it is not the sum of its counts. This is not a difference: the
    /// number may be the total of something else.
    pub wrong_total: Option<u64>,
}

impl Comparison {
    /// Asks the subject for its counts after `path` and compares them with `ours`.
    pub fn ask(
        subject: &mut dyn Subject,
        path: &MovePath,
        depth: u32,
        ours: &[(Move, u64)],
    ) -> Result<Self, SubjectError> {
        let nodes = ours.iter().map(|count| count.1).sum();
        let reply = subject.divide(&Question {
            path,
            unchecked_move: None,
            depth,
            nodes,
        })?;
        match reply.total {
            Some(total) if !subject.prints_moves() => Ok(Self::of_totals(nodes, total)),
            _ => Ok(Self::new(path.board(), ours, &reply)),
        }
    }

    /// Compares only totals.
    pub fn of_totals(ours: u64, theirs: u64) -> Self {
        Self {
            totals: Some(Counts { ours, theirs }),
            ..Self::default()
        }
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
        for &(mv, count) in ours {
            let Some(found) = theirs.iter().find(|known| known.0 == mv) else {
                comparison.missing.push(mv);
                continue;
            };
            let counts = Counts {
                ours: count,
                theirs: found.1,
            };
            if !counts.is_equal() {
                comparison.counts.push((mv, counts));
            }
        }
        comparison
    }

    /// Adds the pieces to promotions that the subject prints in four lines without a piece, and
    /// returns all its counts. A line gets the piece of a promotion with the same count; lines
    /// without such a promotion get the remaining pieces in any order. Sets `unnamed` and
    /// `has_unnamed`.
    fn name_promotions(
        &mut self,
        ours: &[(Move, u64)],
        theirs: &[(String, u64)],
    ) -> Vec<(String, u64)> {
        let mut named = theirs.to_vec();
        // Each group of four promotions has one to a queen.
        let is_queen = |mv: Move| mv.promotion() == Some(PieceType::Queen);
        for &(queen, _) in ours.iter().filter(|count| is_queen(count.0)) {
            let text = without_piece(queen);
            let is_same = |count: &(Move, u64)| is_same_promotion(queen, count.0);
            let promotions: Vec<_> = ours.iter().copied().filter(is_same).collect();
            if named.iter().filter(|line| line.0 == text).count() != promotions.len() {
                continue;
            }
            self.has_unnamed = true;
            let mut unassigned = promotions.clone();
            for line in named.iter_mut().filter(|line| line.0 == text) {
                if let Some(at) = unassigned.iter().position(|count| count.1 == line.1) {
                    line.0 = unassigned.remove(at).0.to_string();
                }
            }
            if !unassigned.is_empty() {
                self.unnamed.extend(promotions.iter().map(|count| count.0));
            }
            let others = named.iter_mut().filter(|line| line.0 == text);
            for (line, (mv, _)) in others.zip(unassigned) {
                line.0 = mv.to_string();
            }
        }
        named
    }

    /// Returns the moves whose counts differ, or may differ.
    pub fn suspects(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = self.counts.iter().map(|count| count.0).collect();
        for &mv in &self.unnamed {
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        moves
    }

    /// Returns whether the subject gave a count for each move, not only a total.
    pub const fn lists_moves(&self) -> bool {
        self.totals.is_none()
    }

    /// Returns whether both list the same moves. True if the subject gave only a total.
    pub const fn has_same_moves(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty()
    }

    /// Returns whether both list the same moves at depth 1, or the same number.
    pub fn has_right_moves(&self) -> bool {
        self.has_same_moves() && self.totals.is_none_or(Counts::is_equal)
    }

    /// Returns whether there is no difference.
    pub fn is_equal(&self) -> bool {
        self.has_right_moves() && self.counts.is_empty()
    }

    /// Returns the warning about `wrong_total` at a depth of a start position, whose right total is
    /// `nodes`.
    pub fn wrong_total_warning(&self, start_name: &str, depth: u32, nodes: u64) -> Option<String> {
        let total = self.wrong_total?;
        Some(format!(
            "perft {depth} of \"{start_name}\": the program prints the total {total}, but its counts, which are right, add up to {nodes}"
        ))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::divide;

    /// Compares lines of output with perft of a position.
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
        let mut right = [&KING[..], &PAWN[..]].concat();
        assert!(compare(FEN, 1, &right).is_equal());
        right.reverse();
        assert!(compare(FEN, 1, &right).is_equal());
        let wrong_moves = [&KING[..4], &PAWN[..], &["e8d7 1", "e8g8 1", "a2a1k 1"]].concat();
        let moves = compare(FEN, 1, &wrong_moves);
        let missing: Vec<String> = moves.missing.iter().map(Move::to_string).collect();
        assert_eq!(missing, ["e8f8"]);
        assert_eq!(moves.extra, ["e8d7", "e8g8", "a2a1k"]);
        assert_eq!(moves.counts, []);
        let wrong_count = [&["e8d7 0"], &KING[1..], &PAWN[..]].concat();
        let count = compare(FEN, 1, &wrong_count);
        assert!(count.has_same_moves() && !count.is_equal());
        let (mv, counts) = count.counts[0];
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
        let print = |&(mv, count): &(Move, u64)| format!("{}: {count}", without_piece(mv));
        let mut lines: Vec<String> = ours.iter().rev().map(print).collect();
        assert!(compare(fen, 2, &lines).is_equal());
        let first = lines.iter_mut().find(|line| line.starts_with("a7a8"));
        first.expect("a promotion").push('7');
        let comparison = compare(fen, 2, &lines);
        assert!(comparison.has_same_moves() && !comparison.is_equal());
        assert_eq!(comparison.suspects().len(), 4);
    }
}
