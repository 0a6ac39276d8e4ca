//! Speeds: counts divided by times.

use std::time::Duration;

/// Returns the number of events per second, rounded down. Times below 1 µs count as 1 µs.
///
/// ```
/// use ferz::support::speed::per_second;
/// use std::time::Duration;
/// assert_eq!(per_second(3_000, Duration::from_millis(1_500)), 2_000);
/// ```
pub fn per_second(count: u64, elapsed: Duration) -> u64 {
    (count as f64 / elapsed.as_secs_f64().max(1e-6)) as u64
}
