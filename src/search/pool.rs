//! The pool of search threads.
//!
//! To start a search, the pool moves each worker to a new thread, and gets it back when it joins
//! the thread. So the memory of a worker is never shared, and an idle pool has no threads. Perft
//! and bench run here as background tasks, so that all long operations are started, stopped and
//! waited for in the same way.
//!
//! All threads run the same search and share the transposition table (lazy SMP). The main thread
//! sends the reports, and checks the time limits between iterations. The helper threads fill the
//! transposition table, and vote on the best move at the end. A vote weighs more for a higher depth
//! and a better score, and the votes for one move add up.
//! See <https://www.chessprogramming.org/Lazy_SMP>.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender};

use super::request::{ResultCollector, SearchRequest, SearchResult};
use super::root_moves::RootMove;
use super::shared::Shared;
use super::worker::{TablebaseAccess, Worker};
use crate::chess::Move;
use crate::eval::Evaluator;
use crate::eval::network::Network;
use crate::score::{EVALUATION_BOUND, MATE_BOUND, Score, is_mate};
use crate::support::memory::{self, BYTES_PER_MB, OutOfMemory};
use crate::support::panics;
use crate::support::threads::{TooFewThreads, try_threads};
use crate::syzygy::{Probing, Tablebases};

/// Stack size of a search thread, in bytes. A search recurses up to [`crate::score::MAX_PLY`]
/// levels of a few kilobytes each.
pub const STACK_BYTES: usize = 8 << 20;

/// Approximate size of a worker without its stack, in bytes. Most of it is for
/// [`super::history`] and [`super::correction`].
const WORKER_BYTES: usize = 5 << 20;

/// Time that the main thread waits for the votes of the helpers. The clock is running, so later
/// votes are ignored.
const VOTE_TIMEOUT: Duration = Duration::from_millis(5);

/// Constant added to the score above the worst result, in centipawns, so that every vote counts.
const VOTE_BASE: Score = 20;

