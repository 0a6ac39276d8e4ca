//! One line per iteration of a search: depth, score as a number and as a bar, speed, time, and the
//! variation in SAN.
//!
//! Scores and chances are from White's view, as those of `eval`. The bar shows the chances: the
//! share of wins minus that of losses.

use std::time::Duration;

use crate::chess::{Board, Color};
use crate::search::Variation;
use crate::support::speed::per_second;

use crate::report::display::bar;
use crate::report::display::style::Style;
use crate::report::display::variation::{score, variation};

/// Name of the column of the chances of a win, draw and loss.
const CHANCES: &str = "win/draw/loss  ";

/// Width of the bar, in characters.
const BAR: usize = 10;

/// Minimum width of a terminal that has the bar, in characters. The moves matter more.
const WITH_BAR: usize = 72;

/// Minimum width of a terminal that has the speed, in characters.
const WITH_SPEED: usize = 52;

/// Returns the names of the columns that a terminal of this width has, with or without that of the
/// chances.
pub fn head(width: usize, has_chances: bool) -> String {
    let bar = shown(" (White)     ", width >= WITH_BAR);
    let speed = shown("     speed", width >= WITH_SPEED);
    let chances = shown(CHANCES, has_chances);
    format!("depth   score{bar}{speed}     time  {chances}line")
}

/// Returns a column, or nothing if the terminal does not have it.
const fn shown(column: &str, has_column: bool) -> &str {
    if has_column { column } else { "" }
}

/// Returns the line of a variation that was found on `board`, for a terminal of this width. It may
/// be longer.
pub fn line(
    found: &Variation,
    show_wdl: bool,
    board: &Board,
    style: Style,
    width: usize,
) -> String {
    let side = board.side_to_move();
    let wdl = found.wdl_permille();
    let [white, draw, black] = match side {
        Color::White => wdl,
        Color::Black => [wdl[2], wdl[1], wdl[0]],
    };
    let advantage = (f64::from(white) - f64::from(black)) / 1000.0;
    let bar = format!(" {}", bar::framed(advantage, BAR, style));
    let speed = format!(" {:>9}", speed(found.nodes, found.elapsed));
    let chances = format!("{:<1$}", format!("{white}/{draw}/{black}"), CHANCES.len());
    format!(
        "{:>5} {:>7}{}{} {:>8}  {}{}",
        found.depth,
        score(found.score, found.bound, side),
        shown(&bar, width >= WITH_BAR),
        shown(&speed, width >= WITH_SPEED),
        time(found.elapsed),
        shown(&chances, show_wdl),
        variation(board, &found.pv),
    )
}

/// Returns the speed in nodes per second.
fn speed(nodes: u64, elapsed: Duration) -> String {
    let speed = per_second(nodes, elapsed);
    match speed {
        0..1_000 => format!("{speed} n/s"),
        1_000..1_000_000 => format!("{} kn/s", speed / 1_000),
        _ => format!("{:.2} Mn/s", speed as f64 / 1e6),
    }
}

/// Returns a time in seconds, or in minutes and seconds.
fn time(elapsed: Duration) -> String {
    match elapsed.as_secs() {
        0..100 => format!("{:.2} s", elapsed.as_secs_f64()),
        seconds => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use crate::score::{Bound, Score, mate_in};

    use super::*;

    /// Returns the line of a variation from the position of a FEN, for a terminal of this width.
    fn found(fen: &str, pv: &[&str], score: Score, show_wdl: bool, width: usize) -> String {
        let board: Board = fen.parse().expect("a FEN");
        let mut after = board;
        let pv = pv.iter().map(|mv| after.play(mv).expect("a legal move"));
        let result = Variation {
            depth: 12,
            selective_depth: 18,
            rank: 1,
            score,
            bound: Bound::Exact,
            is_tablebase_draw: false,
            nodes: 1_500_000,
            elapsed: Duration::from_millis(1_250),
            hash_full: 0,
            tablebase_hits: 0,
            pv: pv.collect(),
        };
        line(&result, show_wdl, &board, Style::PLAIN, width)
    }

    #[test]
    #[rustfmt::skip]
    fn a_line_shows_depth_score_bar_chances_speed_time_and_san_below_their_names() {
        for (width, show_wdl, expected) in [
            (80, false, "   12   +0.34 |     #    | 1.20 Mn/s   1.25 s  1. e4 e5 2. Nf3"),
            (60, false, "   12   +0.34 1.20 Mn/s   1.25 s  1. e4 e5 2. Nf3"),
            (40, false, "   12   +0.34   1.25 s  1. e4 e5 2. Nf3"),
            (80, true,
                "   12   +0.34 |     #    | 1.20 Mn/s   1.25 s  263/600/137    1. e4 e5 2. Nf3"),
        ] {
            assert_eq!(found(Board::START_FEN, &["e4", "e5", "Nf3"], 34, show_wdl, width), expected);
            let head = head(width, show_wdl);
            assert_eq!(head.find("line"), expected.find("1. e4"), "{head}");
            assert_eq!(head.find("win/draw/loss"), expected.find("263/600/137"), "{head}");
        }
    }

    #[test]
    fn scores_bars_and_chances_are_from_the_view_of_white() {
        for (score, expected) in [
            (
                500,
                "   12   -5.00 |#####     | 1.20 Mn/s   1.25 s  1/10/989   ",
            ),
            (
                -500,
                "   12   +5.00 |     #####| 1.20 Mn/s   1.25 s  989/10/1   ",
            ),
            (
                mate_in(2),
                "   12     #-1 |#####     | 1.20 Mn/s   1.25 s  0/0/1000   ",
            ),
            (
                mate_in(3),
                "   12     #-2 |#####     | 1.20 Mn/s   1.25 s  0/0/1000   ",
            ),
        ] {
            let black = "6k1/8/8/8/8/7K/r7/1r6 b - - 0 40";
            let found = found(black, &["Kf7", "Kg3"], score, true, 80);
            let expected = format!("{expected}    40... Kf7 41. Kg3");
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn speeds_and_times_have_few_digits() {
        assert_eq!(speed(999, Duration::from_secs(1)), "999 n/s");
        assert_eq!(speed(99_000, Duration::from_secs(2)), "49 kn/s");
        assert_eq!(time(Duration::from_millis(99_900)), "99.90 s");
        assert_eq!(time(Duration::from_secs(605)), "10:05");
    }
}
