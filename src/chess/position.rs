//! The game so far: a position and those before it, which the draw rules ask about.
//!
//! A position is a stack of states. Making a move pushes a new one, taking it back pops it,
//! so there is no undoing to get wrong.
//! See <https://www.chessprogramming.org/Repetitions>.

use super::attacks::between;
use super::bitboard::Bitboard;
use super::board::{Board, BoardObserver};
use super::color::Color;
use super::cycles::connecting_move;
use super::movegen::{Legality, is_legal};
use super::moves::{Move, PieceMove};
use super::outcome::{FIFTY_MOVE_PLIES, Outcome, Termination};
use super::piece::{Piece, PieceType};
use super::play::IllegalMove;
use super::san::{self, SanError};
use super::zobrist::{Key, Keys, move_key, piece_key};

/// Room for the moves of a search, so that none of them grows the stack.
const SEARCH_ROOM: usize = 256;

/// A board with what is worked out from it once, and needed all the time. The constraints on
/// its moves are not: a search leaves half of its positions without a look at their moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    board: Board,
    keys: Keys,
    /// The pieces that give check.
    checkers: Bitboard,
    /// The plies since the last capture, pawn move or null move, or since the first board: no
    /// earlier position can come again. A null move is no move of the game, so what comes again
    /// across one is no repetition.
    reversible_plies: u16,
}

/// A position with its history.
///
/// ```
/// use ferz::chess::{Move, MoveKind, Position, Square};
/// let mut position = Position::default();
/// let before = *position.board();
/// position.make_move(Move::new(Square::E2, Square::E4, MoveKind::DoublePawnPush));
/// position.unmake_move();
/// assert_eq!(*position.board(), before);
/// ```
#[derive(Debug)]
pub struct Position {
    /// Never empty.
    states: Vec<State>,
}

/// The initial position of standard chess.
impl Default for Position {
    fn default() -> Self {
        Self::new(Board::default())
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        let mut states = Vec::with_capacity(self.states.len() + SEARCH_ROOM);
        states.extend_from_slice(&self.states);
        Self { states }
    }
}

impl Position {
    /// A game that begins at `board`.
    #[must_use]
    pub fn new(board: Board) -> Self {
        let first = State {
            board,
            keys: Keys::of(&board),
            checkers: board.checkers(),
            reversible_plies: 0,
        };
        let mut states = Vec::with_capacity(SEARCH_ROOM);
        states.push(first);
        Self { states }
    }

    #[inline]
    fn state(&self) -> &State {
        self.states
            .last()
            .expect("the first position is never popped")
    }

