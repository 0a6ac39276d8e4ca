//! Static exchange evaluation: what a capture wins if both sides go on to capture on its
//! square with the least valuable piece each time, and stop when it does not pay.
//!
//! It tells good captures from bad ones without a search, and whether a piece may go to a
//! square at all. Pins are not seen. See
//! <https://www.chessprogramming.org/Static_Exchange_Evaluation>.

use super::params::{see_bishop, see_knight, see_pawn, see_queen, see_rook};
use crate::chess::attacks::{bishop_attacks, rook_attacks};
use crate::chess::{Bitboard, Board, Move, PieceType};
use crate::score::Score;

/// What pieces are worth in an exchange, by type; the king is never captured.
pub type Values = [Score; 6];

/// The values that the search uses, in centipawns.
#[inline]
#[must_use]
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

/// Whether the exchange that the legal move `mv` begins wins at least `threshold` for the
/// side to move. Castling and quiet moves win nothing, but may lose the piece moved.
#[must_use]
pub fn wins_at_least(board: &Board, mv: Move, threshold: Score, values: &Values) -> bool {
    if mv.is_castle() {
        return threshold <= 0;
    }
    let mut moved = board
        .piece_type_at(mv.from())
        .expect("a legal move has a piece to move");
    let mut balance = captured_value(board, mv, values) - threshold;
    if let Some(promoted) = mv.promotion() {
        moved = promoted;
        balance += values[promoted.index()] - values[PieceType::Pawn.index()];
    }
    if balance < 0 {
        return false;
    }
    // Even if the piece that moved is lost for nothing, it is enough.
    balance -= values[moved.index()];
    if balance >= 0 {
        return true;
    }
    !recaptures_pay(board, mv, balance, values)
}

