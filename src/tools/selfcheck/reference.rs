//! What a generator must offer to be the reference.
//!
//! It is asked of the first position of a game alone, and makes the moves by itself from
//! there: so an error in its state, or in the board's, shows in a later position.
//! See <https://www.chessprogramming.org/Move_Generation>.

use crate::chess::Move;
use crate::chess::mailbox::Mailbox;

/// A generator that another is held against.
pub trait Reference: Sized {
    /// The legal moves, in any order.
    fn legal_moves(&self) -> Vec<Move>;

    /// The position after a move, which is legal.
    #[must_use]
    fn make_move(&self, mv: Move) -> Self;

    /// The position as it is kept.
    fn mailbox(&self) -> &Mailbox;
}

impl Reference for Mailbox {
    fn legal_moves(&self) -> Vec<Move> {
        self.legal_moves()
    }

    fn make_move(&self, mv: Move) -> Self {
        self.make_move(mv)
    }

    fn mailbox(&self) -> &Mailbox {
        self
    }
}
