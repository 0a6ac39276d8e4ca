//! Accumulators: the sums of the hidden layer, updated from one position to the next.
//!
//! There is one accumulator for each [`View`]. It is updated from the last position that was
//! evaluated with this view, by comparing the pieces of both positions. So moves need not be
//! recorded, a king that changes its view is no special case, and unmaking a move needs no work. See
//! <https://www.chessprogramming.org/NNUE#Accumulator>.
//!
//! On average, 3.7 squares differ from the last position with the same view. With a second set of
//! accumulators by ply and a choice of the nearest position among both, 2.8 squares would differ,
//! but `bench` is no faster: finding the nearest takes the time that it saves (64 neurons). Listing
//! the rows first and prefetching them before the hand-crafted evaluation makes `bench` 5 % slower
//! (256 neurons, Xeon, model 207).

use super::architecture::output_bucket;
use super::features::View;
use super::kernel;
use super::weights::{Network, Sums, centipawns};
use crate::chess::{Bitboard, Board, Color, Piece, PieceType, Square};
use crate::score::Score;

/// The pieces of a board, in four bits for each square: 0 for an empty square, else the index of
/// the piece's type plus 1; and the color in the highest bit. Each set holds one of the bits of all
/// squares. Two boards are compared faster in this form than as eight sets by type and color.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pieces([Bitboard; 4]);

impl Pieces {
    #[inline]
    pub(super) fn of(board: &Board) -> Self {
        let [pawns, knights, bishops, rooks, queens, kings] =
            PieceType::ALL.map(|kind| board.of_type(kind));
        Self([
            pawns | bishops | queens,
            knights | bishops | kings,
            rooks | queens | kings,
            board.of_color(Color::Black),
        ])
    }

    /// Returns the pieces without that on `square`.
    pub(super) fn without(&self, square: Square) -> Self {
        Self(self.0.map(|set| set & !square.bitboard()))
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
            sums: Sums(network.hidden_bias().0.map(i16::from)),
            pieces: Pieces::default(),
        }
    }

    /// Changes the sums to those of `pieces`.
    #[inline]
    fn update(&mut self, network: &Network, view: View, pieces: &Pieces) {
        let differences = self.pieces.differences(pieces);
        let rows = |pieces: Pieces| {
            let squares = differences & pieces.occupied();
            squares
                .into_iter()
                .map(move |square| network.hidden_weights(view.feature(pieces.at(square), square)))
        };
        kernel::update(&mut self.sums, rows(*pieces), rows(self.pieces));
        self.pieces = *pieces;
    }
}

/// The accumulators of one search thread: one for each view.
#[derive(Clone, Debug)]
pub struct Accumulators(Box<[Accumulator]>);

impl Accumulators {
    /// Creates accumulators for `network`.
    #[must_use]
    pub fn new(network: &Network) -> Self {
        Self(vec![Accumulator::empty(network); View::COUNT].into_boxed_slice())
    }

    /// Returns the output of `network` for `board`, in centipawns from the view of the side to move.
    /// `network` must be that of [`Self::new`].
    #[inline]
    #[must_use]
    pub fn output(&mut self, network: &Network, board: &Board) -> Score {
        let pieces = Pieces::of(board);
        let views = views(board);
        for view in views {
            self.0[view.index()].update(network, view, &pieces);
        }
        let sums = views.map(|view| &self.0[view.index()].sums);
        let bucket = output_bucket(board.occupied().count());
        output(network, bucket, sums)
    }
}

impl Network {
    /// Returns the output for `board`, in centipawns from the view of the side to move. Slower than
    /// [`Accumulators::output`]: computes all sums again.
    #[must_use]
    pub fn output(&self, board: &Board) -> Score {
        let bucket = output_bucket(board.occupied().count());
        self.output_of(&Pieces::of(board), board, bucket)
    }

    /// Returns the output for `pieces`, with the output weights of `bucket`. The side to move and
    /// the squares of the kings are those of `board`.
    pub(super) fn output_of(&self, pieces: &Pieces, board: &Board, bucket: usize) -> Score {
        let [ours, theirs] = views(board).map(|view| {
            let mut accumulator = Accumulator::empty(self);
            accumulator.update(self, view, pieces);
            accumulator.sums
        });
        output(self, bucket, [&ours, &theirs])
    }
}

/// Returns the views of the side to move and of the other side.
#[inline]
fn views(board: &Board) -> [View; 2] {
    let us = board.side_to_move();
    [us, !us].map(|color| View::new(color, board.king(color)))
}

/// Returns the output for the sums of the side to move and of the other side, with the output
/// weights of `bucket`.
#[inline]
fn output(network: &Network, bucket: usize, [ours, theirs]: [&Sums; 2]) -> Score {
    let weights = network.output_weights(bucket);
    let sums = [(ours, &weights[0]), (theirs, &weights[1])]
        .map(|(sums, weights)| i64::from(kernel::output(sums, weights)));
    centipawns(sums[0] + sums[1], network.output_bias(bucket))
}
