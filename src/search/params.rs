//! The search's constants, in one place, each with its default and the range in which a
//! tuner should look.
//!
//! `params!` makes a function of each and a list of all. Built with the feature `tune`,
//! they can be changed while the program runs; without it, they are constants to the
//! compiler. See <https://www.chessprogramming.org/Automated_Tuning>.

use std::sync::atomic::{AtomicI32, Ordering};

/// How many nodes a thread searches between two looks at the clock and the stop flag;
/// about a millisecond. Not to be tuned.
pub const NODES_PER_CHECK: u64 = 1024;

/// The largest absolute value of a history entry. It must fit in 16 bits; not to be tuned.
pub const HISTORY_MAX: i32 = 16_384;

/// A constant of the search, as a tuner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// What its function is called.
    pub name: &'static str,
    /// What it is unless changed.
    pub default: i32,
    /// The least value that makes sense.
    pub min: i32,
    /// The largest value that makes sense.
    pub max: i32,
}

/// Gives a constant another value while the program runs: number `index` of [`PARAMS`].
/// In a build without the feature `tune` nobody looks at it.
pub fn set(index: usize, value: i32) {
    VALUES[index].store(value, Ordering::Relaxed);
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident: $default:literal, $min:literal..=$max:literal;)*) => {
        /// All constants, in the order of this file.
        pub static PARAMS: &[Param] = &[$(Param {
            name: stringify!($name),
            default: $default,
            min: $min,
            max: $max,
        }),*];

        /// What they are now, in the same order.
        static VALUES: [AtomicI32; PARAMS.len()] = [$(AtomicI32::new($default)),*];

        /// Their places in that order.
        #[allow(non_camel_case_types, reason = "the names are those of the functions")]
        enum Index { $($name),* }

        $(
            $(#[$doc])*
            #[inline(always)]
            #[must_use]
            pub fn $name() -> i32 {
                if cfg!(feature = "tune") {
                    VALUES[Index::$name as usize].load(Ordering::Relaxed)
                } else {
                    $default
                }
            }
        )*
    };
}

