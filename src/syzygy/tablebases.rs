//! Open tablebases: which files are in use, when the search probes them, and their results.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::files;
use super::probe;
use super::tables::TableSet;
use super::{MAX_PIECES, ProbedMove, TablebaseError, Wdl};
use crate::chess::{Board, Move};

/// Separator of the folders in the option `SyzygyPath`.
pub const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// Settings of probing in the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probing {
    /// Maximum number of pieces, pawns and kings included, of a position to probe.
    pub max_pieces: u32,
    /// Minimum depth in plies at which the search tree probes positions with the largest
    /// number of pieces that is probed. Positions with fewer pieces are probed at any depth.
    pub depth: i32,
    /// Whether to count a win as a draw if the fifty-move rule prevents it. Otherwise it counts as
    /// a win.
    pub fifty_move_rule: bool,
}

impl Default for Probing {
    fn default() -> Self {
        Self {
            max_pieces: MAX_PIECES,
            depth: 1,
            fifty_move_rule: true,
        }
    }
}

impl Probing {
    /// Returns the result that the search plays for: without the fifty-move rule, a cursed win
    /// is a win and a blessed loss is a loss.
    pub const fn effective_wdl(self, wdl: Wdl) -> Wdl {
        match wdl {
            Wdl::CursedWin if !self.fifty_move_rule => Wdl::Win,
            Wdl::BlessedLoss if !self.fifty_move_rule => Wdl::Loss,
            wdl => wdl,
        }
    }
}

/// Open tablebases.
#[derive(Debug)]
pub struct Tablebases {
    tables: TableSet,
    /// Number of WDL tables in use, by number of pieces.
    counts: BTreeMap<u32, usize>,
    /// Number of DTZ tables in use.
    dtz_count: usize,
}

/// Result of [`Tablebases::open`].
#[derive(Debug)]
pub struct Opened {
    /// The open tablebases; `None` if no table is usable.
    pub tablebases: Option<Tablebases>,
    /// Folders and files that were ignored, and why.
    pub errors: Vec<TablebaseError>,
}

impl Tablebases {
    /// Opens the tablebases in a list of folders, separated by [`SEPARATOR`].
    pub fn open(list: &str) -> Opened {
        let mut errors = Vec::new();
        let tablebases = Self::open_usable(list, &mut errors)
            .map_err(|error| errors.push(error))
            .ok();
        Opened { tablebases, errors }
    }

    /// Opens the usable tables, and adds an error for the others. Fails if none is usable.
    fn open_usable(list: &str, errors: &mut Vec<TablebaseError>) -> Result<Self, TablebaseError> {
        let folders: Vec<PathBuf> = list
            .split(SEPARATOR)
            .filter(|folder| !folder.is_empty())
            .map(PathBuf::from)
            .collect();
        let available = files::open(&folders, errors);
        if available.is_empty() {
            return Err(TablebaseError::NoTables(list.to_owned()));
        }
        let mut counts = BTreeMap::new();
        for files in &available {
            *counts.entry(files.material.piece_count()).or_default() += 1;
        }
        let dtz_count = available.iter().filter(|files| files.dtz.is_some()).count();
        Ok(Self {
            tables: TableSet::new(available),
            counts,
            dtz_count,
        })
    }

    /// Returns the largest number of pieces, pawns and kings included, of the tables in use.
    pub fn max_pieces(&self) -> u32 {
        self.counts.keys().next_back().copied().unwrap_or(0)
    }

    /// Returns a message that says how many tables are in use.
    pub fn summary(&self) -> String {
        let with_pieces = |(pieces, count): (&u32, &usize)| format!("{count} with {pieces} pieces");
        let counts: Vec<String> = self.counts.iter().map(with_pieces).collect();
        let dtz = self.dtz_count;
        format!("tablebases: {}; {dtz} have DTZ", counts.join(", "))
    }

    /// Returns whether the tables can contain `board`. They contain no positions with castling
    /// rights.
    fn can_contain(&self, board: &Board) -> bool {
        board.castling().rooks().is_empty() && board.occupied().count() <= self.max_pieces()
    }

    /// Returns the result of `board`, assuming a halfmove clock of 0. `None` if there is no table
    /// for it or there are castling rights.
    pub fn probe_wdl(&self, board: &Board) -> Option<Wdl> {
        if !self.can_contain(board) {
            return None;
        }
        probe::probe_wdl(&self.tables, board)
    }

    /// Returns the result of each legal move, with its distance to zeroing if the DTZ tables are
    /// available; without them, the halfmove clock is ignored. `None` if the results of some moves
    /// are not available or there are castling rights.
    pub fn probe_moves(&self, board: &Board) -> Option<Vec<ProbedMove>> {
        // A move may end the rights, so the positions after the moves do not tell.
        if board.castling().rooks().any() {
            return None;
        }
        self.probe_moves_by_dtz(board)
            .or_else(|| self.probe_moves_by_wdl(board))
    }

    fn probe_moves_by_dtz(&self, board: &Board) -> Option<Vec<ProbedMove>> {
        if !self.can_contain(board) || !self.tables.has_dtz(board) {
            return None;
        }
        probe::probe_moves(&self.tables, board)
    }

    fn probe_moves_by_wdl(&self, board: &Board) -> Option<Vec<ProbedMove>> {
        let probe = |mv: Move| {
            let wdl = self.probe_wdl(&board.after(mv))?.opposite();
            Some(ProbedMove { mv, wdl, dtz: None })
        };
        board.legal_moves().into_iter().map(probe).collect()
    }
}
