//! A queue of items for several threads, with the results in the order of the items.
//!
//! The order makes a result independent of the number of threads and of their timing.

use std::collections::BTreeMap;
use std::io;
use std::iter::Enumerate;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard};
use std::thread;

#[cfg(feature = "engine")]
use super::memory::can_map;

/// Stack size of a thread of [`map_in_order`], in bytes.
const STACK_BYTES: usize = 2 << 20;

/// Applies `work` to each item on several threads, and passes the results to `take` in the
/// order of the items.
///
/// Each element of `workers` is the state of one thread. The first worker runs on the calling
/// thread, so a single worker needs no new thread. If the system refuses a thread, the workers
/// already running process all items.
///
/// No further item is started after `work` returns `None` or `take` returns
/// [`ControlFlow::Break`]. A panic of `work` or `take` reaches the caller.
pub fn map_in_order<T, W: Send, R: Send>(
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    workers: impl IntoIterator<Item = W>,
    work: impl Fn(&mut W, T) -> Option<R> + Sync,
    take: impl FnMut(R) -> ControlFlow<()> + Send,
) {
    let (queue, work) = (&WorkQueue::new(items.into_iter(), take), &work);
    let mut workers = workers.into_iter();
    let first = workers.next();
    thread::scope(|scope| {
        for worker in workers {
            let run = move || queue.run(worker, work);
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            // A thread that lacks memory when it starts aborts the program.
            if !can_map(STACK_BYTES) || thread.spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        if let Some(worker) = first {
            queue.run(worker, work);
        }
    });
}

/// Does the same as [`map_in_order`], but on new threads with stacks of `stack_bytes`.
/// Returns an error if the system refuses the first thread.
pub fn map_in_order_with_stack<T, W: Send, R: Send>(
    stack_bytes: usize,
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    workers: impl IntoIterator<Item = W>,
    work: impl Fn(&mut W, T) -> Option<R> + Sync,
    take: impl FnMut(R) -> ControlFlow<()> + Send,
) -> io::Result<()> {
    let (queue, work) = (&WorkQueue::new(items.into_iter(), take), &work);
    thread::scope(|scope| {
        for (started, worker) in workers.into_iter().enumerate() {
            let run = move || queue.run(worker, work);
            let thread = thread::Builder::new().stack_size(stack_bytes);
            match thread.spawn_scoped(scope, run) {
                Ok(_) => {}
                Err(error) if started == 0 => return Err(error),
                Err(_) => break,
            }
        }
        Ok(())
    })
}

/// The limits of the address space are unknown without the feature `engine`.
#[cfg(not(feature = "engine"))]
const fn can_map(_bytes: usize) -> bool {
    true
}

/// The items and the results, shared by all workers.
struct WorkQueue<I, R, F> {
    /// The items left, with their numbers; `None` after an early end.
    items: Mutex<Option<Enumerate<I>>>,
    results: Mutex<Results<R, F>>,
}

/// The results that have not been passed to `take` yet.
struct Results<R, F> {
    /// The number of the item whose result is passed on next.
    next: usize,
    /// The results of later items, by number.
    waiting: BTreeMap<usize, R>,
    /// The receiver of the results; `None` after it has returned `Break`.
    take: Option<F>,
}

impl<I: Iterator, R, F: FnMut(R) -> ControlFlow<()>> WorkQueue<I, R, F> {
    fn new(items: I, take: F) -> Self {
        Self {
            items: Mutex::new(Some(items.enumerate())),
            results: Mutex::new(Results {
                next: 0,
                waiting: BTreeMap::new(),
                take: Some(take),
            }),
        }
    }

    /// Processes items until there are none left, or until an early end.
    fn run<W>(&self, mut worker: W, work: &impl Fn(&mut W, I::Item) -> Option<R>) {
        while let Some((number, item)) = self.next_item() {
            match work(&mut worker, item) {
                Some(result) => self.add_result(number, result),
                None => self.stop(),
            }
        }
    }

    fn next_item(&self) -> Option<(usize, I::Item)> {
        locked(&self.items).as_mut()?.next()
    }

    fn stop(&self) {
        *locked(&self.items) = None;
    }

    /// Stores a result, and passes on all results whose turn has come.
    fn add_result(&self, number: usize, result: R) {
        let results = &mut *locked(&self.results);
        results.waiting.insert(number, result);
        while let Some(take) = &mut results.take
            && let Some(next) = results.waiting.remove(&results.next)
        {
            results.next += 1;
            if take(next).is_break() {
                results.take = None;
                self.stop();
            }
        }
    }
}

/// Locks a mutex. It is poisoned only if the iterator or the receiver of results panicked; that
/// panic then reaches the caller of the queue anyway.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no other thread has panicked")
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Doubles the numbers below 100 on `threads` threads, and returns the results up to the first
    /// above `most`.
    fn doubled(threads: usize, most: u64) -> Vec<u64> {
        let mut results = Vec::new();
        map_in_order(
            0..100_u64,
            vec![(); threads],
            |(), n| {
                // Early items take longest, so later ones overtake them.
                thread::sleep(std::time::Duration::from_micros(100 - n));
                Some(2 * n)
            },
            |result| {
                results.push(result);
                if result > most {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        results
    }

    #[test]
    fn results_arrive_in_the_order_of_the_items() {
        for threads in [1, 2, 7, 200] {
            let expected: Vec<u64> = (0..100).map(|n| 2 * n).collect();
            assert_eq!(doubled(threads, u64::MAX), expected);
        }
    }

    #[test]
    fn nothing_is_taken_after_a_break() {
        for threads in [1, 2, 7] {
            assert_eq!(doubled(threads, 3), [0, 2, 4]);
        }
    }

    #[test]
    fn no_item_is_started_after_a_worker_has_stopped() {
        let started = AtomicUsize::new(0);
        let (mut taken, workers) = (Vec::new(), [(); 1]);
        let work = |(): &mut (), n: usize| {
            started.fetch_add(1, Ordering::Relaxed);
            (n < 3).then_some(n)
        };
        map_in_order(0..100, workers, work, |n| {
            taken.push(n);
            ControlFlow::Continue(())
        });
        assert_eq!((taken, started.into_inner()), (vec![0, 1, 2], 4));
    }

    #[test]
    fn each_worker_keeps_its_state() {
        let mut counts = Vec::new();
        let result = map_in_order_with_stack(
            1 << 20,
            0..10,
            [0],
            |count: &mut usize, _| {
                *count += 1;
                Some(*count)
            },
            |count| {
                counts.push(count);
                ControlFlow::Continue(())
            },
        );
        assert!(result.is_ok());
        assert_eq!(counts, Vec::from_iter(1..=10));
    }

    #[test]
    fn without_workers_nothing_is_done() {
        assert_eq!(doubled(0, 0), [0_u64; 0]);
    }

    #[test]
    #[should_panic(expected = "panicked")]
    fn a_panic_of_a_worker_reaches_the_caller() {
        let workers = [false, true];
        let work = |panics: &mut bool, _| {
            assert!(!*panics, "a worker panicked");
            thread::sleep(std::time::Duration::from_millis(1));
            Some(())
        };
        map_in_order(0..200, workers, work, |()| ControlFlow::Continue(()));
    }
}
