//! The rules that a move generator can break.

use std::fmt;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::chess::{Move, MoveKind};

/// Defines the rules, each with a sentence.
macro_rules! rules {
    ($($name:ident $text:literal)*) => {
        /// A rule of chess that a generator can break.
        ///
        /// The `Making…` rules are about the board after a move, and are found by asking about the
        /// positions after it. The others are found from a missing or extra move; of these, the
        /// likelier causes come first. For example, a generator that ignores checks also castles
        /// out of check, so `CheckIgnored` comes before `CastlingOutOfCheck`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Rule {
            $(#[doc = $text] $name,)*
        }

        impl Rule {
            /// All rules.
            pub const ALL: &[Self] = &[$(Self::$name,)*];
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

// The IDs are a part of the JSON format: that of `CheckIgnored` is `check-ignored`.
rules! {
    MakingCastling "castling moves the king and the rook to their squares"
    MakingPromotion "a promotion replaces the pawn by the piece that the move names"
    MakingEnPassant "a capture en passant removes the pawn that moved two squares"
    MakingCapture "a capture replaces the captured piece by the piece that moves"
    MakingMove "a move takes a piece from its square to another, and changes nothing else on the board"
    NothingListed "perft counts all legal moves, even in a drawn position"
    NotAMove "a move goes from one square to another"
    ListedTwice "each move is listed once"
    EmptySquareMoved "a move begins on an occupied square"
    EnemyPieceMoved "each side moves its own pieces"
    WrapsAroundEdge "a piece does not leave the board on one side and continue on the other"
    WrongStep "each piece moves in its own way"
    SlidesThroughPieces "bishops, rooks and queens do not jump over pieces"
    OwnPieceCaptured "a piece does not capture a piece of its own side"
    EnPassantTarget "a pawn that captures en passant moves to the square that the other pawn passed"
    PawnDirection "pawns only move forward"
    DoublePushOverPiece "a double push does not jump over a piece"
    DoublePushWrongRank "only a pawn that has not moved may move two squares"
    PawnPushOntoPiece "a pawn does not capture straight ahead"
    PromotionMissing "a pawn that reaches the last rank must promote"
    PromotionToPawnOrKing "a pawn promotes to a queen, rook, bishop or knight"
    PromotionElsewhere "only a pawn that reaches the last rank promotes"
    PromotionPieceMissing "a pawn may promote to any of queen, rook, bishop and knight"
    CheckIgnored "a move must not leave the king in check"
    DoubleCheck "only the king may move in double check"
    PinnedPiece "a pinned piece stays on the line of its pin"
    KingIntoCheck "a king does not move to an attacked square"
    KingTakesProtected "a king does not capture a protected piece"
    KingStaysOnLine "a king in check does not move away along the line of the check"
    KingNextToKing "kings do not stand next to each other"
    CastlingRightsAfterRookCaptured "the capture of a rook ends its castling right"
    CastlingRightsAfterRookMoved "a rook that has moved cannot castle"
    CastlingRightsAfterKingMoved "a king that has moved cannot castle"
    CastlingWithoutRight "castling needs a castling right"
    CastlingPathBlocked "the squares that king and rook cross when castling are empty"
    CastlingOutOfCheck "a king in check does not castle"
    CastlingThroughCheck "a king does not castle through an attacked square"
    CastlingIntoCheck "a king does not castle to an attacked square"
    CastlingRookShieldsKing "castling does not expose the king to an attack that the rook blocked"
    EnPassantUncoversCheck "a capture en passant removes two pawns from their squares and must not open a line to the king"
    EnPassantExpired "a capture en passant must follow the double push immediately"
    EnPassantWithoutDoublePush "a capture en passant takes only a pawn that has just moved two squares"
    PawnTakesNothing "pawns move diagonally only to capture"
    EnPassantAnswersCheck "a pawn that gives check by its double push may be captured en passant"
    EnPassantMissing "a pawn may capture en passant a neighboring pawn that has just moved two squares"
    CastlingPastAttackedRook "castling is legal even if the rook is attacked or only the rook crosses an attacked square"
    CastlingMissing "castling is legal if the right remains, the squares between are empty and no square that the king crosses is attacked"
    CaptureOfChecker "the piece that gives check may be captured"
    BlockOfCheck "a check may be blocked"
    PawnPushIsNoAttack "a pawn does not attack the square in front of it"
    KingEscape "a king in check may move to a square that is not attacked"
    PinnedPieceAlongLine "a pinned piece may move along the line of its pin and capture the pinning piece"
    DoublePushMissing "a pawn that has not moved may move two squares"
    OrdinaryMove "each piece may make the moves of its type"
    Unknown "an unknown rule"
}

impl Rule {
    /// Returns the ID for JSON: the name of the variant, in lowercase and with dashes.
    pub fn id(self) -> String {
        let mut id = String::new();
        for c in format!("{self:?}").chars() {
            if c.is_ascii_uppercase() && !id.is_empty() {
                id.push('-');
            }
            id.push(c.to_ascii_lowercase());
        }
        id
    }

    /// Returns the rule about making this move.
    pub(crate) fn of_making(mv: Move) -> Self {
        match mv.kind() {
            kind if kind.is_castle() => Self::MakingCastling,
            _ if mv.promotion().is_some() => Self::MakingPromotion,
            MoveKind::EnPassant => Self::MakingEnPassant,
            _ if mv.is_capture() => Self::MakingCapture,
            _ => Self::MakingMove,
        }
    }

    /// Returns whether the rule is about castling rights or the right to capture en passant. If a
    /// generator breaks only such rules after its own moves, the pieces are where they should be.
    pub(crate) const fn is_about_rights(self) -> bool {
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

    /// Returns whether the rule says when castling is legal.
    pub(crate) fn is_castling(self) -> bool {
        self.id().starts_with("castling-")
    }

    /// Serializes only the ID of the rule.
    pub(super) fn serialize_id<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.id())
    }
}

/// Serializes the rule as an object with its ID and sentence.
impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Rule", 2)?;
        object.serialize_field("id", &self.id())?;
        object.serialize_field("text", &self.to_string())?;
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::PieceType;

    #[test]
    fn a_rule_of_making_moves_is_that_of_the_kind_of_move() {
        use crate::chess::Square::{A7, A8, B8, C5, D5, D6, E1, E2, E4, H1};
        let promotion = |is_capture| MoveKind::promotion_to(PieceType::Rook, is_capture);
        for (from, to, kind, rule) in [
            (E1, H1, MoveKind::KingsideCastle, Rule::MakingCastling),
            (C5, D6, MoveKind::EnPassant, Rule::MakingEnPassant),
            (E4, D5, MoveKind::Capture, Rule::MakingCapture),
            (E2, E4, MoveKind::DoublePawnPush, Rule::MakingMove),
            (A7, A8, promotion(false), Rule::MakingPromotion),
            (A7, B8, promotion(true), Rule::MakingPromotion),
        ] {
            assert_eq!(Rule::of_making(Move::new(from, to, kind)), rule);
        }
    }
}
