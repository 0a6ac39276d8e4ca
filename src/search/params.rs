//! The search's constants, in one place, each with the range in which a tuner should look.

/// How many nodes a thread searches between two looks at the clock and the stop flag;
/// about a millisecond. Not to be tuned.
pub const NODES_PER_CHECK: u64 = 1024;

/// The largest absolute value of a history entry. It must fit in 16 bits; not to be tuned.
pub const HISTORY_MAX: i32 = 16_384;

/// Of a bonus for a move that refuted a line, how much a ply of depth adds. 50 to 400.
pub const HISTORY_BONUS_PER_DEPTH: i32 = 150;

/// Where that bonus ends. 500 to 4,000.
pub const HISTORY_BONUS_MAX: i32 = 1_500;

/// Of the time left, without an increment, about one part in this many is spent on a move.
/// 15 to 50.
pub const MOVES_TO_PLAN_FOR: u32 = 28;

/// What part of the increment is spent on a move, in percent. 40 to 100.
pub const INCREMENT_PERCENT: u32 = 75;

/// A move whose iteration is not done may take this many times what is planned for it. 2 to 8.
pub const HARD_LIMIT_FACTOR: u32 = 4;

/// It may take no more than this part of the time left, in percent. 10 to 70.
pub const HARD_LIMIT_PERCENT: u32 = 40;

/// When this part of the planned time has passed, in percent, no iteration is begun: it
/// takes longer than all before it together, and would seldom end. 30 to 90.
pub const NEXT_ITERATION_PERCENT: u32 = 55;
