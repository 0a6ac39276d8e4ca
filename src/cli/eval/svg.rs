//! An evaluation as a picture: the board with what each piece contributes, and the terms as bars.
//! See <https://www.w3.org/TR/SVG2/>.

use crate::chess::Color;
use crate::eval::{PieceContribution, Trace, piece_value};
use crate::score::Score;
use svg::Document;
use svg::node::element::{Group, Line, Rectangle, Title};

use super::evaluation::Evaluation;
use super::text::FULL_BAR;
use crate::cli::display::svg::{BoardPicture, FONT, document, label, rectangle};
use crate::cli::display::variation::{pawns, variation};
use crate::cli::display::wrap::wrap;

/// Sizes in pixels.
const WIDTH: f64 = 960.0;
const MARGIN: f64 = 20.0;
const BOARD: f64 = 500.0;
const ROW: f64 = 26.0;

/// Colors of bars that are good for White and for Black, and of pieces that are worth more and less
/// than usual. Color-blind people can tell both pairs apart.
const WHITE: &str = "#0072b2";
const BLACK: &str = "#d55e00";
const MORE: &str = "#009e73";
const LESS: &str = "#cc79a7";

const INK: &str = "#2b2522";

/// Returns the picture.
pub fn picture(evaluation: &Evaluation) -> Document {
    let trace = &evaluation.trace;
    let (bars, bars_end) = bars(evaluation);
    let board_end = MARGIN + BOARD + 2.6 * ROW;
    let texts = texts(evaluation, board_end.max(bars_end));
    let height = texts.1 + MARGIN;
    let mut board = BoardPicture::new(&trace.board);
    for piece in &trace.pieces {
        let (color, opacity) = tint(piece);
        board = board
            .text(piece.square, pawns(piece.total))
            .tint(piece.square, color, opacity);
    }
    document(WIDTH, height)
        .add(Title::new(format!("Evaluation of {}", trace.board)))
        .add(
            Rectangle::new()
                .set("width", WIDTH)
                .set("height", height)
                .set("fill", "#fcf9f3"),
        )
        .add(board.at(MARGIN, MARGIN, BOARD))
        .add(explanation(trace, MARGIN, MARGIN + BOARD + 0.7 * ROW))
        .add(bars)
        .add(texts.0)
}

/// Returns the color and opacity of a piece: whether it contributes more or less than a piece of
/// its type is worth in an exchange. The color is full at a difference of 1.5 pawns.
fn tint(piece: &PieceContribution) -> (&'static str, f64) {
    const FULL: f64 = 150.0;
    let sign = match piece.piece.color {
        Color::White => 1,
        Color::Black => -1,
    };
    let surplus = sign * piece.total - piece_value(piece.piece.kind);
    let opacity = (f64::from(surplus).abs() / FULL).min(1.0);
    (if surplus < 0 { LESS } else { MORE }, 0.75 * opacity)
}

/// Returns the explanation of numbers and colors on the board.
fn explanation(trace: &Trace, x: f64, y: f64) -> Group {
    if trace.scale.is_none() {
        let text = "Known endgame: its score replaces the sum of terms and network.";
        return Group::new().add(label(x, y + 6.0, 13.0, text).set("fill", INK));
    }
    let entries = [
        (MORE, 0.0, "worth more"),
        (LESS, 110.0, "less than usual for its type"),
    ];
    let text = "On each piece: the score with it minus the score without it, in pawns.";
    let group = Group::new()
        .set("class", "legend")
        .add(label(x, y + 6.0, 13.0, text).set("fill", INK));
    entries
        .into_iter()
        .fold(group, |group, (color, offset, text)| {
            let (x, y) = (x + offset, y + 16.0);
            let sample = rectangle(x, y, 13.0, color).set("fill-opacity", 0.75);
            group
                .add(sample)
                .add(label(x + 19.0, y + 11.0, 13.0, text).set("fill", INK))
        })
}

/// Returns the bars of terms, network, static score and search, and the ordinate of their end.
fn bars(evaluation: &Evaluation) -> (Group, f64) {
    let trace = &evaluation.trace;
    let rows = trace.rows().into_iter();
    let mut bars: Vec<(String, String, Score)> = rows
        .map(|row| (row.term.to_string(), pawns(row.blended), row.blended))
        .collect();
    if trace.scale.is_some() {
        bars.push(("Network".to_owned(), pawns(trace.network), trace.network));
    }
    bars.push(("Static score".to_owned(), pawns(trace.score), trace.score));
    if let (Some(found), Some((text, score))) = (&evaluation.found, evaluation.found_score()) {
        bars.push((format!("Search, depth {}", found.depth), text, score));
    }
    let left = 2.0 * MARGIN + BOARD;
    let mut group = Group::new().set("class", "bars").add(
        label(
            left,
            MARGIN + 14.0,
            13.0,
            "from White's view, in pawns; a bar is full at one pawn",
        )
        .set("fill", INK),
    );
    let mut y = MARGIN + 1.4 * ROW;
    for (i, (name, text, score)) in bars.iter().enumerate() {
        // A gap between the terms and their sum.
        if name == "Static score" && i > 0 {
            y += 0.4 * ROW;
        }
        group = group.add(bar(left, y, name, text, *score));
        y += ROW;
    }
    (group, y)
}

/// Returns a name, a number and a bar.
fn bar(left: f64, y: f64, name: &str, text: &str, score: Score) -> Group {
    /// Half of the length of the longest bar.
    const HALF: f64 = 95.0;
    let middle = WIDTH - MARGIN - HALF;
    let value = (f64::from(score) / f64::from(FULL_BAR)).clamp(-1.0, 1.0);
    let (x, color) = match value < 0.0 {
        true => (middle + value * HALF, BLACK),
        false => (middle, WHITE),
    };
    let base = y + 0.68 * ROW;
    Group::new()
        .set("class", "bar")
        .add(label(left, base, 14.0, name).set("fill", INK))
        .add(
            label(middle - HALF - 12.0, base, 14.0, text)
                .set("fill", INK)
                .set("text-anchor", "end"),
        )
        .add(
            Rectangle::new()
                .set("x", format!("{x:.1}"))
                .set("y", y + 4.0)
                .set("width", format!("{:.1}", value.abs() * HALF))
                .set("height", ROW - 8.0)
                .set("fill", color),
        )
        .add(
            Line::new()
                .set("x1", middle)
                .set("x2", middle)
                .set("y1", y)
                .set("y2", y + ROW)
                .set("stroke", INK)
                .set("stroke-width", 1),
        )
}

/// Returns the best line and the FEN, from the ordinate `y` on, and the ordinate of their end.
fn texts(evaluation: &Evaluation, y: f64) -> (Group, f64) {
    /// Characters of a line: the estimated width of a character is 8 pixels.
    const CHARACTERS: usize = 110;
    let board = &evaluation.trace.board;
    let best = evaluation.found.as_ref().map(|found| {
        let line = variation(board, &found.pv);
        format!("Search of {} nodes: {line}", found.nodes)
    });
    let texts = best.into_iter().chain([format!("FEN: {board}")]);
    let lines = texts.flat_map(|text| wrap(&text, CHARACTERS));
    let group = Group::new().set("font-family", FONT).set("fill", INK);
    lines.fold((group, y), |(group, y), line| {
        let y = y + 20.0;
        (group.add(label(MARGIN, y, 14.0, &line)), y)
    })
}
