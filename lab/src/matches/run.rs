//! Plays the game pairs of a match on several threads.
//!
//! See <https://www.chessprogramming.org/Engine_Testing>.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::clock::TimeControl;
use super::error::MatchError;
use super::player::OptionSetting;
use super::referee::{PlayedPair, Referee};
use crate::self_play::Openings;
use ferz::search::pool::{STACK_BYTES, TooFewThreads};
use ferz::support::work_queue::map_in_order_with_stack;

/// The settings of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchSettings {
    /// UCI options of the two players.
    pub options: [Vec<OptionSetting>; 2],
    /// The limits of each move.
    pub control: TimeControl,
    /// The openings.
    pub openings: Openings,
    /// Maximum number of game pairs.
    pub pairs: u64,
    /// Number of games at a time.
    pub threads: usize,
}

/// Plays a match, and passes the results of the pairs to `take` in their order until it returns
/// `Break`. Ends early when `stop` is set; unfinished pairs are discarded.
///
/// # Errors
///
/// Returns an error if the engines cannot be started, or if one of them fails.
pub fn run(
    settings: &MatchSettings,
    stop: &Arc<AtomicBool>,
    mut take: impl FnMut(PlayedPair) -> ControlFlow<()> + Send,
) -> Result<(), MatchError> {
    let threads = settings
        .threads
        .min(usize::try_from(settings.pairs).unwrap_or(usize::MAX));
    let ended = Arc::new(AtomicBool::new(false));
    let referee = || {
        let stops = [stop.clone(), ended.clone()];
        Referee::new(&settings.options, settings.control, stops)
    };
    let referees: Vec<Referee> = (0..threads).map(|_| referee()).collect::<Result<_, _>>()?;
    let mut failure = None;
    map_in_order_with_stack(
        STACK_BYTES,
        0..settings.pairs,
        referees,
        |referee, number| referee.play(&settings.openings, number).transpose(),
        |played| {
            let flow = match played {
                Ok(pair) => take(pair),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            };
            if flow.is_break() {
                // The other threads abandon their games.
                ended.store(true, Ordering::Relaxed);
            }
            flow
        },
    )
    .map_err(|_| TooFewThreads::none_of(threads))?;
    failure.map_or(Ok(()), Err)
}
