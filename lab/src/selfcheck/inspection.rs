//! The comparisons in one position. Other move generators and other ways to find the legal moves
//! must agree with the list of legal moves. Making and unmaking each move must update the board
//! and its keys correctly.
//!
//! See <https://www.chessprogramming.org/Perft>.

use super::check::{Check, Mismatch, Occurrence};
use super::counts::CheckCounts;
use super::reference::Reference;
use ferz::chess::mailbox::Mailbox;
use ferz::chess::{
    Bitboard, Board, CastlingPaths, Keys, Legality, Move, MoveList, Position, Square,
    generate_captures, generate_evasions, generate_pseudo_legal_moves, generate_quiets, is_legal,
};

/// Makes the comparisons in a position.
///
/// ```
/// use ferz::chess::mailbox::Mailbox;
/// use ferz::chess::{Board, Position};
/// use ferz_lab::selfcheck::Inspection;
/// let board = Board::default();
/// let mut inspection = Inspection::new(&board, &board.legal_moves());
/// inspection.compare_all(&mut Position::new(board), &Mailbox::from(&board));
/// assert_eq!(inspection.mismatches(), []);
/// ```
#[derive(Clone, Debug)]
pub struct Inspection {
    board: Board,
    /// The legal moves to compare with, in the order of their encodings.
    moves: Vec<Move>,
    counts: CheckCounts,
    mismatches: Vec<Mismatch>,
}

impl Inspection {
    /// Creates an inspection of `board`. `moves` are the legal moves that the move generator lists.
    #[must_use]
    pub fn new(board: &Board, moves: &[Move]) -> Self {
        Self {
            board: *board,
            moves: sorted(moves),
            counts: CheckCounts::default(),
            mismatches: Vec::new(),
        }
    }

    /// Returns the mismatches so far.
    #[must_use]
    pub fn mismatches(&self) -> &[Mismatch] {
        &self.mismatches
    }

    /// Returns the counts of comparisons and occurrences, and the mismatches.
    pub(super) fn into_parts(self) -> (CheckCounts, Vec<Mismatch>) {
        (self.counts, self.mismatches)
    }

    /// Makes all comparisons. The board of `position` must be the inspected one. `position` is
    /// unchanged afterwards, unless there is a mismatch.
    pub fn compare_all<R: Reference>(&mut self, position: &mut Position, reference: &R) {
        self.count_occurrences();
        self.compare_with_reference(reference);
        self.compare_partial_generators();
        self.compare_numbers();
        self.compare_all_encodings();
        self.compare_fens();
        // After a mismatch, a move may be illegal, and making it could panic.
        if self.mismatches.is_empty() {
            self.compare_made_moves(position, reference);
        }
    }

    fn count_occurrences(&mut self) {
        let (checkers, no_moves) = (self.board.checkers(), self.moves.is_empty());
        let counts = &mut self.counts;
        let mut add = |occurrence, occurs: bool| counts.add_occurrences(occurrence, occurs.into());
        add(Occurrence::Positions, true);
        add(Occurrence::InCheck, checkers.any());
        add(Occurrence::DoubleCheck, checkers.more_than_one());
        add(Occurrence::Checkmates, no_moves && checkers.any());
        add(Occurrence::Stalemates, no_moves && checkers.is_empty());
        for mv in &self.moves {
            add(Occurrence::Moves, true);
            add(Occurrence::Captures, mv.is_capture());
            add(Occurrence::EnPassant, mv.is_en_passant());
            add(Occurrence::Castles, mv.is_castle());
            add(Occurrence::Promotions, mv.promotion().is_some());
        }
    }

    /// Compares two values; `show` describes them if they differ.
    fn compare<T: PartialEq>(
        &mut self,
        check: Check,
        expected: &T,
        found: &T,
        show: impl Fn(&T) -> String,
    ) {
        self.counts.add_check(check);
        if expected != found {
            self.add_mismatch(check, show(expected), show(found));
        }
    }

    /// Compares a sorted list of moves with the legal moves.
    fn compare_moves(&mut self, check: Check, found: &[Move]) {
        self.counts.add_check(check);
        if self.moves != found {
            let (expected, found) = (shown(&self.moves, found), shown(found, &self.moves));
            self.add_mismatch(check, expected, found);
        }
    }

    fn add_mismatch(&mut self, check: Check, expected: String, found: String) {
        self.mismatches.push(Mismatch {
            check,
            expected,
            found,
        });
    }

    /// Compares the legal moves with those of the reference generator.
    pub fn compare_with_reference<R: Reference>(&mut self, reference: &R) {
        let expected = sorted(&reference.legal_moves());
        self.counts.add_check(Check::LegalMoves);
        if expected != self.moves {
            let (expected, found) = (shown(&expected, &self.moves), shown(&self.moves, &expected));
            self.add_mismatch(Check::LegalMoves, expected, found);
        }
    }

