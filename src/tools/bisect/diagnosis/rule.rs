//! The rules that a move generator can break. See
//! <https://en.wikipedia.org/wiki/Rules_of_chess>.

use std::fmt;

use serde::{Serialize, Serializer};

/// Defines the rules, each with its stable name and a sentence.
macro_rules! rules {
    ($($name:ident $id:literal $text:literal)*) => {
        /// A rule of chess that a generator breaks by an extra or a missing move.
        ///
        /// If one error breaks several rules, the first of them is the cause. For example, a
        /// generator that ignores checks also castles out of check.
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
    NothingListed "nothing-listed"
        "a position with legal moves has moves, and perft counts on through draws"
    NotAMove "not-a-move"
        "a move goes from a square to another"
    ListedTwice "listed-twice"
        "a move is listed once"
    EmptySquareMoved "empty-square-moved"
        "a move begins where a piece stands"
    EnemyPieceMoved "enemy-piece-moved"
        "a side moves its own pieces"
    WrapsAroundEdge "wraps-around-edge"
        "no piece leaves the board on one side and comes back on the other"
    WrongStep "wrong-step"
        "each piece has its own way to move"
    SlidesThroughPieces "slides-through-pieces"
        "bishops, rooks and queens do not pass over pieces"
    OwnPieceCaptured "own-piece-captured"
        "a piece does not take one of its own side"
    EnPassantTarget "en-passant-target"
        "a pawn that takes en passant goes to the square that was passed over"
    PawnDirection "pawn-direction"
        "pawns move ahead only"
    DoublePushOverPiece "double-push-over-piece"
        "a pawn does not jump over a piece on its double push"
    DoublePushWrongRank "double-push-wrong-rank"
        "only a pawn that has not moved pushes two squares"
    PawnPushOntoPiece "pawn-push-onto-piece"
        "a pawn does not take what is straight ahead"
    PromotionMissing "promotion-missing"
        "a pawn that reaches the last rank must promote"
    PromotionToPawnOrKing "promotion-to-pawn-or-king"
        "a pawn becomes a queen, a rook, a bishop or a knight"
    PromotionElsewhere "promotion-elsewhere"
        "only a pawn that reaches the last rank promotes"
    PromotionPieceMissing "promotion-piece-missing"
        "a pawn may become any of queen, rook, bishop and knight"
    CheckIgnored "check-ignored"
        "a check must be answered"
    DoubleCheck "double-check"
        "only the king can answer a double check"
    PinnedPiece "pinned-piece"
        "a pinned piece stays between its king and the piece that pins it"
    KingIntoCheck "king-into-check"
        "a king does not go where it is attacked"
    KingTakesProtected "king-takes-protected"
        "a king does not take a piece that is protected"
    KingStaysOnLine "king-stays-on-line"
        "a king does not step back along the line on which it is in check"
    KingNextToKing "king-next-to-king"
        "kings do not stand side by side"
    CastlingRightsAfterRookCaptured "castling-rights-after-rook-captured"
        "a rook that is captured takes its castling right with it"
    CastlingRightsAfterRookMoved "castling-rights-after-rook-moved"
        "a rook that has moved does not castle any more"
    CastlingRightsAfterKingMoved "castling-rights-after-king-moved"
        "a king that has moved does not castle any more"
    CastlingWithoutRight "castling-without-right"
        "castling needs its right"
    CastlingPathBlocked "castling-path-blocked"
        "nothing stands in the way of king and rook when they castle"
    CastlingOutOfCheck "castling-out-of-check"
        "a king in check does not castle"
    CastlingThroughCheck "castling-through-check"
        "a king does not castle over a square that is attacked"
    CastlingIntoCheck "castling-into-check"
        "a king does not castle to a square that is attacked"
    CastlingRookShieldsKing "castling-rook-shields-king"
        "a rook that shields its king along the back rank does not leave it by castling"
    EnPassantUncoversCheck "en-passant-uncovers-check"
        "taking en passant takes two pawns from where they stood, and must not open a line to the king"
    EnPassantExpired "en-passant-expired"
        "en passant is only possible at once after the double push"
    EnPassantWithoutDoublePush "en-passant-without-double-push"
        "en passant takes only a pawn that has pushed two squares"
    PawnTakesNothing "pawn-takes-nothing"
        "pawns move diagonally only to take"
    EnPassantAnswersCheck "en-passant-answers-check"
        "a pawn that gives check by its double push may be taken en passant"
    EnPassantMissing "en-passant-missing"
        "a pawn may take en passant a pawn that just pushed two squares beside it"
    CastlingPastAttackedRook "castling-past-attacked-rook"
        "the rook may castle out of an attack, and over attacked squares that the king does not cross"
    CastlingMissing "castling-missing"
        "king and rook may castle where the right remains, the way is free and nothing attacks the king's way"
    CaptureOfChecker "capture-of-checker"
        "a check may be answered by taking the piece that gives it"
    BlockOfCheck "block-of-check"
        "a check may be answered by stepping between"
    PawnPushIsNoAttack "pawn-push-is-no-attack"
        "a pawn does not attack the square that it may push to"
    KingEscape "king-escape"
        "a king in check may go where nothing attacks it"
    PinnedPieceAlongLine "pinned-piece-along-line"
        "a pinned piece may move along the line of its pin, and take the piece that pins it"
    DoublePushMissing "double-push-missing"
        "a pawn that has not moved may push two squares"
    OrdinaryMove "ordinary-move"
        "each piece may make the moves of its kind"
    Unknown "unknown"
        "none of the rules known here"
}

impl Rule {
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

    #[test]
    fn ids_are_distinct_and_of_the_same_form() {
        for (i, rule) in Rule::ALL.iter().enumerate() {
            let fits = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(rule.id().chars().all(fits), "{}", rule.id());
            assert!(Rule::ALL[..i].iter().all(|other| other.id() != rule.id()));
        }
    }
}
