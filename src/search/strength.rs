//! Limited playing strength: `UCI_LimitStrength` and `Skill Level`.
//!
//! At limited strength, the engine should play like a weak human player, who does not look far
//! ahead and does not compare moves exactly. So the search visits fewer nodes, and the move is
//! chosen among several variations after noise is added to their scores. The noise is bounded: a
//! move that is worse than the best by more than twice the largest noise is never chosen, so a
//! hanging queen is captured. There is no noise in a won position, so that the game ends, nor if
//! the side to move is being mated.
//!
//! The values of `CURVE` come from matches at limited strength (`lab/log/calibration.md`). They
//! have to be found again when the strength at the same nodes changes. At every rating, the clock
//! limits the search as well.

use crate::score::{Score, is_mate};

/// Number of variations to choose from.
const MULTI_PV: usize = 5;

/// If the best move has at least this score, in centipawns, it is always played.
const WINNING: Score = 500;

/// The calibration curve, weakest first: Elo rating, nodes after which no iteration starts, and
/// largest noise added to a score, in centipawns.
const CURVE: [(i64, u64, Score); 10] = [
    (1320, 200, 220),
    (1500, 230, 90),
    (1700, 650, 65),
    (1900, 3_900, 42),
    (2100, 7_000, 15),
    (2300, 12_000, 0),
    (2500, 66_000, 0),
    (2700, 375_000, 0),
    (2850, 1_400_000, 0),
    (3000, 5_100_000, 0),
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
pub fn elo_of_skill(level: i64) -> Option<i64> {
    SKILL_ELO.get(usize::try_from(level).ok()?).copied()
}

/// A limited playing strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Nodes after which no iteration starts.
    pub nodes: u64,
    /// Largest noise added to the score of a variation when the move is chosen, in centipawns.
    pub noise: Score,
    /// Seed of the noise. With the same seed, a search on one thread always plays the same move.
    pub seed: u64,
}

impl Strength {
    /// Returns the strength of an Elo rating. A rating outside the curve has the strength of the
    /// nearest end.
    pub fn of(elo: i64, seed: u64) -> Self {
        let above = CURVE.iter().position(|&(rating, ..)| rating >= elo);
        let above = above.unwrap_or(CURVE.len() - 1).max(1);
        let ((low, least_nodes, most_noise), (high, most_nodes, least_noise)) =
            (CURVE[above - 1], CURVE[above]);
        let part = ((elo - low) as f64 / (high - low) as f64).clamp(0.0, 1.0);
        // Strength grows with the logarithm of the nodes.
        let nodes = least_nodes as f64 * (most_nodes as f64 / least_nodes as f64).powf(part);
        let noise = f64::from(most_noise) + f64::from(least_noise - most_noise) * part;
        Self {
            nodes: nodes.round() as u64,
            noise: noise.round() as Score,
            seed,
        }
    }

    /// Returns the number of variations to search if `reported` variations are to be reported.
    pub(super) fn multi_pv(&self, reported: usize) -> usize {
        if self.noise == 0 {
            reported
        } else {
            reported.max(MULTI_PV)
        }
    }

    /// Returns the part of the time of an average move, in percent, that a person might think about
    /// a position with this key and this number of legal moves. A forced move is played soon.
    pub fn pace(&self, legal_moves: usize, key: u64) -> i32 {
        let mut random = fastrand::Rng::with_seed(self.seed ^ key);
        if legal_moves <= 1 {
            random.i32(5..=15)
        } else {
            random.i32(25..=75)
        }
    }

    /// Returns the index of the variation to play. The `scores` of the variations are sorted, best
    /// first; `key` is the key of the position.
    pub(super) fn choose(&self, scores: &[Score], key: u64) -> usize {
        let best = scores[0];
        // A side that is being mated plays the longest defense.
        if best >= WINNING || is_mate(best) {
            return 0;
        }
        let mut random = fastrand::Rng::with_seed(self.seed ^ key);
        let noisy = scores.iter().map(|score| {
            // The sum of two random numbers has a triangular distribution: small noise is likelier.
            let noise = random.i32(0..=self.noise) + random.i32(0..=self.noise) - self.noise;
            score + noise
        });
        let noisy: Vec<Score> = noisy.collect();
        // The first of equal variations wins.
        (0..scores.len())
            .rev()
            .max_by_key(|&i| noisy[i])
            .unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_strength_means_more_nodes_and_less_noise() {
        assert_eq!(Strength::of(1320, 0).nodes, CURVE[0].1);
        assert_eq!(Strength::of(3000, 0).nodes, CURVE[CURVE.len() - 1].1);
        let mut weaker = Strength::of(1320, 0);
        for elo in 1321..=3000 {
            let stronger = Strength::of(elo, 0);
            assert!(stronger.nodes >= weaker.nodes, "{elo}");
            assert!(stronger.noise <= weaker.noise, "{elo}");
            weaker = stronger;
        }
    }

    #[test]
    fn a_higher_skill_level_is_stronger_up_to_the_end_of_the_curve() {
        assert_eq!(elo_of_skill(5), Some(2204));
        assert_eq!(elo_of_skill(FULL_SKILL), None);
        assert!(SKILL_ELO.is_sorted());
        let nodes = |elo: &i64| Strength::of(*elo, 0).nodes;
        assert!(SKILL_ELO[..15].is_sorted_by(|a, b| nodes(a) < nodes(b)));
    }

    #[test]
    fn similar_variations_are_all_chosen_sometimes_and_blunders_never() {
        let strength = Strength::of(1320, 5);
        let scores = [20, 10, 0, -30, -900];
        let mut chosen = [0; 5];
        for key in 0..2_000 {
            chosen[strength.choose(&scores, key)] += 1;
        }
        assert!(chosen[..4].iter().all(|&times| times > 50), "{chosen:?}");
        assert!(chosen.is_sorted_by(|a, b| a > b), "{chosen:?}");
        assert_eq!(chosen[4], 0);
    }

    #[test]
    fn the_best_move_is_played_in_a_won_position() {
        for best in [WINNING, crate::score::mate_in(3)] {
            let chosen = |key| Strength::of(1320, 1).choose(&[best, best - 10], key);
            assert!((0..200).all(|key| chosen(key) == 0));
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
        let choices = |seed| -> Vec<usize> {
            let strength = Strength::of(1500, seed);
            (0..50).map(|key| strength.choose(&[0; 4], key)).collect()
        };
        assert_eq!(choices(1), choices(1));
        assert_ne!(choices(1), choices(2));
    }
}
