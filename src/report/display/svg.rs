//! Boards as vector graphics, for pictures in files.
//!
//! A document contains [`DEFINITIONS`] once, and any number of boards ([`BoardPicture::at`]) and
//! texts. Everything is a shape or text with its own colors, so that a picture looks the same in a
//! web page, in a bug report and in an editor. See <https://www.w3.org/TR/SVG2/>.
//!
//! The parts of a picture are texts: elements in which the attributes are in the order of their
//! names.

use std::collections::BTreeMap;

use crate::chess::{Board, Color, File, Rank, Square};

use super::marks::{Look, Mark, Marks};

/// The drawings of the pieces, one symbol per piece type: fonts draw chess symbols differently or
/// not at all. Their lines have the color `currentColor`, which is set where they are used.
pub const DEFINITIONS: &str = include_str!("pieces.svg").trim_ascii_end();

/// Width and height of a square in the units of a board, which are scaled to the size wanted.
const SQUARE: f64 = 100.0;

/// Width of the frame with the coordinates, in the same units.
const FRAME: f64 = 38.0;

/// Width and height of a board with its frame, in the same units.
const BOARD: f64 = 8.0 * SQUARE + 2.0 * FRAME;

/// Fonts of text in pictures.
pub const FONT: &str = "system-ui, &apos;Segoe UI&apos;, Roboto, Helvetica, Arial, sans-serif";

/// Fonts of FENs and commands in pictures.
pub const MONOSPACE: &str = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace";

/// A board that is drawn.
#[derive(Clone, Debug)]
pub struct BoardPicture<'a> {
    /// The pieces.
    pub board: &'a Board,
    /// The marked squares.
    pub marks: Marks,
    /// The ends of an arrow, which is drawn if they differ.
    pub arrow: Option<(Square, Square)>,
    /// Short texts at the bottom of squares. With any text, all pieces are smaller, which leaves
    /// room for it.
    pub texts: BTreeMap<Square, String>,
    /// Colors over squares, with their opacity from 0 to 1.
    pub tints: BTreeMap<Square, (&'static str, f64)>,
    /// The title, which screen readers read and browsers show as a tooltip.
    pub title: String,
}

impl<'a> BoardPicture<'a> {
    /// Creates a picture of a board without marks. Its title is the FEN.
    pub fn new(board: &'a Board) -> Self {
        Self {
            board,
            marks: Marks::default(),
            arrow: None,
            texts: BTreeMap::new(),
            tints: BTreeMap::new(),
            title: board.to_string(),
        }
    }

