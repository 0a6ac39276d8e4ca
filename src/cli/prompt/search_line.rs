//! One line per iteration of a search: depth, score as a number and as a bar, speed, time, and the
//! variation in SAN.
//!
//! Scores and chances are from White's view, as those of `eval`. The bar shows the chances: the
//! share of wins minus that of losses. See <https://www.chessprogramming.org/Principal_Variation>.

use std::time::Duration;

use crate::chess::{Board, Color};
use crate::eval::winning_chances;
use crate::score::from_white;
use crate::search::Line;
use crate::support::speed::per_second;

use crate::cli::display::bar;
use crate::cli::display::style::Style;
use crate::cli::display::variation::{score, variation};

/// Name of the column of the chances of a win, draw and loss.
const CHANCES: &str = "win/draw/loss";

/// Width of the bar, in characters.
const BAR: usize = 10;

/// Minimum width of a terminal that has the bar, in characters. The moves matter more.
const WITH_BAR: usize = 72;

/// Minimum width of a terminal that has the speed, in characters.
const WITH_SPEED: usize = 52;

/// Returns the names of the columns that a terminal of this width has, with or without that of the
/// chances.
pub fn head(width: usize, has_chances: bool) -> String {
    let bar = if width < WITH_BAR {
        ""
    } else {
        " (White)     "
    };
    let speed = if width < WITH_SPEED { "" } else { "     speed" };
    let chances = if has_chances {
        format!("{CHANCES}  ")
    } else {
        String::new()
    };
    format!("depth   score{bar}{speed}     time  {chances}line")
}

/// Returns the line of a variation that was found on `board`, for a terminal of this width. It may
/// be longer.
pub fn line(
    line: &Line,
    wdl: Option<[u32; 3]>,
    board: &Board,
    style: Style,
    width: usize,
) -> String {
    let side = board.side_to_move();
    let [win, _, loss] = winning_chances(line.score).map(|chance| chance as i32);
    let advantage = f64::from(from_white(win - loss, side));
    let bar = format!(" {}", bar::framed(advantage / 1000.0, BAR, style));
    let speed = format!(" {:>9}", speed(line.nodes, line.elapsed));
    let wdl = wdl.map_or_else(String::new, |[win, draw, loss]| {
        let (win, loss) = match side {
            Color::White => (win, loss),
            Color::Black => (loss, win),
        };
        let chances = format!("{win}/{draw}/{loss}");
        format!("{chances:<0$}  ", CHANCES.len())
    });
    format!(
        "{:>5} {:>7}{}{} {:>8}  {wdl}{}",
        line.depth,
        score(line.score, line.bound, side),
        if width < WITH_BAR { "" } else { &bar },
        if width < WITH_SPEED { "" } else { &speed },
        time(line.elapsed),
        variation(board, &line.pv),
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
    use crate::chess::{Move, san};
    use crate::score::{Bound, Score, mate_in};

    use super::*;

    fn found(score: Score, bound: Bound, pv: Vec<Move>) -> Line {
        Line {
            depth: 12,
            selective_depth: 18,
            rank: 1,
            score,
            bound,
            nodes: 1_500_000,
            elapsed: Duration::from_millis(1_250),
            hash_full: 0,
            tablebase_hits: 0,
            pv,
        }
    }

    #[test]
    fn a_line_shows_depth_score_bar_speed_time_and_san() {
        let board = Board::default();
        let mut after = board;
        let pv = ["e4", "e5", "Nf3"].map(|text| after.play(text).expect("a legal move"));
        for (width, expected) in [
            (
                80,
                "   12   +0.34 |          | 1.20 Mn/s   1.25 s  1. e4 e5 2. Nf3",
            ),
            (60, "   12   +0.34 1.20 Mn/s   1.25 s  1. e4 e5 2. Nf3"),
            (40, "   12   +0.34   1.25 s  1. e4 e5 2. Nf3"),
        ] {
            let found = found(34, Bound::Exact, pv.to_vec());
            let mut shown = line(&found, None, &board, Style::PLAIN, width);
            shown = shown.replace('#', " ");
            assert_eq!(shown, expected);
            assert_eq!(head(width, false).find("line"), shown.find("1. e4"));
        }
    }

    #[test]
    fn scores_are_from_the_view_of_white() {
        let black = "6k1/8/8/8/8/7K/r7/1r6 b - - 0 40";
        let board: Board = black.parse().expect("a FEN");
        let mv = san::parse(&board, "Kf7").expect("a legal move");
        let shown = |score, bound| {
            line(
                &found(score, bound, vec![mv]),
                None,
                &board,
                Style::PLAIN,
                80,
            )
        };
        let winning = shown(500, Bound::Lower);
        assert!(
            winning.contains(" <-5.00 |") && winning.contains("#     |"),
            "{winning}"
        );
        assert!(winning.ends_with("40... Kf7"), "{winning}");
        for (plies, moves) in [(1, 1), (2, 1), (3, 2), (4, 2)] {
            let expected = format!(" #-{moves} |#####     |");
            let shown = shown(mate_in(plies), Bound::Exact);
            assert!(shown.contains(&expected), "{plies}: {shown}");
        }
        assert!(shown(-500, Bound::Exact).contains(" +5.00 |     #"));
    }

    #[test]
    fn the_chances_have_a_column_from_the_view_of_white() {
        let board = Board::default();
        let black = board.after(san::parse(&board, "e4").expect("a legal move"));
        for (board, text, chances) in [(board, "e4", "600/300/100"), (black, "e5", "100/300/600")] {
            let mv = san::parse(&board, text).expect("a legal move");
            let found = found(34, Bound::Exact, vec![mv]);
            let shown = line(&found, Some([600, 300, 100]), &board, Style::PLAIN, 80);
            assert_eq!(
                head(80, true).find("win/draw/loss"),
                shown.find(chances),
                "{shown}"
            );
            assert_eq!(head(80, true).find("line"), shown.rfind("1."), "{shown}");
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
