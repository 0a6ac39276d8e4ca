//! The search's constants, in one place, each with its default and the range in which a
//! tuner should look.
//!
//! [`params!`] makes a function of each and a list of all. Built with the feature `tune`,
//! they can be changed while the program runs; without it, they are constants to the
//! compiler. See <https://www.chessprogramming.org/Automated_Tuning>.

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

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident: $default:literal, $min:literal..=$max:literal;)*) => {
        /// All constants, in the order of this file.
        pub static PARAMS: &[Param] = &[$(Param {
            name: stringify!($name),
            default: $default,
            min: $min,
            max: $max,
        }),*];

        $(
            $(#[$doc])*
            #[inline(always)]
            #[must_use]
            pub fn $name() -> i32 {
                $default
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

    /// Of the time left, without an increment, about one part in this many is spent on a
    /// move.
    moves_to_plan_for: 28, 15..=50;
    /// What part of the increment is spent on a move, in percent.
    increment_percent: 75, 40..=100;
    /// A move whose iteration is not done may take this many times what is planned for it.
    hard_limit_factor: 4, 2..=8;
    /// It may take no more than this part of the time left, in percent.
    hard_limit_percent: 40, 10..=70;
    /// When this part of the planned time has passed, in percent, no iteration is begun: it
    /// takes longer than all before it together, and would seldom end.
    next_iteration_percent: 55, 30..=90;
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
