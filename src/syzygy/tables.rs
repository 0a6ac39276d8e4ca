//! Opening tables and looking up positions in them.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use super::available::{Available, available};
use super::error::Problem;
use super::files;
use super::material::Material;
use super::probing::{Judged, Outcome};
use super::pyrrhic::Prober;
use crate::chess::{Board, Move};

/// What separates the folders in a list of them.
pub const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// Tables that are open.
pub struct Tables {
    prober: Prober,
    available: HashMap<Material, Available>,
    /// How many tables of outcomes there are, by number of men.
    counts: BTreeMap<u32, usize>,
}

/// Tables that were opened, and all that is wrong with others.
#[derive(Debug)]
pub struct Opened {
    /// `None` if there is not one that can be used.
    pub tables: Option<Tables>,
    /// To be said.
    pub problems: Vec<Problem>,
}

impl Tables {
    /// Opens the tables in a list of folders. Only one `Tables` can be open at a time.
    #[must_use]
    pub fn open(list: &str) -> Opened {
        let mut problems = Vec::new();
        let folders: Vec<PathBuf> = list
            .split(SEPARATOR)
            .filter(|folder| !folder.is_empty())
            .map(PathBuf::from)
            .collect();
        let found = files::find(&folders, &mut problems);
        let available = available(&found, &mut problems);
        if available.is_empty() {
            problems.push(Problem::NoTables(list.to_owned()));
            return Opened {
                tables: None,
                problems,
            };
        }
        let Some(prober) = Prober::open(&folders) else {
            problems.push(Problem::InUse);
            return Opened {
                tables: None,
                problems,
            };
        };
        let mut counts = BTreeMap::new();
        for material in available
            .keys()
            .filter(|material| material.canonical() == **material)
        {
            *counts.entry(material.men()).or_default() += 1;
        }
        let tables = Some(Self {
            prober,
            available,
            counts,
        });
        Opened { tables, problems }
    }

    /// The most men, kings included, for which there is a table.
    #[must_use]
    pub fn most_men(&self) -> u32 {
        self.counts.keys().next_back().copied().unwrap_or(0)
    }

    /// How many tables there are, by number of men, as a sentence for the user.
    #[must_use]
    pub fn summary(&self) -> String {
        let of_men = |(men, count): (&u32, &usize)| format!("{count} of {men} men");
        let counts: Vec<String> = self.counts.iter().map(of_men).collect();
        let canonical =
            |(material, _): &(&Material, &Available)| material.canonical() == **material;
        let all = self.available.iter().filter(canonical);
        let distances = all.filter(|(_, available)| available.distance).count();
        format!(
            "endgame tables: {}; with distances: {distances}",
            counts.join(", ")
        )
    }

    fn available(&self, board: &Board) -> Available {
        if board.castling().rooks().any() || board.occupied().count() > self.most_men() {
            return Available::default();
        }
        if board.occupied().count() == 2 {
            return Available {
                outcome: true,
                distance: true,
            };
        }
        self.available
            .get(&Material::of(board))
            .copied()
            .unwrap_or_default()
    }

    /// How a position ends, if the last move was a capture or a pawn move. `None` if there
    /// is no table for it, or someone may castle.
    #[must_use]
    pub fn outcome(&self, board: &Board) -> Option<Outcome> {
        if !self.available(board).outcome {
            return None;
        }
        self.prober.outcome(board)
    }

    /// How the game ends behind each legal move, and how far the next capture or pawn move
    /// is, if the tables tell. `None` if they do not even tell the outcome of all moves.
    #[must_use]
    pub fn judge_moves(&self, board: &Board) -> Option<Vec<Judged>> {
        if board.castling().rooks().any() {
            return None;
        }
        self.judge_by_distance(board)
            .or_else(|| self.judge_by_outcome(board))
    }

    fn judge_by_distance(&self, board: &Board) -> Option<Vec<Judged>> {
        if !self.available(board).distance {
            return None;
        }
        self.prober.judge_moves(board)
    }

    fn judge_by_outcome(&self, board: &Board) -> Option<Vec<Judged>> {
        let judged = |mv: Move| {
            let outcome = match self.outcome(&board.after(mv))? {
                Outcome::Loss => Outcome::Win,
                Outcome::BlessedLoss => Outcome::CursedWin,
                Outcome::Draw => Outcome::Draw,
                Outcome::CursedWin => Outcome::BlessedLoss,
                Outcome::Win => Outcome::Loss,
            };
            Some(Judged {
                mv,
                outcome,
                distance: None,
            })
        };
        board.legal_moves().into_iter().map(judged).collect()
    }
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tables({})", self.summary())
    }
}
