//! Finds the moves that differ if the subject prints only totals.
//!
//! A UCI engine that rejects a move keeps the position before it. Its totals after
//! `position ... moves e2e5` are then those of the position before `e2e5`. Therefore, if the totals
//! are unchanged after a legal move, the move is missing. If a total is changed after an illegal
//! move, the move is extra.
//!
//! A subject may also make moves that it does not generate. Then the wrong moves are calculated.
//! The subject's perft 2 differs from the sum of its totals after the legal moves, and the totals
//! after the wrong moves must add up to this difference. The same must hold for perft 3. Candidates
//! are single moves and groups of moves that break the same rule.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::compare::{Comparison, Counts};
use super::diagnosis::{Rule, extra};
use super::path::MovePath;
use super::subject::{Question, Subject, SubjectError};
use crate::chess::notation::CastlingNotation;
use crate::chess::{CastlingSide, Move, PieceType, Square};
use crate::perft;

/// The depths at which the totals before and after a move are compared.
const DEPTHS: [u32; 2] = [1, 2];

/// Returns whether the subject rejects a legal move and keeps the position before it.
pub(super) fn is_rejected(
    subject: &mut dyn Subject,
    path: &MovePath,
    mv: Move,
) -> Result<bool, SubjectError> {
    if !subject.makes_moves() {
        return Ok(false);
    }
    let mut probe = Probe { subject, path };
    let [first, second] = DEPTHS;
    let before = [probe.total(None, first)?, probe.total(None, second)?];
    probe.rejects(mv, before)
}

/// Returns the missing and extra moves, as far as they can be found. `totals` are the totals of
/// perft 1.
pub(super) fn find_moves(subject: &mut dyn Subject, path: &MovePath, totals: Counts) -> Comparison {
    let mut comparison = Comparison {
        totals: Some(totals),
        ..Comparison::default()
    };
    if totals.theirs == 0 {
        comparison.missing = path.board().legal_moves().to_vec();
        return comparison;
    }
    let mut probe = Probe { subject, path };
    // An illegal move may crash the subject. This is not an error of its perft, so the moves
    // found before are returned.
    if let Err(error) = probe.find(&mut comparison, totals) {
        log::debug!("gave up looking for the moves that differ: {error}");
    }
    comparison
}

/// Questions about one position.
struct Probe<'a> {
    subject: &'a mut dyn Subject,
    path: &'a MovePath,
}

