//! An evaluation as a picture: the board with what each piece contributes, and the sums by type of
//! piece as bars.

use crate::chess::Color;
use crate::eval::endgame::piece_value;
use crate::eval::{PieceContribution, Trace};
use crate::score::Score;

use super::evaluation::Evaluation;
use super::text::FULL_BAR;
use crate::report::display::svg::{BoardPicture, FONT, document, group, label, title};
use crate::report::display::variation::{pawns, variation};
use crate::report::display::wrap::wrap;

/// Width of the picture, in pixels like all lengths here.
const WIDTH: f64 = 960.0;

/// Space around the contents and between board and bars.
const MARGIN: f64 = 20.0;

/// Width and height of the board.
const BOARD: f64 = 500.0;

/// Height of a row with a bar.
const ROW: f64 = 26.0;

/// Colors of bars that are good for White and for Black, and of pieces that are worth more and less
/// than usual. Color-blind people can tell both pairs apart.
const WHITE: &str = "#0072b2";
const BLACK: &str = "#d55e00";
const MORE: &str = "#009e73";
const LESS: &str = "#cc79a7";

/// Opacity of [`MORE`] and [`LESS`] at their fullest.
const OPACITY: f64 = 0.75;

const INK: &str = "#2b2522";
const FILL: (&str, &str) = ("fill", INK);

/// Returns the picture.
pub fn picture(evaluation: &Evaluation) -> String {
    let trace = &evaluation.trace;
    let (bars, bars_end) = draw_bars(evaluation);
    // The end of the board and of the explanation below it.
    let board_end = MARGIN + BOARD + 2.6 * ROW;
    let (texts, texts_end) = draw_texts(evaluation, board_end.max(bars_end));
    let height = texts_end + MARGIN;
    let mut board = BoardPicture::new(&trace.board);
    for piece in &trace.pieces {
        board.texts.insert(piece.square, pawns(piece.value));
        board.tints.insert(piece.square, tint(piece));
    }
    let parts = [
        title(&format!("Evaluation of {}", trace.board)),
        format!(r##"<rect fill="#fcf9f3" height="{height}" width="{WIDTH}"/>"##),
        board.at(MARGIN, MARGIN, BOARD),
        draw_explanation(trace, MARGIN, MARGIN + BOARD + 0.7 * ROW),
        bars,
        texts,
    ];
    document(WIDTH, height, &parts)
}

/// Returns the color and opacity of a square: whether its piece contributes more or less than the
/// fixed value of its type.
fn tint(piece: &PieceContribution) -> (&'static str, f64) {
    /// Difference at which the color is full, in centipawns.
    const FULL: f64 = 150.0;
    let sign = match piece.piece.color {
        Color::White => 1,
        Color::Black => -1,
    };
    let surplus = sign * piece.value - piece_value(piece.piece.kind);
    let opacity = (f64::from(surplus).abs() / FULL).min(1.0);
    (if surplus < 0 { LESS } else { MORE }, OPACITY * opacity)
}

/// Returns the explanation of numbers and colors on the board.
fn draw_explanation(trace: &Trace, x: f64, y: f64) -> String {
    if trace.pieces.is_empty() {
        return String::new();
    }
    let what = "On each piece: the output of the network with it minus that without it, in pawns.";
    let mut parts = vec![label(x, y + 6.0, 13.0, &[FILL], what)];
    for (color, offset, text) in [
        (MORE, 0.0, "worth more"),
        (LESS, 110.0, "less than usual for its type"),
    ] {
        let (left, top) = (x + offset, y + 16.0);
        parts.push(format!(
            r#"<rect fill="{color}" fill-opacity="{OPACITY}" height="13" width="13" x="{left}" y="{top}"/>"#
        ));
        parts.push(label(left + 19.0, top + 11.0, 13.0, &[FILL], text));
    }
    group(r#" class="legend""#, &parts)
}

/// Returns the bars of pieces by type, network, static score and search, and the ordinate of their
/// end.
fn draw_bars(evaluation: &Evaluation) -> (String, f64) {
    let trace = &evaluation.trace;
    let bar = |name: &str, score| (name.to_owned(), pawns(score), score);
    let types = trace.types();
    let mut bars: Vec<(String, String, Score)> = types
        .iter()
        .map(|kind| bar(kind.name, kind.total()))
        .collect();
    if trace.scale.is_some() {
        bars.push(bar("Network", trace.network));
    }
    bars.push(bar("Static score", trace.score));
    if let (Some(found), Some((text, score))) = (&evaluation.found, evaluation.found_score()) {
        bars.push((format!("Search, depth {}", found.depth), text, score));
    }
    let left = 2.0 * MARGIN + BOARD;
    let unit = "from White's view, in pawns; a bar is full at one pawn";
    let mut parts = vec![label(left, MARGIN + 14.0, 13.0, &[FILL], unit)];
    let mut y = MARGIN + 1.4 * ROW;
    for (name, text, score) in &bars {
        // A gap between the pieces and the output, which is not their sum.
        if name == "Network" {
            y += 0.4 * ROW;
        }
        parts.push(draw_bar(left, y, name, text, *score));
        y += ROW;
    }
    (group(r#" class="bars""#, &parts), y)
}

/// Returns a name, a number and a bar.
fn draw_bar(left: f64, y: f64, name: &str, text: &str, score: Score) -> String {
    /// Length of the longest bar, which extends to one side of the middle of its column.
    const MAX_LENGTH: f64 = 95.0;
    let middle = WIDTH - MARGIN - MAX_LENGTH;
    let value = (f64::from(score) / f64::from(FULL_BAR)).clamp(-1.0, 1.0);
    let (x, color) = if value < 0.0 {
        (middle + value * MAX_LENGTH, BLACK)
    } else {
        (middle, WHITE)
    };
    let (base, number_end, bottom) = (y + 0.68 * ROW, middle - MAX_LENGTH - 12.0, y + ROW);
    let end = ("text-anchor", "end");
    let (bar_y, bar_height, bar_width) = (y + 4.0, ROW - 8.0, value.abs() * MAX_LENGTH);
    let parts = [
        label(left, base, 14.0, &[FILL], name),
        label(number_end, base, 14.0, &[FILL, end], text),
        format!(
            r#"<rect fill="{color}" height="{bar_height}" width="{bar_width:.1}" x="{x:.1}" y="{bar_y}"/>"#
        ),
        format!(
            r#"<line stroke="{INK}" stroke-width="1" x1="{middle}" x2="{middle}" y1="{y}" y2="{bottom}"/>"#
        ),
    ];
    group(r#" class="bar""#, &parts)
}

/// Returns the note on the score, the best variation and the FEN, from the ordinate `y` on, and the
/// ordinate of their end.
fn draw_texts(evaluation: &Evaluation, mut y: f64) -> (String, f64) {
    /// Characters of a line: the estimated width of a character is 8 pixels.
    const CHARACTERS: usize = 110;
    let (trace, board) = (&evaluation.trace, &evaluation.trace.board);
    let best = evaluation.found.as_ref().map(|found| {
        let moves = variation(board, &found.pv);
        format!("Search of {} nodes: {moves}", found.nodes)
    });
    let texts = [trace.note(), best, Some(format!("FEN: {board}"))];
    let mut parts = Vec::new();
    for line in texts
        .into_iter()
        .flatten()
        .flat_map(|text| wrap(&text, CHARACTERS))
    {
        y += 20.0;
        parts.push(label(MARGIN, y, 14.0, &[], &line));
    }
    let attributes = format!(r#" fill="{INK}" font-family="{FONT}""#);
    (group(&attributes, &parts), y)
}
