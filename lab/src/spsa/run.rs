//! Plays a batch of iterations on several threads.
//!
//! All iterations of a batch start from the values before the batch, and their updates are applied in
//! the order of their numbers. So the result does not depend on the number of threads. See
//! <https://www.chessprogramming.org/SPSA>.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;

use super::error::SpsaError;
use super::gains::Gains;
use super::perturbation::{Perturbation, sides};
use super::player::Player;
use super::state::State;
use crate::self_play::{Openings, PairResult, pair_seed};
use ferz::search::pool::{STACK_BYTES, TooFewThreads};
use ferz::support::memory::OutOfMemory;
use ferz::support::work_queue::map_in_order_with_stack;

/// Added to the seed for perturbations, so that they do not depend on the random openings.
const PERTURBATION_SEED: u64 = 1 << 63;

/// Creates the players of `threads` threads. Their games end unfinished when `stop` is set.
///
/// # Errors
///
/// Returns an error if there is not enough memory for their transposition tables.
pub fn players(
    state: &State,
    threads: usize,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Player>, SpsaError> {
    let threads = threads.min(usize::try_from(state.settings.batch).unwrap_or(usize::MAX));
    let players = (0..threads).map(|_| Player::new(state.settings.nodes, stop));
    Ok(players.collect::<Result<_, OutOfMemory>>()?)
}

/// Plays the next batch of iterations and updates the state. `played` is called after each game
/// pair with the number of pairs played in this batch. Returns `false` if the batch was stopped;
/// then the state is unchanged.
///
/// # Errors
///
/// Returns an error if the system cannot start even one thread.
pub fn run_batch(
    state: &mut State,
    openings: &Openings,
    players: &mut [Player],
    mut played: impl FnMut(u64) + Send,
) -> Result<bool, SpsaError> {
    let numbers = state.next_batch();
    let iterations: Vec<Vec<Perturbation>> = numbers
        .clone()
        .map(|number| perturbations(state, number))
        .collect();
    let parameters = &state.settings.parameters;
    let threads = players.len();
    let mut results: Vec<PairResult> = Vec::with_capacity(iterations.len());
    map_in_order_with_stack(
        STACK_BYTES,
        numbers.clone().zip(&iterations),
        players.iter_mut(),
        |player, (number, iteration)| player.play(openings, number, sides(parameters, iteration)),
        |result| {
            results.push(result);
            played(results.len() as u64);
            ControlFlow::Continue(())
        },
    )
    .map_err(|_| TooFewThreads::none_of(threads))?;
    if results.len() < iterations.len() {
        return Ok(false);
    }
    for (iteration, result) in iterations.iter().zip(results) {
        state.update(iteration, result);
    }
    state.record();
    Ok(true)
}

/// Returns the perturbations of the iteration with this number, from 0.
fn perturbations(state: &State, number: u64) -> Vec<Perturbation> {
    let settings = &state.settings;
    let seed = settings.seed.wrapping_add(PERTURBATION_SEED);
    let mut rng = Rng::with_seed(pair_seed(seed, number));
    let parameters = settings.parameters.iter().zip(&state.values);
    parameters
        .map(|(parameter, &value)| {
            let gains = Gains::new(parameter, settings.rate, number + 1, settings.pairs);
            Perturbation::draw(parameter, value, gains, &mut rng)
        })
        .collect()
}