    /// The present board.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.state().board
    }

    /// The keys of the present board.
    #[inline]
    #[must_use]
    pub fn keys(&self) -> &Keys {
        &self.state().keys
    }

    /// The pieces that give check to the side to move.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.state().checkers
    }

    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub fn side_to_move(&self) -> Color {
        self.board().side_to_move()
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_in_check(&self) -> bool {
        self.checkers().any()
    }

    /// Whether `mv` is legal here. Who asks about many moves of a position works its
    /// [`Legality`] out once, and asks [`is_legal()`].
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        is_legal(self.board(), &Legality::of(self.board()), mv)
    }

    /// How many moves have been made since the first board.
    #[inline]
    #[must_use]
    pub fn moves_made(&self) -> usize {
        self.states.len() - 1
    }

    /// Makes a move, which must be legal: this is not checked, for speed. An illegal move
    /// panics or leaves a position that breaks the rules, on which later calls may panic or
    /// return nonsense. [`Position::try_make_move`] and [`Position::play`] check the move.
    ///
    /// # Panics
    ///
    /// If no piece stands on the move's origin.
    #[inline]
    pub fn make_move(&mut self, mv: Move) {
        self.make_piece_move(self.board().piece_move(mv));
    }

    /// Makes a move as [`Position::make_move`] does, for callers that know the moved piece.
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
    /// If the move is not legal; the position stays as it is.
    ///
    /// ```
    /// use ferz::chess::{Move, MoveKind, Position, Square};
    /// let mut position = Position::default();
    /// let mv = Move::new(Square::E2, Square::E5, MoveKind::Quiet);
    /// let error = position.try_make_move(mv).unwrap_err();
    /// assert_eq!(error.mv, mv);
    /// assert_eq!(position.moves_made(), 0);
    /// ```
    pub fn try_make_move(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            let board = Box::new(*self.board());
            return Err(IllegalMove { mv, board });
        }
        self.make_move(mv);
        Ok(())
    }

    /// Makes the legal move that a text names, in SAN or in coordinates (see [`san::parse`]),
    /// and returns it.
    ///
    /// # Errors
    ///
    /// As [`san::parse`]; the position stays as it is.
    ///
    /// ```
    /// use ferz::chess::{Color, Position, Termination};
    /// let mut position = Position::default();
    /// for text in ["f3", "e5", "g2g4", "Qh4#"] {
    ///     position.play(text)?;
    /// }
    /// let mate = Termination::Checkmate { winner: Color::Black };
    /// assert_eq!(position.termination(), Some(mate));
    /// # Ok::<(), ferz::chess::san::SanError>(())
    /// ```
    pub fn play(&mut self, text: &str) -> Result<Move, SanError> {
        let mv = san::parse(self.board(), text)?;
        self.make_move(mv);
        Ok(mv)
    }

    /// The key under which a table of search results will have the position behind a legal
    /// move: early enough to be fetched, and therefore only guessed. The guess is right but
    /// for castling, promotion, taking and being able to take en passant, and castling
    /// rights that are lost.
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
        let starts_again = piece == PieceType::Pawn || captured.is_some();
        let clock = board.halfmove_clock().saturating_add(1);
        keys.with_clock(if starts_again { 0 } else { clock })
    }

    /// Passes the turn; the side to move must not be in check.
    #[inline]
    pub fn make_null_move(&mut self) {
        self.push(|state| {
            state.board.make_null_move(&mut state.keys);
            state.reversible_plies = 0;
        });
    }

    /// Goes on to what `play` makes of the present state. It works on the copy in its place
    /// on the stack: made elsewhere and moved there, a state is written twice.
    #[inline]
    fn push(&mut self, play: impl FnOnce(&mut State)) {
        self.states.push(*self.state());
        let state = self.states.last_mut().expect("pushed just now");
        play(state);
        state.checkers = state.board.checkers();
    }

    /// Takes back the last move, null or not.
    ///
    /// # Panics
    ///
    /// If no move has been made.
    #[inline]
    pub fn unmake_move(&mut self) {
        assert!(self.states.len() > 1, "there is no move to take back");
        self.states.pop();
    }

    /// How often the present position stood on the board before, in the sense of FIDE 9.2:
    /// same side to move, same possible moves.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        self.earlier_twins().count()
    }

    /// How many half-moves ago each earlier occurrence of the present position was.
    fn earlier_twins(&self) -> impl Iterator<Item = usize> + '_ {
        let present = self.state();
        let reach = usize::from(present.reversible_plies);
        // The same side is to move every second half-move, and four bring pieces back.
        (4..=reach).step_by(2).filter(move |ago| {
            let state = &self.states[self.states.len() - 1 - ago];
            state.keys.all == present.keys.all
        })
    }

    /// Whether the present position stands on the board for the third time (FIDE 9.2).
    #[must_use]
    pub fn is_threefold_repetition(&self) -> bool {
        self.repetitions() >= 2
    }

    /// Whether 50 moves of each side have passed without capture or pawn move (FIDE 9.3);
    /// a mate on the board goes before.
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

    /// Whether the game is drawn by one of the rules that leave legal moves.
    #[must_use]
    pub fn is_draw(&self) -> bool {
        self.is_threefold_repetition()
            || self.is_fifty_move_draw()
            || self.is_insufficient_material()
    }

    /// Returns the rule that has ended the game, or `None` if the game goes on.
    ///
    /// ```
    /// use ferz::chess::{Board, Color, Position, Termination};
    /// let board: Board = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1".parse()?;
    /// let end = Position::new(board).termination();
    /// assert_eq!(end, Some(Termination::Checkmate { winner: Color::White }));
    /// assert_eq!(Position::default().termination(), None);
    /// # Ok::<(), ferz::chess::FenError>(())
    /// ```
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

    /// Whether the side to move can go back to a position that stood on the board before,
    /// by one move, as far as a search that is `ply` half-moves from its root should care:
    /// to one since the root, or to one from the game that has been repeated already.
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
            // It is our own piece that must go back, not the opponent's that came here.
            let ours = present.board.of_color(present.board.side_to_move());
            let movers = a.bitboard() | b.bitboard();
            ours.intersects(movers) && (ago <= ply || self.stood_before(last - ago))
        })
    }

    /// Whether the position with this index stood on the board before it.
    fn stood_before(&self, index: usize) -> bool {
        let state = &self.states[index];
        let reach = usize::from(state.reversible_plies);
        (4..=reach)
            .step_by(2)
            .any(|ago| self.states[index - ago].keys.all == state.keys.all)
    }

    /// Whether a search that is `ply` half-moves from its root should take the present
    /// position for a draw. One repetition since the root is enough there: what was good
    /// to come back to once will be good twice.
    #[must_use]
    pub fn is_draw_in_search(&self, ply: usize) -> bool {
        let mut twins = self.earlier_twins();
        let repeats = match twins.next() {
            Some(ago) => ago <= ply || twins.next().is_some(),
            None => false,
        };
        repeats || self.is_fifty_move_draw() || self.is_insufficient_material()
    }
}
