//! The bitbase of king and pawn against king (KPK): for each position, whether the pawn wins.
//!
//! The bitbase is computed on first use, by retrograde analysis from the promotions, in less than
//! a millisecond. For each pawn and each square of the lone king, one bitboard holds the winning
//! squares of the other king, so bitboard operations solve 64 positions at once.
//! See <https://www.chessprogramming.org/KPK>.

use std::sync::LazyLock;

use super::values::{KNOWN_WIN, piece_value};
use crate::chess::attacks::{king_attacks, pawn_attacks};
use crate::chess::{Bitboard, Board, Color, File, PieceType, Rank, Square};
use crate::score::{DRAW, Score};

/// Bonus per rank of a winning pawn, in centipawns, so that the search pushes it.
const RANK_BONUS: Score = 20;

/// The winning positions for one square of the pawn. The index is the square of the lone king.
/// The set at this index holds the winning squares of the pawn's king.
#[derive(Clone, PartialEq, Eq)]
struct Wins {
    /// Positions in which the side with the pawn is to move.
    strong_moves: [Bitboard; 64],
    /// Positions in which the lone king is to move.
    weak_moves: [Bitboard; 64],
}

/// The bitbase, by [`index`] of the pawn. It covers pawns on the files a to d; positions with
/// other pawns are mirrored.
static TABLE: LazyLock<Vec<Wins>> = LazyLock::new(compute);

/// Returns the score of king and pawn against king, from the view of `strong`, the side with
/// the pawn.
pub(super) fn score(board: &Board, strong: Color, pawn: Square) -> Score {
    let (king, lone_king) = (board.king(strong), board.king(!strong));
    let [king, pawn, lone_king] = [king, pawn, lone_king].map(|square| seen_by(strong, square));
    if is_won(board.side_to_move() == strong, king, pawn, lone_king) {
        KNOWN_WIN + piece_value(PieceType::Pawn) + RANK_BONUS * pawn.rank().index() as Score
    } else {
        DRAW
    }
}

/// Returns `square` as seen by `strong`: for Black, the ranks are flipped.
fn seen_by(strong: Color, square: Square) -> Square {
    match strong {
        Color::White => square,
        Color::Black => square.flip_rank(),
    }
}

/// Returns whether a white pawn on `pawn` with its king on `king` wins against a lone king on
/// `lone_king`.
fn is_won(strong_to_move: bool, king: Square, pawn: Square, lone_king: Square) -> bool {
    let [king, pawn, lone_king] = if pawn.file() > File::D {
        [king, pawn, lone_king].map(|square| Square::from_index(square.index() ^ 7))
    } else {
        [king, pawn, lone_king]
    };
    let wins = &TABLE[index(pawn)];
    let kings = if strong_to_move {
        wins.strong_moves
    } else {
        wins.weak_moves
    };
    kings[lone_king.index()].contains(king)
}

/// Returns the index of a pawn in the bitbase. Pawns on the seventh rank come first, then those
/// on the sixth: pawns are solved in this order, since a push leads to an earlier entry.
const fn index(pawn: Square) -> usize {
    (Rank::Seventh.index() - pawn.rank().index()) * 4 + pawn.file().index()
}

/// Computes the bitbase.
fn compute() -> Vec<Wins> {
    let mut table = Vec::with_capacity(24);
    for rank in (1..=6).rev().map(Rank::from_index) {
        for file in [File::A, File::B, File::C, File::D] {
            let wins = solve(Square::new(file, rank), &table);
            table.push(wins);
        }
    }
    table
}

/// Returns the winning positions for `pawn`. `solved` contains those of all pawns that are
/// further advanced.
fn solve(pawn: Square, solved: &[Wins]) -> Wins {
    let mut wins = Wins {
        strong_moves: [Bitboard::EMPTY; 64],
        weak_moves: [Bitboard::EMPTY; 64],
    };
    // With the pawn's side to move, the lone king cannot be in check.
    let checked = pawn_attacks(Color::White, pawn);
    let places = || {
        Square::ALL
            .into_iter()
            .filter(|&lone_king| lone_king != pawn)
    };
    for lone_king in places().filter(|&lone_king| !checked.contains(lone_king)) {
        wins.strong_moves[lone_king.index()] =
            won_by_push(pawn, lone_king, solved) & kings(pawn, lone_king);
    }
    loop {
        let before = wins.clone();
        for lone_king in places() {
            let lost = all_moves_lose(pawn, lone_king, &wins.strong_moves);
            wins.weak_moves[lone_king.index()] = lost;
            if !checked.contains(lone_king) {
                wins.strong_moves[lone_king.index()] |= neighbors(lost) & kings(pawn, lone_king);
            }
        }
        if wins == before {
            return wins;
        }
    }
}

/// Returns the squares on which the pawn's king can stand, given the squares of the other pieces.
fn kings(pawn: Square, lone_king: Square) -> Bitboard {
    !(pawn.bitboard() | lone_king.bitboard() | king_attacks(lone_king))
}

