//! A board on a terminal: colored squares with chess symbols, or letters with brackets.
//!
//! No line begins with a space, because some parsers of UCI output reject such a line.

use std::collections::BTreeMap;

use crate::chess::{Board, Color, File, Piece, Rank, Square};

use super::marks::{Mark, Marks};
use super::style::Style;

/// Returns the board as eight lines and a line with the files, seen from `side`. In colors, marked
/// squares have the color of their mark; otherwise, they are in brackets.
pub fn text(board: &Board, marks: &Marks, side: Color, style: Style) -> String {
    let (ranks, files) = seen_from(side);
    let mut text = String::new();
    for rank in ranks {
        let mut line = format!("{} ", rank.digit());
        for file in files {
            let square = Square::new(file, rank);
            line += &cell(board.piece_at(square), square, marks.at(square), style);
        }
        text += line.trim_end();
        text.push('\n');
    }
    let names = files.map(|file| format!("  {}", file.letter()));
    format!("{text}+{}\n", names.concat())
}

/// Returns the ranks from the top down and the files from left to right, as `side` sees them.
fn seen_from(side: Color) -> ([Rank; 8], [File; 8]) {
    let (mut ranks, mut files) = (Rank::ALL, File::ALL);
    match side {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    (ranks, files)
}

/// Width of a square with a label, in characters.
const WIDTH: usize = 7;

/// Returns the width of a board with labels, in characters: the name of the rank and a space, the
/// squares, and, without colors, the lines around them.
pub fn width_with_labels(style: Style) -> usize {
    let lines = if style.color { 0 } else { 9 };
    2 + 8 * WIDTH + lines
}

/// Returns the board, seen from `side`, with a label below each piece, such as what it is worth. A
/// label has at most `WIDTH` characters.
pub fn text_with_labels(
    board: &Board,
    labels: &BTreeMap<Square, String>,
    side: Color,
    style: Style,
) -> String {
    let (ranks, files) = seen_from(side);
    let (border, separator) = if style.color {
        (String::new(), "")
    } else {
        (format!(". +{}\n", "-------+".repeat(8)), "|")
    };
    let mut text = border.clone();
    for rank in ranks {
        let squares = files.map(|file| Square::new(file, rank));
        let piece_cells = squares.map(|square| {
            let piece = board.piece_at(square);
            let shown = piece.map_or(' ', |piece| symbol(piece, style));
            style.paint(colors(piece, square, None), format_args!("{shown:^WIDTH$}"))
        });
        let label_cells = squares.map(|square| {
            let label = labels.get(&square).map_or("", String::as_str);
            style.paint(colors(None, square, None), format_args!("{label:^WIDTH$}"))
        });
        for (name, cells) in [(rank.digit(), piece_cells), ('.', label_cells)] {
            text += &format!("{name} {separator}{}{separator}\n", cells.join(separator));
        }
        text += &border;
    }
    let width = WIDTH + separator.len();
    let file_names = files.map(|file| format!("{:^width$}", file.letter()));
    text + &format!(
        "+ {}{}\n",
        " ".repeat(separator.len()),
        file_names.concat().trim_end()
    )
}

/// Returns a square as three characters.
fn cell(piece: Option<Piece>, square: Square, mark: Option<Mark>, style: Style) -> String {
    let empty = if style.color { ' ' } else { '.' };
    let shown = piece.map_or(empty, |piece| symbol(piece, style));
    if !style.color {
        let [left, right] = mark.map_or([' '; 2], |mark| mark.look().brackets);
        return format!("{left}{shown}{right}");
    }
    style.paint(colors(piece, square, mark), format_args!(" {shown} "))
}

/// Returns the colors of a piece and its square, of the palette of 256 colors.
fn colors(piece: Option<Piece>, square: Square, mark: Option<Mark>) -> console::Style {
    let is_light = (square.file() as usize + square.rank() as usize) % 2 == 1;
    let background = match mark {
        Some(mark) => mark.look().terminal,
        None if is_light => 109,
        None => 66,
    };
    let foreground = match piece {
        Some(piece) if is_white(piece) => 231,
        _ => 16,
    };
    let style = console::Style::new().color256(foreground);
    style.on_color256(background)
}

/// Returns the symbol of a piece. In colors, both sides have the filled symbols, because the color
/// tells them apart.
pub fn symbol(piece: Piece, style: Style) -> char {
    /// By index of the piece type.
    const FILLED: [char; 6] = ['♟', '♞', '♝', '♜', '♛', '♚'];
    const OUTLINED: [char; 6] = ['♙', '♘', '♗', '♖', '♕', '♔'];
    let kind = piece.kind.index();
    match (style.unicode, style.color || !is_white(piece)) {
        (false, _) => piece.letter(),
        (true, true) => FILLED[kind],
        (true, false) => OUTLINED[kind],
    }
}

fn is_white(piece: Piece) -> bool {
    piece.color == Color::White
}

/// Returns a line that explains the brackets or colors of the marks, or nothing without marks.
pub fn legend(marks: &Marks, style: Style) -> String {
    let entry = |mark: Mark| {
        let look = mark.look();
        let [left, right] = look.brackets;
        let sample = if style.color {
            style.paint(console::Style::new().on_color256(look.terminal), "  ")
        } else {
            format!("{left} {right}")
        };
        format!("{sample} {}", look.meaning)
    };
    let entries: Vec<String> = marks.used().into_iter().map(entry).collect();
    entries.join("   ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_legend_explains_only_the_marks_used() {
        let mut marks = Marks::default();
        assert_eq!(legend(&marks, Style::PLAIN), "");
        marks.add(Square::E4.bitboard(), Mark::Move);
        marks.add(Square::E4.bitboard() | Square::E5.bitboard(), Mark::Pin);
        assert_eq!(legend(&marks, Style::PLAIN), "[ ] move   < > pin");
        assert_eq!(marks.at(Square::E4), Some(Mark::Move));
    }
}
