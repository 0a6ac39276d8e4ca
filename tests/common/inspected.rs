//! The comparisons of `ferz-lab selfcheck` as assertions.

#![allow(
    dead_code,
    unused_imports,
    reason = "each test is a crate of its own and uses only part of this module"
)]

#[path = "../../lab/src/selfcheck/inspection.rs"]
mod inspection;

use ferz::chess::Board;
pub use inspection::{Inspection, generated, sorted};

/// Makes some of the comparisons in a position, and asserts that none finds a mismatch.
#[track_caller]
pub fn assert_inspected(board: &Board, compare: impl FnOnce(&mut Inspection)) {
    let mut inspection = Inspection::new(board, &board.legal_moves());
    compare(&mut inspection);
    assert_eq!(inspection.mismatches, [], "{board:?}");
}
