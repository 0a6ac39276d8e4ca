//! Playing weakly on purpose, and like a human: `UCI_LimitStrength` and `Skill Level`.
//!
//! A weak player sees less far, and does not weigh what it sees exactly. So two things grow
//! with the distance to full strength: the search visits fewer positions, and the best move
//! is chosen among several lines whose scores have been blurred. The blur is bounded: a move
//! that throws away more than that is never chosen, so that hanging queens are taken. Nor is
//! there any once the game is won, so that it comes to an end.
//! See <https://www.chessprogramming.org/Playing_Strength>.
//!
//! # Calibration
//!
//! The numbers of `CURVE` are set by matches against an engine that has a rating of this
//! kind, Stockfish 15.1, with both limited to the same; ferz, which the nodes limit, without
//! a clock, so that it does not matter how fast the machine is for it:
//!
//! ```sh
//! for elo in 1350 1500 1700 1900 2100 2300; do
//!     fastchess \
//!         -engine cmd=target/release/ferz name=ferz-$elo nodes=1000000000 tc=inf \
//!             option.UCI_LimitStrength=true option.UCI_Elo=$elo \
//!         -engine cmd=stockfish name=stockfish-$elo tc=10+0.1 \
//!             option.UCI_LimitStrength=true option.UCI_Elo=$elo \
//!         -each option.Hash=16 -rounds 20 -games 2 -repeat \
//!         -openings file=noob_3moves.epd format=epd order=random -srand $elo \
//!         -resign movecount=4 score=1000 twosided=true \
//!         -draw movenumber=60 movecount=8 score=10
//! done
//! ```
//!
//! Stockfish needs its clock: what it learns after its move is chosen helps the next one. At
//! 2 s + 0.02 s its 2300 lost to 150,000 nodes with a blur of 18 (22 games won, 9 lost, 9
//! drawn), and at 10 s + 0.1 s it won against 110,000. On a Xeon of 2.5 GHz, with errors of
//! 95 %:
//!
//! | rating | nodes | blur | won, lost, drawn | difference |
//! | --- | --- | --- | --- | --- |
//! | 1350 | 450 | 115 | 14, 25, 1 | -98 ± 121 |
//! | 1500 | 650 | 90 | 23, 17, 0 | +53 ± 105 |
//! | 1700 | 2,000 | 65 | 19, 20, 1 | -9 ± 113 |
//! | 1900 | 13,000 | 45 | 15, 23, 2 | -70 ± 121 |
//! | 1900 | 15,000 | 40 | 24, 14, 2 | +89 ± 115 |
//! | 2100 | 50,000 | 15 | 21, 13, 6 | +70 ± 94 |
//! | 2300 | 110,000 | 18 | 5, 34, 1 | -319 ± 166 |
//! | 2300 | 150,000 | 0 | 8, 4, 5 | +83 ± 160 |
//!
//! The curve goes smoothly through what these say; its own rows have not been played. Above
//! 2300 it is a guess: 80 points for twice the nodes. That agrees with matches at full strength
//! and 10 s + 0.1 s against Skill Levels 12 and 15 of Stockfish 15.1 (52.5 % ± 6.1 and 38.5 % ±
//! 5.5 of 200 games each, by an earlier version), which put what is searched in that time
//! (600,000 nodes a move, by an estimate from clock and speed) between 2400 and 2550. What the
//! clock does not allow is not searched, whatever the rating.

use super::root_move::RootMove;
use crate::score::{Score, is_mate};

/// How many lines are searched to choose from.
const LINES: usize = 5;

/// The lead, in centipawns, from which on the best move is played: who is winning knows how
/// to go on.
const WINNING: Score = 500;

/// A row of the curve.
#[derive(Clone, Copy, Debug)]
struct Row {
    elo: i64,
    /// After so many nodes no further iteration begins.
    nodes: u64,
    /// How far a score may be blurred, in centipawns.
    blur: Score,
}

const fn row(elo: i64, nodes: u64, blur: Score) -> Row {
    Row { elo, nodes, blur }
}

/// Strength and what makes it, from the weakest up.
const CURVE: [Row; 10] = [
    row(1320, 470, 105),
    row(1500, 600, 90),
    row(1700, 2_000, 65),
    row(1900, 14_000, 42),
    row(2100, 35_000, 15),
    row(2300, 110_000, 0),
    row(2500, 600_000, 0),
    row(2700, 3_500_000, 0),
    row(2850, 13_000_000, 0),
    row(3000, 48_000_000, 0),
];

/// The level of `Skill Level` that plays at full strength.
pub const FULL_SKILL: i64 = 20;

/// Ratings of Stockfish at its levels 0 to 19, from the matches to which its own scale of
/// `UCI_Elo` was fitted (Stockfish commit a08b8d4), rounded.
const SKILL_ELO: [i64; FULL_SKILL as usize] = [
    1320, 1468, 1608, 1742, 1923, 2204, 2363, 2500, 2596, 2703, 2788, 2856, 2923, 2973, 3025, 3070,
    3111, 3141, 3170, 3191,
];

