//! Why a move is not legal.
//!
//! The questions are asked in the order of the rules: is there a piece to move, does it move
//! like this, is the way free, and is its king safe afterwards.
//! See <https://www.chessprogramming.org/Legal_Move>.

use super::{
    Explanation, Rule, castling, describe, describe_all, enemies_at, subject, taken_en_passant,
};
use crate::chess::attacks::KNIGHT_STEPS;
use crate::chess::attacks::{BISHOP_DIRECTIONS, Direction, ROOK_DIRECTIONS};
use crate::chess::attacks::{attacks, between};
use crate::chess::notation::{CastlingNotation, CoordinateMove};
use crate::chess::{
    Bitboard, Board, CastlingSide, Color, File, Move, MoveKind, Piece, PieceType, Square,
};
use crate::tools::bisect::compare::{castling_side, resolve};
use crate::tools::bisect::path::Path;

/// The rule against a move that a program lists in a position, and why; moves in the reason
/// are written in `notation`.
#[must_use]
pub fn explain(path: &Path, text: &str, notation: CastlingNotation) -> Explanation {
    let board = path.board();
    if resolve(text, board).is_some() {
        return (
            Rule::ListedTwice,
            "is legal, but listed more than once".to_owned(),
        );
    }
    let Some((from, to, promotion)) = read(text, board) else {
        return (Rule::NotAMove, "is no move".to_owned());
    };
    let attempt = Attempt {
        path,
        board,
        us: board.side_to_move(),
        from,
        to,
        promotion,
        notation,
    };
    attempt.explain()
}

/// The move on the way to the position that should have prevented a move which breaks
/// `rule`: the one that took a castling right, the one after a double push, else the last.
#[must_use]
pub fn cause(path: &Path, text: &str, rule: Rule) -> Option<Move> {
    let board = path.board();
    let (_, to, _) = read(text, board)?;
    let moves = path.moves();
    match rule {
        Rule::CastlingRightsAfterRookCaptured
        | Rule::CastlingRightsAfterRookMoved
        | Rule::CastlingRightsAfterKingMoved => {
            let side = CastlingSide::of(board.king(board.side_to_move()), to);
            castling::loss(path, side).map(|loss| loss.1)
        }
        Rule::EnPassantExpired => {
            let push = last_double_push(moves, taken_en_passant(board, to))?;
            moves.get(push + 1).copied()
        }
        _ => moves.last().copied(),
    }
}

/// The index of the last double push to `square`.
fn last_double_push(moves: &[Move], square: Square) -> Option<usize> {
    let is_it = |mv: &Move| mv.to() == square && mv.kind() == MoveKind::DoublePawnPush;
    moves.iter().rposition(is_it)
}

/// Origin, target and promotion of a move, which is not legal.
fn read(text: &str, board: &Board) -> Option<(Square, Square, Option<PieceType>)> {
    if let Some(side) = castling_side(text) {
        let us = board.side_to_move();
        return Some((board.king(us), side.king_target(us), None));
    }
    let squares = text
        .get(..2)?
        .parse()
        .ok()
        .zip(text.get(2..4)?.parse().ok());
    let promotion = text.chars().nth(4).and_then(PieceType::from_letter);
    squares.map(|(from, to)| (from, to, promotion))
}

/// A move that is not legal.
struct Attempt<'a> {
    path: &'a Path,
    board: &'a Board,
    us: Color,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
    notation: CastlingNotation,
}

