//! Explains why a move is illegal.
//!
//! The checks are, in this order: whether there is a piece to move, whether it can make this step,
//! whether its path is free, and whether its king is safe afterwards.

use super::facts::{
    Explanation, KeySquares, Reason, describe, describe_all, describe_with_verb,
    en_passant_victim_square, enemy_attackers_to,
};
use super::rule::Rule;
use super::{castling, missing};
use crate::bisect::path::MovePath;
use crate::bisect::subject::reply::{castling_side, resolve};
use crate::chess::attacks::between;
use crate::chess::{Bitboard, Board, Color, File, Move, MoveKind, Piece, PieceType, Square};

/// Returns the rule that an extra move breaks, and the reason why it is not legal.
pub fn explain(path: &MovePath, text: &str) -> Explanation {
    let board = path.board();
    if let Some(mv) = resolve(text, board) {
        let why = "is legal, but listed more than once".to_owned();
        return (Rule::ListedTwice, why, missing::key_squares(board, mv));
    }
    let Some((from, to, promotion)) = parse(text, board) else {
        let why = "is not a move".to_owned();
        return (Rule::NotAMove, why, KeySquares::default());
    };
    let (us, squares) = (board.side_to_move(), KeySquares::of_move(from, to));
    let mover_text = describe(board, from);
    let kind = match board.piece_at(from) {
        None => {
            let why = format!("begins on {from}, which is empty");
            return (Rule::EmptySquareMoved, why, squares);
        }
        Some(piece) if piece.color != us => {
            let why = format!("moves {mover_text}, but {us} is to move");
            return (Rule::EnemyPieceMoved, why, squares);
        }
        Some(piece) => piece.kind,
    };
    let up = match us {
        Color::White => 1,
        Color::Black => -1,
    };
    let attempt = Attempt {
        path,
        board,
        us,
        kind,
        from,
        to,
        promotion,
        files: to.file() as i8 - from.file() as i8,
        ranks: up * (to.rank() as i8 - from.rank() as i8),
        up,
        jumped: between(from, to) & board.occupied(),
        mover_text,
        target_text: describe(board, to),
    };
    attempt.explain(squares)
}

/// Returns origin, target and promotion of an illegal move.
fn parse(text: &str, board: &Board) -> Option<(Square, Square, Option<PieceType>)> {
    if let Some(side) = castling_side(text) {
        let us = board.side_to_move();
        return Some((board.king(us), side.king_target(us), None));
    }
    let from = text.get(..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let promotion = text.chars().nth(4).and_then(PieceType::from_letter);
    Some((from, to, promotion))
}

/// Returns whether a piece of this type can make a step of `files` and `ranks` on an empty board,
/// where `ranks` is positive for a step ahead. For a pawn, only the steps of a capture count.
const fn moves_like(kind: PieceType, files: i8, ranks: i8) -> bool {
    let (width, height) = (files.abs(), ranks.abs());
    let (is_diagonal, is_orthogonal) = (width == height, width == 0 || height == 0);
    match kind {
        _ if (width == 0 && height == 0) || width > 7 || height > 7 => false,
        PieceType::Pawn => width == 1 && ranks == 1,
        PieceType::Knight => width * height == 2,
        PieceType::Bishop => is_diagonal,
        PieceType::Rook => is_orthogonal,
        PieceType::Queen => is_diagonal || is_orthogonal,
        PieceType::King => width <= 1 && height <= 1,
    }
}

/// An illegal move of a piece of the side to move.
struct Attempt<'a> {
    path: &'a MovePath,
    board: &'a Board,
    us: Color,
    kind: PieceType,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
    /// Number of files from origin to target, positive to the right.
    files: i8,
    /// Number of ranks from origin to target, positive in the direction in which the pawns of the
    /// side to move advance.
    ranks: i8,
    /// 1 if the pawns of the side to move advance to higher ranks, -1 if to lower ones.
    up: i8,
    /// The occupied squares between origin and target.
    jumped: Bitboard,
    /// The piece on `from` in words.
    mover_text: String,
    /// The piece on `to`, or the empty square, in words.
    target_text: String,
}

