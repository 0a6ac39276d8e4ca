//! Statistics of games and of prepared training data.

use std::fmt::{self, Display};

use anyhow::{Error, Result};

use super::games::{Game, Sample};
use super::record::Record;
use ferz::cli::{ExitStatus, print, print_error};
use ferz::support::rounding::rounded;

/// Upper bounds of the classes of absolute scores, in centipawns; there is one more class above.
const SCORE_BOUNDS: [u16; 5] = [50, 150, 300, 600, 1200];

/// Number of classes by piece count: up to 8 pieces, 16, 24 and 32.
const PIECE_CLASSES: usize = 4;

/// Prints the report about the files written, or, without one, that the command was interrupted.
pub(super) fn print_report(report: Option<&impl Display>) -> Result<ExitStatus> {
    let Some(report) = report else {
        print_error("interrupted; nothing was written");
        return Ok(ExitStatus::Interrupted);
    };
    print(&report.to_string()).map_err(Error::msg)?;
    Ok(ExitStatus::Success)
}

/// Returns a part in percent.
fn percent(part: u64, of: u64) -> f64 {
    100.0 * part as f64 / of.max(1) as f64
}

/// The number of games and positions, and the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameSummary {
    pub games: u64,
    /// The number of positions in which a move was played.
    pub positions: u64,
    /// The number of [quiet](Sample::is_quiet) positions.
    pub quiet: u64,
    /// The number of White's wins, of draws and of Black's wins.
    pub outcomes: [u64; 3],
    /// The size of the games in a file, in bytes.
    pub bytes: u64,
}

impl GameSummary {
    /// Adds a game that is `bytes` long in a file.
    pub fn add(&mut self, game: &Game, bytes: u64) {
        self.games += 1;
        self.positions += game.moves.len() as u64;
        self.quiet += game.samples().filter(Sample::is_quiet).count() as u64;
        self.outcomes[game.outcome as usize] += 1;
        self.bytes += bytes;
    }
}

/// Formats the summary in five lines.
impl Display for GameSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (games, positions) = (self.games, self.positions);
        let [white, drawn, black] = self.outcomes.map(|count| {
            let share = percent(count, games);
            format!("{count} ({share:.1} %)")
        });
        let length = positions as f64 / games.max(1) as f64;
        let quiet = percent(self.quiet, positions);
        let size = self.bytes as f64 / positions.max(1) as f64;
        writeln!(f, "Games: {games}")?;
        writeln!(f, "White won {white}, drawn {drawn}, Black won {black}")?;
        writeln!(f, "Positions: {positions}, {length:.1} per game")?;
        writeln!(f, "Quiet positions: {} ({quiet:.1} %)", self.quiet)?;
        writeln!(f, "Bytes: {}, {size:.2} per position", self.bytes)
    }
}

/// The numbers of positions that were not kept, by reason. If there are several reasons, the first
/// one counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Positions at the beginning of a game.
    pub skipped: u64,
    /// Positions that do not [suit a static evaluation](Sample::suits_static_eval).
    pub not_quiet: u64,
    /// Endgames whose evaluation is known.
    pub known_endgames: u64,
    /// Positions with a high score.
    pub high_scores: u64,
}

impl Dropped {
    pub fn add(&mut self, other: &Self) {
        self.skipped += other.skipped;
        self.not_quiet += other.not_quiet;
        self.known_endgames += other.known_endgames;
        self.high_scores += other.high_scores;
    }
}

/// Statistics of one part of the data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartCounts {
    pub games: u64,
    pub positions: u64,
    /// The number of positions that are equal to an earlier one in this part.
    pub repeated: u64,
}

/// Statistics of prepared training data. Scores and results are from the view of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The number of positions in the games, kept or not.
    pub positions: u64,
    pub dropped: Dropped,
    pub training: PartCounts,
    pub held_out: PartCounts,
    /// The number of held-out positions that are also in the part for training.
    pub shared: u64,
    /// The number of lost, drawn and won positions among those that are kept.
    results: [u64; 3],
    /// The sum of the scores.
    score_sum: i64,
    /// The number of positions by absolute score.
    scores: [u64; SCORE_BOUNDS.len() + 1],
    /// The number of positions by piece count.
    pieces: [u64; PIECE_CLASSES],
}

impl Report {
    /// Adds the result, the score and the piece count of a position that is kept.
    pub fn add(&mut self, record: &Record) {
        let score = record.score();
        if let Some(points) = record.result() {
            self.results[(2.0 * points) as usize] += 1;
        }
        self.score_sum += i64::from(score);
        let mut bounds = SCORE_BOUNDS.iter();
        let class = bounds.position(|&bound| score.unsigned_abs() < bound);
        self.scores[class.unwrap_or(SCORE_BOUNDS.len())] += 1;
        self.pieces[(record.piece_count() as usize - 1) / 8] += 1;
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (training, held_out, dropped) = (&self.training, &self.held_out, &self.dropped);
        let kept = training.positions + held_out.positions;
        writeln!(f, "Games: {}", training.games + held_out.games)?;
        writeln!(f, "Positions: {}", self.positions)?;
        writeln!(
            f,
            "Dropped: {} at the beginning of a game, {} not quiet, {} known endgames, {} with a high score",
            dropped.skipped, dropped.not_quiet, dropped.known_endgames, dropped.high_scores,
        )?;
        let kept_share = percent(kept, self.positions);
        writeln!(f, "Kept: {kept} ({kept_share:.1} %)")?;
        for (name, part) in [("Training", training), ("Held out", held_out)] {
            let share = percent(part.repeated, part.positions);
            write!(
                f,
                "{name}: {} positions of {} games; ",
                part.positions, part.games
            )?;
            writeln!(f, "{} ({share:.2} %) repeat an earlier one", part.repeated)?;
        }
        let (shared, shared_share) = (self.shared, percent(self.shared, held_out.positions));
        write!(f, "Held-out positions that are also in training: ")?;
        writeln!(f, "{shared} ({shared_share:.2} %)")?;
        let [lost, drawn, won] = self
            .results
            .map(|count| percent(count, self.results.iter().sum()));
        write!(f, "Results for the side to move: {won:.1} % won, ")?;
        writeln!(f, "{drawn:.1} % drawn, {lost:.1} % lost")?;
        let mean = rounded(self.score_sum as f64 / kept.max(1) as f64, 1);
        writeln!(f, "Mean score for the side to move: {mean:.1} centipawns")?;
        write!(f, "Absolute scores:")?;
        let mut start = 0;
        for (&bound, &count) in SCORE_BOUNDS.iter().zip(&self.scores) {
            write!(
                f,
                " {start} to {}: {:.1} %,",
                bound - 1,
                percent(count, kept)
            )?;
            start = bound;
        }
        let above = percent(self.scores[SCORE_BOUNDS.len()], kept);
        writeln!(f, " {start} and above: {above:.1} %")?;
        write!(f, "Pieces:")?;
        for (class, &count) in self.pieces.iter().enumerate() {
            let separator = if class == 0 { "" } else { "," };
            let (first, last) = (usize::max(8 * class + 1, 2), 8 * class + 8);
            let share = percent(count, kept);
            write!(f, "{separator} {first} to {last}: {share:.1} %")?;
        }
        writeln!(f)
    }
}