impl Probe<'_> {
    /// Returns the subject's total for the position, or after an unchecked move.
    fn total(&mut self, unchecked_move: Option<&str>, depth: u32) -> Result<u64, SubjectError> {
        let reply = self.subject.divide(&Question {
            path: self.path,
            unchecked_move,
            depth,
            nodes: perft::perft(self.path.board(), depth),
        })?;
        Ok(reply.total.unwrap_or(0))
    }

    /// Returns the subject's total after a legal move.
    fn total_after(&mut self, mv: &Move, depth: u32) -> Result<u64, SubjectError> {
        let (subject, path) = (&mut *self.subject, &self.path.after(*mv));
        Probe { subject, path }.total(None, depth)
    }

    /// Returns whether the subject's totals after a legal move are wrong and equal to its totals
    /// `before` the move, at each of [`DEPTHS`].
    fn rejects(&mut self, mv: Move, before: [u64; 2]) -> Result<bool, SubjectError> {
        let after = self.path.board().after(mv);
        if DEPTHS.map(|depth| perft::perft(&after, depth)) == before {
            return Ok(false);
        }
        for (depth, total_before) in DEPTHS.into_iter().zip(before) {
            if self.total_after(&mv, depth)? != total_before {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds the missing and extra moves to `comparison`, which keeps those found before an error.
    fn find(&mut self, comparison: &mut Comparison, totals: Counts) -> Result<(), SubjectError> {
        // The totals of the position at each of `DEPTHS`; that of depth 1 is known.
        let before = [totals.theirs, self.total(None, DEPTHS[1])?];
        let legal = self.path.board().legal_moves();
        let makes_moves = self.subject.makes_moves();
        if makes_moves {
            for &mv in &legal {
                if self.rejects(mv, before)? {
                    comparison.missing.push(mv);
                }
            }
        }
        let expected = totals.ours.saturating_sub(comparison.missing.len() as u64);
        match totals.theirs.cmp(&expected) {
            // Some moves are extra.
            Ordering::Greater if makes_moves => {
                let count = totals.theirs - expected;
                let made = self.find_illegal_moves_made(before, count)?;
                comparison.extra = if made.len() as u64 > count {
                    // The subject makes more illegal moves than it generates, so the wrong moves
                    // are calculated from the totals.
                    let groups = group_by_rule(self.path, &made, count);
                    let after =
                        |probe: &mut Self, text: &String, depth| probe.total(Some(text), depth);
                    self.find_fitting_group(groups, after, u64::checked_sub)?
                } else {
                    made
                };
            }
            // One more move is missing.
            Ordering::Less if totals.theirs.saturating_add(1) == expected => {
                let single_moves = legal.iter().map(|&mv| vec![mv]).collect();
                let shortfall = |total, sum: u64| sum.checked_sub(total);
                let missing =
                    self.find_fitting_group(single_moves, Self::total_after, shortfall)?;
                comparison.missing.extend(missing);
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the illegal moves that the subject makes. The totals of depth 1 may be equal by
    /// coincidence, so depth 2 is compared, too, if fewer than `count` moves were found.
    fn find_illegal_moves_made(
        &mut self,
        before: [u64; 2],
        count: u64,
    ) -> Result<Vec<String>, SubjectError> {
        let mut made = Vec::new();
        let mut unchanged = plausible_illegal_moves(self.path);
        for (depth, total_before) in DEPTHS.into_iter().zip(before) {
            if made.len() as u64 >= count {
                break;
            }
            for text in std::mem::take(&mut unchanged) {
                let is_made = self.total(Some(&text), depth)? != total_before;
                let moves = if is_made { &mut made } else { &mut unchanged };
                moves.push(text);
            }
        }
        Ok(made)
    }

    /// Returns the group of moves whose totals, as `total_after` returns them, add up to the
    /// difference between the subject's total and the sum of its totals after the legal moves.
    /// `difference` takes both and returns `None` if the larger one is not the expected one.
    /// Returns no moves unless exactly one group fits.
    fn find_fitting_group<T>(
        &mut self,
        mut groups: Vec<Vec<T>>,
        total_after: fn(&mut Self, &T, u32) -> Result<u64, SubjectError>,
        difference: fn(u64, u64) -> Option<u64>,
    ) -> Result<Vec<T>, SubjectError> {
        let legal = self.path.board().legal_moves();
        for depth in DEPTHS {
            let total = self.total(None, depth + 1)?;
            let sum = self.sum(&legal, depth, Self::total_after)?;
            let mut fitting = Vec::new();
            for group in groups {
                if Some(self.sum(&group, depth, total_after)?) == difference(total, sum) {
                    fitting.push(group);
                }
            }
            groups = fitting;
        }
        let group = groups.pop().filter(|_| groups.is_empty());
        Ok(group.unwrap_or_default())
    }

    /// Returns the sum of the subject's totals after each of these moves.
    fn sum<T>(
        &mut self,
        moves: &[T],
        depth: u32,
        total_after: fn(&mut Self, &T, u32) -> Result<u64, SubjectError>,
    ) -> Result<u64, SubjectError> {
        moves.iter().try_fold(0_u64, |sum, mv| {
            Ok(sum.saturating_add(total_after(self, mv, depth)?))
        })
    }
}

/// Returns the groups of `size` moves that may all be extra: single moves, moves that break
/// the same rule, and moves of the same piece type that break the same rule.
fn group_by_rule(path: &MovePath, moves: &[String], size: u64) -> Vec<Vec<String>> {
    let mut groups = BTreeMap::<_, Vec<String>>::new();
    for text in moves {
        let rule = Some(extra::explain(path, text).0);
        let from = text.get(..2).and_then(|square| square.parse().ok());
        let piece = from.and_then(|from| path.board().piece_type_at(from));
        let letter = piece.map(PieceType::letter);
        for key in [(rule, None, ""), (rule, letter, ""), (None, None, text)] {
            groups.entry(key).or_default().push(text.clone());
        }
    }
    // A set, because a group occurs twice if all moves of a rule are of one piece type.
    let fitting = groups.into_values().filter(|one| one.len() as u64 == size);
    let different: BTreeSet<Vec<String>> = fitting.collect();
    different.into_iter().collect()
}

/// Returns the illegal moves that a generator may list by mistake: the moves that each piece could
/// make on an empty board, and castling as the notation of the path writes it.
fn plausible_illegal_moves(path: &MovePath) -> Vec<String> {
    /// The rules whose moves are not tried: the moves that a piece cannot make on an empty board.
    /// Legal moves have the rule `ListedTwice`.
    const NOT_TRIED: [Rule; 6] = [
        Rule::ListedTwice,
        Rule::WrapsAroundEdge,
        Rule::WrongStep,
        Rule::EnPassantTarget,
        Rule::PawnDirection,
        Rule::DoublePushWrongRank,
    ];
    let board = path.board();
    let us = board.side_to_move();
    let king_targets = CastlingSide::ALL.map(|side| side.king_target(us));
    let is_castling_target = |to: Square| match path.notation {
        CastlingNotation::KingMoves => king_targets.contains(&to),
        CastlingNotation::KingTakesRook => {
            to.rank() == us.back_rank() && board.of(us, PieceType::Rook).contains(to)
        }
    };
    let is_plausible = |text: &str, to: Square| {
        let (rule, ..) = extra::explain(path, text);
        !NOT_TRIED.contains(&rule) && (!rule.is_castling() || is_castling_target(to))
    };
    let promotions = PieceType::PROMOTIONS.map(|piece| piece.letter().to_string());
    let mut texts = Vec::new();
    for from in board.of_color(us) {
        for to in Square::ALL {
            let is_pawn = board.piece_type_at(from) == Some(PieceType::Pawn);
            let suffixes = if is_pawn && to.rank() == us.promotion_rank() {
                &promotions[..]
            } else {
                &[String::new()]
            };
            let moves = suffixes.iter().map(|suffix| format!("{from}{to}{suffix}"));
            texts.extend(moves.filter(|text| is_plausible(text, to)));
        }
    }
    texts
}