impl Attempt<'_> {
    fn explain(&self) -> Explanation {
        let mover = match self.board.piece_at(self.from) {
            None => {
                let why = format!("begins on {}, where nothing stands", self.from);
                return (Rule::EmptySquareMoved, why);
            }
            Some(piece) if piece.color != self.us => {
                let why = format!("moves {}, but it is the turn of {}", self.mover(), self.us);
                return (Rule::EnemyPieceMoved, why);
            }
            Some(piece) => piece.kind,
        };
        if mover == PieceType::King && self.is_like_castling() {
            return castling::explain_extra(self.path, self.to, self.notation);
        }
        let against_its_way = if mover == PieceType::Pawn {
            self.way_of_a_pawn().or_else(|| self.promotion())
        } else {
            self.way_of_a_piece(mover)
                .or_else(|| self.promotion_of_a_piece())
        };
        against_its_way.unwrap_or_else(|| match mover {
            PieceType::King => self.kings_target(),
            PieceType::Pawn if self.takes_en_passant() => self.en_passant(),
            _ => self.safety_of_the_king(),
        })
    }

    /// Whether a king goes along its rank as it does only to castle: onto its own rook, or
    /// by more than one file to where castling takes it, or to where a rook once was that
    /// could castle.
    fn is_like_castling(&self) -> bool {
        let (files, ranks) = self.step();
        let rook = Piece::new(self.us, PieceType::Rook);
        let was_right = || {
            self.path
                .steps_back()
                .any(|step| step.0.castling().rooks().contains(self.to))
        };
        let is_castles = || [File::C, File::G].contains(&self.to.file()) || was_right();
        let is_onto_rook = self.board.piece_at(self.to) == Some(rook);
        ranks == 0 && (is_onto_rook || files.abs() > 1 && is_castles())
    }

    /// "the white knight on e2".
    fn mover(&self) -> String {
        describe(self.board, self.from)
    }

    fn is_own(&self, square: Square) -> bool {
        self.board.color_at(square) == Some(self.us)
    }

    /// Files and ranks from origin to target, ranks as the side to move sees them.
    fn step(&self) -> Direction {
        let files = self.to.file() as i8 - self.from.file() as i8;
        let ranks = self.to.rank() as i8 - self.from.rank() as i8;
        (
            files,
            if self.us == Color::White {
                ranks
            } else {
                -ranks
            },
        )
    }

    fn own_piece_captured(&self) -> Explanation {
        let target = describe(self.board, self.to);
        (
            Rule::OwnPieceCaptured,
            format!("takes {target}, which is its own"),
        )
    }

    fn wraps(&self) -> Explanation {
        let why = format!(
            "moves {} over the edge of the board, where square numbers go on but the board ends",
            self.mover()
        );
        (Rule::WrapsAroundEdge, why)
    }
}

/// How pieces move.
impl Attempt<'_> {
    fn way_of_a_piece(&self, kind: PieceType) -> Option<Explanation> {
        let reach = |occupied| attacks(kind, self.us, self.from, occupied).contains(self.to);
        if !reach(Bitboard::EMPTY) {
            let wrong = || (Rule::WrongStep, format!("is not how a {kind} moves"));
            return Some(if self.wraps_around(kind) {
                self.wraps()
            } else {
                wrong()
            });
        }
        if !reach(self.board.occupied()) {
            let in_the_way = between(self.from, self.to) & self.board.occupied();
            let why = format!("passes over {}", describe_all(self.board, in_the_way));
            return Some((Rule::SlidesThroughPieces, why));
        }
        self.is_own(self.to).then(|| self.own_piece_captured())
    }

    /// Whether the move is one where squares are numbers from 0 to 63 and no edge is seen.
    fn wraps_around(&self, kind: PieceType) -> bool {
        let number = |(files, ranks): Direction| 8 * i16::from(ranks) + i16::from(files);
        let wanted = self.to.index() as i16 - self.from.index() as i16;
        let steps = |steps: &[Direction], far: i16| {
            let mut numbers = steps.iter().map(|&step| number(step));
            numbers.any(|step| (1..=far).any(|count| count * step == wanted))
        };
        match kind {
            PieceType::Pawn => false,
            PieceType::Knight => steps(&KNIGHT_STEPS, 1),
            PieceType::Bishop => steps(&BISHOP_DIRECTIONS, 7),
            PieceType::Rook => steps(&ROOK_DIRECTIONS, 7),
            PieceType::Queen => steps(&BISHOP_DIRECTIONS, 7) || steps(&ROOK_DIRECTIONS, 7),
            PieceType::King => steps(&BISHOP_DIRECTIONS, 1) || steps(&ROOK_DIRECTIONS, 1),
        }
    }

    fn promotion_of_a_piece(&self) -> Option<Explanation> {
        let why = || format!("promotes {}, which is no pawn", self.mover());
        self.promotion.map(|_| (Rule::PromotionElsewhere, why()))
    }
}

