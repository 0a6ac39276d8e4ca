//! Adapter for the crate `pyrrhic-rs`, which reads the tables.
//!
//! Callers must probe only positions whose tables are present and checked.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Component, PathBuf};
use std::sync::Mutex;

use pyrrhic_rs::{
    Color as PyrrhicColor, DtzProbeValue, DtzResult, EngineAdapter, Piece as PyrrhicPiece,
    TableBases, WdlProbeResult,
};

use super::probing::{ProbedMove, Wdl};
use crate::chess::attacks;
use crate::chess::{Bitboard, Board, Color, FIFTY_MOVE_PLIES, Move, PieceType, Square};

/// Tables opened by the crate.
pub(super) struct Prober {
    tables: TableBases<AttackAdapter>,
    /// Held during a DTZ probe: the crate allows DTZ probes on only one thread at a time.
    dtz_lock: Mutex<()>,
}

impl Prober {
    /// Opens all tables in these folders; `None` if the program has tables open already.
    pub(super) fn open(folders: &[PathBuf]) -> Option<Self> {
        let tables = TableBases::new(crate_path(folders)).ok()?;
        Some(Self {
            tables,
            dtz_lock: Mutex::new(()),
        })
    }

    /// Probes the WDL table of `board`, assuming that its halfmove clock is 0.
    pub(super) fn wdl(&self, board: &Board) -> Option<Wdl> {
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = bitboards(board);
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
        none_if_panics(probe).map(Wdl::from)
    }

    /// Probes the DTZ tables for each legal move of `board`.
    pub(super) fn root_moves(&self, board: &Board) -> Option<Vec<ProbedMove>> {
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = bitboards(board);
        let white_moves = board.side_to_move() == Color::White;
        // The crate stores the clock in a byte. Beyond the limit the game is drawn anyway.
        let clock = u32::from(board.halfmove_clock().min(FIFTY_MOVE_PLIES));
        let probe = || {
            let _guard = self.dtz_lock.lock().ok()?;
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
        let result = none_if_panics(probe)?;
        let probed = |mv: Move| {
            let values = &result.moves[..result.num_moves];
            values.iter().find_map(|value| match value {
                DtzProbeValue::DtzResult(result) if is_move(result, mv) => Some(ProbedMove {
                    mv,
                    wdl: result.wdl.into(),
                    dtz: Some(result.dtz),
                }),
                _ => None,
            })
        };
        board.legal_moves().into_iter().map(probed).collect()
    }
}

impl From<WdlProbeResult> for Wdl {
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

/// Returns the list of folders in the format of the crate, separated by colons on all systems.
/// Drive letters contain a colon too and are left out, so on Windows only folders on the current
/// drive are found.
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

/// Returns the bitboards of `board` in the order of the crate's parameters.
fn bitboards(board: &Board) -> [u64; 8] {
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

/// Returns the en passant square as the crate expects it: 0 for none.
fn en_passant(board: &Board) -> u32 {
    board.en_passant().map_or(0, |square| square.index() as u32)
}

/// Returns the result of `probe`, or `None` if it panics. The crate can panic on a damaged file
/// that passed the checks.
fn none_if_panics<T>(probe: impl FnOnce() -> Option<T>) -> Option<T> {
    catch_unwind(AssertUnwindSafe(probe)).ok().flatten()
}

/// Returns whether a result of the crate belongs to `mv`.
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

/// Provides this crate's attack functions to `pyrrhic-rs`.
#[derive(Clone)]
struct AttackAdapter;

impl EngineAdapter for AttackAdapter {
    fn pawn_attacks(color: PyrrhicColor, square: u64) -> u64 {
        let color = match color {
            PyrrhicColor::White => Color::White,
            PyrrhicColor::Black => Color::Black,
        };
        attacks::pawn_attacks(color, to_square(square)).0
    }

    fn knight_attacks(square: u64) -> u64 {
        attacks::knight_attacks(to_square(square)).0
    }

    fn bishop_attacks(square: u64, occupied: u64) -> u64 {
        attacks::bishop_attacks(to_square(square), Bitboard(occupied)).0
    }

    fn rook_attacks(square: u64, occupied: u64) -> u64 {
        attacks::rook_attacks(to_square(square), Bitboard(occupied)).0
    }

    fn queen_attacks(square: u64, occupied: u64) -> u64 {
        attacks::queen_attacks(to_square(square), Bitboard(occupied)).0
    }

    fn king_attacks(square: u64) -> u64 {
        attacks::king_attacks(to_square(square)).0
    }
}

fn to_square(square: u64) -> Square {
    Square::from_index(square as usize)
}