    /// Compares the generators of captures, quiet moves, evasions and pseudo-legal moves with the
    /// legal moves.
    pub fn compare_partial_generators(&mut self) {
        let board = self.board;
        let captures = generated(&board, generate_captures);
        let quiets = generated(&board, generate_quiets);
        let misplaced: Vec<Move> = (captures.iter().filter(|mv| mv.is_quiet()))
            .chain(quiets.iter().filter(|mv| !mv.is_quiet()))
            .copied()
            .collect();
        self.compare_moves(
            Check::CapturesAndQuiets,
            &sorted(&[captures, quiets].concat()),
        );
        if !misplaced.is_empty() {
            let found = format!("in the wrong list: {}", names(&misplaced).join(", "));
            let expected = "in the wrong list: nothing".to_owned();
            self.add_mismatch(Check::CapturesAndQuiets, expected, found);
        }
        let evasions = generated(&board, generate_evasions);
        if board.is_in_check() {
            self.compare_moves(Check::Evasions, &evasions);
        } else {
            let show = |moves: &Vec<Move>| shown(moves, &[]);
            self.compare(Check::Evasions, &Vec::new(), &evasions, show);
        }
        let mut safe = generated(&board, generate_pseudo_legal_moves);
        safe.retain(|&mv| is_safe(&board, mv));
        self.compare_moves(Check::PseudoLegal, &safe);
    }

    /// Compares two answers of the board with the list: how many legal moves there are, and whether
    /// there is one at all.
    pub fn compare_numbers(&mut self) {
        let (count, any) = (self.moves.len() as u64, !self.moves.is_empty());
        let found = self.board.count_legal_moves();
        self.compare(Check::Count, &count, &found, u64::to_string);
        let found = self.board.has_legal_moves();
        self.compare(Check::AnyMove, &any, &found, bool::to_string);
    }

    /// Compares the legal moves among all 16-bit encodings with the list.
    pub fn compare_all_encodings(&mut self) {
        // Encodings with the same origin square are consecutive. From most squares no move is
        // legal, so the processor predicts the branches well.
        let encodings = Square::ALL
            .into_iter()
            .flat_map(|from| (0..1 << 10).map(move |rest| rest << 6 | from as u16));
        let legality = Legality::of(&self.board);
        let legal = encodings
            .filter_map(Move::from_bits)
            .filter(|&mv| is_legal(&self.board, &legality, mv));
        let legal = sorted(&legal.collect::<Vec<Move>>());
        self.compare_moves(Check::IsLegal, &legal);
    }

    /// Compares the board with the boards read from its FEN and its Shredder-FEN. The position
    /// must be reachable in a game, because any note on the FEN is a mismatch.
    pub fn compare_fens(&mut self) {
        for fen in [self.board.to_string(), self.board.shredder_fen()] {
            let expected = Ok((self.board, Vec::new()));
            let found = Board::from_fen(&fen);
            self.compare(Check::Fen, &expected, &found, |read| match read {
                Ok((board, notes)) => {
                    let notes = notes.iter().map(|note| format!("; {note}"));
                    board.shredder_fen() + &notes.collect::<String>()
                }
                Err(error) => error.to_string(),
            });
        }
    }

    /// Makes and unmakes each legal move, and compares the states. The board of `position` must be
    /// the inspected one. Stops at the first move with a mismatch.
    pub fn compare_made_moves<R: Reference>(&mut self, position: &mut Position, reference: &R) {
        let state = |position: &Position| {
            let (board, keys, made) = (position.board(), position.keys(), position.moves_made());
            (*board, *keys, position.checkers(), made)
        };
        let before = state(position);
        for i in 0..self.moves.len() {
            let mv = self.moves[i];
            position.make_move(mv);
            self.compare_state_after(mv, position, &reference.make_move(mv));
            position.unmake_move();
            self.compare(Check::Unmake, &before, &state(position), |state| {
                let (board, keys, checkers, made) = state;
                let (fen, checkers) = (board.shredder_fen(), checkers.names(" "));
                format!(
                    "after {mv} and unmaking it: {fen}, {keys:x?}, checkers {checkers}, {made} moves made"
                )
            });
            if !self.mismatches.is_empty() {
                return;
            }
        }
    }

    /// Compares the state of a position after the move `mv`: the board with the position of the
    /// reference generator, and keys and checkers with those computed from the board.
    pub fn compare_state_after<R: Reference>(
        &mut self,
        mv: Move,
        position: &Position,
        reference: &R,
    ) {
        let board = position.board();
        self.compare_boards(mv, board, reference);
        let keys = |keys: &Keys| format!("after {mv}: {keys:x?}");
        self.compare(Check::Keys, &Keys::of(board), position.keys(), keys);
        let checkers = |set: &Bitboard| format!("after {mv}: {}", set.names(" "));
        let expected = Legality::of(board).checkers;
        self.compare(Check::Checkers, &expected, &position.checkers(), checkers);
    }

