//! Boards as vector graphics, for pictures in files.
//!
//! A document contains [`definitions`] once, and any number of boards ([`BoardPicture::at`]) and
//! texts. Everything is a shape or text with its own colors, so that a picture looks the same in a
//! web page, in a bug report and in an editor. See <https://www.w3.org/TR/SVG2/>.

mod pieces;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::chess::{Board, Color, File, Rank, Square};
use svg::Document;
use svg::node::element::{Group, Path, Rectangle, Text, Title};

use super::marks::{Mark, Marks};
pub use pieces::definitions;

/// Width and height of a square in the units of a board, which are scaled to the size wanted.
const SQUARE: f64 = 100.0;

/// Width of the frame with the coordinates, in the same units.
const FRAME: f64 = 38.0;

/// Width and height of a board with its frame, in the same units.
const BOARD: f64 = 8.0 * SQUARE + 2.0 * FRAME;

/// Fonts of text in pictures.
pub const FONT: &str = "system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/// Fonts of FENs and commands in pictures.
pub const MONOSPACE: &str = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace";

/// A board that is drawn.
#[derive(Clone, Debug)]
pub struct BoardPicture<'a> {
    board: &'a Board,
    marks: Marks,
    arrow: Option<(Square, Square)>,
    texts: BTreeMap<Square, String>,
    /// Colors over squares, with their opacity.
    tints: BTreeMap<Square, (&'static str, f64)>,
    title: String,
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

    /// Sets the marked squares.
    #[must_use]
    pub fn marks(self, marks: Marks) -> Self {
        Self { marks, ..self }
    }

    /// Adds an arrow between two squares.
    #[must_use]
    pub fn arrow_between(self, from: Square, to: Square) -> Self {
        let arrow = (from != to).then_some((from, to));
        Self { arrow, ..self }
    }

    /// Writes a short text at the bottom of a square. With any text, all pieces are smaller, which
    /// leaves room for it.
    #[must_use]
    pub fn text(mut self, square: Square, text: impl Into<String>) -> Self {
        self.texts.insert(square, text.into());
        self
    }

    /// Lays a color with an opacity from 0 to 1 over a square.
    #[must_use]
    pub fn tint(mut self, square: Square, color: &'static str, opacity: f64) -> Self {
        self.tints.insert(square, (color, opacity));
        self
    }

    /// Sets the title, which screen readers read and browsers show as a tooltip.
    #[must_use]
    pub fn title(self, title: impl Into<String>) -> Self {
        let title = title.into();
        Self { title, ..self }
    }

    /// Returns the board as a part of a document that contains [`definitions`]: a square with this
    /// top left corner and size, in pixels.
    pub fn at(&self, x: f64, y: f64, size: f64) -> Group {
        /// Size from which the coordinates are large enough to read.
        const READABLE: f64 = 200.0;
        let scale = size / BOARD;
        let group = Group::new()
            .set("class", "board")
            .set("role", "img")
            .set("transform", format!("translate({x} {y}) scale({scale:.5})"))
            .add(Title::new(printable(&self.title)))
            .add(rectangle(0.0, 0.0, BOARD, "#5d4432").set("rx", 12));
        let group = if size < READABLE {
            group
        } else {
            add_coordinates(group)
        };
        let group = self.add_squares(group);
        let group = self.add_pieces(group);
        match self.arrow {
            Some((from, to)) => group.add(arrow(from, to)),
            None => group,
        }
    }

    fn add_squares(&self, group: Group) -> Group {
        let is_dark =
            |square: &Square| (square.file() as u8 + square.rank() as u8).is_multiple_of(2);
        let dark = Square::ALL.into_iter().filter(is_dark).map(|square| {
            let (x, y) = corner(square);
            format!("M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")
        });
        let dark = Path::new()
            .set("d", dark.collect::<String>())
            .set("fill", "#b98b62");
        let light = rectangle(FRAME, FRAME, 8.0 * SQUARE, "#efe0c4");
        let marks = self.marks.iter().map(|(square, mark)| {
            let (x, y) = corner(square);
            marked(x, y, mark)
        });
        let tints = self.tints.iter().map(|(&square, (color, opacity))| {
            let (x, y) = corner(square);
            rectangle(x, y, SQUARE, color)
                .set("class", "tint")
                .set("fill-opacity", format!("{opacity:.2}"))
        });
        let group = tints.fold(group.add(light).add(dark), Group::add);
        marks.fold(group, Group::add)
    }

    fn add_pieces(&self, group: Group) -> Group {
        /// Height of a line of text in a square.
        const TEXT: f64 = 26.0;
        let room = if self.texts.is_empty() { 0.0 } else { TEXT };
        let group = Color::ALL.into_iter().fold(group, |group, color| {
            let pieces = self
                .board
                .pieces()
                .filter(|(_, piece)| piece.color == color);
            let pictures = pieces.map(|(square, piece)| {
                let (x, y) = corner(square);
                pieces::picture(piece.kind, x + room / 2.0, y, SQUARE - room)
            });
            group.add(pictures.fold(pieces::group(color), Group::add))
        });
        self.texts.iter().fold(group, |group, (square, text)| {
            let (x, y) = corner(*square);
            let text = label(x + SQUARE / 2.0, y + SQUARE - 7.0, TEXT, text)
                .set("text-anchor", "middle")
                .set("font-weight", "bold")
                .set("fill", "#191614");
            group.add(text)
        })
    }
}