/// How pawns move.
impl Attempt<'_> {
    fn way_of_a_pawn(&self) -> Option<Explanation> {
        match self.step() {
            (0, 1 | 2) => self.push(),
            (-1 | 1, 1) => self.capture(),
            (-7 | 7, 0 | 2) => Some(self.wraps()),
            (-1 | 1, 0) if self.is_on_passed_pawn() => {
                let why = format!("takes en passant on {}, where the pawn stands", self.to);
                Some((Rule::EnPassantTarget, why))
            }
            (_, ranks) if ranks <= 0 => Some((
                Rule::PawnDirection,
                "does not move the pawn ahead".to_owned(),
            )),
            _ => Some((Rule::WrongStep, "is not how a pawn moves".to_owned())),
        }
    }

    fn push(&self) -> Option<Explanation> {
        let next = self.from.forward(self.us);
        if next != self.to && self.from.rank() != self.us.pawn_rank() {
            let why = format!("is a double push from rank {}", self.from.rank().digit());
            return Some((Rule::DoublePushWrongRank, why));
        }
        if next != self.to && self.board.piece_at(next).is_some() {
            let why = format!("jumps over {}", describe(self.board, next));
            return Some((Rule::DoublePushOverPiece, why));
        }
        let stands = self.board.piece_at(self.to).is_some();
        stands.then(|| {
            let why = format!("pushes the pawn onto {}", describe(self.board, self.to));
            (Rule::PawnPushOntoPiece, why)
        })
    }

    fn capture(&self) -> Option<Explanation> {
        if self.is_own(self.to) {
            return Some(self.own_piece_captured());
        }
        if self.board.piece_at(self.to).is_some() || self.takes_en_passant() {
            return None;
        }
        let beside = taken_en_passant(self.board, self.to);
        let pawn = Piece::new(!self.us, PieceType::Pawn);
        let is_like_en_passant = self.to.rank() == (!self.us).en_passant_rank()
            && self.board.piece_at(beside) == Some(pawn);
        if !is_like_en_passant {
            return Some((
                Rule::PawnTakesNothing,
                format!("takes nothing on {}", self.to),
            ));
        }
        let moves = self.path.moves();
        Some(match last_double_push(moves, beside) {
            Some(push) => {
                let later = match moves.get(push + 1) {
                    Some(&next) => CoordinateMove::new(next, self.notation).to_string(),
                    None => "no move".to_owned(),
                };
                let why = format!(
                    "takes en passant after {}, which was not the last move: {later} came after it",
                    moves[push]
                );
                (Rule::EnPassantExpired, why)
            }
            None => {
                let why = format!(
                    "takes en passant, but the pawn on {beside} has not just pushed two squares"
                );
                (Rule::EnPassantWithoutDoublePush, why)
            }
        })
    }

    /// Whether it goes where a pawn stands that just pushed two squares.
    fn is_on_passed_pawn(&self) -> bool {
        let passed = self.path.passed_square();
        passed.is_some_and(|square| taken_en_passant(self.board, square) == self.to)
    }

    /// Whether it takes a pawn that just pushed two squares.
    fn takes_en_passant(&self) -> bool {
        self.path.passed_square() == Some(self.to) && matches!(self.step(), (-1 | 1, 1))
    }

    fn promotion(&self) -> Option<Explanation> {
        let is_last_rank = self.to.rank() == self.us.promotion_rank();
        match self.promotion {
            None if is_last_rank => Some((
                Rule::PromotionMissing,
                format!("leaves a pawn on {}", self.to),
            )),
            Some(piece) if !is_last_rank => {
                let why = format!("makes a {piece} of a pawn on {}", self.to);
                Some((Rule::PromotionElsewhere, why))
            }
            Some(piece) if !PieceType::PROMOTIONS.contains(&piece) => Some((
                Rule::PromotionToPawnOrKing,
                format!("makes a {piece} of a pawn"),
            )),
            _ => None,
        }
    }
}

