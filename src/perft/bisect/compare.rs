//! A program's counts held against ours. See
//! <https://www.chessprogramming.org/Perft#Divide>.

use super::reply::Reply;
use crate::chess::notation::CoordinateMove;
use crate::chess::{Board, CastlingSide, Move, legal_moves};

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
    /// The program's total, if it is not the sum of its counts. This is no difference: it
    /// may be the total of something else.
    pub wrong_total: Option<u64>,
}

impl Comparison {
    /// Compares a program's counts with ours.
    #[must_use]
    pub fn new(board: &Board, ours: &[(Move, u64)], reply: &Reply) -> Self {
        let mut comparison = Self {
            wrong_total: reply.total.filter(|_| !reply.is_complete()),
            ..Self::default()
        };
        let mut theirs: Vec<(Move, u64)> = Vec::with_capacity(reply.counts.len());
        for (text, count) in &reply.counts {
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

    /// Whether both list the same moves.
    #[must_use]
    pub const fn has_same_moves(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty()
    }

    /// Whether nothing is different.
    #[must_use]
    pub const fn is_equal(&self) -> bool {
        self.has_same_moves() && self.counts.is_empty()
    }
}

/// The legal move that a program wrote so; castling in any of its spellings.
#[must_use]
pub fn resolve(text: &str, board: &Board) -> Option<Move> {
    let Some(side) = castling_side(text) else {
        return text.parse::<CoordinateMove>().ok()?.resolve(board);
    };
    let mut moves = legal_moves(board).into_iter();
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
    use crate::perft::bisect::reply::parse;
    use crate::perft::divide;

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
