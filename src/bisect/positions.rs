//! Built-in start positions. For each rule, the counts of at least one position change within a few
//! plies if a generator breaks the rule.
//!
//! The positions of <https://www.chessprogramming.org/Perft_Results> come first, then positions
//! for one rule each. Most have few pieces, so that a wrong move is easy to see. Each position is
//! followed by the same position with colors exchanged, because a generator may be right only
//! for White.

use super::path::MovePath;

/// A position at which a comparison begins.
#[derive(Clone, Debug)]
pub struct StartPosition {
    pub name: String,
    pub path: MovePath,
    /// Published counts: depth in plies and nodes.
    pub published: Vec<(u32, u64)>,
}

/// The name of a position and its FEN.
type Named = (&'static str, &'static str);

/// Positions of standard chess.
#[rustfmt::skip]
const STANDARD: &[Named] = &[
    ("initial position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("position 2, Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
    ("position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
    // Pawns.
    ("double push with a piece on its first or second square", "4k3/8/8/8/1n1N4/2n1N3/PPPPP3/4K3 w - - 0 1"),
    ("pawns at the edges, with pieces at the opposite edge", "4k3/8/n7/n6n/P6n/n6P/P6P/4K3 w - - 0 1"),
    ("pawns with pieces straight ahead that they must not capture", "4k3/8/8/3n1b2/3P1P2/8/8/4K3 w - - 0 1"),
    ("promotions with and without capture", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"),
    ("promotion in a corner and under attack", "8/Pk6/8/8/8/8/6Kp/8 w - - 0 1"),
    ("promotion by a pinned pawn that captures the pinning piece", "2b4k/1P6/K7/8/8/8/8/8 w - - 0 1"),
    ("no promotion by a pawn that is pinned along its rank", "n6k/KP5r/8/8/8/8/8/8 w - - 0 1"),
    ("promotion that blocks a check", "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1"),
    ("promotion that gives check", "4k3/1P6/8/8/8/8/K7/8 w - - 0 1"),
    ("promotion to a knight that gives check", "8/P1k5/K7/8/8/8/8/8 w - - 0 1"),
    // En passant.
    ("en passant by two pawns", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1"),
    ("en passant on the a-file, with a pawn on the h-file", "4k3/8/8/pP6/7P/8/8/4K3 w - a6 0 1"),
    ("en passant on the h-file, with a pawn on the a-file", "4k3/8/P7/6Pp/8/8/8/4K3 w - h6 0 1"),
    ("en passant only immediately, and not after single pushes", "4k3/8/8/8/1p1p1p2/P1P5/4P1P1/4K3 w - - 0 1"),
    ("en passant that would open the rank", "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1"),
    ("en passant that would open the rank, after the push", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1"),
    ("en passant by one of two pawns on the king's rank", "8/8/8/K1PpP2r/8/8/8/7k w - d6 0 1"),
    ("en passant that would open the file", "k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
    ("en passant that would open a diagonal", "8/6b1/8/3pP3/8/2K5/8/k7 w - d6 0 1"),
    ("en passant along the line of a pin", "k7/2b5/8/3pP3/8/6K1/8/8 w - d6 0 1"),
    ("en passant after a push that may open a diagonal", "8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1"),
    ("en passant that captures the checking pawn", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"),
    ("en passant that does not end another check", "4b2k/8/8/3pP3/K7/8/8/8 w - d6 0 1"),
    ("en passant that uncovers a check on the other king", "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1"),
    // Castling.
    ("castling on both sides", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ("castling with and without its right", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1"),
    ("castling that gives check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1"),
    ("castling on the a-side that gives check", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1"),
    ("castling out of check", "4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
    ("castling through check to the h-side", "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
    ("castling through check to the a-side", "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
    ("castling into check to the h-side", "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
    ("castling into check to the a-side", "2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
    ("castling through a square that a pawn attacks", "4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1"),
    ("castling to a square that a king attacks", "8/8/8/8/8/8/1k6/R3K3 w Q - 0 1"),
    ("castling through a square that a knight attacks", "4k3/8/8/8/8/4n3/8/R3K2R w KQ - 0 1"),
    ("castling in which only the rook crosses an attacked square", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
    ("castling with attacked rooks", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"),
    ("castling with an own piece between king and rook", "r3kb1r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1"),
    ("castling with an enemy piece between king and rook", "r3k1Nr/8/8/8/8/8/8/Rn2K2R w KQkq - 0 1"),
    ("castling rights of rooks that bishops may capture", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1"),
    ("castling rights of rooks that knights may capture", "r3k2r/8/1N4N1/8/8/8/8/4K3 w kq - 0 1"),
    ("castling rights of rooks that pawns may capture", "r3k2r/1P4P1/8/8/8/8/8/4K3 w kq - 0 1"),
    ("castling prevented by queens", "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1"),
    // Pins.
    ("pins in all eight directions", "4r3/1q5b/k7/3PPB2/r2NKR1r/3PQN2/8/1b2r2q w - - 0 1"),
    ("pinned knights, which cannot move", "4r2k/8/8/b7/8/2N1N3/8/4K3 w - - 0 1"),
    ("pawn pinned along a diagonal, and a bishop behind its own pawn", "7k/8/8/7b/b5p1/5P2/2P1P3/3K4 w - - 0 1"),
    ("a pinned piece that cannot end a check", "4r1k1/8/8/8/8/3n4/4B3/4K3 w - - 0 1"),
    // Checks.
    ("double check by rook and knight", "4r1k1/8/8/8/8/5n2/3B2P1/4K2R w K - 0 1"),
    ("double check by rook and bishop", "4r1k1/8/8/8/7b/8/3N4/2R1KR2 w - - 0 1"),
    ("double checks after a move", "k3r3/8/8/4n3/8/8/2B5/4K3 b - - 0 1"),
    ("check by a knight", "6k1/8/8/8/8/5n2/4P1P1/4K2R w K - 0 1"),
    ("check that a double push may block", "7k/8/8/8/K6r/8/4P3/8 w - - 0 1"),
    ("check by a slider that may be blocked or captured", "R3r1k1/8/8/8/8/B7/8/3NK3 w - - 0 1"),
    ("king that must not move away along the line of a rook", "4r1k1/8/8/8/4K3/8/8/8 w - - 0 1"),
    ("king that must not move away along the line of a bishop", "7k/8/8/8/8/2K5/8/b7 w - - 0 1"),
    ("king among protected and unprotected pieces", "4kr2/8/8/8/8/8/8/3nKb2 w - - 0 1"),
    ("king in front of pawns, which do not attack straight ahead", "4k3/8/2p1p3/8/3K4/8/8/8 w - - 0 1"),
    ("kings facing each other", "8/8/8/3k4/8/3K4/8/8 w - - 0 1"),
    ("discovered checks", "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1"),
    // Very few or very many moves.
    ("checkmate", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"),
    ("stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
    ("stalemates and checkmates after a few plies", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1"),
    ("self-stalemate", "K1k5/8/P7/8/8/8/8/8 w - - 0 1"),
    ("draw by the fifty-move rule", "4k3/8/8/8/8/8/4P3/4K3 w - - 100 90"),
    ("pieces at the edges", "N6n/1k6/8/q6R/R6q/8/6K1/b6B w - - 0 1"),
    ("218 moves", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"),
];

/// Positions of Chess960, for programs that support it.
#[rustfmt::skip]
const CHESS960: &[Named] = &[
    ("Chess960 position 1", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"),
    ("Chess960 position 2", "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9"),
    ("Chess960 position 3", "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9"),
    ("king and rook that swap squares", "5k2/8/8/8/8/8/8/5KR1 w G - 0 1"),
    ("king that does not move", "1k6/8/8/8/8/8/8/6KR w H - 0 1"),
    ("king that crosses the board", "rk6/8/8/8/8/8/8/1K5R w H - 0 1"),
    ("king that crosses an attacked square", "2k1r3/8/8/8/8/8/8/1K5R w H - 0 1"),
    ("rook that does not move", "2k5/8/8/8/8/8/8/3RK3 w D - 0 1"),
    ("rook that shields the king", "k7/8/8/8/8/8/8/qRK5 w B - 0 1"),
    ("rook that shields the target of the king", "4r3/3k4/8/8/8/8/6PP/qR1K1R2 w FB - 0 1"),
    ("castling right of the inner of two rooks", "4k3/8/8/8/8/8/8/4K1RR w G - 0 1"),
    ("castling with other pieces in the way", "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w EAea - 0 1"),
    ("castling to the a-side with king and rook near it", "r1k2r1q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K2R1Q w FAfa - 0 1"),
    ("castling rights of rooks that may be captured", "1r2k1r1/8/8/8/8/2N2B2/8/1R2K1R1 w GBgb - 0 1"),
];

/// Returns the positions of standard chess, and, if `with_chess960` is set, those of Chess960. Each
/// is followed by the same position with colors exchanged.
pub fn built_in(with_chess960: bool) -> Vec<StartPosition> {
    let chess960 = if with_chess960 { CHESS960 } else { &[] };
    let start = |(name, fen): (String, String)| StartPosition {
        name,
        path: MovePath::new(&fen).expect("the built-in positions are valid"),
        published: Vec::new(),
    };
    let both = |&(name, fen): &Named| {
        let exchanged = format!("{name}, colors exchanged");
        [
            (name.to_owned(), fen.to_owned()),
            (exchanged, with_colors_exchanged(fen)),
        ]
        .map(start)
    };
    STANDARD.iter().chain(chess960).flat_map(both).collect()
}

/// Returns the FEN of the same position with White and Black exchanged. A [`Board`] cannot do
/// this: it drops an en passant square where the capture is illegal.
///
/// [`Board`]: crate::chess::Board
fn with_colors_exchanged(fen: &str) -> String {
    let exchanged = |c: char| {
        if c.is_ascii_uppercase() {
            c.to_ascii_lowercase()
        } else {
            c.to_ascii_uppercase()
        }
    };
    let fields: Vec<&str> = fen.split(' ').collect();
    let ranks: Vec<&str> = fields[0].split('/').rev().collect();
    let pieces: String = ranks.join("/").chars().map(exchanged).collect();
    let side_to_move = if fields[1] == "w" { "b" } else { "w" };
    let mut rights: Vec<char> = fields[2].chars().map(exchanged).collect();
    // A FEN lists White's rights first.
    rights.sort_by_key(char::is_ascii_lowercase);
    let rights: String = rights.into_iter().collect();
    let other_rank = |c| match c {
        '3' => '6',
        '6' => '3',
        c => c,
    };
    let en_passant: String = fields[3].chars().map(other_rank).collect();
    let clocks = fields[4..].join(" ");
    format!("{pieces} {side_to_move} {rights} {en_passant} {clocks}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::perft;

    /// Strict parsers, for example python-chess, reject castling rights in another order.
    #[test]
    fn positions_are_reachable_in_games_and_written_as_in_the_standard() {
        for start in built_in(true) {
            let (board, name) = (start.path.board(), start.name);
            assert_eq!(start.path.notes, [], "{name}");
            let rights = |fen: &str| fen.split(' ').nth(2).map(str::to_owned);
            let expected = [board.to_string(), board.shredder_fen()].map(|fen| rights(&fen));
            assert!(expected.contains(&rights(start.path.start_fen())), "{name}");
        }
        let needs_it = |start: &StartPosition| start.path.board().needs_chess960_notation();
        assert!(!built_in(false).iter().any(needs_it));
        assert!(built_in(true).iter().any(needs_it));
    }

    #[test]
    fn exchanging_colors_does_not_change_counts() {
        for pair in built_in(true).chunks(2) {
            for depth in 1..=2 {
                let [a, b] = [&pair[0], &pair[1]].map(|start| perft(start.path.board(), depth));
                assert_eq!(a, b, "{}", pair[0].name);
            }
        }
    }
}
