//! Static exchange evaluation (SEE): the material that a move wins if both sides go on capturing
//! on its target square. Each side captures with its least valuable piece, and stops when a
//! capture would lose material.
//!
//! SEE separates good captures from bad ones without a search, and tests whether a square is safe
//! for a piece. It ignores pins.
//! See <https://www.chessprogramming.org/Static_Exchange_Evaluation>.

use super::params::{see_bishop, see_knight, see_pawn, see_queen, see_rook};
use crate::chess::attacks::{bishop_attacks, rook_attacks};
use crate::chess::{Bitboard, Board, Move, PieceType};
use crate::score::Score;

/// Piece values by type, in centipawns. The king is never captured.
pub type Values = [Score; 6];

/// Returns the piece values of the search, in centipawns.
#[inline]
pub fn values() -> Values {
    [
        see_pawn(),
        see_knight(),
        see_bishop(),
        see_rook(),
        see_queen(),
        0,
    ]
}

/// Returns whether the exchange that the legal move `mv` starts wins at least `threshold` for the
/// side to move. A quiet move wins nothing, but may lose the moved piece. Castling counts as 0.
pub fn wins_at_least(board: &Board, mv: Move, threshold: Score, values: &Values) -> bool {
    if mv.is_castle() {
        return threshold <= 0;
    }
    let piece = board.piece_type_at(mv.from());
    let piece = piece.expect("a legal move has a piece to move");
    let moved = mv.promotion().unwrap_or(piece);
    let mut balance = gain(board, mv, values) - threshold;
    if balance < 0 {
        return false;
    }
    // The threshold is reached even if the moved piece is lost.
    balance -= values[moved.index()];
    if balance >= 0 {
        return true;
    }
    !recaptures_pay(board, mv, balance, values)
}

/// Returns the material that the exchange after the legal move `mv` costs the side to move, in
/// centipawns: the gain of `mv` itself minus the result of the exchange. At least 0. Slow: used
/// for root moves only.
pub fn loss(board: &Board, mv: Move, values: &Values) -> Score {
    let gain = gain(board, mv, values);
    // Binary search. The largest loss is the moved piece: at most a queen.
    let (mut enough, mut too_little) = (values[PieceType::Queen.index()], -1);
    while enough - too_little > 1 {
        let middle = i32::midpoint(enough, too_little);
        if wins_at_least(board, mv, gain - middle, values) {
            enough = middle;
        } else {
            too_little = middle;
        }
    }
    enough
}

/// Returns the material gain of a move by capture and promotion.
#[inline]
fn gain(board: &Board, mv: Move, values: &Values) -> Score {
    let value = |kind: PieceType| values[kind.index()];
    let promotion = |promoted| value(promoted) - value(PieceType::Pawn);
    board.captured_type(mv).map_or(0, value) + mv.promotion().map_or(0, promotion)
}

/// Returns whether the opponent's recaptures after `mv` bring our final balance below zero.
/// `balance` is our balance if the moved piece is lost.
fn recaptures_pay(board: &Board, mv: Move, mut balance: Score, values: &Values) -> bool {
    let square = mv.to();
    let us = board.side_to_move();
    let mut occupied = (board.occupied() ^ mv.from().bitboard()) | square.bitboard();
    if mv.is_en_passant() {
        occupied ^= square.forward(!us).bitboard();
    }
    let diagonal = board.of_type(PieceType::Bishop) | board.of_type(PieceType::Queen);
    let orthogonal = board.of_type(PieceType::Rook) | board.of_type(PieceType::Queen);
    let mut attackers = board.attackers_to(square, occupied) & occupied;
    let mut side = !us;
    loop {
        let own = attackers & board.of_color(side);
        let Some((kind, from)) = least_valuable(board, own) else {
            break;
        };
        if kind == PieceType::King && attackers.intersects(board.of_color(!side)) {
            // The king must not capture a defended piece.
            break;
        }
        occupied ^= from;
        // Sliders behind the capturing piece join the exchange (x-rays).
        if matches!(kind, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            attackers |= bishop_attacks(square, occupied) & diagonal;
        }
        if matches!(kind, PieceType::Rook | PieceType::Queen) {
            attackers |= rook_attacks(square, occupied) & orthogonal;
        }
        attackers &= occupied;
        side = !side;
        // Negamax: the balance of the side that has just captured, if the capturing piece is lost.
        // Subtracting 1 makes the comparison with zero strict.
        balance = -balance - 1 - values[kind.index()];
        if balance >= 0 {
            break;
        }
    }
    // `side` has lost the exchange: it cannot capture, or capturing back is not enough.
    side == us
}

