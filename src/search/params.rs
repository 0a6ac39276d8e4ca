//! Tunable constants of the search, each with its default and its tuning range.
//!
//! The macro `params!` generates a function for each constant and a list of all of them. With
//! the feature `tune`, each thread has its own values, so that two sets can play each other in one
//! process. Without it, the compiler sees constants.
//! See <https://www.chessprogramming.org/Automated_Tuning>.

#[cfg(feature = "tune")]
use std::cell::Cell;

/// Nodes that a thread searches between two checks of the clock and the stop flag: about a
/// millisecond. Not tunable.
pub(super) const NODES_PER_CHECK: u64 = 1024;

/// Largest absolute value of a history entry. It must fit in 16 bits. Not tunable.
pub(super) const HISTORY_MAX: i32 = 16_384;

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
    /// History bonus of a move that caused a beta cutoff, per ply of depth.
    history_bonus_per_depth: 215, 50..=400;
    /// Maximum of the history bonus.
    history_bonus_max: 1500, 500..=4000;
    /// Constant subtracted from the history bonus.
    history_bonus_offset: 50, 0..=400;
    /// History malus of a move that was searched before the cutoff move, per ply of depth.
    history_malus_per_depth: 200, 50..=400;
    /// Maximum of the history malus.
    history_malus_max: 540, 500..=4000;
    /// Constant subtracted from the history malus.
    history_malus_offset: 50, 0..=400;
    /// History of the last move after all moves failed low: its bonus, in percent of the bonus for
    /// a beta cutoff.
    fail_low_bonus_percent: 122, 0..=200;
    /// History of a refuted first move: its malus, in percent of that of a move that was searched
    /// before the cutoff move, one ply deeper.
    refuted_move_malus_percent: 100, 0..=200;
    /// History of the TT move after a TT cutoff: bonus and malus, in percent of those after a
    /// search.
    tt_cutoff_history_percent: 100, 0..=200;
    /// History by evaluation: bonus of a quiet move per centipawn by which it improves the static
    /// evaluation.
    eval_history_weight: 9, 0..=25;
    /// History by evaluation: constant gain of every quiet move, in centipawns.
    eval_history_offset: 8, -50..=80;
    /// History by evaluation: maximum absolute value of bonus and malus.
    eval_history_max: 700, 100..=2500;
    /// Capture ordering: weight of each centipawn of material gained.
    capture_victim_weight: 16, 4..=32;
    /// Capture ordering: weight of the capture history, in 64ths.
    capture_history_weight: 32, 8..=128;

    /// Static exchange evaluation: value of a pawn, in centipawns.
    see_pawn: 100, 70..=150;
    /// Static exchange evaluation: value of a knight, in centipawns.
    see_knight: 320, 250..=450;
    /// Static exchange evaluation: value of a bishop, in centipawns.
    see_bishop: 330, 250..=450;
    /// Static exchange evaluation: value of a rook, in centipawns.
    see_rook: 500, 400..=750;
    /// Static exchange evaluation: value of a queen, in centipawns.
    see_queen: 928, 800..=1400;
    /// Move ordering: maximum material loss of a good capture, in centipawns. Good captures
    /// come before quiet moves.
    good_capture_margin: 0, 0..=150;

    /// Correction history: weight of the pawn entry, in 512ths of a centipawn per unit.
    correction_pawn: 24, 0..=96;
    /// Correction history: weight of the minor-piece entry (knights, bishops and kings), in
    /// 512ths of a centipawn per unit.
    correction_minor: 24, 0..=96;
    /// Correction history: weight of the major-piece entry (rooks, queens and kings), in 512ths
    /// of a centipawn per unit.
    correction_major: 24, 0..=96;
    /// Correction history: weight of the non-pawn entry of each side, in 512ths of a centipawn
    /// per unit.
    correction_non_pawn: 28, 0..=96;
    /// Correction history: weight of the continuation entry (last two moves), in 512ths of a
    /// centipawn per unit.
    correction_continuation: 24, 0..=96;
    /// Correction history: weight of the second continuation entry (the last move and the one three
    /// plies before it), in 512ths of a centipawn per unit.
    correction_far_continuation: 43, 0..=96;

    /// Razoring: maximum depth, in plies.
    razoring_depth: 3, 1..=6;
    /// Razoring: margin below alpha at depth 0, in centipawns.
    razoring_base: 180, 50..=400;
    /// Razoring: margin per squared ply of depth, in centipawns.
    razoring_factor: 120, 30..=300;
    /// Reverse futility pruning: maximum depth, in plies.
    reverse_futility_depth: 9, 4..=12;
    /// Reverse futility pruning: margin above beta per ply of depth, in centipawns.
    reverse_futility_factor: 68, 30..=150;
    /// Reverse futility pruning: decrease of the margin if the opponent's evaluation has become
    /// worse with the last move, in centipawns.
    reverse_futility_worsening: 25, 0..=60;

    /// Null-move pruning: minimum depth, in plies.
    null_move_depth: 3, 2..=5;
    /// Null-move pruning: margin of the static evaluation above beta at depth 0, in centipawns.
    null_move_margin: 92, 0..=300;
    /// Null-move pruning: decrease of the margin above beta per ply of depth, in centipawns.
    null_move_depth_margin: 20, 5..=40;
    /// Null-move pruning: constant part of the depth reduction, in plies.
    null_move_base: 3, 2..=6;
    /// Null-move pruning: plies of depth for each additional ply of reduction.
    null_move_depth_divisor: 3, 2..=6;
    /// Null-move pruning: centipawns above beta for each additional ply of reduction.
    null_move_eval_divisor: 215, 80..=400;
    /// Null-move pruning: maximum of the reduction that depends on the evaluation, in plies.
    null_move_eval_max: 3, 1..=6;
    /// Null-move pruning: minimum depth for a verification search, in plies.
    null_move_verification_depth: 14, 10..=20;

    /// ProbCut: minimum depth, in plies.
    prob_cut_depth: 5, 3..=8;
    /// ProbCut: margin of the raised beta above the node's beta, in centipawns.
    prob_cut_margin: 240, 80..=350;
    /// ProbCut: depth reduction of the verification search, in plies.
    prob_cut_reduction: 4, 3..=5;

    /// Small ProbCut: margin of the TT score above beta, in centipawns.
    small_prob_cut_margin: 240, 100..=600;

    /// Internal iterative reduction: minimum depth, in plies.
    iir_depth: 8, 2..=12;
    /// Internal iterative reduction where the game is decided: minimum depth, in plies.
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
    /// SEE pruning: maximum material loss of a quiet move that is searched, in centipawns per
    /// squared ply of depth after reduction.
    see_quiet_factor: 20, 8..=50;
    /// SEE pruning: maximum material loss of a capture or a check that is searched, in centipawns
    /// per ply of depth.
    see_capture_factor: 104, 40..=180;

    /// Singular extension: minimum depth, in plies.
    singular_depth: 6, 4..=9;
    /// Singular extension: margin below the TT score, in 16ths of a centipawn per ply of depth.
    singular_margin: 16, 8..=48;
    /// Singular extension where the game is decided: the same margin.
    singular_decided_margin: 24, 8..=48;
    /// Double extension: additional margin below the singular beta, in centipawns.
    double_extension_margin: 15, 5..=50;

    /// Late-move reduction: constant part, in 1024ths of a ply.
    reduction_base: 400, 0..=1200;
    /// Late-move reduction: factor of ln(depth) × ln(move count), in 1024ths of a ply.
    reduction_factor: 440, 250..=800;
    /// Late-move reduction: quiet history score that changes the reduction by one ply.
    reduction_history_divisor: 13000, 5000..=30000;
    /// Late-move reduction: capture history score that changes the reduction by one ply.
    reduction_capture_history_divisor: 12000, 4000..=30000;
    /// Late-move reduction: increase for quiet moves at cut nodes, in 1024ths of a ply.
    reduction_cut_node: 700, 0..=3000;
    /// Late-move reduction: increase for quiet moves if the TT move is a capture or a
    /// promotion, in 1024ths of a ply.
    reduction_noisy_tt_move: 850, 0..=2000;
    /// Late-move reduction: increase if the evaluation is not improving, in 1024ths of a ply.
    reduction_not_improving: 700, 0..=2000;
    /// Late-move reduction: decrease at positions that are or were on a principal variation, in
    /// 1024ths of a ply.
    reduction_pv: 1000, 0..=2500;
    /// Late-move reduction: increase if many child nodes had beta cutoffs, in 1024ths of a ply.
    reduction_cutoff_count: 600, 0..=2000;
    /// Late-move reduction: decrease for moves that give check, in 1024ths of a ply.
    reduction_gives_check: 900, 0..=2000;
    /// Late-move reduction: decrease for check evasions, in 1024ths of a ply.
    reduction_in_check: 700, 0..=2000;
    /// Late-move reduction: decrease for captures and promotions, in 1024ths of a ply.
    reduction_capture: 830, 0..=2500;
    /// Late-move reduction: decrease per centipawn of the correction of the static evaluation, unless
    /// the game is decided, in 1024ths of a ply.
    reduction_correction: 22, 0..=60;
    /// Late-move reduction: maximum of the correction that decreases it, in centipawns.
    reduction_correction_max: 30, 0..=100;
    /// Hindsight reduction: minimum late-move reduction of the last move, in plies.
    hindsight_min_reduction: 2, 1..=5;
    /// Hindsight reduction: minimum loss of evaluation by the last move, in centipawns.
    hindsight_margin: 142, 20..=300;
    /// Re-search after a reduced search: one ply deeper if the reduced score exceeds alpha by more
    /// than this, in centipawns.
    research_deeper_margin: 45, 10..=150;
    /// Re-search after a reduced search where the game is decided: one ply shallower if the reduced
    /// score exceeds alpha by less than this, in centipawns.
    research_shallower_margin: 11, 0..=30;

    /// Quiescence search: minimum static exchange evaluation of a capture, in centipawns.
    quiescence_see_threshold: -20, -120..=50;
    /// Quiescence search: number of captures and promotions after which the others are skipped.
    quiescence_moves: 3, 1..=12;
    /// Quiescence search: futility margin above the static evaluation, in centipawns.
    quiescence_futility_margin: 105, 30..=300;
    /// Aspiration windows: minimum depth, in plies.
    aspiration_depth: 4, 2..=8;
    /// Aspiration windows: initial distance of either bound from the previous score, in
    /// centipawns.
    aspiration_delta: 14, 5..=80;
    /// Aspiration windows where the game is decided: the same distance.
    aspiration_decided_delta: 20, 5..=80;
    /// Aspiration windows: growth of the step after a fail, in percent.
    aspiration_growth: 60, 10..=200;
    /// Aspiration windows: maximum depth reduction after a fail high, in plies.
    fail_high_reduction_max: 0, 0..=5;

    /// Time management: number of moves over which the remaining time is spread without increment;
    /// up to a time control, its maximum.
    moves_to_plan_for: 20, 10..=50;
    /// Time management: number of moves over which the remaining time is spread with increment and
    /// without a time control.
    moves_with_increment: 15, 10..=50;
    /// Time management: part of the increment that a move uses, in percent.
    increment_percent: 75, 40..=100;
    /// Time management: hard limit as a multiple of the planned time.
    hard_limit_factor: 4, 2..=8;
    /// Time management: maximum of the hard limit, in percent of the remaining time.
    hard_limit_percent: 40, 10..=70;
    /// Time management: soft limit, in percent of the planned time. An iteration that starts
    /// later seldom ends in time.
    next_iteration_percent: 90, 30..=150;
    /// Time management: time for a best move that changed in the last iteration, in percent of
    /// the soft limit.
    unstable_move_time: 135, 100..=200;
    /// Time management: decrease for each of up to eight iterations with the same best move, in
    /// percent of the soft limit.
    unstable_move_time_step: 7, 0..=15;
    /// Time management: increase for every ten centipawns that the score falls, in percent.
    score_fall_time: 12, 0..=40;
    /// Time management: maximum increase for a falling score, in percent.
    score_fall_max: 60, 0..=150;
    /// Time management: maximum decrease for a rising score, in percent.
    score_rise_max: 20, 0..=50;
    /// Time management: share of the nodes spent on the best move at which the time stays the same,
    /// in percent.
    best_move_share_even: 55, 30..=90;
    /// Time management: change of the time for each percentage point by which the best move's
    /// share of the nodes differs from `best_move_share_even`, in hundredths of a percent.
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
