//! What each piece except the kings contributes to the output of the network.
//!
//! The contribution of a piece is the output with it minus the output without it. The network is
//! not linear, so the contributions do not add up to the output. Stockfish shows the same for its
//! networks. See <https://www.chessprogramming.org/NNUE>.

use super::accumulator::Pieces;
use super::architecture::output_bucket;
use super::weights::Network;
use crate::chess::{Board, Color, Piece, PieceType, Square};
use crate::score::Score;

/// The contribution of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contribution {
    /// The square of the piece.
    pub square: Square,
    /// The piece.
    pub piece: Piece,
    /// Output with the piece minus output without it, in centipawns from White's view.
    pub score: Score,
}

impl Network {
    /// Returns the contributions of all pieces but the kings, from a1 to h8. The output without a
    /// piece is computed with the output weights for the number of pieces on the board, so that the
    /// contribution does not contain the difference between two sets of weights.
    #[must_use]
    pub fn contributions(&self, board: &Board) -> Vec<Contribution> {
        let bucket = output_bucket(board.occupied().count());
        let output = |pieces: &Pieces| {
            let score = self.output_of(pieces, board, bucket);
            match board.side_to_move() {
                Color::White => score,
                Color::Black => -score,
            }
        };
        let all = Pieces::of(board);
        let with = output(&all);
        let contribution = |(square, piece): (Square, Piece)| Contribution {
            square,
            piece,
            score: with - output(&all.without(square)),
        };
        let removable = |(_, piece): &(Square, Piece)| piece.kind != PieceType::King;
        board.pieces().filter(removable).map(contribution).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_network;
    use super::*;

    #[test]
    fn the_contribution_of_a_piece_is_the_difference_that_removing_it_makes() {
        // Five and six pieces have the same output weights, so the output for the position without
        // the rook is that of the board without it.
        let with: Board = "4k3/8/2p5/8/8/3PP3/8/R3K3 b - - 0 1"
            .parse()
            .expect("valid");
        let without: Board = "4k3/8/2p5/8/8/3PP3/8/4K3 b - - 0 1".parse().expect("valid");
        let network = random_network(7);
        let contributions = network.contributions(&with);
        assert_eq!(contributions.len(), 4, "all pieces but the kings");
        let rook = contributions[0];
        assert_eq!(
            (rook.square, rook.piece.kind),
            (Square::A1, PieceType::Rook)
        );
        assert_eq!(rook.score, network.output(&without) - network.output(&with));
        assert_ne!(rook.score, 0);
    }

    #[test]
    fn exchanging_the_colors_changes_only_the_signs() {
        let fen = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";
        let board: Board = fen.parse().expect("valid");
        let network = random_network(8);
        for contribution in network.contributions(&board) {
            let square = contribution.square.flip_rank();
            let flipped = network.contributions(&board.flipped());
            let same = flipped.iter().find(|flipped| flipped.square == square);
            assert_eq!(same.map(|same| same.score), Some(-contribution.score));
        }
    }
}
