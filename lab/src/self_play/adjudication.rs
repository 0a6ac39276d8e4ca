//! Adjudication: ends a game whose result is clear, because its remaining moves would not be
//! useful training data.
//!
//! The scores of successive plies come from the two sides in turn, so the searches of both sides
//! must agree on the result. See <https://www.chessprogramming.org/Match_Statistics>.

use ferz::chess::{Color, Outcome};
use ferz::score::Score;

/// Minimum winning lead, in centipawns.
pub const WIN_SCORE: Score = 1_500;

/// Number of successive plies with a winning lead after which the game is adjudicated as won.
pub const WIN_PLIES: u32 = 6;

/// Maximum lead in a level position, in centipawns.
pub const DRAW_SCORE: Score = 8;

/// Number of successive level plies after which the game is adjudicated as a draw.
pub const DRAW_PLIES: u32 = 16;

/// First move number at which a level game is adjudicated as a draw.
pub const DRAW_MOVE: u16 = 40;

/// Adjudicates a game by its scores.
#[derive(Clone, Copy, Debug, Default)]
pub struct Adjudicator {
    /// The side with a winning lead, and the number of successive plies with that lead.
    leader: Option<(Color, u32)>,
    /// The number of successive level plies.
    level_plies: u32,
}

impl Adjudicator {
    /// Adds the next score of the game, from White's view. `move_number` is the move number of
    /// its position. Returns the result if the game is adjudicated.
    pub fn add(&mut self, score: Score, move_number: u16) -> Option<Outcome> {
        let ahead = match score {
            WIN_SCORE.. => Some(Color::White),
            _ if score <= -WIN_SCORE => Some(Color::Black),
            _ => None,
        };
        self.leader = ahead.map(|color| match self.leader {
            Some((before, plies)) if before == color => (color, plies + 1),
            _ => (color, 1),
        });
        self.level_plies = if score.abs() <= DRAW_SCORE {
            self.level_plies + 1
        } else {
            0
        };
        match self.leader {
            Some((color, WIN_PLIES..)) => Some(Outcome::win_of(color)),
            _ if self.level_plies >= DRAW_PLIES && move_number >= DRAW_MOVE => Some(Outcome::Draw),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of successive plies for which the game was adjudicated, and its result.
    fn adjudicated(
        scores: impl IntoIterator<Item = Score>,
        number: u16,
    ) -> Option<(usize, Outcome)> {
        let mut adjudicator = Adjudicator::default();
        let mut outcomes = scores
            .into_iter()
            .map(|score| adjudicator.add(score, number));
        outcomes.find_map(|outcome| outcome).map(|outcome| {
            let plies = adjudicator
                .leader
                .map_or(adjudicator.level_plies, |(_, plies)| plies);
            (plies as usize, outcome)
        })
    }

    #[test]
    fn a_side_with_a_lasting_lead_wins() {
        let plies = WIN_PLIES as usize;
        let win = |score| adjudicated(std::iter::repeat_n(score, plies), 1);
        assert_eq!(win(WIN_SCORE), Some((plies, Outcome::WhiteWins)));
        assert_eq!(win(-WIN_SCORE), Some((plies, Outcome::BlackWins)));
        assert_eq!(win(WIN_SCORE - 1), None);
        // Each side considers itself ahead.
        assert_eq!(adjudicated([2_000, -2_000].repeat(plies), 1), None);
        // A single lower score restarts the count.
        let mut scores = [2_000].repeat(2 * plies - 1);
        scores[plies - 1] = 1_000;
        assert_eq!(adjudicated(scores, 1), None);
    }

    #[test]
    fn a_level_game_is_a_draw_except_in_the_opening() {
        let plies = DRAW_PLIES as usize;
        let level = |score, number| adjudicated(std::iter::repeat_n(score, plies), number);
        let draw = Some((plies, Outcome::Draw));
        assert_eq!(level(DRAW_SCORE, DRAW_MOVE), draw);
        assert_eq!(level(-DRAW_SCORE, DRAW_MOVE), draw);
        assert_eq!(level(DRAW_SCORE + 1, DRAW_MOVE), None);
        assert_eq!(level(0, DRAW_MOVE - 1), None);
    }
}
