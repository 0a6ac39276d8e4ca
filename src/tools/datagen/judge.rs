//! Adjudication: a game whose result is clear is not played on, for its moves would teach
//! nothing more.
//!
//! Both sides' searches have a say, for scores of successive half-moves come from them in
//! turn. See <https://www.chessprogramming.org/Match_Statistics>.

use crate::chess::{Color, Outcome};
use crate::score::Score;

/// A side that is so many centipawns ahead is taken to win, …
pub const WIN_SCORE: Score = 1_500;

/// … if it is for so many half-moves on end.
pub const WIN_PLIES: u32 = 6;

/// A game in which nobody is ahead by more centipawns than this is taken for a draw, …
pub const DRAW_SCORE: Score = 8;

/// … if it is so for so many half-moves on end, …
pub const DRAW_PLIES: u32 = 16;

/// … of which the last is not before this move.
pub const DRAW_MOVE: u16 = 40;

/// Follows the scores of a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judge {
    /// Who has been far ahead, for how many half-moves.
    ahead: Option<(Color, u32)>,
    /// For how many half-moves nobody has been ahead.
    level: u32,
}

impl Judge {
    /// Hears the next score, from White's view, of a position with this move number, and
    /// says how the game ended, if it did.
    pub fn hear(&mut self, score: Score, move_number: u16) -> Option<Outcome> {
        let leader = match score {
            WIN_SCORE.. => Some(Color::White),
            _ if score <= -WIN_SCORE => Some(Color::Black),
            _ => None,
        };
        self.ahead = leader.map(|color| match self.ahead {
            Some((before, plies)) if before == color => (color, plies + 1),
            _ => (color, 1),
        });
        self.level = if score.abs() <= DRAW_SCORE {
            self.level + 1
        } else {
            0
        };
        match self.ahead {
            Some((color, WIN_PLIES..)) => Some(Outcome::win_of(color)),
            _ if self.level >= DRAW_PLIES && move_number >= DRAW_MOVE => Some(Outcome::Draw),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After how many of these scores, if at all, the game is over, and how.
    fn verdict(scores: impl IntoIterator<Item = Score>, number: u16) -> Option<(usize, Outcome)> {
        let mut judge = Judge::default();
        let mut heard = scores.into_iter().map(|score| judge.hear(score, number));
        heard.find_map(|outcome| outcome).map(|outcome| {
            let plies = judge.ahead.map_or(judge.level, |(_, plies)| plies);
            (plies as usize, outcome)
        })
    }

    #[test]
    fn a_side_that_stays_far_ahead_wins() {
        let plies = WIN_PLIES as usize;
        let win = |score| verdict(std::iter::repeat_n(score, plies), 1);
        assert_eq!(win(WIN_SCORE), Some((plies, Outcome::WhiteWins)));
        assert_eq!(win(-WIN_SCORE), Some((plies, Outcome::BlackWins)));
        assert_eq!(win(WIN_SCORE - 1), None);
        // Ahead in one's own eyes alone.
        assert_eq!(verdict([2_000, -2_000].repeat(plies), 1), None);
        // One doubt, and counting begins anew.
        let mut scores = [2_000].repeat(2 * plies - 1);
        scores[plies - 1] = 1_000;
        assert_eq!(verdict(scores, 1), None);
    }

    #[test]
    fn a_level_game_is_a_draw_but_not_in_the_opening() {
        let plies = DRAW_PLIES as usize;
        let level = |score, number| verdict(std::iter::repeat_n(score, plies), number);
        let draw = Some((plies, Outcome::Draw));
        assert_eq!(level(DRAW_SCORE, DRAW_MOVE), draw);
        assert_eq!(level(-DRAW_SCORE, DRAW_MOVE), draw);
        assert_eq!(level(DRAW_SCORE + 1, DRAW_MOVE), None);
        assert_eq!(level(0, DRAW_MOVE - 1), None);
    }
}
