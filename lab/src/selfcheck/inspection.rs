//! The comparisons in one position. Other move generators and other ways to find the legal moves
//! must agree with the list of legal moves. Making and unmaking each move must update the board
//! and its keys correctly.
//!
//! The tests of ferz and its fuzz targets include this file by its path, because ferz cannot depend
//! on the lab. So it uses nothing else of the lab.

use ferz::chess::mailbox::Mailbox;
use ferz::chess::{
    Bitboard, Board, Keys, Legality, Move, MoveList, Position, Square, generate_captures,
    generate_pseudo_legal_moves, generate_quiets, is_legal,
};

/// Defines an enum whose values have a name and a description of one line.
macro_rules! named_enum {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $text:literal $line:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $(#[doc = $line] $variant,)* }

        impl $name {
            /// All values, in the order of reports.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Returns the name, in lower case with hyphens.
            pub const fn name(self) -> &'static str {
                [$($text,)*][self as usize]
            }

            /// Returns the description, one line.
            pub const fn description(self) -> &'static str {
                [$($line,)*][self as usize]
            }
        }
    };
}

pub(crate) use named_enum;

named_enum! {
    /// A comparison of two values. In the descriptions, the expected value is on the right.
    Check {
        LegalMoves "legal-moves" "legal moves = those of the mailbox generator",
        CapturesAndQuiets "captures-and-quiets" "captures and quiet moves = legal moves",
        PseudoLegal "pseudo-legal" "pseudo-legal moves that leave the king safe = legal moves",
        Count "count" "number of legal moves counted without a list = length of the list",
        AnyMove "any-move" "whether a legal move exists = whether the list has one",
        IsLegal "is-legal" "legal ones among all 65,536 encodings = legal moves",
        Fen "fen" "board read from its FEN or Shredder-FEN = the board",
        Board "board" "board after a move = position of the mailbox generator",
        Keys "keys" "updated keys after a move = keys computed from the board",
        Checkers "checkers" "stored checkers after a move = those of the move generator",
        Unmake "unmake" "position after unmaking a move = position before the move",
    }
}

/// Two values that should be equal but differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The comparison.
    pub check: Check,
    /// The expected value.
    pub expected: String,
    /// The value of the move generator or the board.
    pub found: String,
}

/// A move generator with which that of ferz is compared.
///
/// It gets only the first position of a game, and makes all moves itself. An error in its state or
/// in the board's state therefore shows in a later position.
pub trait Reference: Sized {
    /// Returns the legal moves, in any order.
    fn legal_moves(&self) -> Vec<Move> {
        self.mailbox().legal_moves()
    }

    /// Returns the position after a legal move.
    #[must_use]
    fn make_move(&self, mv: Move) -> Self;

    /// Returns the position as a mailbox.
    fn mailbox(&self) -> &Mailbox;
}

impl Reference for Mailbox {
    fn make_move(&self, mv: Move) -> Self {
        self.make_move(mv)
    }

    fn mailbox(&self) -> &Mailbox {
        self
    }
}

/// Makes the comparisons in a position.
#[derive(Clone, Debug)]
pub struct Inspection {
    board: Board,
    /// The legal moves to compare with, in the order of their encodings.
    moves: Vec<Move>,
    /// The number of comparisons of each kind.
    pub checks: [u64; Check::ALL.len()],
    /// The mismatches so far.
    pub mismatches: Vec<Mismatch>,
}

impl Inspection {
    /// Creates an inspection of `board`. `moves` are the legal moves that the move generator lists.
    #[must_use]
    pub fn new(board: &Board, moves: &[Move]) -> Self {
        Self {
            board: *board,
            moves: sorted(moves),
            checks: [0; Check::ALL.len()],
            mismatches: Vec::new(),
        }
    }

