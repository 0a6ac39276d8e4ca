//! An evaluation for people: the terms with bars, and the board with what each piece contributes.
//!
//! No line begins with a space, and none is longer than 80 characters.
//! See <https://www.chessprogramming.org/Evaluation>.

use std::collections::BTreeMap;

use ferz::eval::endgame::FULL_SCALE;
use ferz::eval::{FULL_PHASE, PieceContribution, Tapered, Trace};
use ferz::score::Score;

use super::evaluation::Evaluation;
use crate::cli::display::style::{Style, palette};
use crate::cli::display::variation::{pawns, variation};
use crate::cli::display::wrap::wrap;
use crate::cli::display::{bar, board};

/// Width of a bar, in characters.
const BAR: usize = 30;

/// Score at which a bar is full, in centipawns.
pub const FULL_BAR: Score = 100;

/// Returns the evaluation as text.
pub fn report(evaluation: &Evaluation, style: Style) -> String {
    let trace = &evaluation.trace;
    let mut text = terms(trace, style);
    text += &scores(evaluation, style);
    if let Some(end) = evaluation.termination {
        text += &format!("Result: {end}\n");
    }
    text += &notes(trace);
    if !trace.pieces.is_empty() {
        let contribution = |piece: &PieceContribution| (piece.square, pawns(piece.total));
        let texts: BTreeMap<_, _> = trace.pieces.iter().map(contribution).collect();
        text += "\nEach piece: the score with it minus the score without it, in pawns.\n";
        text += &board::text_with_labels(&trace.board, &texts, style);
    }
    text
}

/// Returns the table of terms.
fn terms(trace: &Trace, style: Style) -> String {
    let pair = |value: Tapered| format!("{:>6}{:>6}", value.middlegame(), value.endgame());
    let columns = format!("{:>6}{:>6}", "mg", "eg").repeat(2);
    let sides = format!("{:<15}{:>15}", "Black", "White");
    let mut text = format!(
        "{:<13}{:>12}{:>12}{:>8}\n{:<13}{columns}{:>8}   {sides}\n",
        "Term", "White ", "Black ", "Score", "centipawns", "pawns"
    );
    for row in trace.rows() {
        let [white, black] = row.values.map(pair);
        text += &format!(
            "{:<13}{white}{black}{}\n",
            row.term.to_string(),
            score_with_bar(&pawns(row.blended), row.blended, style)
        );
    }
    text
}

/// Returns the weighted output of the network, the static score and the score of the search.
fn scores(evaluation: &Evaluation, style: Style) -> String {
    let trace = &evaluation.trace;
    let line = |name: &str, text: &str, value| {
        format!("{name:<37}{}\n", score_with_bar(text, value, style))
    };
    let mut text = String::new();
    if trace.scale.is_some() {
        text += &line("Network", &pawns(trace.network), trace.network);
    }
    text += &line("Static score", &pawns(trace.score), trace.score);
    if let (Some(found), Some((shown, score))) = (&evaluation.found, evaluation.found_score()) {
        let name = format!("Search of {} nodes, depth {}", found.nodes, found.depth);
        text += &line(&name, &shown, score);
        let best = format!("Best line: {}", variation(&trace.board, &found.pv));
        text += &(wrap(&best, 80).join("\n") + "\n");
    }
    text
}

/// Returns a score and its bar.
fn score_with_bar(text: &str, score: Score, style: Style) -> String {
    let value = f64::from(score) / f64::from(FULL_BAR);
    let color = anstyle::Style::new().fg_color(palette(if score < 0 { 167 } else { 71 }));
    let bar = style.paint(color, bar::signed(value, BAR, style));
    let (left, right) = bar::ends(style);
    format!("{text:>8}  {left}{bar}{right}")
}

/// Returns what else belongs to the numbers.
fn notes(trace: &Trace) -> String {
    let scale = match trace.scale {
        None => "Known endgame: its score replaces the sum of terms and network. ".to_owned(),
        Some(FULL_SCALE) => String::new(),
        Some(scale) => {
            format!("Drawish endgame: {scale}/{FULL_SCALE} of the endgame value counts. ")
        }
    };
    let text = format!(
        "{scale}Middlegame (mg) and endgame (eg); phase {} of {FULL_PHASE}. Scores are from White's \
         view; a bar is full at one pawn.",
        trace.phase
    );
    format!("\n{}\n", wrap(&text, 80).join("\n"))
}
