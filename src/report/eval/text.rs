//! An evaluation for people: what the pieces of each type contribute, with bars, and the board with
//! what each piece contributes.
//!
//! No line begins with a space. No line is longer than 80 characters, or than the terminal is wide
//! if that has at least 40 columns.

use std::collections::BTreeMap;

use crate::chess::{Color, Square};
use crate::eval::{PieceContribution, Trace};
use crate::score::Score;

use super::evaluation::Evaluation;
use crate::report::display::style::Style;
use crate::report::display::variation::{pawns, variation};
use crate::report::display::wrap::fit;
use crate::report::display::{bar, board};

/// Maximum width of the text, in characters.
const MAX_WIDTH: usize = 80;

/// Maximum width of a bar, in characters.
const MAX_BAR: usize = 30;

/// Width of the name of a score, in characters.
const NAME: usize = 13;

/// Width of the columns of the two sides, in characters.
const SIDES: usize = 20;

/// The widths of the parts of the report.
struct Layout {
    style: Style,
    /// Width of the text.
    width: usize,
    /// Width of a bar, an even number; 0 if there is no space for one.
    bar: usize,
    /// Whether the table has the columns of the two sides.
    has_sides: bool,
}

impl Layout {
    fn new(width: usize, style: Style) -> Self {
        /// Minimum width of a bar for which the columns of the two sides are kept.
        const MIN_BAR: usize = 10;
        // The width of a score, two blanks and the two ends of its bar.
        let score = pawns_column("").len() + 4;
        let room_for_bar = |sides: usize| width.saturating_sub(NAME + sides + score).min(MAX_BAR);
        let has_sides = room_for_bar(SIDES) >= MIN_BAR;
        let bar = room_for_bar(if has_sides { SIDES } else { 0 });
        Self {
            style,
            width,
            bar: bar / 2 * 2,
            has_sides,
        }
    }

    /// Returns a score and its bar.
    fn score_with_bar(&self, text: &str, score: Score) -> String {
        let column = pawns_column(text);
        if self.bar == 0 {
            return column;
        }
        let value = f64::from(score) / f64::from(FULL_BAR);
        format!("{column}  {}", bar::framed(value, self.bar, self.style))
    }
}

/// Returns the column of a score in pawns.
fn pawns_column(text: &str) -> String {
    format!("{text:>8}")
}

/// Score at which a bar is full, in centipawns.
pub const FULL_BAR: Score = 100;

/// Returns the evaluation as text, with boards seen from `side`, for a terminal of `width` columns.
pub fn report(evaluation: &Evaluation, side: Color, width: usize, style: Style) -> String {
    let layout = Layout::new(width.min(MAX_WIDTH), style);
    let trace = &evaluation.trace;
    let mut text = format_types(trace, &layout);
    text += &format_scores(evaluation, &layout);
    if let Some(end) = evaluation.termination {
        text += &format!("Result: {end}\n");
    }
    text += &format_notes(trace, layout.width);
    if !trace.pieces.is_empty() {
        text += &format_pieces(trace, side, &layout);
    }
    text
}

/// Returns what each piece contributes: on a board, or as a list if that is too wide.
fn format_pieces(trace: &Trace, side: Color, layout: &Layout) -> String {
    let head = fit(
        "\nEach piece: the output of the network with it minus that without it, in pawns.\n",
        layout.width,
    );
    let contribution = |piece: &PieceContribution| (piece.square, pawns(piece.value));
    let texts: BTreeMap<_, _> = trace.pieces.iter().map(contribution).collect();
    if board::width_with_labels(layout.style) <= layout.width {
        let board = board::text_with_labels(&trace.board, &texts, side, layout.style);
        return head + &board;
    }
    let entry = |(&square, text): (&Square, &String)| {
        let piece = trace.board.piece_at(square);
        let letter = piece.map_or(' ', |piece| board::symbol(piece, layout.style));
        format!("{letter}{square}: {text:>6}")
    };
    let entries: Vec<String> = texts.iter().map(entry).collect();
    let columns = (layout.width / (entries[0].chars().count() + 3)).max(1);
    let rows = entries.chunks(columns).map(|row| row.join("   ") + "\n");
    head + &rows.collect::<String>()
}

/// Returns the table of contributions by type of piece; empty in known endgames.
fn format_types(trace: &Trace, layout: &Layout) -> String {
    let types = trace.types();
    if types.is_empty() {
        return String::new();
    }
    let sides = |columns: [&str; 2]| {
        let text = columns.map(|column| format!("{column:>half$}", half = SIDES / 2));
        if layout.has_sides {
            text.concat()
        } else {
            String::new()
        }
    };
    // A bar to the left is good for Black, one to the right for White. Narrow bars have no room for
    // these words.
    let bar_heading = match layout.bar {
        bar @ 12.. => format!("   {:<half$}{:>half$}", "Black", "White", half = bar / 2),
        // Over the ends of the bar, too.
        bar @ 8..12 => format!("  {:<half$}{:>half$}", "Black", "White", half = bar / 2 + 1),
        _ => String::new(),
    };
    let names = sides(["White", "Black"]);
    let mut text = format!(
        "{:<NAME$}{names}{}{bar_heading}\n",
        "Pieces",
        pawns_column("Score")
    );
    for kind in types {
        let [white, black] = kind.values.map(pawns);
        let (values, total) = (sides([&white, &black]), kind.total());
        let score = layout.score_with_bar(&pawns(total), total);
        text += &format!("{:<NAME$}{values}{score}\n", kind.name);
    }
    text
}

/// Returns the output of the network, the static score and the score of the search.
fn format_scores(evaluation: &Evaluation, layout: &Layout) -> String {
    let trace = &evaluation.trace;
    let column = if layout.has_sides { NAME + SIDES } else { NAME };
    let line = |name: &str, text: &str, value| {
        format!("{name:<column$}{}\n", layout.score_with_bar(text, value))
    };
    let mut text = String::new();
    if trace.scale.is_some() {
        text += &line("Network", &pawns(trace.network), trace.network);
    }
    text += &line("Static score", &pawns(trace.score), trace.score);
    if let (Some(found), Some((shown, score))) = (&evaluation.found, evaluation.found_score()) {
        let name = format!("Search of {} nodes, depth {}", found.nodes, found.depth);
        text += &if name.len() <= column {
            line(&name, &shown, score)
        } else {
            format!("{name}\n{}", line("", &shown, score))
        };
        let best = format!("Best line: {}", variation(&trace.board, &found.pv));
        text += &(fit(&best, layout.width) + "\n");
    }
    text
}

/// Returns notes on how to read the numbers.
fn format_notes(trace: &Trace, width: usize) -> String {
    let note = trace.note().map_or_else(String::new, |note| note + " ");
    let text = format!("{note}Scores are in pawns from White's view; a bar is full at one pawn.");
    format!("\n{}\n", fit(&text, width))
}
