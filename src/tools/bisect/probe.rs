//! Finding the moves that differ where an opponent prints totals alone.
//!
//! An opponent that refuses illegal moves leaves the position as it was, so its totals after
//! `position ... moves e2e5` are those of the position before: a legal move that changes
//! nothing is missing, and an illegal one that changes something is extra. Where an opponent
//! makes any move, wrong moves are found by arithmetic: its perft 2 lacks or exceeds the sum
//! of its totals after the legal moves by what it counts after the wrong ones, and so does its
//! perft 3. That is tried for single moves, and for all moves that break the same rule.
//! See <https://www.chessprogramming.org/Perft>.

use std::collections::{BTreeMap, BTreeSet};

use super::compare::{Comparison, Totals};
use super::diagnosis::extra;
use super::path::Path;
use super::{Fault, Opponent, Question};
use crate::chess::attacks::attacks;
use crate::chess::notation::CastlingNotation;
use crate::chess::{Bitboard, CastlingSide, Move, PieceType, Square};
use crate::perft;

/// The depths that are asked to see whether a move was made.
const DEPTHS: [u32; 2] = [1, 2];

/// Whether the opponent, told to make a legal move, leaves the position as it was.
///
/// # Errors
///
/// If it does not answer.
pub fn is_refused(opponent: &mut dyn Opponent, path: &Path, mv: Move) -> Result<bool, Fault> {
    if !opponent.makes_moves() {
        return Ok(false);
    }
    let mut probe = Probe { opponent, path };
    let before = [probe.total(None, 1)?, probe.total(None, 2)?];
    probe.refuses(mv, before)
}

/// The moves that are missing and extra, as far as they are found out, of an opponent whose
/// perft 1 gives `totals`, and that knows castling by `castling`.
pub fn moves_by_totals(
    opponent: &mut dyn Opponent,
    path: &Path,
    totals: Totals,
    castling: CastlingNotation,
) -> Comparison {
    let mut comparison = Comparison {
        totals: Some(totals),
        ..Comparison::default()
    };
    if totals.theirs == 0 {
        comparison.missing = path.board().legal_moves().to_vec();
        return comparison;
    }
    let mut probe = Probe { opponent, path };
    // A fault now, perhaps because of an illegal move, is none of its perft: what is known
    // until then is reported.
    if let Err(fault) = probe.find(&mut comparison, totals, castling) {
        log::debug!("gave up looking for the moves that differ: {fault}");
    }
    comparison
}

/// Questions about one position.
struct Probe<'a> {
    opponent: &'a mut dyn Opponent,
    path: &'a Path,
}

