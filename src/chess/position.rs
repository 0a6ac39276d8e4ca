//! A game so far: a position and the positions before it, which the draw rules depend on.
//!
//! A `Position` is a stack of states: making a move pushes a state, and unmaking it pops that
//! state.

use super::attacks::between;
use super::cycles::connecting_move;
use super::san::{self, SanError};
use super::zobrist::{move_key, piece_key};
use super::{
    Bitboard, Board, BoardObserver, Color, FIFTY_MOVE_PLIES, IllegalMove, Key, Keys, Move,
    MoveList, Outcome, Piece, PieceMove, PieceType, Termination,
};

/// Capacity reserved for the moves of a search, so that the stack is not reallocated during one.
const SEARCH_CAPACITY: usize = 256;

/// A board, and the values that are computed from it once and used often. Its legality is not
/// stored, because a search generates no moves in half of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    board: Board,
    keys: Keys,
    /// The pieces that give check to the side to move.
    checkers: Bitboard,
    /// Plies since the last capture, pawn move or null move, or since the first board. Only the
    /// positions since then can be repeated. A null move is not a move of the game, so a position
    /// that occurs both before and after a null move is not a repetition.
    reversible_plies: u16,
}

/// A game so far: the current board and its history.
///
/// ```
/// use ferz::chess::{Outcome, Position};
/// let mut position = Position::default();
/// for text in ["f3", "e5", "g4", "Qh4#"] {
///     position.play(text)?;
/// }
/// assert_eq!(position.outcome(), Some(Outcome::BlackWins));
///
/// position.unmake_move();
/// assert_eq!(position.outcome(), None);
/// assert_eq!(position.moves_made(), 3);
/// # Ok::<(), ferz::chess::san::SanError>(())
/// ```
#[derive(Debug)]
pub struct Position {
    /// The states, the current one last. Never empty.
    states: Vec<State>,
}

/// Returns the initial position of standard chess.
impl Default for Position {
    fn default() -> Self {
        Self::new(Board::default())
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        let mut states = Vec::with_capacity(self.states.len() + SEARCH_CAPACITY);
        states.extend_from_slice(&self.states);
        Self { states }
    }

    /// Keeps the memory, as short searches need.
    fn clone_from(&mut self, source: &Self) {
        self.states.clear();
        self.states.reserve(source.states.len() + SEARCH_CAPACITY);
        self.states.extend_from_slice(&source.states);
    }
}

impl Position {
    /// Returns a game that begins at `board`.
    #[must_use]
    pub fn new(board: Board) -> Self {
        let first = State {
            board,
            keys: Keys::of(&board),
            checkers: board.checkers(),
            reversible_plies: 0,
        };
        let mut states = Vec::with_capacity(SEARCH_CAPACITY);
        states.push(first);
        Self { states }
    }

    #[inline]
    fn state(&self) -> &State {
        self.states
            .last()
            .expect("the first position is never popped")
    }

