//! The rules that a move generator can break. See
//! <https://en.wikipedia.org/wiki/Rules_of_chess>.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::chess::{Move, MoveKind};

/// Defines the rules, each with its stable name and a sentence.
macro_rules! rules {
    ($($name:ident $id:literal $text:literal)*) => {
        /// A rule of chess that a generator breaks by an extra or a missing move.
        ///
        /// Rules that are more likely the cause come first. For example, a generator that ignores
        /// checks also castles out of check, so `CheckIgnored` comes before `CastlingOutOfCheck`.
        /// The first rules are those of making moves; no missing or extra move breaks one by
        /// itself.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Rule {
            $(#[doc = $text] $name,)*
        }

        impl Rule {
            /// All rules.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Returns a stable name for JSON.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$name => $id,)*
                }
            }
        }

        /// Writes the rule as a sentence.
        impl fmt::Display for Rule {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$name => $text,)*
                })
            }
        }
    };
}

rules! {
    MakingCastling "making-castling"
        "castling moves the king and the rook to their squares"
    MakingPromotion "making-promotion"
        "a promotion replaces the pawn by the piece that the move names"
    MakingEnPassant "making-en-passant"
        "a capture en passant removes the pawn that moved two squares"
    MakingCapture "making-capture"
        "a capture replaces the captured piece by the piece that moves"
    MakingMove "making-move"
        "a move takes a piece from its square to another, and changes nothing else on the board"
    NothingListed "nothing-listed"
        "perft counts all legal moves, even in a drawn position"
    NotAMove "not-a-move"
        "a move goes from one square to another"
    ListedTwice "listed-twice"
        "each move is listed once"
    EmptySquareMoved "empty-square-moved"
        "a move begins on an occupied square"
    EnemyPieceMoved "enemy-piece-moved"
        "each side moves its own pieces"
    WrapsAroundEdge "wraps-around-edge"
        "a piece does not leave the board on one side and continue on the other"
    WrongStep "wrong-step"
        "each piece moves in its own way"
    SlidesThroughPieces "slides-through-pieces"
        "bishops, rooks and queens do not jump over pieces"
    OwnPieceCaptured "own-piece-captured"
        "a piece does not capture a piece of its own side"
    EnPassantTarget "en-passant-target"
        "a pawn that captures en passant moves to the square that the other pawn passed"
    PawnDirection "pawn-direction"
        "pawns only move forward"
    DoublePushOverPiece "double-push-over-piece"
        "a double push does not jump over a piece"
    DoublePushWrongRank "double-push-wrong-rank"
        "only a pawn that has not moved may move two squares"
    PawnPushOntoPiece "pawn-push-onto-piece"
        "a pawn does not capture straight ahead"
    PromotionMissing "promotion-missing"
        "a pawn that reaches the last rank must promote"
    PromotionToPawnOrKing "promotion-to-pawn-or-king"
        "a pawn promotes to a queen, rook, bishop or knight"
    PromotionElsewhere "promotion-elsewhere"
        "only a pawn that reaches the last rank promotes"
    PromotionPieceMissing "promotion-piece-missing"
        "a pawn may promote to any of queen, rook, bishop and knight"
    CheckIgnored "check-ignored"
        "a move must not leave the king in check"
    DoubleCheck "double-check"
        "only the king may move in double check"
    PinnedPiece "pinned-piece"
        "a pinned piece stays on the line of its pin"
    KingIntoCheck "king-into-check"
        "a king does not move to an attacked square"
    KingTakesProtected "king-takes-protected"
        "a king does not capture a protected piece"
    KingStaysOnLine "king-stays-on-line"
        "a king in check does not move away along the line of the check"
    KingNextToKing "king-next-to-king"
        "kings do not stand next to each other"
    CastlingRightsAfterRookCaptured "castling-rights-after-rook-captured"
        "the capture of a rook ends its castling right"
    CastlingRightsAfterRookMoved "castling-rights-after-rook-moved"
        "a rook that has moved cannot castle"
    CastlingRightsAfterKingMoved "castling-rights-after-king-moved"
        "a king that has moved cannot castle"
    CastlingWithoutRight "castling-without-right"
        "castling needs a castling right"
    CastlingPathBlocked "castling-path-blocked"
        "the squares that king and rook cross when castling are empty"
    CastlingOutOfCheck "castling-out-of-check"
        "a king in check does not castle"
    CastlingThroughCheck "castling-through-check"
        "a king does not castle through an attacked square"
    CastlingIntoCheck "castling-into-check"
        "a king does not castle to an attacked square"
    CastlingRookShieldsKing "castling-rook-shields-king"
        "castling does not expose the king to an attack that the rook blocked"
    EnPassantUncoversCheck "en-passant-uncovers-check"
        "a capture en passant removes two pawns from their squares and must not open a line to the king"
    EnPassantExpired "en-passant-expired"
        "a capture en passant must follow the double push immediately"
    EnPassantWithoutDoublePush "en-passant-without-double-push"
        "a capture en passant takes only a pawn that has just moved two squares"
    PawnTakesNothing "pawn-takes-nothing"
        "pawns move diagonally only to capture"
    EnPassantAnswersCheck "en-passant-answers-check"
        "a pawn that gives check by its double push may be captured en passant"
    EnPassantMissing "en-passant-missing"
        "a pawn may capture en passant a neighboring pawn that has just moved two squares"
    CastlingPastAttackedRook "castling-past-attacked-rook"
        "castling is legal even if the rook is attacked or only the rook crosses an attacked square"
    CastlingMissing "castling-missing"
        "castling is legal if the right remains, the squares between are empty and no square that the king crosses is attacked"
    CaptureOfChecker "capture-of-checker"
        "the piece that gives check may be captured"
    BlockOfCheck "block-of-check"
        "a check may be blocked"
    PawnPushIsNoAttack "pawn-push-is-no-attack"
        "a pawn does not attack the square in front of it"
    KingEscape "king-escape"
        "a king in check may move to a square that is not attacked"
    PinnedPieceAlongLine "pinned-piece-along-line"
        "a pinned piece may move along the line of its pin and capture the pinning piece"
    DoublePushMissing "double-push-missing"
        "a pawn that has not moved may move two squares"
    OrdinaryMove "ordinary-move"
        "each piece may make the moves of its type"
    Unknown "unknown"
        "an unknown rule"
}

