//! Screening: measures the effects of many changes of the search parameters by the same games.
//!
//! Each change is a factor. In a game pair, one side has a factor and the other has not; which one is
//! drawn at random for each factor on its own. So every game says something about every factor, and
//! the error of an effect is nearly that of a match with all of the games. This is a random form of a
//! factorial experiment; effects that two factors have only together are not measured.
//!
//! * [`factor`]: the changes, and how sides get them;
//! * [`state`]: the results so far, as a file of JSON;
//! * [`effect`]: the effect of a factor, with its error.
//!
//! See <https://en.wikipedia.org/wiki/Factorial_experiment>.

pub mod effect;
mod error;
pub mod factor;
pub mod state;

use std::ops::ControlFlow;

use crate::self_play::Openings;
use crate::spsa::Player;
use ferz::search::pool::{STACK_BYTES, TooFewThreads};
use ferz::support::work_queue::map_in_order_with_stack;

pub use effect::Effect;
pub use error::ScreeningError;
pub use factor::Factor;
pub use state::{Settings, State};

/// Plays game pairs until there are `pairs`, or until the players are stopped. `played` is called
/// after each pair with the new state, and may end the screening.
///
/// # Errors
///
/// Returns an error if the system cannot start even one thread.
pub fn run(
    state: &mut State,
    pairs: u64,
    openings: &Openings,
    players: &mut [Player],
    mut played: impl FnMut(&State) -> ControlFlow<()> + Send,
) -> Result<(), TooFewThreads> {
    let threads = players.len();
    let settings = state.settings.clone();
    map_in_order_with_stack(
        STACK_BYTES,
        state.pairs()..pairs,
        players.iter_mut(),
        |player, number| player.play(openings, number, settings.sides(number)),
        |result| {
            state.add(result);
            played(state)
        },
    )
    .map_err(|_| TooFewThreads::none_of(threads))
}
