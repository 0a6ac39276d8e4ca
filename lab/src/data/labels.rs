//! The positions of a game that are kept, their labels, and the settings of both.
//!
//! The score of one search is a noisy label, because its horizon is short. Its mean with the scores
//! of the next plies is less noisy. Later scores get less weight, because they also depend on later
//! errors.

use std::ops::RangeInclusive;

use cityhash_rs::cityhash_110_128;

use super::games::{Game, Sample, ScoredMove};
use super::record::{Labels, Record};
use super::report::Dropped;
use super::trees::GameTree;
use crate::support::decimal;
use ferz::chess::Color;
use ferz::cli::number;
use ferz::eval::is_known_endgame;
use ferz::score::Score;

/// Default of [`LabelSettings::scale`]. With it, the hand-crafted evaluation of older versions
/// predicted the scores of long searches best without a factor (`lab/log/networks.md`).
pub const SCALE: f32 = 130.0;

/// The allowed values of [`LabelSettings::scale`]. Outside this range, the expected points of most
/// scores are 0, a half or 1.
pub const SCALES: RangeInclusive<f32> = 1.0..=10_000.0;

/// Default of [`LabelSettings::fade`]. With this value, the squared error of the mean of the
/// search's score and of the later scores against long searches is four fifths of that of the
/// search's score alone (`lab/log/networks.md`).
pub const FADE: f32 = 0.8;

/// Settings of the labels.
#[derive(Clone, Copy, Debug, PartialEq, clap::Args)]
pub struct LabelSettings {
    /// Centipawns in the exponent of the logistic function from scores to expected points
    #[arg(long, value_name = "CP", default_value_t = SCALE, requires = "held_out", conflicts_with = "deep", value_parser = decimal::<f32>(SCALES))]
    pub scale: f32,

    /// Factor per ply by which the weight of later scores decreases in their mean, from 0 to 1
    #[arg(long, value_name = "FACTOR", default_value_t = FADE, requires = "held_out", conflicts_with = "deep", value_parser = decimal::<f32>(0.0..=1.0))]
    pub fade: f32,
}

impl Default for LabelSettings {
    fn default() -> Self {
        Self {
            scale: SCALE,
            fade: FADE,
        }
    }
}

/// Default of [`PrepareSettings::max_score`]. Beyond it, the expected points are within 10^-10 of 0
/// or 1 (1 / (1 + exp(3000 / 130))), so the positions teach nothing.
pub const MAX_SCORE: Score = 3_000;

/// Settings that determine the training data: arguments that need `--held-out`.
#[derive(Clone, Debug, PartialEq, clap::Args)]
pub struct PrepareSettings {
    /// Share of the games that are held out, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, requires = "held_out", conflicts_with = "deep", value_parser = decimal::<f64>(0.0..=1.0))]
    pub held_out_share: f64,

    /// Seed of the order of positions
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "held_out", conflicts_with = "deep", value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,

    /// How positions are labeled.
    #[command(flatten)]
    pub labels: LabelSettings,

    /// Drop positions whose score is at least CP for either side
    #[arg(long, value_name = "CP", default_value_t = MAX_SCORE, requires = "held_out", conflicts_with = "deep", value_parser = number::<Score>(1..=32_000))]
    pub max_score: Score,

    /// Drop the first N plies of each game; games of ferz-lab datagen begin after their random
    /// moves
    #[arg(long, value_name = "N", default_value_t = 0, requires = "held_out", conflicts_with = "deep", value_parser = number::<usize>(0..=u64::MAX))]
    pub skip: usize,

    /// How a file of games was made, to store it with the data; once for each file, in their order
    #[arg(
        long,
        value_name = "TEXT",
        requires = "held_out",
        conflicts_with = "deep"
    )]
    pub origin: Vec<String>,
}