/// Error of [`Pool::resize`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResizeError {
    /// There is not enough memory for the transposition table.
    #[error(transparent)]
    Table(#[from] OutOfMemory),
    /// The system does not provide the threads.
    #[error(transparent)]
    Threads(#[from] TooFewThreads),
}

/// The search threads and their shared state.
#[derive(Debug)]
pub struct Pool {
    shared: Arc<Shared>,
    /// Workers that are not searching.
    idle: Vec<Worker>,
    /// Running threads. A search thread returns its worker; a background task returns none.
    running: Vec<JoinHandle<Option<Worker>>>,
    /// The tablebases of new workers.
    tablebases: TablebaseAccess,
    /// The network of the evaluation.
    network: Arc<Network>,
}

impl Pool {
    /// Creates a pool of `threads` threads with a transposition table of `megabytes` MB.
    pub fn new(threads: NonZeroUsize, megabytes: usize) -> Result<Self, OutOfMemory> {
        let shared = Arc::new(Shared::new(megabytes, threads.get())?);
        let mut pool = Self {
            shared,
            idle: Vec::new(),
            running: Vec::new(),
            tablebases: TablebaseAccess::default(),
            network: Network::embedded().clone(),
        };
        pool.create_workers(threads);
        Ok(pool)
    }

    fn create_workers(&mut self, threads: NonZeroUsize) {
        self.idle = (0..threads.get())
            .map(|id| {
                let mut worker = Worker::new(id, self.shared.clone(), self.network.clone());
                worker.tablebases = self.tablebases.clone();
                worker
            })
            .collect();
    }

    /// Waits for running threads, then changes the number of threads and the size of the
    /// transposition table. Clears the table and the memory of all workers.
    /// If it fails, the pool keeps its size.
    pub fn resize(&mut self, threads: NonZeroUsize, megabytes: usize) -> Result<(), ResizeError> {
        self.wait();
        if threads.get() > self.threads() {
            // A failure here does no harm. At the start of a search, it would: the clock runs.
            try_threads(threads.get(), STACK_BYTES, WORKER_BYTES)?;
        }
        let (old_threads, old_megabytes) = (self.threads(), self.megabytes());
        let mut shared = Shared::new(megabytes, threads.get());
        if shared.is_err() && fits_in_place_of(old_megabytes, megabytes) {
            // Free the old table first.
            self.shared = Arc::new(Shared::new(1, old_threads)?);
            self.idle.clear();
            shared = Shared::new(megabytes, threads.get());
            if shared.is_err() {
                self.shared = Arc::new(Shared::new(old_megabytes, old_threads)?);
            }
        }
        self.shared = Arc::new(shared?);
        self.create_workers(threads);
        Ok(())
    }

    /// Waits for running threads, then clears everything learned in earlier searches.
    pub fn clear(&mut self) {
        self.wait();
        self.shared.tt.clear();
        for worker in &mut self.idle {
            worker.clear();
        }
    }

    /// Waits for running threads, then sets the network of the evaluation and clears everything
    /// learned in earlier searches, because it depends on the evaluation.
    pub fn set_network(&mut self, network: Arc<Network>) {
        self.network = network;
        self.clear();
        for worker in &mut self.idle {
            worker.evaluator = Evaluator::new(self.network.clone());
        }
    }

    /// Returns the network of the evaluation.
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Waits for running threads, then sets the tablebases for future searches. The pool drops the
    /// previous ones.
    pub fn set_tables(&mut self, tables: Option<Arc<Tablebases>>) {
        self.tablebases.tables = tables;
        self.update_tablebases();
    }

    /// Waits for running threads, then sets the probing options of the tablebases.
    pub fn set_probing(&mut self, probing: Probing) {
        self.tablebases.probing = probing;
        self.update_tablebases();
    }

    fn update_tablebases(&mut self) {
        self.wait();
        for worker in &mut self.idle {
            worker.tablebases = self.tablebases.clone();
        }
    }

    /// Returns the number of nodes that the last search visited on all threads.
    pub fn nodes(&self) -> u64 {
        self.shared.total_nodes()
    }

    /// Returns the number of search threads.
    pub fn threads(&self) -> usize {
        self.shared.nodes.len()
    }

    /// Returns the size of the transposition table in MB.
    pub fn megabytes(&self) -> usize {
        self.shared.tt.megabytes()
    }

    /// Stops what is running, then starts a search and returns at once.
    /// If the system does not provide all threads, the search runs on those that were started.
    pub fn start_search(&mut self, request: SearchRequest) -> Result<(), TooFewThreads> {
        self.prepare(request.limits.ponder);
        let request = Arc::new(request);
        self.shared.tt.new_search();
        let (sender, receiver) = crossbeam_channel::unbounded();
        for mut worker in std::mem::take(&mut self.idle) {
            let (request, sender, receiver) = (request.clone(), sender.clone(), receiver.clone());
            self.spawn(move || {
                let done = panics::caught(|| {
                    if worker.is_main() {
                        // Only helpers keep senders, so the channel closes when they end.
                        drop(sender);
                        worker.search_as_main(&request, &receiver);
                    } else {
                        worker.search_as_helper(&request, &sender);
                    }
                });
                if done.is_none() {
                    worker.answer_after_panic(&request);
                }
                // After a panic, the worker may be inconsistent and is not used again.
                done.map(|()| worker)
            })?;
        }
        Ok(())
    }

    /// Searches and waits for the result. The request's own reporter receives the reports as well.
    pub fn search(&mut self, mut request: SearchRequest) -> Result<SearchResult, TooFewThreads> {
        let collector = ResultCollector::default();
        request.reporter = collector.reporter(request.reporter);
        self.start_search(request)?;
        self.wait();
        Ok(collector.into_result(self.nodes()))
    }

    /// Stops what is running, then starts a background task and returns at once. The task should
    /// end soon after the stop flag is set.
    pub fn start_task(
        &mut self,
        task: impl FnOnce(&Shared) + Send + 'static,
    ) -> Result<(), TooFewThreads> {
        self.prepare(false);
        let shared = self.shared.clone();
        self.spawn(move || {
            task(&shared);
            None
        })
    }

    /// Stops what is running, and resets the shared state for a search or background task.
    fn prepare(&mut self, pondering: bool) {
        self.stop();
        self.wait();
        self.shared.clear_stop();
        self.shared.start(pondering);
    }

    fn spawn(
        &mut self,
        run: impl FnOnce() -> Option<Worker> + Send + 'static,
    ) -> Result<(), TooFewThreads> {
        let builder = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK_BYTES);
        let started = self.running.len();
        let thread = builder.spawn(run).map_err(|_| TooFewThreads {
            asked: self.threads(),
            started,
        })?;
        self.running.push(thread);
        Ok(())
    }

    /// Returns whether a search or background task is running whose result is not known yet.
    pub fn is_running(&self) -> bool {
        !self.shared.is_answered() && self.running.iter().any(|thread| !thread.is_finished())
    }

    /// Returns the time that the last search used on our clock; `None` if it ended while
    /// pondering or has not ended.
    pub fn time_used(&self) -> Option<Duration> {
        self.shared.time_used()
    }

    /// Stops what is running, without waiting for it.
    pub fn stop(&self) {
        self.shared.stop();
        self.wake();
    }

    /// Starts our clock for a search that ponders, because the expected move was played. `started`
    /// is the start of the search.
    pub fn ponder_hit(&self, started: Instant) {
        self.shared.ponder_hit(started.elapsed());
        self.wake();
    }

    /// Wakes a main thread that waits for permission to report its move.
    fn wake(&self) {
        for thread in &self.running {
            thread.thread().unpark();
        }
    }

    /// Waits for running threads to end.
    pub fn wait(&mut self) {
        for thread in std::mem::take(&mut self.running) {
            match thread.join() {
                Ok(worker) => self.idle.extend(worker),
                // The worker of this thread is lost, so all are replaced below.
                Err(_) => log::error!("a search thread panicked"),
            }
        }
        if self.idle.len() != self.threads() {
            let threads = NonZeroUsize::new(self.threads()).unwrap_or(NonZeroUsize::MIN);
            self.create_workers(threads);
        }
    }
}