/// Returns the squares of the pawn's king from which a single or double push wins.
fn won_by_push(pawn: Square, lone_king: Square, solved: &[Wins]) -> Bitboard {
    let target = pawn.forward(Color::White);
    if target == lone_king {
        return Bitboard::EMPTY;
    }
    let free = !target.bitboard();
    if target.rank() == Rank::Eighth {
        // A queen wins unless the lone king can capture it. If a queen would give stalemate, a
        // rook wins.
        let attacked = king_attacks(lone_king).contains(target);
        return if attacked { king_attacks(target) } else { free };
    }
    let won_after_push_to = |to: Square| solved[index(to)].weak_moves[lone_king.index()];
    let mut won = won_after_push_to(target);
    if pawn.rank() == Rank::Second {
        won |= won_after_push_to(target.forward(Color::White));
    }
    won & free
}

/// Returns the squares of the pawn's king for which every move of the lone king loses. Excludes
/// stalemate: the lone king must have a move. `won_after` contains the winning positions after
/// its move.
fn all_moves_lose(pawn: Square, lone_king: Square, won_after: &[Bitboard; 64]) -> Bitboard {
    let mut lost = kings(pawn, lone_king);
    let mut can_move = Bitboard::EMPTY;
    for to in king_attacks(lone_king) & !pawn_attacks(Color::White, pawn) {
        // The lone king cannot move next to the pawn's king.
        let forbidden = king_attacks(to);
        // After a capture of the pawn, nothing is won, so `won_after` is empty there.
        lost &= forbidden | won_after[to.index()];
        can_move |= !forbidden;
    }
    lost & can_move
}

/// Returns all squares from which a king can move to a square of `squares`.
fn neighbors(squares: Bitboard) -> Bitboard {
    let beside = squares.east() | squares.west();
    let rows = squares | beside;
    beside | rows.forward(Color::White) | rows.forward(Color::Black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Move;

    /// Returns the position with a white pawn, if it is legal.
    fn position(side: &str, king: Square, pawn: Square, lone_king: Square) -> Option<Board> {
        if king == pawn || king == lone_king || pawn == lone_king {
            return None;
        }
        let letter = |square| match square {
            _ if square == king => 'K',
            _ if square == pawn => 'P',
            _ if square == lone_king => 'k',
            _ => '1',
        };
        let rank = |rank: Rank| {
            let squares = File::ALL.map(|file| Square::new(file, rank));
            squares.map(letter).iter().collect::<String>()
        };
        let mut ranks = Rank::ALL.map(rank);
        ranks.reverse();
        format!("{} {side} - -", ranks.join("/")).parse().ok()
    }

    fn all_positions() -> impl Iterator<Item = Board> {
        let squares = || Square::ALL.into_iter();
        let two = move |pawn| {
            squares().flat_map(move |king| squares().map(move |lone_king| (king, pawn, lone_king)))
        };
        let placements = squares().flat_map(two);
        let sides = placements.flat_map(|placement| ["w", "b"].map(|side| (side, placement)));
        sides.filter_map(|(side, (king, pawn, lone_king))| position(side, king, pawn, lone_king))
    }

    fn is_won_on(board: &Board) -> bool {
        let pawn = board.of_type(PieceType::Pawn).first().expect("a pawn");
        let white_moves = board.side_to_move() == Color::White;
        let [king, lone_king] = Color::ALL.map(|color| board.king(color));
        is_won(white_moves, king, pawn, lone_king)
    }

    /// Returns whether the position after a move of either side is won for White.
    fn leads_to_win(board: &Board, mv: Move) -> bool {
        let after = board.after(mv);
        match mv.promotion() {
            None => after.of_type(PieceType::Pawn).any() && is_won_on(&after),
            // A queen or a rook can force mate, a minor piece cannot.
            Some(PieceType::Queen | PieceType::Rook) => {
                let is_capture = |reply: &Move| reply.is_capture();
                !after.is_stalemate() && !after.legal_moves().iter().any(is_capture)
            }
            Some(_) => false,
        }
    }

    /// Compares the bitbase with the results of all legal moves.
    #[test]
    fn a_position_is_won_if_a_move_of_white_wins_or_all_moves_of_black_lose() {
        for board in all_positions() {
            let moves = board.legal_moves();
            let wins = |&mv: &Move| leads_to_win(&board, mv);
            let won = match board.side_to_move() {
                Color::White => moves.iter().any(wins),
                Color::Black => !moves.is_empty() && moves.iter().all(wins),
            };
            assert_eq!(is_won_on(&board), won, "{board:?}");
        }
    }

    #[test]
    fn pawns_on_half_of_the_board_have_111_282_wins() {
        let count = |squares: &[Bitboard; 64]| squares.iter().map(|set| set.count()).sum::<u32>();
        let counts = |wins: &Wins| [count(&wins.strong_moves), count(&wins.weak_moves)];
        let sum = |a: [u32; 2], b: [u32; 2]| [a[0] + b[0], a[1] + b[1]];
        let [strong, weak] = TABLE.iter().map(counts).fold([0, 0], sum);
        // With White to move and with Black to move.
        assert_eq!((strong, weak), (62_480, 48_802));
    }
}
