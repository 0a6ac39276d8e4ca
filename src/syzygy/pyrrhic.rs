//! The crate that reads the tables.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Component, PathBuf};
use std::sync::Mutex;

use pyrrhic_rs::{
    Color as PyrrhicColor, DtzProbeValue, DtzResult, EngineAdapter, Piece as PyrrhicPiece,
    TableBases, WdlProbeResult,
};

use super::probing::{Judged, Outcome};
use crate::chess::attacks;
use crate::chess::{Bitboard, Board, Color, FIFTY_MOVE_PLIES, Move, PieceType, Square};

/// Tables as the crate has them open.
pub(super) struct Prober {
    tables: TableBases<Attacks>,
    /// The crate looks up distances on one thread at a time.
    one_at_a_time: Mutex<()>,
}

impl Prober {
    /// Opens all tables in these folders; `None` if others are open.
    pub(super) fn open(folders: &[PathBuf]) -> Option<Self> {
        let tables = TableBases::new(crate_path(folders)).ok()?;
        Some(Self {
            tables,
            one_at_a_time: Mutex::new(()),
        })
    }

    /// The outcome, if the last move was a capture or a pawn move.
    pub(super) fn outcome(&self, board: &Board) -> Option<Outcome> {
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = sets(board);
        let white_moves = board.side_to_move() == Color::White;
        let probe = || {
            self.tables
                .probe_wdl(
                    white,
                    black,
                    kings,
                    queens,
                    rooks,
                    bishops,
                    knights,
                    pawns,
                    en_passant(board),
                    white_moves,
                )
                .ok()
        };
        unwinding(probe).map(Outcome::from)
    }

    /// The outcome and the distance of each legal move.
    pub(super) fn judge_moves(&self, board: &Board) -> Option<Vec<Judged>> {
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = sets(board);
        let white_moves = board.side_to_move() == Color::White;
        // The crate counts in a byte; beyond a hundred the game is drawn in any case.
        let clock = u32::from(board.halfmove_clock().min(FIFTY_MOVE_PLIES));
        let probe = || {
            let _guard = self.one_at_a_time.lock().ok()?;
            self.tables
                .probe_root(
                    white,
                    black,
                    kings,
                    queens,
                    rooks,
                    bishops,
                    knights,
                    pawns,
                    clock,
                    en_passant(board),
                    white_moves,
                )
                .ok()
        };
        let result = unwinding(probe)?;
        let judged = |mv: Move| {
            let values = &result.moves[..result.num_moves];
            values.iter().find_map(|value| match value {
                DtzProbeValue::DtzResult(result) if is_move(result, mv) => Some(Judged {
                    mv,
                    outcome: result.wdl.into(),
                    distance: Some(result.dtz),
                }),
                _ => None,
            })
        };
        board.legal_moves().into_iter().map(judged).collect()
    }
}

impl From<WdlProbeResult> for Outcome {
    fn from(result: WdlProbeResult) -> Self {
        match result {
            WdlProbeResult::Loss => Self::Loss,
            WdlProbeResult::BlessedLoss => Self::BlessedLoss,
            WdlProbeResult::Draw => Self::Draw,
            WdlProbeResult::CursedWin => Self::CursedWin,
            WdlProbeResult::Win => Self::Win,
        }
    }
}

/// The list of folders as the crate wants it: separated by colons on all systems. So a drive
/// must not be named; where it is the present one, it need not be.
fn crate_path(folders: &[PathBuf]) -> String {
    let without_drive = |folder: &PathBuf| {
        let parts = folder
            .components()
            .filter(|part| !matches!(part, Component::Prefix(_)));
        parts.collect::<PathBuf>().to_string_lossy().into_owned()
    };
    folders
        .iter()
        .map(without_drive)
        .collect::<Vec<_>>()
        .join(":")
}

/// The pieces as the crate wants them.
fn sets(board: &Board) -> [u64; 8] {
    let of = |kind| board.of_type(kind).0;
    [
        board.of_color(Color::White).0,
        board.of_color(Color::Black).0,
        of(PieceType::King),
        of(PieceType::Queen),
        of(PieceType::Rook),
        of(PieceType::Bishop),
        of(PieceType::Knight),
        of(PieceType::Pawn),
    ]
}

/// The en passant square as the crate wants it: 0 for none.
fn en_passant(board: &Board) -> u32 {
    board.en_passant().map_or(0, |square| square.index() as u32)
}

/// What the crate says; nothing if it panics, as it may on a broken file that looked whole.
fn unwinding<T>(probe: impl FnOnce() -> Option<T>) -> Option<T> {
    catch_unwind(AssertUnwindSafe(probe)).ok().flatten()
}

/// Whether the crate means this move.
fn is_move(result: &DtzResult, mv: Move) -> bool {
    let promotion = match result.promotion {
        PyrrhicPiece::Queen => Some(PieceType::Queen),
        PyrrhicPiece::Rook => Some(PieceType::Rook),
        PyrrhicPiece::Bishop => Some(PieceType::Bishop),
        PyrrhicPiece::Knight => Some(PieceType::Knight),
        PyrrhicPiece::Pawn | PyrrhicPiece::King => None,
    };
    let squares = [result.from_square, result.to_square].map(usize::from);
    squares == [mv.from().index(), mv.to().index()] && promotion == mv.promotion()
}

/// Lends the crate our attacks.
#[derive(Clone)]
struct Attacks;

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: PyrrhicColor, square: u64) -> u64 {
        let color = match color {
            PyrrhicColor::White => Color::White,
            PyrrhicColor::Black => Color::Black,
        };
        attacks::pawn_attacks(color, named(square)).0
    }

    fn knight_attacks(square: u64) -> u64 {
        attacks::knight_attacks(named(square)).0
    }

    fn bishop_attacks(square: u64, occupied: u64) -> u64 {
        attacks::bishop_attacks(named(square), Bitboard(occupied)).0
    }

    fn rook_attacks(square: u64, occupied: u64) -> u64 {
        attacks::rook_attacks(named(square), Bitboard(occupied)).0
    }

    fn queen_attacks(square: u64, occupied: u64) -> u64 {
        attacks::queen_attacks(named(square), Bitboard(occupied)).0
    }

    fn king_attacks(square: u64) -> u64 {
        attacks::king_attacks(named(square)).0
    }
}

fn named(square: u64) -> Square {
    Square::from_index(square as usize)
}
