//! Draws the screen of the terminal as SVG, for the pictures of the prompt in the README and docs:
//!
//! ```sh
//! cargo test --release --test prompt pictures -- --ignored
//! ```
//!
//! Each character has its own place, so that fonts in which chess symbols are wide do not shift the
//! columns. See <https://en.wikipedia.org/wiki/ANSI_escape_code#8-bit>.

use std::fs;
use std::path::Path;

use svg::Document;
use svg::node::element::{Rectangle, Text, Title};
use vt100::{Cell, Color, Screen};

use crate::start;

/// Size of a character, in pixels.
const CELL: (f64, f64) = (8.4, 18.0);

/// Width of the margin, in pixels.
const MARGIN: f64 = 12.0;

/// Colors of the terminal.
const BACKGROUND: &str = "#1e1e24";
const FOREGROUND: &str = "#dcdcdc";

/// The first 16 colors of the palette, as xterm has them.
const NAMED: [u32; 16] = [
    0x00_0000, 0xcd_3131, 0x0d_bc79, 0xe5_e510, 0x24_72c8, 0xbc_3fbc, 0x11_a8cd, 0xe5_e5e5,
    0x66_6666, 0xf1_4c4c, 0x23_d18b, 0xf5_f543, 0x3b_8eea, 0xd6_70d6, 0x29_b8db, 0xff_ffff,
];

/// Returns a color of the palette: 16 named ones, a cube of 6×6×6, and 24 grays.
fn palette(index: u8) -> String {
    let rgb = match index {
        0..16 => NAMED[usize::from(index)],
        16..232 => {
            let index = u32::from(index) - 16;
            let level = |step: u32| if step == 0 { 0 } else { 55 + 40 * step };
            (level(index / 36) << 16) | (level(index / 6 % 6) << 8) | level(index % 6)
        }
        232.. => 0x01_0101 * (8 + 10 * (u32::from(index) - 232)),
    };
    format!("#{rgb:06x}")
}

/// Returns a color; `None` for the default.
fn color(color: Color) -> Option<String> {
    match color {
        Color::Default => None,
        Color::Idx(index) => Some(palette(index)),
        Color::Rgb(r, g, b) => Some(format!("#{r:02x}{g:02x}{b:02x}")),
    }
}

/// Adds a character to the picture.
fn draw_cell(document: Document, cell: &Cell, row: u16, column: u16) -> Document {
    let (x, y) = (
        MARGIN + f64::from(column) * CELL.0,
        MARGIN + f64::from(row) * CELL.1,
    );
    let mut document = document;
    if let Some(background) = color(cell.bgcolor()) {
        document = document.add(
            Rectangle::new()
                .set("x", format!("{x:.1}"))
                .set("y", y)
                // Without the overlap, some viewers show lines between the squares.
                .set("width", CELL.0 + 0.4)
                .set("height", CELL.1 + 0.4)
                .set("fill", background),
        );
    }
    if cell.contents().trim().is_empty() {
        return document;
    }
    let foreground = color(cell.fgcolor());
    let mut text = Text::new(cell.contents())
        .set("x", format!("{:.1}", x + CELL.0 / 2.0))
        .set("y", y + 0.75 * CELL.1)
        .set("fill", foreground.as_deref().unwrap_or(FOREGROUND));
    if cell.bold() {
        text = text.set("font-weight", "bold");
    }
    if cell.dim() {
        text = text.set("opacity", 0.6);
    }
    document.add(text)
}

/// Returns the picture of a screen, without empty rows at its end.
fn picture(screen: &Screen, title: &str) -> Document {
    let (rows, columns) = screen.size();
    let is_used = |&row: &u16| {
        let mut cells = (0..columns.get()).filter_map(|column| screen.cell(row, column));
        cells.any(|cell| !cell.contents().trim().is_empty())
    };
    let rows = (0..rows.get()).rfind(is_used).unwrap_or_default() + 1;
    let (width, height) = (
        (2.0 * MARGIN + f64::from(columns.get()) * CELL.0).round(),
        2.0 * MARGIN + f64::from(rows) * CELL.1,
    );
    let mut document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set(
            "font-family",
            "DejaVu Sans Mono, Menlo, Consolas, monospace",
        )
        .set("font-size", 14)
        .set("text-anchor", "middle")
        .add(Title::new(title))
        .add(
            Rectangle::new()
                .set("width", width)
                .set("height", height)
                .set("rx", 6)
                .set("fill", BACKGROUND),
        );
    for row in 0..rows {
        for column in 0..columns.get() {
            if let Some(cell) = screen.cell(row, column) {
                document = draw_cell(document, cell, row, column);
            }
        }
    }
    document
}

/// Returns the characters of a picture, in the order of reading.
fn characters(picture: &str) -> String {
    let events = svg::read(picture).expect("an SVG document");
    let texts = events.filter_map(|event| match event {
        svg::parser::Event::Text(text) => Some(text.trim().to_owned()),
        svg::parser::Event::Error(error) => panic!("{error}"),
        _ => None,
    });
    texts.collect()
}

#[test]
fn a_picture_has_the_characters_and_colors_of_the_screen() {
    let mut terminal = start("picture", &[], &[]);
    terminal.enter("e4");
    terminal.expect("Black to move");
    let picture = terminal.with_screen(|screen| picture(screen, "the prompt").to_string());
    let characters = characters(&picture);
    assert!(characters.starts_with("thepromptferz0.1.0") || characters.starts_with("the prompt"));
    assert_eq!(characters.matches('♜').count(), 4, "{characters}");
    assert!(characters.contains("1.e4Blacktomove"), "{characters}");
    // Two marked squares of three characters.
    assert_eq!(picture.matches(&palette(136)).count(), 6, "{picture}");
}

#[test]
#[ignore = "writes assets/prompt.svg"]
fn pictures_of_the_prompt_are_drawn() {
    let mut terminal = start("pictures", &[], &[]);
    terminal.enter("e4 e5 Nf3 Nc6 Bb5");
    terminal.enter("go depth 18");
    terminal.expect("Best move: ");
    terminal.enter("");
    terminal.wait_for("the prompt", |screen| screen.ends_with("ferz>"));
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let title = "The prompt of ferz: the board after five moves, and a search of 18 plies";
    let picture = terminal.with_screen(|screen| picture(screen, title).to_string());
    fs::write(assets.join("prompt.svg"), picture).expect("the picture is written");
}