/// Returns the rating that Stockfish has at a level; `None` for full strength.
///
/// ```
/// use ferz::search::strength::elo_of_skill;
/// assert_eq!(elo_of_skill(5), Some(2204));
/// assert_eq!(elo_of_skill(20), None);
/// ```
#[must_use]
pub fn elo_of_skill(level: i64) -> Option<i64> {
    SKILL_ELO.get(usize::try_from(level).ok()?).copied()
}

/// How weakly to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// After so many nodes no further iteration begins.
    pub nodes: u64,
    /// How far the score of a line may be blurred when the move is chosen, in centipawns.
    pub blur: Score,
    /// Decides the choices together with the position: with the same seed, a search on one
    /// thread always plays the same move.
    pub seed: u64,
}

impl Strength {
    /// What makes this rating; beyond the ends of the curve, that of its end.
    #[must_use]
    pub fn of(elo: i64, seed: u64) -> Self {
        let above = CURVE.iter().position(|row| row.elo >= elo);
        let above = above.unwrap_or(CURVE.len() - 1).max(1);
        let (low, high) = (CURVE[above - 1], CURVE[above]);
        let part = (elo - low.elo) as f64 / (high.elo - low.elo) as f64;
        let part = part.clamp(0.0, 1.0);
        // Strength grows with the logarithm of the nodes.
        let nodes = low.nodes as f64 * (high.nodes as f64 / low.nodes as f64).powf(part);
        let blur = f64::from(low.blur) + f64::from(high.blur - low.blur) * part;
        Self {
            nodes: nodes.round() as u64,
            blur: blur.round() as Score,
            seed,
        }
    }

    /// How many lines a search must find, where so many are to be reported.
    #[must_use]
    pub fn lines(&self, reported: usize) -> usize {
        if self.blur == 0 {
            reported
        } else {
            reported.max(LINES)
        }
    }

    /// Which of these lines to play, the best of which comes first, in the position with
    /// this key.
    pub(super) fn choose(&self, lines: &[RootMove], key: u64) -> usize {
        let best = lines[0].score;
        if best >= WINNING || is_mate(best) {
            return 0;
        }
        let mut random = fastrand::Rng::with_seed(self.seed ^ key);
        let blurred = lines.iter().map(|root| {
            // The sum of two is most often near the middle.
            let blur = random.i32(0..=self.blur) + random.i32(0..=self.blur) - self.blur;
            root.score + blur
        });
        let blurred: Vec<Score> = blurred.collect();
        // Of equals, the first.
        (0..lines.len())
            .rev()
            .max_by_key(|&i| blurred[i])
            .unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Board;

    fn lines(scores: &[Score]) -> Vec<RootMove> {
        let board = Board::default();
        let moves = board.legal_moves();
        let root = |(&score, &mv)| RootMove {
            score,
            ..RootMove::new(&board, mv)
        };
        scores.iter().zip(&moves).map(root).collect()
    }

    #[test]
    fn more_strength_is_more_nodes_and_less_blur() {
        assert_eq!(Strength::of(1320, 0).nodes, CURVE[0].nodes);
        assert_eq!(Strength::of(3000, 0).nodes, CURVE[CURVE.len() - 1].nodes);
        let mut weaker = Strength::of(1320, 0);
        for elo in 1321..=3000 {
            let stronger = Strength::of(elo, 0);
            assert!(
                stronger.nodes >= weaker.nodes && stronger.blur <= weaker.blur,
                "{elo}"
            );
            weaker = stronger;
        }
    }

    #[test]
    fn a_higher_level_is_never_weaker() {
        let strengths: Vec<Strength> = (0..FULL_SKILL)
            .filter_map(elo_of_skill)
            .map(|elo| Strength::of(elo, 0))
            .collect();
        assert_eq!(strengths.len(), FULL_SKILL as usize);
        assert!(strengths.is_sorted_by(|a, b| a.nodes <= b.nodes && a.blur >= b.blur));
        // The curve ends at 3000, which is less than the ratings of the highest levels.
        assert!(strengths[..15].is_sorted_by(|a, b| a.nodes < b.nodes));
    }

    #[test]
    fn equals_are_all_chosen_at_times_and_blunders_never() {
        let strength = Strength::of(1320, 5);
        let lines = lines(&[20, 10, 0, -30, -900]);
        let mut chosen = [0; 5];
        for key in 0..2_000 {
            chosen[strength.choose(&lines, key)] += 1;
        }
        assert!(chosen[..4].iter().all(|&times| times > 50), "{chosen:?}");
        assert!(chosen.is_sorted_by(|a, b| a > b), "{chosen:?}");
        assert_eq!(chosen[4], 0);
    }

    #[test]
    fn a_game_that_is_won_is_won() {
        for best in [WINNING, crate::score::mate_in(3)] {
            let lines = lines(&[best, best - 10]);
            assert!((0..200).all(|key| Strength::of(1320, 1).choose(&lines, key) == 0));
        }
    }

    #[test]
    fn the_seed_and_the_position_decide() {
        let lines = lines(&[0, 0, 0, 0]);
        let choices = |seed| -> Vec<usize> {
            let strength = Strength::of(1500, seed);
            (0..50).map(|key| strength.choose(&lines, key)).collect()
        };
        assert_eq!(choices(1), choices(1));
        assert_ne!(choices(1), choices(2));
    }
}
