//! Positions to learn from, as counts of weights: the board itself is not needed again.
//!
//! Only quiet positions teach anything: elsewhere the score is decided by the moves that
//! come next, which an evaluation does not look at.
//! See <https://www.chessprogramming.org/Texel%27s_Tuning_Method>.

use crate::chess::{Board, Color, MoveList, generate_captures};
use crate::eval::classical::layout::{Term, Weights, term_of};
use crate::eval::{counts, endgame_share, phase};
use crate::score::Score;
use crate::search::see;
use crate::tools::games::{Game, Sample};

/// How often a weight counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number of the weight.
    pub weight: u16,
    /// How often; White's less Black's where the weight is simply added.
    pub times: i16,
}

/// What there is to learn from one position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Where its counts end, among those of all: those that are added, those of White's
    /// attack on the king, those of Black's.
    ends: [u32; 3],
    phase: u8,
    endgame: f32,
    result: f32,
    score: f32,
}

/// Positions to learn from.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    counts: Vec<Count>,
    entries: Vec<Entry>,
}

/// A position of a [`Collection`].
#[derive(Clone, Copy, Debug)]
pub struct Position<'c> {
    /// The weights that are simply added.
    pub linear: &'c [Count],
    /// The weights of danger to the kings, by the color that attacks.
    pub danger: [&'c [Count]; 2],
    /// How much of the middlegame's material is left.
    pub phase: f32,
    /// What part of the endgame's half counts.
    pub endgame: f32,
    /// White's points in the game.
    pub result: f32,
    /// What a search thought, in centipawns from White's view.
    pub score: f32,
}

impl Collection {
    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// One of them.
    ///
    /// # Panics
    ///
    /// If there are not so many.
    #[must_use]
    pub fn get(&self, index: usize) -> Position<'_> {
        let entry = &self.entries[index];
        let start = index.checked_sub(1).map_or(0, |i| self.entries[i].ends[2]);
        let [linear, white, black] = entry.ends;
        let counts = |from: u32, to: u32| &self.counts[from as usize..to as usize];
        Position {
            linear: counts(start, linear),
            danger: [counts(linear, white), counts(white, black)],
            phase: entry.phase.into(),
            endgame: entry.endgame,
            result: entry.result,
            score: entry.score,
        }
    }

    /// Adds a position with White's points in its game and the score of a search, unless it
    /// is one that the weights have no say in.
    pub fn add(&mut self, board: &Board, result: f64, score: Score) {
        let found = counts(board);
        let Some(endgame) = endgame_share(board, &found) else {
            return;
        };
        let (white, black) = (found.of(Color::White), found.of(Color::Black));
        let is_danger = |weight| term_of(weight) == Term::KingAttack;
        let mut ends = [0; 3];
        for (part, end) in ends.iter_mut().enumerate() {
            for weight in (0..Weights::COUNT).filter(|&weight| is_danger(weight) == (part > 0)) {
                let times = match part {
                    0 => white[weight] - black[weight],
                    1 => white[weight],
                    _ => black[weight],
                };
                if times != 0 {
                    let weight = weight as u16;
                    self.counts.push(Count { weight, times });
                }
            }
            *end = u32::try_from(self.counts.len()).expect("there is no memory for so many");
        }
        self.entries.push(Entry {
            ends,
            phase: phase(board) as u8,
            endgame,
            result: result as f32,
            score: score as f32,
        });
    }
}

/// Takes games, and sorts their quiet positions into those to learn from and those to test
/// on what has been learned.
#[derive(Clone, Debug)]
pub struct Collector {
    /// To learn from.
    pub training: Collection,
    /// To test on. Positions of one game are alike, so a game goes here or there whole.
    pub validation: Collection,
    random: fastrand::Rng,
    share: f64,
}

impl Collector {
    /// Nothing yet; `share` of the games are for validation, drawn from `seed`.
    #[must_use]
    pub fn new(seed: u64, share: f64) -> Self {
        Self {
            training: Collection::default(),
            validation: Collection::default(),
            random: fastrand::Rng::with_seed(seed),
            share,
        }
    }

    /// Adds the quiet positions of a game.
    pub fn add(&mut self, game: &Game) {
        let collection = if self.random.f64() < self.share {
            &mut self.validation
        } else {
            &mut self.training
        };
        for sample in game.samples().filter(is_fit) {
            collection.add(&sample.board, sample.outcome.points(), sample.score);
        }
    }
}

/// Whether the evaluation is to be right here by itself: the best move is quiet, and no
/// capture wins anything.
fn is_fit(sample: &Sample) -> bool {
    let wins = |&mv: &_| see::wins_at_least(&sample.board, mv, 1, &see::values());
    sample.is_quiet() && {
        let mut captures = MoveList::new();
        generate_captures(&sample.board, &mut captures);
        !captures.iter().any(wins)
    }
}
