//! The output of the network without a piece, for each piece except the kings.
//!
//! The difference to the output with the piece is what the piece contributes. The network is not
//! linear, so the contributions do not add up to the output. Stockfish shows the same for its
//! networks. See <https://www.chessprogramming.org/NNUE>.

use super::accumulator::Pieces;
use super::architecture::output_bucket;
use super::weights::Network;
use crate::chess::{Board, Color, Piece, PieceType, Square};
use crate::score::Score;

/// The output of the network without a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WithoutPiece {
    /// The square of the piece.
    pub square: Square,
    /// The piece.
    pub piece: Piece,
    /// Output in centipawns, from White's view.
    pub output: Score,
}

impl Network {
    /// Returns the output without each piece but the kings, from a1 to h8. It is computed with the
    /// output weights for the number of pieces on the board, so that what the piece contributes does
    /// not contain the difference between two sets of weights.
    #[must_use]
    pub fn without_pieces(&self, board: &Board) -> Vec<WithoutPiece> {
        let bucket = output_bucket(board.occupied().count());
        let output = |pieces: &Pieces| {
            let score = self.output_of(pieces, board, bucket);
            match board.side_to_move() {
                Color::White => score,
                Color::Black => -score,
            }
        };
        let all = Pieces::of(board);
        let without = |(square, piece): (Square, Piece)| WithoutPiece {
            square,
            piece,
            output: output(&all.without(square)),
        };
        let removable = |(_, piece): &(Square, Piece)| piece.kind != PieceType::King;
        board.pieces().filter(removable).map(without).collect()
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
        let with: Board = "4k3/8/2p5/8/8/3PP3/8/R3K3 b - - 0 1"
            .parse()
            .expect("valid");
        let without: Board = "4k3/8/2p5/8/8/3PP3/8/4K3 b - - 0 1".parse().expect("valid");
        let network = random_network(7);
        let without_pieces = network.without_pieces(&with);
        assert_eq!(without_pieces.len(), 4, "all pieces but the kings");
        let rook = without_pieces[0];
        assert_eq!(
            (rook.square, rook.piece.kind),
            (Square::A1, PieceType::Rook)
        );
        assert_eq!(rook.output, -network.output(&without));
        assert_ne!(rook.output, -network.output(&with));
    }

    #[test]
    fn exchanging_the_colors_changes_only_the_signs() {
        let fen = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";
        let board: Board = fen.parse().expect("valid");
        let network = random_network(8);
        for without in network.without_pieces(&board) {
            let square = without.square.flip_rank();
            let flipped = network.without_pieces(&board.flipped());
            let same = flipped.iter().find(|flipped| flipped.square == square);
            assert_eq!(same.map(|same| same.output), Some(-without.output));
        }
    }
}
