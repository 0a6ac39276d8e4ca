//! Accumulators: the sums of the hidden layer, updated from one position to the next.
//!
//! There is one accumulator for each [`View`]. It is updated from the last position that was
//! evaluated with this view, by comparing the pieces of both positions. So moves need not be
//! recorded, a king that changes its view is no special case, and unmaking a move needs no work.

use super::architecture::{HIDDEN, output_bucket};
use super::features::View;
use super::output::{LANES, weigh_activations};
use super::weights::{Network, Row, Sums, centipawns};
use crate::chess::{Bitboard, Board, Color, Piece, PieceType, Square};
use crate::score::Score;

/// The pieces of a board, as a code of four bits for each square: three bits are 0 for an empty
/// square, otherwise the index of the piece's type plus 1; the highest bit is the color. Each set
/// holds one of the bits of all squares. Two boards are compared faster in this form than as eight
/// sets by type and color.
#[derive(Clone, Copy, Debug, Default)]
struct Pieces([Bitboard; 4]);

impl Pieces {
    #[inline]
    fn of(board: &Board) -> Self {
        let [pawns, knights, bishops, rooks, queens, kings] =
            PieceType::ALL.map(|kind| board.of_type(kind));
        Self([
            pawns | bishops | queens,
            knights | bishops | kings,
            rooks | queens | kings,
            board.of_color(Color::Black),
        ])
    }

    /// Returns the squares whose contents differ.
    #[inline]
    fn differences(&self, other: &Self) -> Bitboard {
        let [a, b, c, d] = std::array::from_fn(|i| self.0[i] ^ other.0[i]);
        a | b | c | d
    }

    #[inline]
    fn occupied(&self) -> Bitboard {
        let [a, b, c, _] = self.0;
        a | b | c
    }

    /// Returns the piece on an occupied square.
    #[inline]
    fn at(&self, square: Square) -> Piece {
        let [a, b, c, color] = self.0.map(|set| (set.0 >> square.index() & 1) as usize);
        let code = a | b << 1 | c << 2;
        Piece::new(Color::ALL[color], PieceType::ALL[code - 1])
    }
}

/// The sums of the hidden layer for one view.
#[derive(Clone, Debug)]
struct Accumulator {
    sums: Sums,
    /// The pieces whose weights are in `sums`.
    pieces: Pieces,
}

impl Accumulator {
    /// Returns the accumulator of an empty board.
    fn empty(network: &Network) -> Self {
        Self {
            sums: Sums(network.hidden_bias.0.map(i16::from)),
            pieces: Pieces::default(),
        }
    }

    /// Updates the sums to those of `pieces`.
    #[inline]
    fn update(&mut self, network: &Network, view: View, pieces: &Pieces) {
        let differences = self.pieces.differences(pieces);
        let changed_rows = |board: Pieces| {
            let squares = differences & board.occupied();
            squares
                .into_iter()
                .map(move |square| &network.hidden_weights[view.feature(board.at(square), square)])
        };
        let (added, removed) = (changed_rows(*pieces), changed_rows(self.pieces));
        update_sums(&mut self.sums, &added, &removed);
        self.pieces = *pieces;
    }
}

/// The accumulators of one search thread: one for each view.
#[derive(Clone, Debug)]
pub struct Accumulators(Box<[Accumulator]>);

impl Accumulators {
    /// Creates accumulators for `network`.
    pub fn new(network: &Network) -> Self {
        Self(vec![Accumulator::empty(network); View::COUNT].into_boxed_slice())
    }

    /// Returns the output of `network` for `board`, in centipawns from the view of the side to
    /// move. `network` must be that of [`Self::new`].
    #[inline]
    pub fn updated_output(&mut self, network: &Network, board: &Board) -> Score {
        let pieces = Pieces::of(board);
        let views = views(board);
        for view in views {
            self.0[view.index()].update(network, view, &pieces);
        }
        let sums = views.map(|view| &self.0[view.index()].sums);
        let bucket = output_bucket(board.occupied().count());
        combine(network, bucket, sums)
    }
}

