//! Compares the counts of the tested engine with those of ferz.
//! See <https://www.chessprogramming.org/Perft#Divide>.

use serde::Serialize;

use super::opponent::{Opponent, Question};
use super::opponent_error::OpponentError;
use super::path::MovePath;
use super::reply::Reply;
use crate::chess::notation::CoordinateMove;
use crate::chess::{Board, CastlingSide, Move, PieceType};
use crate::perft;

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
    #[must_use]
    pub const fn is_equal(self) -> bool {
        self.ours == self.theirs
    }
}

/// The differences between an answer of the tested engine and the counts of ferz.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
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
    ///
    /// # Errors
    ///
    /// If the engine gives no counts.
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
        Ok(match reply.total {
            Some(theirs) if !opponent.prints_moves() => Self {
                totals: Some(Counts {
                    ours: nodes,
                    theirs,
                }),
                ..Self::default()
            },
            _ => Self::new(path.board(), ours, &reply),
        })
    }

    /// Asks the engine for its counts after `path` and compares them with those of ferz.
    ///
    /// # Errors
    ///
    /// If the engine gives no counts.
    pub fn ask_at(
        opponent: &mut dyn Opponent,
        path: &MovePath,
        depth: u32,
    ) -> Result<Self, OpponentError> {
        Self::ask(opponent, path, depth, &perft::divide(path.board(), depth))
    }

    /// Compares an answer with `ours`, the counts of ferz.
    #[must_use]
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
        for &(queen, _) in ours {
            if queen.promotion() != Some(PieceType::Queen) {
                continue;
            }
            let text = without_piece(queen);
            let all = ours.iter().copied();
            let mut open: Vec<(Move, u64)> = all
                .filter(|count| is_same_promotion(queen, count.0))
                .collect();
            if named.iter().filter(|line| line.0 == text).count() != open.len() {
                continue;
            }
            self.has_unnamed = true;
            let promotions: Vec<Move> = open.iter().map(|count| count.0).collect();
            for line in named.iter_mut().filter(|line| line.0 == text) {
                if let Some(at) = open.iter().position(|count| count.1 == line.1) {
                    line.0 = open.remove(at).0.to_string();
                }
            }
            if !open.is_empty() {
                self.unnamed.extend(promotions);
            }
            let others = named.iter_mut().filter(|line| line.0 == text);
            for (line, (mv, _)) in others.zip(open) {
                line.0 = mv.to_string();
            }
        }
        named
    }

    /// Returns the moves whose counts differ, or may differ.
    #[must_use]
    pub fn suspects(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = self.counts.iter().map(|count| count.0).collect();
        for &mv in &self.unnamed {
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        moves
    }

    /// Returns whether both list the same moves.
    #[must_use]
    pub const fn has_same_moves(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty()
    }

    /// Returns whether there is no difference.
    #[must_use]
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
#[must_use]
pub fn resolve(text: &str, board: &Board) -> Option<Move> {
    let Some(side) = castling_side(text) else {
        return text.parse::<CoordinateMove>().ok()?.resolve(board);
    };
    let mut moves = board.legal_moves().into_iter();
    moves.find(|mv| mv.kind() == side.move_kind())
}

/// Returns the side of a castling move written with letters.
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
    use crate::bisect::reply::parse;
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
    fn the_order_of_the_moves_does_not_matter() {
        let mut lines = [&KING[..], &PAWN[..]].concat();
        assert!(compare(&lines).is_equal());
        lines.reverse();
        assert!(compare(&lines).is_equal());
    }

    #[test]
    fn missing_extra_and_repeated_moves_are_reported() {
        let lines = [&KING[..4], &PAWN[..], &["e8d7 1", "e8g8 1", "a2a1k 1"]].concat();
        let comparison = compare(&lines);
        let missing: Vec<String> = comparison.missing.iter().map(Move::to_string).collect();
        assert_eq!(missing, ["e8f8"]);
        assert_eq!(comparison.extra, ["e8d7", "e8g8", "a2a1k"]);
        assert_eq!(comparison.counts, []);
    }

    #[test]
    fn different_counts_are_reported() {
        let mut lines = [&KING[..], &PAWN[..]].concat();
        lines[0] = "e8d7 0";
        let comparison = compare(&lines);
        assert!(comparison.has_same_moves() && !comparison.is_equal());
        let (mv, counts) = comparison.counts[0];
        assert_eq!(
            (mv.to_string(), counts.ours, counts.theirs),
            ("e8d7".to_owned(), 1, 0)
        );
    }

    #[test]
    fn four_lines_of_a_promotion_without_its_piece_are_taken_as_the_four_promotions() {
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

    /// The promotions to queen and rook give check, so the four counts differ.
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
        assert_eq!(comparison.suspects().len(), 4);
    }

    #[test]
    fn all_spellings_of_castling_are_the_same_move() {
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