/// What the exchange that the legal move `mv` begins costs the side to move, in centipawns:
/// the value of what `mv` captures and promotes to, less what the exchange wins in the end.
/// 0 or more. Slow: for the moves of the root.
#[must_use]
pub fn loss(board: &Board, mv: Move, values: &Values) -> Score {
    let gain = gain(board, mv, values);
    // The most that can be lost is the piece that stands on the square then: a queen.
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

/// The value of what a move captures, and of its promotion.
fn gain(board: &Board, mv: Move, values: &Values) -> Score {
    let promotion = mv.promotion().map_or(0, |promoted| {
        values[promoted.index()] - values[PieceType::Pawn.index()]
    });
    captured_value(board, mv, values) + promotion
}

/// The value of what a move captures.
fn captured_value(board: &Board, mv: Move, values: &Values) -> Score {
    let captured = board.captured_type(mv);
    captured.map_or(0, |kind| values[kind.index()])
}

/// Whether the opponent, capturing back after `mv`, brings our `balance` below zero in the
/// end; `balance` is what we are ahead if the piece that moved is lost.
fn recaptures_pay(board: &Board, mv: Move, mut balance: Score, values: &Values) -> bool {
    let square = mv.to();
    let us = board.side_to_move();
    let mut occupied = (board.occupied() ^ mv.from().bitboard()) | square.bitboard();
    if mv.is_en_passant() {
        occupied ^= square.forward(!us).bitboard();
    }
    let diagonal = board.of_type(PieceType::Bishop) | board.of_type(PieceType::Queen);
    let straight = board.of_type(PieceType::Rook) | board.of_type(PieceType::Queen);
    let mut attackers = board.attackers_to(square, occupied) & occupied;
    let mut side = !us;
    loop {
        let own = attackers & board.of_color(side);
        let Some((kind, from)) = least_valuable(board, own) else {
            break;
        };
        if kind == PieceType::King && attackers.intersects(board.of_color(!side)) {
            // The king may not step into an attack.
            break;
        }
        occupied ^= from;
        if matches!(kind, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            attackers |= bishop_attacks(square, occupied) & diagonal;
        }
        if matches!(kind, PieceType::Rook | PieceType::Queen) {
            attackers |= rook_attacks(square, occupied) & straight;
        }
        attackers &= occupied;
        side = !side;
        // From the view of the side to move next: what it is ahead if it stops here, less
        // what just captured if it goes on and loses nothing more.
        balance = -balance - 1 - values[kind.index()];
        if balance >= 0 {
            break;
        }
    }
    // The side that has run out of captures has lost the exchange.
    side == us
}

/// The least valuable of some pieces: its type, and it as a set.
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

    /// What the positions of the Leorik engine's suite (`see.epd`) count with.
    const SUITE_VALUES: Values = [100, 300, 300, 500, 900, 0];

    #[test]
    fn exchanges_are_worth_what_the_suite_of_leorik_says() {
        for (fen, mv, value) in [
            (
                "6k1/1pp4p/p1pb4/6q1/3P1pRr/2P4P/PP1Br1P1/5RKN w - -",
                "f1f4",
                -100,
            ),
            (
                "5rk1/1pp2q1p/p1pb4/8/3P1NP1/2P5/1P1BQ1P1/5RK1 b - -",
                "d6f4",
                0,
            ),
            (
                "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -",
                "d3e5",
                -200,
            ),
            (
                "rnb2b1r/ppp2kpp/5n2/4P3/q2P3B/5R2/PPP2PPP/RN1QKB2 w Q -",
                "h4f6",
                100,
            ),
            (
                "r4rk1/3nppbp/bq1p1np1/2pP4/8/2N2NPP/PP2PPB1/R1BQR1K1 b - -",
                "b6b2",
                -800,
            ),
            (
                "2r2rk1/5pp1/pp5p/q2p4/P3n3/1Q3NP1/1P2PP1P/2RR2K1 b - -",
                "c8c1",
                0,
            ),
            (
                "5rk1/5pp1/2r4p/5b2/2R5/6Q1/R1P1qPP1/5NK1 b - -",
                "f5c2",
                -100,
            ),
            (
                "rnbqrbn1/pp3ppp/3p4/2p2k2/4p3/3B1K2/PPP2PPP/RNB1Q1NR w - -",
                "d3e4",
                100,
            ),
            (
                "2r1k2r/pb4pp/5p1b/2KB3n/4N3/2NP1PB1/PPP1P1PP/R2Q3R w k -",
                "d5c6",
                -300,
            ),
            (
                "2r1k2r/pb4pp/5p1b/2KB3n/1N2N3/3P1PB1/PPP1P1PP/R2Q3R w k -",
                "d5c6",
                0,
            ),
            (
                "5k2/p2P2pp/8/1pb5/1Nn1P1n1/6Q1/PPP4P/R3K1NR w KQ -",
                "d7d8q",
                800,
            ),
            (
                "r4k2/p2P2pp/8/1pb5/1Nn1P1n1/6Q1/PPP4P/R3K1NR w KQ -",
                "d7d8q",
                -100,
            ),
            (
                "4kbnr/p1P4p/b1q5/5pP1/4n3/5Q2/PP1PPP1P/RNB1KBNR w KQk f6",
                "g5f6",
                0,
            ),
            (
                "rnbqk2r/pp3ppp/2p1pn2/3p4/3P4/N1P1BN2/PPB1PPPb/R2Q1RK1 w kq -",
                "g1h2",
                300,
            ),
            ("3n3r/2P5/8/1k6/8/8/3Q4/4K3 w - -", "c7d8q", 700),
        ] {
            let board: Board = fen.parse().expect("a legal position");
            let mv: CoordinateMove = mv.parse().expect("a move");
            let mv = mv.resolve(&board).expect("a legal move");
            let wins = |threshold| wins_at_least(&board, mv, threshold, &SUITE_VALUES);
            assert!(wins(value), "{fen}: {mv} is worth {value}");
            assert!(!wins(value + 1), "{fen}: {mv} is worth {value} and no more");
            let (gain, loss) = (
                gain(&board, mv, &SUITE_VALUES),
                loss(&board, mv, &SUITE_VALUES),
            );
            assert_eq!(gain - loss, value, "{fen}: {mv} gains {gain}, loses {loss}");
        }
    }

    #[test]
    fn quiet_moves_and_castling_win_nothing() {
        let board: Board = "r3k2r/8/8/4p3/8/8/8/R2NK2R w KQkq - 0 1"
            .parse()
            .expect("legal");
        for mv in board.legal_moves().into_iter().filter(|mv| mv.is_quiet()) {
            assert!(!wins_at_least(&board, mv, 1, &SUITE_VALUES), "{mv}");
        }
    }
}
