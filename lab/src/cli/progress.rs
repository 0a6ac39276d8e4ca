//! The progress of game pairs.

use std::time::Instant;

pub use ferz::cli::progress::ProgressBar;
use ferz::cli::{ExitStatus, print_error};

use crate::self_play::GAMES_PER_PAIR;

/// The progress of game pairs, with the speed since the start of the program.
pub struct PairProgress {
    bar: ProgressBar,
    started: Instant,
    /// Number of game pairs before this run.
    before: u64,
    total: u64,
}

impl PairProgress {
    /// Creates the progress of a run that begins after `before` of `total` game pairs.
    pub fn new(before: u64, total: u64) -> Self {
        Self {
            bar: ProgressBar::new("games"),
            started: Instant::now(),
            before,
            total,
        }
    }

    /// Returns the number of games played since the start, and the games per hour.
    fn speed(&self, pairs: u64) -> (u64, f64) {
        let games = GAMES_PER_PAIR * (pairs - self.before);
        let hours = self.started.elapsed().as_secs_f64() / 3600.0;
        (games, games as f64 / hours)
    }

    /// Shows the number of game pairs played, with those before this run. May be called on any
    /// thread.
    pub fn show(&self, pairs: u64) {
        self.bar
            .show(GAMES_PER_PAIR * pairs, GAMES_PER_PAIR * self.total);
        let (_, speed) = self.speed(pairs);
        self.bar.set_unit(format!("games, {speed:.0} per hour"));
    }

    /// Removes the bar, and returns the line that reports the speed.
    pub fn finish(self, pairs: u64) -> String {
        let (games, speed) = self.speed(pairs);
        let seconds = self.started.elapsed().as_secs_f64();
        format!("Played now: {games} games in {seconds:.1} s, {speed:.0} games per hour\n")
    }
}

/// Returns the exit status of a run that can be continued. If not all of its game pairs have been
/// played, reports that it was interrupted.
pub fn exit_status(pairs: u64, total: u64) -> ExitStatus {
    if pairs >= total {
        return ExitStatus::Success;
    }
    print_error(format_args!(
        "interrupted after {} of {} games; run the same command again to continue",
        GAMES_PER_PAIR * pairs,
        GAMES_PER_PAIR * total,
    ));
    ExitStatus::Interrupted
}