/// The king's safety.
impl Attempt<'_> {
    /// Against a king's step.
    fn kings_target(&self) -> Explanation {
        let board = self.board;
        let occupied = board.occupied() ^ self.from.bitboard();
        let attackers = enemies_at(board, self.to, occupied);
        if attackers.is_empty() {
            return (Rule::Unknown, "looks legal".to_owned());
        }
        if attackers == board.of(!self.us, PieceType::King) & attackers {
            let named = describe_all(board, attackers);
            return (Rule::KingNextToKing, format!("goes next to {named}"));
        }
        if self.board.piece_at(self.to).is_some() {
            let protect = subject(board, attackers, "protects", "protect");
            let why = format!("takes {}, which {protect}", describe(board, self.to));
            return (Rule::KingTakesProtected, why);
        }
        if enemies_at(board, self.to, board.occupied()).is_empty() {
            let give_check = subject(board, attackers, "gives check", "give check");
            let why = format!("steps back along the line on which {give_check}");
            return (Rule::KingStaysOnLine, why);
        }
        let attack = subject(board, attackers, "attacks", "attack");
        let why = format!("goes to {}, which {attack}", self.to);
        (Rule::KingIntoCheck, why)
    }

    /// Against taking en passant.
    fn en_passant(&self) -> Explanation {
        let board = self.board;
        let (king, taken) = (board.king(self.us), taken_en_passant(board, self.to));
        let both = self.from.bitboard() | taken.bitboard();
        let occupied = (board.occupied() & !both) | self.to.bitboard();
        let attackers = enemies_at(board, king, occupied) & !taken.bitboard();
        let opened = attackers & !board.checkers();
        let Some(slider) = opened.first() else {
            return self.unanswered_check(board.checkers(), attackers);
        };
        let line = match (king.rank() == slider.rank(), king.file() == slider.file()) {
            (true, _) => format!("rank {}", king.rank().digit()),
            (_, true) => format!("the {}-file", king.file().letter()),
            _ => "a diagonal".to_owned(),
        };
        let shielded = between(king, slider) & both;
        let left = match shielded.more_than_one() {
            true => format!("the pawns on {} both leave it", shielded.names(" and ")),
            false => format!("the pawn on {} leaves it", shielded.names("")),
        };
        let named = describe(board, slider);
        let why = format!("opens {line} between {named} and the king on {king}: {left}");
        (Rule::EnPassantUncoversCheck, why)
    }

    /// Against a move of any other piece that would do but for the king.
    fn safety_of_the_king(&self) -> Explanation {
        let board = self.board;
        let king = board.king(self.us);
        let checkers = board.checkers();
        let occupied = (board.occupied() ^ self.from.bitboard()) | self.to.bitboard();
        let attackers = enemies_at(board, king, occupied) & !self.to.bitboard();
        if attackers.intersects(checkers) {
            return self.unanswered_check(checkers, attackers);
        }
        if attackers.is_empty() {
            return (Rule::Unknown, "looks legal".to_owned());
        }
        let why = format!(
            "moves {}, which is pinned to its king on {king} by {}",
            self.mover(),
            describe_all(board, attackers)
        );
        (Rule::PinnedPiece, why)
    }

    /// Against a move that leaves some of the `checkers` attacking the king.
    fn unanswered_check(&self, checkers: Bitboard, attackers: Bitboard) -> Explanation {
        let named = describe_all(self.board, attackers & checkers);
        if checkers.more_than_one() && checkers != attackers & checkers {
            let why = format!("answers one check, but not that by {named}");
            return (Rule::DoubleCheck, why);
        }
        (
            Rule::CheckIgnored,
            format!("leaves the king in check by {named}"),
        )
    }
}
