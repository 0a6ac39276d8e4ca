//! Converts a game to records: the filter of positions and their labels.
//!
//! See <https://www.chessprogramming.org/NNUE>.

use cityhash_rs::cityhash_110_128;

use super::label::{LabelSettings, later_points};
use super::record::{Labels, Record};
use super::report::Dropped;
use crate::games::{Game, Sample};
use ferz::chess::Color;
use ferz::eval::{evaluate_classical, is_known_endgame};
use ferz::score::Score;

/// Default of [`Filter::max_score`]. Beyond it, the expected points are within 10^-10 of 0 or 1
/// (1 / (1 + exp(3000 / 130))), so the positions teach nothing.
pub const MAX_SCORE: Score = 3_000;

/// Which positions of a game are kept, among those that
/// [suit a static evaluation](Sample::suits_static_eval) and are not known endgames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Absolute scores must be less than this, in centipawns.
    pub max_score: Score,
    /// Number of plies to skip at the beginning of each game. It may be 0, because games of `ferz
    /// datagen` begin after their random moves.
    pub skip: usize,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            max_score: MAX_SCORE,
            skip: 0,
        }
    }
}

impl Filter {
    /// Returns whether to keep a position. If not, counts it in `dropped`.
    fn keeps(&self, sample: &Sample, dropped: &mut Dropped) -> bool {
        let reason = if sample.ply < self.skip {
            &mut dropped.skipped
        } else if !sample.suits_static_eval() {
            &mut dropped.not_quiet
        } else if is_known_endgame(&sample.board) {
            &mut dropped.known_endgames
        } else if sample.score.abs() >= self.max_score {
            &mut dropped.high_scores
        } else {
            return true;
        };
        *reason += 1;
        false
    }
}

/// The positions of a game that are kept.
#[derive(Clone, Debug, Default)]
pub(super) struct GameRecords {
    pub records: Vec<Record>,
    pub dropped: Dropped,
    /// The number of all positions of the game.
    pub positions: u64,
    pub is_held_out: bool,
}

impl GameRecords {
    /// Converts a game. It is held out with the probability `held_out_share`, which depends on the
    /// game alone.
    pub fn new(game: &Game, filter: &Filter, labels: &LabelSettings, held_out_share: f64) -> Self {
        let mut converted = Self {
            positions: game.moves.len() as u64,
            is_held_out: fraction(game) < held_out_share,
            ..Self::default()
        };
        for (sample, later) in game.samples().zip(later_points(game, labels)) {
            if filter.keeps(&sample, &mut converted.dropped) {
                converted.records.push(record(&sample, later));
            }
        }
        converted
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
        static_score: evaluate_classical(&sample.board),
        score,
        later,
        result,
    };
    Record::new(&sample.board, &labels)
}

/// Returns a number from 0 to 1 that depends only on the first position and the moves of a game: a
/// hash that is the same on all machines and in all versions.
fn fraction(game: &Game) -> f64 {
    let mut bytes = game.start.shredder_fen().into_bytes();
    for played in &game.moves {
        let mv = played.mv;
        let promotion = mv.kind().promotion().map_or(0, |kind| kind as u8);
        bytes.extend([mv.from() as u8, mv.to() as u8, promotion]);
    }
    (cityhash_110_128(&bytes) as u64) as f64 / (u64::MAX as f64)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use super::*;
    use crate::games::ScoredMove;
    use ferz::chess::{Board, Outcome, san};

    /// White wins after e4 d5 exd5 Qxd5 Nc3 Qa5 d4. The positions before the two captures are not quiet.
    fn game() -> Game {
        let (mut board, mut moves) = (Board::default(), Vec::new());
        for (i, text) in ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5", "d4"]
            .iter()
            .enumerate()
        {
            let mv = san::parse(&board, text).unwrap();
            let score = 10 * (i as Score + 1);
            moves.push(ScoredMove { mv, score });
            board = board.after(mv);
        }
        Game {
            start: Board::default(),
            moves,
            outcome: Outcome::WhiteWins,
        }
    }

    fn converted(filter: Filter) -> GameRecords {
        GameRecords::new(&game(), &filter, &LabelSettings::default(), 0.0)
    }

    #[test]
    fn labels_are_from_the_view_of_the_side_to_move() {
        let (found, game) = (converted(Filter::default()), game());
        let later = later_points(&game, &LabelSettings::default());
        let samples: Vec<_> = game.samples().collect();
        // Before 5. ... Qa5 Black's queen is attacked, but no capture wins material for Black.
        let kept = [0, 1, 4, 5, 6];
        assert_eq!(found.records.len(), kept.len());
        for (record, i) in found.records.iter().zip(kept) {
            let (score, sign) = (10 * (i as i16 + 1), if i % 2 == 0 { 1 } else { -1 });
            assert_eq!(record.score(), sign * score);
            assert_eq!(
                Score::from(record.static_score()),
                evaluate_classical(&samples[i].board)
            );
            let (later, result) = if i % 2 == 0 {
                (later[i], 1.0)
            } else {
                (1.0 - later[i], 0.0)
            };
            assert!((record.later() - later).abs() < 0.0001);
            assert_eq!(record.result(), result);
        }
        let expected = Dropped {
            not_quiet: 2,
            ..Dropped::default()
        };
        assert_eq!((found.dropped, found.positions), (expected, 7));
    }

    #[test]
    fn the_filter_drops_first_plies_and_high_scores() {
        let found = converted(Filter {
            max_score: 60,
            skip: 1,
        });
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
        let mut other = game();
        other.moves[3].score = -7;
        other.outcome = Outcome::Draw;
        assert_eq!(fraction(&other), fraction(&game()));
        other.moves.pop();
        assert_ne!(fraction(&other), fraction(&game()));
        assert!(
            (fraction(&game()) - 0.024_723_297_8).abs() < 1e-6,
            "{}",
            fraction(&game())
        );
    }
}
