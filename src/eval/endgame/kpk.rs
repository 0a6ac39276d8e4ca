//! King and pawn against king: whether the pawn wins, for every position.
//!
//! The table is worked out backwards from promotions when it is first asked, in less than a
//! millisecond: for a pawn and the king that fights it, one bitboard holds all squares of
//! the pawn's king that win, so that 64 positions are solved at once.
//! See <https://www.chessprogramming.org/KPK>.

use std::sync::LazyLock;

use crate::chess::attacks::{king_attacks, pawn_attacks};
use crate::chess::{Bitboard, Board, Color, File, PieceType, Rank, Square};
use crate::eval::values::{KNOWN_WIN, piece_value};
use crate::score::{DRAW, Score};

/// What a pawn that will win gains by each rank, in centipawns: so that it is pushed.
const PER_RANK: Score = 20;

/// The positions with one pawn in which it wins: by the square of the lone king, the
/// squares of the pawn's king.
#[derive(Clone, PartialEq, Eq)]
struct Wins {
    /// Where the side with the pawn is to move.
    strong_moves: [Bitboard; 64],
    /// Where the lone king is to move.
    weak_moves: [Bitboard; 64],
}

/// By pawn; those on the files a to d, for the others are their mirror images.
static TABLE: LazyLock<Vec<Wins>> = LazyLock::new(table);

/// The score of the side `strong`, which has a pawn and its king, against a lone king.
pub(super) fn score(board: &Board, strong: Color, pawn: Square) -> Score {
    let (king, weak) = (board.king(strong), board.king(!strong));
    let [king, pawn, weak] = [king, pawn, weak].map(|square| from_white(strong, square));
    if is_won(board.side_to_move() == strong, king, pawn, weak) {
        KNOWN_WIN + piece_value(PieceType::Pawn) + PER_RANK * pawn.rank().index() as Score
    } else {
        DRAW
    }
}

/// The square as White would see it, were White the side `strong`.
fn from_white(strong: Color, square: Square) -> Square {
    match strong {
        Color::White => square,
        Color::Black => square.flip_rank(),
    }
}

/// Whether a white pawn and its king win against the lone king on `weak`.
fn is_won(strong_to_move: bool, king: Square, pawn: Square, weak: Square) -> bool {
    let [king, pawn, weak] = if pawn.file() > File::D {
        [king, pawn, weak].map(|square| Square::from_index(square.index() ^ 7))
    } else {
        [king, pawn, weak]
    };
    let wins = &TABLE[index(pawn)];
    let kings = if strong_to_move {
        wins.strong_moves
    } else {
        wins.weak_moves
    };
    kings[weak.index()].contains(king)
}

/// Pawns on the seventh rank come first, then those on the sixth: in the order in which
/// they are solved.
const fn index(pawn: Square) -> usize {
    (Rank::Seventh.index() - pawn.rank().index()) * 4 + pawn.file().index()
}

fn table() -> Vec<Wins> {
    let mut table = Vec::with_capacity(24);
    for rank in (1..=6).rev().map(Rank::from_index) {
        for file in [File::A, File::B, File::C, File::D] {
            let wins = solve(Square::new(file, rank), &table);
            table.push(wins);
        }
    }
    table
}

/// All wins with this pawn, given those of the pawns that are farther.
fn solve(pawn: Square, farther: &[Wins]) -> Wins {
    let mut wins = Wins {
        strong_moves: [Bitboard::EMPTY; 64],
        weak_moves: [Bitboard::EMPTY; 64],
    };
    let checked = pawn_attacks(Color::White, pawn);
    let places = || Square::ALL.into_iter().filter(|&weak| weak != pawn);
    for weak in places().filter(|&weak| !checked.contains(weak)) {
        wins.strong_moves[weak.index()] = won_by_push(pawn, weak, farther) & kings(pawn, weak);
    }
    loop {
        let before = wins.clone();
        for weak in places() {
            let lost = all_moves_lose(pawn, weak, &wins.strong_moves);
            wins.weak_moves[weak.index()] = lost;
            if !checked.contains(weak) {
                wins.strong_moves[weak.index()] |= neighbors(lost) & kings(pawn, weak);
            }
        }
        if wins == before {
            return wins;
        }
    }
}

/// Where the pawn's king may stand.
fn kings(pawn: Square, weak: Square) -> Bitboard {
    !(pawn.bitboard() | weak.bitboard() | king_attacks(weak))
}

