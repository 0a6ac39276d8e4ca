//! Bonuses in the order of quiet moves for what their history, which is that of other positions,
//! does not show: checks, and threats by lesser pieces.

use super::params::{
    quiet_check_bonus, quiet_check_max_loss, threat_minor, threat_queen, threat_rook,
};
use super::see::{self, wins_at_least};
use crate::chess::attacks::{bishop_attacks, knight_attacks, pawns_attacks, rook_attacks};
use crate::chess::{Bitboard, Board, CheckSquares, PieceMove, PieceType};

/// Computes the bonuses of the quiet moves of one position.
pub struct QuietBonus<'a> {
    board: &'a Board,
    checks: CheckSquares,
    /// By type of our piece: the squares that lesser pieces of the opponent attack.
    threatened: [Bitboard; 6],
    /// By type of our piece: the bonus for leaving a threatened square.
    escape: [i32; 6],
}

impl<'a> QuietBonus<'a> {
    /// Prepares the bonuses of the quiet moves of a position.
    pub fn new(board: &'a Board) -> Self {
        let (minor, rook, queen) = (threat_minor(), threat_rook(), threat_queen());
        Self {
            board,
            checks: CheckSquares::of(board),
            threatened: threatened_by_lesser(board),
            escape: [0, minor, minor, rook, queen, 0],
        }
    }

    /// Returns what is added to the history score of a quiet move: a bonus if it gives check
    /// without losing much, a bonus if it leaves a square that a lesser piece attacks, and a malus
    /// if it enters one.
    pub fn of(&self, piece_move: PieceMove) -> i32 {
        let PieceMove { mv, piece } = piece_move;
        let threatened = self.threatened[piece.index()];
        let left = i32::from(threatened.contains(mv.from()));
        let entered = i32::from(threatened.contains(mv.to()));
        let bonus = (left - entered) * self.escape[piece.index()];
        if self.checks.is_given_by(self.board, piece_move)
            && wins_at_least(self.board, mv, -quiet_check_max_loss(), &see::values())
        {
            return bonus + quiet_check_bonus();
        }
        bonus
    }
}

/// Returns, by type of our piece, the squares that lesser pieces of the opponent attack. Knights
/// and bishops count as equal, and only they, rooks and queens can be threatened.
fn threatened_by_lesser(board: &Board) -> [Bitboard; 6] {
    let (them, occupied) = (!board.side_to_move(), board.occupied());
    let by_pawns = pawns_attacks(them, board.of(them, PieceType::Pawn));
    let mut by_minors = by_pawns;
    for square in board.of(them, PieceType::Knight) {
        by_minors |= knight_attacks(square);
    }
    for square in board.of(them, PieceType::Bishop) {
        by_minors |= bishop_attacks(square, occupied);
    }
    let mut by_rooks = by_minors;
    for square in board.of(them, PieceType::Rook) {
        by_rooks |= rook_attacks(square, occupied);
    }
    let none = Bitboard::EMPTY;
    [none, by_pawns, by_pawns, by_minors, by_rooks, none]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Move, MoveKind, Square};

    /// Returns the bonuses of these quiet moves.
    fn bonuses<const N: usize>(fen: &str, moves: [[Square; 2]; N]) -> [i32; N] {
        let board: Board = fen.parse().expect("legal");
        let bonus = QuietBonus::new(&board);
        moves.map(|[from, to]| bonus.of(board.piece_move(Move::new(from, to, MoveKind::Quiet))))
    }

    #[test]
    fn squares_that_lesser_pieces_attack_are_left_and_not_entered() {
        use Square::*;
        // The pawn attacks b4 and d4, the knight f2 and f4, and the rook d4 and f2.
        let fen = "6k1/8/8/2p5/1R1Q4/7n/3r4/N6K w - - 0 1";
        let [
            rook_left,
            rook_entered,
            queen_left,
            queen_stays,
            knight,
            king,
        ] = bonuses(
            fen,
            [[B4, B3], [B4, F4], [D4, C3], [D4, F2], [A1, B3], [H1, G1]],
        );
        assert_eq!(rook_left, threat_rook());
        assert_eq!(rook_entered, 0, "from one threatened square to another");
        assert_eq!(queen_left, threat_queen());
        assert_eq!(queen_stays, 0, "from one threatened square to another");
        assert_eq!([knight, king], [0, 0]);
        let entered = bonuses("6k1/8/8/2p5/8/8/8/1Q2N1K1 w - - 0 1", [[B1, B4], [E1, D3]]);
        assert_eq!(entered, [-threat_queen(), 0]);
    }

    #[test]
    fn a_check_has_a_bonus_unless_it_loses_material() {
        use Square::*;
        let fen = "6k1/5p1p/8/8/4Q3/8/8/R5K1 w - - 0 1";
        let moves = [[A1, A8], [E4, G4], [E4, G6], [A1, A2]];
        let [rook, queen, losing, other] = bonuses(fen, moves);
        assert_eq!([rook, queen], [quiet_check_bonus(); 2]);
        assert_eq!(
            losing,
            -threat_queen(),
            "only the malus for the pawns' attack"
        );
        assert_eq!(other, 0);
    }
}
