//! All checks at one position: the list of its legal moves is held against every other way
//! to the same result, and every move is made and taken back.
//!
//! See <https://www.chessprogramming.org/Perft>.

use super::check::{Check, Mismatch, Seen};
use super::{Reference, Tally};
use crate::chess::CastlingPaths;
use crate::chess::mailbox::Mailbox;
use crate::chess::{
    Bitboard, Board, Keys, Legality, Move, MoveList, Position, Square, generate_captures,
    generate_evasions, generate_pseudo_legal_moves, generate_quiets, is_legal,
};

/// Checks a position whose legal moves, by the generator, are `moves`. The position is the
/// same afterwards. Nothing is returned where all is well.
pub(super) fn inspect<R: Reference>(
    position: &mut Position,
    moves: &[Move],
    reference: &R,
    tally: &mut Tally,
) -> Vec<Mismatch> {
    let board = *position.board();
    count_what_is_seen(&board, moves, tally);
    let mut inspection = Inspection {
        board,
        moves: &sorted(moves),
        tally,
        mismatches: Vec::new(),
    };
    inspection.reference_generator(reference);
    inspection.partial_generators();
    inspection.all_encodings(&Legality::of(position.board()));
    inspection.fens();
    // A move that is not legal must not be made.
    if inspection.mismatches.is_empty() {
        inspection.making_and_unmaking(position, reference);
    }
    inspection.mismatches
}

fn count_what_is_seen(board: &Board, moves: &[Move], tally: &mut Tally) {
    let (checkers, none) = (board.checkers(), moves.is_empty());
    let mut see = |seen, is_seen: bool| tally.see(seen, is_seen.into());
    see(Seen::Positions, true);
    see(Seen::InCheck, checkers.any());
    see(Seen::DoubleCheck, checkers.more_than_one());
    see(Seen::Checkmates, none && checkers.any());
    see(Seen::Stalemates, none && checkers.is_empty());
    for mv in moves {
        see(Seen::Moves, true);
        see(Seen::Captures, mv.is_capture());
        see(Seen::EnPassant, mv.is_en_passant());
        see(Seen::Castles, mv.is_castle());
        see(Seen::Promotions, mv.promotion().is_some());
    }
}

/// The checks of one position, while they are made.
struct Inspection<'a> {
    board: Board,
    /// Its legal moves, in the order of their encodings.
    moves: &'a [Move],
    tally: &'a mut Tally,
    mismatches: Vec<Mismatch>,
}

