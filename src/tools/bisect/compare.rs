//! Comparison of a program's counts with ours. See
//! <https://www.chessprogramming.org/Perft#Divide>.

use super::reply::Reply;
use crate::chess::notation::CoordinateMove;
use crate::chess::{Board, CastlingSide, Move, PieceType};

/// Two counts that should be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The move that they are below.
    pub mv: Move,
    /// What ferz counts.
    pub ours: u64,
    /// What the program counts.
    pub theirs: u64,
}

/// What is different between the program's counts and ours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The legal moves that the program does not list.
    pub missing: Vec<Move>,
    /// What it lists and is not legal, or was listed before.
    pub extra: Vec<String>,
    /// The moves that both list, with different counts.
    pub counts: Vec<Counts>,
    /// Promotions that the program prints without their pieces (four lines `a7a8`) and with
    /// other counts than ours, so that it is not known which of the counts is whose.
    pub unnamed: Vec<Move>,
    /// Whether the program prints any promotions without their pieces, in the right number.
    pub has_unnamed: bool,
    /// The totals, of a program that prints no counts.
    pub totals: Option<Totals>,
    /// The program's total, if it is not the sum of its counts. This is no difference: it
    /// may be the total of something else.
    pub wrong_total: Option<u64>,
}

/// Two totals that should be the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// What ferz counts.
    pub ours: u64,
    /// What the program counts.
    pub theirs: u64,
}

impl Totals {
    /// Whether they are the same.
    #[must_use]
    pub const fn is_equal(self) -> bool {
        self.ours == self.theirs
    }
}

impl Comparison {
    /// Compares the totals alone.
    #[must_use]
    pub fn of_totals(ours: u64, theirs: u64) -> Self {
        Self {
            totals: Some(Totals { ours, theirs }),
            ..Self::default()
        }
    }

    /// Compares a program's counts with ours.
    #[must_use]
    pub fn new(board: &Board, ours: &[(Move, u64)], reply: &Reply) -> Self {
        let mut comparison = Self {
            wrong_total: reply.total.filter(|_| !reply.is_complete()),
            ..Self::default()
        };
        let counts = comparison.name_promotions(ours, &reply.counts);
        let mut theirs: Vec<(Move, u64)> = Vec::with_capacity(counts.len());
        for (text, count) in &counts {
            match resolve(text, board) {
                Some(mv) if theirs.iter().all(|known| known.0 != mv) => theirs.push((mv, *count)),
                _ => comparison.extra.push(text.clone()),
            }
        }
        for &(mv, ours) in ours {
            match theirs.iter().find(|known| known.0 == mv) {
                None => comparison.missing.push(mv),
                Some(&(_, theirs)) if theirs != ours => {
                    comparison.counts.push(Counts { mv, ours, theirs });
                }
                Some(_) => {}
            }
        }
        comparison
    }

    /// The program's counts, with the four promotions named that it prints as four lines
    /// without a piece. Lines that have one of our counts belong to that promotion.
    fn name_promotions(
        &mut self,
        ours: &[(Move, u64)],
        theirs: &[(String, u64)],
    ) -> Vec<(String, u64)> {
        let mut named = theirs.to_vec();
        for &(queen, _) in ours {
            if queen.promotion() != Some(PieceType::Queen) {
                continue;
            }
            let text = without_piece(queen);
            let is_same = |count: &&(Move, u64)| is_same_promotion(queen, count.0);
            let mut open: Vec<(Move, u64)> = ours.iter().filter(is_same).copied().collect();
            let all = open.clone();
            let lines = named.iter().filter(|line| line.0 == text).count();
            if lines != open.len() {
                continue;
            }
            self.has_unnamed = true;
            // First those that have our counts.
            for line in named.iter_mut().filter(|line| line.0 == text) {
                if let Some(at) = open.iter().position(|count| count.1 == line.1) {
                    line.0 = open.remove(at).0.to_string();
                }
            }
            if !open.is_empty() {
                self.unnamed.extend(all.iter().map(|count| count.0));
            }
            for line in named.iter_mut().filter(|line| line.0 == text) {
                line.0 = open.remove(0).0.to_string();
            }
        }
        named
    }

    /// The moves below which the counts differ, or may.
    pub fn suspects(&self) -> impl Iterator<Item = Move> + '_ {
        let counted = self.counts.iter().map(|counts| counts.mv);
        let is_new = |mv: &&Move| self.counts.iter().all(|counts| counts.mv != **mv);
        counted.chain(self.unnamed.iter().filter(is_new).copied())
    }

    /// Whether both list the same moves.
    #[must_use]
    pub const fn has_same_moves(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty()
    }

    /// Whether nothing is different.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.has_same_moves() && self.counts.is_empty() && self.totals.is_none_or(Totals::is_equal)
    }
}

