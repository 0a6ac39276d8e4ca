//! The receivers of generated moves.
//!
//! The generator emits sets of moves. A sink must handle single moves. It may override the methods
//! for sets, to be faster.

use std::ops::ControlFlow;

use crate::chess::attacks::{bishop_attacks, count_slider_targets, rook_attacks};
use crate::chess::{Bitboard, Move, MoveKind, MoveList, PieceMove, PieceType, Side, Square};

/// The answer of a sink to the generator: to continue, or to stop.
pub(crate) type Flow = ControlFlow<()>;

/// The answer of a sink that accepts more moves.
pub(crate) const CONTINUE: Flow = ControlFlow::Continue(());

/// The step that all pawns of a set make. With it, the origin of a pawn follows from its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PawnStep {
    /// One square forward.
    Push,
    /// Two squares forward.
    DoublePush,
    /// A capture toward the h-file.
    CaptureEast,
    /// A capture toward the a-file.
    CaptureWest,
}

impl PawnStep {
    /// Returns the origin of a pawn of side `S` whose target is `to`.
    #[inline(always)]
    pub(crate) fn origin<S: Side>(self, to: Square) -> Square {
        let behind = to.forward(!S::COLOR);
        match self {
            Self::Push => behind,
            Self::DoublePush => behind.forward(!S::COLOR),
            // 63 is -1 modulo 64, so this is one file to the left.
            Self::CaptureEast => Square::from_index(behind.index() + 63),
            Self::CaptureWest => Square::from_index(behind.index() + 1),
        }
    }

    /// Returns the targets of pawns of side `S` on `origins`.
    #[inline(always)]
    pub(crate) fn targets<S: Side>(self, origins: Bitboard) -> Bitboard {
        let ahead = origins.forward(S::COLOR);
        match self {
            Self::Push => ahead,
            Self::DoublePush => ahead.forward(S::COLOR),
            Self::CaptureEast => ahead.east(),
            Self::CaptureWest => ahead.west(),
        }
    }

    /// Returns the kind of a non-promoting move with this step.
    #[inline(always)]
    pub(crate) const fn kind(self) -> MoveKind {
        match self {
            Self::Push => MoveKind::Quiet,
            Self::DoublePush => MoveKind::DoublePawnPush,
            Self::CaptureEast | Self::CaptureWest => MoveKind::Capture,
        }
    }
}

/// A set of sliders and the squares that they may move to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sliders {
    /// Bishops and queens.
    pub diagonal: Bitboard,
    /// Rooks and queens.
    pub orthogonal: Bitboard,
    /// The occupied squares, which block the sliders.
    pub occupied: Bitboard,
    /// The target mask: moves to other squares are not generated.
    pub targets: Bitboard,
    /// The opponent's pieces. A move to one of them is a capture.
    pub them: Bitboard,
}

impl Sliders {
    /// Returns the type of the piece on `square`: a queen if it is in both sets, and `other`
    /// otherwise.
    #[inline(always)]
    fn kind_on(&self, square: Square, other: PieceType) -> PieceType {
        if (self.diagonal & self.orthogonal).contains(square) {
            PieceType::Queen
        } else {
            other
        }
    }
}

/// A receiver of the moves of side `S`. It may stop the generator by returning
/// [`ControlFlow::Break`].
pub(crate) trait Sink<S: Side> {
    /// Receives one move.
    fn add_move(&mut self, piece: PieceType, from: Square, to: Square, kind: MoveKind) -> Flow;

    /// Receives the moves of a piece other than a pawn, from `from` to each of `targets`. Moves to
    /// `them` are captures.
    #[inline(always)]
    fn add_piece_moves(
        &mut self,
        piece: PieceType,
        from: Square,
        targets: Bitboard,
        them: Bitboard,
    ) -> Flow {
        for to in targets & them {
            self.add_move(piece, from, to, MoveKind::Capture)?;
        }
        for to in targets & !them {
            self.add_move(piece, from, to, MoveKind::Quiet)?;
        }
        CONTINUE
    }

    /// Receives the moves of bishops, rooks and queens that are not pinned.
    #[inline(always)]
    fn add_slider_moves(&mut self, sliders: &Sliders) -> Flow {
        self.add_diagonal_moves(sliders)?;
        self.add_orthogonal_moves(sliders)
    }

