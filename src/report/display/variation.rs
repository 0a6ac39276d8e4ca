//! Moves and scores as people write them: SAN with move numbers, and pawns from White's view.
//! See <https://www.chessprogramming.org/Portable_Game_Notation#Movetext_Section>.

use crate::chess::san::San;
use crate::chess::{Board, Color, Move};
use crate::score::{Bound, Meaning, Score, negate_for_black};
use crate::uci::game::number;

/// Returns legal moves from `board` on in SAN, with move numbers: `1. e4 e5 2. Nf3`.
pub fn variation(board: &Board, moves: &[Move]) -> String {
    let mut board = *board;
    let mut words = Vec::with_capacity(moves.len());
    for (i, &mv) in moves.iter().enumerate() {
        words.push(numbered(&board, mv, i == 0));
        board.make_move(mv);
    }
    words.join(" ")
}

/// Returns a legal move in SAN. White's moves have a number, and Black's if `is_first`: `1... e5`.
pub fn numbered(board: &Board, mv: Move, is_first: bool) -> String {
    let san = San::new(board, mv);
    match (board.side_to_move(), is_first) {
        (Color::Black, false) => san.to_string(),
        _ => format!("{} {san}", number(board)),
    }
}

/// Returns a score of `side` from White's view: in pawns, or the number of moves to mate after `#`,
/// negative if Black mates. `>` or `<` marks a bound.
pub fn score(score: Score, bound: Bound, side: Color) -> String {
    let sign = match (bound, side) {
        (Bound::Exact, _) => "",
        (Bound::Lower, Color::White) | (Bound::Upper, Color::Black) => ">",
        (Bound::Upper, Color::White) | (Bound::Lower, Color::Black) => "<",
    };
    match Meaning::of(score) {
        Meaning::Centipawns(centipawns) => {
            sign.to_owned() + &pawns(negate_for_black(centipawns, side))
        }
        Meaning::Mate(moves) => format!("{sign}#{}", negate_for_black(moves, side)),
    }
}

/// Returns centipawns as pawns, with a sign.
pub fn pawns(centipawns: Score) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}

#[cfg(test)]
mod tests {
    use crate::score::mate_in;

    use super::*;

    #[test]
    fn scores_are_from_the_view_of_white() {
        for (found, bound, white, black) in [
            (34, Bound::Exact, "+0.34", "-0.34"),
            (-500, Bound::Lower, ">-5.00", "<+5.00"),
            (mate_in(1), Bound::Exact, "#1", "#-1"),
            (mate_in(2), Bound::Exact, "#1", "#-1"),
            (mate_in(3), Bound::Upper, "<#2", ">#-2"),
        ] {
            assert_eq!(score(found, bound, Color::White), white);
            assert_eq!(score(found, bound, Color::Black), black);
        }
    }
}
