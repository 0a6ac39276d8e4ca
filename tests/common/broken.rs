//! Move generators with deliberate errors: the mailbox generator without one rule.
//!
//! These are typical errors of new generators, which the tools of ferz must find. This file imports
//! only the crate `ferz`, so that the example `broken` can include it too.

#![allow(
    dead_code,
    reason = "each test crate compiles this file and uses a part of it"
)]

use ferz::chess::CastlingPaths;
use ferz::chess::mailbox::Mailbox;
use ferz::chess::{Board, Color, Move, MoveKind, Piece, PieceType, Rank, Square};

/// The error of a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// An en passant capture may expose the king on its rank: it may remove both pawns that stand
    /// between the king and a rook or queen.
    EnPassantPin,
    /// The king may castle through an attacked square.
    CastlingThroughCheck,
    /// The capture of a rook does not remove its castling right. Only moves of the king or the rook
    /// do.
    CastlingRightsOfCapturedRook,
    /// The king may castle while it is in check.
    CastlingOutOfCheck,
    /// A pinned knight may move.
    PinnedKnight,
    /// A pawn may jump over a piece on its double push.
    DoublePushOverPiece,
    /// Pawns do not promote to a bishop.
    ThreePromotions,
    /// A piece may capture or block one of the checkers in double check.
    DoubleCheckBlock,
    /// A move of a rook does not remove its castling right. Only a move of the king or the capture
    /// of the rook does.
    CastlingRightsOfMovedRook,
    /// A king in check may move along the line of the check, and capture there.
    KingThroughXRay,
    /// Castling moves only the king.
    CastlingLeavesRook,
    /// Each promotion makes a queen.
    PromotionToQueen,
    /// A capture en passant leaves the captured pawn on the board.
    EnPassantLeavesPawn,
}

impl Variant {
    /// The errors that change perft counts within a few plies.
    pub const EARLY: [Self; 8] = [
        Self::EnPassantPin,
        Self::CastlingThroughCheck,
        Self::CastlingRightsOfCapturedRook,
        Self::CastlingOutOfCheck,
        Self::PinnedKnight,
        Self::DoublePushOverPiece,
        Self::ThreePromotions,
        Self::DoubleCheckBlock,
    ];

    /// The other errors.
    pub const OTHERS: [Self; 5] = [
        Self::CastlingRightsOfMovedRook,
        Self::KingThroughXRay,
        Self::CastlingLeavesRook,
        Self::PromotionToQueen,
        Self::EnPassantLeavesPawn,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::EnPassantPin => "en-passant-pin",
            Self::CastlingThroughCheck => "castling-through-check",
            Self::CastlingRightsOfCapturedRook => "castling-rights-of-captured-rook",
            Self::CastlingOutOfCheck => "castling-out-of-check",
            Self::PinnedKnight => "pinned-knight",
            Self::DoublePushOverPiece => "double-push-over-piece",
            Self::ThreePromotions => "three-promotions",
            Self::DoubleCheckBlock => "double-check-block",
            Self::CastlingRightsOfMovedRook => "castling-rights-of-moved-rook",
            Self::KingThroughXRay => "king-through-x-ray",
            Self::CastlingLeavesRook => "castling-leaves-rook",
            Self::PromotionToQueen => "promotion-to-queen",
            Self::EnPassantLeavesPawn => "en-passant-leaves-pawn",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        let mut all = Self::EARLY.into_iter().chain(Self::OTHERS);
        all.find(|variant| variant.name() == name)
    }
}

/// A position whose moves are generated and made by a generator with an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    pub mailbox: Mailbox,
    /// The error; `None` for a correct generator.
    pub variant: Option<Variant>,
}

impl Broken {
    /// Creates a position. A board has an en passant square only if the capture is legal, so
    /// [`Variant::EnPassantPin`] has an effect only after a double push made by this generator.
    pub fn new(board: &Board, variant: Option<Variant>) -> Self {
        Self {
            mailbox: Mailbox::from(board),
            variant,
        }
    }