/// Returns the type and the bitboard of the least valuable of `pieces`.
fn least_valuable(board: &Board, pieces: Bitboard) -> Option<(PieceType, Bitboard)> {
    PieceType::ALL.into_iter().find_map(|kind| {
        let square = (pieces & board.of_type(kind)).first()?;
        Some((kind, square.bitboard()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::CoordinateMove;

    /// Piece values of the Leorik engine's suite `see.epd`.
    const VALUES: Values = [100, 300, 300, 500, 900, 0];

    #[test]
    fn exchanges_have_the_values_of_the_leorik_suite() {
        for line in [
            "6k1/1pp4p/p1pb4/6q1/3P1pRr/2P4P/PP1Br1P1/5RKN w - - f1f4 -100",
            "5rk1/1pp2q1p/p1pb4/8/3P1NP1/2P5/1P1BQ1P1/5RK1 b - - d6f4 0",
            "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - d3e5 -200",
            "rnb2b1r/ppp2kpp/5n2/4P3/q2P3B/5R2/PPP2PPP/RN1QKB2 w Q - h4f6 100",
            "r4rk1/3nppbp/bq1p1np1/2pP4/8/2N2NPP/PP2PPB1/R1BQR1K1 b - - b6b2 -800",
            "2r2rk1/5pp1/pp5p/q2p4/P3n3/1Q3NP1/1P2PP1P/2RR2K1 b - - c8c1 0",
            "5rk1/5pp1/2r4p/5b2/2R5/6Q1/R1P1qPP1/5NK1 b - - f5c2 -100",
            "rnbqrbn1/pp3ppp/3p4/2p2k2/4p3/3B1K2/PPP2PPP/RNB1Q1NR w - - d3e4 100",
            "2r1k2r/pb4pp/5p1b/2KB3n/4N3/2NP1PB1/PPP1P1PP/R2Q3R w k - d5c6 -300",
            "2r1k2r/pb4pp/5p1b/2KB3n/1N2N3/3P1PB1/PPP1P1PP/R2Q3R w k - d5c6 0",
            "5k2/p2P2pp/8/1pb5/1Nn1P1n1/6Q1/PPP4P/R3K1NR w KQ - d7d8q 800",
            "r4k2/p2P2pp/8/1pb5/1Nn1P1n1/6Q1/PPP4P/R3K1NR w KQ - d7d8q -100",
            "4kbnr/p1P4p/b1q5/5pP1/4n3/5Q2/PP1PPP1P/RNB1KBNR w KQk f6 g5f6 0",
            "rnbqk2r/pp3ppp/2p1pn2/3p4/3P4/N1P1BN2/PPB1PPPb/R2Q1RK1 w kq - g1h2 300",
            "3n3r/2P5/8/1k6/8/8/3Q4/4K3 w - - c7d8q 700",
        ] {
            let [value, mv, fen] = *line.rsplitn(3, ' ').collect::<Vec<_>>() else {
                panic!("{line}")
            };
            let board: Board = fen.parse().expect("a legal position");
            let mv: CoordinateMove = mv.parse().expect("a move");
            let mv = mv.resolve(&board).expect("a legal move");
            let value: Score = value.parse().expect("a number");
            let wins = |threshold| wins_at_least(&board, mv, threshold, &VALUES);
            assert!(wins(value), "{fen}: {mv} is worth {value}");
            assert!(!wins(value + 1), "{fen}: {mv} is worth {value} and no more");
            let (gain, loss) = (gain(&board, mv, &VALUES), loss(&board, mv, &VALUES));
            assert_eq!(gain - loss, value, "{fen}: {mv} gains {gain}, loses {loss}");
        }
    }

    #[test]
    fn quiet_moves_and_castling_win_no_material() {
        let fen = "r3k2r/8/8/4p3/8/8/8/R2NK2R w KQkq - 0 1";
        let board: Board = fen.parse().expect("legal");
        for mv in board.legal_moves().into_iter().filter(|mv| mv.is_quiet()) {
            assert!(!wins_at_least(&board, mv, 1, &VALUES), "{mv}");
        }
    }
}