    /// Receives the moves of bishops and queens along diagonals.
    #[inline(always)]
    fn add_diagonal_moves(&mut self, sliders: &Sliders) -> Flow {
        for from in sliders.diagonal {
            let targets = bishop_attacks(from, sliders.occupied) & sliders.targets;
            let kind = sliders.kind_on(from, PieceType::Bishop);
            self.add_piece_moves(kind, from, targets, sliders.them)?;
        }
        CONTINUE
    }

    /// Receives the moves of rooks and queens along ranks and files.
    #[inline(always)]
    fn add_orthogonal_moves(&mut self, sliders: &Sliders) -> Flow {
        for from in sliders.orthogonal {
            let targets = rook_attacks(from, sliders.occupied) & sliders.targets;
            let kind = sliders.kind_on(from, PieceType::Rook);
            self.add_piece_moves(kind, from, targets, sliders.them)?;
        }
        CONTINUE
    }

    /// Receives a pawn move to each of `targets`, none of which is on the last rank.
    #[inline(always)]
    fn add_pawn_moves(&mut self, step: PawnStep, targets: Bitboard) -> Flow {
        for to in targets {
            self.add_move(PieceType::Pawn, step.origin::<S>(to), to, step.kind())?;
        }
        CONTINUE
    }

    /// Receives the four promotions on each of `targets`, all of which are on the last rank.
    #[inline(always)]
    fn add_promotions(&mut self, step: PawnStep, targets: Bitboard) -> Flow {
        let is_capture = step.kind().is_capture();
        for to in targets {
            for piece in PieceType::PROMOTIONS {
                let kind = MoveKind::promotion_to(piece, is_capture);
                self.add_move(PieceType::Pawn, step.origin::<S>(to), to, kind)?;
            }
        }
        CONTINUE
    }
}

/// The sink that appends moves to a list.
pub(crate) struct List<'a>(pub &'a mut MoveList);

impl<S: Side> Sink<S> for List<'_> {
    #[inline(always)]
    fn add_move(&mut self, _: PieceType, from: Square, to: Square, kind: MoveKind) -> Flow {
        self.0.push(Move::new(from, to, kind));
        CONTINUE
    }
}

/// The sink that appends moves to a list, with the types of their pieces.
pub(crate) struct PieceList<'a>(pub &'a mut MoveList<PieceMove>);

impl<S: Side> Sink<S> for PieceList<'_> {
    #[inline(always)]
    fn add_move(&mut self, piece: PieceType, from: Square, to: Square, kind: MoveKind) -> Flow {
        let mv = Move::new(from, to, kind);
        self.0.push(PieceMove { mv, piece });
        CONTINUE
    }
}

/// The sink that counts moves, one set at a time.
pub(crate) struct Count(pub u64);

impl<S: Side> Sink<S> for Count {
    #[inline(always)]
    fn add_move(&mut self, _: PieceType, _: Square, _: Square, _: MoveKind) -> Flow {
        self.0 += 1;
        CONTINUE
    }

    #[inline(always)]
    fn add_piece_moves(&mut self, _: PieceType, _: Square, targets: Bitboard, _: Bitboard) -> Flow {
        self.0 += u64::from(targets.count());
        CONTINUE
    }

    #[inline(always)]
    fn add_slider_moves(&mut self, sliders: &Sliders) -> Flow {
        self.0 += count_slider_targets(
            sliders.diagonal,
            sliders.orthogonal,
            sliders.occupied,
            sliders.targets,
        );
        CONTINUE
    }

    #[inline(always)]
    fn add_pawn_moves(&mut self, _: PawnStep, targets: Bitboard) -> Flow {
        self.0 += u64::from(targets.count());
        CONTINUE
    }

    #[inline(always)]
    fn add_promotions(&mut self, _: PawnStep, targets: Bitboard) -> Flow {
        self.0 += PieceType::PROMOTIONS.len() as u64 * u64::from(targets.count());
        CONTINUE
    }
}

/// The sink that stops at the first move.
pub(crate) struct StopAtFirst;

impl<S: Side> Sink<S> for StopAtFirst {
    #[inline(always)]
    fn add_move(&mut self, _: PieceType, _: Square, _: Square, _: MoveKind) -> Flow {
        ControlFlow::Break(())
    }
}