/// Returns an empty document of this width and height in pixels, with the definitions of the
/// pieces.
pub fn document(width: f64, height: f64) -> Document {
    Document::new()
        .set("width", width)
        .set("height", height)
        .set("viewBox", (0, 0, width, height))
        .add(definitions())
}

/// Returns text that begins at `x` on the base line `y`, with a font of this size in pixels.
/// Characters that XML does not allow are replaced.
pub fn label(x: f64, y: f64, size: f64, text: &str) -> Text {
    Text::new(printable(text))
        .set("x", x)
        .set("y", y)
        .set("font-size", size)
        .set("font-family", FONT)
}

/// Returns the marks used as one line of colors and words: a part of a document, with this top left
/// corner and font size. `None` without marks.
pub fn legend(marks: &Marks, x: f64, y: f64, size: f64, color: &str) -> Option<Group> {
    /// Estimated width of a character in the unit of the font size.
    const CHARACTER: f64 = 0.56;
    let mut right = x;
    let entry = |mark: Mark| {
        let sample = rectangle(right, y, size, mark_color(mark))
            .set("stroke", "#5d4432")
            .set("rx", 2);
        let text = label(right + 1.4 * size, y + 0.85 * size, size, mark.meaning());
        right += size * (3.0 + CHARACTER * mark.meaning().len() as f64);
        Group::new().add(sample).add(text.set("fill", color))
    };
    let entries: Vec<Group> = marks.used().map(entry).collect();
    let legend = Group::new().set("class", "legend");
    let legend = entries.into_iter().fold(legend, Group::add);
    marks.used().next().map(|_| legend)
}

/// Replaces control characters, most of which XML does not allow.
pub fn printable(text: &str) -> String {
    let allowed = |c: char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    let chars = text.chars();
    let replaced = chars.map(|c| if allowed(c) { c } else { '\u{fffd}' });
    replaced.collect()
}

/// Returns the top left corner of a square in the units of the board.
fn corner(square: Square) -> (f64, f64) {
    let (file, rank) = (
        f64::from(square.file() as u8),
        f64::from(square.rank() as u8),
    );
    (FRAME + file * SQUARE, FRAME + (7.0 - rank) * SQUARE)
}

/// Returns a filled square.
pub fn rectangle(x: f64, y: f64, size: f64, color: &str) -> Rectangle {
    Rectangle::new()
        .set("x", x)
        .set("y", y)
        .set("width", size)
        .set("height", size)
        .set("fill", color)
}

/// Returns the color of a marked square. Both colors of pieces are visible on it.
pub const fn mark_color(mark: Mark) -> &'static str {
    match mark {
        Mark::Move => "#cdbf45",
        Mark::Attacker => "#dc6a5c",
        Mark::Pin => "#62a7d8",
        Mark::Path => "#79b574",
    }
}

/// Returns the color over a marked square.
fn marked(x: f64, y: f64, mark: Mark) -> Rectangle {
    rectangle(x, y, SQUARE, mark_color(mark))
        .set("class", "mark")
        .add(Title::new(mark.meaning()))
}

/// Adds the letters of the files below the board and the digits of the ranks to its left.
fn add_coordinates(group: Group) -> Group {
    /// Size of the letters.
    const SIZE: f64 = 30.0;
    let text = |x: f64, y: f64, name: char| Text::new(name.to_string()).set("x", x).set("y", y);
    let middle = FRAME + SQUARE / 2.0;
    let files = File::ALL.into_iter().map(|file| {
        let x = middle + SQUARE * f64::from(file as u8);
        text(x, BOARD - 0.27 * FRAME, file.letter())
    });
    let ranks = Rank::ALL.into_iter().map(|rank| {
        let y = middle + SQUARE * f64::from(7 - rank as u8);
        text(FRAME / 2.0, y + SIZE / 3.0, rank.digit())
    });
    let coordinates = Group::new()
        .set("font-family", FONT)
        .set("font-size", SIZE)
        .set("text-anchor", "middle")
        .set("fill", "#efe0c4");
    group.add(files.chain(ranks).fold(coordinates, Group::add))
}

/// Returns an arrow from the middle of a square to the middle of another one.
fn arrow(from: Square, to: Square) -> Path {
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
    Path::new()
        .set("class", "arrow")
        .set(
            "transform",
            format!("translate({x} {y}) rotate({angle:.3})"),
        )
        .set(
            "d",
            format!("M0 -{SHAFT}H{neck:.1}v-{rest}L{length:.1} 0 {neck:.1} {WING}v-{rest}H0z"),
        )
        .set("fill", "#1f4e8c")
        .set("fill-opacity", 0.7)
}
