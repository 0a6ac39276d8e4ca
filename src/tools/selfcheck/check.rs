//! What is held against what, and what is met on the way.
//!
//! See <https://www.chessprogramming.org/Engine_Testing>.

/// Defines an enum whose values have a name and a line that says what they are.
macro_rules! named_enum {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $text:literal $line:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $(#[doc = $line] $variant,)* }

        impl $name {
            /// All, in the order in which they are reported.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name, in lower case with hyphens.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// What it is, in one line.
            #[must_use]
            pub const fn description(self) -> &'static str {
                match self { $(Self::$variant => $line,)* }
            }
        }
    };
}

named_enum! {
    /// Two things that must be equal in every position. What is expected comes last in the
    /// descriptions.
    Check {
        LegalMoves "legal-moves" "the legal moves: those of the reference generator",
        CapturesAndQuiets "captures-and-quiets" "captures and quiet moves together: all legal moves",
        Evasions "evasions" "evasions: all legal moves in check, none otherwise",
        PseudoLegal "pseudo-legal" "pseudo-legal moves that, when tried, leave no king in check: all legal moves",
        Count "count" "moves counted without a list: the length of the list",
        AnyMove "any-move" "whether there is a move: whether the list has one",
        IsLegal "is-legal" "those of all 65,536 encodings that are judged legal: the legal moves",
        Fen "fen" "the board read from its own FEN or Shredder-FEN: the same board",
        Board "board" "the board after a legal move: the position of the reference generator",
        Keys "keys" "the keys that followed the move: those of the new board, from nothing",
        Checkers "checkers" "the pieces that give check after it: those from which the generator protects the king",
        Unmake "unmake" "board, keys and the rest when it is taken back: as they were before",
    }
}

named_enum! {
    /// What games consist of, and what is rare in them.
    Seen {
        Games "games" "games played",
        Standard "standard-starts" "games from the initial position",
        Chess960 "chess960-starts" "games from Chess960 starts",
        DoubleFischerRandom "double-fischer-random-starts" "games from double Fischer random starts",
        Positions "positions" "positions checked",
        InCheck "in-check" "positions in check",
        DoubleCheck "double-check" "positions in double check",
        Checkmates "checkmates" "checkmates",
        Stalemates "stalemates" "stalemates",
        Moves "moves" "legal moves in these positions",
        Captures "captures" "captures among them",
        EnPassant "en-passant" "captures en passant",
        Castles "castles" "castlings",
        Promotions "promotions" "promotions",
    }
}

/// Two things that should be equal and are not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// What was compared.
    pub check: Check,
    /// What it should be.
    pub expected: String,
    /// What it is.
    pub found: String,
}
