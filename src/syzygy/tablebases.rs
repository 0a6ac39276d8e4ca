//! Opens tablebases and probes positions.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use super::available::{Available, available};
use super::error::TablebaseError;
use super::files;
use super::material::Material;
use super::probing::{ProbedMove, Wdl};
use super::pyrrhic::Prober;
use crate::chess::{Board, Move};

/// Separator of the folders in the option `SyzygyPath`.
pub const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// Open tablebases.
pub struct Tablebases {
    prober: Prober,
    available: HashMap<Material, Available>,
    /// Number of WDL tables in use, by number of pieces.
    counts: BTreeMap<u32, usize>,
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
    /// Opens the tablebases in a list of folders, separated by [`SEPARATOR`]. Only one
    /// `Tablebases` can be open in a program at a time.
    #[must_use]
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
        let found = files::find(&folders, errors);
        let available = available(&found, errors);
        if available.is_empty() {
            return Err(TablebaseError::NoTables(list.to_owned()));
        }
        let prober = Prober::open(&folders).ok_or(TablebaseError::InUse)?;
        let mut counts = BTreeMap::new();
        for material in available
            .keys()
            .filter(|material| material.canonical() == **material)
        {
            *counts.entry(material.piece_count()).or_default() += 1;
        }
        Ok(Self {
            prober,
            available,
            counts,
        })
    }

    /// Returns the largest number of pieces, pawns and kings included, of the tables in use.
    #[must_use]
    pub fn max_pieces(&self) -> u32 {
        self.counts.keys().next_back().copied().unwrap_or(0)
    }

    /// Returns a message about how many tables are in use.
    #[must_use]
    pub fn summary(&self) -> String {
        let with_pieces = |(pieces, count): (&u32, &usize)| format!("{count} with {pieces} pieces");
        let counts: Vec<String> = self.counts.iter().map(with_pieces).collect();
        let canonical =
            |(material, _): &(&Material, &Available)| material.canonical() == **material;
        let all = self.available.iter().filter(canonical);
        let dtz = all.filter(|(_, available)| available.dtz).count();
        format!("tablebases: {}; {dtz} have DTZ", counts.join(", "))
    }

    /// Returns which probes of `board` are possible.
    fn available(&self, board: &Board) -> Available {
        if board.castling().rooks().any() || board.occupied().count() > self.max_pieces() {
            return Available::default();
        }
        if board.occupied().count() == 2 {
            return Available {
                wdl: true,
                dtz: true,
            };
        }
        self.available
            .get(&Material::of(board))
            .copied()
            .unwrap_or_default()
    }

    /// Returns the result of `board`, assuming that the last move was a capture or a pawn move.
    /// `None` if there is no table for it or castling is possible.
    #[must_use]
    pub fn probe_wdl(&self, board: &Board) -> Option<Wdl> {
        if !self.available(board).wdl {
            return None;
        }
        self.prober.wdl(board)
    }

    /// Returns the result of each legal move, with its distance to zeroing if the DTZ tables are
    /// available. `None` if the results of some moves are not available or castling is possible.
    #[must_use]
    pub fn probe_moves(&self, board: &Board) -> Option<Vec<ProbedMove>> {
        if board.castling().rooks().any() {
            return None;
        }
        self.probe_moves_by_dtz(board)
            .or_else(|| self.probe_moves_by_wdl(board))
    }

    fn probe_moves_by_dtz(&self, board: &Board) -> Option<Vec<ProbedMove>> {
        if !self.available(board).dtz {
            return None;
        }
        self.prober.root_moves(board)
    }

    fn probe_moves_by_wdl(&self, board: &Board) -> Option<Vec<ProbedMove>> {
        let probe = |mv: Move| {
            let wdl = self.probe_wdl(&board.after(mv))?.opposite();
            Some(ProbedMove { mv, wdl, dtz: None })
        };
        board.legal_moves().into_iter().map(probe).collect()
    }
}

impl std::fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tablebases({})", self.summary())
    }
}