/// The squares of the pawn's king from which pushing the pawn, one square or two, wins.
fn won_by_push(pawn: Square, weak: Square, farther: &[Wins]) -> Bitboard {
    let target = pawn.forward(Color::White);
    if target == weak {
        return Bitboard::EMPTY;
    }
    let free = !target.bitboard();
    if target.rank() == Rank::Eighth {
        // Any queen wins that is not taken at once; a rook does where it would stalemate.
        let attacked = king_attacks(weak).contains(target);
        return if attacked { king_attacks(target) } else { free };
    }
    let after = |pawn: Square| farther[index(pawn)].weak_moves[weak.index()];
    let mut won = after(target);
    if pawn.rank() == Rank::Second {
        won |= after(target.forward(Color::White));
    }
    won & free
}

/// The squares of the pawn's king at which every move of the lone king loses, and there is
/// one: else it is stalemate.
fn all_moves_lose(pawn: Square, weak: Square, won_after: &[Bitboard; 64]) -> Bitboard {
    let mut lost = kings(pawn, weak);
    let mut can_move = Bitboard::EMPTY;
    for to in king_attacks(weak) & !pawn_attacks(Color::White, pawn) {
        // From next to it, the pawn's king forbids the square.
        let forbidden = king_attacks(to);
        // Nothing is won behind the capture of the pawn.
        lost &= forbidden | won_after[to.index()];
        can_move |= !forbidden;
    }
    lost & can_move
}

/// All squares next to these: not the squares themselves, for a king cannot pass.
fn neighbors(squares: Bitboard) -> Bitboard {
    let beside = squares.east() | squares.west();
    let rows = squares | beside;
    beside | rows.forward(Color::White) | rows.forward(Color::Black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Move;

    /// The position with a white pawn, if it is legal.
    fn position(side: &str, king: Square, pawn: Square, weak: Square) -> Option<Board> {
        if king == pawn || king == weak || pawn == weak {
            return None;
        }
        let letter = |square| match square {
            _ if square == king => 'K',
            _ if square == pawn => 'P',
            _ if square == weak => 'k',
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
        let pawns = Square::ALL[8..56].iter().copied();
        let squares = || Square::ALL.into_iter();
        let sides = pawns.flat_map(|pawn| ["w", "b"].map(|side| (side, pawn)));
        let kings =
            sides.flat_map(move |(side, pawn)| squares().map(move |king| (side, king, pawn)));
        kings.flat_map(move |(side, king, pawn)| {
            squares().filter_map(move |weak| position(side, king, pawn, weak))
        })
    }

    fn is_won_on(board: &Board) -> bool {
        let pawn = board.of_type(PieceType::Pawn).first().expect("a pawn");
        let white_moves = board.side_to_move() == Color::White;
        is_won(
            white_moves,
            board.king(Color::White),
            pawn,
            board.king(Color::Black),
        )
    }

    /// Whether White's move wins, and Black's loses.
    fn leads_to_win(board: &Board, mv: Move) -> bool {
        let after = board.after(mv);
        match mv.promotion() {
            None => after.of_type(PieceType::Pawn).any() && is_won_on(&after),
            // A queen or a rook mates; a minor piece does not.
            Some(PieceType::Queen | PieceType::Rook) => {
                let taken = |mv: &Move| mv.is_capture();
                !after.is_stalemate() && !after.legal_moves().iter().any(taken)
            }
            Some(_) => false,
        }
    }

    /// The table is worked out by sets of squares; this holds it against the rules.
    #[test]
    fn every_position_is_won_if_a_move_wins_it_or_all_moves_lose_it() {
        for board in all_positions() {
            let moves = board.legal_moves();
            let leads_to_win = |&mv: &Move| leads_to_win(&board, mv);
            let won = match board.side_to_move() {
                Color::White => moves.iter().any(leads_to_win),
                Color::Black => !moves.is_empty() && moves.iter().all(leads_to_win),
            };
            assert_eq!(is_won_on(&board), won, "{board:?}");
        }
    }

    #[test]
    fn half_of_the_board_has_111_282_wins() {
        let count = |squares: &[Bitboard; 64]| squares.iter().map(|set| set.count()).sum::<u32>();
        let wins = |wins: &Wins| [count(&wins.strong_moves), count(&wins.weak_moves)];
        let sum = |a: [u32; 2], b: [u32; 2]| [a[0] + b[0], a[1] + b[1]];
        let [strong, weak] = TABLE.iter().map(wins).fold([0, 0], sum);
        // With White to move, and with Black.
        assert_eq!((strong, weak), (62_480, 48_802));
    }
}