    /// Returns the current board.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.state().board
    }

    /// Returns the Zobrist keys of the current board.
    #[inline]
    #[must_use]
    pub fn keys(&self) -> &Keys {
        &self.state().keys
    }

    /// Returns the pieces that give check to the side to move.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.state().checkers
    }

    /// Returns the side to move.
    #[inline]
    #[must_use]
    pub fn side_to_move(&self) -> Color {
        self.board().side_to_move()
    }

    /// Returns whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_in_check(&self) -> bool {
        self.checkers().any()
    }

    /// Returns the legal moves; see [`Board::legal_moves`].
    #[inline]
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        self.board().legal_moves()
    }

    /// Returns whether `mv` is legal; see [`Board::is_legal`].
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.board().is_legal(mv)
    }

    /// Returns the number of moves since the first board, null moves included.
    #[inline]
    #[must_use]
    pub fn moves_made(&self) -> usize {
        self.states.len() - 1
    }

    /// Returns the board before the last move; `None` for the first board.
    #[must_use]
    pub fn previous_board(&self) -> Option<&Board> {
        let index = self.states.len().checked_sub(2)?;
        Some(&self.states[index].board)
    }

    /// Makes a legal move, without checking that it is legal. [`Position::play`] and
    /// [`Position::try_make_move`] check.
    ///
    /// If the move is illegal, this call panics or leaves a position that breaks the rules. In the
    /// latter case, later calls may panic or return wrong results.
    ///
    /// # Panics
    ///
    /// Panics if no piece stands on the origin of the move.
    #[inline]
    pub fn make_move(&mut self, mv: Move) {
        self.make_piece_move(self.board().piece_move(mv));
    }

    /// Makes a move like [`Position::make_move`], for callers that know the moving piece.
    #[inline]
    pub fn make_piece_move(&mut self, piece_move: PieceMove) {
        self.push(|state| {
            state.board.make_piece_move(piece_move, &mut state.keys);
            state.reversible_plies = if state.board.halfmove_clock() == 0 {
                0
            } else {
                state.reversible_plies.saturating_add(1)
            };
        });
    }

    /// Makes a move if it is legal.
    ///
    /// # Errors
    ///
    /// Returns an error and leaves the position unchanged if the move is not legal.
    pub fn try_make_move(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            let board = Box::new(*self.board());
            return Err(IllegalMove { mv, board });
        }
        self.make_move(mv);
        Ok(())
    }

    /// Parses a move in SAN or coordinate notation (see [`san::parse`]), makes it if it is legal,
    /// and returns it.
    ///
    /// # Errors
    ///
    /// Returns an error and leaves the position unchanged if the text does not name exactly one
    /// legal move.
    pub fn play(&mut self, text: &str) -> Result<Move, SanError> {
        let mv = san::parse(self.board(), text)?;
        self.make_move(mv);
        Ok(mv)
    }

    /// Guesses the transposition-table key of the position after a legal move, to prefetch its TT
    /// entry before the move is made. The guess is wrong after castling, promotions and en passant
    /// captures, and if the move sets an en passant square or changes castling rights.
    #[inline]
    #[must_use]
    pub fn guess_key_after(&self, PieceMove { mv, piece }: PieceMove) -> Key {
        let (board, us) = (self.board(), self.side_to_move());
        let mut keys = *self.keys();
        keys.all ^= move_key(Piece::new(us, piece), mv.from(), mv.to());
        let captured = board.captured_type(mv);
        if let Some(captured) = captured {
            keys.all ^= piece_key(Piece::new(!us, captured), mv.to());
        }
        if let Some(square) = board.en_passant() {
            keys.en_passant_changed(square.file());
        }
        let resets_clock = piece == PieceType::Pawn || captured.is_some();
        let clock = board.halfmove_clock().saturating_add(1);
        keys.tt_key(if resets_clock { 0 } else { clock })
    }

    /// Makes a null move: passes the turn. The side to move must not be in check.
    #[inline]
    pub fn make_null_move(&mut self) {
        self.push(|state| {
            state.board.make_null_move(&mut state.keys);
            state.reversible_plies = 0;
        });
    }

    /// Pushes a copy of the current state and applies `change` to it. The copy is modified in
    /// place, because a state that is built elsewhere and then pushed is written twice.
    #[inline]
    fn push(&mut self, change: impl FnOnce(&mut State)) {
        self.states.push(*self.state());
        let state = self.states.last_mut().expect("pushed just now");
        change(state);
        state.checkers = state.board.checkers();
    }

    /// Unmakes the last move, which may be a null move.
    ///
    /// # Panics
    ///
    /// Panics if no move has been made.
    #[inline]
    pub fn unmake_move(&mut self) {
        assert!(self.states.len() > 1, "there is no move to unmake");
        self.states.pop();
    }

    /// Returns how often the current position has occurred before. Two positions are the same if
    /// they have the same pieces, side to move and possible moves (FIDE 9.2).
    #[must_use]
    pub fn repetitions(&self) -> usize {
        self.earlier_occurrences().count()
    }

    /// Returns how many plies ago each earlier occurrence of the current position was, the latest
    /// first.
    fn earlier_occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let present = self.state();
        let reach = usize::from(present.reversible_plies);
        // The same side is to move at every second ply, and a repetition takes at least four.
        (4..=reach).step_by(2).filter(move |ago| {
            let state = &self.states[self.states.len() - 1 - ago];
            state.keys.all == present.keys.all
        })
    }

    /// Returns whether the current position has occurred three times (FIDE 9.2).
    #[must_use]
    pub fn is_threefold_repetition(&self) -> bool {
        self.repetitions() >= 2
    }

    /// Returns whether the game is drawn by the fifty-move rule (FIDE 9.3). Checkmate on the last
    /// move takes precedence.
    #[must_use]
    pub fn is_fifty_move_draw(&self) -> bool {
        self.board().halfmove_clock() >= FIFTY_MOVE_PLIES
            && (!self.is_in_check() || self.board().has_legal_moves())
    }

    /// Returns whether neither side has enough material to checkmate; see
    /// [`Board::has_insufficient_material`].
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        self.board().has_insufficient_material()
    }

    /// Returns whether the position is a draw by threefold repetition, the fifty-move rule or
    /// insufficient material.
    #[must_use]
    pub fn is_draw(&self) -> bool {
        self.is_threefold_repetition()
            || self.is_fifty_move_draw()
            || self.is_insufficient_material()
    }

    /// Returns the rule that has ended the game, or `None` if the game goes on.
    #[must_use]
    pub fn termination(&self) -> Option<Termination> {
        self.board().termination().or_else(|| {
            if self.is_threefold_repetition() {
                Some(Termination::ThreefoldRepetition)
            } else if self.is_fifty_move_draw() {
                Some(Termination::FiftyMoves)
            } else {
                None
            }
        })
    }

    /// Returns the result of the game, or `None` if the game goes on.
    /// [`Position::termination`] returns the reason too.
    ///
    /// ```
    /// use ferz::chess::{Outcome, Position};
    /// let mut position = Position::default();
    /// for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
    ///     assert_eq!(position.outcome(), None);
    ///     position.play(text)?;
    /// }
    /// assert_eq!(position.outcome(), Some(Outcome::Draw));
    /// # Ok::<(), ferz::chess::san::SanError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.termination().map(Termination::outcome)
    }

    /// Returns whether the side to move can repeat an earlier position with one move. The current
    /// position is `ply` plies from the root of a search. A position before the root counts only if
    /// it occurred twice.
    #[must_use]
    pub fn has_upcoming_repetition(&self, ply: usize) -> bool {
        let present = self.state();
        let reach = usize::from(present.reversible_plies);
        let last = self.states.len() - 1;
        (3..=reach).step_by(2).any(|ago| {
            let earlier = &self.states[last - ago];
            let Some((a, b)) = connecting_move(present.keys.all ^ earlier.keys.all) else {
                return false;
            };
            let occupied = present.board.occupied();
            if between(a, b).intersects(occupied) {
                return false;
            }
            // The piece stands on one of the two squares and must belong to the side to move.
            let ours = present.board.of_color(present.board.side_to_move());
            let ends = a.bitboard() | b.bitboard();
            ours.intersects(ends) && (ago <= ply || self.occurred_before(last - ago))
        })
    }

    /// Returns whether the position with this index had occurred earlier.
    fn occurred_before(&self, index: usize) -> bool {
        let state = &self.states[index];
        let reach = usize::from(state.reversible_plies);
        (4..=reach)
            .step_by(2)
            .any(|ago| self.states[index - ago].keys.all == state.keys.all)
    }

    /// Returns whether a search should score the position as a draw. The position is `ply` plies
    /// from the root. One repetition of a position since the root suffices: if repeating once is
    /// best for a side, so is repeating again.
    #[must_use]
    pub fn is_draw_in_search(&self, ply: usize) -> bool {
        let mut occurrences = self.earlier_occurrences();
        let repeats = match occurrences.next() {
            Some(ago) => ago <= ply || occurrences.next().is_some(),
            None => false,
        };
        repeats || self.is_fifty_move_draw() || self.is_insufficient_material()
    }
}