impl Inspection<'_> {
    /// Compares two values, which `show` puts into words if they differ.
    fn compare<T: PartialEq>(
        &mut self,
        check: Check,
        expected: &T,
        found: &T,
        show: impl Fn(&T) -> String,
    ) {
        self.tally.check(check);
        if expected != found {
            self.differs(check, show(expected), show(found));
        }
    }

    /// Compares two lists of moves, both sorted.
    fn compare_moves(&mut self, check: Check, expected: &[Move], found: &[Move]) {
        self.tally.check(check);
        if expected != found {
            let show = |moves: &[Move], others: &[Move]| {
                let [named, others] = [moves, others].map(named);
                format!(
                    "{} moves; only here {}",
                    moves.len(),
                    only_in(&named, &others)
                )
            };
            self.differs(check, show(expected, found), show(found, expected));
        }
    }

    fn differs(&mut self, check: Check, expected: String, found: String) {
        self.mismatches.push(Mismatch {
            check,
            expected,
            found,
        });
    }

    /// The list, against that of the reference generator, which has come here by itself.
    fn reference_generator<R: Reference>(&mut self, reference: &R) {
        let moves = sorted(&reference.legal_moves());
        self.compare_moves(Check::LegalMoves, &moves, self.moves);
    }

    /// The generators of a part of the moves, or of a number alone.
    fn partial_generators(&mut self) {
        let (board, moves) = (self.board, self.moves);
        let both = generated(&board, &[generate_captures, generate_quiets]);
        self.compare_moves(Check::CapturesAndQuiets, moves, &both);
        let answers = if board.is_in_check() { moves } else { &[] };
        let evasions = generated(&board, &[generate_evasions]);
        self.compare_moves(Check::Evasions, answers, &evasions);
        let mut tried = generated(&board, &[generate_pseudo_legal_moves]);
        tried.retain(|&mv| is_safe(&board, mv));
        self.compare_moves(Check::PseudoLegal, moves, &tried);
        let count = moves.len() as u64;
        self.compare(
            Check::Count,
            &count,
            &board.count_legal_moves(),
            u64::to_string,
        );
        let any = !moves.is_empty();
        self.compare(
            Check::AnyMove,
            &any,
            &board.has_legal_moves(),
            bool::to_string,
        );
    }

    /// Every 16 bits are asked whether they are a legal move.
    fn all_encodings(&mut self, legality: &Legality) {
        // Those that leave the same square come one after the other: from most squares none
        // is legal, and the processor learns to guess so.
        let encodings = Square::ALL
            .into_iter()
            .flat_map(|from| (0..1 << 10).map(move |rest| rest << 6 | from as u16));
        let legal = encodings
            .filter_map(Move::from_bits)
            .filter(|&mv| is_legal(&self.board, legality, mv));
        let legal = sorted(&legal.collect::<Vec<Move>>());
        self.compare_moves(Check::IsLegal, self.moves, &legal);
    }

    fn fens(&mut self) {
        for fen in [self.board.to_string(), self.board.shredder_fen()] {
            // A position of a game needs no note.
            let expected = Ok((self.board, Vec::new()));
            self.compare(
                Check::Fen,
                &expected,
                &Board::from_fen(&fen),
                |read| match read {
                    Ok((board, notes)) => {
                        let notes = notes.iter().map(|note| format!("; {note}"));
                        board.shredder_fen() + &notes.collect::<String>()
                    }
                    Err(error) => error.to_string(),
                },
            );
        }
    }

    /// Makes every legal move and takes it back.
    fn making_and_unmaking<R: Reference>(&mut self, position: &mut Position, reference: &R) {
        let state = |position: &Position| {
            let (board, keys, made) = (position.board(), position.keys(), position.moves_made());
            (*board, *keys, position.checkers(), made)
        };
        let before = state(position);
        for &mv in self.moves {
            position.make_move(mv);
            let board = *position.board();
            self.board_after(mv, &board, &reference.make_move(mv));
            let keys = |keys: &Keys| format!("after {mv}: {keys:x?}");
            self.compare(Check::Keys, &Keys::of(&board), position.keys(), keys);
            let checkers = |set: &Bitboard| format!("after {mv}: {}", set.names(" "));
            let answered = Legality::of(&board).checkers;
            self.compare(Check::Checkers, &answered, &position.checkers(), checkers);
            position.unmake_move();
            self.compare(Check::Unmake, &before, &state(position), |state| {
                let (board, keys, checkers, made) = state;
                let (fen, checkers) = (board.shredder_fen(), checkers.names(" "));
                format!(
                    "after {mv} and back: {fen}, {keys:x?}, checks by {checkers}, {made} moves made"
                )
            });
            if !self.mismatches.is_empty() {
                return;
            }
        }
    }

    /// The board after a move and the reference's position after it.
    fn board_after<R: Reference>(&mut self, mv: Move, board: &Board, reference: &R) {
        let (expected, found) = (as_of_a_board(reference), Mailbox::from(board));
        self.tally.check(Check::Board);
        if expected != found {
            let [expected, found] = [expected, found].map(|position| facts(&position));
            let only = [(&expected, &found), (&found, &expected)];
            let [expected, found] =
                only.map(|(a, b)| format!("after {mv}; only here {}", only_in(a, b)));
            self.differs(Check::Board, expected, found);
        }
    }
}

fn sorted(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort_unstable_by_key(|mv| mv.bits());
    moves
}

/// What generators put in one list together, sorted.
fn generated(board: &Board, generators: &[fn(&Board, &mut MoveList)]) -> Vec<Move> {
    let mut list = MoveList::new();
    for generate in generators {
        generate(board, &mut list);
    }
    sorted(&list)
}

/// Whether a pseudo-legal move is legal, by trying it.
fn is_safe(board: &Board, mv: Move) -> bool {
    let us = board.side_to_move();
    if mv.is_castle() {
        let path = CastlingPaths::of(us, mv.from(), mv.to()).king_path;
        let mut squares = (path | mv.from().bitboard()).iter();
        if squares.any(|square| board.is_square_attacked(square, !us)) {
            return false;
        }
    }
    let after = board.after(mv);
    !after.is_square_attacked(after.king(us), !us)
}

