//! Limited playing strength: `UCI_LimitStrength` and `Skill Level`.
//!
//! At limited strength, the engine should play like a weak human player, who does not look far
//! ahead and does not compare moves exactly. So the search visits fewer nodes, and the move is
//! chosen among several lines after noise is added to their scores. The noise is bounded: a move
//! that is worse than the best by more than twice the largest noise is never chosen, so a hanging
//! queen is captured. There is no noise in a won position, so that the game ends.
//! See <https://www.chessprogramming.org/Playing_Strength>.
//!
//! # Calibration
//!
//! The first values of `CURVE` came from matches against Stockfish 15.1, which has the same option,
//! with both engines limited to the same rating. ferz is limited by nodes and plays without a
//! clock, so its strength does not depend on the machine:
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
//! Stockfish needs its clock, because it continues to search after choosing its move, which helps
//! the next search. At 2 s + 0.02 s, Stockfish at 2300 lost to ferz with 150,000 nodes and noise 18
//! (ferz won 22 games, lost 9, drew 9). At 10 s + 0.1 s, it won against ferz with 110,000 nodes.
//! Results on a Xeon at 2.5 GHz, with 95 % error margins:
//!
//! | rating | nodes | noise | won, lost, drawn | Elo difference |
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
//! The first curve was a smooth fit to these results. Above 2300 it was an extrapolation: 80 points
//! for twice the nodes. That agreed with matches at full strength and 10 s + 0.1 s against Skill
//! Levels 12 and 15 of Stockfish 15.1, in which an earlier version scored 52.5 % ± 6.1 and
//! 38.5 % ± 5.5 in 200 games each. By these matches, the nodes of that time control (600,000 per
//! move, estimated from clock and speed) corresponded to a rating between 2400 and 2550.
//!
//! All these matches were played by versions without a network. With the network, the same nodes
//! are worth more: with ferz-3.nnue, +81 ± 69 Elo at 1500 and +127 ± 67 at 1900, both against
//! b8f6758, which has the first curve and no network. So the nodes were reduced until both versions
//! were about equally strong at the same rating, in matches by the command above with b8f6758 in
//! place of Stockfish, also without a clock. The pruning margins were 0.8 times those of this
//! version, which makes a difference of 13 ± 14 Elo at 8,000 nodes per move:
//!
//! | rating | nodes | won, lost, drawn | Elo difference |
//! | --- | --- | --- | --- |
//! | 1350 | 315 | 96, 91, 13 | +9 ± 47 |
//! | 1500 | 400 | 94, 92, 14 | +3 ± 42 |
//! | 1700 | 1,400 | 79, 109, 12 | -53 ± 48 |
//! | 1700 | 1,700 | 112, 78, 10 | +60 ± 47 |
//! | 1900 | 9,000 | 82, 92, 26 | -17 ± 43 |
//! | 2100 | 15,000 | 27, 32, 21 | -22 ± 61 |
//! | 2100 | 20,000 | 54, 25, 21 | +104 ± 66 |
//! | 2300 | 45,000 | 24, 13, 27 | +60 ± 66 |
//!
//! `CURVE` has the tested nodes or nodes between two tests; at 2300, it has slightly fewer. The
//! noise is that of the first curve. Above 2300, the nodes are divided by nearly the same number as
//! at 2300. At every rating, the clock limits the search as well.
//!
//! `CURVE` was kept for ferz-4.nnue: with it, and the margins of this version, the result of the
//! same matches was +56 ± 45 at 1500 (109, 77, 14) and +10 ± 45 at 1900 (84, 78, 38).

use super::root_move::RootMove;
use crate::score::{Score, is_mate};

/// Number of lines to choose from.
const LINES: usize = 5;

/// If the best move has at least this score, in centipawns, it is always played.
const WINNING: Score = 500;

/// A row of the calibration curve.
#[derive(Clone, Copy, Debug)]
struct Row {
    elo: i64,
    /// Nodes after which no iteration starts.
    nodes: u64,
    /// Largest noise added to a score, in centipawns.
    noise: Score,
}

const fn row(elo: i64, nodes: u64, noise: Score) -> Row {
    Row { elo, nodes, noise }
}

/// The calibration curve, weakest first: Elo rating, nodes, noise.
const CURVE: [Row; 10] = [
    row(1320, 300, 105),
    row(1500, 400, 90),
    row(1700, 1_550, 65),
    row(1900, 9_000, 42),
    row(2100, 16_000, 15),
    row(2300, 40_000, 0),
    row(2500, 220_000, 0),
    row(2700, 1_250_000, 0),
    row(2850, 4_600_000, 0),
    row(3000, 17_000_000, 0),
];

/// The `Skill Level` of full strength.
pub const FULL_SKILL: i64 = 20;

/// Ratings of Stockfish at Skill Levels 0 to 19, rounded, from the matches to which its `UCI_Elo`
/// was fitted (Stockfish commit a08b8d4).
const SKILL_ELO: [i64; FULL_SKILL as usize] = [
    1320, 1468, 1608, 1742, 1923, 2204, 2363, 2500, 2596, 2703, 2788, 2856, 2923, 2973, 3025, 3070,
    3111, 3141, 3170, 3191,
];

/// Returns the rating of Stockfish at a Skill Level; `None` for full strength.
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