    /// Returns the moves that this generator considers legal.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.mailbox.pseudo_legal_moves();
        match self.variant {
            Some(Variant::DoublePushOverPiece) => moves.extend(self.jumping_double_pushes()),
            Some(Variant::ThreePromotions) => {
                moves.retain(|mv| mv.promotion() != Some(PieceType::Bishop));
            }
            _ => {}
        }
        moves.retain(|&mv| self.mailbox.is_safe(mv) || self.allows(mv));
        moves
    }

    /// Returns the position after a move that this generator considers legal.
    pub fn make_move(&self, mv: Move) -> Self {
        let mut mailbox = self.mailbox.make_move(mv);
        if self.variant == Some(Variant::CastlingRightsOfCapturedRook) {
            // Each side loses castling rights only by its own moves.
            self.restore_rooks(&mut mailbox, (!self.mailbox.side_to_move).back_rank());
        }
        if self.variant == Some(Variant::CastlingRightsOfMovedRook)
            && self.mailbox.king(self.mailbox.side_to_move) != Some(mv.from())
        {
            self.restore_rooks(&mut mailbox, self.mailbox.side_to_move.back_rank());
        }
        let us = self.mailbox.side_to_move;
        match self.variant {
            Some(Variant::CastlingLeavesRook) if mv.is_castle() => {
                let rook = CastlingPaths::of(us, mv.from(), mv.to()).rook_to;
                let moved = mailbox.squares[rook.index()].take();
                mailbox.squares[mv.to().index()] = moved;
            }
            Some(Variant::PromotionToQueen) if mv.promotion().is_some() => {
                let queen = Piece::new(us, PieceType::Queen);
                mailbox.squares[mv.to().index()] = Some(queen);
            }
            Some(Variant::EnPassantLeavesPawn) if mv.is_en_passant() => {
                let taken = mv.to().forward(!us);
                mailbox.squares[taken.index()] = self.mailbox.piece_at(taken);
            }
            _ => {}
        }
        Self { mailbox, ..*self }
    }

    /// Gives `mailbox`, a position after a move, the castling rights of this one on a back rank.
    fn restore_rooks(&self, mailbox: &mut Mailbox, back_rank: Rank) {
        let (kept, rooks) = (&self.mailbox.castling_rooks, &mut mailbox.castling_rooks);
        rooks.retain(|rook| rook.rank() != back_rank);
        rooks.extend(kept.iter().filter(|rook| rook.rank() == back_rank));
    }

    /// Returns the perft count of this generator.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let below = |&mv| self.make_move(mv).perft(depth - 1);
        self.legal_moves().iter().map(below).sum()
    }

    /// Returns whether the generator's error allows this illegal move.
    fn allows(&self, mv: Move) -> bool {
        let us = self.mailbox.side_to_move;
        let before = checkers(&self.mailbox, us);
        let after = checkers(&self.mailbox.make_move(mv), us);
        match self.variant {
            Some(Variant::EnPassantPin) => {
                let king = self.mailbox.king(us);
                let is_on_rank = |at: &Square| king.is_some_and(|king| king.rank() == at.rank());
                let uncovered = before.is_empty() && after.iter().all(is_on_rank);
                mv.is_en_passant() && uncovered
            }
            Some(Variant::CastlingThroughCheck) => {
                mv.is_castle() && before.is_empty() && after.is_empty()
            }
            Some(Variant::CastlingOutOfCheck) => {
                mv.is_castle() && self.castling_path_is_safe(mv) && after.is_empty()
            }
            Some(Variant::PinnedKnight) => {
                let knight = Piece::new(us, PieceType::Knight);
                self.mailbox.piece_at(mv.from()) == Some(knight) && before.is_empty()
            }
            Some(Variant::KingThroughXRay) => {
                let is_kings = self.mailbox.king(us) == Some(mv.from()) && !mv.is_castle();
                is_kings && !self.mailbox.is_attacked(mv.to(), !us)
            }
            Some(Variant::DoubleCheckBlock) => {
                let is_kings = self.mailbox.king(us) == Some(mv.from());
                let resolves_one = before.len() == 2 && after.len() == 1;
                !is_kings && resolves_one && before.contains(&after[0])
            }
            _ => false,
        }
    }

    /// Returns whether no square that the castling king crosses or reaches is attacked.
    fn castling_path_is_safe(&self, mv: Move) -> bool {
        let us = self.mailbox.side_to_move;
        let path = CastlingPaths::of(us, mv.from(), mv.to()).king_path;
        !path.iter().any(|at| self.mailbox.is_attacked(at, !us))
    }

    /// Returns the double pushes that jump over a piece.
    fn jumping_double_pushes(&self) -> impl Iterator<Item = Move> + '_ {
        let us = self.mailbox.side_to_move;
        let is_empty = |square| self.mailbox.piece_at(square).is_none();
        let pawns = Square::ALL.into_iter().filter(move |&from| {
            let pawn = Piece::new(us, PieceType::Pawn);
            from.rank() == us.pawn_rank() && self.mailbox.piece_at(from) == Some(pawn)
        });
        pawns.filter_map(move |from| {
            let (skipped, to) = (from.forward(us), from.forward(us).forward(us));
            let jumps = !is_empty(skipped) && is_empty(to);
            jumps.then(|| Move::new(from, to, MoveKind::DoublePawnPush))
        })
    }
}

/// Returns the squares of the pieces that attack the king of `color`.
fn checkers(mailbox: &Mailbox, color: Color) -> Vec<Square> {
    let king = mailbox.king(color);
    king.map_or_else(Vec::new, |king| mailbox.attackers(king, !color).collect())
}
