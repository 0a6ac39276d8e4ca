//! Stands in for the hash table in builds without the feature `engine`. The real table needs the
//! dependencies of that feature. Here, no table can be created.

use crate::chess::Board;

/// A table of counts. This enum has no values: tables require the feature `engine`.
#[derive(Debug)]
pub enum PerftTable {}

impl PerftTable {
    pub(super) const fn probe(&self, _: PositionKey, _: u32) -> Option<u64> {
        match *self {}
    }

    pub(super) const fn store(&self, _: PositionKey, _: u32, _: u64) {
        match *self {}
    }
}

/// The key of a position in a table.
#[derive(Clone, Copy)]
pub(super) struct PositionKey;

impl PositionKey {
    pub(super) const fn of(_: &Board) -> Self {
        Self
    }
}
