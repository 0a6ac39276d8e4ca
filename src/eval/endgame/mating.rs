//! Endgames that the network does not know well: against a lone king, and of one piece against a
//! weaker one without pawns, such as queen against rook.
//!
//! A mate is often beyond the search horizon. Until it is found, the score rewards progress: the
//! weaker king is driven to the edge of the board, and the other king approaches it. Bishop and
//! knight must drive a lone king to a corner of the bishop's color. A king with a piece is also
//! driven away from it: other evaluations hardly change on the way to the win, so a search alone
//! seldom wins within fifty moves. Most endgames of a rook against a minor piece are drawn, so
//! their material counts little. See <https://www.chessprogramming.org/Mop-up_Evaluation>.

use super::kpk;
use super::values::{KNOWN_WIN, piece_value};
use crate::chess::attacks::{attacks, king_attacks};
use crate::chess::{Bitboard, Board, Color, PieceType, Square};
use crate::score::{DRAW, EVALUATION_BOUND, Score};

/// Bonus per step of the lone king away from the center, in centipawns.
const EDGE_BONUS: Score = 40;

/// Bonus per diagonal by which the lone king is nearer to a corner of the bishop's color, in
/// centipawns.
const CORNER_BONUS: Score = 60;

/// Bonus per king move by which the own king is nearer to the lone king, in centipawns.
const KING_DISTANCE_BONUS: Score = 20;

/// Bonus per king move by which bishop or knight is nearer to the lone king, in centipawns. The
/// two pieces must cooperate near it. Without this bonus, a shallow search leaves one of them far
/// away.
const PIECE_DISTANCE_BONUS: Score = 10;

/// Returns the score from the view of the side to move in endgames that the network does not
/// know well: against a lone king, if it is known without a search, and of one piece against a
/// weaker one. `None` in all other positions.
#[inline]
pub(in crate::eval) fn known_score(board: &Board) -> Option<Score> {
    against_lone_king(board).or_else(|| one_against_weaker(board))
}

/// Returns the score from the view of the side to move, if the score is known without a search.
/// This is so if one side has only its king, and the other side wins by force or cannot win. `None`
/// in all other positions.
#[inline]
fn against_lone_king(board: &Board) -> Option<Score> {
    let weak = Color::ALL
        .into_iter()
        .find(|&color| !board.of_color(color).more_than_one())?;
    let score = lone_king_score(board, !weak)?;
    Some(if board.side_to_move() == weak {
        -score
    } else {
        score
    })
}

/// Returns the score from the view of `strong` against a lone king. `None` if only a search can
/// find it, for example with a knight and pawns.
fn lone_king_score(board: &Board, strong: Color) -> Option<Score> {
    let pieces = board.of_color(strong) & !board.of_type(PieceType::King);
    let pawns = pieces & board.of_type(PieceType::Pawn);
    if pieces == pawns && !pieces.more_than_one() {
        return Some(
            pieces
                .first()
                .map_or(DRAW, |pawn| kpk::score(board, strong, pawn)),
        );
    }
    if !can_mate(board, pieces) {
        return pawns.is_empty().then_some(DRAW);
    }
    if board.side_to_move() != strong && !board.is_in_check() && !board.has_legal_moves() {
        return Some(DRAW);
    }
    can_mate(board, pieces & !lost_pieces(board, strong, pieces))
        .then(|| won_score(board, strong, pieces))
}

/// Returns whether these pieces of one side can force mate against a lone king. Ignores pawns.
fn can_mate(board: &Board, pieces: Bitboard) -> bool {
    let of = |kind| pieces & board.of_type(kind);
    let (knights, bishops) = (of(PieceType::Knight), of(PieceType::Bishop));
    let heavy = of(PieceType::Rook) | of(PieceType::Queen);
    heavy.any() || has_both_colors(bishops) || bishops.any() && knights.any() || knights.count() > 2
}

/// Returns whether `squares` contains light and dark squares.
fn has_both_colors(squares: Bitboard) -> bool {
    squares.intersects(Bitboard::DARK) && squares.intersects(!Bitboard::DARK)
}

/// Returns the pieces that the lone king can capture: those that it attacks and nothing defends.
/// If `strong` is to move, a single such piece can be saved and is not lost.
fn lost_pieces(board: &Board, strong: Color, pieces: Bitboard) -> Bitboard {
    let attacked = king_attacks(board.king(!strong)) & pieces;
    if attacked.is_empty() {
        return attacked;
    }
    let occupied = board.occupied();
    let defended = board
        .of_color(strong)
        .into_iter()
        .fold(Bitboard::EMPTY, |all, square| {
            let kind = board.piece_type_at(square).expect("the square is occupied");
            all | attacks(kind, strong, square, occupied)
        });
    let hanging = attacked & !defended;
    if board.side_to_move() == strong && !hanging.more_than_one() {
        return Bitboard::EMPTY;
    }
    hanging
}

