//! The comparisons of a selfcheck, and the occurrences that it counts.
//!
//! See <https://www.chessprogramming.org/Engine_Testing>.

/// Defines an enum whose values have a name and a description of one line.
macro_rules! named_enum {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $text:literal $line:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $(#[doc = $line] $variant,)* }

        impl $name {
            /// All values, in the order of reports.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Returns the name, in lower case with hyphens.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// Returns the description, one line.
            #[must_use]
            pub const fn description(self) -> &'static str {
                match self { $(Self::$variant => $line,)* }
            }
        }
    };
}

named_enum! {
    /// A comparison of two values. In the descriptions, the expected value is on the right.
    Check {
        LegalMoves "legal-moves" "legal moves = those of the reference generator",
        CapturesAndQuiets "captures-and-quiets" "captures and quiet moves = legal moves",
        Evasions "evasions" "evasions = legal moves if in check, none otherwise",
        PseudoLegal "pseudo-legal" "pseudo-legal moves that leave the king safe = legal moves",
        Count "count" "number of legal moves counted without a list = length of the list",
        AnyMove "any-move" "whether a legal move exists = whether the list has one",
        IsLegal "is-legal" "legal ones among all 65,536 encodings = legal moves",
        Fen "fen" "board read from its FEN or Shredder-FEN = the board",
        Board "board" "board after a move = position of the reference generator",
        Keys "keys" "updated keys after a move = keys computed from the board",
        Checkers "checkers" "stored checkers after a move = those of the move generator",
        Unmake "unmake" "position after unmaking a move = position before the move",
    }
}

named_enum! {
    /// An occurrence that a selfcheck counts: games, positions and rare events.
    Occurrence {
        Games "games" "games",
        Standard "standard-starts" "games from the initial position",
        Chess960 "chess960-starts" "games from Chess960 starting positions",
        DoubleFischerRandom "double-fischer-random-starts" "games from double Fischer random starting positions",
        Positions "positions" "positions",
        InCheck "in-check" "positions in check",
        DoubleCheck "double-check" "positions in double check",
        Checkmates "checkmates" "checkmates",
        Stalemates "stalemates" "stalemates",
        Moves "moves" "legal moves in these positions",
        Captures "captures" "captures",
        EnPassant "en-passant" "en passant captures",
        Castles "castles" "castling moves",
        Promotions "promotions" "promotions",
    }
}

/// Two values that should be equal but differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The comparison.
    pub check: Check,
    /// The expected value.
    pub expected: String,
    /// The value of the move generator or the board.
    pub found: String,
}
