//! A lone king against the rest: won if what is left can mate, and then driven to where it
//! is mated.
//!
//! A search sees a mate only when it is near. Until then it is led by what every manual
//! says: the lone king belongs on the edge, with bishop and knight into a corner of the
//! bishop's color, and our king next to it.
//! See <https://www.chessprogramming.org/Mop-up_Evaluation>.

use super::kpk;
use crate::chess::attacks::{attacks, king_attacks};
use crate::chess::{Bitboard, Board, Color, PieceType, Square};
use crate::eval::values::{KNOWN_WIN, piece_value};
use crate::score::{DRAW, Score};

/// For each step that the lone king is farther from the centre, in centipawns.
const TO_EDGE: Score = 40;

/// The same for each diagonal that it is nearer to a corner of the bishop's color.
const TO_CORNER: Score = 60;

/// For each king's move that our king is nearer to the lone one.
const TO_KING: Score = 20;

/// For each king's move that bishop and knight are nearer to it: they must work together
/// where it is, and without this a short search leaves one of them far off.
const MEN_TO_KING: Score = 10;

/// The score from the view of the side to move, where knowledge alone gives it: one side
/// has its king and nothing else, and the other wins by force or cannot win at all.
#[inline]
pub(in crate::eval) fn known(board: &Board) -> Option<Score> {
    let weak = Color::ALL
        .into_iter()
        .find(|&color| !board.of_color(color).more_than_one())?;
    let score = against_lone_king(board, !weak)?;
    Some(if board.side_to_move() == weak {
        -score
    } else {
        score
    })
}

/// The score of the side `strong` against a lone king; `None` where it takes a search to
/// tell, as with pawns and a knight.
fn against_lone_king(board: &Board, strong: Color) -> Option<Score> {
    let men = board.of_color(strong) & !board.of_type(PieceType::King);
    let pawns = men & board.of_type(PieceType::Pawn);
    if men == pawns && !men.more_than_one() {
        return Some(
            men.first()
                .map_or(DRAW, |pawn| kpk::score(board, strong, pawn)),
        );
    }
    if !can_mate(board, men) {
        return pawns.is_empty().then_some(DRAW);
    }
    if board.side_to_move() != strong && !board.is_in_check() && !board.has_legal_moves() {
        return Some(DRAW);
    }
    can_mate(board, men & !lost(board, strong, men)).then(|| won(board, strong, men))
}

/// Whether these men of one side can force mate on a lone king, pawns left out.
fn can_mate(board: &Board, men: Bitboard) -> bool {
    let of = |kind| men & board.of_type(kind);
    let (knights, bishops) = (of(PieceType::Knight), of(PieceType::Bishop));
    let heavy = of(PieceType::Rook) | of(PieceType::Queen);
    heavy.any() || has_both_colors(bishops) || bishops.any() && knights.any() || knights.count() > 2
}

/// Whether there are squares of both colors among these.
fn has_both_colors(squares: Bitboard) -> bool {
    squares.intersects(Bitboard::DARK) && squares.intersects(!Bitboard::DARK)
}

/// The men that the lone king will take: those it attacks and nothing guards, unless it is
/// our move and there is but one to be saved.
fn lost(board: &Board, strong: Color, men: Bitboard) -> Bitboard {
    let attacked = king_attacks(board.king(!strong)) & men;
    if attacked.is_empty() {
        return attacked;
    }
    let occupied = board.occupied();
    let guarded = board
        .of_color(strong)
        .into_iter()
        .fold(Bitboard::EMPTY, |all, square| {
            let kind = board.piece_type_at(square).expect("a man of ours is there");
            all | attacks(kind, strong, square, occupied)
        });
    let hanging = attacked & !guarded;
    if board.side_to_move() == strong && !hanging.more_than_one() {
        return Bitboard::EMPTY;
    }
    hanging
}

/// How far a win by these men has come.
fn won(board: &Board, strong: Color, men: Bitboard) -> Score {
    let weak = board.king(!strong);
    let material: Score = PieceType::ALL
        .into_iter()
        .map(|kind| piece_value(kind) * (men & board.of_type(kind)).count() as Score)
        .sum();
    let bishops = men & board.of_type(PieceType::Bishop);
    let needs_corner = !can_mate(board, men & !bishops) && !has_both_colors(bishops);
    let near = |square: Square| 7 - square.distance(weak) as Score;
    let driven = if needs_corner {
        TO_CORNER * toward_corner(weak, bishops.intersects(Bitboard::DARK))
            + MEN_TO_KING * men.into_iter().map(near).sum::<Score>()
    } else {
        TO_EDGE * from_centre(weak)
    };
    KNOWN_WIN + material + driven + TO_KING * near(board.king(strong))
}

/// Steps along files and ranks from the four squares in the centre: 0 to 6.
fn from_centre(square: Square) -> Score {
    let steps = |index: usize| index.abs_diff(7 - index) / 2;
    (steps(square.file().index()) + steps(square.rank().index())) as Score
}

/// How many diagonals a square is from the long one between the corners of the other color,
/// 7 being the corners of this color: a1 and h8 are dark.
fn toward_corner(square: Square, dark: bool) -> Score {
    let (file, rank) = (square.file().index(), square.rank().index());
    let across = if dark { 7 - file } else { file };
    across.abs_diff(rank) as Score
}