/// Returns the score of a won endgame. It grows as `strong` gets nearer to mate, up to
/// [`EVALUATION_BOUND`]: with nine queens, for example, progress need not be rewarded.
fn won_score(board: &Board, strong: Color, pieces: Bitboard) -> Score {
    let lone_king = board.king(!strong);
    let material: Score = PieceType::ALL
        .into_iter()
        .map(|kind| piece_value(kind) * (pieces & board.of_type(kind)).count() as Score)
        .sum();
    let bishops = pieces & board.of_type(PieceType::Bishop);
    let needs_corner = !can_mate(board, pieces & !bishops) && !has_both_colors(bishops);
    let driven = if needs_corner {
        CORNER_BONUS * closeness_to_corner(lone_king, bishops.intersects(Bitboard::DARK))
            + PIECE_DISTANCE_BONUS
                * pieces
                    .into_iter()
                    .map(|piece| closeness(piece, lone_king))
                    .sum::<Score>()
    } else {
        EDGE_BONUS * distance_from_center(lone_king)
    };
    let approach = KING_DISTANCE_BONUS * closeness(board.king(strong), lone_king);
    (KNOWN_WIN + material + driven + approach).min(EVALUATION_BOUND)
}

/// Returns 7, the largest distance on the board in king moves, minus the distance of two squares.
fn closeness(a: Square, b: Square) -> Score {
    7 - a.distance(b) as Score
}

/// Returns the number of steps along files and ranks from `square` to the nearest of the four
/// center squares, 0 to 6.
fn distance_from_center(square: Square) -> Score {
    let steps = |index: usize| index.abs_diff(7 - index) / 2;
    (steps(square.file().index()) + steps(square.rank().index())) as Score
}

/// Returns how near `square` is to a corner of the given color: 7 in such a corner, 0 on the long
/// diagonal between the two other corners. The corners a1 and h8 are dark.
fn closeness_to_corner(square: Square, dark: bool) -> Score {
    let (file, rank) = (square.file().index(), square.rank().index());
    let across = if dark { 7 - file } else { file };
    across.abs_diff(rank) as Score
}

/// Returns the score from the view of the side to move, if each side has one piece beside its king:
/// a queen against a weaker piece, or a rook against a minor piece. `None` in all other positions.
#[inline]
fn one_against_weaker(board: &Board) -> Option<Score> {
    /// Number of pieces on the board, kings included.
    const PIECES: u32 = 4;
    if board.occupied().count() != PIECES {
        return None;
    }
    let us = board.side_to_move();
    let [ours, theirs] = [only_piece(board, us)?, only_piece(board, !us)?];
    if is_stronger(ours.0, theirs.0) {
        Some(advantage(board, us, ours, theirs))
    } else if is_stronger(theirs.0, ours.0) {
        Some(-advantage(board, !us, theirs, ours))
    } else {
        None
    }
}

/// Returns the piece of `color` beside its king, if it is only one, and its square.
fn only_piece(board: &Board, color: Color) -> Option<(PieceType, Square)> {
    let pieces = board.of_color(color) & !board.of_type(PieceType::King);
    let square = pieces.first().filter(|_| !pieces.more_than_one())?;
    Some((board.piece_type_at(square)?, square))
}

/// Returns whether `ours` is a queen or a rook, and `theirs` a weaker piece, not a pawn.
const fn is_stronger(ours: PieceType, theirs: PieceType) -> bool {
    use PieceType::{Bishop, Knight, Queen, Rook};
    matches!(
        (ours, theirs),
        (Queen, Rook | Bishop | Knight) | (Rook, Bishop | Knight)
    )
}

/// Returns the score from the view of `strong`, whose piece is `ours`.
fn advantage(
    board: &Board,
    strong: Color,
    ours: (PieceType, Square),
    theirs: (PieceType, Square),
) -> Score {
    /// Bonus per step of the weaker king away from the center, in centipawns.
    const WEAKER_KING_EDGE_BONUS: Score = 15;
    /// Bonus per king move by which the stronger king is nearer to the weaker king, in centipawns.
    const STRONGER_KING_BONUS: Score = 10;
    /// Bonus per king move by which the weaker king is farther from its piece, in centipawns.
    const SEPARATION_BONUS: Score = 6;
    /// Divisor of the difference in material if a rook is ahead of a minor piece.
    const ROOK_DIVISOR: Score = 8;
    let (our_king, their_king) = (board.king(strong), board.king(!strong));
    let material = piece_value(ours.0) - piece_value(theirs.0);
    let divisor = if ours.0 == PieceType::Rook {
        ROOK_DIVISOR
    } else {
        1
    };
    material / divisor
        + WEAKER_KING_EDGE_BONUS * distance_from_center(their_king)
        + STRONGER_KING_BONUS * closeness(our_king, their_king)
        + SEPARATION_BONUS * theirs.1.distance(their_king) as Score
}
