//! The search's constants, in one place, so that a tuner can reach them.

/// How many nodes a thread searches between two looks at the clock and the stop flag;
/// about a millisecond.
pub const NODES_PER_CHECK: u64 = 1024;

/// The largest absolute value of a history entry.
pub const HISTORY_MAX: i32 = 16_384;

/// Of a bonus for a move that refuted a line, how much a ply of depth adds...
pub const HISTORY_BONUS_PER_DEPTH: i32 = 150;

/// ... and where it ends.
pub const HISTORY_BONUS_MAX: i32 = 1_500;

/// Of the time left, without an increment, about one part in this many is spent on a move.
pub const MOVES_TO_PLAN_FOR: u32 = 28;

/// What part of the increment is spent on a move, in percent.
pub const INCREMENT_PERCENT: u32 = 75;

/// A move may take this many times what is planned for it, when its iteration is not done...
pub const HARD_LIMIT_FACTOR: u32 = 4;

/// ... but no more than this part of the time left, in percent.
pub const HARD_LIMIT_PERCENT: u32 = 40;

/// When less than this part of the planned time is left, in percent, a further iteration
/// would seldom end: it takes longer than all before together.
pub const NEXT_ITERATION_PERCENT: u32 = 55;
