//! A game pair: the same opening twice, with colors reversed, so that neither side has the
//! advantage of the opening.
//!
//! See <https://www.chessprogramming.org/Engine_Testing>.

use ferz::chess::{Board, Color, Outcome};

/// Games in a game pair.
pub const GAMES_PER_PAIR: u64 = 2;

/// The results of a game pair, for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairResult {
    /// The result of the game in which the first player has White.
    pub as_white: Outcome,
    /// The result of the game in which the first player has Black.
    pub as_black: Outcome,
}

impl PairResult {
    /// Returns the number of games that the first player won, drew and lost.
    #[must_use]
    pub fn wins_draws_losses(&self) -> [u64; 3] {
        let mut counts = [0; 3];
        for (outcome, color) in [(self.as_white, Color::White), (self.as_black, Color::Black)] {
            let index = match outcome {
                Outcome::Draw => 1,
                outcome if outcome == Outcome::win_of(color) => 0,
                _ => 2,
            };
            counts[index] += 1;
        }
        counts
    }

    /// Returns the wins less the losses of the first player.
    #[must_use]
    pub fn balance(&self) -> i32 {
        let [wins, _, losses] = self.wins_draws_losses();
        wins as i32 - losses as i32
    }
}

/// Plays a game pair. `play` plays a game from `start` in which the first player has the given
/// color.
///
/// # Errors
///
/// Returns the error of `play`.
pub fn play_pair<E>(
    start: Board,
    mut play: impl FnMut(Board, Color) -> Result<Outcome, E>,
) -> Result<PairResult, E> {
    Ok(PairResult {
        as_white: play(start, Color::White)?,
        as_black: play(start, Color::Black)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_play_both_colors_and_count_for_the_first_player() {
        let pair = |white_wins: [Outcome; 2]| {
            let (mut outcomes, mut colors) = (white_wins.into_iter(), Vec::new());
            let pair = play_pair(Board::default(), |_, color| {
                colors.push(color);
                outcomes.next().ok_or(())
            });
            assert_eq!(colors, [Color::White, Color::Black]);
            let pair = pair.expect("two outcomes");
            (pair.wins_draws_losses(), pair.balance())
        };
        use Outcome::{BlackWins, Draw, WhiteWins};
        assert_eq!(pair([WhiteWins, BlackWins]), ([2, 0, 0], 2));
        assert_eq!(pair([WhiteWins, WhiteWins]), ([1, 0, 1], 0));
        assert_eq!(pair([Draw, WhiteWins]), ([0, 1, 1], -1));
        assert_eq!(pair([Draw, Draw]), ([0, 2, 0], 0));
        assert_eq!(pair([BlackWins, WhiteWins]), ([0, 0, 2], -2));
    }
}
