//! Tunable constants of the search, each with its default and its tuning range.
//!
//! The macro `params!` generates a function for each constant and a list of all of them. With
//! the feature `tune`, each thread has its own values, so that two sets can play each other in one
//! process. Without it, the compiler sees constants.

#[cfg(feature = "tune")]
use std::cell::Cell;

/// Nodes that a thread searches between two checks of the clock and the stop flag: about a
/// millisecond. Not tunable.
pub(super) const NODES_PER_CHECK: u64 = 1024;

/// Largest absolute value of a history entry. It must fit in 16 bits. Not tunable.
pub(super) const HISTORY_MAX: i32 = 16_384;

/// Units of a late-move reduction in one ply, and of the logarithms that it depends on. Not
/// tunable.
pub(super) const PLY: i32 = 1024;

/// A tunable constant of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// The name of the function that returns the value.
    pub name: &'static str,
    /// The default value.
    pub default: i32,
    /// The smallest sensible value.
    pub min: i32,
    /// The largest sensible value.
    pub max: i32,
}

/// Returns the index in [`PARAMS`]; `None` if there is no constant of this name.
pub fn index_of(name: &str) -> Option<usize> {
    PARAMS.iter().position(|param| param.name == name)
}

/// A value for each tunable constant, in the order of [`PARAMS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamSet(Box<[i32]>);

impl Default for ParamSet {
    fn default() -> Self {
        Self(PARAMS.iter().map(|param| param.default).collect())
    }
}

impl ParamSet {
    /// Returns the value of the constant at `index` in [`PARAMS`].
    pub fn get(&self, index: usize) -> i32 {
        self.0[index]
    }

    /// Sets the constant at `index` in [`PARAMS`], limited to its range.
    pub fn set(&mut self, index: usize, value: i32) {
        let Param { min, max, .. } = PARAMS[index];
        self.0[index] = value.clamp(min, max);
    }

    /// Makes these the values of the calling thread. Has no effect without the feature `tune`.
    pub(crate) fn apply(&self) {
        #[cfg(feature = "tune")]
        VALUES.with(|values| {
            for (value, &new) in values.iter().zip(&self.0) {
                value.set(new);
            }
        });
    }
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident: $default:literal, $min:literal..=$max:literal;)*) => {
        /// All tunable constants, in the order of this file.
        pub static PARAMS: &[Param] = &[$(Param {
            name: stringify!($name),
            default: $default,
            min: $min,
            max: $max,
        }),*];

        #[cfg(feature = "tune")]
        thread_local! {
            /// The values of this thread, in the order of [`PARAMS`].
            static VALUES: [Cell<i32>; PARAMS.len()] = const { [$(Cell::new($default)),*] };
        }

        /// The indices of the constants in [`PARAMS`].
        #[cfg(feature = "tune")]
        #[allow(non_camel_case_types, reason = "the names are those of the functions")]
        enum Index { $($name),* }

        $(
            $(#[$doc])*
            #[inline(always)]
            pub(super) fn $name() -> i32 {
                #[cfg(feature = "tune")]
                return VALUES.with(|values| values[Index::$name as usize].get());
                #[cfg(not(feature = "tune"))]
                $default
            }
        )*
    };
}