    /// Returns the board as a part of a document that contains [`DEFINITIONS`]: a square with this
    /// top left corner and size, in pixels.
    pub fn at(&self, x: f64, y: f64, size: f64) -> String {
        /// Size from which the coordinates are large enough to read.
        const READABLE: f64 = 200.0;
        let mut parts = vec![
            title(&self.title),
            format!(
                r##"<rect fill="#5d4432" height="{BOARD}" rx="12" width="{BOARD}" x="0" y="0"/>"##
            ),
        ];
        if size >= READABLE {
            parts.push(coordinates());
        }
        parts.extend(self.squares());
        parts.extend(self.pieces());
        let arrows = self.arrow.filter(|(from, to)| from != to);
        parts.extend(arrows.map(|(from, to)| arrow(from, to)));
        let scale = size / BOARD;
        let transform = format!("translate({x} {y}) scale({scale:.5})");
        group(
            &format!(r#" class="board" role="img" transform="{transform}""#),
            &parts,
        )
    }

    fn squares(&self) -> Vec<String> {
        let is_dark =
            |square: &Square| (square.file() as u8 + square.rank() as u8).is_multiple_of(2);
        let dark = Square::ALL.into_iter().filter(is_dark).map(|square| {
            let (x, y) = corner(square);
            format!("M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")
        });
        let dark: String = dark.collect();
        let light = square(FRAME, FRAME, 8.0 * SQUARE, "#efe0c4");
        let mut parts = vec![light, format!(r##"<path d="{dark}" fill="#b98b62"/>"##)];
        for (&square, (color, opacity)) in &self.tints {
            let (x, y) = corner(square);
            parts.push(format!(
                r#"<rect class="tint" fill="{color}" fill-opacity="{opacity:.2}" height="{SQUARE}" width="{SQUARE}" x="{x}" y="{y}"/>"#
            ));
        }
        for (square, mark) in self.marks.iter() {
            let ((x, y), color) = (corner(square), mark.look().picture);
            let title = title(mark.look().meaning);
            parts.push(format!(
                "<rect class=\"mark\" fill=\"{color}\" height=\"{SQUARE}\" width=\"{SQUARE}\" x=\"{x}\" y=\"{y}\">\n{title}\n</rect>"
            ));
        }
        parts
    }

    fn pieces(&self) -> Vec<String> {
        /// Height of a line of text in a square.
        const TEXT: f64 = 26.0;
        let room = if self.texts.is_empty() { 0.0 } else { TEXT };
        let size = SQUARE - room;
        let mut parts = Vec::new();
        for color in Color::ALL {
            let all = self.board.pieces();
            let pieces = all.filter(|(_, piece)| piece.color == color);
            let pictures = pieces.map(|(square, piece)| {
                let ((left, y), kind) = (corner(square), piece.kind);
                let x = left + room / 2.0;
                format!(r##"<use height="{size}" href="#piece-{kind}" width="{size}" x="{x}" y="{y}"/>"##)
            });
            let (fill, stroke, lines) = match color {
                Color::White => ("#fffdf7", "#2b2522", "#2b2522"),
                Color::Black => ("#45403d", "#191614", "#efe6da"),
            };
            let colors = format!(r#" color="{lines}" fill="{fill}" stroke="{stroke}""#);
            let ends = r#" stroke-linecap="round" stroke-linejoin="round" stroke-width="4""#;
            parts.push(group(&(colors + ends), &pictures.collect::<Vec<_>>()));
        }
        for (&square, text) in &self.texts {
            let ((left, top), bold) = (corner(square), ("font-weight", "bold"));
            let more = [("text-anchor", "middle"), bold, ("fill", "#191614")];
            let (x, y) = (left + SQUARE / 2.0, top + SQUARE - 7.0);
            parts.push(label(x, y, TEXT, &more, text));
        }
        parts
    }
}

/// Returns a document of this width and height in pixels, with the definitions of the pieces.
pub fn document(width: f64, height: f64, parts: &[String]) -> String {
    let contents = parts.join("\n");
    format!(
        "<svg height=\"{height}\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         xmlns=\"http://www.w3.org/2000/svg\">\n{DEFINITIONS}\n{contents}\n</svg>"
    )
}

/// Returns a group. Each of its attributes begins with a blank.
pub fn group(attributes: &str, parts: &[String]) -> String {
    match parts {
        [] => format!("<g{attributes}/>"),
        _ => format!("<g{attributes}>\n{}\n</g>", parts.join("\n")),
    }
}

/// Returns the title of the element that contains it.
pub fn title(text: &str) -> String {
    format!("<title>{}</title>", escape(text))
}

/// Returns text that begins at `x` on the base line `y`, with a font of this size in pixels and
/// more attributes.
pub fn label(x: f64, y: f64, size: f64, more: &[(&str, &str)], text: &str) -> String {
    let (x, y, size) = (x.to_string(), y.to_string(), size.to_string());
    let mut attributes = BTreeMap::from([
        ("x", x.as_str()),
        ("y", &y),
        ("font-size", &size),
        ("font-family", FONT),
    ]);
    attributes.extend(more.iter().copied());
    let written: String = attributes
        .iter()
        .map(|(name, value)| format!(r#" {name}="{value}""#))
        .collect();
    format!("<text{written}>\n{}\n</text>", escape(text))
}

/// Returns the marks used as one line of colors and words: a part of a document, with this top left
/// corner and font size. `None` without marks.
pub fn legend(marks: &Marks, x: f64, y: f64, size: f64, color: &str) -> Option<String> {
    /// Estimated width of a character in the unit of the font size.
    const CHARACTER: f64 = 0.56;
    let mut right = x;
    let entry = |mark: Mark| {
        let Look {
            meaning, picture, ..
        } = mark.look();
        let sample = format!(
            r##"<rect fill="{picture}" height="{size}" rx="2" stroke="#5d4432" width="{size}" x="{right}" y="{y}"/>"##
        );
        let (text_x, text_y) = (right + 1.4 * size, y + 0.85 * size);
        let text = label(text_x, text_y, size, &[("fill", color)], meaning);
        right += size * (3.0 + CHARACTER * meaning.len() as f64);
        group("", &[sample, text])
    };
    let entries: Vec<String> = marks.used().into_iter().map(entry).collect();
    (!entries.is_empty()).then(|| group(r#" class="legend""#, &entries))
}

/// Replaces control characters, most of which XML does not allow.
pub fn printable(text: &str) -> String {
    let allowed = |c: char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    let chars = text.chars();
    let replaced = chars.map(|c| if allowed(c) { c } else { '\u{fffd}' });
    replaced.collect()
}

/// Returns text as the contents of an element. Characters that XML does not allow are replaced.
fn escape(text: &str) -> String {
    let text = printable(text).replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

/// Returns the top left corner of a square in the units of the board.
fn corner(square: Square) -> (f64, f64) {
    let file = f64::from(square.file() as u8);
    let rank = f64::from(square.rank() as u8);
    (FRAME + file * SQUARE, FRAME + (7.0 - rank) * SQUARE)
}

/// Returns a filled square.
pub fn square(x: f64, y: f64, size: f64, color: &str) -> String {
    format!(r#"<rect fill="{color}" height="{size}" width="{size}" x="{x}" y="{y}"/>"#)
}

/// Returns the letters of the files below the board and the digits of the ranks to its left.
fn coordinates() -> String {
    /// Size of the letters.
    const SIZE: f64 = 30.0;
    let text = |x: f64, y: f64, name: char| format!("<text x=\"{x}\" y=\"{y}\">\n{name}\n</text>");
    let middle = FRAME + SQUARE / 2.0;
    let files = File::ALL.into_iter().map(|file| {
        let x = middle + SQUARE * f64::from(file as u8);
        text(x, BOARD - 0.27 * FRAME, file.letter())
    });
    let ranks = Rank::ALL.into_iter().map(|rank| {
        let y = middle + SQUARE * f64::from(7 - rank as u8);
        text(FRAME / 2.0, y + SIZE / 3.0, rank.digit())
    });
    let font = format!(r#"font-family="{FONT}" font-size="{SIZE}" text-anchor="middle""#);
    let texts: Vec<String> = files.chain(ranks).collect();
    group(&format!(r##" fill="#efe0c4" {font}"##), &texts)
}

/// Returns an arrow from the middle of a square to the middle of another one.
fn arrow(from: Square, to: Square) -> String {
    /// Half of the width of the shaft.
    const SHAFT: f64 = 8.0;
    /// Length of the head.
    const HEAD: f64 = 44.0;
    /// Half of the width of the head.
    const WING: f64 = 26.0;
    let middle = |square| {
        let (x, y) = corner(square);
        (x + SQUARE / 2.0, y + SQUARE / 2.0)
    };
    let ((x, y), (to_x, to_y)) = (middle(from), middle(to));
    let length = (to_x - x).hypot(to_y - y);
    let angle = (to_y - y).atan2(to_x - x).to_degrees();
    let (neck, rest) = (length - HEAD, WING - SHAFT);
    let path = format!("M0 -{SHAFT}H{neck:.1}v-{rest}L{length:.1} 0 {neck:.1} {WING}v-{rest}H0z");
    let transform = format!("translate({x} {y}) rotate({angle:.3})");
    format!(
        r##"<path class="arrow" d="{path}" fill="#1f4e8c" fill-opacity="0.7" transform="{transform}"/>"##
    )
}