/// The reference's position in the form that boards have: castling rooks in the order of
/// their squares, an en passant square only where taking is legal.
fn as_of_a_board<R: Reference>(reference: &R) -> Mailbox {
    let takes = |mv: &Move| mv.is_en_passant();
    let mut mailbox = reference.mailbox().clone();
    mailbox.castling_rooks.sort_unstable();
    if mailbox.en_passant.is_some() && !reference.legal_moves().iter().any(takes) {
        mailbox.en_passant = None;
    }
    mailbox
}

/// What can be said of a position, piece by piece.
fn facts(position: &Mailbox) -> Vec<String> {
    let piece = |square| {
        Some(format!(
            "{} on {square}",
            position.piece_at(square)?.letter()
        ))
    };
    let mut facts: Vec<String> = Square::ALL.into_iter().filter_map(piece).collect();
    facts.push(format!("{} to move", position.side_to_move));
    let rooks = position.castling_rooks.iter();
    facts.extend(rooks.map(|rook| format!("castling with {rook}")));
    facts.extend(
        position
            .en_passant
            .map(|square| format!("en passant on {square}")),
    );
    facts
}

fn named(moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| format!("{mv:?}")).collect()
}

/// What only the first has.
fn only_in(these: &[String], others: &[String]) -> String {
    let only: Vec<&str> = these
        .iter()
        .filter(|item| !others.contains(item))
        .map(String::as_str)
        .collect();
    if only.is_empty() {
        "nothing".to_owned()
    } else {
        only.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found where the list of moves is this one, right or wrong.
    fn found(board: &Board, moves: &[Move]) -> Vec<Mismatch> {
        let mut position = Position::new(*board);
        let tally = &mut Tally::default();
        inspect(&mut position, moves, &Mailbox::from(board), tally)
    }

    fn checks(mismatches: &[Mismatch]) -> Vec<Check> {
        mismatches.iter().map(|mismatch| mismatch.check).collect()
    }

    #[test]
    fn a_move_that_is_lacking_is_found_in_every_way() {
        let (board, list) = (Board::default(), Board::default().legal_moves());
        assert_eq!(found(&board, &list), []);
        let mismatches = found(&board, &list[1..]);
        let expected = [
            Check::LegalMoves,
            Check::CapturesAndQuiets,
            Check::PseudoLegal,
            Check::Count,
            Check::IsLegal,
        ];
        assert_eq!(checks(&mismatches), expected);
        for mismatch in mismatches.iter().filter(|m| m.check != Check::Count) {
            let lacking = format!("20 moves; only here {:?}", list[0]);
            let rest = "19 moves; only here nothing";
            let said = (mismatch.expected.as_str(), mismatch.found.as_str());
            // The list is what the reference expects otherwise, and what the others expect.
            assert!(
                said == (lacking.as_str(), rest) || said == (rest, lacking.as_str()),
                "{mismatch:?}"
            );
        }
    }

    #[test]
    fn evasions_and_the_only_move_are_looked_at_too() {
        let board: Board = "7k/8/8/8/8/8/r7/q6K w - - 0 1"
            .parse()
            .expect("a valid FEN");
        let board_with_one_move: Board =
            "7k/8/8/8/8/8/8/q6K w - - 0 1".parse().expect("a valid FEN");
        assert_eq!(found(&board, &[]), []);
        let lacking = checks(&found(&board_with_one_move, &[]));
        assert!(lacking.contains(&Check::Evasions) && lacking.contains(&Check::AnyMove));
    }

    #[test]
    fn a_list_that_has_a_move_twice_is_wrong() {
        let (board, mut list) = (Board::default(), Board::default().legal_moves());
        list.push(list[0]);
        assert!(checks(&found(&board, &list)).contains(&Check::LegalMoves));
    }

    #[test]
    fn a_reference_that_stands_elsewhere_is_found_after_each_move() {
        let start = Board::default();
        let other: Board = Board::START_FEN
            .replace("KQkq", "Kkq")
            .parse()
            .expect("a valid FEN");
        let mut position = Position::new(start);
        let reference = Mailbox::from(&other);
        let moves = start.legal_moves();
        let mismatches = inspect(&mut position, &moves, &reference, &mut Tally::default());
        assert_eq!(checks(&mismatches), [Check::Board]);
        assert!(mismatches[0].found.ends_with("only here castling with a1"));
        assert!(mismatches[0].expected.ends_with("only here nothing"));
    }
}