impl Attempt<'_> {
    /// Returns the first rule that the move breaks. `squares` are its origin and target.
    fn explain(&self, mut squares: KeySquares) -> Explanation {
        if self.kind == PieceType::King && self.is_like_castling() {
            return castling::explain_extra(self.path, self.to);
        }
        let movement_error = match self.kind {
            PieceType::Pawn => self
                .explain_pawn_move()
                .or_else(|| self.explain_promotion()),
            _ => self.explain_piece_move(),
        };
        if self.is_like_en_passant() {
            squares.moved |= self.beside().bitboard();
        }
        let Some((rule, why)) = movement_error else {
            return self.explain_unsafe_king(squares);
        };
        if matches!(rule, Rule::SlidesThroughPieces | Rule::DoublePushOverPiece) {
            squares.crossed = self.jumped;
        }
        (rule, why, squares)
    }

    /// Returns whether the king moves along its rank as only castling does:
    ///
    /// * by more than one file, onto a rook of its own side, to the c-file or g-file, or to the
    ///   square of a rook that has a castling right or had one earlier on the path;
    /// * by one file, onto a rook that has or had a castling right. Onto another rook beside it,
    ///   the king captures its own piece.
    fn is_like_castling(&self) -> bool {
        let rook = Piece::new(self.us, PieceType::Rook);
        let is_target = [File::C, File::G].contains(&self.to.file());
        let had_right = |board: &Board| board.castling().rooks().contains(self.to);
        let mut before = self.path.steps().rev().map(|(before, ..)| before);
        let is_right_square = had_right(self.board) || before.any(had_right);
        let is_onto_rook = self.board.piece_at(self.to) == Some(rook);
        let is_long = self.files.abs() > 1;
        self.ranks == 0
            && ((is_long && (is_onto_rook || is_target || is_right_square))
                || (is_onto_rook && is_right_square))
    }

    /// Explains a capture of an own piece. Returns `None` if the move is not one.
    fn explain_capture_of_own_piece(&self) -> Option<Reason> {
        let why = format!("captures {}, a piece of its own side", self.target_text);
        let is_own = self.board.color_at(self.to) == Some(self.us);
        is_own.then_some((Rule::OwnPieceCaptured, why))
    }

    /// Explains a step that the piece cannot make. In square numbers, 8 files to the right equal
    /// one rank up. So a generator that adds to square numbers without testing for the edge
    /// generates moves that leave the board on one side and continue on the other.
    fn explain_wrong_step(&self) -> Reason {
        let Self {
            kind,
            files,
            ranks,
            up,
            ..
        } = *self;
        if moves_like(kind, files + 8, ranks - up) || moves_like(kind, files - 8, ranks + up) {
            let why = format!(
                "moves {} over the edge of the board: square numbers continue there, but the board does not",
                self.mover_text
            );
            return (Rule::WrapsAroundEdge, why);
        }
        if kind == PieceType::Pawn && ranks <= 0 {
            let why = "does not move the pawn forward".to_owned();
            return (Rule::PawnDirection, why);
        }
        (Rule::WrongStep, format!("is not how a {kind} moves"))
    }

    /// Explains why a piece other than a pawn cannot make this move, apart from the safety of its
    /// king. Returns `None` if it can.
    fn explain_piece_move(&self) -> Option<Reason> {
        if !moves_like(self.kind, self.files, self.ranks) {
            return Some(self.explain_wrong_step());
        }
        if self.jumped.any() {
            let jumped = describe_all(self.board, self.jumped);
            return Some((Rule::SlidesThroughPieces, format!("passes over {jumped}")));
        }
        self.explain_capture_of_own_piece().or_else(|| {
            let why = format!("promotes {}, which is not a pawn", self.mover_text);
            self.promotion.map(|_| (Rule::PromotionElsewhere, why))
        })
    }

    /// Explains why a pawn cannot make this move, apart from its promotion and the safety of its
    /// king. Returns `None` if it can.
    fn explain_pawn_move(&self) -> Option<Reason> {
        let Self {
            from,
            to,
            target_text,
            ..
        } = self;
        let is_occupied = self.board.piece_at(self.to).is_some();
        let skipped = self.path.skipped_square();
        let victim = skipped.map(|square| en_passant_victim_square(self.board, square));
        let (rule, why) = match (self.files.abs(), self.ranks) {
            (0, 2) if from.rank() != self.us.pawn_rank() => {
                let why = format!("is a double push from rank {}", from.rank().digit());
                (Rule::DoublePushWrongRank, why)
            }
            (0, 2) if self.jumped.any() => {
                let why = format!("jumps over {}", describe_all(self.board, self.jumped));
                (Rule::DoublePushOverPiece, why)
            }
            (0, 1 | 2) if is_occupied => {
                let why = format!("pushes the pawn onto {target_text}");
                (Rule::PawnPushOntoPiece, why)
            }
            (0, 1 | 2) => return None,
            (1, 1) if is_occupied => return self.explain_capture_of_own_piece(),
            (1, 1) => return self.explain_capture_on_empty_square(),
            (1, 0) if victim == Some(*to) => {
                let why = format!("captures en passant on {to}, the square of the captured pawn");
                (Rule::EnPassantTarget, why)
            }
            _ => self.explain_wrong_step(),
        };
        Some((rule, why))
    }

    /// Explains why a pawn cannot move diagonally to an empty square. Returns `None` if it captures
    /// en passant.
    fn explain_capture_on_empty_square(&self) -> Option<Reason> {
        let (to, beside) = (self.to, self.beside());
        if self.is_en_passant() {
            return None;
        }
        if !self.is_like_en_passant() {
            let why = format!("captures nothing on {to}");
            return Some((Rule::PawnTakesNothing, why));
        }
        let moves = self.path.moves();
        let pushes = |mv: &Move| mv.to() == beside && mv.kind() == MoveKind::DoublePawnPush;
        let Some(push) = moves.iter().rposition(pushes) else {
            let why = format!(
                "captures en passant, but the pawn on {beside} has not just moved two squares"
            );
            return Some((Rule::EnPassantWithoutDoublePush, why));
        };
        // If it was the last move, this is a capture en passant, so another one has followed.
        let [push_text, next_text] = [moves[push], moves[push + 1]].map(|mv| self.path.written(mv));
        let why = format!(
            "captures en passant after {push_text}, which was not the last move: {next_text} followed it"
        );
        Some((Rule::EnPassantExpired, why))
    }

    /// Returns the square of the pawn that a capture en passant would take.
    fn beside(&self) -> Square {
        en_passant_victim_square(self.board, self.to)
    }

    /// Returns whether a pawn's step is that of a capture en passant, legal or not.
    fn is_like_en_passant(&self) -> bool {
        let pawn = Piece::new(!self.us, PieceType::Pawn);
        self.kind == PieceType::Pawn
            && self.files != 0
            && self.board.piece_at(self.to).is_none()
            && self.to.rank() == (!self.us).skipped_rank()
            && self.board.piece_at(self.beside()) == Some(pawn)
    }

    /// Returns whether a pawn's diagonal step captures a pawn that has just made a double push.
    fn is_en_passant(&self) -> bool {
        let is_skipped = self.path.skipped_square() == Some(self.to);
        self.kind == PieceType::Pawn && is_skipped && self.files != 0
    }

    /// Explains a promotion that is missing, or not on the last rank, or to a wrong piece. Returns
    /// `None` if nothing is wrong with it.
    fn explain_promotion(&self) -> Option<Reason> {
        let to = self.to;
        let is_last_rank = to.rank() == self.us.promotion_rank();
        let (rule, why) = match self.promotion {
            None if is_last_rank => (Rule::PromotionMissing, format!("leaves a pawn on {to}")),
            None => return None,
            Some(piece) if !is_last_rank => {
                let why = format!("promotes a pawn to a {piece} on {to}");
                (Rule::PromotionElsewhere, why)
            }
            Some(piece) if PieceType::PROMOTIONS.contains(&piece) => return None,
            Some(piece) => {
                let why = format!("promotes a pawn to a {piece}");
                (Rule::PromotionToPawnOrKing, why)
            }
        };
        Some((rule, why))
    }

    /// Explains a move after which the king can be captured.
    fn explain_unsafe_king(&self, mut squares: KeySquares) -> Explanation {
        let (board, checkers) = (self.board, self.board.checkers());
        let is_en_passant = self.is_en_passant();
        let taken = if is_en_passant {
            self.beside().bitboard()
        } else {
            self.to.bitboard()
        };
        let is_king_move = self.kind == PieceType::King;
        let king = if is_king_move {
            self.to
        } else {
            board.king(self.us)
        };
        let others = board.occupied() & !(self.from.bitboard() | taken);
        let attackers = enemy_attackers_to(board, king, others | self.to.bitboard()) & !taken;
        if attackers.is_empty() {
            return (Rule::Unknown, "looks legal".to_owned(), squares);
        }
        squares.attackers = attackers;
        if is_king_move {
            let (rule, why) = self.explain_king_move(attackers);
            return (rule, why, squares);
        }
        squares.attackers |= checkers;
        let uncovered = attackers & !checkers;
        // Two pawns leave the line in a capture en passant: neither needs to be pinned.
        if !is_en_passant {
            squares.set_pin(self.from, king, uncovered);
        }
        let mover_text = &self.mover_text;
        let named = describe_all(board, attackers);
        let remaining = describe_all(board, attackers & checkers);
        let (rule, why) = if is_en_passant && let Some(slider) = uncovered.first() {
            let pawns = self.from.bitboard() | taken;
            let why = self.describe_uncovered_check(king, slider, pawns);
            (Rule::EnPassantUncoversCheck, why)
        } else if !attackers.intersects(checkers) {
            let why =
                format!("moves {mover_text}, which is pinned to its king on {king} by {named}");
            (Rule::PinnedPiece, why)
        } else if attackers & checkers == checkers {
            let why = format!("leaves the king in check by {remaining}");
            (Rule::CheckIgnored, why)
        } else {
            let why = format!("ends one check, but not the check by {remaining}");
            (Rule::DoubleCheck, why)
        };
        (rule, why, squares)
    }

    /// Explains why the king cannot move to its target, which `attackers` attack after the move.
    fn explain_king_move(&self, attackers: Bitboard) -> Reason {
        let Self {
            board,
            to,
            target_text,
            ..
        } = self;
        let describe_attack = |one, many| describe_with_verb(board, attackers, one, many);
        let captures = board.piece_at(*to).is_some();
        if attackers == attackers & board.of(!self.us, PieceType::King) {
            let why = format!("moves next to {}", describe_all(board, attackers));
            (Rule::KingNextToKing, why)
        } else if enemy_attackers_to(board, *to, board.occupied()).is_empty() {
            let moves = if captures {
                format!("captures {target_text}")
            } else {
                "moves away".to_owned()
            };
            let give_check = describe_attack("gives check", "give check");
            let why = format!("{moves} along the line on which {give_check}");
            (Rule::KingStaysOnLine, why)
        } else if captures {
            let why = format!(
                "captures {target_text}, which {}",
                describe_attack("protects", "protect")
            );
            (Rule::KingTakesProtected, why)
        } else {
            let why = format!(
                "moves to {to}, which {}",
                describe_attack("attacks", "attack")
            );
            (Rule::KingIntoCheck, why)
        }
    }

    /// Explains a capture en passant that opens the line between `king` and `slider`. `pawns` are
    /// the squares that the two pawns leave.
    fn describe_uncovered_check(&self, king: Square, slider: Square, pawns: Bitboard) -> String {
        let line = if king.rank() == slider.rank() {
            format!("rank {}", king.rank().digit())
        } else if king.file() == slider.file() {
            format!("the {}-file", king.file().letter())
        } else {
            "a diagonal".to_owned()
        };
        let shielding = between(king, slider) & pawns;
        let left = if shielding.more_than_one() {
            format!("the pawns on {} both leave it", shielding.names(" and "))
        } else {
            format!("the pawn on {} leaves it", shielding.names(""))
        };
        let named = describe(self.board, slider);
        format!("opens {line} between {named} and the king on {king}: {left}")
    }
}
