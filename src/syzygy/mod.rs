//! Endgame tables in Syzygy's format: what is won, drawn and lost, exactly.
//!
//! A position with few men is looked up instead of searched. The tables of one kind tell its
//! value (*WDL*), those of the other how many half-moves it takes to the next capture or pawn
//! move with best play (*DTZ*), which is what the 50-move rule asks about.
//!
//! The crate `pyrrhic-rs` reads them; here is what makes it safe to use: `files` looks at
//! every file before, and what is asked of it is only what the files found can answer.
//! See <https://www.chessprogramming.org/Syzygy_Bases>.

mod checksum;
mod files;
mod header;
mod material;

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Component, PathBuf};
use std::sync::Mutex;

use pyrrhic_rs::{
    Color as PyrrhicColor, DtzProbeValue, DtzResult, EngineAdapter, Piece as PyrrhicPiece,
    TableBases, WdlProbeResult,
};

use crate::chess::attacks;
use crate::chess::{Bitboard, Board, Color, Move, PieceType, Square, legal_moves};
pub use files::Problem;
use files::{Found, Kind};
pub use material::{MOST_MEN, Material};

/// What separates the folders in a list of them.
pub const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// Which positions the search looks up, and how it takes the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probing {
    /// Positions with more men, kings included, are not looked up.
    pub most_men: u32,
    /// Positions with as many men as the largest of the tables in use are looked up in the
    /// tree from this depth on, in plies; those with fewer at any depth.
    pub depth: i32,
    /// Whether a win that the 50-move rule ends is a draw. Without it, it is a win.
    pub fifty_move_rule: bool,
}

impl Default for Probing {
    fn default() -> Self {
        Self {
            most_men: MOST_MEN,
            depth: 1,
            fifty_move_rule: true,
        }
    }
}

impl Probing {
    /// Returns the outcome that the search plays for.
    #[must_use]
    pub const fn outcome(self, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::CursedWin if !self.fifty_move_rule => Outcome::Win,
            Outcome::BlessedLoss if !self.fifty_move_rule => Outcome::Loss,
            outcome => outcome,
        }
    }
}

/// What the tables say of a position, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Lost.
    Loss,
    /// Lost, if the 50-move rule did not come before.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, if the 50-move rule did not come before.
    CursedWin,
    /// Won.
    Win,
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

/// What the tables say of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The move.
    pub mv: Move,
    /// How the game ends behind it, for the side that makes it; with the distance, the moves
    /// since the last capture or pawn move have been counted in.
    pub outcome: Outcome,
    /// Half-moves from before the move to the next capture or pawn move; `None` where only
    /// the outcome is known.
    pub distance: Option<u16>,
}

/// Which tables there are for some material.
#[derive(Clone, Copy, Debug, Default)]
struct Available {
    outcome: bool,
    distance: bool,
}

/// Tables that are open.
pub struct Tables {
    tables: TableBases<Attacks>,
    available: HashMap<Material, Available>,
    /// How many tables of outcomes there are, by number of men.
    counts: BTreeMap<u32, usize>,
    /// The crate looks up distances on one thread at a time.
    one_at_a_time: Mutex<()>,
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
        let tables = match TableBases::new(crate_path(&folders)) {
            Ok(tables) => tables,
            Err(_) => {
                problems.push(Problem::InUse);
                return Opened {
                    tables: None,
                    problems,
                };
            }
        };
        let mut counts = BTreeMap::new();
        for material in available
            .keys()
            .filter(|material| material.canonical() == **material)
        {
            *counts.entry(material.men()).or_default() += 1;
        }
        let tables = Some(Self {
            tables,
            available,
            counts,
            one_at_a_time: Mutex::new(()),
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
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = sets(board);
        let white_moves = board.side_to_move() == Color::White;
        // The crate counts in a byte; beyond a hundred the game is drawn in any case.
        let clock = u32::from(board.halfmove_clock().min(100));
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
        legal_moves(board).into_iter().map(judged).collect()
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
        legal_moves(board).into_iter().map(judged).collect()
    }
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tables({})", self.summary())
    }
}

/// For which material there are all tables that looking up a position asks for: those that
/// captures lead to as well, and for distances those that promotions do.
fn available(found: &Found, problems: &mut Vec<Problem>) -> HashMap<Material, Available> {
    let mut available: HashMap<Material, Available> = HashMap::new();
    let (mut count, mut example) = (0, None);
    let mut wanted: Vec<Material> = found.keys().map(|&(_, material)| material).collect();
    wanted.dedup();
    // Captures leave fewer men, promotions fewer pawns.
    wanted.sort_by_key(|material| (material.men(), material.pawns().iter().sum::<u8>()));
    wanted.dedup();
    for material in wanted {
        let is_missing = |next: &&Material| next.men() > 2 && !available.contains_key(*next);
        let captures = material.after_captures();
        let promotions = material.after_promotions();
        if let Some(missing) = captures.iter().find(is_missing) {
            count += 1;
            example.get_or_insert(missing.canonical().to_string());
        } else if found.contains_key(&(Kind::Wdl, material)) {
            let distance = found.contains_key(&(Kind::Dtz, material))
                && !promotions.iter().any(|next| is_missing(&next));
            let both = Available {
                outcome: true,
                distance,
            };
            available.insert(material, both);
            available.insert(material.exchanged(), both);
        }
    }
    if let Some(example) = example {
        problems.push(Problem::Incomplete { count, example });
    }
    available
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