/// Returns whether a table that does not fit into free memory fits once the old one is freed.
fn fits_in_place_of(old_megabytes: usize, megabytes: usize) -> bool {
    let free = memory::available() / BYTES_PER_MB;
    (free + 1..=free.saturating_add(old_megabytes)).contains(&megabytes)
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}

impl Worker {
    /// Searches as the main thread, takes the votes of the helpers, and reports the best move.
    fn search_as_main(&mut self, request: &SearchRequest, helpers: &Receiver<RootMove>) {
        self.search_until_limit(request);
        // This also stops the helpers.
        self.shared.reach_limit();
        let deadline = Instant::now() + VOTE_TIMEOUT;
        let found = std::iter::from_fn(|| helpers.recv_deadline(deadline).ok());
        self.take_votes(request, &found.collect::<Vec<RootMove>>());
        self.answer(request);
    }

    /// Searches as a helper thread, and sends the best move to the main thread if an iteration was
    /// completed. With limited strength, helpers do not search, because they would use up the
    /// node limit.
    fn search_as_helper(&mut self, request: &SearchRequest, main: &Sender<RootMove>) {
        if request.limits.strength.is_some() {
            return;
        }
        self.search_until_limit(request);
        if let Some(best) = self.root_moves.first().filter(|_| self.completed_depth > 0) {
            // The main thread may have answered without this vote.
            let _: Result<(), _> = main.send(best.clone());
        }
    }

    /// Replaces the best move by the winner of the vote. There is no vote with a depth limit or
    /// several variations, because the result of the main thread is what was requested. With `go
    /// mate`, a depth limit does not prevent the vote, because the mate may come from any thread.
    fn take_votes(&mut self, request: &SearchRequest, found: &[RootMove]) {
        let limits = &request.limits;
        if limits.depth.is_some() && limits.mate.is_none() || self.multi_pv != 1 {
            return;
        }
        if let Some(winner) = vote_winner(&self.root_moves[0], found) {
            self.root_moves.retain(|root| root.mv != winner.mv);
            self.root_moves.insert(0, winner);
            self.report_variation(request, 0);
        }
    }
}

