//! The interface of a reference generator.
//!
//! A reference gets only the first position of a game, and makes all moves itself. An error in its
//! state or in the board's state therefore shows in a later position.
//! See <https://www.chessprogramming.org/Move_Generation>.

use ferz::chess::Move;
use ferz::chess::mailbox::Mailbox;

/// A move generator with which the generator of this crate is compared.
pub trait Reference: Sized {
    /// Returns the legal moves, in any order.
    fn legal_moves(&self) -> Vec<Move>;

    /// Returns the position after a legal move.
    #[must_use]
    fn make_move(&self, mv: Move) -> Self;

    /// Returns the position as a mailbox.
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
