//! The drawings of the pieces: one symbol per piece type, colored where it is used.
//!
//! Fonts draw chess symbols differently or not at all, so the pieces are paths. Their lines have
//! the color `currentColor`. See <https://developer.mozilla.org/en-US/docs/Web/SVG/Element/symbol>.

use crate::chess::{Color, PieceType};
use svg::node::element::{Circle, Definitions, Group, Path, Symbol, Use};

/// Width and height of a symbol in its own units.
const SIZE: u32 = 100;

/// The shapes of a piece, in the order in which they are drawn.
enum Shape {
    /// A filled area with an outline.
    Area(&'static str),
    /// A line on an area.
    Line(&'static str),
    /// A ball with an outline, by its center.
    Ball(u32, u32),
    /// A dot on an area, by its center.
    Dot(u32, u32),
}

/// The base on which a narrow piece stands.
const BASE: Shape = Shape::Area("M25 72h50q5 0 5 5v9h-60v-9q0-5 5-5z");

/// The base on which a wide piece stands.
const WIDE_BASE: Shape = Shape::Area("M23 72h54q4 0 4 4v10h-62v-10q0-4 4-4z");

/// Returns the shapes of a piece.
const fn shapes(kind: PieceType) -> &'static [Shape] {
    match kind {
        PieceType::Pawn => &[
            Shape::Area(
                "M50 16a14 14 0 0 1 9 24.7q6 1.3 6 5.3h-6.5q1 17 13.5 26h-44q12.5-9 13.5-26h-6.5\
                 q0-4 6-5.3a14 14 0 0 1 9-24.7z",
            ),
            BASE,
        ],
        PieceType::Knight => &[
            Shape::Area(
                "M46 12l5 8c20 4 31 24 27 52h-48c2-15 17-17 19-29-6 7-11 8-15 9l-8 6c-5 2-9-2-8-7\
                 l11-19c1-6 5-9 10-11z",
            ),
            WIDE_BASE,
            Shape::Dot(42, 31),
            Shape::Line("M59 29c9 8 12 18 11 32"),
        ],
        PieceType::Bishop => &[
            Shape::Area(
                "M50 8a6 6 0 0 1 4 10.5q14 10.5 14 23.5 0 8-6 14 2 10 9 16h-42q7-6 9-16-6-6-6-14,\
                 0-13 14-23.5a6 6 0 0 1 4-10.5z",
            ),
            BASE,
            Shape::Line("M38 56h24M58 26l-9 14"),
        ],
        PieceType::Rook => &[
            Shape::Area("M25 17h11v8h8.5v-8h11v8h8.5v-8h11v18l-8 8 3 27h-40l3-27-8-8z"),
            WIDE_BASE,
            Shape::Line("M34 43h32"),
        ],
        PieceType::Queen => &[
            Shape::Area("M14 26l15 20 8-28 13 26 13-26 8 28 15-20-10 46h-52z"),
            WIDE_BASE,
            Shape::Ball(14, 23),
            Shape::Ball(36, 15),
            Shape::Ball(64, 15),
            Shape::Ball(86, 23),
            Shape::Line("M26 62h48"),
        ],
        PieceType::King => &[
            Shape::Area("M46 6h8v7h7v8h-7v9h-8v-9h-7v-8h7z"),
            Shape::Area(
                "M50 28q9 6 9 15 6-9 15-9 12 0 12 13 0 12-13 25h-46q-13-13-13-25 0-13 12-13,\
                 9 0 15 9 0-9 9-15z",
            ),
            WIDE_BASE,
            Shape::Line("M28 62h44M50 40v22"),
        ],
    }
}

/// Returns the symbols of the pieces. A document with boards must contain them once.
pub fn definitions() -> Definitions {
    let kinds = PieceType::ALL.into_iter();
    kinds.fold(Definitions::new(), |all, kind| all.add(symbol(kind)))
}

fn symbol(kind: PieceType) -> Symbol {
    let symbol = Symbol::new()
        .set("id", name(kind))
        .set("viewBox", (0, 0, SIZE, SIZE));
    let circle = |x: u32, y: u32| Circle::new().set("cx", x).set("cy", y);
    shapes(kind)
        .iter()
        .fold(symbol, |symbol, shape| match *shape {
            Shape::Area(path) => symbol.add(Path::new().set("d", path)),
            Shape::Line(path) => symbol.add(
                Path::new()
                    .set("d", path)
                    .set("fill", "none")
                    .set("stroke", "currentColor"),
            ),
            Shape::Ball(x, y) => symbol.add(circle(x, y).set("r", 6)),
            Shape::Dot(x, y) => symbol.add(
                circle(x, y)
                    .set("r", 3.5)
                    .set("fill", "currentColor")
                    .set("stroke", "none"),
            ),
        })
}

/// Returns an empty group for the pieces of a color.
pub fn group(color: Color) -> Group {
    let (fill, stroke, lines) = match color {
        Color::White => ("#fffdf7", "#2b2522", "#2b2522"),
        Color::Black => ("#45403d", "#191614", "#efe6da"),
    };
    Group::new()
        .set("fill", fill)
        .set("stroke", stroke)
        .set("color", lines)
        .set("stroke-width", 4)
        .set("stroke-linejoin", "round")
        .set("stroke-linecap", "round")
}

/// Returns a piece as a square picture. It has the colors of its [`group`].
pub fn picture(kind: PieceType, x: f64, y: f64, size: f64) -> Use {
    Use::new()
        .set("href", format!("#{}", name(kind)))
        .set("x", x)
        .set("y", y)
        .set("width", size)
        .set("height", size)
}

/// Returns the identifier of a symbol.
fn name(kind: PieceType) -> String {
    format!("piece-{kind}")
}