/// Returns the helper thread's best move that wins the vote, or `None` if the main thread wins.
/// `own` is the best move of the main thread, `found` are those of the helpers.
///
/// The depth of the winner is at least that of the main thread, because the reported depth must not
/// decrease. A helper with less depth has a vote, but it wins only with a mate, which is proved for
/// every greater depth, too.
fn vote_winner(own: &RootMove, found: &[RootMove]) -> Option<RootMove> {
    // A proved loss stands: helpers with better scores have not found it yet.
    if own.score < -EVALUATION_BOUND && own.depth > 0 {
        return None;
    }
    let all = || found.iter().chain([own]);
    let worst = all().map(|root| root.score).min().unwrap_or(own.score);
    let votes = |mv: Move| -> i64 {
        let agree = all().filter(|root| root.mv == mv);
        agree
            .map(|root| i64::from(root.score - worst + VOTE_BASE) * i64::from(root.depth))
            .sum()
    };
    // A mate goes before all votes; the shortest one wins.
    let rank = |root: &RootMove| {
        let mate = if is_mate(root.score) { root.score } else { 0 };
        (mate, votes(root.mv), root.depth, root.score)
    };
    found
        .iter()
        .filter(|root| root.depth >= own.depth || root.score > MATE_BOUND)
        .max_by_key(|root| rank(root))
        .filter(|best| rank(best) > rank(own))
        .map(|best| RootMove {
            depth: best.depth.max(own.depth),
            ..best.clone()
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Board, Square};
    use crate::score::{mate_in, mated_in};

    const D4: Square = Square::D4;
    const E4: Square = Square::E4;

    /// Returns the best move of a thread, with this target, score and depth.
    fn best_move((to, score, depth): (Square, Score, u32)) -> RootMove {
        let board = Board::default();
        let moves = board.legal_moves();
        let mv = moves.into_iter().find(|mv| mv.to() == to);
        RootMove {
            score,
            depth,
            ..RootMove::new(
                &board,
                mv.expect("a pawn can go there"),
                Network::embedded(),
            )
        }
    }

    /// Returns the target of the move that wins the vote, or `None` if the main thread wins.
    fn vote(own: (Square, Score, u32), others: &[(Square, Score, u32)]) -> Option<Square> {
        let own = best_move(own);
        let others: Vec<RootMove> = others.iter().copied().map(best_move).collect();
        let best = vote_winner(&own, &others)?;
        assert!(best.depth >= own.depth, "{others:?}");
        Some(best.mv.to())
    }

    #[test]
    fn votes_count_by_depth_and_score() {
        for (others, expected) in [
            (&[][..], None),
            // A tie goes to the main thread.
            (&[(D4, 20, 10)], None),
            (&[(D4, 40, 10)], Some(D4)),
            (&[(D4, 40, 10), (E4, 25, 11)], Some(E4)),
            (&[(D4, 20, 10), (D4, 20, 9)], Some(D4)),
            // A helper with less depth cannot win.
            (&[(D4, 90, 9)], None),
            (&[(D4, mate_in(9), 10), (E4, 900, 20)], Some(D4)),
            (&[(D4, mated_in(4), 12)], None),
            // A mate can win at any depth.
            (&[(D4, mate_in(9), 4)], Some(D4)),
        ] {
            assert_eq!(vote((E4, 20, 10), others), expected, "{others:?}");
        }
    }

    #[test]
    fn a_proved_loss_is_not_outvoted() {
        let others = [(D4, 300, 20), (D4, -50, 10)];
        assert_eq!(vote((E4, mated_in(6), 10), &others), None);
        // A score of depth 0 is not proved.
        assert_eq!(vote((E4, mated_in(6), 0), &others), Some(D4));
    }
}