impl Probe<'_> {
    /// The opponent's total, after a move if there is one, which need not be legal.
    fn total(&mut self, tried: Option<&str>, depth: u32) -> Result<u64, Fault> {
        self.ask(self.path, tried, depth)
    }

    /// The opponent's total after a legal move.
    fn total_after(&mut self, mv: Move, depth: u32) -> Result<u64, Fault> {
        self.ask(&self.path.after(mv), None, depth)
    }

    fn ask(&mut self, path: &Path, tried: Option<&str>, depth: u32) -> Result<u64, Fault> {
        let question = Question {
            path,
            tried,
            depth,
            nodes: perft::perft(path.board(), depth),
        };
        Ok(self.opponent.divide(&question)?.total.unwrap_or(0))
    }

    /// Whether the opponent's totals after a legal move are those `before` it, and not ours.
    fn refuses(&mut self, mv: Move, before: [u64; 2]) -> Result<bool, Fault> {
        let after = self.path.board().after(mv);
        if DEPTHS.map(|depth| perft::perft(&after, depth)) == before {
            return Ok(false);
        }
        for (depth, before) in DEPTHS.into_iter().zip(before) {
            if self.total_after(mv, depth)? != before {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn find(
        &mut self,
        comparison: &mut Comparison,
        totals: Totals,
        castling: CastlingNotation,
    ) -> Result<(), Fault> {
        let before = [totals.theirs, self.total(None, 2)?];
        let legal = self.path.board().legal_moves();
        if self.opponent.makes_moves() {
            for &mv in &legal {
                if self.refuses(mv, before)? {
                    comparison.missing.push(mv);
                }
            }
        }
        let known = totals.ours.saturating_sub(comparison.missing.len() as u64);
        if totals.theirs > known && self.opponent.makes_moves() {
            let illegal = illegal_moves(self.path, castling);
            let made = self.moves_made(illegal, before, totals.theirs - known)?;
            comparison.extra = if made.len() as u64 > totals.theirs - known {
                // It makes any move, so that this tells nothing.
                let groups = self.groups(&made, totals.theirs - known, castling);
                self.fitting_group(groups, &legal)?
            } else {
                made
            };
        } else if totals.theirs.saturating_add(1) == known {
            comparison.missing.extend(self.lacking_move(&legal)?);
        }
        Ok(())
    }

    /// The illegal moves that the opponent makes. Some that it makes are told from refused
    /// ones by a deeper count alone, which is asked for if there are fewer than `wanted`.
    fn moves_made(
        &mut self,
        illegal: Vec<String>,
        before: [u64; 2],
        wanted: u64,
    ) -> Result<Vec<String>, Fault> {
        let mut made = Vec::new();
        let mut unchanged = illegal;
        for (depth, before) in DEPTHS.into_iter().zip(before) {
            if made.len() as u64 >= wanted {
                break;
            }
            let mut still_unchanged = Vec::new();
            for text in unchanged {
                if self.total(Some(&text), depth)? == before {
                    still_unchanged.push(text);
                } else {
                    made.push(text);
                }
            }
            unchanged = still_unchanged;
        }
        Ok(made)
    }

    /// The groups of `size` moves that may be extra together: single moves, those that break
    /// the same rule, and those of them that are of the same piece.
    fn groups(
        &self,
        moves: &[String],
        size: u64,
        castling: CastlingNotation,
    ) -> BTreeSet<Vec<String>> {
        let mut groups = BTreeMap::<_, Vec<String>>::new();
        for text in moves {
            let (rule, _) = extra::explain(self.path, text, castling);
            let from = text.get(..2).and_then(|square| square.parse().ok());
            let piece = from.and_then(|from| self.path.board().piece_type_at(from));
            let piece = piece.map(PieceType::letter);
            for key in [
                (Some(rule), None, ""),
                (Some(rule), piece, ""),
                (None, None, text),
            ] {
                groups.entry(key).or_default().push(text.clone());
            }
        }
        let of_size = groups
            .into_values()
            .filter(|group| group.len() as u64 == size);
        of_size.collect()
    }

    /// The group of illegal moves by whose totals the opponent's own exceed the sums of its
    /// totals after the legal moves; none if that fits several.
    fn fitting_group(
        &mut self,
        mut groups: BTreeSet<Vec<String>>,
        legal: &[Move],
    ) -> Result<Vec<String>, Fault> {
        for depth in DEPTHS {
            let (total, sum) = self.total_and_sum(depth + 1, legal)?;
            let mut fitting = BTreeSet::new();
            for group in groups {
                let mut with_group = sum;
                for text in &group {
                    with_group = with_group.saturating_add(self.total(Some(text), depth)?);
                }
                if with_group == total {
                    fitting.insert(group);
                }
            }
            groups = fitting;
        }
        let group = groups.pop_first().filter(|_| groups.is_empty());
        Ok(group.unwrap_or_default())
    }

    /// The legal move by whose total the opponent's own fall short of the sums of its totals
    /// after the legal moves; none if that fits several.
    fn lacking_move(&mut self, legal: &[Move]) -> Result<Option<Move>, Fault> {
        let mut moves = legal.to_vec();
        for depth in DEPTHS {
            let (total, sum) = self.total_and_sum(depth + 1, legal)?;
            let mut fitting = Vec::new();
            for mv in moves {
                if total.saturating_add(self.total_after(mv, depth)?) == sum {
                    fitting.push(mv);
                }
            }
            moves = fitting;
        }
        Ok(moves.pop().filter(|_| moves.is_empty()))
    }

    /// The opponent's total, and the sum of its totals after the legal moves.
    fn total_and_sum(&mut self, depth: u32, legal: &[Move]) -> Result<(u64, u64), Fault> {
        let total = self.total(None, depth)?;
        let mut sum = 0_u64;
        for &mv in legal {
            sum = sum.saturating_add(self.total_after(mv, depth - 1)?);
        }
        Ok((total, sum))
    }
}

/// Moves of the side to move that are illegal, but of a kind that generators list by error:
/// the way of each piece on an empty board, and castling.
fn illegal_moves(path: &Path, castling: CastlingNotation) -> Vec<String> {
    let board = path.board();
    let us = board.side_to_move();
    let mut texts = Vec::new();
    for from in board.of_color(us) {
        let Some(kind) = board.piece_type_at(from) else {
            continue;
        };
        let mut targets = attacks(kind, us, from, Bitboard::EMPTY);
        if kind == PieceType::Pawn {
            let next = from.forward(us);
            targets |= next.bitboard();
            if from.rank() == us.pawn_rank() {
                targets |= next.forward(us).bitboard();
            }
        }
        if kind == PieceType::King {
            targets |= match castling {
                CastlingNotation::KingMoves => {
                    let sides = [CastlingSide::King, CastlingSide::Queen];
                    sides.map(|side| side.king_target(us)).into_iter().collect()
                }
                CastlingNotation::KingTakesRook => {
                    board.of(us, PieceType::Rook) & us.back_rank().bitboard()
                }
            };
        }
        let targets = targets & !from.bitboard();
        texts.extend(
            targets
                .iter()
                .flat_map(|to| written(kind, from, to, us.promotion_rank())),
        );
    }
    texts.retain(|text| super::compare::resolve(text, board).is_none());
    texts
}

/// A move as text, or the four promotions.
fn written(kind: PieceType, from: Square, to: Square, last: crate::chess::Rank) -> Vec<String> {
    if kind == PieceType::Pawn && to.rank() == last {
        let promotion = |piece: PieceType| format!("{from}{to}{}", piece.letter());
        return PieceType::PROMOTIONS.map(promotion).to_vec();
    }
    vec![format!("{from}{to}")]
}