params! {
    // History bonus of a move that caused a beta cutoff: per ply of depth, maximum, and constant
    // that is subtracted.
    history_bonus_per_depth: 300, 50..=600;
    history_bonus_max: 2500, 500..=4000;
    history_bonus_offset: 50, 0..=400;
    // History malus of a move that was searched before the cutoff move: the same.
    history_malus_per_depth: 300, 50..=600;
    history_malus_max: 1600, 500..=4000;
    history_malus_offset: 50, 0..=400;
    /// Bonus of the last move after all moves failed low, in percent of that for a beta cutoff.
    fail_low_bonus_percent: 122, 0..=200;
    /// Malus of a refuted first move, in percent of that of a move that was searched before the
    /// cutoff move, one ply deeper.
    refuted_move_malus_percent: 100, 0..=200;
    /// Bonus and malus of the TT move after a TT cutoff, in percent of those after a search.
    tt_cutoff_history_percent: 100, 0..=200;
    // History by evaluation.
    /// Bonus of a quiet move per centipawn by which it improves the static evaluation.
    eval_history_weight: 9, 0..=25;
    /// Constant gain of every quiet move, in centipawns.
    eval_history_offset: 8, -50..=80;
    /// Maximum absolute value of bonus and malus.
    eval_history_max: 700, 100..=2500;
    // Capture ordering.
    /// Weight of each centipawn of material gained.
    capture_victim_weight: 16, 4..=32;
    /// Weight of the capture history, in 64ths.
    capture_history_weight: 32, 8..=128;
    /// Ordering score per centipawn of material that a good capture, which comes before quiet
    /// moves, may lose.
    good_capture_divisor: 40, 15..=150;
    // Ordering of quiet moves, beside their history.
    /// Bonus of a check.
    quiet_check_bonus: 16_000, 0..=32_000;
    /// Maximum material loss of a check with that bonus, in centipawns.
    quiet_check_max_loss: 75, 0..=200;
    // Bonus of a move from a square, and malus of a move to a square, that a lesser piece attacks:
    /// Of a knight or bishop, attacked by a pawn.
    threat_minor: 4000, 0..=16_000;
    /// Of a rook, attacked by a pawn, knight or bishop.
    threat_rook: 7000, 0..=20_000;
    /// Of a queen, attacked by any other piece.
    threat_queen: 14_000, 0..=32_000;

    // Static exchange evaluation: values of the pieces, in centipawns.
    see_pawn: 100, 70..=150;
    see_knight: 320, 250..=450;
    see_bishop: 330, 250..=450;
    see_rook: 500, 400..=750;
    see_queen: 928, 800..=1400;

    // Correction history: weights of the entries, in 512ths of a centipawn per unit.
    correction_pawn: 24, 0..=96;
    /// Knights, bishops and kings.
    correction_minor: 24, 0..=96;
    /// Rooks, queens and kings.
    correction_major: 24, 0..=96;
    /// All pieces of one side but the pawns; an entry for each side.
    correction_non_pawn: 28, 0..=96;
    /// The last two moves.
    correction_continuation: 24, 0..=96;
    /// The last move and the one three plies before it.
    correction_far_continuation: 43, 0..=96;

    // Razoring.
    /// Maximum depth, in plies.
    razoring_depth: 3, 1..=6;
    /// Margin below alpha at depth 0, in centipawns.
    razoring_base: 180, 50..=400;
    /// Margin per squared ply of depth, in centipawns.
    razoring_factor: 120, 30..=300;
    // Reverse futility pruning.
    /// Maximum depth, in plies.
    reverse_futility_depth: 9, 4..=12;
    /// Margin above beta per ply of depth, in centipawns.
    reverse_futility_factor: 68, 30..=150;
    /// Decrease of the margin if the last move worsened the opponent's evaluation, in centipawns.
    reverse_futility_worsening: 25, 0..=60;

    // Null-move pruning.
    /// Minimum depth, in plies.
    null_move_depth: 3, 2..=5;
    /// Margin of the static evaluation above beta at depth 0, in centipawns.
    null_move_margin: 92, 0..=300;
    /// Decrease of the margin above beta per ply of depth, in centipawns.
    null_move_depth_margin: 20, 5..=40;
    /// Constant part of the depth reduction, in plies.
    null_move_base: 3, 2..=6;
    /// Plies of depth for each additional ply of reduction.
    null_move_depth_divisor: 3, 2..=6;
    /// Centipawns above beta for each additional ply of reduction.
    null_move_eval_divisor: 215, 80..=400;
    /// Maximum of the reduction that depends on the evaluation, in plies.
    null_move_eval_max: 3, 1..=6;
    /// Minimum depth for a verification search, in plies.
    null_move_verification_depth: 14, 10..=20;

    // ProbCut.
    /// Minimum depth, in plies.
    prob_cut_depth: 5, 3..=8;
    /// Margin of the raised beta above the node's beta, in centipawns.
    prob_cut_margin: 240, 80..=350;
    /// Depth reduction of the verification search, in plies.
    prob_cut_reduction: 4, 3..=5;
    /// Small ProbCut: margin of the TT score above beta, in centipawns.
    small_prob_cut_margin: 240, 100..=600;

    // Internal iterative reduction: minimum depth, in plies; and where the game is decided.
    iir_depth: 8, 2..=12;
    iir_decided_depth: 4, 2..=8;

    /// Late-move pruning: constant part of the number of moves after which quiet moves are skipped.
    /// The number is halved if the evaluation is not improving.
    late_move_base: 6, 1..=10;
    /// Late-move pruning: number of moves added per squared ply of depth, in hundredths.
    late_move_factor: 143, 40..=200;
    /// Futility pruning: applies if the reduced depth is below this, in plies.
    futility_depth: 9, 4..=12;
    /// Futility pruning: margin above the static evaluation at depth 0, in centipawns.
    futility_base: 110, 30..=250;
    /// Futility pruning: margin per ply of depth after reduction, in centipawns.
    futility_factor: 64, 30..=200;
    /// History pruning: applies if the reduced depth is below this, in plies.
    history_pruning_depth: 5, 2..=8;
    /// History pruning: negated history threshold, per ply of depth before reduction.
    history_pruning_factor: 5500, 1000..=8000;
    // SEE pruning: maximum material loss of a move that is searched, in centipawns.
    /// Quiet moves: per squared ply of depth after reduction.
    see_quiet_factor: 20, 8..=50;
    /// Captures and checks: per ply of depth.
    see_capture_factor: 104, 40..=180;
    /// Captures: increase at the maximum of the capture history, decrease at its minimum.
    see_capture_history: 180, 0..=400;

    // Singular extension.
    /// Minimum depth, in plies.
    singular_depth: 6, 4..=9;
    /// Margin below the TT score, in 16ths of a centipawn per ply of depth.
    singular_margin: 16, 8..=48;
    /// The same margin where the game is decided.
    singular_decided_margin: 24, 8..=48;
    /// Double extension: additional margin below the singular beta, in centipawns.
    double_extension_margin: 15, 5..=50;

    // Late-move reduction, in 1024ths of a ply unless noted.
    /// Constant part.
    reduction_base: 400, 0..=1200;
    /// Factor of ln(depth) × ln(move count).
    reduction_factor: 440, 250..=800;
    /// Quiet history score that changes the reduction by one ply.
    reduction_history_divisor: 13000, 5000..=30000;
    /// Capture history score that changes the reduction by one ply.
    reduction_capture_history_divisor: 12000, 4000..=30000;
    /// Increase for quiet moves at cut nodes.
    reduction_cut_node: 700, 0..=3000;
    /// Increase for quiet moves if the TT move is a capture or a promotion.
    reduction_noisy_tt_move: 850, 0..=2000;
    /// Increase if the evaluation is not improving.
    reduction_not_improving: 700, 0..=2000;
    /// Decrease at positions that are or were on a principal variation.
    reduction_pv: 1000, 0..=2500;
    /// Increase if many child nodes had beta cutoffs.
    reduction_cutoff_count: 600, 0..=2000;
    /// Decrease for moves that give check.
    reduction_gives_check: 900, 0..=2000;
    /// Decrease for check evasions.
    reduction_in_check: 700, 0..=2000;
    /// Decrease for captures and promotions.
    reduction_capture: 830, 0..=2500;
    /// Decrease per centipawn of the correction of the evaluation, unless the game is decided.
    reduction_correction: 22, 0..=60;
    /// Maximum of the correction that decreases the reduction, in centipawns.
    reduction_correction_max: 30, 0..=100;
    /// Hindsight reduction: minimum late-move reduction of the last move, in plies.
    hindsight_min_reduction: 2, 1..=5;
    /// Hindsight reduction: minimum loss of evaluation by the last move, in centipawns.
    hindsight_margin: 142, 20..=300;
    // Re-search after a reduced search.
    /// One ply deeper if the reduced score exceeds alpha by more than this, in centipawns.
    re_search_deeper_margin: 45, 10..=150;
    /// Where the game is decided: one ply shallower if the reduced score exceeds alpha by less than
    /// this, in centipawns.
    re_search_shallower_margin: 11, 0..=30;

    // Quiescence search.
    /// Minimum static exchange evaluation of a capture, in centipawns.
    quiescence_see_threshold: -20, -120..=50;
    /// Number of captures and promotions after which the others are skipped.
    quiescence_moves: 3, 1..=12;
    /// Futility margin above the static evaluation, in centipawns.
    quiescence_futility_margin: 105, 30..=300;
    // Aspiration windows.
    /// Minimum depth, in plies.
    aspiration_depth: 4, 2..=8;
    /// Initial distance of either bound from the previous score, in centipawns.
    aspiration_delta: 14, 5..=80;
    /// The same distance where the game is decided.
    aspiration_decided_delta: 20, 5..=80;
    /// Growth of the step after a fail, in percent.
    aspiration_growth: 60, 10..=200;
    /// Maximum depth reduction after a fail high, in plies.
    fail_high_reduction_max: 0, 0..=5;

    // Time management.
    /// Number of moves over which the remaining time is spread without increment; up to a time
    /// control, its maximum.
    moves_to_plan_for: 20, 10..=50;
    /// The same number with increment and without a time control.
    moves_with_increment: 15, 10..=50;
    /// Part of the increment that a move uses, in percent.
    increment_percent: 75, 40..=100;
    /// Hard limit as a multiple of the planned time.
    hard_limit_factor: 4, 2..=8;
    /// Maximum of the hard limit, in percent of the remaining time.
    hard_limit_percent: 40, 10..=70;
    /// Soft limit, in percent of the planned time. An iteration that starts later seldom ends in
    /// time.
    soft_limit_percent: 90, 30..=150;
    /// Time for a best move that changed in the last iteration, in percent of the soft limit.
    unstable_move_time: 135, 100..=200;
    /// Decrease for each of up to eight iterations with the same best move, in percent of the soft
    /// limit.
    unstable_move_time_step: 7, 0..=15;
    /// Increase for every ten centipawns that the score falls, in percent.
    score_fall_time: 12, 0..=40;
    /// Maximum increase for a falling score, in percent.
    score_fall_max: 60, 0..=150;
    /// Maximum decrease for a rising score, in percent.
    score_rise_max: 20, 0..=50;
    /// Share of the nodes spent on the best move at which the time stays the same, in percent.
    best_move_share_even: 55, 30..=90;
    /// Change of the time for each percentage point by which the best move's share of the nodes
    /// differs from `best_move_share_even`, in hundredths of a percent.
    best_move_share_weight: 100, 0..=200;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_within_their_ranges_and_names_are_unique() {
        for (i, param) in PARAMS.iter().enumerate() {
            assert!(param.min < param.max, "{param:?}");
            let range = param.min..=param.max;
            assert!(range.contains(&param.default), "{param:?}");
            assert!(PARAMS[..i].iter().all(|other| other.name != param.name));
        }
    }
}
