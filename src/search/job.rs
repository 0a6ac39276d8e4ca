//! A request to search.

use std::time::Instant;

use super::limits::Limits;
use super::report::Reporter;
use super::time::TimeLimits;
use crate::chess::Position;

/// One search: what all its threads are told.
#[derive(Clone)]
pub struct Job {
    /// Where to search.
    pub position: Position,
    /// When to end.
    pub limits: Limits,
    /// What the clock allows.
    pub time: TimeLimits,
    /// When the search was asked for.
    pub started: Instant,
    /// How many lines to report.
    pub lines: usize,
    /// Whom to tell.
    pub reporter: Reporter,
}

/// The search was told to stop: results that are not complete must not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;
