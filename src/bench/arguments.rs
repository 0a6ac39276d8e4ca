//! Parses the arguments of `bench` and `speedtest`.
//!
//! A single argument of `bench` is the depth. Several arguments are read as by Stockfish.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use super::speedtest::Speedtest;
use super::workload::{Bench, DEPTH, Limit, Positions};
use crate::engine::options::{MAX_HASH, MAX_THREADS};
use crate::perft::MAX_DEPTH;
use crate::score::MAX_PLY;
use crate::support::quote::Quoted;

/// Maximum time of a speedtest and of each search of a bench: a day, in milliseconds.
const MAX_TIME: i64 = 86_400_000;

/// Sixth argument of `bench` in Stockfish 12 to 15.1: the evaluation. Scripts still pass it, so it
/// is accepted and ignored.
const EVALUATIONS: [&str; 3] = ["classical", "NNUE", "mixed"];

/// Maximum node limit: eleven days at a million nodes per second.
const MAX_NODES: i64 = 999_999_999_999;

/// Parses the arguments of `bench`.
pub fn parse_bench(words: &[&str]) -> Result<Bench, String> {
    let (hash, threads, rest) = match words {
        [] => return Ok(Bench::default()),
        [depth] => return Ok(Bench::to_depth(number(depth, 1..=MAX_PLY as i64)? as u32)),
        [hash, threads, rest @ ..] => (hash, threads, rest),
    };
    let positions = match rest.get(1).copied() {
        None | Some("default") => Positions::Default,
        Some("current") => Positions::Current,
        Some(file) => Positions::File(PathBuf::from(file)),
    };
    let kind = rest.get(2).copied().unwrap_or("depth");
    let limit = limit(rest.first().copied(), kind)?;
    let arguments = match rest.get(3) {
        Some(evaluation) if EVALUATIONS.contains(evaluation) => 4,
        _ => 3,
    };
    check_at_most(rest, arguments)?;
    Ok(Bench {
        hash_megabytes: hash_size(hash)?,
        threads: thread_count(threads)?,
        positions,
        limit,
    })
}

/// Parses the arguments of `speedtest`.
pub fn parse_speedtest(words: &[&str]) -> Result<Speedtest, String> {
    check_at_most(words, 3)?;
    let parse_seconds = |text: &&str| number(text, 1..=MAX_TIME / 1000).map_err(at("seconds"));
    let seconds = words.get(2).map(parse_seconds).transpose()?;
    Ok(Speedtest {
        threads: words.first().copied().map(thread_count).transpose()?,
        hash_megabytes: words.get(1).copied().map(hash_size).transpose()?,
        duration: seconds.map(|seconds| Duration::from_secs(seconds as u64)),
    })
}

/// Parses the limit of a bench. The default number is [`DEPTH`] for every kind of limit.
fn limit(text: Option<&str>, kind: &str) -> Result<Limit, String> {
    let number = |range, default: u32| match text {
        None => Ok(default.into()),
        Some(text) => number(text, range).map_err(at("limit")),
    };
    match kind {
        "depth" => Ok(Limit::Depth(number(1..=MAX_PLY as i64, DEPTH)? as u32)),
        "nodes" => Ok(Limit::Nodes(number(1..=MAX_NODES, DEPTH)? as u64)),
        "movetime" => {
            let millis = number(1..=MAX_TIME, DEPTH)? as u64;
            Ok(Limit::MoveTime(Duration::from_millis(millis)))
        }
        "perft" => Ok(Limit::Perft(number(0..=MAX_DEPTH.into(), DEPTH)? as u32)),
        _ => Err(format!(
            "kind of limit: found {}; expected one of depth, nodes, movetime, perft",
            Quoted(kind)
        )),
    }
}

/// Parses the size of a transposition table, in MB.
fn hash_size(text: &str) -> Result<usize, String> {
    let size = number(text, 1..=MAX_HASH).map_err(at("hash"))?;
    Ok(size as usize)
}

/// Parses a number of threads.
fn thread_count(text: &str) -> Result<NonZeroUsize, String> {
    let threads = number(text, 1..=MAX_THREADS).map_err(at("threads"))?;
    Ok(NonZeroUsize::new(threads as usize).unwrap_or(NonZeroUsize::MIN))
}

/// Prepends the name of the argument to an error message.
fn at(place: &str) -> impl Fn(String) -> String {
    move |why| format!("{place}: {why}")
}

/// Parses a whole number in a range.
fn number(text: &str, range: RangeInclusive<i64>) -> Result<i64, String> {
    let (least, most) = (range.start(), range.end());
    let expected = format!("expected a number from {least} to {most}");
    let found = text.parse().ok().filter(|number| range.contains(number));
    found.ok_or_else(|| format!("found {}; {expected}", Quoted(text)))
}

/// Returns an error if there are more than `count` arguments.
fn check_at_most(words: &[&str], count: usize) -> Result<(), String> {
    match words.get(count..) {
        None | Some([]) => Ok(()),
        Some(more) => Err(format!(
            "found {} after the arguments; expected nothing there",
            Quoted(&more.join(" "))
        )),
    }
}
