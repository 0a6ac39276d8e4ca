//! Plays a game from a given position, by the rules and with adjudication.
//!
//! See <https://www.chessprogramming.org/Engine_Testing>.

use super::adjudication::Adjudicator;
use crate::games::{Game, ScoredMove};
use ferz::chess::{Board, Color, Position};
use ferz::search::SearchResult;

/// Plays a game from `start`, in which the game is not over. `search` returns the move to play in
/// a position and the score from White's view.
///
/// # Errors
///
/// Returns the error of `search`, which ends the game without a result by the rules.
pub fn play_game<E>(
    start: Board,
    mut search: impl FnMut(&Position) -> Result<ScoredMove, E>,
) -> Result<Game, E> {
    let mut position = Position::new(start);
    let (mut adjudicator, mut moves) = (Adjudicator::default(), Vec::new());
    let outcome = loop {
        let scored = search(&position)?;
        let number = position.board().fullmove_number();
        moves.push(scored);
        position.make_move(scored.mv);
        let adjudicated = adjudicator.add(scored.score, number);
        // The rules take precedence: whatever the scores are, the last move may be stalemate.
        if let Some(outcome) = position.outcome().or(adjudicated) {
            break outcome;
        }
    };
    Ok(Game {
        start,
        moves,
        outcome,
    })
}

/// Returns the best move of a search with its score from White's view; the search's score is from
/// that of the side to move.
///
/// # Panics
///
/// Panics if there is no legal move in `position`.
#[must_use]
pub fn scored(result: &SearchResult, position: &Position) -> ScoredMove {
    ScoredMove {
        mv: result
            .best_move
            .expect("the game is not over, so there is a move"),
        score: match position.side_to_move() {
            Color::White => result.score(),
            Color::Black => -result.score(),
        },
    }
}