/// A limited playing strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Nodes after which no iteration starts.
    pub nodes: u64,
    /// Largest noise added to the score of a line when the move is chosen, in centipawns.
    pub noise: Score,
    /// Seed of the noise. With the same seed, a search on one thread always plays the same move.
    pub seed: u64,
}

impl Strength {
    /// Returns the strength of an Elo rating. A rating outside the curve has the strength of the
    /// nearest end.
    #[must_use]
    pub fn of(elo: i64, seed: u64) -> Self {
        let above = CURVE.iter().position(|row| row.elo >= elo);
        let above = above.unwrap_or(CURVE.len() - 1).max(1);
        let (low, high) = (CURVE[above - 1], CURVE[above]);
        let part = (elo - low.elo) as f64 / (high.elo - low.elo) as f64;
        let part = part.clamp(0.0, 1.0);
        // Strength grows with the logarithm of the nodes.
        let nodes = low.nodes as f64 * (high.nodes as f64 / low.nodes as f64).powf(part);
        let noise = f64::from(low.noise) + f64::from(high.noise - low.noise) * part;
        Self {
            nodes: nodes.round() as u64,
            noise: noise.round() as Score,
            seed,
        }
    }

    /// Returns the number of lines to search if `reported` lines are to be reported.
    #[must_use]
    pub fn lines(&self, reported: usize) -> usize {
        if self.noise == 0 {
            reported
        } else {
            reported.max(LINES)
        }
    }

    /// Returns the part of the time of an average move, in percent, that a person might think about a
    /// position with this key and this number of legal moves. A forced move is played soon.
    #[must_use]
    pub fn pace(&self, legal_moves: usize, key: u64) -> i32 {
        let mut random = fastrand::Rng::with_seed(self.seed ^ key);
        if legal_moves <= 1 {
            random.i32(5..=15)
        } else {
            random.i32(25..=75)
        }
    }

    /// Returns the index of the line to play. `lines` are sorted, best first; `key` is the key of
    /// the position.
    pub(super) fn choose(&self, lines: &[RootMove], key: u64) -> usize {
        let best = lines[0].score;
        if best >= WINNING || is_mate(best) {
            return 0;
        }
        let mut random = fastrand::Rng::with_seed(self.seed ^ key);
        let noisy = lines.iter().map(|root| {
            // The sum of two random numbers has a triangular distribution: small noise is likelier.
            let noise = random.i32(0..=self.noise) + random.i32(0..=self.noise) - self.noise;
            root.score + noise
        });
        let noisy: Vec<Score> = noisy.collect();
        // The first of equal lines wins.
        (0..lines.len())
            .rev()
            .max_by_key(|&i| noisy[i])
            .unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Board;
    use crate::eval::network::Network;

    fn lines(scores: &[Score]) -> Vec<RootMove> {
        let board = Board::default();
        let moves = board.legal_moves();
        let root = |(&score, &mv)| RootMove {
            score,
            ..RootMove::new(&board, mv, Network::embedded())
        };
        scores.iter().zip(&moves).map(root).collect()
    }

    #[test]
    fn more_strength_means_more_nodes_and_less_noise() {
        assert_eq!(Strength::of(1320, 0).nodes, CURVE[0].nodes);
        assert_eq!(Strength::of(3000, 0).nodes, CURVE[CURVE.len() - 1].nodes);
        let mut weaker = Strength::of(1320, 0);
        for elo in 1321..=3000 {
            let stronger = Strength::of(elo, 0);
            assert!(
                stronger.nodes >= weaker.nodes && stronger.noise <= weaker.noise,
                "{elo}"
            );
            weaker = stronger;
        }
    }

    #[test]
    fn a_higher_skill_level_is_never_weaker() {
        let strengths: Vec<Strength> = (0..FULL_SKILL)
            .filter_map(elo_of_skill)
            .map(|elo| Strength::of(elo, 0))
            .collect();
        assert_eq!(strengths.len(), FULL_SKILL as usize);
        assert!(strengths.is_sorted_by(|a, b| a.nodes <= b.nodes && a.noise >= b.noise));
        // The curve ends at 3000, below the ratings of the highest levels.
        assert!(strengths[..15].is_sorted_by(|a, b| a.nodes < b.nodes));
    }

    #[test]
    fn similar_lines_are_all_chosen_sometimes_and_blunders_never() {
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
    fn the_best_move_is_played_in_a_won_position() {
        for best in [WINNING, crate::score::mate_in(3)] {
            let lines = lines(&[best, best - 10]);
            assert!((0..200).all(|key| Strength::of(1320, 1).choose(&lines, key) == 0));
        }
    }

    #[test]
    fn the_pace_depends_on_the_position_and_leaves_time() {
        let strength = Strength::of(1500, 3);
        let paces: Vec<i32> = (0..200).map(|key| strength.pace(20, key)).collect();
        assert!(paces.iter().all(|pace| (25..=75).contains(pace)));
        let (min, max) = (paces.iter().min(), paces.iter().max());
        assert!(min < Some(&35) && max > Some(&65), "{min:?} {max:?}");
        assert!((0..200).all(|key| strength.pace(1, key) <= 15));
    }

    #[test]
    fn the_choice_depends_on_seed_and_position() {
        let lines = lines(&[0, 0, 0, 0]);
        let choices = |seed| -> Vec<usize> {
            let strength = Strength::of(1500, seed);
            (0..50).map(|key| strength.choose(&lines, key)).collect()
        };
        assert_eq!(choices(1), choices(1));
        assert_ne!(choices(1), choices(2));
    }
}