    /// Makes all comparisons. The board of `position` must be the inspected one. `position` is
    /// unchanged afterwards, unless there is a mismatch.
    pub fn compare_all<R: Reference>(&mut self, position: &mut Position, reference: &R) {
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

    /// Compares two values. `show` describes the first of its arguments if they differ.
    fn compare<T: PartialEq + ?Sized>(
        &mut self,
        check: Check,
        expected: &T,
        found: &T,
        show: impl Fn(&T, &T) -> String,
    ) {
        self.checks[check as usize] += 1;
        if expected != found {
            self.mismatches.push(Mismatch {
                check,
                expected: show(expected, found),
                found: show(found, expected),
            });
        }
    }

    /// Compares a sorted list of moves with the legal moves.
    fn compare_moves(&mut self, check: Check, found: &[Move]) {
        self.compare(check, &self.moves.clone()[..], found, describe_moves);
    }

    /// Compares the legal moves with those of the mailbox generator.
    pub fn compare_with_reference<R: Reference>(&mut self, reference: &R) {
        let (expected, found) = (sorted(&reference.legal_moves()), self.moves.clone());
        self.compare(Check::LegalMoves, &expected[..], &found[..], describe_moves);
    }

    /// Compares the generators of captures, quiet moves and pseudo-legal moves with the legal
    /// moves.
    pub fn compare_partial_generators(&mut self) {
        let board = self.board;
        let captures = generated(&board, generate_captures);
        let quiets = generated(&board, generate_quiets);
        self.compare(
            Check::CapturesAndQuiets,
            &self.moves.iter().partition(|mv| !mv.is_quiet()),
            &(captures, quiets),
            |these, others| {
                let [noisy, quiet] = [
                    describe_moves(&these.0, &others.0),
                    describe_moves(&these.1, &others.1),
                ];
                format!("captures: {noisy}; quiet moves: {quiet}")
            },
        );
        let mut safe = generated(&board, generate_pseudo_legal_moves);
        let mailbox = Mailbox::from(&board);
        safe.retain(|&mv| mailbox.is_safe(mv));
        self.compare_moves(Check::PseudoLegal, &safe);
    }

    /// Compares two answers of the board with the list: how many legal moves there are, and whether
    /// there is one at all.
    pub fn compare_numbers(&mut self) {
        let (count, any) = (self.moves.len() as u64, !self.moves.is_empty());
        let counted = self.board.count_legal_moves();
        self.compare(Check::Count, &count, &counted, |count, _| count.to_string());
        let has_any = self.board.has_legal_moves();
        self.compare(Check::AnyMove, &any, &has_any, |any, _| any.to_string());
    }

    /// Compares the legal moves among all 16-bit encodings with the list.
    pub fn compare_all_encodings(&mut self) {
        // In the order of origin squares: from most of them no move is legal, so the processor
        // predicts the branches well.
        let of_square = |from| (0..1 << 10).map(move |rest| rest << 6 | from as u16);
        let encodings = Square::ALL.into_iter().flat_map(of_square);
        let legality = Legality::of(&self.board);
        let legal = encodings
            .filter_map(Move::from_bits)
            .filter(|&mv| is_legal(&self.board, &legality, mv));
        self.compare_moves(Check::IsLegal, &sorted(&legal.collect::<Vec<Move>>()));
    }

    /// Compares the board with the boards read from its FEN and its Shredder-FEN. The position
    /// must be reachable in a game, because any note on the FEN is a mismatch.
    pub fn compare_fens(&mut self) {
        for fen in [self.board.to_string(), self.board.shredder_fen()] {
            let expected = Ok((self.board, Vec::new()));
            let found = Board::from_fen(&fen);
            self.compare(Check::Fen, &expected, &found, |read, _| match read {
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
        let state = |at: &Position| (*at.board(), *at.keys(), at.checkers(), at.moves_made());
        let before = state(position);
        for i in 0..self.moves.len() {
            let mv = self.moves[i];
            position.make_move(mv);
            self.compare_state_after(mv, position, &reference.make_move(mv));
            position.unmake_move();
            self.compare(Check::Unmake, &before, &state(position), |state, _| {
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
    /// mailbox generator, and keys and checkers with those computed from the board.
    pub fn compare_state_after<R: Reference>(
        &mut self,
        mv: Move,
        position: &Position,
        reference: &R,
    ) {
        let board = position.board();
        let (mailbox, made) = (normalized(reference), Mailbox::from(board));
        self.compare(Check::Board, &mailbox, &made, |these, others| {
            let only = only_in(&describe_position(these), &describe_position(others));
            format!("after {mv}; only here {only}")
        });
        let keys = |keys: &Keys, _: &Keys| format!("after {mv}: {keys:x?}");
        self.compare(Check::Keys, &Keys::of(board), position.keys(), keys);
        let checkers = |set: &Bitboard, _: &Bitboard| format!("after {mv}: {}", set.names(" "));
        let from_board = Legality::of(board).checkers;
        self.compare(Check::Checkers, &from_board, &position.checkers(), checkers);
    }
}

/// Returns the moves in the order of their encodings.
pub fn sorted(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort_unstable_by_key(|mv| mv.bits());
    moves
}

/// Returns the moves of a generator, in the order of their encodings.
pub fn generated(board: &Board, generate: fn(&Board, &mut MoveList)) -> Vec<Move> {
    let mut list = MoveList::new();
    generate(board, &mut list);
    sorted(&list)
}

/// Returns the reference's position as a board stores it: the castling rooks in the order of their
/// squares, and an en passant square only if an en passant capture is legal.
fn normalized<R: Reference>(reference: &R) -> Mailbox {
    let is_en_passant = |mv: &Move| mv.is_en_passant();
    let mut mailbox = reference.mailbox().clone();
    mailbox.castling_rooks.sort_unstable();
    if mailbox.en_passant.is_some() && !reference.legal_moves().iter().any(is_en_passant) {
        mailbox.en_passant = None;
    }
    mailbox
}

/// Describes a position: its pieces and the other parts of its state.
fn describe_position(position: &Mailbox) -> Vec<String> {
    let piece = |square| {
        let letter = position.piece_at(square)?.letter();
        Some(format!("{letter} on {square}"))
    };
    let mut facts: Vec<String> = Square::ALL.into_iter().filter_map(piece).collect();
    facts.push(format!("{} to move", position.side_to_move));
    let rooks = position.castling_rooks.iter();
    facts.extend(rooks.map(|rook| format!("castling right of the rook on {rook}")));
    let en_passant = position.en_passant.iter();
    facts.extend(en_passant.map(|square| format!("en passant square {square}")));
    facts
}

/// Describes a list of moves, and how it differs from another one.
fn describe_moves(moves: &[Move], others: &[Move]) -> String {
    let names = |list: &[Move]| Vec::from_iter(list.iter().map(|mv| format!("{mv:?}")));
    let only = only_in(&names(moves), &names(others));
    format!("{} moves; only here {only}", moves.len())
}

/// Returns the items that only the first list has.
fn only_in(these: &[String], others: &[String]) -> String {
    let only = these.iter().filter(|item| !others.contains(item));
    match &*only.cloned().collect::<Vec<String>>() {
        [] => "nothing".to_owned(),
        only => only.join(", "),
    }
}