params! {
    /// Of a bonus for a move that refuted a line, how much a ply of depth adds.
    history_bonus_per_depth: 150, 50..=400;
    /// Where that bonus ends.
    history_bonus_max: 1500, 500..=4000;
    /// How much less than that it is.
    history_bonus_offset: 50, 0..=400;
    /// Of what a move loses that was tried before, how much a ply of depth adds.
    history_malus_per_depth: 150, 50..=400;
    /// Where that ends.
    history_malus_max: 1200, 500..=4000;
    /// How much less than that it is.
    history_malus_offset: 50, 0..=400;
    /// In the order of captures, how much a centipawn of what they gain weighs.
    capture_victim_weight: 16, 4..=32;
    /// In the order of captures, how much their history weighs, in 64ths.
    capture_history_weight: 32, 8..=128;

    /// What a pawn is worth in an exchange, in centipawns, and so on.
    see_pawn: 100, 70..=150;
    /// A knight.
    see_knight: 320, 250..=450;
    /// A bishop.
    see_bishop: 330, 250..=450;
    /// A rook.
    see_rook: 500, 400..=750;
    /// A queen.
    see_queen: 980, 800..=1400;
    /// A capture that loses no more than this is tried before the quiet moves.
    good_capture_margin: 0, 0..=150;

    /// Of an entry of the corrections by pawns, which reaches 1024, how many 512ths are added
    /// to the evaluation, in centipawns; and so on.
    correction_pawn: 32, 0..=96;
    /// By knights, bishops and kings.
    correction_minor: 24, 0..=96;
    /// By rooks, queens and kings.
    correction_major: 24, 0..=96;
    /// By all pieces of a side.
    correction_non_pawn: 28, 0..=96;
    /// By the last two moves.
    correction_continuation: 24, 0..=96;

    /// Up to this depth razoring is tried.
    razoring_depth: 3, 1..=6;
    /// How far below alpha it begins, in centipawns.
    razoring_base: 180, 50..=400;
    /// How much more for the square of each ply.
    razoring_factor: 120, 30..=300;
    /// Up to this depth reverse futility is tried.
    reverse_futility_depth: 9, 4..=12;
    /// How far above beta it begins, in centipawns by ply.
    reverse_futility_factor: 75, 30..=150;

    /// From this depth on a null move is tried.
    null_move_depth: 3, 2..=5;
    /// How far above beta the evaluation must be, in centipawns,
    null_move_margin: 120, 0..=300;
    /// less this for each ply.
    null_move_depth_margin: 20, 5..=40;
    /// How much less deep the search behind a null move is.
    null_move_base: 3, 2..=6;
    /// One ply less for this many plies of depth,
    null_move_depth_divisor: 3, 2..=6;
    /// and one for this many centipawns above beta,
    null_move_eval_divisor: 200, 80..=400;
    /// but not more than this many.
    null_move_eval_most: 3, 1..=6;
    /// From this depth on null moves are verified.
    null_move_verification_depth: 14, 10..=20;

    /// From this depth on ProbCut is tried.
    prob_cut_depth: 5, 3..=8;
    /// How far above beta a capture must be, in centipawns.
    prob_cut_margin: 190, 80..=350;
    /// How much less deep it is searched.
    prob_cut_reduction: 4, 3..=5;

    /// From this depth on a position without a move in the table is searched one ply less.
    iir_depth: 4, 2..=8;

    /// Of the number of moves searched before late quiet moves are left out, the constant;
    /// half the number will do where the evaluation has not risen.
    late_move_base: 5, 1..=10;
    /// How much the square of the depth adds, in percent.
    late_move_factor: 100, 40..=200;
    /// Below this depth, after the usual reduction, quiet moves are left out that cannot reach
    /// alpha.
    futility_depth: 9, 4..=12;
    /// What a quiet move is thought to gain at most, in centipawns,
    futility_base: 110, 30..=250;
    /// and how much more for each ply.
    futility_factor: 80, 30..=200;
    /// Below this depth, after the usual reduction, quiet moves are left out that have failed
    /// elsewhere.
    history_pruning_depth: 5, 2..=8;
    /// How badly, for each ply of the full depth.
    history_pruning_factor: 3500, 1000..=8000;
    /// What a quiet move may lose on its square, in centipawns for the square of the depth
    /// after the usual reduction.
    see_quiet_factor: 22, 8..=50;
    /// What a capture may lose, in centipawns for each ply.
    see_capture_factor: 95, 40..=180;

    /// From this depth on the table's move is tested for being singular.
    singular_depth: 6, 4..=9;
    /// How far the others must be below it, in 16ths of a centipawn for each ply.
    singular_margin: 24, 8..=48;
    /// How much further, for two plies more, in centipawns.
    double_extension_margin: 18, 5..=50;

    /// The reduction of late moves: the constant, in 1024ths of a ply.
    reduction_base: 400, 0..=1200;
    /// The factor of the product of the logarithms of depth and number, in 1024ths.
    reduction_factor: 440, 250..=800;
    /// How much history changes a reduction by a ply.
    reduction_history_divisor: 14000, 5000..=30000;
    /// The same for captures.
    reduction_capture_history_divisor: 12000, 4000..=30000;
    /// More where a refutation is expected; all in 1024ths of a ply.
    reduction_cut_node: 700, 0..=3000;
    /// More for quiet moves where the table's move is a capture.
    reduction_noisy_table_move: 700, 0..=2000;
    /// More where the evaluation has not risen.
    reduction_not_improving: 700, 0..=2000;
    /// Less on what is or was the principal variation.
    reduction_pv: 1000, 0..=2500;
    /// More where many positions behind other moves were refuted.
    reduction_refuted: 900, 0..=2000;
    /// Less for checks.
    reduction_gives_check: 900, 0..=2000;
    /// Less in check.
    reduction_in_check: 700, 0..=2000;
    /// Less for captures.
    reduction_capture: 900, 0..=2500;
    /// By how many centipawns a reduced move must surprise to be searched deeper,
    research_deeper_margin: 50, 10..=150;
    /// and by how few to be searched less deep.
    research_shallower_margin: 8, 0..=30;

    /// What a capture in quiescence must win, in centipawns.
    quiescence_see_threshold: -20, -120..=50;
    /// In quiescence, what a capture that wins nothing may still gain, in centipawns.
    quiescence_futility_margin: 120, 30..=300;
    /// From this depth on an iteration begins with a window around the last one's score.
    aspiration_depth: 4, 2..=8;
    /// How far that window reaches on either side at first, in centipawns.
    aspiration_delta: 50, 5..=80;
    /// By how many percent the next step is larger.
    aspiration_growth: 60, 10..=200;
    /// By how many half-moves at most a search is reduced after its score was too good.
    fail_high_reduction_max: 0, 0..=5;

    /// Of the time left, without an increment, about one part in this many is spent on a
    /// move.
    moves_to_plan_for: 20, 10..=50;
    /// What part of the increment is spent on a move, in percent.
    increment_percent: 75, 40..=100;
    /// A move whose iteration is not done may take this many times what is planned for it.
    hard_limit_factor: 4, 2..=8;
    /// It may take no more than this part of the time left, in percent.
    hard_limit_percent: 40, 10..=70;
    /// When this part of the planned time has passed, in percent, no iteration is begun: it
    /// would seldom end in time.
    next_iteration_percent: 90, 30..=150;
    /// Of its time, what a move gets that was not the best one an iteration ago, in percent.
    unstable_move_time: 135, 100..=200;
    /// How much less it gets for each iteration that agrees, up to eight, in percent.
    unstable_move_time_step: 7, 0..=15;
    /// How much more time a score gets that falls by ten centipawns, in percent.
    score_fall_time: 12, 0..=40;
    /// The most that a falling score adds, in percent.
    score_fall_max: 60, 0..=150;
    /// The most that a rising score takes away, in percent.
    score_rise_max: 20, 0..=50;
    /// A best move that took this part of the nodes, in percent, gets its usual time.
    best_move_share_even: 55, 30..=90;
    /// How much more time it gets for each percent less, in hundredths of a percent.
    best_move_share_weight: 100, 0..=200;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_within_their_ranges_and_names_are_unique() {
        for (i, param) in PARAMS.iter().enumerate() {
            assert!(param.min < param.max, "{param:?}");
            assert!(
                (param.min..=param.max).contains(&param.default),
                "{param:?}"
            );
            assert!(PARAMS[..i].iter().all(|other| other.name != param.name));
        }
    }
}