/// Returns the expected points for a score in centipawns, from 0 to 1.
#[inline]
pub fn expected_points(score: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// Returns White's expected points for the position before each move, as a mean of the later
/// scores whose weights fade out:
///
/// > later(i) = (1 - fade) × points(i + 1) + fade × later(i + 1)
///
/// where points(i) are the expected points of the score before move i. After the last move, both
/// are White's points in the game.
pub fn later_points(game: &Game, settings: &LabelSettings) -> Vec<f32> {
    let LabelSettings { scale, fade } = *settings;
    let result = game.outcome.points() as f32;
    let (mut points, mut later) = (result, result);
    let before = |played: &ScoredMove| {
        later = (1.0 - fade) * points + fade * later;
        points = expected_points(played.score as f32, scale);
        later
    };
    let mut all: Vec<f32> = game.moves.iter().rev().map(before).collect();
    all.reverse();
    all
}

/// The positions of a game that are kept: those that
/// [suit a static evaluation](Sample::suits_static_eval), are not known endgames and are not
/// dropped by the settings. The others are counted.
#[derive(Clone, Debug, Default)]
pub(super) struct GameRecords {
    pub records: Vec<Record>,
    pub dropped: Dropped,
    /// The number of all positions of the game.
    pub positions: u64,
    /// Whether these are the positions of a game, and not those of its trees.
    pub is_game: bool,
    pub is_held_out: bool,
}

impl GameRecords {
    /// Converts a game. Whether it is held out depends on the game alone.
    pub fn new(game: &Game, settings: &PrepareSettings) -> Self {
        let mut converted = Self {
            positions: game.moves.len() as u64,
            is_game: true,
            is_held_out: is_held_out(game_hash(game), settings),
            ..Self::default()
        };
        let all_later = later_points(game, &settings.labels);
        for (sample, later) in game.samples().zip(all_later) {
            match converted.dropped.counter(&sample, settings) {
                Some(counter) => *counter += 1,
                None => converted.records.push(record(&sample, later)),
            }
        }
        converted
    }

    /// Converts the positions of the trees of a game. Whether they are held out depends on the game
    /// alone.
    pub fn of_tree(tree: GameTree, settings: &PrepareSettings) -> Self {
        let GameTree { game, mut records } = tree;
        let positions = records.len() as u64;
        records.retain(|record| Score::from(record.score()).abs() < settings.max_score);
        Self {
            dropped: Dropped {
                high_scores: positions - records.len() as u64,
                ..Dropped::default()
            },
            records,
            positions,
            is_game: false,
            is_held_out: is_held_out(game, settings),
        }
    }
}

impl Dropped {
    /// Returns the counter of the first reason to drop a position; `None` if it is kept.
    fn counter(&mut self, sample: &Sample, settings: &PrepareSettings) -> Option<&mut u64> {
        if sample.ply < settings.skip {
            Some(&mut self.skipped)
        } else if !sample.suits_static_eval() {
            Some(&mut self.not_quiet)
        } else if is_known_endgame(&sample.board) {
            Some(&mut self.known_endgames)
        } else if sample.score.abs() >= settings.max_score {
            Some(&mut self.high_scores)
        } else {
            None
        }
    }
}

/// Returns the record of a position. `later` is from White's view.
fn record(sample: &Sample, later: f32) -> Record {
    let result = sample.outcome.points() as f32;
    let (score, later, result) = match sample.board.side_to_move() {
        Color::White => (sample.score, later, result),
        Color::Black => (-sample.score, 1.0 - later, 1.0 - result),
    };
    let labels = Labels {
        score,
        later,
        result: Some(result),
    };
    Record::new(&sample.board, &labels)
}

/// Returns whether a game with this hash, and the positions of its trees, are held out.
fn is_held_out(hash: u64, settings: &PrepareSettings) -> bool {
    (hash as f64 / u64::MAX as f64) < settings.held_out_share
}

/// Returns a hash of the first position and the moves of a game, which is the same on all machines
/// and in all versions.
pub fn game_hash(game: &Game) -> u64 {
    let mut bytes = game.start.shredder_fen().into_bytes();
    for played in &game.moves {
        let mv = played.mv;
        let promotion = mv.kind().promotion().map_or(0, |kind| kind as u8);
        bytes.extend([mv.from() as u8, mv.to() as u8, promotion]);
    }
    cityhash_110_128(&bytes) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::chess::{Board, Outcome, san};

    /// Returns a game with these moves and scores from the initial position.
    fn game(moves: &[(&str, Score)], outcome: Outcome) -> Game {
        let mut board = Board::default();
        let moves = moves.iter().map(|&(text, score)| {
            let mv = san::parse(&board, text).unwrap();
            board = board.after(mv);
            ScoredMove { mv, score }
        });
        Game {
            start: Board::default(),
            moves: moves.collect(),
            outcome,
        }
    }

    /// White wins. The positions before the two captures are not quiet.
    fn with_captures() -> Game {
        let moves = ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5", "d4"];
        let moves: Vec<_> = moves.into_iter().zip((10..).step_by(10)).collect();
        game(&moves, Outcome::WhiteWins)
    }

    fn converted(max_score: Score, skip: usize) -> GameRecords {
        let settings = PrepareSettings {
            held_out_share: 0.0,
            seed: 1,
            labels: LabelSettings::default(),
            max_score,
            skip,
            origin: Vec::new(),
        };
        GameRecords::new(&with_captures(), &settings)
    }

    /// The scores of the game have the expected points 1/2, 3/4 and 1/4, because
    /// ln 3 × 130 = 142.8.
    #[test]
    fn later_points_agree_with_a_calculation_by_hand() {
        let black_wins = |moves| game(moves, Outcome::BlackWins);
        let game = black_wins(&[("e4", 0), ("e5", 143), ("Nf3", -143)]);
        for (fade, expected) in [
            // 0.2 × 0.25 + 0.8 × 0 = 0.05; 0.2 × 0.75 + 0.8 × 0.05 = 0.19.
            (0.8, [0.19, 0.05, 0.0]),
            // Only the next score, or only the result.
            (0.0, [0.75, 0.25, 0.0]),
            (1.0, [0.0, 0.0, 0.0]),
        ] {
            let found = later_points(&game, &LabelSettings { fade, scale: SCALE });
            assert_eq!(found.len(), 3);
            for (points, by_hand) in found.iter().zip(expected) {
                assert!((points - by_hand).abs() < 0.001, "{points} {by_hand}");
            }
        }
        assert!(later_points(&black_wins(&[]), &LabelSettings::default()).is_empty());
    }

    #[test]
    fn labels_are_from_the_view_of_the_side_to_move() {
        let (found, game) = (converted(MAX_SCORE, 0), with_captures());
        let later = later_points(&game, &LabelSettings::default());
        // Before 5. ... Qa5 Black's queen is attacked, but no capture wins material for Black.
        let kept = [0, 1, 4, 5, 6];
        assert_eq!(found.records.len(), kept.len());
        for (record, i) in found.records.iter().zip(kept) {
            let (sign, later, result) = match i % 2 {
                0 => (1, later[i], 1.0),
                _ => (-1, 1.0 - later[i], 0.0),
            };
            assert_eq!(record.score(), sign * 10 * (i as i16 + 1));
            assert!((record.later() - later).abs() < 0.0001);
            assert_eq!(record.result(), Some(result));
        }
        let expected = Dropped {
            not_quiet: 2,
            ..Dropped::default()
        };
        assert_eq!((found.dropped, found.positions), (expected, 7));
    }

    #[test]
    fn the_settings_drop_first_plies_and_high_scores() {
        let found = converted(60, 1);
        assert_eq!(found.records.len(), 2);
        let expected = Dropped {
            skipped: 1,
            not_quiet: 2,
            known_endgames: 0,
            high_scores: 2,
        };
        assert_eq!(found.dropped, expected);
    }

    /// The expected number was computed once. It must not change: if it did, the positions of one
    /// game could be in the training data of one version and held out by another.
    #[test]
    fn the_hash_of_a_game_does_not_depend_on_scores_and_does_not_change() {
        let (game, mut other) = (with_captures(), with_captures());
        other.moves[3].score = -7;
        other.outcome = Outcome::Draw;
        assert_eq!(game_hash(&other), game_hash(&game));
        other.moves.pop();
        assert_ne!(game_hash(&other), game_hash(&game));
        let found = game_hash(&game) as f64 / u64::MAX as f64;
        assert!((found - 0.024_723_297_8).abs() < 1e-6, "{found}");
    }
}
