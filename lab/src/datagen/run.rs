//! Plays many games on several threads.
//!
//! See <https://www.chessprogramming.org/Automated_Tuning>.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::DatagenError;
use super::player::Player;
use super::settings::DatagenSettings;
use crate::games::Game;
use ferz::search::pool::{STACK_BYTES, TooFewThreads};
use ferz::support::memory::OutOfMemory;
use ferz::support::work_queue::map_in_order_with_stack;

/// Plays the games with these numbers (from 0) on `threads` threads, and passes them to `take`
/// in order. Ends early when `stop` is set; unfinished games are discarded.
///
/// # Errors
///
/// Returns an error if there is not enough memory, if the system cannot start even one thread, or
/// if `take` returns an error.
pub fn run(
    settings: &DatagenSettings,
    numbers: Range<u64>,
    threads: usize,
    stop: &Arc<AtomicBool>,
    take: &mut (dyn FnMut(Game) -> Result<(), DatagenError> + Send),
) -> Result<(), DatagenError> {
    let games = usize::try_from(numbers.end.saturating_sub(numbers.start)).unwrap_or(usize::MAX);
    let players: Vec<Player> = (0..threads.min(games))
        .map(|_| Player::new(*settings, stop))
        .collect::<Result<_, OutOfMemory>>()?;
    let mut result = Ok(());
    map_in_order_with_stack(STACK_BYTES, numbers, players, Player::play, |game| {
        result = take(game);
        if result.is_ok() {
            ControlFlow::Continue(())
        } else {
            // The other threads abandon their games.
            stop.store(true, Ordering::Relaxed);
            ControlFlow::Break(())
        }
    })
    .map_err(|_| TooFewThreads::none_of(threads))?;
    result
}