/// A promotion as some programs print it, without its piece.
pub(super) fn without_piece(mv: Move) -> String {
    format!("{}{}", mv.from(), mv.to())
}

/// The moves of `mv`'s pawn to the same square, one for each piece it may become.
pub(super) fn is_same_promotion(mv: Move, other: Move) -> bool {
    mv.promotion().is_some() && (mv.from(), mv.to()) == (other.from(), other.to())
}

/// The legal move that a program writes as `text`; castling in any of its spellings.
#[must_use]
pub fn resolve(text: &str, board: &Board) -> Option<Move> {
    let Some(side) = castling_side(text) else {
        return text.parse::<CoordinateMove>().ok()?.resolve(board);
    };
    let mut moves = board.legal_moves().into_iter();
    moves.find(|mv| mv.kind() == side.move_kind())
}

/// The side that is castled to, where castling is written with letters.
#[must_use]
pub fn castling_side(text: &str) -> Option<CastlingSide> {
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
    use crate::tools::bisect::reply::parse;

    fn compare(lines: &[&str]) -> Comparison {
        let board = "4k3/8/8/8/8/8/p7/4K2R b K - 0 1".parse().expect("a FEN");
        let mut reply = Reply::default();
        lines.iter().for_each(|line| reply.add(parse(line)));
        Comparison::new(&board, &divide(&board, 1), &reply)
    }

    const KING: [&str; 5] = ["e8d7 1", "e8e7 1", "e8f7 1", "e8d8 1", "e8f8 1"];
    const PAWN: [&str; 4] = ["a2a1q 1", "a2a1r 1", "a2a1b 1", "a2a1n 1"];

    #[test]
    fn moves_are_compared_as_sets() {
        let mut lines = [&KING[..], &PAWN[..]].concat();
        assert!(compare(&lines).is_equal());
        lines.reverse();
        assert!(compare(&lines).is_equal());
    }

    #[test]
    fn missing_extra_and_repeated_moves_are_told() {
        let lines = [&KING[..4], &PAWN[..], &["e8d7 1", "e8g8 1", "a2a1k 1"]].concat();
        let comparison = compare(&lines);
        let missing: Vec<String> = comparison.missing.iter().map(Move::to_string).collect();
        assert_eq!(missing, ["e8f8"]);
        assert_eq!(comparison.extra, ["e8d7", "e8g8", "a2a1k"]);
        assert_eq!(comparison.counts, []);
    }

    #[test]
    fn counts_that_differ_are_told() {
        let mut lines = [&KING[..], &PAWN[..]].concat();
        lines[0] = "e8d7 0";
        let comparison = compare(&lines);
        assert!(comparison.has_same_moves() && !comparison.is_equal());
        let counts = comparison.counts[0];
        assert_eq!(
            (counts.mv.to_string(), counts.ours, counts.theirs),
            ("e8d7".to_owned(), 1, 0)
        );
    }

    #[test]
    fn four_lines_of_a_promotion_without_its_piece_are_the_four_promotions() {
        let lines = [&KING[..], &["a2a1 1"; 4]].concat();
        let comparison = compare(&lines);
        assert!(comparison.is_equal() && comparison.has_unnamed);
        for count in [1, 2, 3, 5] {
            let lines = [
                &KING[..],
                &["a2a1 1", "a2a1 1", "a2a1 1", "a2a1 1", "a2a1 1"][..count],
            ];
            let comparison = compare(&lines.concat());
            assert!(!comparison.has_same_moves(), "{count} lines");
            assert_eq!(comparison.extra.len(), count);
        }
    }

    /// Queen and rook give check, and the counts of the four differ.
    #[test]
    fn unnamed_promotions_are_compared_as_a_set() {
        let board = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1".parse().expect("a FEN");
        let ours = divide(&board, 2);
        let compare = |change: u64| {
            let mut reply = Reply::default();
            let mut changed = false;
            for &(mv, count) in ours.iter().rev() {
                let more = if mv.promotion().is_some() && !changed {
                    change
                } else {
                    0
                };
                changed |= mv.promotion().is_some();
                let text = &mv.to_string()[..4];
                reply.add(parse(&format!("{text}: {}", count + more)));
            }
            Comparison::new(&board, &ours, &reply)
        };
        assert!(compare(0).is_equal());
        let comparison = compare(7);
        assert!(comparison.has_same_moves() && !comparison.is_equal());
        assert_eq!(comparison.suspects().count(), 4);
    }

    #[test]
    fn every_spelling_of_castling_is_the_same_move() {
        let board = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse().expect("a FEN");
        for (texts, side) in [
            (["O-O", "e1g1", "e1h1"], CastlingSide::King),
            (["O-O-O", "e1c1", "e1a1"], CastlingSide::Queen),
        ] {
            for text in texts {
                let mv = resolve(text, &board).expect("castling is legal");
                assert_eq!(mv.kind(), side.move_kind(), "{text}");
            }
        }
    }
}