    fn compare_boards<R: Reference>(&mut self, mv: Move, board: &Board, reference: &R) {
        let (expected, found) = (normalized(reference), Mailbox::from(board));
        self.counts.add_check(Check::Board);
        if expected != found {
            let [expected, found] = [expected, found].map(|position| facts(&position));
            let only = [(&expected, &found), (&found, &expected)];
            let [expected, found] =
                only.map(|(a, b)| format!("after {mv}; only here {}", only_in(a, b)));
            self.add_mismatch(Check::Board, expected, found);
        }
    }
}

/// Returns the moves in the order of their encodings.
fn sorted(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort_unstable_by_key(|mv| mv.bits());
    moves
}

/// Returns the moves of a generator, in the order of their encodings.
fn generated(board: &Board, generate: fn(&Board, &mut MoveList)) -> Vec<Move> {
    let mut list = MoveList::new();
    generate(board, &mut list);
    sorted(&list)
}

/// Returns whether a pseudo-legal move leaves the king safe. Makes the move to find out.
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

/// Returns the reference's position as a board stores it: the castling rooks in the order of their
/// squares, and an en passant square only if an en passant capture is legal.
fn normalized<R: Reference>(reference: &R) -> Mailbox {
    let takes = |mv: &Move| mv.is_en_passant();
    let mut mailbox = reference.mailbox().clone();
    mailbox.castling_rooks.sort_unstable();
    if mailbox.en_passant.is_some() && !reference.legal_moves().iter().any(takes) {
        mailbox.en_passant = None;
    }
    mailbox
}

/// Describes a position: its pieces and the other parts of its state.
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
    facts.extend(rooks.map(|rook| format!("castling right of the rook on {rook}")));
    facts.extend(
        position
            .en_passant
            .map(|square| format!("en passant square {square}")),
    );
    facts
}

/// Describes a list of moves, and how it differs from another one.
fn shown(moves: &[Move], others: &[Move]) -> String {
    let only = only_in(&names(moves), &names(others));
    format!("{} moves; only here {only}", moves.len())
}

fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| format!("{mv:?}")).collect()
}

/// Returns the items that only the first list has.
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

    /// Returns the mismatches for this list of moves, correct or not.
    fn found(board: &Board, moves: &[Move]) -> Vec<Mismatch> {
        found_with(board, moves, &Mailbox::from(board))
    }

    fn found_with(board: &Board, moves: &[Move], reference: &Mailbox) -> Vec<Mismatch> {
        let mut inspection = Inspection::new(board, moves);
        inspection.compare_all(&mut Position::new(*board), reference);
        inspection.into_parts().1
    }

    fn checks(mismatches: &[Mismatch]) -> Vec<Check> {
        mismatches.iter().map(|mismatch| mismatch.check).collect()
    }

    #[test]
    fn a_missing_move_is_found_by_every_comparison() {
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
            let missing = format!("20 moves; only here {:?}", list[0]);
            let rest = "19 moves; only here nothing";
            let values = (mismatch.expected.as_str(), mismatch.found.as_str());
            // In the comparison with the reference, the list is the found value. In the others, it
            // is the expected value.
            assert!(
                values == (missing.as_str(), rest) || values == (rest, missing.as_str()),
                "{mismatch:?}"
            );
        }
    }

    #[test]
    fn missing_evasions_and_a_missing_only_move_are_found() {
        let board: Board = "7k/8/8/8/8/8/r7/q6K w - - 0 1"
            .parse()
            .expect("a valid FEN");
        let board_with_one_move: Board =
            "7k/8/8/8/8/8/8/q6K w - - 0 1".parse().expect("a valid FEN");
        assert_eq!(found(&board, &[]), []);
        let missing = checks(&found(&board_with_one_move, &[]));
        assert!(missing.contains(&Check::Evasions) && missing.contains(&Check::AnyMove));
    }

    #[test]
    fn a_repeated_move_is_found() {
        let (board, mut list) = (Board::default(), Board::default().legal_moves());
        list.push(list[0]);
        assert!(checks(&found(&board, &list)).contains(&Check::LegalMoves));
    }

    #[test]
    fn a_reference_with_another_position_is_found_after_a_move() {
        let start = Board::default();
        let other: Board = Board::START_FEN
            .replace("KQkq", "Kkq")
            .parse()
            .expect("a valid FEN");
        let moves = start.legal_moves();
        let mismatches = found_with(&start, &moves, &Mailbox::from(&other));
        assert_eq!(checks(&mismatches), [Check::Board]);
        assert!(
            mismatches[0]
                .found
                .ends_with("only here castling right of the rook on a1")
        );
        assert!(mismatches[0].expected.ends_with("only here nothing"));
    }
}