impl Rule {
    /// Returns the rule about making a move.
    #[must_use]
    pub fn of_making(mv: Move) -> Self {
        match mv.kind() {
            kind if kind.is_castle() => Self::MakingCastling,
            _ if mv.promotion().is_some() => Self::MakingPromotion,
            MoveKind::EnPassant => Self::MakingEnPassant,
            _ if mv.is_capture() => Self::MakingCapture,
            _ => Self::MakingMove,
        }
    }

    /// Returns whether the rule is about castling rights or the right to capture en passant. If a
    /// program breaks only such rules after its own moves, the pieces are where they should be.
    #[must_use]
    pub const fn is_about_rights(self) -> bool {
        matches!(
            self,
            Self::CastlingRightsAfterRookCaptured
                | Self::CastlingRightsAfterRookMoved
                | Self::CastlingRightsAfterKingMoved
                | Self::CastlingWithoutRight
                | Self::CastlingMissing
                | Self::EnPassantTarget
                | Self::EnPassantExpired
                | Self::EnPassantWithoutDoublePush
                | Self::EnPassantAnswersCheck
                | Self::EnPassantMissing
        )
    }

    /// Returns whether the rule is about castling.
    #[must_use]
    pub fn is_castling(self) -> bool {
        self.id().starts_with("castling-")
    }
}

/// Serializes the rule as an object with its name and sentence.
impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Object {
            id: &'static str,
            text: String,
        }
        let (id, text) = (self.id(), self.to_string());
        Object { id, text }.serialize(serializer)
    }
}

/// Serializes only the name of the rule.
pub(super) fn serialize_id<S: Serializer>(rule: &Rule, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(rule.id())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::PieceType;

    #[test]
    fn a_rule_of_making_moves_is_that_of_the_kind_of_move() {
        use crate::chess::Square::{A7, A8, B8, C5, D5, D6, E1, E2, E4, H1};
        for (from, to, kind, rule) in [
            (E1, H1, MoveKind::KingsideCastle, Rule::MakingCastling),
            (C5, D6, MoveKind::EnPassant, Rule::MakingEnPassant),
            (E4, D5, MoveKind::Capture, Rule::MakingCapture),
            (E2, E4, MoveKind::DoublePawnPush, Rule::MakingMove),
        ] {
            assert_eq!(Rule::of_making(Move::new(from, to, kind)), rule);
        }
        for (to, is_capture) in [(A8, false), (B8, true)] {
            let kind = MoveKind::promotion_to(PieceType::Rook, is_capture);
            let rule = Rule::of_making(Move::new(A7, to, kind));
            assert_eq!(rule, Rule::MakingPromotion);
        }
    }

    #[test]
    fn ids_are_distinct_and_of_the_same_form() {
        for (i, rule) in Rule::ALL.iter().enumerate() {
            let fits = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(rule.id().chars().all(fits), "{}", rule.id());
            assert!(Rule::ALL[..i].iter().all(|other| other.id() != rule.id()));
        }
    }
}
