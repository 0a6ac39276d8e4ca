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
    /// A comparison of two values. The expected value comes last in the descriptions.
    Check {
        LegalMoves "legal-moves" "the legal moves with those of the reference generator",
        CapturesAndQuiets "captures-and-quiets" "the captures and the quiet moves with the legal moves",
        Evasions "evasions" "the evasions with the legal moves in check, or with none",
        PseudoLegal "pseudo-legal" "the pseudo-legal moves that leave the king safe with the legal moves",
        Count "count" "the number of legal moves, without a list, with the length of the list",
        AnyMove "any-move" "whether there is a legal move with whether the list has one",
        IsLegal "is-legal" "the legal ones among all 65,536 encodings with the legal moves",
        Fen "fen" "the board read from its FEN or Shredder-FEN with the board",
        Board "board" "the board after a move with the position of the reference generator",
        Keys "keys" "the updated keys after a move with the keys computed from the board",
        Checkers "checkers" "the stored checkers after a move with those of the move generator",
        Unmake "unmake" "the position after a move is unmade with the position before it",
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

/// Two values that should be equal and differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The comparison.
    pub check: Check,
    /// The expected value.
    pub expected: String,
    /// The value of the move generator or the board.
    pub found: String,
}
