//! Plays the games of a selfcheck on several threads.
//!
//! See <https://www.chessprogramming.org/Engine_Testing>.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use super::game;
use super::reference::Reference;
use super::report::{SelfcheckReport, SelfcheckSettings};
use ferz::chess::Board;
use ferz::support::work_queue::map_in_order;

/// Plays games, and compares the move generator with the reference that `reference` creates for
/// each starting position. Calls `progress` with the number of finished games, from any of
/// the threads.
///
/// A game ends at its first mismatch, because an error also affects later positions.
///
/// ```
/// use ferz::chess::mailbox::Mailbox;
/// use ferz_lab::selfcheck::{Check, SelfcheckSettings, run};
/// let settings = SelfcheckSettings { games: 1, seed: 1, threads: 1, max_failures: 1 };
/// let report = run(&settings, |board| Mailbox::from(board), &|_| {});
/// assert_eq!(report.failures, []);
/// assert!(report.counts.checks(Check::LegalMoves) > 0);
/// ```
pub fn run<R: Reference>(
    settings: &SelfcheckSettings,
    reference: impl Fn(&Board) -> R + Sync,
    progress: &(dyn Fn(u64) + Sync),
) -> SelfcheckReport {
    let mut report = SelfcheckReport::default();
    if settings.max_failures == 0 {
        return report;
    }
    let done = AtomicU64::new(0);
    let most = usize::try_from(settings.games).unwrap_or(usize::MAX);
    map_in_order(
        0..settings.games,
        vec![(); settings.threads.clamp(1, most.max(1))],
        |(), game| {
            let record = game::play(settings.seed.wrapping_add(game), &reference);
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
            Some(record)
        },
        |record| {
            report.counts.add(&record.counts);
            report.failures.extend(record.failures);
            // The games arrive in order, so the report does not depend on the number of threads.
            if report.failures.len() < settings.max_failures {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        },
    );
    report
}