impl Network {
    /// Returns the output for `board`, in centipawns from the view of the side to move. Slower than
    /// [`Accumulators::updated_output`]: computes all sums from scratch.
    pub fn output(&self, board: &Board) -> Score {
        let bucket = output_bucket(board.occupied().count());
        self.output_for(&Pieces::of(board), board, bucket)
    }

    /// Returns the output for `pieces`, with the output weights of `bucket`. The side to move and
    /// the squares of the kings are those of `board`.
    fn output_for(&self, pieces: &Pieces, board: &Board, bucket: usize) -> Score {
        let [ours, theirs] = views(board).map(|view| {
            let mut accumulator = Accumulator::empty(self);
            accumulator.update(self, view, pieces);
            accumulator.sums
        });
        combine(self, bucket, [&ours, &theirs])
    }

    /// Returns the output for `board` without the piece on `square`, in centipawns from the view of
    /// the side to move. It is computed with the output weights for all pieces of `board`, so that
    /// the difference made by the piece does not contain that between two sets of weights.
    pub fn output_without(&self, board: &Board, square: Square) -> Score {
        let bucket = output_bucket(board.occupied().count());
        let pieces = Pieces::of(board).0.map(|set| set & !square.bitboard());
        self.output_for(&Pieces(pieces), board, bucket)
    }
}

/// Returns the views of the side to move and of the other side.
#[inline]
fn views(board: &Board) -> [View; 2] {
    let us = board.side_to_move();
    [us, !us].map(|color| View::new(color, board.king(color)))
}

/// Combines the sums of the side to move and of the other side to the output, with the output
/// weights of `bucket`.
#[inline]
fn combine(network: &Network, bucket: usize, [ours, theirs]: [&Sums; 2]) -> Score {
    let [our_weights, their_weights] = &network.output_weights[bucket];
    let ours = weigh_activations(ours, our_weights);
    let theirs = weigh_activations(theirs, their_weights);
    centipawns(ours + theirs, network.output_bias[bucket])
}

/// Number of sums in a block of [`update_sums`]: about as many vectors as there are registers.
const BLOCK: usize = 16 * LANES;

const _: () = assert!(HIDDEN.is_multiple_of(BLOCK));

/// Adds rows to `sums`, and subtracts others. The result must fit in 16 bits; intermediate sums may
/// wrap. Plain loops: the compiler turns them into vector instructions. All rows go
/// into a block of sums before the next block, so that the block is read and written once.
#[inline]
fn update_sums<'a>(
    sums: &mut Sums,
    added: &(impl Iterator<Item = &'a Row> + Clone),
    removed: &(impl Iterator<Item = &'a Row> + Clone),
) {
    for (index, block) in sums.0.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
        let mut updated = *block;
        for row in added.clone() {
            let weights = &row.0.as_chunks::<BLOCK>().0[index];
            for (sum, &weight) in updated.iter_mut().zip(weights) {
                *sum = sum.wrapping_add(weight.into());
            }
        }
        for row in removed.clone() {
            let weights = &row.0.as_chunks::<BLOCK>().0[index];
            for (sum, &weight) in updated.iter_mut().zip(weights) {
                *sum = sum.wrapping_sub(weight.into());
            }
        }
        *block = updated;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_network;
    use super::*;

    #[test]
    fn the_output_without_a_piece_is_that_of_the_board_without_it() {
        // Five and six pieces have the same output weights, so the output for the position without
        // the rook is that of the board without it.
        let [with, without] = [
            "4k3/8/2p5/8/8/3PP3/8/R3K3 b - - 0 1",
            "4k3/8/2p5/8/8/3PP3/8/4K3 b - - 0 1",
        ]
        .map(|fen| fen.parse::<Board>().expect("valid"));
        let network = random_network(7);
        let output = network.output_without(&with, Square::A1);
        assert_eq!(output, network.output(&without));
        assert_ne!(output, network.output(&with));
        let flipped = with.flipped();
        assert_eq!(output, network.output_without(&flipped, Square::A8));
    }
}
